"""Things on a table that are not cards: papers, phones, notes, chips, keyboards, boxes and printed cloth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.canvas import Image, Texture

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Thing:
    """A flat thing with its width and height in millimetres; ``tall`` things stand above the cards."""

    texture: Texture
    size: tuple[float, float]
    tall: bool = False


def _colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> Colour:
    b, g, r = (int(v) for v in rng.uniform(low, high, 3))
    return (b, g, r)


def _sheet(width: int, height: int, colour: Colour, corner: float = 0.0) -> Image:
    """An opaque BGRA rectangle with rounded corners (radius as a share of the width)."""
    image = np.zeros((height, width, 4), np.uint8)
    image[..., :3] = colour
    radius = int(corner * width)
    if radius < 1:
        image[..., 3] = 255
        return image
    cv2.rectangle(image, (radius, 0), (width - radius, height), (*colour, 255), -1)
    cv2.rectangle(image, (0, radius), (width, height - radius), (*colour, 255), -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(image, (x, y), radius, (*colour, 255), -1)
    return image


def suit_sign(image: Image, suit: str, centre: tuple[float, float], size: float, colour: Colour) -> None:
    """Draw a heart, diamond, club or spade (H, D, C, S) of that height in pixels, opaque."""
    x, y, ink, r = centre[0], centre[1], (*colour, 255), size / 2

    def polygon(*points: tuple[float, float]) -> None:
        cv2.fillPoly(image, [np.array([(x + r * a, y + r * b) for a, b in points], np.int32)], ink)

    def disc(a: float, b: float, radius: float) -> None:
        cv2.circle(image, (int(x + r * a), int(y + r * b)), max(1, int(r * radius)), ink, -1)

    if suit == "D":
        polygon((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
    elif suit == "H":
        disc(-0.42, -0.4, 0.45)
        disc(0.42, -0.4, 0.45)
        polygon((-0.85, -0.25), (0.85, -0.25), (0, 1))
    elif suit == "S":
        disc(-0.42, 0.25, 0.45)
        disc(0.42, 0.25, 0.45)
        polygon((-0.85, 0.12), (0.85, 0.12), (0, -1))
        polygon((0, 0.1), (0.35, 1), (-0.35, 1))
    else:
        disc(0, -0.5, 0.42)
        disc(-0.48, 0.2, 0.42)
        disc(0.48, 0.2, 0.42)
        polygon((0, -0.3), (0.35, 1), (-0.35, 1))


def _paper(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    size = [(210, 297), (148, 210), (105, 148), (80, 160), (76, 76), (90, 55)][rng.integers(6)]
    image = _sheet(size[0] * 2, size[1] * 2, _colour(rng, 190, 255))
    ink, step, y = _colour(rng, 0, 130), int(rng.uniform(10, 34)), 30
    font = int(
        rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX])
    )
    while y < image.shape[0] - 20:
        if rng.random() < 0.75:
            letters = "".join(rng.choice(list("abdeghiklmnoprstuAKQJ2347 9  "), int(rng.integers(3, 40))))
            cv2.putText(
                image, letters, (20, y), font, step / 32, (*ink, 255), max(1, step // 14), cv2.LINE_AA
            )
        y += step
    return image, size


def _phone(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    image = _sheet(150, 310, _colour(rng, 5, 60), 0.12)
    top, bottom = np.array(_colour(rng)), np.array(_colour(rng))
    mix = np.linspace(0, 1, 290)[:, None, None]
    image[10:300, 8:142, :3] = ((1 - mix) * top + mix * bottom) * (rng.random() < 0.6)
    if rng.random() < 0.6:
        for y in range(40, 270, 34):
            for x in range(22, 130, 30):
                cv2.rectangle(image, (x, y), (x + 20, y + 20), (*_colour(rng), 255), -1)
    return image, (72.0, 150.0)


def _pattern(rng: np.random.Generator, image: Image) -> None:
    """Fill a BGR(A) picture with a repeating print."""
    height, width = image.shape[:2]
    alpha = (255,) if image.shape[2] == 4 else ()
    tints = [(*_colour(rng), *alpha) for _ in range(4)]
    step = int(rng.uniform(0.06, 0.4) * min(width, height)) + 6
    step_y = int(step * rng.uniform(0.7, 1.6)) + 2
    line = max(1, step // int(rng.integers(6, 30)))
    kind = int(rng.integers(11))
    rays, inner = int(rng.integers(4, 13)), rng.uniform(0, 0.3)
    for row, y in enumerate(range(0, height, step_y)):
        for column, x in enumerate(range(0, width, step)):
            tint = tints[(row + column) % 2]
            a, b = (x + step // 8, y + step_y // 8), (x + step * 7 // 8, y + step_y * 7 // 8)
            middle = (x + step // 2, y + step_y // 2)
            if kind == 0:
                cv2.rectangle(image, (x, y), (x + step, y + step_y), tint, -1)
            elif kind == 1:
                cv2.rectangle(image, a, b, tint, -1)
                cv2.rectangle(image, a, b, tints[2], line)
            elif kind == 2:
                cv2.circle(image, middle, step // 3, tint, -1 if rng.random() < 0.8 else line)
            elif kind == 3:
                points = np.array(
                    [(x, middle[1]), (middle[0], y), (x + step, middle[1]), (middle[0], y + step_y)]
                )
                cv2.fillPoly(image, [points], tint)
                cv2.polylines(image, [points], True, tints[3], line)
            elif kind == 4:
                cv2.rectangle(image, a, b, tints[2], line)
                cv2.line(image, a, b, tint, line)
                cv2.line(image, (b[0], a[1]), (a[0], b[1]), tint, line)
            elif kind == 5:
                cv2.rectangle(image, (x, 0), (x + step // 2, height), tint, -1)
            elif kind == 8:  # stars of lines that meet, as on printed oilcloth
                shift = step // 2 if row % 2 else 0
                centre = np.array([x + shift, y])
                for turn in np.arange(rays) * (2 * math.pi / rays):
                    way = np.array([math.cos(turn) * step, math.sin(turn) * step_y])
                    ends = np.round(
                        [centre + inner * way, centre + way * (0.5 if rays % 3 else 0.58)]
                    ).astype(int)
                    cv2.line(image, ends[0].tolist(), ends[1].tolist(), tints[2], line, cv2.LINE_AA)
                if inner > 0.1:
                    cv2.circle(
                        image, centre.tolist(), max(1, int(inner * step / 2)), tints[2], -1, cv2.LINE_AA
                    )
            elif kind == 9:  # rings that overlap
                cv2.circle(image, (x, y), int(step * (0.5 + inner)), tints[2], line, cv2.LINE_AA)
            elif kind == 10:  # zigzags and triangles
                peaks = [(x, y), (x + step // 2, y + step_y), (x + step, y)]
                cv2.polylines(image, [np.array(peaks)], rays % 2 == 0, tints[2], line, cv2.LINE_AA)
            elif kind == 6:
                suit_sign(image, "HDCS"[(row + column) % 4], middle, step * 0.6, tint[:3])
            else:
                cv2.rectangle(image, a, b, tints[2], -1)
                for inset in range(1, 4):
                    p = (a[0] + inset * step // 12, a[1] + inset * step_y // 12)
                    q = (b[0] - inset * step // 12, b[1] - inset * step_y // 12)
                    cv2.rectangle(image, p, q, tints[inset % 4], line)


def _net(rng: np.random.Generator, image: Image) -> None:
    """A net of printed lines: three directions, broken stars on a hexagonal lattice, or irregular cells."""
    side = image.shape[0]
    ink = _colour(rng, 150, 255) if rng.random() < 0.7 else _colour(rng)
    step = rng.uniform(0.06, 0.32) * side
    line = max(1, int(step / rng.uniform(8, 40)))
    lattice = np.array(
        [
            ((column + 0.5 * (row % 2)) * step, row * step * 0.866)
            for row in range(-1, int(side / step / 0.866) + 2)
            for column in range(-1, int(side / step) + 2)
        ]
    )
    kind = rng.integers(3)
    if kind == 2:  # irregular: every point is joined with its nearest ones
        lattice = lattice + rng.normal(0, step * 0.25, lattice.shape)
    near = np.linalg.norm(lattice[:, None] - lattice[None], axis=2)
    for point, row in zip(lattice, near, strict=True):
        for other in np.argsort(row)[1 : 7 if kind < 2 else 4]:
            if row[other] > 1.6 * step:
                continue
            ends = [point, lattice[other]]
            if kind == 1:  # rays to the middles of the triangles, and those joined
                turn = np.array([[0.75, -0.433], [0.433, 0.75]]) * 0.667
                ends = [point, point + (lattice[other] - point) @ turn.T]
                cv2.line(
                    image,
                    np.round(ends[1]).astype(int).tolist(),
                    np.round((point + lattice[other]) / 2).astype(int).tolist(),
                    ink,
                    line,
                    cv2.LINE_AA,
                )
            first, second = (np.round(end).astype(int).tolist() for end in ends)
            cv2.line(image, first, second, ink, line, cv2.LINE_AA)


def patterned_cloth(rng: np.random.Generator) -> Image:
    """640x640 BGR printed cloth: checks, lattices of card-like rectangles, nets, diamonds, stripes, signs."""
    image = np.empty((640, 640, 3), np.uint8)
    image[:] = _colour(rng)
    if rng.random() < 0.35:
        _net(rng, image)
    else:
        _pattern(rng, image)
    if rng.random() < 0.4:
        _pattern(rng, image)
    weave = rng.normal(0, rng.uniform(2, 10), (640, 640, 1))
    image = np.clip(image + weave, 0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.5)))


def _printed(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    """A book, box, wrapper, coaster or placemat."""
    size = (rng.uniform(25, 200), rng.uniform(25, 260))
    while 40 < min(size) < 80 and 65 < max(size) < 120:  # of a card's size it would be a back
        size = (rng.uniform(25, 200), rng.uniform(25, 260))
    scale = 220 / max(size)
    image = _sheet(
        max(8, int(size[0] * scale)), max(8, int(size[1] * scale)), _colour(rng), rng.choice([0, 0, 0.05])
    )
    if rng.random() < 0.7:
        covered = image[..., 3].copy()
        _pattern(rng, image)
        image[..., 3] = covered
    if rng.random() < 0.4:
        h, w = image.shape[:2]
        cv2.rectangle(image, (w // 6, h // 6), (w * 5 // 6, h // 2), (*_colour(rng), 255), -1)
        cv2.putText(
            image, "BAR 51", (w // 6, h // 2), cv2.FONT_HERSHEY_DUPLEX, w / 160, (*_colour(rng), 255), 2
        )
    return image, size


def _note(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    image = _sheet(280, 130, _colour(rng, 100, 230))
    for _ in range(12):
        centre = (int(rng.uniform(0, 280)), int(rng.uniform(0, 130)))
        axes = (int(rng.uniform(10, 90)), int(rng.uniform(10, 60)))
        cv2.ellipse(image, centre, axes, float(rng.uniform(0, 180)), 0, 360, (*_colour(rng, 60, 230), 255), 1)
    cv2.ellipse(
        image, (int(rng.uniform(70, 210)), 65), (38, 52), 0, 0, 360, (*_colour(rng, 60, 200), 255), -1
    )
    cv2.putText(
        image, str(rng.choice([2, 5, 10, 20, 50, 100])), (8, 34), 3, 1.1, (*_colour(rng, 0, 120), 255), 2
    )
    return image, (142.0, 66.0)


def _chip(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    image = np.zeros((160, 160, 4), np.uint8)
    tint, light = (*_colour(rng), 255), (*_colour(rng, 200, 255), 255)
    cv2.circle(image, (80, 80), 78, tint, -1, cv2.LINE_AA)
    for turn in range(0, 360, 60):
        cv2.ellipse(image, (80, 80), (78, 78), turn, 0, 24, light, -1)
    cv2.circle(image, (80, 80), 56, tint, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(image, (80, 80), 42, light, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        suit_sign(image, str(rng.choice(list("HDCS"))), (80, 80), 44, _colour(rng, 0, 180))
    side = float(rng.uniform(20, 42))
    return image, (side, side)


def _keyboard(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    body, key = _colour(rng, 0, 220), _colour(rng, 0, 255)
    image = _sheet(620, 230, body, 0.02)
    letters = iter("QWERTYUIOP234567890ASDFGHJKLZXCVBNMQWERTYUIOPASDFGHJKLZXCVBNM34567890QWERTY")
    legend = tuple(255 - v for v in key)
    for y in range(8, 210, 44):
        for x in range(8, 590, 44):
            cv2.rectangle(image, (x, y), (x + 38, y + 38), (*key, 255), -1)
            cv2.putText(image, next(letters, "A"), (x + 8, y + 26), 0, 0.6, (*legend, 255), 1, cv2.LINE_AA)
    return image, (300.0, 110.0)


def _blank(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    """A slip, an envelope, a sticker: card-like in colour, but empty, too long or too short."""
    size = (rng.uniform(18, 120), rng.uniform(18, 160))
    scale = 160 / max(size)
    image = _sheet(
        max(4, int(size[0] * scale)),
        max(4, int(size[1] * scale)),
        _colour(rng, 150, 255),
        rng.choice([0, 0.04]),
    )
    return image, size


def _plate(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    """A touchpad, a tray, a tile: smooth, with round corners and a thin edge, in quiet tones."""
    size = (rng.uniform(55, 150), rng.uniform(45, 110))
    tone = rng.uniform(20, 235)
    colour = [int(v) for v in np.clip(tone + rng.normal(0, 12, 3), 0, 255)]
    image = _sheet(int(size[0] * 1.5), int(size[1] * 1.5), (colour[0], colour[1], colour[2]), 0.07)
    slope = np.linspace(*rng.uniform(-18, 18, 2), image.shape[1])[None, :, None]
    image[..., :3] = np.clip(image[..., :3] + slope, 0, 255)
    edge = image[..., 3] - cv2.erode(image[..., 3], np.ones((3, 3), np.uint8))
    image[edge > 0, :3] = int(np.clip(tone + rng.normal(0, 45), 0, 255))
    return image, size


def _laptop(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    """The lower half of a laptop: a field of keys, palm rests, a touchpad that is as large as a card."""
    wide, deep = int(rng.uniform(290, 370)), int(rng.uniform(200, 260))
    tone = rng.uniform(25, 225)
    body = [int(v) for v in np.clip(tone + rng.normal(0, 8, 3), 0, 255)]
    image = _sheet(2 * wide, 2 * deep, (body[0], body[1], body[2]), 0.02)
    key = int(np.clip(tone + rng.choice([-1, 1]) * rng.uniform(15, 190), 5, 250))
    legend = (0, 0, 0, 255) if key > 128 else (235, 235, 235, 255)
    left, pitch, top = int(rng.uniform(10, 60)), int(rng.uniform(34, 40)), int(rng.uniform(14, 60))
    letters = iter("QWERTYUIOP234567890ASDFGHJKLZXCVBNMQWERTYUIOPASDFGHJKLZXCVBNM34567890QWERTY" * 2)
    for row in range(6):
        y = top + row * pitch
        for x in range(left + int(rng.integers(0, 14)), 2 * wide - left - pitch, pitch):
            cv2.rectangle(image, (x, y), (x + pitch - 5, y + pitch - 5), (key, key, key, 255), -1)
            cv2.putText(image, next(letters, "A"), (x + 8, y + 20), 0, 0.5, legend, 1, cv2.LINE_AA)
    pad = int(rng.uniform(160, 240)), int(rng.uniform(100, 160))
    x = int(wide - pad[0] / 2 + rng.uniform(-50, 20))
    y = min(top + 6 * pitch + int(rng.uniform(4, 30)), 2 * deep - pad[1] - 4)
    inside, edge = (int(np.clip(tone + rng.normal(0, spread), 0, 255)) for spread in (10, 60))
    ends = (x, y), (x + pad[0], y + pad[1])
    if rng.random() < 0.7:
        cv2.rectangle(image, *ends, (inside, inside, inside, 255), -1)
    cv2.rectangle(image, *ends, (edge, edge, edge, 255), int(rng.integers(1, 4)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):  # stickers
        x, y = int(rng.uniform(10, 2 * wide - 70)), int(rng.uniform(2 * deep - pad[1], 2 * deep - 50))
        corner = (x + int(rng.uniform(20, 60)), y + int(rng.uniform(20, 50)))
        cv2.rectangle(image, (x, y), corner, (*_colour(rng), 255), -1)
    slope = np.linspace(*rng.uniform(-25, 25, 2), image.shape[1])[None, :, None]
    image[..., :3] = np.clip(image[..., :3] + slope, 0, 255)
    return image, (float(wide), float(deep))


def _domino(rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    image = _sheet(60, 120, _colour(rng, 180, 255), 0.12)
    cv2.line(image, (8, 60), (52, 60), (40, 40, 40, 255), 2)
    for half in (30, 90):
        for spot in rng.permutation(9)[: rng.integers(0, 7)]:
            cv2.circle(
                image, (14 + int(spot) % 3 * 16, half - 16 + int(spot) // 3 * 16), 5, (20, 20, 20, 255), -1
            )
    return image, (24.0, 48.0)


_MAKERS: tuple[Callable[[np.random.Generator], tuple[Image, tuple[float, float]]], ...] = (
    _paper,
    _phone,
    _printed,
    _printed,
    _note,
    _chip,
    _keyboard,
    _blank,
    _plate,
    _laptop,
    _laptop,
    _domino,
)


def things(seed: int, stamps: Sequence[Image], pictures: Sequence[Image], count: int = 180) -> list[Thing]:
    """A seeded collection of things: our own drawings, cut-outs (BGRA) and prints of the BGR pictures."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        image, size = _MAKERS[rng.integers(len(_MAKERS))](rng)
        found.append(Thing(Texture(np.ascontiguousarray(image)), size))
    for picture in pictures:
        side = min(picture.shape[:2])
        height, width = min(side, 200), min(side, int(rng.uniform(100, 300)))
        print_ = np.dstack(
            [picture[:height, :width], np.full((height, min(width, picture.shape[1])), 255, np.uint8)]
        )
        if rng.random() < 0.5:
            cv2.rectangle(print_, (0, 0), (print_.shape[1] - 1, height - 1), (255, 255, 255, 255), 8)
        tall = rng.uniform(50, 150)
        found.append(Thing(Texture(np.ascontiguousarray(print_)), (tall * print_.shape[1] / height, tall)))
    for stamp in stamps:
        tall = math.exp(rng.uniform(math.log(15), math.log(110)))
        found.append(Thing(Texture(stamp), (tall * stamp.shape[1] / stamp.shape[0], tall), True))
    return found
