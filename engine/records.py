"""What happened, as frozen values: tricks, raises, outcomes, and the record of one action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.actions import Action
from engine.cards import Card
from engine.problems import NONE, Problem

Facts = tuple[tuple[str, int | str], ...]
"""Names and figures, hashable; ``.values`` of their owner gives them as a dict."""

Plays = tuple[tuple[int, Card | None], ...]
"""(seat, card) in play order; None is a covered card."""


class Moment(NamedTuple):
    """When an action was meant: hand number, and cards laid or taken back in that hand so far."""

    hand: int
    laid: int


@dataclass(frozen=True, slots=True)
class TrickResult:
    """A finished trick. ``reason``: only_open, manilha, highest, partners_equal, tie, all_covered."""

    number: int
    plays: Plays
    winner_team: int | None
    winner_seat: int | None
    leader_next: int
    reason: str
    facts: Facts

    @property
    def values(self) -> dict[str, int | str]:
        """The deciding comparison: ``card`` of ``seat`` won ``over`` the card of ``over_seat``."""
        return dict(self.facts)


@dataclass(frozen=True, slots=True)
class Raise:
    """A raise that waits for its answer; ``trick``: 0..2, in which it was made."""

    team: int
    value: int
    seat: int | None = None
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended: ``winner`` (None: nobody), ``points`` it brought, and why."""

    winner: int | None
    points: int
    reason: str
    facts: Facts = ()

    @property
    def values(self) -> dict[str, int | str]:
        """The figures and names an explanation needs."""
        return dict(self.facts)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An observation that had waited and could not count any more; ``key``: why, as refusals name it."""

    action: Action
    key: str


@dataclass(frozen=True, slots=True)
class Record:
    """What one action did. ``tricks``: those it finished. ``score``: after it.

    ``left_out``: what had been seen or heard before and counts no more by this action.
    """

    number: int
    moment: Moment
    action: Action
    problems: Problem = NONE
    tricks: tuple[TrickResult, ...] = ()
    outcome: Outcome | None = None
    score: tuple[int, int] = (0, 0)
    left_out: tuple[LeftOut, ...] = ()

    @property
    def trick(self) -> TrickResult | None:
        """The last trick this action finished."""
        return self.tricks[-1] if self.tricks else None
