"""Where the cards of the running hand stand in the log, so that any of them can be corrected."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Card, Match
from engine.actions import Cover, Play, Settle, ShowVira


def number_of(match: Match, seat: int | None, card: Card | None) -> int | None:
    """Log number of the action that laid this card of the running hand; ``seat`` None: the vira.

    None where it cannot be told, as for a card that a way out has moved to another seat.
    """
    for record in reversed(match.history):
        # The vira begins its hand: it was meant for the moment before.
        begins = isinstance(record.action, ShowVira) and seat is None
        if record.moment.hand != match.hand_number and not begins:
            continue
        match record.action:
            case ShowVira(card=shown) if seat is None and shown == card:
                return record.number
            case Play(seat=by, card=laid) if by == seat and laid == card:
                return record.number
            case Cover(seat=by) if by == seat and card is None:
                return record.number
            case Settle(card=named) if card is not None and named == card:
                return record.number
            case _:
                continue
    return None


@dataclass(frozen=True, slots=True)
class Past:
    """A card of an earlier hand. ``seat`` None: the vira; ``card`` "": covered."""

    number: int
    seat: int | None
    card: str


def laid_in_hand(match: Match, hand: int) -> tuple[Past, ...]:
    """Every card of a hand that can still be corrected, in the order in which it was laid."""
    found = []
    begun = 0
    for record in match.history:
        action = record.action
        # A vira that begins a hand was meant for the moment before it.
        begins = isinstance(action, ShowVira) and record.moment.hand + 1 == hand and begun == 0
        if record.moment.hand != hand and not (begins and _first_of(match, record.number, hand)):
            continue
        begun += 1
        match action:
            case ShowVira(card=card):
                found.append(Past(record.number, None, str(card)))
            case Play(seat=seat, card=card):
                found.append(Past(record.number, seat, str(card)))
            case Cover(seat=seat):
                found.append(Past(record.number, seat, ""))
            case _:
                continue
    return tuple(found)


def _first_of(match: Match, number: int, hand: int) -> bool:
    """Whether the record after this one belongs to ``hand``, so that this one has begun it."""
    after = next((record for record in match.history if record.number > number), None)
    return after is not None and after.moment.hand == hand
