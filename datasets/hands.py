"""Procedural arms and hands: enough of a hand to cover cards, cast a shadow and not be a card."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.canvas import Canvas

_SKINS = ((160, 190, 235), (130, 165, 215), (105, 140, 195), (75, 105, 160), (50, 75, 120), (35, 50, 85))


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm as seen: ``tip`` (pixels) where the fingers end, ``direction`` (unit, towards the body).

    ``width``: of the hand, pixels. ``skin``, ``sleeve``: BGR. ``bare``: hand widths between wrist and sleeve.
    ``spread``: of the fingers, 0..1.
    """

    tip: tuple[float, float]
    direction: tuple[float, float]
    width: float
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    bare: float
    spread: float

    @classmethod
    def random(
        cls, rng: np.random.Generator, tip: tuple[float, float], direction: tuple[float, float], width: float
    ) -> Arm:
        """An arm with random skin, sleeve and spread."""
        skin = np.array(_SKINS[rng.integers(len(_SKINS))]) + rng.normal(0, 8, 3)
        sleeve = rng.uniform(10, 240, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(10, 240))
        as_bgr = [tuple(int(v) for v in np.clip(c, 0, 255)) for c in (skin, sleeve)]
        return cls(tip, direction, width, as_bgr[0], as_bgr[1], rng.uniform(1.2, 4.5), rng.uniform(0.2, 1))


def draw_arm(rng: np.random.Generator, canvas: Canvas, arm: Arm) -> None:
    """Draw an arm with its soft shadow over everything lying on the canvas."""
    height, width = canvas.image.shape[:2]
    tip, back = np.array(arm.tip), np.array(arm.direction)
    side = np.array([-back[1], back[0]])
    unit = arm.width
    length = 2.5 * max(height, width)
    colour = np.zeros((height, width, 3), np.uint8)
    alpha = np.zeros((height, width), np.uint8)

    def limb(start: np.ndarray, end: np.ndarray, thick: float, tint: tuple[int, int, int]) -> None:
        for bgr, share in ((np.array(tint) * 0.72, 1.0), (np.array(tint), 0.72)):
            a = tuple(int(v * 8) for v in start + side * thick * (1 - share) * 0.25)
            b = tuple(int(v * 8) for v in end + side * thick * (1 - share) * 0.25)
            wide = max(1, round(thick * share))
            cv2.line(colour, a, b, tuple(int(v) for v in np.clip(bgr, 0, 255)), wide, cv2.LINE_AA, 3)
        a, b = (tuple(int(v * 8) for v in p) for p in (start, end))
        cv2.line(alpha, a, b, 255, max(1, round(thick)), cv2.LINE_AA, 3)

    palm = tip + back * unit * 1.15
    wrist = palm + back * unit * 0.9
    limb(palm, wrist + back * unit * arm.bare, unit * 0.62, arm.skin)
    limb(wrist + back * unit * arm.bare, wrist + back * length, unit * 0.95, arm.sleeve)
    limb(palm - side * unit * 0.12, palm + side * unit * 0.12 + back * unit * 0.35, unit * 0.85, arm.skin)
    for finger, offset in enumerate((-0.36, -0.13, 0.1, 0.32)):
        fan = offset * arm.spread
        knuckle = palm + side * unit * offset * 0.9 - back * unit * 0.2
        reach = unit * (0.95, 1.1, 1.02, 0.8)[finger] * rng.uniform(0.75, 1.0)
        way = -back + side * fan
        limb(knuckle, knuckle + way / np.linalg.norm(way) * reach, unit * 0.21, arm.skin)
    way = -back * 0.7 + side * (0.4 + 0.5 * arm.spread)
    base = palm + side * unit * 0.4
    limb(base, base + way / np.linalg.norm(way) * unit * 0.75, unit * 0.25, arm.skin)

    shift = rng.uniform(-0.2, 0.2, 2) * unit
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shadow = cv2.blur(cv2.warpAffine(alpha, move, (width, height)), (max(1, int(unit * 0.35)),) * 2)
    shade = 255 - (shadow * rng.uniform(0.15, 0.55)).astype(np.uint8)
    cv2.multiply(canvas.image, cv2.cvtColor(shade, cv2.COLOR_GRAY2BGR), canvas.image, 1 / 255)
    canvas.paint(np.asarray(cv2.blur(colour, (3, 3))), alpha, 0, 0, 0)


def random_arm(
    rng: np.random.Generator, canvas: Canvas, card_px: float, towards: tuple[float, float] | None = None
) -> Arm:
    """An arm that reaches in from some side of the picture, as large as its cards make it."""
    height, width = canvas.image.shape[:2]
    angle = rng.uniform(0, 2 * math.pi)
    tip = towards or (rng.uniform(0, width), rng.uniform(0, height))
    return Arm.random(rng, tip, (math.cos(angle), math.sin(angle)), card_px * rng.uniform(1.2, 1.6))
