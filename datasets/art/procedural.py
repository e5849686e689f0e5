"""Table tops drawn from numbers: felt, wood, stone, tiles and tablecloths, each from a seeded generator.

Every function takes ``rng``, ``height`` and ``width`` in pixels and returns a height x width x 3 BGR
picture. They stand in for the fetched surfaces where those are absent, and add what photographs of real
tables are rare for: cloth with geometric prints, which must not be taken for the backs of cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
Rng = np.random.Generator


def surface(rng: Rng, height: int, width: int, kind: str = "") -> Image:
    """A table top of a kind of SURFACE_KINDS, or of a random one; KeyError for a kind that does not exist."""
    if not kind:
        kind = str(rng.choice(tuple(SURFACE_KINDS)))
    return SURFACE_KINDS[kind](rng, height, width)


def felt(rng: Rng, height: int, width: int) -> Image:
    """Card-table felt: one deep colour, short fibres, faint blotches."""
    colour = _colour(rng, (0, 180), (90, 220), (60, 170))
    if rng.random() < 0.5:
        colour = _colour(rng, (60, 85), (120, 230), (60, 150))
    fibres = cv2.GaussianBlur(_noise(rng, height, width), (0, 0), 0.6 + rng.random())
    blotches = _clouds(rng, height, width, 5)
    return _shade(colour, 1 + rng.uniform(0.1, 0.3) * fibres + rng.uniform(0.03, 0.12) * blotches)


def plain(rng: Rng, height: int, width: int) -> Image:
    """A painted or laminated top: one colour, light or dark, with faint grain and blotches."""
    colour = _colour(rng, (0, 180), (0, 160), (40, 245))
    if rng.random() < 0.5:
        colour = _colour(rng, (0, 180), (0, 30), (40, 250))
    grain = rng.uniform(0.0, 0.06) * _noise(rng, height, width)
    return _shade(colour, 1 + grain + rng.uniform(0.0, 0.1) * _clouds(rng, height, width, 4))


def wood(rng: Rng, height: int, width: int) -> Image:
    """Planks of wood with stretched grain and growth rings, along either side of the picture."""
    along = (width, height) if rng.random() < 0.5 else (height, width)
    rows, columns = along
    y, x = _grid(rows, columns)
    scale = rng.uniform(0.004, 0.02)
    warp = _stretched(rng, rows, columns, 10, 1.5)
    rings = np.sin((y * scale * 6 + warp * rng.uniform(2, 7)) * 2 + x * scale * rng.uniform(0, 0.2))
    grain = _stretched(rng, rows, columns, rows / 3, 6)
    tone = 1 + rng.uniform(0.03, 0.14) * rings + rng.uniform(0.06, 0.2) * grain
    plank = int(rng.integers(rows // 8 + 1, rows + 1))
    offset = int(rng.integers(plank))
    index = ((np.arange(rows) + offset) // plank).astype(np.int64)
    tone *= rng.uniform(0.85, 1.15, index[-1] + 1)[index].astype(np.float32)[:, None]
    tone[np.flatnonzero(np.diff(index))] *= rng.uniform(0.4, 0.9)
    colour = _colour(rng, (5, 18), (60, 190), (70, 230))
    picture = _shade(colour, tone)
    return picture if along == (height, width) else np.ascontiguousarray(picture.transpose(1, 0, 2))


def marble(rng: Rng, height: int, width: int) -> Image:
    """Polished stone: clouds and thin veins of another shade."""
    clouds = _clouds(rng, height, width, 4)
    veins = np.exp(np.abs(_clouds(rng, height, width, 4) + 0.4 * clouds) * np.float32(-rng.uniform(6, 25)))
    colour = _colour(rng, (0, 180), (0, 50), (60, 245))
    ink = rng.uniform(-0.5, 0.4)
    return _shade(colour, 1 + rng.uniform(0.03, 0.15) * clouds + ink * veins)


def granite(rng: Rng, height: int, width: int) -> Image:
    """Speckled stone or terrazzo: grains of three sizes."""
    colour = _colour(rng, (0, 180), (0, 60), (60, 220))
    tone = np.ones((height, width), np.float32)
    for size in (1.0, 2.0, 4.0):
        small = _noise(rng, int(height / size) + 2, int(width / size) + 2)
        tone += rng.uniform(0.03, 0.15) * _resize(small, height, width, cv2.INTER_NEAREST)
    return _shade(colour, tone)


def tiles(rng: Rng, height: int, width: int) -> Image:
    """Square tiles with joints, some with a printed ornament."""
    size = int(rng.integers(50, 220))
    tile = (
        _motif(rng, size)
        if rng.random() < 0.5
        else _shade(_colour(rng, (0, 180), (0, 120), (80, 250)), _ones(size))
    )
    joint = _colour(rng, (0, 180), (0, 30), (60, 230))
    cv2.rectangle(tile, (0, 0), (size - 1, size - 1), joint.tolist(), max(1, size // 40))
    return _weave(rng, _repeat(rng, tile, height, width), 0.04)


def chequered(rng: Rng, height: int, width: int) -> Image:
    """A chequered tablecloth: two directions of bands that darken where they cross (gingham), or a chess
    pattern.
    """
    size = int(rng.integers(12, 90))
    cloth, ink = _cloth(rng), _ink(rng)
    crossing = ink if rng.random() < 0.7 else cloth
    between = ((cloth.astype(np.uint16) + ink) // 2).astype(np.uint8) if crossing is ink else ink
    check = np.stack([np.stack([cloth, between]), np.stack([between, crossing])])
    tile = check.repeat(size, axis=0).repeat(size, axis=1)
    return _weave(rng, _repeat(rng, tile, height, width), 0.08)


def striped(rng: Rng, height: int, width: int) -> Image:
    """A striped tablecloth: bands of two or three colours and several widths, at any angle."""
    y, x = _grid(height, width)
    turn = rng.uniform(0, np.pi)
    across = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn)) + np.float32(4096)
    widths = rng.integers(4, 60, int(rng.integers(2, 6)))
    colours = np.stack([_cloth(rng), _ink(rng), _ink(rng)])
    line = np.repeat(colours[np.arange(widths.size) % (2 + int(rng.integers(2)))], widths, axis=0)
    return _weave(rng, line[across.astype(np.int64) % line.shape[0]], 0.08)


def printed(rng: Rng, height: int, width: int) -> Image:
    """A cloth printed with one ornament over and over, sometimes every other row moved by half."""
    size = int(rng.integers(24, 150))
    tile = _motif(rng, size)
    if rng.random() < 0.5:
        tile = np.vstack([tile, np.roll(tile, size // 2, axis=1)])
    return _weave(rng, _repeat(rng, tile, height, width), 0.06)


SURFACE_KINDS: Final[dict[str, Callable[[Rng, int, int], Image]]] = {
    "felt": felt,
    "plain": plain,
    "wood": wood,
    "marble": marble,
    "granite": granite,
    "tiles": tiles,
    "chequered": chequered,
    "striped": striped,
    "printed": printed,
}


def _motif(rng: Rng, size: int) -> Image:
    """One ornament of ``size`` pixels: rings, lozenges, crosses or petals in two or three colours."""
    tile = np.full((size, size, 3), _cloth(rng), np.uint8)
    half = size // 2
    inks = [_ink(rng).tolist() for _ in range(3)]
    thick = int(rng.choice([-1, max(1, size // 20), max(1, size // 10)]))
    kind = int(rng.integers(5))
    for step, radius in enumerate(np.linspace(half * 0.9, half * 0.25, int(rng.integers(1, 4)))):
        r, ink = int(radius), inks[step % 3]
        if kind == 0:
            cv2.circle(tile, (half, half), r, ink, thick, cv2.LINE_AA)
        elif kind == 1:
            corners = np.array(
                [[half, half - r], [half + r, half], [half, half + r], [half - r, half]], np.int32
            )
            if thick < 0:
                cv2.fillPoly(tile, [corners], ink, cv2.LINE_AA)
            else:
                cv2.polylines(tile, [corners], True, ink, thick, cv2.LINE_AA)
        elif kind == 2:
            cv2.line(tile, (half - r, half), (half + r, half), ink, max(1, size // 12))
            cv2.line(tile, (half, half - r), (half, half + r), ink, max(1, size // 12))
        elif kind == 3:
            for turn in range(0, 180, 45):
                cv2.ellipse(tile, (half, half), (r, max(1, r // 4)), turn, 0, 360, ink, thick, cv2.LINE_AA)
        else:
            cv2.line(tile, (0, 0), (size, size), ink, max(1, size // 16), cv2.LINE_AA)
            cv2.line(tile, (size, 0), (0, size), ink, max(1, size // 16), cv2.LINE_AA)
            cv2.circle(tile, (half, half), max(1, r // 3), ink, -1, cv2.LINE_AA)
    return tile


def _repeat(rng: Rng, tile: Image, height: int, width: int) -> Image:
    rows, columns = tile.shape[:2]
    tile = np.roll(tile, (int(rng.integers(rows)), int(rng.integers(columns))), axis=(0, 1))
    return np.tile(tile, (height // rows + 1, width // columns + 1, 1))[:height, :width]


def _weave(rng: Rng, picture: Image, most: float) -> Image:
    """Threads and folds over a flat print."""
    height, width = picture.shape[:2]
    tone = 1 + rng.uniform(0.01, most) * _noise(rng, height, width)
    if rng.random() < 0.5:
        tone += rng.uniform(0.02, 0.1) * _clouds(rng, height, width, 3)
    return _shade(picture, tone)


def _shade(colour: npt.NDArray[np.uint8], tone: npt.NDArray[np.floating]) -> Image:
    """A colour, or a picture, made lighter and darker by ``tone`` (1 leaves it)."""
    return np.clip(colour * tone[..., None].astype(np.float32), 0, 255).astype(np.uint8)


def _cloth(rng: Rng) -> npt.NDArray[np.uint8]:
    """Mostly white or pale, as tablecloths are; sometimes any colour."""
    if rng.random() < 0.6:
        return _colour(rng, (0, 180), (0, 40), (200, 252))
    return _ink(rng)


def _ink(rng: Rng) -> npt.NDArray[np.uint8]:
    return _colour(rng, (0, 180), (60, 240), (50, 230))


def _colour(
    rng: Rng, hue: tuple[int, int], saturation: tuple[int, int], value: tuple[int, int]
) -> npt.NDArray[np.uint8]:
    """A BGR colour drawn from ranges of hue (0-179), saturation and value (0-255)."""
    drawn = [rng.integers(*hue), rng.integers(*saturation), rng.integers(*value)]
    return np.asarray(cv2.cvtColor(np.array([[drawn]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0], np.uint8)


def _ones(size: int) -> Field:
    return np.ones((size, size), np.float32)


def _grid(height: int, width: int) -> tuple[Field, Field]:
    return np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None, :]


def _noise(rng: Rng, height: int, width: int) -> Field:
    """White noise between -1 and 1. From bytes: five times faster than drawing normal numbers."""
    raw = np.frombuffer(rng.bytes(height * width), np.int8).reshape(height, width)
    return raw.astype(np.float32) / np.float32(128)


def _resize(field: Field, height: int, width: int, how: int = cv2.INTER_CUBIC) -> Field:
    return np.asarray(cv2.resize(field, (width, height), interpolation=how), np.float32)


def _clouds(rng: Rng, height: int, width: int, octaves: int) -> Field:
    """Smooth noise of several scales, about -1 to 1."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        cells = 3 * 2**octave
        rows = max(2, round(cells * height / max(height, width)) + 1)
        columns = max(2, round(cells * width / max(height, width)) + 1)
        total += _resize(_noise(rng, rows, columns), height, width) * np.float32(0.6**octave)
    return total


def _stretched(rng: Rng, height: int, width: int, rows: float, columns: float) -> Field:
    """Noise with about ``rows`` x ``columns`` bumps: long along the picture's width."""
    small = _noise(rng, max(2, int(rows)), max(2, int(columns)))
    return _resize(small, height, width)
