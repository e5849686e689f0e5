"""What the manilhas are called, as the last part of a key."""

from __future__ import annotations

from typing import Final

from engine import Rules

_SIX: Final = ("JK1", "JK2", "7C", "4S")
"""Cards above the zap in the six-player deck, with names of their own (rule notes §5)."""


def name_key(rules: Rules, card: str) -> str:
    """The part after ``teach.name.`` for a manilha: its suit, or the card itself in the six-player deck."""
    return card if rules.deck == "six" and card in _SIX else card[-1]


def special_key(rules: Rules) -> str:
    """How the special hand is called, by the score where it begins: "11", "10", "14", or "other"."""
    near = str(rules.target - rules.ladder[0])
    return near if near in ("10", "11", "14") else "other"
