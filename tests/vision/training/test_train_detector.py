"""A fixed number of scenes of the committed deck alone really teaches the detector."""

import csv
from pathlib import Path

import numpy as np
import torch

from datasets.feed import detector_scene, load_stage
from vision.crop import quads_of_boxes
from vision.detector import CardDetector
from vision.geometry import iou
from vision.models import OnnxDetector
from vision.training.export import export_detector
from vision.training.train_detector import train

SIDE = 224


def found_share(weights: Path) -> float:
    """Share of the cards of 30 new scenes that the exported network outlines."""
    detector = CardDetector(OnnxDetector(weights.read_bytes(), SIDE, 0.2))
    stage = load_stage(None)
    found = total = 0
    for number in range(30):
        image, _, boxes = detector_scene(stage, [555, number], SIDE)
        outlines = [one.quad for one in detector.detect(image)]
        scaled = boxes * (SIDE, SIDE, SIDE, SIDE, 1)
        for quad in quads_of_boxes(scaled.astype(np.float32)):
            total += 1
            found += any(iou(quad, outline) > 0.5 for outline in outlines)
    return found / total


def test_the_detector_learns(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    train(None, tmp_path / "run", None, hours=None, epochs=6, side=SIDE, batch=8, scenes=160)
    rows = list(csv.DictReader((tmp_path / "run/results.csv").open()))
    losses = [[float(row[f"train/{name}_loss"]) for name in ("box", "cls", "dfl")] for row in rows]
    assert len(losses) == 6
    assert all(last < 0.85 * first for first, last in zip(losses[0], losses[-1], strict=True)), losses
    export_detector(tmp_path / "run/weights/last.pt", tmp_path, SIDE)
    share = found_share(tmp_path / "detector.onnx")
    assert share > 0.15, f"only {share:.0%} of the cards found"
