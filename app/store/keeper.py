"""Follows a match while it is played: every new entry of its log becomes a row."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from app.store.saved import NOBODY_NAMED, MatchState, SavedMatch, Seating
from app.store.ticket import Ticket
from app.store.writer import Statement
from engine import Match, rules_to_text
from engine.save import action_to_data

if TYPE_CHECKING:
    from app.store.store import Store

_ADD_MATCH = """INSERT INTO matches
    (id, rules, start, seating, began, changed, state, score, games, winner, hands)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_ADD_ACTION = "INSERT INTO actions (match_id, number, at, action) VALUES (?, ?, ?, ?)"
_CHANGE_MATCH = """UPDATE matches
    SET changed = ?, state = ?, score = ?, games = ?, winner = ?, hands = ? WHERE id = ?"""
_SET_TABLE = """INSERT INTO tables (match_id, data) VALUES (?, ?)
    ON CONFLICT (match_id) DO UPDATE SET data = excluded.data"""


class Keeper:
    """Keeps one table's matches, one after the other; use it from one thread."""

    def __init__(
        self, store: Store, seating: Seating = NOBODY_NAMED, on_settled: Callable[[], None] = lambda: None
    ) -> None:
        """``on_settled``: called from the writer's thread once everything handed over is acknowledged."""
        self._store = store
        self._seating = seating
        self._on_settled = on_settled
        self._match: Match | None = None
        self._id: int | None = None
        self._count = 0
        self._table: str | None = None
        self._last: Ticket | None = None

    @classmethod
    def resume(
        cls, store: Store, saved: SavedMatch, match: Match, on_settled: Callable[[], None] = lambda: None
    ) -> Keeper:
        """Goes on with a stored match; ``match``: what ``saved.match()`` gave."""
        keeper = cls(store, saved.row.seating, on_settled)
        keeper._match, keeper._id, keeper._count = match, saved.row.id, len(saved.actions)
        keeper._table = json.dumps(saved.table, ensure_ascii=False)
        return keeper

    @property
    def match_id(self) -> int | None:
        """The stored match; None before the first `keep`."""
        return self._id

    @property
    def settled(self) -> bool:
        """Whether everything handed over is acknowledged."""
        return self._last is None or self._last.settled

    def keep(self, match: Match, table: Mapping[str, Any] | None = None) -> bool:
        """Hands over what is new of a match; whether nothing waits for its acknowledgement."""
        now = time.time()
        statements: list[Statement] = []
        if match is not self._match:
            self._match, self._id, self._count, self._table = match, secrets.randbits(48), 0, None
            statements.append((_ADD_MATCH, self._first_row(match, now)))
        assert self._id is not None
        fresh = match.log[self._count :]
        for record in fresh:
            text = json.dumps(action_to_data(record.action), ensure_ascii=False)
            statements.append((_ADD_ACTION, (self._id, record.number, now, text)))
        if fresh:
            statements.append((_CHANGE_MATCH, (now, *_standing(match), self._id)))
        lying = None if table is None else json.dumps(table, ensure_ascii=False)
        if lying is not None and lying != self._table:
            statements.append((_SET_TABLE, (self._id, lying)))
            self._table = lying
        self._count = len(match.log)
        if statements:
            self._submit(statements)
        return self.settled

    def rename(self, seating: Seating) -> None:
        """The same people under other names."""
        self._seating = seating
        if self._id is not None:
            self._submit([("UPDATE matches SET seating = ? WHERE id = ?", (seating.to_text(), self._id))])

    def give_up(self) -> None:
        """The match is not offered again, unless it goes on after all."""
        if self._id is not None and self._match is not None and self._match.series_winner is None:
            change = "UPDATE matches SET state = ? WHERE id = ?"
            self._submit([(change, (MatchState.GIVEN_UP, self._id))])

    def _submit(self, statements: list[Statement]) -> None:
        self._last = self._store.submit(tuple(statements), self._acknowledged)

    def _acknowledged(self) -> None:
        if self.settled:
            self._on_settled()

    def _first_row(self, match: Match, now: float) -> tuple[object, ...]:
        start = json.dumps(match.start._asdict())
        return (
            self._id,
            rules_to_text(match.rules),
            start,
            self._seating.to_text(),
            now,
            now,
            *_standing(match),
        )


def _standing(match: Match) -> tuple[object, ...]:
    """What the list of matches shows: state, score, games, winner, hands."""
    winner = match.series_winner
    state = MatchState.RUNNING if winner is None else MatchState.WON
    hands = match.hand_number + 1 if match.log else 0
    return state, json.dumps(match.score), json.dumps(match.games), winner, hands
