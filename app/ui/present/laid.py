"""Where the cards of the running hand stand in the log, so that any of them can be corrected."""

from __future__ import annotations

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
