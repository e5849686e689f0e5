"""Things that lie about on a card table, seen from above: cut-outs drawn from numbers.

Rectangles matter most: telephones, papers and boxes are what a detector takes for cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from datasets.art.picture import Picture, corner_mask

Rng = np.random.Generator


def thing(rng: Rng, kind: str = "") -> Picture:
    """One thing of a kind of THINGS, or of a random one: BGRA, 100 to 400 pixels on its long side."""
    if not kind:
        kind = str(rng.choice(tuple(THINGS)))
    return THINGS[kind](rng)


def telephone(rng: Rng) -> Picture:
    """A dark slab with a screen, sometimes lit, sometimes its back with lenses."""
    height = int(rng.integers(260, 400))
    width = int(height * rng.uniform(0.45, 0.52))
    picture = _slab(_colour(rng, 0, 80, 10, 60), height, width, 0.14)
    edge = int(width * rng.uniform(0.03, 0.08))
    if rng.random() < 0.6:
        screen = _colour(rng, 0, 200, 5, 240).astype(np.float32)
        fade = np.linspace(1, rng.uniform(0.4, 1), height - 2 * edge, dtype=np.float32)[:, None, None]
        picture[edge : height - edge, edge : width - edge, :3] = np.broadcast_to(
            screen * fade, (height - 2 * edge, width - 2 * edge, 3)
        ).astype(np.uint8)
    else:
        for lens in range(int(rng.integers(1, 4))):
            cv2.circle(
                picture, (width // 4, width // 4 + lens * width // 5), width // 12, (20, 20, 20, 255), -1
            )
    return picture


def paper(rng: Rng) -> Picture:
    """A sheet or note with lines of writing, a table of points, or blank; of a card's size or larger."""
    height = int(rng.integers(180, 400))
    width = int(height * rng.uniform(0.55, 0.95))
    picture = _slab(_colour(rng, 0, 60, 200, 255), height, width, 0.005)
    ink = [*_colour(rng, 0, 255, 0, 140).tolist(), 255]
    step = int(rng.integers(10, 30))
    style = int(rng.integers(4))
    for y in range(step, height - step, step):
        if style == 0:
            cv2.line(picture, (8, y), (width - 8, y), ink, 1)
        elif style == 1:
            x = 12
            while x < width - 20:
                word = int(rng.integers(8, 40))
                cv2.line(picture, (x, y), (min(x + word, width - 12), y), ink, max(1, step // 4))
                x += word + 8
        elif style == 2:
            x = int(rng.integers(10, width // 2))
            for stroke in range(int(rng.integers(1, 6))):
                cv2.line(
                    picture, (x + 7 * stroke, y), (x + 7 * stroke, y + step * 2 // 3), ink, 2, cv2.LINE_AA
                )
    return picture


def box(rng: Rng) -> Picture:
    """A box or book of one colour with a frame, a band or a disc: a rectangle that is not a card."""
    height = int(rng.integers(140, 400))
    width = int(height * rng.uniform(0.4, 1.0))
    picture = _slab(_colour(rng, 0, 230, 30, 240), height, width, rng.uniform(0.005, 0.06))
    ink = [*_colour(rng, 0, 230, 20, 250).tolist(), 255]
    style = int(rng.integers(4))
    if style == 0:
        cv2.rectangle(picture, (width // 10, width // 10), (width * 9 // 10, height - width // 10), ink, 3)
    elif style == 1:
        top = int(rng.integers(0, height // 2))
        picture[top : top + height // 4, :, :3] = ink[:3]
    elif style == 2:
        cv2.circle(picture, (width // 2, height // 2), width // 3, ink, -1, cv2.LINE_AA)
    return picture


def cup(rng: Rng) -> Picture:
    """A cup, glass or bowl from above: rings, the drink, a glint."""
    size = int(rng.integers(160, 360))
    picture = np.zeros((size, size, 4), np.uint8)
    middle, radius = (size // 2, size // 2), size // 2 - 4
    for share in (1.0, 0.92, 0.88, 0.8):
        colour = [*_colour(rng, 0, 200, 30, 255).tolist(), 255]
        cv2.circle(picture, middle, int(radius * share), colour, -1, cv2.LINE_AA)
    cv2.ellipse(
        picture, middle, (int(radius * 0.7), int(radius * 0.7)), rng.uniform(0, 360), 0, 50, (255,) * 4, 3
    )
    return _soft(picture)


def coin(rng: Rng) -> Picture:
    """A coin, bottle cap, chip or bean: a small disc with a rim."""
    size = int(rng.integers(60, 140))
    picture = np.zeros((size, size, 4), np.uint8)
    middle, radius = (size // 2, size // 2), size // 2 - 3
    metal = _colour(rng, 20, 200, 90, 230)
    cv2.circle(picture, middle, radius, [*metal.tolist(), 255], -1, cv2.LINE_AA)
    cv2.circle(picture, middle, int(radius * 0.85), [*(metal // 2).tolist(), 255], 2, cv2.LINE_AA)
    teeth = int(rng.integers(0, 24))
    for turn in np.linspace(0, 2 * np.pi, teeth, endpoint=False):
        end = (int(middle[0] + radius * np.cos(turn)), int(middle[1] + radius * np.sin(turn)))
        start = (int(middle[0] + radius * 0.85 * np.cos(turn)), int(middle[1] + radius * 0.85 * np.sin(turn)))
        cv2.line(picture, start, end, [*(metal // 3).tolist(), 255], 2, cv2.LINE_AA)
    return _soft(picture)


def pen(rng: Rng) -> Picture:
    """A pen or pencil: a long thin rod with a light line along it."""
    length, thick = int(rng.integers(220, 400)), int(rng.integers(10, 24))
    picture = np.zeros((length, thick + 8, 4), np.uint8)
    colour = _colour(rng, 0, 240, 20, 240)
    cv2.rectangle(picture, (4, 20), (4 + thick, length - 4), [*colour.tolist(), 255], -1)
    tip = np.array([[4, 20], [4 + thick, 20], [4 + thick // 2, 2]], np.int32)
    cv2.fillPoly(picture, [tip], [60, 90, 120, 255], cv2.LINE_AA)
    cv2.line(picture, (4 + thick // 3, 22), (4 + thick // 3, length - 6), [230, 230, 230, 255], 2)
    return _soft(picture)


THINGS: Final[dict[str, Callable[[Rng], Picture]]] = {
    "telephone": telephone,
    "paper": paper,
    "box": box,
    "cup": cup,
    "coin": coin,
    "pen": pen,
}


def _slab(colour: np.ndarray, height: int, width: int, corner: float) -> Picture:
    picture = np.empty((height, width, 4), np.uint8)
    picture[..., :3] = colour
    picture[..., 3] = corner_mask(height, width, corner)
    return picture


def _soft(picture: Picture) -> Picture:
    """Light falling off across the thing, so that it is not one flat colour."""
    height, width = picture.shape[:2]
    light = (
        np.linspace(1.1, 0.8, width, dtype=np.float32)
        * np.linspace(1.05, 0.85, height, dtype=np.float32)[:, None]
    )
    picture[..., :3] = np.clip(picture[..., :3] * light[..., None], 0, 255).astype(np.uint8)
    return picture


def _colour(
    rng: Rng, least_saturation: int, most_saturation: int, least_value: int, most_value: int
) -> np.ndarray:
    hsv = [
        rng.integers(180),
        rng.integers(least_saturation, most_saturation + 1),
        rng.integers(least_value, most_value + 1),
    ]
    return np.asarray(cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0])
