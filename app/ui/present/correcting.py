"""What of a hand of the match can have been another: its stake and each of its cards."""

from __future__ import annotations

from dataclasses import dataclass

from app.ui.present.laid import laid_in_hand
from app.ui.present.table import restake_of
from app.words import Words, capital
from engine import IllegalAction, Match
from engine.actions import Action


@dataclass(frozen=True, slots=True)
class Fix:
    """One thing that can be corrected, in words. ``stake``: the hand was worth so much; else the card of log
    entry ``number`` was another than ``card``.
    """

    text: str
    stake: int | None = None
    number: int = 0
    card: str = ""


def fixes_of(match: Match, words: Words, hand: int) -> tuple[Fix, ...]:
    """Everything of ``hand`` that can be corrected: stakes first, then its cards as they were laid."""
    restake = restake_of(match, words, hand=hand)
    stakes = () if restake is None else restake.values
    found = [Fix(words("table.fix_stake", stake=text.replace("\n", " ")), value) for value, text in stakes]
    for past in laid_in_hand(match, hand):
        who = capital(words("table.vira") if past.seat is None else words.seat(past.seat))
        card = words.card(past.card)
        found.append(Fix(f"{who}: {card}", number=past.number, card=card))
    return tuple(found)


def ends_by(match: Match, action: Action) -> bool:
    """Whether this action, done now, ends the match that still runs."""
    if match.match_winner is not None:
        return False
    again = Match.replay(match.rules, match.log, *match.start)
    try:
        again.do(action)
    except IllegalAction:
        return False
    return again.match_winner is not None
