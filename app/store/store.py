"""The store: one file, one writer, and what is read of it."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from app.store.notices import Notice, StoreError
from app.store.opening import Connect, connect
from app.store.place import FILE_NAME, data_folder
from app.store.saved import COLUMNS, MatchRow, MatchState, SavedMatch, action_from, row_from
from app.store.schema import VERSION, is_ours, migrate, version_of
from app.store.ticket import Ticket
from app.store.values import Values
from app.store.writer import RETRY_SECONDS, Statement, Writer

Answer = TypeVar("Answer")


class Store:
    """See the package's docstring for its use."""

    def __init__(self, path: Path, connect: Connect = connect, retry: float = RETRY_SECONDS) -> None:
        """``connect`` and ``retry`` (seconds) are for tests of disks that fail."""
        self.path = path
        self._connect = connect
        self._writer = Writer(path, connect, retry)
        self.settings = Values("settings", self._writer, self._values("settings"))
        self.progress = Values("progress", self._writer, self._values("progress"))

    @classmethod
    def open(cls, path: Path | None = None) -> Store:
        """The store of this user, or of another file; never raises."""
        return cls(data_folder() / FILE_NAME if path is None else path)

    def close(self) -> None:
        """Writes what waits and ends the thread."""
        self._writer.close()

    # -- what there is to say -------------------------------------------------------------------------------

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What there is to say now; empty when all is well."""
        return self._writer.notices

    def dismiss(self, notice: Notice) -> None:
        """This notice has been read."""
        self._writer.dismiss(notice)

    @property
    def on_notice(self) -> Callable[[], None]:
        """Called from the writer's thread when the notices have changed."""
        return self._writer.on_notice

    @on_notice.setter
    def on_notice(self, call: Callable[[], None]) -> None:
        self._writer.on_notice = call

    # -- writing --------------------------------------------------------------------------------------------

    def submit(self, statements: tuple[Statement, ...], then: Callable[[], None] | None = None) -> Ticket:
        """Hands statements to the writer; for the parts of this package."""
        return self._writer.submit(statements, then)

    def flush(self, seconds: float = 5.0) -> bool:
        """Waits until everything handed over so far is acknowledged; False when the time is over first."""
        return self._writer.submit(()).wait(seconds)

    def forget(self, match_id: int) -> Ticket:
        """Deletes a match with all its actions."""
        return self._writer.submit(
            tuple(
                (f"DELETE FROM {table} WHERE {column} = ?", (match_id,))
                for table, column in (("tables", "match_id"), ("actions", "match_id"), ("matches", "id"))
            )
        )

    # -- reading --------------------------------------------------------------------------------------------

    def matches(self) -> tuple[MatchRow, ...]:
        """All stored matches that can be understood, the one begun last first."""
        found = []
        with self._reading() as connection:
            for values in connection.execute(f"SELECT {COLUMNS} FROM matches ORDER BY began DESC, id"):
                try:
                    found.append(row_from(values))
                except StoreError:
                    # One row of another program's making does not hide the rest.
                    continue
        return tuple(found)

    def load(self, match_id: int) -> SavedMatch:
        """A stored match with its log; StoreError where there is none such or it cannot be understood."""
        with self._reading() as connection:
            connection.execute("BEGIN")
            values = connection.execute(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (match_id,)).fetchone()
            if values is None:
                raise StoreError("This match is not stored any more.")
            rows = connection.execute(
                "SELECT number, at, action FROM actions WHERE match_id = ? ORDER BY number", (match_id,)
            ).fetchall()
            table = connection.execute("SELECT data FROM tables WHERE match_id = ?", (match_id,)).fetchone()
        if [row[0] for row in rows] != list(range(len(rows))):
            raise StoreError("A stored match has a gap in its log.")
        kept = json.loads(table[0]) if table is not None else {}
        return SavedMatch(row_from(values), tuple(action_from(*row) for row in rows), kept)

    def unfinished(self) -> SavedMatch | None:
        """The running match that changed last, None where none runs or it cannot be read."""
        if not self._writer.owns_file:
            # It may be the match that the other Vira is playing.
            return None
        newest = "SELECT id FROM matches WHERE state = ? ORDER BY changed DESC"
        with self._reading() as connection:
            running = connection.execute(newest, (MatchState.RUNNING,)).fetchall()
        for (match_id,) in running:
            try:
                saved = self.load(match_id)
                saved.match()
            except StoreError:
                continue
            return saved
        return None

    def ask(self, question: Callable[[Store], Answer], then: Callable[[Answer], None]) -> None:
        """Runs ``question`` with this store on a thread of its own, which hands the answer to ``then``."""
        threading.Thread(target=lambda: then(question(self)), name="store question", daemon=True).start()

    def _values(self, table: str) -> dict[str, Any]:
        with self._reading() as connection:
            rows = connection.execute(f"SELECT name, value FROM {table}")
            return {name: json.loads(text) for name, text in rows}

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees all that was handed over, whether it could be written or not."""
        if self._writer.running:
            self.flush(1.0)
        waiting = self._writer.unwritten()
        connection = self._file() or _empty()
        try:
            if waiting:
                copy = sqlite3.connect(":memory:", isolation_level=None)
                connection.backup(copy)
                connection.close()
                connection = copy
                for job in waiting:
                    _apply(job, copy)
            yield connection
        finally:
            connection.close()

    def _file(self) -> sqlite3.Connection | None:
        """The file for reading only; None where it is not there or cannot be read."""
        if not self.path.exists():
            return None
        address = f"file:{quote(str(self.path))}?mode=ro"
        # A disk that cannot be written at all has no place for SQLite's own notes: read as it lies.
        for more in ("", "&immutable=1"):
            connection = self._connect(address + more)
            try:
                if version_of(connection) == VERSION and is_ours(connection):
                    return connection
            except sqlite3.Error:
                pass
            connection.close()
        return None


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return connection


def _apply(job: tuple[Statement, ...], connection: sqlite3.Connection) -> None:
    """Does a job on a copy; one that has just been written to the file is there already."""
    connection.execute("BEGIN")
    try:
        for statement, values in job:
            connection.execute(statement, values)
    except sqlite3.IntegrityError:
        connection.execute("ROLLBACK")
    else:
        connection.execute("COMMIT")
