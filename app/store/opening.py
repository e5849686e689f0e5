"""Opens the file: checked, brought up to date, and put aside where it cannot be ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from app.store.notices import UNREADABLE, Notice, NoticeKind, code_of
from app.store.schema import VERSION, is_ours, migrate, version_of

Connect = Callable[[str], sqlite3.Connection]
"""Opens a database by its name or ``file:`` address."""

BUSY_SECONDS: Final = 2.0
"""How long a write waits for a reader of another program."""


def connect(name: str) -> sqlite3.Connection:
    """A connection that any thread may use, with transactions by hand."""
    address = name.startswith("file:")
    return sqlite3.connect(
        name, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=address
    )


def open_file(path: Path, connect: Connect = connect) -> tuple[sqlite3.Connection, Notice | None]:
    """The file ready to be written; the notice says where an unusable one was put.

    Makes the folder. OSError or sqlite3.Error where nothing can be written there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    notice = None
    if (kind := unusable(path, connect)) is not None:
        notice = Notice(kind, str(put_aside(path, kind)))
    connection = connect(str(path))
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection, notice


def unusable(path: Path, connect: Connect = connect) -> NoticeKind | None:
    """Why a file cannot be gone on with, None where it can or where there is none."""
    if not path.exists():
        return None
    connection = connect(str(path))
    try:
        if version_of(connection) > VERSION:
            return NoticeKind.NEWER
        if not is_ours(connection):
            return NoticeKind.DAMAGED
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        return None if answer == "ok" else NoticeKind.DAMAGED
    except sqlite3.DatabaseError as error:
        if code_of(error) in UNREADABLE:
            return NoticeKind.DAMAGED
        raise
    finally:
        connection.close()


def put_aside(path: Path, kind: NoticeKind) -> Path:
    """Gives a file and what SQLite keeps beside it another name, never one that is taken; its new path."""
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    while True:
        more = "" if number == 1 else f"-{number}"
        aside = path.with_name(f"{path.stem}.{kind}-{stamp}{more}{path.suffix}")
        if not aside.exists():
            break
        number += 1
    # The log first: a file whose log lags behind would be read without its last rows.
    for tail in ("-wal", "-shm"):
        beside = path.with_name(path.name + tail)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + tail))
    path.rename(aside)
    return aside
