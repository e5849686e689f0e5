"""The strokes and outlines of the own deck: index glyphs, suits and how they are placed, as SVG text.

Glyphs are strokes in a box 100 wide and 140 high; suits are outlines around the origin, about 100 across.
"""

from __future__ import annotations

from typing import Final

RED: Final = "#c8102e"
BLACK: Final = "#16161a"

INK: Final = {"C": BLACK, "D": RED, "H": RED, "S": BLACK}

GLYPHS: Final[dict[str, str]] = {
    "A": "M6 140L50 4L94 140M24 94H76M-8 140H24M76 140H108",
    "2": "M10 40C8 -12 92 -12 90 38C88 72 18 100 10 140H92V118",
    "3": "M12 30C14 -10 88 -12 88 34C88 58 66 66 42 66C70 66 93 76 93 104C93 150 12 152 8 108",
    "4": "M70 140V4L6 98H102M48 140H92",
    "5": "M86 0H24L17 62C44 44 93 52 93 94C93 150 16 152 8 110",
    "6": "M84 22C66 -18 8 -8 8 86C8 156 93 158 93 96C93 44 22 40 9 90",
    "7": "M9 26V0H92C60 40 42 88 42 140",
    "8": "M50 66C8 66 8 0 50 0C92 0 92 66 50 66C-4 66 -4 140 50 140C104 140 104 66 50 66Z",
    "9": "M16 118C34 158 92 148 92 54C92 -16 7 -18 7 44C7 96 78 100 91 50",
    "10": "M-2 22L14 2V140M-6 140H34M72 0C44 0 44 140 72 140C104 140 104 0 72 0Z",
    "J": "M62 0V100C62 152 8 150 8 104M36 0H90",
    "Q": "M50 0C-4 0 -4 140 50 140C104 140 104 0 50 0ZM52 96L94 150",
    "K": "M16 0V140M86 0L18 82M40 58L90 140M-4 0H36M-4 140H36M68 0H104M72 140H108",
    "O": "M50 0C-4 0 -4 140 50 140C104 140 104 0 50 0Z",
    "E": "M88 0H14V140H90M14 68H70",
    "R": "M14 140V0H56C100 0 100 70 56 70H14M52 70L92 140",
}

SUIT_SHAPES: Final[dict[str, str]] = {
    "H": "M0 52C-9 28 -50 4 -50 -22C-50 -42 -38 -50 -25 -50C-12 -50 -3 -41 0 -29"
    "C3 -41 12 -50 25 -50C38 -50 50 -42 50 -22C50 4 9 28 0 52Z",
    "D": "M0 -56C10 -34 24 -15 42 0C24 15 10 34 0 56C-10 34 -24 15 -42 0C-24 -15 -10 -34 0 -56Z",
    "S": "M0 -54C8 -28 49 -8 49 20C49 38 36 45 24 43C14 41 7 34 4 25C5 38 10 47 19 53H-19"
    "C-10 47 -5 38 -4 25C-7 34 -14 41 -24 43C-36 45 -49 38 -49 20C-49 -8 -8 -28 0 -54Z",
    "C": "M-3 8C-5 30 -9 44 -20 53H20C9 44 5 30 3 8C8 30 50 34 50 8C50 -16 22 -18 11 -6"
    "C22 -18 24 -52 0 -52C-24 -52 -22 -18 -11 -6C-22 -18 -50 -16 -50 8C-50 34 -8 30 -3 8Z",
}


def suit(name: str, x: float, y: float, size: float, *, upside_down: bool = False, ink: str = "") -> str:
    """A suit centred on x, y, ``size`` units high."""
    turn = " rotate(180)" if upside_down else ""
    return (
        f'<path transform="translate({x:g} {y:g}){turn} scale({size / 108:.4g})" '
        f'd="{SUIT_SHAPES[name]}" fill="{ink or INK[name]}"/>'
    )


def glyph(
    name: str, x: float, y: float, height: float, ink: str, weight: float = 19, narrow: float = 0.92
) -> str:
    """An index glyph whose box is centred on x and starts at y; ``weight`` is the stroke in glyph units."""
    scale = height / 140
    return (
        f'<path transform="translate({x - 50 * scale * narrow:.4g} {y:g}) scale({scale * narrow:.4g} '
        f'{scale:.4g})" '
        f'd="{GLYPHS[name]}" fill="none" stroke="{ink}" stroke-width="{weight:g}" stroke-linejoin="round"/>'
    )


def both_halves(upper: str, width: float, height: float) -> str:
    """The upper half, and the same turned by half a turn: cards read the same either end up."""
    return f'{upper}<g transform="rotate(180 {width / 2:g} {height / 2:g})">{upper}</g>'
