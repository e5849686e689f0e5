"""The tables, and how an older file is brought up to them."""

from __future__ import annotations

import sqlite3
from typing import Final

APPLICATION: Final = 0x56495241
"""SQLite's application_id of our files: "VIRA"."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # One row a match (a series is one match of the engine). rules, start, seating: JSON.
        # began, changed: seconds since 1970. score to hands repeat what the log says, for the list.
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            rules TEXT NOT NULL,
            start TEXT NOT NULL,
            seating TEXT NOT NULL,
            began REAL NOT NULL,
            changed REAL NOT NULL,
            state TEXT NOT NULL,
            score TEXT NOT NULL,
            games TEXT NOT NULL,
            winner INTEGER,
            hands INTEGER NOT NULL
        )""",
        # One row an entry of the engine's log, in order from 0; never changed, only added.
        """CREATE TABLE actions (
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at REAL NOT NULL,
            action TEXT NOT NULL,
            PRIMARY KEY (match_id, number)
        ) WITHOUT ROWID""",
        # What the referee must know again: the physical cards, as of the last action.
        """CREATE TABLE tables (
            match_id INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
            data TEXT NOT NULL
        )""",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        "CREATE TABLE progress (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
)
"""What each version added; the place in the tuple is the version it starts from."""

VERSION: Final = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version a file was written by; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether this is a file of Vira, or an empty one."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == APPLICATION:
        return True
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return int(application) == 0 and int(tables) == 0


def migrate(connection: sqlite3.Connection, version: int = VERSION) -> None:
    """Brings a file up to ``version``, all of it or nothing; sqlite3.Error where that cannot be."""
    found = version_of(connection)
    if found >= version:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in MIGRATIONS[found:version]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {version}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
