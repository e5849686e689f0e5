"""One Vira a file: two that write the same match would tear it apart."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class FileLock:
    """Held until `release` or until the process dies, however it dies.

    SQLite's own lock on an empty file beside ours, for it is there on every system that Vira runs on.
    """

    def __init__(self, path: Path) -> None:
        """sqlite3.OperationalError (busy) while another process holds it."""
        self._connection = sqlite3.connect(
            path.with_name(path.name + ".lock"), timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            # Nothing is ever written there, so nothing need be kept to take it back.
            self._connection.execute("PRAGMA journal_mode = MEMORY")
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            self._connection.close()
            raise

    def release(self) -> None:
        """Lets the file go."""
        self._connection.close()
