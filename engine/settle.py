"""Carrying out the way out of a case that the table chose."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.actions import Burn, Call, Cover, Deal, Play, Remove, Say, Settle, ShowVira, Way
from engine.cards import Card
from engine.observe import decide, observe, penalize, say
from engine.problems import Case, Problem
from engine.records import Outcome, TrickResult
from engine.rules import Rules
from engine.state import State, end_hand
from engine.table import take_up

_STANDING: Final = Problem.OUT_OF_TURN | Problem.VIRA_EARLY | Problem.BURNED_IN_SPECIAL
"""Problems of a card that may count as it lies."""


def carry_out(rules: Rules, s: State, case: Case, settle: Settle) -> list[TrickResult]:
    """Do what the chosen way means for the observation in question; it may open the next case."""
    move = case.action
    match settle.way:
        case Way.BACK if isinstance(move, Remove):
            take_up(rules, s, move.seat)
        case Way.CARD | Way.SHOW if isinstance(move, Play | Cover) and settle.card is not None:
            return observe(rules, s, Play(move.seat, settle.card), case.waived)
        case Way.CARD if isinstance(move, Burn) and settle.card is not None:
            return observe(rules, s, Burn(settle.card), case.waived)
        case Way.SEAT if isinstance(move, Play | Cover) and settle.seat is not None:
            return observe(rules, s, replace(move, seat=settle.seat))
        case Way.STANDS if isinstance(move, Say):
            return say(rules, s, move)
        case Way.STANDS:
            return observe(rules, s, move, case.waived | _STANDING)
        case Way.ACCEPT if s.pending is not None:
            finished = say(rules, s, Say(1 - s.pending.team, Call.ACCEPT))
            return finished + (observe(rules, s, move, case.waived) if s.outcome is None else [])
        case Way.PLAY if s.special_team is not None:
            decide(rules, s, s.special_team, True)
            return observe(rules, s, move, case.waived)
        case Way.VIRA if settle.card is not None:
            return _vira(rules, s, case, settle.card)
        case Way.VOID:
            end_hand(rules, s, Outcome(None, 0, "void", _problem(case)), again=True)
        case Way.PASS_DEAL:
            end_hand(rules, s, Outcome(None, 0, "misdeal", _problem(case)))
        case Way.PENALTY:
            _penalty(rules, s, case)
        case _:
            # IGNORE, BACK, RETURN, COMPLETE, RETURN_LAST, BURN: the table is as it was before.
            pass
    return []


def _problem(case: Case) -> tuple[tuple[str, int | str], ...]:
    return (("problem", str(next(iter(case.problems)).name).lower()),)


def _vira(rules: Rules, s: State, case: Case, card: Card) -> list[TrickResult]:
    if isinstance(case.action, ShowVira):
        s.vira = None
        return observe(rules, s, ShowVira(card))
    finished = observe(rules, s, ShowVira(card))
    if s.case is not None:
        s.waiting = (case.action, *s.waiting)
        return finished
    return finished + observe(rules, s, case.action, case.waived)


def _penalty(rules: Rules, s: State, case: Case) -> None:
    move = case.action
    if isinstance(move, Deal):
        # Four or five cards: claimed as the hand starts, worth the first rung (A).
        penalize(rules, s, s.dealer % 2, "wrong_count", rules.ladder[0])
    elif isinstance(move, Say):
        whole = rules.special_raise_penalty == "match"
        points = rules.target - s.score[1 - move.team] if whole else None
        penalize(rules, s, move.team, "raised_in_special", points)
    elif isinstance(move, Play | Cover):
        four = Problem.FOURTH_CARD in case.problems
        penalize(rules, s, move.seat % 2, "four_cards" if four else "out_of_turn")
