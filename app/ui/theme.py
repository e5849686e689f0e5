"""Colours of the app in one value; three looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Colour = tuple[float, float, float, float]


def _hex(text: str) -> Colour:
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return (red, green, blue, 1.0)


_PAPER: Final = _hex("fdfcf8")
_RED: Final = _hex("b80d22")
_BLACK: Final = _hex("16161a")
_GREEN: Final = _hex("0f6b2f")
_BLUE: Final = _hex("1747a8")


@dataclass(frozen=True, slots=True)
class Theme:
    """One look. Colours are RGBA, 0..1; the two teams differ in light as well as hue.

    ``ground``: behind everything; ``panel`` and ``felt``: on it; ``raised``: quiet buttons; ``line``: edges.
    ``text``, ``quiet``: on all of these. ``gold``: manilhas and the stake; ``main``: the chief button of a
    screen; ``alarm``: what ends or loses something. ``on_x``: text on ``x``. ``paper``, ``red``, ``black``:
    cards written as text.
    """

    ground: Colour
    panel: Colour
    felt: Colour
    raised: Colour
    line: Colour
    text: Colour
    quiet: Colour
    gold: Colour
    main: Colour
    on_main: Colour
    alarm: Colour
    on_alarm: Colour
    team: tuple[Colour, Colour]
    on_team: tuple[Colour, Colour]
    paper: Colour = _PAPER
    red: Colour = _RED
    black: Colour = _BLACK
    green: Colour = _GREEN
    blue: Colour = _BLUE

    def fill(self, kind: str) -> Colour:
        """Ground of a button: "plain", "main", "alarm", "team0", "team1", "paper" or "flat" (none)."""
        kinds = {"main": self.main, "alarm": self.alarm, "paper": self.paper}
        kinds |= {"team0": self.team[0], "team1": self.team[1], "flat": (0.0, 0.0, 0.0, 0.0)}
        return kinds.get(kind, self.raised)

    def on(self, kind: str) -> Colour:
        """Text on such a button."""
        kinds = {"main": self.on_main, "alarm": self.on_alarm, "paper": self.black}
        kinds |= {"team0": self.on_team[0], "team1": self.on_team[1]}
        return kinds.get(kind, self.text)

    def ink(self, suit: str, four_colours: bool) -> Colour:
        """Colour of a suit ("C", "D", "H", "S") on paper."""
        if four_colours and suit in "CD":
            return self.green if suit == "C" else self.blue
        return self.red if suit in ("D", "H") else self.black


def contrast(first: Colour, second: Colour) -> float:
    """Contrast of two colours, 1 (none) to 21, by the formula of WCAG 2."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


DARK: Final = Theme(
    ground=_hex("0c1310"),
    panel=_hex("17211c"),
    felt=_hex("123527"),
    raised=_hex("2a3a32"),
    line=_hex("51665b"),
    text=_hex("f6f1e4"),
    quiet=_hex("b4c0b7"),
    gold=_hex("edc05a"),
    main=_hex("edc05a"),
    on_main=_hex("1b1503"),
    alarm=_hex("b3302a"),
    on_alarm=_hex("ffffff"),
    team=(_hex("f2a65f"), _hex("1f5a8a")),
    on_team=(_hex("1d0f03"), _hex("ffffff")),
)

LIGHT: Final = Theme(
    ground=_hex("ece6d6"),
    panel=_hex("faf7ee"),
    felt=_hex("d3e2d3"),
    raised=_hex("dcd5c2"),
    line=_hex("8d8672"),
    text=_hex("1a1814"),
    quiet=_hex("4d4a40"),
    gold=_hex("6e4700"),
    main=_hex("1f5c3f"),
    on_main=_hex("ffffff"),
    alarm=_hex("a3221d"),
    on_alarm=_hex("ffffff"),
    team=(_hex("f0a050"), _hex("174a75")),
    on_team=(_hex("1d0f03"), _hex("ffffff")),
)

CONTRAST: Final = Theme(
    ground=_hex("000000"),
    panel=_hex("000000"),
    felt=_hex("000000"),
    raised=_hex("1c1c1c"),
    line=_hex("ffffff"),
    text=_hex("ffffff"),
    quiet=_hex("e8e8e8"),
    gold=_hex("ffd91a"),
    main=_hex("ffd91a"),
    on_main=_hex("000000"),
    alarm=_hex("a80000"),
    on_alarm=_hex("ffffff"),
    team=(_hex("ffb454"), _hex("0a4aa6")),
    on_team=(_hex("000000"), _hex("ffffff")),
)

LOOKS: Final[Mapping[str, Theme]] = MappingProxyType({"dark": DARK, "light": LIGHT, "contrast": CONTRAST})
"""The themes by the name that the settings keep."""
