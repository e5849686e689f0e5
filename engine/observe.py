"""What observations and penalties do to the state, once they have a meaning."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Burn, Call, Cover, Move, Play, Remove, Say, ShowVira
from engine.checks import move_facts
from engine.problems import NONE, Case, Problem
from engine.records import Outcome, Raise, TrickResult
from engine.rules import Rules
from engine.stakes import call_problems, next_rung
from engine.state import State, add_points, begin_hand, end_hand
from engine.table import advance, card_problems, identity_problems, lay, vira_problems
from engine.ways import ways_out


def observe(rules: Rules, s: State, move: Move, waived: Problem = NONE) -> list[TrickResult]:
    """Take an observation in: carry it out, or open a case for what is against the rules in it."""
    match move:
        case Play(seat=seat, card=card):
            problems = card_problems(rules, s, seat, card)
        case Cover(seat=seat):
            problems = card_problems(rules, s, seat, None)
        case Say():
            problems = call_problems(rules, s, move)
        case ShowVira():
            if s.outcome is not None:
                begin_hand(rules, s)
            problems = vira_problems(rules, s, move)
        case Burn(card=card):
            problems = identity_problems(rules, s, card)
            if s.special is not None:
                problems |= Problem.BURNED_IN_SPECIAL
        case Remove():
            problems = Problem.TAKEN_BACK
        case _:
            problems = Problem.WRONG_COUNT
    problems &= ~waived
    if problems:
        facts = tuple(move_facts(rules, s, move).items())
        s.case = Case(problems, move, ways_out(rules, s, move, problems), facts, waived)
        return []
    match move:
        case Play(seat=seat, card=card):
            return lay(rules, s, seat, card)
        case Cover(seat=seat):
            return lay(rules, s, seat, None)
        case Say():
            return say(rules, s, move)
        case ShowVira(card=card):
            s.vira = card
            return advance(rules, s)
        case Burn(card=card):
            s.burned = (*s.burned, card)
            s.seen = s.seen | {card}
            return []
        case _:
            return []


def say(rules: Rules, s: State, move: Say) -> list[TrickResult]:
    """Carry out a call. A re-raise accepts the pending raise first."""
    if move.call is Call.RUN:
        _run(rules, s, move.team)
        return []
    if s.pending is not None:
        s.stake, s.last_raiser, s.last_raise_trick = s.pending.value, s.pending.team, s.pending.trick
        s.pending = None
    if move.call is Call.RAISE:
        rung = next_rung(rules, s)
        if rung is not None:
            s.pending = Raise(move.team, rung, move.seat, len(s.tricks))
        return []
    return advance(rules, s)


def _run(rules: Rules, s: State, team: int) -> None:
    """Give the hand up; it pays the last accepted stake (rules.md §2)."""
    if not s.decided and s.special_team == team:
        decide(rules, s, team, False)
        return
    if s.pending is not None and s.pending.team != team:
        outcome = Outcome(
            1 - team,
            s.stake,
            "ran_from_raise",
            (("team", team), ("value", s.pending.value), ("stake", s.stake)),
        )
    else:
        outcome = Outcome(1 - team, s.stake, "gave_up", (("team", team), ("stake", s.stake)))
    end_hand(rules, s, outcome)


def decide(rules: Rules, s: State, team: int, play: bool) -> None:
    """A team plays its special hand for the second rung, or gives the first away (rules.md §2)."""
    if play:
        s.decided = True
        s.stake = rules.ladder[1]
        return
    end_hand(rules, s, Outcome(1 - team, rules.ladder[0], "special_refused", (("team", team),)))


def tento(rules: Rules, s: State, team: int) -> int:
    """What a tento against ``team`` is worth now (A): the stake, in the iron hand the match."""
    return rules.target - s.score[1 - team] if s.special == "iron" else s.stake


def penalize(rules: Rules, s: State, team: int, reason: str, points: int | None = None) -> None:
    """A tento: ends the hand, or counts at once and lets it go on, as `tento_ends_hand` says.

    Over a finished hand (the highest card was not shown) it takes the outcome's place, or is added under it.
    """
    outcome, dealer, carry = s.outcome, s.next_dealer, s.next_carry
    if outcome is not None:
        s.score, s.games = s.settled_from
        s.match_winner = s.series_winner = s.outcome = None
    value = tento(rules, s, team) if points is None else points
    before = (s.score, s.games)
    if not rules.tento_ends_hand:
        add_points(rules, s, 1 - team, value)
        if s.match_winner is None:
            if outcome is not None:
                end_hand(rules, s, outcome)
                s.next_dealer, s.next_carry = dealer, carry
            return
        s.score, s.games = before
        s.match_winner = s.series_winner = None
    end_hand(rules, s, _penalty(team, value, reason))


def _penalty(team: int, points: int, reason: str) -> Outcome:
    return Outcome(1 - team, points, "penalty", (("team", team), ("penalty", reason)))


def correct_stake(rules: Rules, s: State, value: int) -> None:
    """The stake of this hand was another; over a finished hand its outcome is counted again from before."""
    s.stake = value
    if s.outcome is None:
        return
    points = value if s.outcome.winner is not None else 0
    facts = tuple((name, value if name == "stake" else fact) for name, fact in s.outcome.facts)
    outcome, (score, games), dealer = s.outcome, s.settled_from, s.next_dealer
    s.score, s.games = score, games
    s.match_winner = s.series_winner = None
    end_hand(rules, s, replace(outcome, points=points, facts=facts))
    s.next_dealer = dealer
