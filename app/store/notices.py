"""What the store has to say: kinds of trouble, worded by the catalogues."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum


class StoreError(Exception):
    """Something stored cannot be used; the message is one sentence."""


class NoticeKind(StrEnum):
    """Kinds of notices; the words stand under ``store.KIND``."""

    DAMAGED = "damaged"
    """The file could not be read, was put aside as ``place``, and a new one begun."""
    NEWER = "newer"
    """The file is of a newer Vira, was put aside as ``place``, and a new one begun."""
    FULL = "full"
    """The disk is full."""
    READ_ONLY = "read_only"
    """File or folder cannot be written."""
    NO_FOLDER = "no_folder"
    """The folder cannot be made or opened."""
    IN_USE = "in_use"
    """Another Vira is running on the same file."""
    TROUBLE = "trouble"
    """The disk does not do what it should."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to say. ``place``: the file or folder meant."""

    kind: NoticeKind
    place: str = ""


_KINDS = {
    sqlite3.SQLITE_FULL: NoticeKind.FULL,
    sqlite3.SQLITE_READONLY: NoticeKind.READ_ONLY,
    sqlite3.SQLITE_PERM: NoticeKind.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: NoticeKind.NO_FOLDER,
    sqlite3.SQLITE_BUSY: NoticeKind.IN_USE,
    sqlite3.SQLITE_LOCKED: NoticeKind.IN_USE,
}

UNREADABLE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""Primary codes that mean a damaged file."""


_JOBS_OWN = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError, sqlite3.NotSupportedError)


def code_of(error: Exception) -> int:
    """SQLite's primary code of an error, 0 for one that has none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def kind_of(error: Exception) -> NoticeKind:
    """The kind of trouble behind an error of SQLite or of the system."""
    if isinstance(error, PermissionError):
        return NoticeKind.READ_ONLY
    if isinstance(error, OSError):
        return NoticeKind.NO_FOLDER
    return _KINDS.get(code_of(error), NoticeKind.TROUBLE)


def is_of_the_disk(error: Exception) -> bool:
    """Whether the disk or the file is at fault, so that the same may succeed later; else the job is."""
    return isinstance(error, sqlite3.DatabaseError | OSError) and not isinstance(error, _JOBS_OWN)
