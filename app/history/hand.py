"""One hand as it counts now: what was turned, laid and said, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import Card, HandLine, Match, Outcome, TrickResult, format_hand, judge_hand
from engine.actions import CorrectStake


class CallKind(StrEnum):
    """What a side said, or what a way out of a problem amounted to."""

    RAISE = "raise"
    ACCEPT = "accept"
    RUN = "run"
    GIVE_UP = "give_up"
    PLAY_SPECIAL = "play_special"
    REFUSE_SPECIAL = "refuse_special"


@dataclass(frozen=True, slots=True)
class Called:
    """One call. ``value``: the stake asked for or accepted, else the points given away. ``trick``: 0..2."""

    kind: CallKind
    team: int
    value: int
    seat: int | None
    trick: int


@dataclass(frozen=True, slots=True)
class HandStory:
    """``number``: from 0 over the whole series; ``game``: the match of the series it belongs to, from 0.

    ``began``, ``ended``: seconds since 1970. ``stake``: what it was worth at its end. ``outcome`` None: it
    has not ended. ``corrected``: the stake was corrected. ``line``: the hand with all that was done in it.
    """

    number: int
    game: int
    began: float
    ended: float
    line: HandLine
    vira: Card | None
    manilhas: tuple[Card, ...]
    special: str | None
    special_team: int | None
    stake: int
    tricks: tuple[TrickResult, ...]
    calls: tuple[Called, ...]
    corrected: bool
    problems: tuple[str, ...]
    outcome: Outcome | None
    score: tuple[int, int]
    games: tuple[int, int]
    match_winner: int | None

    @property
    def dealer(self) -> int:
        """Seat that dealt."""
        return self.line.start.dealer

    @property
    def opener(self) -> int:
        """Seat that opened."""
        return (self.line.start.dealer + 1) % self.line.rules.seats

    @property
    def score_before(self) -> tuple[int, int]:
        """The score it began at."""
        return self.line.start.score

    @property
    def notation(self) -> str:
        """The hand on one line (docs/notation.md)."""
        return format_hand(self.line)


def hand_of(line: HandLine, number: int, began: float, ended: float) -> HandStory:
    """The story of one hand."""
    match = judge_hand(line)
    problems = [
        str(problem.name).lower() for record in match.history for problem in record.problems if problem.name
    ]
    return HandStory(
        number=number,
        game=sum(line.start.games),
        began=began,
        ended=ended,
        line=line,
        vira=match.vira,
        manilhas=match.manilhas,
        special=match.special,
        special_team=match.special_team,
        stake=match.stake,
        tricks=match.tricks,
        calls=_calls(line),
        corrected=any(isinstance(action, CorrectStake) for action in line.actions),
        problems=tuple(dict.fromkeys(problems)),
        outcome=match.hand_outcome,
        score=match.score,
        games=match.games,
        match_winner=match.match_winner,
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """What of a match tells which call an action amounted to."""

    pending: tuple[int, int, int | None] | None
    stake: int
    deciding: int | None
    over: bool

    @classmethod
    def of(cls, match: Match) -> Standing:
        """How the match stands."""
        raised = match.pending_raise
        pending = None if raised is None else (raised.team, raised.value, raised.seat)
        return cls(pending, match.stake, match.must_decide, match.hand_over)


def calls_between(before: Standing, match: Match) -> tuple[Called, ...]:
    """The calls that one action amounted to, whichever way it was given: a button, or a problem settled."""
    after, trick = Standing.of(match), match.trick_number
    found = []
    if before.deciding is not None and after.deciding is None and not after.over:
        found.append(Called(CallKind.PLAY_SPECIAL, before.deciding, after.stake, None, trick))
    if before.pending is not None and after.pending != before.pending and after.stake == before.pending[1]:
        raiser = before.pending[0]
        answered = after.pending is None or after.pending[0] != raiser
        if answered and after.stake > before.stake:
            found.append(Called(CallKind.ACCEPT, 1 - raiser, after.stake, None, trick))
    if after.pending is not None and after.pending != before.pending:
        team, value, seat = after.pending
        found.append(Called(CallKind.RAISE, team, value, seat, trick))
    outcome = match.hand_outcome
    if outcome is not None and not before.over and outcome.winner is not None:
        kind = _ENDS.get(outcome.reason)
        if kind is not None:
            found.append(Called(kind, 1 - outcome.winner, outcome.points, None, trick))
    return tuple(found)


_ENDS = {
    "ran_from_raise": CallKind.RUN,
    "gave_up": CallKind.GIVE_UP,
    "special_refused": CallKind.REFUSE_SPECIAL,
}


def _calls(line: HandLine) -> tuple[Called, ...]:
    match = Match(line.rules, *line.start)
    found: list[Called] = []
    for action in line.actions:
        before = Standing.of(match)
        match.do(action)
        found += calls_between(before, match)
    return tuple(found)
