"""Colours, sizes and fonts of the app in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[float, float, float, float]


def _hex(text: str) -> Colour:
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return (red, green, blue, 1.0)


@dataclass(frozen=True, slots=True)
class Theme:
    """One look. Colours are RGBA, 0..1; the two teams differ in light as well as hue."""

    ground: Colour
    panel: Colour
    felt: Colour
    line: Colour
    text: Colour
    quiet: Colour
    gold: Colour
    on_gold: Colour
    team: tuple[Colour, Colour]
    on_team: tuple[Colour, Colour]

    def contrast(self, first: Colour, second: Colour) -> float:
        """Contrast of two colours, 1 (none) to 21, by the formula of WCAG 2."""
        light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
        return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


DARK: Final = Theme(
    ground=_hex("0e1512"),
    panel=_hex("17211c"),
    felt=_hex("14392b"),
    line=_hex("34463d"),
    text=_hex("f4efe2"),
    quiet=_hex("a9b5ac"),
    gold=_hex("e7b84b"),
    on_gold=_hex("1b1503"),
    team=(_hex("f0a35e"), _hex("2f6f9f")),
    on_team=(_hex("1d0f03"), _hex("ffffff")),
)
