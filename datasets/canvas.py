"""The picture being painted: cards, shadows and stamps laid on one another, and who covers whom."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Quad = NDArray[np.float64]


class Texture:
    """A BGRA picture kept premultiplied at every halving of its size, so that small cards do not alias."""

    __slots__ = ("levels",)

    def __init__(self, bgra: Image) -> None:
        alpha = bgra[..., 3:].astype(np.uint16)
        flat = np.empty_like(bgra)
        flat[..., :3] = ((bgra[..., :3] * alpha + 127) // 255).astype(np.uint8)
        flat[..., 3] = bgra[..., 3]
        self.levels: list[Image] = [flat]
        while min(flat.shape[:2]) > 24:
            flat = np.asarray(
                cv2.resize(flat, (flat.shape[1] // 2, flat.shape[0] // 2), interpolation=cv2.INTER_AREA)
            )
            self.levels.append(flat)

    def level_for(self, height: float) -> Image:
        """The level to show at ``height`` pixels: the smallest that is not much coarser than the picture."""
        best = self.levels[0]
        for level in self.levels[1:]:
            if level.shape[0] < 0.9 * height:
                break
            best = level
        return best


class Canvas:
    """A BGR picture with, for each pixel, the number of the thing on top (0: nothing of interest)."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.owner: NDArray[np.int16] = np.zeros(image.shape[:2], np.int16)

    def _window(self, points: Quad, margin: float) -> tuple[int, int, int, int] | None:
        height, width = self.image.shape[:2]
        left, top = np.floor(points.min(axis=0) - margin).astype(int)
        right, bottom = np.ceil(points.max(axis=0) + margin).astype(int) + 1
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None

    def shade(self, outline: Quad, strength: float, softness: float) -> None:
        """Darken below ``outline`` (Nx2 pixels) by up to ``strength`` (0..1), soft over that many pixels."""
        window = self._window(outline, softness)
        if window is None:
            return
        left, top, right, bottom = window
        mask = np.zeros((bottom - top, right - left), np.uint8)
        shifted = np.round((outline - (left, top)) * 8).astype(np.int32)
        cv2.fillPoly(mask, [shifted], int(255 * strength), cv2.LINE_AA, 3)
        if softness >= 1:
            side = 2 * round(softness) + 1
            mask = np.asarray(cv2.blur(mask, (side, side)))
        part = self.image[top:bottom, left:right]
        cv2.multiply(part, cv2.cvtColor(255 - mask, cv2.COLOR_GRAY2BGR), part, 1 / 255)

    def lay(self, texture: Texture, quad: Quad, number: int, look: Image | None = None) -> None:
        """Lay a texture with its corners (top left, clockwise) on ``quad`` (4x2 pixels).

        ``look`` is a 256x1x3 table that recolours it; ``number`` is written into ``owner``.
        """
        window = self._window(quad, 1)
        if window is None:
            return
        left, top, right, bottom = window
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        flat = texture.level_for(max(sides[1], sides[3]))
        height, width = flat.shape[:2]
        if look is not None:
            flat = recolour(flat, look)
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(corners, (quad - (left, top)).astype(np.float32))
        patch = cv2.warpPerspective(flat, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
        part = self.image[top:bottom, left:right]
        alpha = patch[..., 3]
        cv2.multiply(part, cv2.cvtColor(255 - alpha, cv2.COLOR_GRAY2BGR), part, 1 / 255)
        cv2.add(part, patch[..., :3], part)
        self.owner[top:bottom, left:right][alpha > 127] = number

    def paint(self, colour: Image, alpha: Image, left: int, top: int, number: int) -> None:
        """Paint a BGR patch with its opacity (0..255) at a place that may lie partly outside."""
        height, width = self.image.shape[:2]
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + alpha.shape[1], width), min(top + alpha.shape[0], height)
        if x1 - x0 < 1 or y1 - y0 < 1:
            return
        cut = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        part, opacity = self.image[y0:y1, x0:x1], alpha[cut]
        above = cv2.multiply(colour[cut], cv2.cvtColor(opacity, cv2.COLOR_GRAY2BGR), scale=1 / 255)
        cv2.multiply(part, cv2.cvtColor(255 - opacity, cv2.COLOR_GRAY2BGR), part, 1 / 255)
        cv2.add(part, above, part)
        self.owner[y0:y1, x0:x1][opacity > 127] = number

    def visible_shares(self, quads: list[Quad]) -> list[float]:
        """For quads numbered 1, 2, ... the share (0..1) of each that is on top and inside the picture."""
        counts = np.bincount(self.owner.ravel(), minlength=len(quads) + 1)
        shares = []
        for number, quad in enumerate(quads, start=1):
            area = abs(cv2.contourArea(quad.astype(np.float32)))
            shares.append(min(1.0, counts[number] / area) if area > 0 and math.isfinite(area) else 0.0)
        return shares


def recolour(flat: Image, look: Image) -> Image:
    """A premultiplied BGRA picture with its colours sent through a 256x1x3 table."""
    changed = np.asarray(cv2.LUT(flat[..., :3], look))
    alpha = flat[..., 3]
    changed = np.asarray(cv2.multiply(changed, cv2.cvtColor(alpha, cv2.COLOR_GRAY2BGR), scale=1 / 255))
    return np.dstack([changed, alpha])
