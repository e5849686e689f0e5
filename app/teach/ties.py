"""What a tie in the running trick would do, by the tricks so far and the table's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.teach.note import Note
from engine.tricks import hand_winner

if TYPE_CHECKING:
    from app.teach.position import Position


def tie_notes(place: Position) -> tuple[Note, ...]:
    """One note: the hand's fate if this trick ties, and who would lead.

    () while a decision is open, and once a manilha lies: then no tie is possible any more.
    """
    manilha_lies = any(card in place.manilhas for _, card in place.trick)
    if place.deciding is not None or manilha_lies:
        return ()
    after = hand_winner((*place.winners, None))
    number = len(place.winners)
    if after is None:
        key = "tie.first" if number == 0 else "tie.again"
        return (Note(key, "§2 hands", more=f"tie_leads_{place.rules.tie_leader}"),)
    if after == "all_tied":
        return (_all_tied(place),)
    return (Note("tie.first_won", "§2 hands", (("team", after),)),)


def _all_tied(place: Position) -> Note:
    """The third tie, by `last_trick_raiser` and `all_tied`."""
    rules, last = place.rules, place.last_raise
    if place.pending is not None:
        # Whoever answers changes who raised last and what it is worth.
        return Note("tie.third", "all_tied")
    if rules.last_trick_raiser and last is not None and last.trick == 2:
        return Note("tie.third_raiser", "last_trick_raiser", (("team", last.team),))
    match rules.all_tied:
        case "opener":
            return Note("tie.third_opener", "all_tied", (("team", (place.dealer + 1) % 2),))
        case "dealer":
            return Note("tie.third_dealer", "all_tied", (("team", place.dealer % 2),))
        case "raiser_loses" if last is not None:
            return Note("tie.third_raiser", "all_tied", (("team", last.team),))
        case "carry":
            return Note("tie.third_carry", "all_tied", (("stake", place.stake),))
        case _:
            return Note("tie.third_nobody", "all_tied")
