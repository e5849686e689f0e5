"""Sharpness, light and glare of a picture, measured on its cards where there are some."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, ViewConfig
from vision.crop import cut
from vision.geometry import Quad

Image = NDArray[np.uint8]

_PATCH = (56, 80)  # width and height of the small picture of a card in which light is measured
_SMOOTH = 0.6  # pixels (sigma)
_STEP = math.sqrt(2 * math.pi)  # an edge blurred by s pixels climbs by its height / (s * this) a pixel


def blur_px(image: Image, quads: Sequence[Quad], config: ViewConfig = DEFAULT.view) -> float | None:
    """Blur of the sharpest edges of cards in pixels (a Gaussian's sigma): about 0.9 in a sharp picture.

    The median over the cards. None without a card of enough contrast: a bare cloth has no edge to judge by.
    """
    found = [
        _blur(np.asarray(cv2.cvtColor(_around(image, quad), cv2.COLOR_BGR2GRAY), np.uint8), config)
        for quad in quads[: config.cards_measured]
    ]
    known = [value for value in found if value is not None]
    return float(np.median(known)) if known else None


def light_of(image: Image, quads: Sequence[Quad], config: ViewConfig = DEFAULT.view) -> float:
    """Grey level, 0..255, of the paper of faces (median); without any, of what is bright in the picture."""
    if not quads:
        return float(np.percentile(image[::8, ::8].max(axis=2), 90))
    levels = [_paper(_patch(image, quad)) for quad in quads[: config.cards_measured]]
    return float(np.median(levels))


def glare_of(image: Image, quads: Sequence[Quad], config: ViewConfig = DEFAULT.view) -> float:
    """Share, 0..1, that a mirrored lamp hides: of the worst card; without cards, of the picture's middle."""
    if not quads:
        high, wide = image.shape[:2]
        middle = image[high // 8 : high - high // 8 : 4, wide // 8 : wide - wide // 8 : 4]
        return _burnt(np.asarray(middle, np.uint8), config)
    return max(_burnt(_patch(image, quad), config) for quad in quads[: config.cards_measured])


def _patch(image: Image, quad: Quad) -> Image:
    return cut(image, quad, _PATCH, margin=-0.04)


def _paper(patch: Image) -> float:
    """Level of the paper: most of a face is paper, ink and pictures are darker."""
    return float(np.percentile(patch.min(axis=2), 75))


def _burnt(patch: Image, config: ViewConfig) -> float:
    least = patch.min(axis=2)
    burnt = (least >= config.burnt_level).astype(np.uint8)
    burnt = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    share = float(burnt.mean())
    if not share:
        return 0.0
    # evenly bright paper is no lamp: around a mirrored lamp things are clearly darker
    rest = least[burnt == 0]
    usual = float(np.percentile(rest, 75)) if rest.size else 255.0
    return share if usual <= config.burnt_level - config.burnt_step else 0.0


def _around(image: Image, quad: Quad) -> Image:
    """The upright box around a card, at full resolution; one pixel where it lies outside the picture."""
    left, top = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int)
    part = image[top:bottom, left:right]
    return part if part.size else image[:1, :1]


def _blur(part: Image, config: ViewConfig) -> float | None:
    if min(part.shape) < 8:
        return None
    smooth = cv2.GaussianBlur(part, (0, 0), _SMOOTH).astype(np.float32)
    dark, bright = np.percentile(smooth, (3, 97))
    if bright - dark < config.least_contrast:
        return None
    slope_x = (smooth[1:-1, 2:] - smooth[1:-1, :-2]) / 2
    slope_y = (smooth[2:, 1:-1] - smooth[:-2, 1:-1]) / 2
    steepest = float(np.percentile(np.hypot(slope_x, slope_y), 99.5))
    if steepest <= 0:
        return None
    sigma = (bright - dark) / (steepest * _STEP)
    # the smoothing against noise blurs by itself
    return math.sqrt(max(float(sigma) ** 2 - _SMOOTH**2, 0.25))
