"""The thread that writes: jobs in, commits, receipts; what cannot be written waits in memory."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.store.lock import FileLock
from app.store.notices import Notice, NoticeKind, is_of_the_disk, kind_of
from app.store.opening import Connect, connect, open_file
from app.store.ticket import Ticket

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5.0
"""How often it is tried again to write what waits: a disk is cleared by hand, not within a second."""

Statement = tuple[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Job:
    """Statements that are written together or not at all, and their receipt."""

    statements: tuple[Statement, ...]
    ticket: Ticket


class Writer:
    """Owns the file and the thread; all methods may be called from any thread."""

    def __init__(self, path: Path, connect: Connect = connect, retry: float = RETRY_SECONDS) -> None:
        """Opens the file at once, so that what it holds can be read; never raises."""
        self._path = path
        self._connect = connect
        self._retry = retry
        self.on_notice: Callable[[], None] = lambda: None
        """Called when the notices have changed."""
        self._lock: FileLock | None = None
        self._connection: sqlite3.Connection | None = None
        self._fault: Notice | None = None
        self._once: tuple[Notice, ...] = ()
        self._change = threading.Condition()
        self._new: deque[Job] = deque()
        self._waiting: list[Job] = []
        self._closing = False
        self._open()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What there is to say now."""
        fault = self._fault
        return self._once if fault is None else (fault, *self._once)

    def dismiss(self, notice: Notice) -> None:
        """This notice has been read."""
        self._once = tuple(one for one in self._once if one != notice)

    def submit(self, statements: tuple[Statement, ...], then: Callable[[], None] | None = None) -> Ticket:
        """Hands statements over; they are written in the order of the calls."""
        ticket = Ticket(then)
        with self._change:
            self._new.append(Job(statements, ticket))
            self._change.notify_all()
        return ticket

    def unwritten(self) -> tuple[tuple[Statement, ...], ...]:
        """Jobs that are not on the disk yet, in order."""
        with self._change:
            return tuple(job.statements for job in (*self._waiting, *self._new) if job.statements)

    @property
    def running(self) -> bool:
        """Whether anything handed over will still be written."""
        return self._thread.is_alive()

    @property
    def owns_file(self) -> bool:
        """Whether no other Vira is writing the file."""
        return self._lock is not None

    def close(self, seconds: float = 5.0) -> None:
        """Writes what was handed over and ends; what cannot be written by then is lost with the process."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join(seconds)

    # -- the thread -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._change:
                if not self._new and not self._closing:
                    self._change.wait(self._retry if self._waiting or self._fault is not None else None)
                fresh = [*self._new]
                # Both in one step, so that `unwritten` never misses a job.
                self._waiting += fresh
                self._new.clear()
                closing = self._closing
            kept = self._write(self._waiting)
            if kept:
                with self._change:
                    done, self._waiting = self._waiting, []
                for job in done:
                    job.ticket.settle(True)
            else:
                for job in fresh:
                    job.ticket.settle(False)
            if closing and not self._new:
                break
        if self._connection is not None:
            self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def _write(self, jobs: list[Job]) -> bool:
        """One transaction for all that waits; False where it could not be written."""
        if self._connection is None and not self._open():
            return False
        if not jobs and self._fault is None:
            return True
        try:
            self._commit(jobs)
        except Exception as error:
            if is_of_the_disk(error):
                self._say(Notice(kind_of(error), str(self._path)))
                return False
            return self._write_what_can_be(jobs)
        self._say(None)
        return True

    def _write_what_can_be(self, jobs: list[Job]) -> bool:
        """One transaction a job: a job that can never be written must not hold up the others."""
        self._say(None)
        for job in jobs:
            try:
                self._commit([job])
            except Exception as error:
                if is_of_the_disk(error):
                    self._say(Notice(kind_of(error), str(self._path)))
                    return False
                log.exception("A job for the store cannot be written.")
                job.ticket.refuse()
                self._add(Notice(NoticeKind.TROUBLE, str(self._path)))
        return True

    def _commit(self, jobs: list[Job]) -> None:
        connection = self._connection
        assert connection is not None
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                for statement, values in job.statements:
                    connection.execute(statement, values)
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise

    def _open(self) -> bool:
        try:
            if self._lock is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = FileLock(self._path)
            self._connection, aside = open_file(self._path, self._connect)
        except (OSError, sqlite3.Error) as error:
            self._say(Notice(kind_of(error), str(self._path.parent)))
            return False
        if aside is not None:
            self._add(aside)
        self._say(None)
        return True

    def _add(self, notice: Notice) -> None:
        """Something to be said until it is read."""
        if notice not in self._once:
            self._once = (*self._once, notice)
            self.on_notice()

    def _say(self, fault: Notice | None) -> None:
        if fault != self._fault:
            self._fault = fault
            self.on_notice()
