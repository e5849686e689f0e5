"""A hand step by step: what was done, the table after it, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.history.hand import Called, Standing, calls_between
from engine import Card, Case, Explanation, HandLine, LeftOut, Match, Outcome, Record, explain
from engine.actions import (
    Action,
    AskDealt,
    Burn,
    ClaimExtra,
    CorrectStake,
    Cover,
    Deal,
    Decide,
    Penalize,
    Play,
    Remove,
    Say,
    Settle,
    ShowVira,
    TieAll,
)
from engine.records import Plays, TrickResult


class StepKind(StrEnum):
    """What a step shows; words stand under ``history.step.KIND``."""

    BEGIN = "begin"
    VIRA = "vira"
    CARD = "card"
    COVERED = "covered"
    BURNED = "burned"
    REMOVED = "removed"
    CALL = "call"
    UNHEARD = "unheard"
    """A call that changed nothing: against the rules, or waiting to be settled."""
    DEALT = "dealt"
    SETTLED = "settled"
    TENTO = "tento"
    STAKE = "stake"
    ASKED = "asked"
    """The dealer asked whether everybody has three cards."""
    EXTRA = "extra"
    """A seat showed the fourth card it was dealt."""
    TIED = "tied"
    """Without cards: the table said that all three tricks were tied."""


Judged = TrickResult | Outcome | Case | LeftOut


@dataclass(frozen=True, slots=True)
class Position:
    """The table after a step.

    ``plays``: the trick to show, (seat, card) in play order, None a covered card; a trick that this step
    finished stays. ``winning``: the seat now winning it, None tied or nobody. ``full``: it is finished.
    """

    vira: Card | None
    manilhas: tuple[Card, ...]
    plays: Plays
    winning: int | None
    full: bool
    tricks: tuple[TrickResult, ...]
    turn: int | None
    stake: int
    asked: int | None
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One step. ``calls``: what was said with it; ``value``: the points or the stake it is about.

    ``way``: of a problem settled. ``judged``: what it brought that has reasons; ``reasons``: those reasons,
    chief first.
    """

    kind: StepKind
    position: Position
    seat: int | None = None
    team: int | None = None
    card: Card | None = None
    value: int | None = None
    way: str = ""
    calls: tuple[Called, ...] = ()
    judged: tuple[Judged, ...] = ()
    reasons: tuple[Explanation, ...] = ()


_KINDS: Final[dict[type, StepKind]] = {
    ShowVira: StepKind.VIRA,
    Play: StepKind.CARD,
    Cover: StepKind.COVERED,
    Burn: StepKind.BURNED,
    Remove: StepKind.REMOVED,
    Say: StepKind.CALL,
    Decide: StepKind.CALL,
    Deal: StepKind.DEALT,
    Settle: StepKind.SETTLED,
    Penalize: StepKind.TENTO,
    CorrectStake: StepKind.STAKE,
    AskDealt: StepKind.ASKED,
    ClaimExtra: StepKind.EXTRA,
    TieAll: StepKind.TIED,
}


def steps_of(line: HandLine) -> tuple[Step, ...]:
    """All steps of a hand; the first is the deal."""
    match = Match(line.rules, *line.start)
    steps = [Step(StepKind.BEGIN, _position(match, None), seat=match.dealer)]
    for action in line.actions:
        before = Standing.of(match)
        record = match.do(action)
        steps.append(_step(action, record, calls_between(before, match), match))
    return tuple(steps)


def _step(action: Action, record: Record, calls: tuple[Called, ...], match: Match) -> Step:
    position = _position(match, record.trick)
    case = (match.case,) if match.case is not None and record.problems else ()
    outcome = () if record.outcome is None else (record.outcome,)
    judged: tuple[Judged, ...] = (*record.tricks, *outcome, *record.left_out, *case)
    kind = _KINDS[type(action)]
    if isinstance(action, Say) and not calls:
        kind = StepKind.UNHEARD
    return Step(
        kind,
        position,
        seat=getattr(action, "seat", None),
        team=getattr(action, "team", None),
        card=getattr(action, "card", None),
        value=getattr(action, "cards", None) or getattr(action, "value", None),
        way=str(getattr(action, "way", "")),
        calls=calls,
        judged=judged,
        reasons=tuple(reason for thing in judged for reason in explain(thing, match.rules)),
    )


def _position(match: Match, finished: TrickResult | None) -> Position:
    plays, best = match.current_trick, match.best
    winning = None if best is None else best[0]
    full = not plays and finished is not None
    if full:
        assert finished is not None
        plays, winning = finished.plays, finished.winner_seat
    raised = match.pending_raise
    return Position(
        vira=match.vira,
        manilhas=match.manilhas,
        plays=plays,
        winning=winning,
        full=full,
        tricks=match.tricks,
        turn=match.turn,
        stake=match.stake,
        asked=None if raised is None else raised.value,
        score=match.score,
    )
