"""A painted table and networks that understand it: what stands in for trained weights in tests.

A painted face is a sheet of paper with a coloured field whose grey level is its class; a back is blue.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards import CARD_NAMES, CLASS_COUNT, class_of
from vision.crop import quad_of_box

TABLE = (60, 90, 50)
PAPER = (245, 245, 245)
BACK = (200, 60, 20)
Box = tuple[float, float, float, float, float]  # cx, cy, w, h, angle


def paint(image: np.ndarray, card: str | None, box: Box, back: tuple[int, int, int] = BACK) -> np.ndarray:
    """Lay a card (None: a back of that colour) on the picture; the quad it covers is returned."""
    quad = quad_of_box(box)
    outline = np.round(quad * 16).astype(np.int32)
    colour = back if card is None else PAPER
    cv2.fillConvexPoly(image, outline, colour, cv2.LINE_AA, shift=4)
    if card is not None:
        inner = quad_of_box((box[0], box[1], box[2] * 0.8, box[3] * 0.8, box[4]))
        level = 2 + 4 * class_of(card)
        cv2.fillConvexPoly(image, np.round(inner * 16).astype(np.int32), (0, level, 255 - level), shift=4)
    return quad


def table(wide: int = 1280, high: int = 720) -> np.ndarray:
    return np.full((high, wide, 3), TABLE, np.uint8)


class PaintedDetector:
    """Answers with the boxes it was told, letterboxed as the real network sees them."""

    def __init__(
        self, boxes: Sequence[tuple[Box, str, float]], picture: tuple[int, int] = (1280, 720)
    ) -> None:
        self.boxes = list(boxes)
        self.picture = picture
        self.size = 416
        self.score_threshold = 0.3
        self.calls = 0

    def forward(self, blob: np.ndarray) -> np.ndarray:
        self.calls += 1
        wide, high = self.picture
        scale = 416 / max(wide, high)
        inside = [round(side * scale) for side in self.picture]
        full = [math.ceil(side / 32) * 32 for side in inside]
        assert blob.shape == (1, 3, full[1], full[0]) and blob.dtype == np.float32
        assert 0 <= blob.min() <= blob.max() <= 1
        left, top = (round((whole - part) / 2 - 0.1) for whole, part in zip(full, inside, strict=True))
        raw = np.zeros((1, 7, max(1, len(self.boxes))), np.float32)
        for i, ((cx, cy, w, h, angle), side, score) in enumerate(self.boxes):
            faces, backs = (score, 0.01) if side == "face" else (0.01, score)
            raw[0, :, i] = cx * scale + left, cy * scale + top, w * scale, h * scale, faces, backs, angle
        return raw


class PaintedReader:
    """Reads the class off the coloured field in the middle of the crop."""

    def __init__(self, threshold: float = 0.8, sharpness: float = 3.0) -> None:
        self.size = (112, 160)
        self.threshold = threshold
        self.temperature = 1.0
        self.sharpness = sharpness
        self.batches: list[int] = []

    def forward(self, batch: np.ndarray) -> np.ndarray:
        assert batch.shape[1:] == (3, 160, 112) and batch.dtype == np.float32
        self.batches.append(len(batch))
        logits = np.zeros((len(batch), CLASS_COUNT), np.float32)
        for row, crop in zip(logits, batch, strict=True):
            red, green, blue = (crop[:, 60:100, 40:72].mean(axis=(1, 2)) * 0.25 + 0.5) * 255
            if abs(red + green - 255) < 12 and blue < 30:
                row[: len(CARD_NAMES)] = -self.sharpness * np.abs(
                    np.arange(len(CARD_NAMES)) - (green - 2) / 4
                )
                row[-1] = -20
            else:
                row[-1] = 6
        return logits
