"""Backs of cards: drawn from numbers, and the fetched ones in other colours."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from datasets.art.pack import PACK_HEIGHT, scaled
from datasets.art.picture import Picture, read_picture, round_corners, write_picture

Rng = np.random.Generator

DRAWN: Final = {"train": 160, "val": 16}
"""How many backs are drawn for each split, besides those of the decks; every other one an advertisement."""

MORE: Final = 320
"""How many patterns without words are drawn besides for training."""

_DRAW = 2
_PROPORTIONS = (57 / 88, 63 / 88)


def make_backs(data: Path) -> dict[str, int]:
    """Fills data/backs/{train,val} from the rendered decks, each in three colours, and with drawn ones.

    Returns the number of backs in each split. Backs belong to the split of their deck.
    """
    root = data / "backs"
    shutil.rmtree(root, ignore_errors=True)
    rng = np.random.default_rng(5)
    for split, drawn in DRAWN.items():
        (root / split).mkdir(parents=True)
        for number in range(drawn):
            drawn_back = advertisement(rng) if number % 2 else back(rng)
            write_picture(root / split / f"drawn__{number:03d}.png", drawn_back)
    more = np.random.default_rng(6)
    for number in range(DRAWN["train"], DRAWN["train"] + MORE):
        write_picture(root / "train" / f"drawn__{number:03d}.png", back(more))
    for entry in json.loads((data / "decks" / "decks.json").read_text("utf-8")):
        source = data / "decks" / entry["folder"] / "back.png"
        if source.is_file():
            plain = scaled(read_picture(source))
            for number, picture in enumerate((plain, recoloured(plain, rng), recoloured(plain, rng))):
                write_picture(root / entry["split"] / f"{entry['name']}__{number}.png", picture)
    return {split: len(list((root / split).iterdir())) for split in DRAWN}


def back(rng: Rng) -> Picture:
    """A back as printed decks have them: a two-fold symmetric pattern, with or without a white border.

    BGRA, PACK_HEIGHT pixels high, 57 x 88 or 63 x 88 in proportion, with rounded corners.
    """
    height = PACK_HEIGHT * _DRAW
    width = round(height * float(rng.choice(_PROPORTIONS)))
    ink = _ink(rng)
    paper = np.array([250, 252, 253]) if rng.random() < 0.7 else _ink(rng)
    ground, figure = (ink, paper) if rng.random() < 0.7 else (paper, ink)
    picture = np.full((height, width, 3), ground, np.uint8)
    _pattern(rng, picture, figure.tolist())
    if rng.random() < 0.5:
        _medallion(rng, picture, ground.tolist(), figure.tolist())
    half = picture[: height // 2]
    picture[height - half.shape[0] :] = half[::-1, ::-1]
    if rng.random() < 0.8:
        _border(rng, picture, paper if rng.random() < 0.2 else np.array([250, 252, 253]), ground.tolist())
    return _rounded(picture)


def printed(rng: Rng, picture: Picture) -> Picture:
    """A back with any part of a picture on it, most often the same at both ends, or with a white border.

    No deck looks like that; what learns to tell such backs goes by the sheet and not by the print.
    """
    height = PACK_HEIGHT * _DRAW
    width = round(height * float(rng.choice(_PROPORTIONS)))
    high, wide = picture.shape[:2]
    scale = rng.uniform(0.15, 0.9) * min(high / height, wide / width)
    tall, across = max(8, int(height * scale)), max(8, int(width * scale))
    top, left = int(rng.integers(0, high - tall + 1)), int(rng.integers(0, wide - across + 1))
    part = picture[top : top + tall, left : left + across, :3]
    print_ = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.6:
        print_[height - height // 2 :] = print_[: height // 2][::-1, ::-1]
    if rng.random() < 0.6:
        _border(rng, print_, np.array([250, 252, 253]), _ink(rng).tolist())
    return _rounded(print_)


def _rounded(picture: Picture) -> Picture:
    """The drawing at the size of a card, with an alpha channel."""
    small = cv2.resize(picture, (picture.shape[1] // _DRAW, PACK_HEIGHT), interpolation=cv2.INTER_AREA)
    return round_corners(np.dstack([small, np.full(small.shape[:2], 255, np.uint8)]))


def advertisement(rng: Rng) -> Picture:
    """A back as decks that are given away have: bands of colour and a word along or across them."""
    height = PACK_HEIGHT * _DRAW
    width = round(height * float(rng.choice(_PROPORTIONS)))
    picture = np.full((height, width, 3), _ink(rng) if rng.random() < 0.6 else (250, 252, 253), np.uint8)
    ink = _ink(rng).tolist() if rng.random() < 0.5 else [250, 252, 253]
    word = "".join(rng.choice(list("ABCDEFGHILMNOPRSTUV"), int(rng.integers(4, 10))))
    if rng.random() < 0.5:
        return _rounded(_two_ends(rng, picture, word))
    for share in rng.uniform(0.0, 0.9, int(rng.integers(1, 3))):
        top, tall = int(share * height), int(rng.uniform(0.1, 0.4) * height)
        cv2.rectangle(picture, (0, top), (width, top + tall), _ink(rng).tolist(), -1)
    band = np.zeros((width // 3, height), np.uint8)
    (wide, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 1.0, 2)
    scale = 0.7 * height / max(1, wide)
    cv2.putText(
        band, word, (int(0.12 * height), width // 5), cv2.FONT_HERSHEY_DUPLEX, min(scale, 5.0), 255, 12
    )
    left = int(rng.uniform(0.2, 0.5) * width)
    column = picture[:, left : left + band.shape[0]]
    column[band.T[::-1, : column.shape[1]] > 0] = ink
    return _rounded(picture)


def _two_ends(rng: Rng, picture: Picture, word: str) -> Picture:
    """Both ends of one colour, and the word across the band between them."""
    height, width = picture.shape[:2]
    paper, ink = np.array([250, 252, 253]), np.array([35, 33, 33]) if rng.random() < 0.5 else _ink(rng)
    middle, ends = (paper, ink) if rng.random() < 0.75 else (ink, paper)
    picture[:] = ends
    high = int(rng.uniform(0.15, 0.6) * height)
    top = (height - high) // 2 + int(rng.normal(0, 0.03) * height)
    picture[top : top + high] = middle
    (wide, tall), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 1.0, 3)
    scale = min(rng.uniform(0.5, 0.9) * width / wide, 0.8 * high / tall)
    spot = int((width - scale * wide) / 2), int(top + (high + scale * tall) / 2)
    cv2.putText(picture, word, spot, cv2.FONT_HERSHEY_DUPLEX, scale, ends.tolist(), int(3 * scale) + 1)
    if rng.random() < 0.6:
        _emblem(rng, picture, (spot[0] - int(0.12 * width), top + high // 4), int(0.1 * width), high // 2)
    return picture


def _emblem(rng: Rng, picture: Picture, corner: tuple[int, int], wide: int, high: int) -> None:
    """A small block of coloured stripes, as makers put beside their names."""
    edges = np.linspace(0, high, int(rng.integers(2, 6))).round().astype(int)
    for start, end in itertools.pairwise(edges):
        x, y = corner
        cv2.rectangle(picture, (x, y + int(start)), (x + wide, y + int(end)), _ink(rng).tolist(), -1)


def recoloured(picture: Picture, rng: Rng) -> Picture:
    """The same back with its hues turned and its saturation changed; white stays white."""
    hsv = cv2.cvtColor(picture[..., :3], cv2.COLOR_BGR2HSV).astype(np.int32)
    hsv[..., 0] = (hsv[..., 0] + int(rng.integers(15, 165))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.7, 1.3), 0, 255)
    return np.dstack([cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR), picture[..., 3]])


def fitted(picture: Picture) -> Picture:
    """A back with a card's proportions: art that is too wide, such as a square, loses its sides."""
    height, width = picture.shape[:2]
    wanted = min(width, round(height * 0.72))
    left = (width - wanted) // 2
    return picture[:, left : left + wanted]


def _pattern(rng: Rng, picture: Picture, ink: list[int]) -> None:
    """One of the usual fillings, drawn over the whole card."""
    height, width = picture.shape[:2]
    step = int(rng.integers(14, 90))
    thick = int(rng.integers(2, max(3, step // 4)))
    kind = int(rng.integers(7))
    if kind in (0, 1):
        slope = width if kind == 0 else 0
        for x in range(-height, width + height, step):
            cv2.line(picture, (x, 0), (x + (height if slope else 0), height), ink, thick, cv2.LINE_AA)
            cv2.line(picture, (x, height), (x + (height if slope else 0), 0), ink, thick, cv2.LINE_AA)
        if kind == 1:
            for y in range(0, height, step):
                cv2.line(picture, (0, y), (width, y), ink, thick, cv2.LINE_AA)
    elif kind == 2:
        for row, y in enumerate(range(0, height + step, step)):
            for x in range((row % 2) * step // 2, width + step, step):
                cv2.circle(
                    picture, (x, y), max(2, int(step * 0.35)), ink, thick if row % 2 else -1, cv2.LINE_AA
                )
    elif kind == 3:
        for row, y in enumerate(range(0, height + step, step // 2 + 1)):
            for x in range((row % 2) * step // 2, width + step, step):
                r = max(2, int(step * 0.4))
                lozenge = np.array(
                    [[x, y - r // 2], [x + r // 2, y], [x, y + r // 2], [x - r // 2, y]], np.int32
                )
                cv2.fillPoly(picture, [lozenge], ink, cv2.LINE_AA)
    elif kind == 4:
        along = np.arange(0, width + 8, 8)
        swing = step * rng.uniform(0.2, 0.8)
        for y in range(-step, height + step, max(8, step // 2)):
            wave = np.stack([along, y + swing * np.sin(along / step * 2)], axis=1).round().astype(np.int32)
            cv2.polylines(picture, [wave], False, ink, thick, cv2.LINE_AA)
    elif kind == 5:
        for y in range(0, height + step, step):
            for x in range(0, width + step, step):
                for radius in range(step // 4, step, max(4, step // 4)):
                    cv2.circle(picture, (x, y), radius, ink, max(1, thick // 2), cv2.LINE_AA)
    else:
        centre = (width // 2, height // 4)
        for turn in range(0, 360, max(4, step // 4)):
            far = (
                int(centre[0] + height * np.cos(np.radians(turn))),
                int(centre[1] + height * np.sin(np.radians(turn))),
            )
            cv2.line(picture, centre, far, ink, max(2, thick // 2), cv2.LINE_AA)
        for radius in range(step, height, step):
            cv2.circle(picture, centre, radius, ink, thick, cv2.LINE_AA)


def _medallion(rng: Rng, picture: Picture, ground: list[int], ink: list[int]) -> None:
    height, width = picture.shape[:2]
    centre = (width // 2, height // 2) if rng.random() < 0.6 else (width // 2, height // 4)
    radius = int(width * rng.uniform(0.12, 0.32))
    cv2.circle(picture, centre, radius, ground, -1, cv2.LINE_AA)
    cv2.circle(picture, centre, radius, ink, max(3, radius // 12), cv2.LINE_AA)
    petals = int(rng.integers(3, 9))
    for petal in range(petals):
        turn = petal * 180 / petals
        size = (int(radius * 0.8), max(2, int(radius * rng.uniform(0.08, 0.3))))
        cv2.ellipse(picture, centre, size, turn, 0, 360, ink, max(2, radius // 20), cv2.LINE_AA)


def _border(rng: Rng, picture: Picture, paper: np.ndarray, ink: list[int]) -> None:
    height, width = picture.shape[:2]
    edge = int(width * rng.uniform(0.025, 0.09))
    inner = picture[edge : height - edge, edge : width - edge].copy()
    picture[:] = paper
    picture[edge : height - edge, edge : width - edge] = inner
    if rng.random() < 0.5:
        line = int(rng.integers(3, 10))
        cv2.rectangle(picture, (edge, edge), (width - edge - 1, height - edge - 1), ink, line)


def _ink(rng: Rng) -> np.ndarray:
    """Red and blue most often, then any colour, then black."""
    choice = rng.random()
    hue = int(
        rng.choice([rng.integers(0, 8), rng.integers(100, 125), rng.integers(0, 180)], p=[0.35, 0.35, 0.3])
    )
    saturation = 0 if choice < 0.1 else int(rng.integers(120, 250))
    value = int(rng.integers(20, 70)) if choice < 0.1 else int(rng.integers(90, 220))
    return np.asarray(cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0])
