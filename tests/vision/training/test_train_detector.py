"""A fixed number of scenes of the committed deck alone really teaches the detector."""

import csv
from pathlib import Path

import cv2
import numpy as np
import torch

from datasets.feed import detector_scene, load_stage
from vision.crop import quads_of_boxes
from vision.models import OnnxDetector
from vision.training.detector_network import CardModel
from vision.training.export import export_detector
from vision.training.train_detector import train

SIDE = 224


def telling_apart(weights: Path) -> float:
    """Chance that a box on a card scores higher than one beside all cards, over 20 new scenes."""
    network = OnnxDetector(weights.read_bytes(), SIDE, 0.0)
    stage = load_stage(None)
    on, off = [], []
    for number in range(20):
        image, _, boxes = detector_scene(stage, [555, number], SIDE)
        blob = np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        raw = network.forward(blob)[0]
        scores = raw[4:6].max(axis=0)
        cards = np.zeros((SIDE, SIDE), np.uint8)
        scaled = (boxes * (SIDE, SIDE, SIDE, SIDE, 1)).astype(np.float32)
        for quad in quads_of_boxes(scaled):
            cv2.fillPoly(cards, [np.round(quad).astype(np.int32)], 1)
        x, y = np.clip(raw[:2], 0, SIDE - 1).astype(int)
        on.append(scores[cards[y, x] > 0])
        off.append(scores[cards[y, x] == 0])
    inside, outside = np.concatenate(on), np.sort(np.concatenate(off))
    return float(np.searchsorted(outside, inside).mean() / len(outside))


def test_the_detector_learns(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    torch.save({"model": CardModel("yolov8n-obb.yaml", nc=2, verbose=False)}, tmp_path / "untaught.pt")
    (tmp_path / "before").mkdir()
    export_detector(tmp_path / "untaught.pt", tmp_path / "before", SIDE)

    train(None, tmp_path / "run", None, hours=None, epochs=7, side=SIDE, batch=8, scenes=208, rate=2e-3)
    rows = list(csv.DictReader((tmp_path / "run/results.csv").open()))
    losses = [[float(row[f"train/{name}_loss"]) for name in ("box", "cls", "dfl")] for row in rows]
    assert len(losses) == 7
    assert all(last < 0.9 * first for first, last in zip(losses[0], losses[-1], strict=True)), losses

    export_detector(tmp_path / "run/weights/last.pt", tmp_path, SIDE)
    before = telling_apart(tmp_path / "before/detector.onnx")
    after = telling_apart(tmp_path / "detector.onnx")
    assert after > 0.6 and after > before + 0.2, f"told apart: {before:.0%} before, {after:.0%} after"
