"""Watching in a process of its own: vision never holds the interpreter that draws the screen. No kivy.

A process that dies, by a fault in a camera's driver too, is heard of like a source that has ended.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final

import cv2

from app.ui.watching import (
    ENDING,
    STOPPED,
    Control,
    Ended,
    Message,
    Run,
    Shown,
    Watcher,
    Watching,
    look,
)
from vision.source import FrameSource

NICE: Final = 5
"""By how much vision gives way to the screen where both want the same core."""

PATIENCE: Final = 5.0
"""Seconds that a process may take to end by itself before it is ended: drivers hang."""

_LOOK: Final = 0.2
"""Seconds between two looks whether it should have ended."""


def start_run(
    number: int,
    source: Callable[[], FrameSource],
    watcher: Callable[[], Watcher],
    *,
    apart: bool,
    outlines: bool = True,
) -> Run:
    """Begins to watch: in a process of its own where that is wanted and possible, else in a thread."""
    run: Run = (Apart if apart and can_be_apart() else Watching)(number, source, watcher)
    run.outlines = outlines
    run.start()
    return run


def can_be_apart() -> bool:
    """Whether this system lets the app start processes; Android does not."""
    return not hasattr(sys, "getandroidapilevel") and bool(sys.executable)


class Apart:
    """One run of a source in a process of its own. ``source`` and ``watcher`` must be picklable."""

    def __init__(
        self,
        number: int,
        source: Callable[[], FrameSource],
        watcher: Callable[[], Watcher],
    ) -> None:
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.shown: Shown | None = None
        self._number = number
        self._outlines = True
        self._vira = 0
        self._asked_to_stop: float | None = None
        # Of two pipes each is written at one end only: what is asked never waits for what is told.
        context = multiprocessing.get_context("spawn")
        self._told, self._telling = context.Pipe(duplex=False)
        self._asked, self._asking = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_watch, args=(number, source, watcher, self._telling, self._asked), daemon=True
        )
        # Starting a process takes a while: not for the main thread.
        self._thread = threading.Thread(target=self._run, name=f"watching {number}", daemon=True)

    @property
    def outlines(self) -> bool:
        """Whether what was read is drawn onto the picture."""
        return self._outlines

    @outlines.setter
    def outlines(self, drawn: bool) -> None:
        self._outlines = drawn
        self._ask(drawn)

    def vira_is(self, track: int) -> None:
        """Says which physical card the table holds to be the vira, 0 for none."""
        if track != self._vira:
            self._vira = track
            self._ask(track)

    def start(self) -> None:
        """Begins to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Asks the process to end after its present frame; one that does not is ended."""
        self._asked_to_stop = time.monotonic()
        ENDING.add(self._thread)
        self._ask(None)

    def join(self, timeout: float) -> bool:
        """Waits for its end; ends it where it still runs after ``timeout`` seconds, and then gives False."""
        self._thread.join(timeout)
        if not self._thread.is_alive():
            return True
        if self._process.is_alive():
            self._process.kill()
        return False

    def _ask(self, what: bool | int | None) -> None:
        with suppress(OSError):  # It may have ended already.
            self._asking.send(what)

    def _run(self) -> None:
        ended = False
        try:
            ENDING.wait()
            if self._asked_to_stop is None:
                self._process.start()
                self._telling.close()
                self._asked.close()
                ended = self._hear()
        finally:
            if not ended:
                self.messages.put(Ended(self._number, STOPPED))
            if self._process.pid is not None:
                self._end()

    def _end(self) -> None:
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _hear(self) -> bool:
        """Takes in what the process tells, until it has ended; whether it said so itself."""
        while True:
            if self._told.poll(_LOOK):
                try:
                    message: Any = self._told.recv()
                except (EOFError, OSError):
                    return False
                if isinstance(message, Shown):
                    self.shown = message
                    continue
                self.messages.put(message)
                if isinstance(message, Ended):
                    return True
            elif self._asked_to_stop is not None and time.monotonic() - self._asked_to_stop > PATIENCE:
                return False


def _watch(
    number: int,
    source: Callable[[], FrameSource],
    watcher: Callable[[], Watcher],
    telling: Connection[Any, Any],
    asked: Connection[Any, Any],
) -> None:
    """What the process does."""
    # Ctrl-C is meant for the app, which then ends this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    cv2.setNumThreads(vision_threads())
    control = Control()
    threading.Thread(target=_listen, args=(asked, control), daemon=True).start()
    with suppress(OSError):  # Nobody may listen any more.
        look(number, source, watcher, telling.send, control)


def _listen(asked: Connection[Any, Any], control: Control) -> None:
    """Does what is asked: True or False for the outlines, the number of the vira, None to stop.

    Ends with the app, killed or not.
    """
    while True:
        try:
            what = asked.recv()
        except (EOFError, OSError):
            os._exit(0)
        if what is None:
            control.stopped.set()
        elif isinstance(what, bool):
            control.outlines = what
        else:
            control.vira = what


def vision_threads() -> int:
    """Threads of OpenCV: one core is left to the screen."""
    return max(1, (os.cpu_count() or 2) - 1)
