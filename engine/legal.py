"""Every strict move and decision open at the moment."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import (
    PENALTY_REASONS,
    AskDealt,
    Call,
    ClaimExtra,
    Cover,
    Decide,
    Move,
    NextHand,
    Penalize,
    Play,
    Say,
    Settle,
    ShowVira,
    TieAll,
    Way,
)
from engine.cards import ALL_CARDS
from engine.checks import NEEDS_CARD, check_decision, check_strict
from engine.errors import IllegalAction
from engine.rules import Rules, deck_of
from engine.state import State


def legal_moves(rules: Rules, s: State) -> tuple[Move, ...]:
    """Strict moves and decisions that would be accepted; cards in the order of `ALL_CARDS`."""
    return tuple(move for move in _candidates(rules, s) if _allowed(rules, s, move))


def _allowed(rules: Rules, s: State, move: Move) -> bool:
    try:
        if isinstance(move, ShowVira | Play | Cover | Say):
            check_strict(rules, s, move)
        else:
            check_decision(rules, s, move)
    except IllegalAction:
        return False
    return True


def _candidates(rules: Rules, s: State) -> Iterator[Move]:
    deck = [card for card in ALL_CARDS if card in deck_of(rules)]
    if s.case is not None:
        for way in s.case.ways:
            if way in NEEDS_CARD:
                yield from (Settle(way, card) for card in deck)
            elif way is Way.SEAT:
                yield from (Settle(way, seat=seat) for seat in range(rules.seats))
            else:
                yield Settle(way)
    if rules.manilha == "vira":
        yield from (ShowVira(card) for card in deck)
    if s.turn is not None:
        yield from (Play(s.turn, card) for card in deck)
        yield Cover(s.turn)
    for team in (0, 1):
        yield from (Say(team, call) for call in Call)
        yield from (Decide(team, play) for play in (True, False))
        yield from (Penalize(team, reason) for reason in PENALTY_REASONS)
    yield from (ClaimExtra(seat) for seat in range(rules.seats))
    yield AskDealt()
    yield TieAll()
    yield NextHand()
