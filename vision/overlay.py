"""Draw what was read onto a picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.events import Reading
from vision.geometry import middle

_NAMED = (80, 200, 60)  # BGR: a fact
_DOUBT = (40, 160, 250)  # drawn dashed as well: doubt never looks like a fact
_BACK = (210, 140, 60)


def draw(image: NDArray[np.uint8], readings: Sequence[Reading]) -> NDArray[np.uint8]:
    """A copy of the HxWx3 BGR picture with outlines and names; "?" and a dashed outline where unsure."""
    canvas = image.copy()
    thickness = max(2, round(max(image.shape[:2]) / 500))
    for one in readings:
        corners = np.round(one.quad).astype(np.int32)
        doubtful = one.side == "face" and one.card is None
        colour = _BACK if one.side == "back" else _DOUBT if doubtful else _NAMED
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            if doubtful:
                _dashed(canvas, start, end, colour, thickness)
            else:
                _line(canvas, start, end, colour, thickness)
        label = "back" if one.side == "back" else one.card or "?"
        _write(canvas, label, middle(one.quad), colour, thickness)
    return canvas


def _line(
    canvas: NDArray[np.uint8],
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    colour: tuple[int, int, int],
    thickness: int,
) -> None:
    first, last = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
    cv2.line(canvas, first, last, colour, thickness, cv2.LINE_AA)


def _dashed(
    canvas: NDArray[np.uint8],
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    colour: tuple[int, int, int],
    thickness: int,
) -> None:
    pieces = max(3, int(np.hypot(*(end - start)) / (6 * thickness)) | 1)
    for piece in range(0, pieces, 2):
        from_here = np.round(start + (end - start) * (piece / pieces)).astype(np.int32)
        to_there = np.round(start + (end - start) * ((piece + 1) / pieces)).astype(np.int32)
        _line(canvas, from_here, to_there, colour, thickness)


def _write(
    canvas: NDArray[np.uint8],
    text: str,
    place: tuple[float, float],
    colour: tuple[int, int, int],
    thickness: int,
) -> None:
    scale = thickness * 0.45
    (wide, high), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thickness)
    left, bottom = int(place[0] - wide / 2), int(place[1] + high / 2)
    corner, opposite = (left - 4, bottom - high - 4), (left + wide + 4, bottom + base)
    cv2.rectangle(canvas, corner, opposite, (20, 20, 20), cv2.FILLED)
    cv2.putText(canvas, text, (left, bottom), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thickness, cv2.LINE_AA)
