"""A stored match as values, and how it becomes rows and comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final

from app.store.notices import StoreError
from engine import IllegalAction, Match, Rules, RulesError, rules_from_text
from engine.actions import Action
from engine.save import action_from_data
from engine.start import Start


class MatchState(StrEnum):
    """How a match stands."""

    RUNNING = "running"
    WON = "won"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays, and how it is followed. ``mode``: "camera" or "board" (scoreboard only).

    ``teams`` and ``players`` (by seat) are names; () where none were given.
    """

    teams: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    mode: str = "camera"

    def to_text(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> Seating:
        """What `to_text` wrote; ValueError, KeyError or TypeError for anything else."""
        data = json.loads(text)
        return cls(tuple(map(str, data["teams"])), tuple(map(str, data["players"])), str(data["mode"]))


NOBODY_NAMED: Final = Seating()
"""A table with a camera whose players gave no names."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One line of the list of matches. Times are seconds since 1970; ``hands``: begun, 0 where nothing
    has been done yet."""

    id: int
    rules: Rules
    start: Start
    seating: Seating
    began: float
    changed: float
    state: MatchState
    score: tuple[int, int]
    games: tuple[int, int]
    winner: int | None
    hands: int


@dataclass(frozen=True, slots=True)
class SavedAction:
    """One row: place in the log, when it was taken down (seconds since 1970), the action."""

    number: int
    at: float
    action: Action


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A stored match with its log; ``table``: what the referee wanted to know again."""

    row: MatchRow
    actions: tuple[SavedAction, ...]
    table: Mapping[str, Any] = field(default_factory=dict)

    def match(self) -> Match:
        """The match as it stood; StoreError where its log cannot be done again."""
        try:
            return Match.replay(self.row.rules, (one.action for one in self.actions), *self.row.start)
        except IllegalAction as error:
            raise StoreError(f"A stored match does not follow its own rules any more ({error}).") from None


COLUMNS = "id, rules, start, seating, began, changed, state, score, games, winner, hands"
"""What `row_from` expects, in order."""


def row_from(values: tuple[Any, ...]) -> MatchRow:
    """A row of the table of matches; StoreError if it cannot be understood."""
    number, rules, start, seating, began, changed, state, score, games, winner, hands = values
    try:
        agreed = rules_from_text(rules)
        begun = json.loads(start)
        us, them = json.loads(score)
        ours, theirs = json.loads(games)
        return MatchRow(
            number,
            agreed,
            _start_from(begun, agreed),
            Seating.from_text(seating),
            began,
            changed,
            MatchState(state),
            (us, them),
            (ours, theirs),
            winner,
            hands,
        )
    except (RulesError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"A stored match cannot be understood ({error}).") from None


def _start_from(data: dict[str, Any], rules: Rules) -> Start:
    score, games = tuple(data["score"]), tuple(data["games"])
    return Start.checked(rules, data["dealer"], score, games, data["carry"])


def action_from(number: int, at: float, text: str) -> SavedAction:
    """A row of the log; StoreError if it cannot be understood."""
    try:
        return SavedAction(number, at, action_from_data(json.loads(text)))
    except ValueError as error:
        raise StoreError(f"An action of a stored match cannot be understood ({error}).") from None
