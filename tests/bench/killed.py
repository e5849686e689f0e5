"""A Vira that plays by itself until it is killed, and says on a pipe what it hands over, keeps and shows.

"S": handed to the store, before it is; "A": acknowledged; "V": shown in the window.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from app.playing import Playing
from app.store import Seating, Store, Ticket
from app.store.writer import Statement
from app.ui.present.table import view_of
from app.words import Words
from engine import PRESETS, Match
from tests.bench.players import Table, do_something


def digest(match: Match) -> str:
    """A short name of a match's state and log, equal in every process."""
    # A set has another order in every process.
    state = [sorted(map(str, part)) if isinstance(part, frozenset) else part for part in match.state]
    return hashlib.sha256(repr((state, match.log)).encode()).hexdigest()[:16]


def shown_of(playing: Playing) -> list[Any]:
    """What the table screen shows of a match: scores, vira, and every seat's card ("" covered, null none)."""
    view = view_of(playing, Words("en", playing.match.rules))
    seats = [None if seat.empty else seat.card for seat in view.seats]
    return [list(view.scores), view.vira, seats]


class ToldStore(Store):
    """A store that says what it is handed and what it has acknowledged."""

    describe: Callable[[], dict[str, Any]]

    def submit(self, statements: tuple[Statement, ...], then: Callable[[], None] | None = None) -> Ticket:
        """Says "S" with the state that is handed over, and "A" once it is acknowledged."""
        told = self.describe()
        _say("S", told)

        def acknowledged() -> None:
            _say("A", {"match": told["match"], "count": told["count"]})
            if then is not None:
                then()

        return super().submit(statements, acknowledged)


def _say(what: str, data: dict[str, Any]) -> None:
    os.write(1, f"{what} {json.dumps(data)}\n".encode())


class Players:
    """A simulated table and the match played at it; ``playing`` None: none is open."""

    def __init__(self, path: Path, seed: int, lying: list[list[Any]]) -> None:
        self.rng = Random(seed)
        self.table = Table(self.rng)
        self.table.put(lying)
        self.store = ToldStore(path)
        self.store.describe = self.describe
        self.playing: Playing | None = None

    def describe(self) -> dict[str, Any]:
        """The state that is being handed over."""
        if self.playing is None or self.playing.keeper is None:
            # The match is just being begun; it has a number once something is done in it.
            return {"match": 0, "count": 0}
        match = self.playing.match
        return {
            "match": self.playing.keeper.match_id,
            "count": len(match.log),
            "digest": digest(match),
            "deed": self.table.deed,
            "lying": self.table.to_data(),
            "asked": [question.key for question in self.playing.referee.questions],
        }

    def rules(self) -> Any:
        """Rules for a new match at an empty table."""
        self.table.cards, self.playing = [], None
        return PRESETS[self.rng.choice(sorted(PRESETS))]


def headless(players: Players) -> None:
    """Plays without a window."""
    saved = players.store.unfinished()
    if saved is not None:
        players.playing = Playing.resume(players.store, saved)
        players.table.seen_anew(players.playing)
    while True:
        if players.playing is None or players.playing.match.series_winner is not None:
            players.playing = Playing.begin(players.store, players.rules(), Seating())
        do_something(players.table, players.playing)
        if players.rng.random() < 0.5:
            while not players.playing.settled:
                time.sleep(0.0005)
        time.sleep(players.rng.uniform(0.0, 0.01))


def in_window(players: Players) -> None:
    """Plays in the app's own window."""
    from app.ui.opening import before_kivy

    before_kivy()
    from kivy.clock import Clock

    from app.settings import Settings
    from app.ui.application import ViraApp
    from app.ui.table import TablePage

    app = ViraApp(players.store, Settings(camera="", voice=False, sounds=False))
    shown: list[int] = []
    unseen: list[Playing] = []
    plain_show = TablePage.show

    def show(page: TablePage) -> None:
        before = page._view
        plain_show(page)
        keeper = page.playing.keeper
        if page._view is not before and keeper is not None:
            told = {"match": keeper.match_id, "count": len(page.playing.match.log)}
            _say("V", {**told, "shown": shown_of(page.playing)})
            shown.append(told["count"])

    TablePage.show = show

    def begin(_: float) -> None:
        saved = players.store.unfinished()
        if saved is None:
            app.begin(players.rules(), Seating(), None, watch=False)
        else:
            app.go_on(saved)
            unseen.append(app.playing)
        Clock.schedule_interval(play, 0.01)

    def play(_: float) -> None:
        players.playing = app.playing
        if not shown:
            return
        if unseen:
            players.table.seen_anew(unseen.pop())
        if app.playing.match.series_winner is not None:
            app.begin(players.rules(), Seating(), None, watch=False)
            players.playing = app.playing
        do_something(players.table, app.playing)
        app.current.show()

    Clock.schedule_once(begin, 0)
    app.run()


def main() -> int:
    """Plays: ``headless`` or ``window``, the file, a seed, what lies on the table."""
    how, path, seed, lying = sys.argv[1:]
    players = Players(Path(path), int(seed), json.loads(lying))
    (in_window if how == "window" else headless)(players)
    return 0


if __name__ == "__main__":
    sys.exit(main())
