"""Rule sets a table can start from. There is no national rule book: none of them is "the official rule"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.errors import RulesError
from engine.rules import Rules

_PAULISTA = Rules(name="paulista")
_MINEIRO = Rules(
    name="mineiro",
    manilha="fixed",
    ladder=(2, 4, 6, 10, 12),
    rung_names=("truco", "seis", "nove", "doze"),
    tie_leader="tie_maker",
    all_tied="carry",
    hide_by="pack",
    covered_after_tie=False,
    must_show_highest="tie_maker",
    raise_timing="any_time",
    special_raise_penalty="tento",
    misdeal="tentos",
)
_ALL = (
    _PAULISTA,
    replace(_PAULISTA, name="paulista-limpo", deck="clean"),
    replace(
        _PAULISTA,
        name="paulista-15",
        target=15,
        ladder=(1, 3, 6, 9, 12, 15),
        rung_names=("truco", "seis", "nove", "doze", "quinze"),
    ),
    replace(
        _PAULISTA,
        name="torneio",
        raise_cap=True,
        last_trick_raiser=True,
        iron_hand="open_own",
        iron_value="first",
    ),
    _MINEIRO,
    replace(_MINEIRO, name="mineiro-8", ladder=(2, 4, 8, 10, 12)),
    replace(_MINEIRO, name="mineiro-limpo", deck="clean"),
    replace(_PAULISTA, name="fixa", manilha="fixed"),
    replace(_MINEIRO, name="mineiro-6", deck="six", seats=6),
)

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType({rules.name: rules for rules in _ALL})
"""Rules by preset id."""


def preset(name: str) -> Rules:
    """The preset called ``name``; RulesError names the known ones."""
    if name not in PRESETS:
        raise RulesError(f"There are no rules called {name!r}: choose one of {', '.join(PRESETS)}.")
    return PRESETS[name]
