"""Draws the own deck: ``python -m datasets.own_deck.draw`` renders cards/jumbo and cards/standard (PNG).

Cards are 57 x 88 mm, drawn in tenths of a millimetre. The jumbo deck has large indices and a small centre,
as the decks that truco is played with; the standard deck has small indices and large pips. Needs
``rsvg-convert``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np

from datasets.own_deck.courts import corner_pip, court, joker
from datasets.own_deck.palette import palette_png
from datasets.own_deck.shapes import BLACK, INK, RED, both_halves, glyph, suit
from vision.cards import CARD_NAMES, JOKER

Style = Literal["jumbo", "standard"]

WIDTH: Final = 570
HEIGHT: Final = 880
PIXELS_WIDE: Final = 290
PIXELS_HIGH: Final = 448
STYLES: Final[tuple[Style, ...]] = ("jumbo", "standard")
BACKS: Final = {"back-red": "#b3152a", "back-blue": "#1c3f8a"}
FOLDER: Final = Path(__file__).resolve().parent / "cards"

_LEFT, _MIDDLE, _RIGHT = -1, 0, 1
PIPS: Final[dict[str, tuple[tuple[int, float], ...]]] = {
    "2": ((_MIDDLE, 1),),
    "3": ((_MIDDLE, 1), (_MIDDLE, 0)),
    "4": ((_LEFT, 1), (_RIGHT, 1)),
    "5": ((_LEFT, 1), (_RIGHT, 1), (_MIDDLE, 0)),
    "6": ((_LEFT, 1), (_RIGHT, 1), (_LEFT, 0), (_RIGHT, 0)),
    "7": ((_LEFT, 1), (_RIGHT, 1), (_LEFT, 0), (_RIGHT, 0)),
    "8": ((_LEFT, 1), (_RIGHT, 1), (_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 0.5)),
    "9": ((_LEFT, 1), (_RIGHT, 1), (_LEFT, 1 / 3), (_RIGHT, 1 / 3), (_MIDDLE, 0)),
    "10": ((_LEFT, 1), (_RIGHT, 1), (_LEFT, 1 / 3), (_RIGHT, 1 / 3), (_MIDDLE, 2 / 3)),
}
"""Pips of the upper half, as (column, share of the way from the middle to the top); those above the middle
are mirrored below it. The seventh of a seven stands half way up."""


def card_svg(name: str, style: Style) -> str:
    """SVG text of a card: a name of vision.cards, ``JK2`` (the black joker), ``back-red`` or
    ``back-blue``.
    """
    if name in BACKS:
        return _page(_back(BACKS[name]))
    if name in (JOKER, "JK2"):
        return _page(_joker(RED if name == JOKER else BLACK, style))
    rank, suit_name = name[:-1], name[-1]
    index = both_halves(_index(rank, suit_name, style), WIDTH, HEIGHT)
    if rank in "JQK":
        return _page(_court(rank, suit_name, style) + index)
    if rank == "A":
        return _page(suit(suit_name, WIDTH / 2, HEIGHT / 2, 250 if style == "jumbo" else 210) + index)
    return _page(_pips(rank, suit_name, style) + index)


def _page(content: str) -> str:
    radius = 34
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}">'
        f'<defs><clipPath id="card"><rect width="{WIDTH}" height="{HEIGHT}" rx="{radius}"/></clipPath></defs>'
        f'<g clip-path="url(#card)"><rect width="{WIDTH}" height="{HEIGHT}" '
        f'fill="#fdfcf8"/>{content}</g></svg>'
    )


def _index(rank: str, suit_name: str, style: Style) -> str:
    ink = INK[suit_name]
    if style == "jumbo":
        weight = 16.5 if rank == "10" else 20
        return glyph(rank, 86, 40, 168, ink, weight, 0.86) + suit(suit_name, 86, 284, 122)
    return glyph(rank, 50, 32, 78, ink, 18, 0.85) + suit(suit_name, 50, 150, 60)


def _pips(rank: str, suit_name: str, style: Style) -> str:
    """The pips: narrow columns and small pips beside a jumbo index, the usual ones beside a small index."""
    column, rise, size = (74, 260, 94) if style == "jumbo" else (112, 292, 116)
    parts = []
    for place, share in PIPS[rank]:
        x, y = WIDTH / 2 + place * column, HEIGHT / 2 - share * rise
        parts.append(suit(suit_name, x, y, size))
        if share > 0:
            parts.append(suit(suit_name, WIDTH - x, HEIGHT - y, size, upside_down=True))
    if rank == "7":
        parts.append(suit(suit_name, WIDTH / 2, HEIGHT / 2 - rise / 2, size))
    return "".join(parts)


def _court(rank: str, suit_name: str, style: Style) -> str:
    """The framed figure, upper half and its mirror, clipped along the middle line."""
    scale = 0.98 if style == "jumbo" else 1.22
    half = (
        f'<g transform="translate({WIDTH / 2} {HEIGHT / 2}) scale({scale})"><g clip-path="url(#half)">'
        f"{court(rank, suit_name)}{corner_pip(suit_name)}</g></g>"
    )
    frame = (
        f'<g transform="translate({WIDTH / 2} {HEIGHT / 2}) scale({scale})">'
        '<rect x="-136" y="-336" width="272" height="672" rx="8" fill="#fffdf2"/></g>'
    )
    edge = (
        f'<g transform="translate({WIDTH / 2} {HEIGHT / 2}) scale({scale})" fill="none">'
        f'<path d="M-136 0H136" stroke="{BLACK}" stroke-width="4"/>'
        f'<rect x="-136" y="-336" width="272" height="672" rx="8" stroke="#24458c" stroke-width="5"/></g>'
    )
    clip = '<clipPath id="half"><rect x="-136" y="-336" width="272" height="336"/></clipPath>'
    return f"<defs>{clip}</defs>{frame}{both_halves(half, WIDTH, HEIGHT)}{edge}"


def _joker(ink: str, style: Style) -> str:
    size = 66 if style == "jumbo" else 42
    left = 62 if style == "jumbo" else 44
    word = "".join(
        glyph(letter, left, 44 + row * size * 1.3, size, ink, 20, 0.9) for row, letter in enumerate("JOKER")
    )
    figure = f'<g transform="translate({WIDTH / 2} {HEIGHT / 2}) scale(1.15)">{joker(ink)}</g>'
    return figure + both_halves(word, WIDTH, HEIGHT)


def _back(ink: str) -> str:
    """A lattice of lozenges with dots, a double frame and a medallion of the four suits, in one ink on
    white.
    """
    edge, step = 34, 44
    lines = []
    for start in range(-HEIGHT, WIDTH + HEIGHT, step):
        lines.append(f"M{start} 0L{start + HEIGHT} {HEIGHT}M{start} {HEIGHT}L{start + HEIGHT} 0")
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="6.5" fill="#fdfcf8"/>'
        for row, y in enumerate(range(0, HEIGHT + 1, step // 2))
        for x in range((row % 2) * step // 2, WIDTH + 1, step)
    )
    suits = "".join(
        suit(name, WIDTH / 2 + dx, HEIGHT / 2 + dy, 74, upside_down=dy > 0 or dx > 0, ink=ink)
        for name, dx, dy in (("S", 0, -58), ("H", -58, 0), ("C", 0, 58), ("D", 58, 0))
    )
    return (
        f'<defs><clipPath id="field"><rect x="{edge}" y="{edge}" width="{WIDTH - 2 * edge}" '
        f'height="{HEIGHT - 2 * edge}" rx="14"/></clipPath></defs>'
        f'<g clip-path="url(#field)"><rect width="{WIDTH}" height="{HEIGHT}" fill="{ink}"/>{dots}'
        f'<path d="{"".join(lines)}" stroke="#fdfcf8" stroke-width="4.5" fill="none"/></g>'
        f'<rect x="{edge + 4}" y="{edge + 4}" width="{WIDTH - 2 * edge - 8}" '
        f'height="{HEIGHT - 2 * edge - 8}" '
        f'rx="12" fill="none" stroke="{ink}" stroke-width="10"/>'
        f'<rect x="{edge + 16}" y="{edge + 16}" width="{WIDTH - 2 * edge - 32}" '
        f'height="{HEIGHT - 2 * edge - 32}" '
        f'rx="8" fill="none" stroke="{ink}" stroke-width="20"/>'
        f'<rect x="{edge + 16}" y="{edge + 16}" width="{WIDTH - 2 * edge - 32}" '
        f'height="{HEIGHT - 2 * edge - 32}" '
        f'rx="8" fill="none" stroke="#fdfcf8" stroke-width="5"/>'
        f'<circle cx="{WIDTH / 2}" cy="{HEIGHT / 2}" r="136" fill="{ink}"/>'
        f'<circle cx="{WIDTH / 2}" cy="{HEIGHT / 2}" r="124" fill="#fdfcf8"/>'
        f'<circle cx="{WIDTH / 2}" cy="{HEIGHT / 2}" r="112" fill="none" stroke="{ink}" '
        f'stroke-width="5"/>{suits}'
    )


def draw(folder: Path) -> int:
    """Renders every card of both styles into ``folder``/jumbo and ``folder``/standard; the number of files.

    OSError when rsvg-convert is missing or fails.
    """
    count = 0
    for style in STYLES:
        target = folder / style
        target.mkdir(parents=True, exist_ok=True)
        for name in (*CARD_NAMES, "JK2", *BACKS):
            if style == "standard" and name in BACKS:
                continue
            command = ["rsvg-convert", "-w", str(PIXELS_WIDE), "-h", str(PIXELS_HIGH)]
            done = subprocess.run(
                command, input=card_svg(name, style).encode(), capture_output=True, check=False
            )
            picture = (
                cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_UNCHANGED)
                if done.stdout
                else None
            )
            if picture is None:
                raise OSError(f"rsvg-convert could not draw {name}: {done.stderr.decode().strip()}")
            (target / f"{name}.png").write_bytes(palette_png(np.asarray(picture, np.uint8)))
            count += 1
    return count


def main() -> int:
    """Command line: draws into the committed folder, or another; 2 when that fails."""
    parser = argparse.ArgumentParser(prog="python -m datasets.own_deck.draw", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    try:
        print(f"{draw(parser.parse_args().folder)} pictures")
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
