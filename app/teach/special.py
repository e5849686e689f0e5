"""What a special hand and an iron hand ask of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.teach.manilhas import special_key
from app.teach.note import Facts, Note
from engine import Rules

if TYPE_CHECKING:
    from app.teach.position import Position


def special_notes(place: Position) -> tuple[Note, ...]:
    """Who decides and what yes and no are worth; then how it is played. () in an ordinary hand."""
    rules = place.rules
    if place.special == "iron":
        facts: Facts = (("stake", place.stake),)
        return (Note(f"special.iron_{rules.iron_hand}", "iron_hand", facts, more=_penalty(rules)),)
    if place.special != "eleven" or place.special_team is None:
        return ()
    team = place.special_team
    facts = (
        ("special", special_key(rules)),
        ("team", team),
        ("other", 1 - team),
        ("play", rules.ladder[1]),
        ("give", rules.ladder[0]),
    )
    key = "special.decide" if place.deciding is not None else "special.playing"
    return (Note(key, "§2 special hand", facts, more=_penalty(rules)),)


def _penalty(rules: Rules) -> str:
    return f"special_penalty_{rules.special_raise_penalty}"
