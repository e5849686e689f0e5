"""What a table agrees on before the first card: every option with its values, explained to a beginner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from app.words import Words
from engine import PRESETS, Rules, RulesError

LADDERS: Final[Mapping[str, tuple[tuple[int, ...], tuple[str, ...]]]] = MappingProxyType(
    {
        "1-3-6-9-12": ((1, 3, 6, 9, 12), ("truco", "seis", "nove", "doze")),
        "2-4-6-10-12": ((2, 4, 6, 10, 12), ("truco", "seis", "nove", "doze")),
        "2-4-8-10-12": ((2, 4, 8, 10, 12), ("truco", "seis", "nove", "doze")),
        "1-3-6-9-12-15": ((1, 3, 6, 9, 12, 15), ("truco", "seis", "nove", "doze", "quinze")),
        "4-8-12": ((4, 8, 12), ("truco", "doze")),
    }
)
"""Stakes that are played, with the names of the raises."""

OPTIONS: Final[Mapping[str, tuple[object, ...]]] = MappingProxyType(
    {
        "target": (12, 15),
        "ladder": tuple(LADDERS),
        "manilha": ("vira", "fixed"),
        "deck": ("full", "clean", "six"),
        "seats": (2, 4, 6),
        "direction": ("anticlockwise", "clockwise"),
        "raise_timing": ("own_turn", "before_own_card", "any_time"),
        "covered_from": ("second", "first", "never"),
        "covered_after_tie": (True, False),
        "hide_by": ("table", "pack"),
        "tie_leader": ("first_tied", "tie_maker", "opener"),
        "all_tied": ("nobody", "carry", "opener", "dealer", "raiser_loses"),
        "must_show_highest": ("no", "tie_maker", "every"),
        "special_raise_penalty": ("match", "tento", "warn"),
        "iron_hand": ("blind", "blind_first", "hidden_vira", "open", "open_own"),
        "iron_value": ("second", "first"),
        "wrong_turn": ("ask", "stands", "back", "tento"),
        "misdeal": ("pass", "tentos", "again"),
        "tento_ends_hand": (True, False),
        "raise_cap": (False, True),
        "last_trick_raiser": (False, True),
        "games_to_win": (1, 2, 3),
    }
)
"""Every option and what it can be, in the order in which a table asks."""


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option: what it is about, what is agreed, what it means. ``changed``: not as in the preset."""

    name: str
    title: str
    value: str
    more: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ValueView:
    """One value of an option. ``chosen``: it is agreed now."""

    value: object
    text: str
    more: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PresetView:
    """A set of rules to start from."""

    name: str
    text: str
    more: str
    chosen: bool


def preset_views(rules: Rules, words: Words) -> tuple[PresetView, ...]:
    """Every preset; the one these rules are, or began as, is the chosen one."""
    return tuple(
        PresetView(
            name, words(f"setup.preset.{name}"), words(f"setup.preset.{name}.more"), name == rules.name
        )
        for name in PRESETS
    )


def option_views(rules: Rules, words: Words) -> tuple[OptionView, ...]:
    """Every option as agreed."""
    preset = PRESETS.get(rules.name, PRESETS["paulista"])
    made = []
    for name in OPTIONS:
        value = value_of(rules, name)
        made.append(
            OptionView(
                name,
                words(f"setup.option.{name}"),
                value_text(name, value, words),
                words(f"setup.why.{name}"),
                value != value_of(preset, name),
            )
        )
    return tuple(made)


def value_views(rules: Rules, name: str, words: Words) -> tuple[ValueView, ...]:
    """What an option can be at this table, each with what it means; what cannot be played is left out."""
    now = value_of(rules, name)
    found = []
    for value in OPTIONS[name]:
        try:
            with_option(rules, name, value)
        except RulesError:
            continue
        more = words(f"setup.value.{name}.{_key(value)}.more") if name in EXPLAINED else ""
        found.append(ValueView(value, value_text(name, value, words), more, value == now))
    return tuple(found)


EXPLAINED: Final = frozenset(OPTIONS) - {"target", "seats", "games_to_win", "ladder"}
"""Options whose values need a sentence each; the others are numbers that the option itself explains."""


def value_text(name: str, value: object, words: Words) -> str:
    """A value in a few words."""
    if name == "ladder":
        return str(value)
    if name in ("target", "seats", "games_to_win"):
        return words(f"setup.number.{name}", count=value)
    return words(f"setup.value.{name}.{_key(value)}")


def _key(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def value_of(rules: Rules, name: str) -> object:
    """What is agreed; for the ladder its key in `LADDERS`, or its numbers."""
    value = getattr(rules, name)
    return "-".join(map(str, value)) if name == "ladder" else value


def with_option(rules: Rules, name: str, value: Any) -> Rules:
    """The rules with one option changed, and what must change with it; RulesError where it cannot be."""
    changes: dict[str, Any] = {name: value}
    if name == "ladder":
        changes["ladder"], changes["rung_names"] = LADDERS[value]
    if name == "deck" and value == "six":
        changes |= {"seats": 6, "manilha": "fixed"}
    if name == "deck" and value != "six" and rules.deck == "six":
        changes |= {"seats": 4}
    return replace(rules, **changes)
