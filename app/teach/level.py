"""How much is explained while a match runs."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """Off: nothing. Short: one line. Full: the line, one or two sentences, the cards and the rule."""

    OFF = "off"
    SHORT = "short"
    FULL = "full"
