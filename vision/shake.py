"""How far a picture has shaken: a camera on an arm trembles whenever the table is touched."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_ROUNDS: Final = 3
_STRANGE: Final = 8.0
"""Grey levels: a pixel further off than this belongs to something that moves by itself and counts less."""
_STEADY: Final = 1e-3  # keeps the equations solvable where the picture is plain


def shaken(now: NDArray[np.float32], before: NDArray[np.float32]) -> tuple[float, float]:
    """Pixels in x and y by which ``now`` is ``before`` moved; HxW, grey levels of 255, about a pixel at most.

    What moves by itself (hands, cards) hardly counts; the light may have changed all over.
    """
    change = now - before
    change -= np.median(change[::2, ::2])
    across = cv2.Sobel(before, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    down = cv2.Sobel(before, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    shift = np.zeros(2)
    left = change
    for _ in range(_ROUNDS):
        weight = 1 / (1 + (left / _STRANGE) ** 2)
        weighted_across, weighted_down = weight * across, weight * down
        mixed = float((weighted_across * down).sum())
        system = np.array([[(weighted_across * across).sum(), mixed], [mixed, (weighted_down * down).sum()]])
        pull = np.array([(weighted_across * change).sum(), (weighted_down * change).sum()])
        shift = -np.linalg.solve(system + _STEADY * np.eye(2), pull)
        left = change + shift[0] * across + shift[1] * down
    return float(shift[0]), float(shift[1])


def moved_by(picture: NDArray[np.int16], shift: tuple[float, float]) -> NDArray[np.int16]:
    """A picture (HxWx3) moved by so many pixels; its edge goes on beyond it."""
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.int16)
