"""How well one straightened example of each card of a deck tells its cards apart, beside the trained answer.

    python -m vision.training.enrol --data data [--crops 400] [--models models]

For every held-out deck: the embedding of a crop is compared (cosine) with those of one flat, evenly lit
example of each of the deck's cards; the nearest example names the crop.
"""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import render_crop
from datasets.feed import load_stage
from datasets.scene import CardBox, Stage
from vision.cards import UNREADABLE, class_of
from vision.crop import CROP_MARGIN, CROP_SIZE, normalised
from vision.models import MODELS_FOLDER, OnnxReader, load_networks

_TABLE = (92, 104, 84)
_BATCH = 32


def example(box: CardBox, card: str) -> NDArray[np.uint8]:
    """A card as a perfect crop: flat, upright, on a plain table."""
    width, height = CROP_SIZE
    inner = (round(width / (1 + 2 * CROP_MARGIN)), round(height / (1 + 2 * CROP_MARGIN)))
    picture = cv2.resize(np.ascontiguousarray(box.deck.cards[card]), inner, interpolation=cv2.INTER_AREA)
    left, top = (width - inner[0]) // 2, (height - inner[1]) // 2
    crop = np.empty((height, width, 3), np.uint8)
    crop[:] = _TABLE
    alpha = picture[..., 3:].astype(np.float32) / 255
    place = crop[top : top + inner[1], left : left + inner[0]]
    place[:] = (place * (1 - alpha) + picture[..., :3] * alpha).round().astype(np.uint8)
    return crop


def embeddings(reader: OnnxReader, crops: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """NxE, each of length one: the mean of both ends."""
    rows = []
    for start in range(0, len(crops), _BATCH):
        part = crops[start : start + _BATCH]
        rows.append(
            reader.embed(normalised(part)) + reader.embed(normalised([crop[::-1, ::-1] for crop in part]))
        )
    found = np.concatenate(rows)
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9), np.float32)


def trained(reader: OnnxReader, crops: list[NDArray[np.uint8]]) -> NDArray[np.int64]:
    """The best card of every crop as the trained head names it, from both ends."""
    rows = []
    for start in range(0, len(crops), _BATCH):
        part = crops[start : start + _BATCH]
        turned = [crop[::-1, ::-1] for crop in part]
        rows.append(reader.forward(normalised(part)) + reader.forward(normalised(turned)))
    return np.asarray(np.concatenate(rows)[:, :UNREADABLE].argmax(axis=1), np.int64)


def compare(reader: OnnxReader, stage: Stage, box: CardBox, count: int) -> tuple[float, float]:
    """Share of ``count`` crops of one deck named rightly by the nearest example, and by the trained head."""
    alone = dataclasses.replace(stage, boxes=(box,), chances=np.ones(1))
    crops, truth, number = [], [], 0
    while len(crops) < count:
        crop, named = render_crop(alone, np.random.default_rng([31, number]))
        number += 1
        if named != UNREADABLE:
            crops.append(crop)
            truth.append(named)
    names = list(box.deck.cards)
    gallery = embeddings(reader, [example(box, name) for name in names])
    nearest = (embeddings(reader, crops) @ gallery.T).argmax(axis=1)
    by_example = np.array([class_of(names[index]) for index in nearest])
    return float((by_example == truth).mean()), float((trained(reader, crops) == truth).mean())


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.enrol", description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS_FOLDER)
    parser.add_argument("--crops", type=int, default=400, help="crops a deck")
    args = parser.parse_args()
    reader = load_networks(args.models).reader
    assert isinstance(reader, OnnxReader)
    stage = load_stage(args.data, "val")
    print(f"{'held-out deck':26} {'nearest example':>16} {'trained':>9}")
    for box in stage.boxes:
        by_example, by_head = compare(reader, stage, box, args.crops)
        print(f"{box.deck.name:26} {by_example:16.1%} {by_head:9.1%}")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
