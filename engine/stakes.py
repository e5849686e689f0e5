"""The ladder of stakes: which raise comes next, and what is wrong with a call."""

from __future__ import annotations

from engine.actions import Call, Say
from engine.problems import NONE, Problem
from engine.records import Plays
from engine.rules import Rules
from engine.state import State


def next_rung(rules: Rules, s: State) -> int | None:
    """The value the next raise asks for: one rung above the stake asked or in force; None at the top."""
    now = s.pending.value if s.pending is not None else s.stake
    return next((rung for rung in rules.ladder if rung > now), None)


def call_problems(rules: Rules, s: State, say: Say) -> Problem:
    """Everything against the rules in a call that has a meaning (rules.md §2, §3)."""
    if say.call is Call.RAISE:
        return raise_problems(rules, s, say)
    if s.pending is None:
        return Problem.NO_RAISE if say.call is Call.ACCEPT else NONE
    return Problem.OWN_RAISE if s.pending.team == say.team else NONE


def raise_problems(rules: Rules, s: State, say: Say) -> Problem:
    """Everything against the rules in a raise."""
    if s.special is not None:
        return Problem.RAISE_IN_SPECIAL
    problems = NONE
    if s.pending is not None:
        # A re-raise is an answer: it accepts first and needs no turn.
        if s.pending.team == say.team:
            problems |= Problem.RAISE_TWICE
        in_force = s.pending.value
    else:
        if s.last_raiser == say.team:
            problems |= Problem.RAISE_TWICE
        if not timely(rules, s, say):
            problems |= Problem.RAISE_UNTIMELY
        in_force = s.stake
    if rules.raise_cap and min(s.score) + in_force >= rules.target:
        problems |= Problem.RAISE_CAPPED
    return problems


def timely(rules: Rules, s: State, say: Say) -> bool:
    """Whether `raise_timing` lets this side (or seat) raise now."""
    if rules.raise_timing == "any_time":
        return True
    if say.with_card and s.current and _is(s.current[-1][0], say):
        return True
    if rules.raise_timing == "own_turn":
        return s.turn is not None and _is(s.turn, say)
    laid = _seats(s.current) | _seats(s.early)
    return any(_is(seat, say) and seat not in laid for seat in range(rules.seats))


def _is(seat: int, say: Say) -> bool:
    return seat == say.seat if say.seat is not None else seat % 2 == say.team


def _seats(plays: Plays) -> set[int]:
    return {seat for seat, _ in plays}
