"""What a raise would cost and give, and what each answer is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.teach.note import Facts, Note

if TYPE_CHECKING:
    from app.teach.position import Position


def raise_notes(place: Position) -> tuple[Note, ...]:
    """An open raise with its answers; else what asking for the next rung would do. () where none may be."""
    if place.special is not None:
        return ()
    rules, pending = place.rules, place.pending
    if pending is not None:
        facts: Facts = (
            ("team", pending.team),
            ("other", 1 - pending.team),
            ("value", pending.value),
            ("rung", pending.value),
            ("stake", place.stake),
        )
        if place.next_raise is None or 1 - pending.team not in place.may_raise:
            return (Note("raise.asked_top", "§2 raising", facts),)
        again = (("again", place.next_raise), ("again_rung", place.next_raise))
        return (Note("raise.asked", "§2 raising", (*facts, *again)),)
    if place.next_raise is None:
        return (Note("raise.top", "§2 raising", (("stake", place.stake),)),)
    if not place.may_raise:
        return (Note("raise.capped", "raise_cap", (("stake", place.stake),)),)
    facts = (("value", place.next_raise), ("rung", place.next_raise), ("stake", place.stake))
    decides = max(place.score) + place.next_raise >= rules.target
    more = "raise_decides" if decides else ""
    if len(place.may_raise) == 1:
        return (Note("raise.one", "§2 raising", (("team", place.may_raise[0]), *facts), more=more),)
    return (Note("raise.both", "§2 raising", facts, more=more),)
