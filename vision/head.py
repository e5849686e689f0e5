"""Decode the maps of the oriented-box head (YOLOv8-obb and YOLO11-obb) into boxes.

The network itself ends at its maps: so one file runs at any size of picture, and only places that see a card
are decoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

BINS: Final = 16
"""Numbers that spell one distance: their softmax is a distribution over 0 .. 15 cells."""

CHANNELS: Final = 4 * BINS + 3
"""Of a map: the distances to the left, top, right and bottom side, face score, back score, angle."""


def decode_head(maps: Sequence[NDArray[np.float32]], wide: int, least: float) -> NDArray[np.float32]:
    """Boxes of all places whose better score is ``least`` (0..1) or more.

    ``maps``: 1x67xhxw each, logits; ``wide``: width of the input they come from, pixels. Returns 1x7xN: cx,
    cy, w, h (input pixels), face score, back score, angle (radians clockwise on the screen).
    """
    return np.concatenate([_decode(one[0], wide / one.shape[3], least) for one in maps], axis=1)[None]


def _decode(one: NDArray[np.float32], stride: float, least: float) -> NDArray[np.float32]:
    scores = 1 / (1 + np.exp(-one[4 * BINS : 4 * BINS + 2]))
    y, x = np.nonzero(scores.max(axis=0) >= least)
    seen = one[:, y, x]
    spelt = np.exp(seen[: 4 * BINS].reshape(4, BINS, -1))
    left, top, right, bottom = (spelt * np.arange(BINS)[:, None]).sum(axis=1) / spelt.sum(axis=1)
    angle = (1 / (1 + np.exp(-seen[-1])) - 0.25) * np.pi
    # the four distances are measured along the turned sides, from the middle of the cell
    along, across = (right - left) / 2, (bottom - top) / 2
    cx = x + 0.5 + along * np.cos(angle) - across * np.sin(angle)
    cy = y + 0.5 + along * np.sin(angle) + across * np.cos(angle)
    boxes = np.stack([cx, cy, left + right, top + bottom]) * stride
    return np.asarray(np.concatenate([boxes, scores[:, y, x], angle[None]]), dtype=np.float32)
