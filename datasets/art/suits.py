"""Suits drawn from numbers: clubs with lobes of any size and place, fat and slender spades, and so on.

At a few pixels only the outline tells a club from a spade, and every print draws it a little differently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]
Draw = Callable[[Mask], None]

_HIGH: Final = 200
_FINE: Final = 16  # cv2 draws at this fraction of a pixel
_ROOM: Final = 1.6  # the canvas, in heights of a suit


def drawn_suits(rng: np.random.Generator) -> dict[str, Mask]:
    """A mask for each of C, D, H and S, as one printer would draw them, tight."""
    wide, rise = rng.uniform(0.08, 0.34), rng.uniform(0.25, 0.45)
    neck = min(rng.uniform(0.02, 0.1), 0.8 * wide)
    drawings = {
        "C": _club(rng, wide, neck),
        "D": _diamond(rng),
        "H": _heart(rng),
        "S": _spade(rng, wide, neck, max(rise, 0.4)),
    }
    return {suit: _mask(draw) for suit, draw in drawings.items()}


def _mask(draw: Draw) -> Mask:
    """What is drawn on a canvas in which a suit is one high and has its middle at 0, 0."""
    side = round(_HIGH * _ROOM)
    canvas = np.zeros((side, side), np.uint8)
    draw(canvas)
    rows, columns = np.flatnonzero(canvas.max(axis=1)), np.flatnonzero(canvas.max(axis=0))
    return np.ascontiguousarray(canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _fill(canvas: Mask, points: Points) -> None:
    middle = canvas.shape[0] / 2
    cv2.fillPoly(canvas, [np.round((points * _HIGH + middle) * _FINE).astype(np.int32)], 255, cv2.LINE_AA, 4)


def _oval(x: float, y: float, wide: float, high: float) -> Points:
    turn = np.linspace(0, 2 * np.pi, 60)
    return np.stack([x + wide * np.cos(turn), y + high * np.sin(turn)], axis=1)


def _curve(start: tuple[float, float], bend: tuple[float, float], end: tuple[float, float]) -> Points:
    """A quadratic curve."""
    t = np.linspace(0, 1, 20)[:, None]
    return np.asarray(
        (1 - t) ** 2 * np.array(start) + 2 * t * (1 - t) * np.array(bend) + t * t * np.array(end)
    )


def _both_sides(right: Points) -> Points:
    return np.concatenate([right, (right * (-1, 1))[::-1]])


def _foot(wide: float, neck: float, rise: float) -> Points:
    """The stem: ``wide`` at the bottom, ``neck`` at its top, ``rise`` high; halves of widths."""
    return _both_sides(_curve((neck, 0.5 - rise), (neck, 0.5 - 0.15 * rise), (wide, 0.5)))


def _club(rng: np.random.Generator, wide: float, neck: float) -> Draw:
    radius, side = rng.uniform(0.2, 0.27), rng.uniform(0.19, 0.27)
    apart, low = rng.uniform(0.16, 0.3), rng.uniform(0.02, 0.2)
    flat = rng.uniform(0.85, 1.15)
    heart = rng.uniform(0.06, 0.16)

    def draw(canvas: Mask) -> None:
        _fill(canvas, _oval(0, -0.5 + radius, radius * flat, radius))
        for sign in (-1, 1):
            _fill(canvas, _oval(sign * apart, low, side, side * flat))
        _fill(canvas, _oval(0, (low - 0.5 + radius) / 2 + 0.05, heart, heart * 1.4))
        _fill(canvas, _foot(wide, neck, 0.6))

    return draw


def _leaf(rng: np.random.Generator, canvas: Mask, upright: int) -> None:
    """A heart standing on its head (``upright`` 1, with room for a stem below), or on its tip (-1)."""
    broad, low = rng.uniform(0.34, 0.48), rng.uniform(0.06, 0.15)
    deep = rng.uniform(0.17, 0.25)
    bend, shoulder = rng.uniform(0.35, 0.9), rng.uniform(-0.3, -0.1)
    side = _curve((0, -0.5), (broad * bend, shoulder), (broad, low))
    body = _both_sides(np.concatenate([side, [[0, low + 0.6 * deep]]]))
    flip = np.array([1.0, upright])
    _fill(canvas, body * flip)
    for sign in (-1, 1):
        _fill(canvas, _oval(sign * broad * 0.5, low, broad * 0.5, deep) * flip)


def _spade(rng: np.random.Generator, wide: float, neck: float, rise: float) -> Draw:
    def draw(canvas: Mask) -> None:
        _leaf(rng, canvas, 1)
        _fill(canvas, _foot(wide, neck, rise))

    return draw


def _heart(rng: np.random.Generator) -> Draw:
    return lambda canvas: _leaf(rng, canvas, -1)


def _diamond(rng: np.random.Generator) -> Draw:
    broad, pull = rng.uniform(0.32, 0.46), rng.uniform(0.35, 0.55)
    upper = _curve((0, -0.5), (broad * pull, -0.5 * (1 - pull) * rng.uniform(0.75, 1.0)), (broad, 0))
    half = np.concatenate([upper, upper[::-1] * (1, -1)])
    return lambda canvas: _fill(canvas, _both_sides(half))
