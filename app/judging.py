"""Judges a stream of frames: watcher, calls and referee brought together in film time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from app.referee.calls import SaidCall
from app.referee.lines import Line
from app.referee.questions import Question
from app.referee.referee import Referee
from vision.events import Reading, TableEvent
from vision.source import Frame

CALL_DELAY = 0.8
"""Seconds by which a timed call is taken later than it was said: a card laid before it is only announced
once it lies still and has been read, and must be judged first."""


class Watcher(Protocol):
    """What turns frames into events (`vision.watch.TableWatcher`)."""

    @property
    def readings(self) -> Sequence[Reading]: ...

    def feed(self, frame: Frame) -> Sequence[TableEvent]: ...


class Sitting:
    """One table being watched: feed it frames in order; lines go to ``say`` as they come."""

    def __init__(
        self, referee: Referee, watcher: Watcher, calls: Iterable[SaidCall], say: Callable[[Line], None]
    ) -> None:
        self.referee = referee
        self._watcher = watcher
        self._calls = deque(calls)
        self._say = say
        self._now = 0.0

    def feed(self, frame: Frame) -> None:
        """Judges one frame and the calls that are due by its time."""
        events = self._watcher.feed(frame)
        self._now = frame.t
        self._hear(frame.t - CALL_DELAY)
        for event in events:
            self._tell(self.referee.see(event))
        self._tell(self.referee.tick(frame.t))

    def end(self) -> tuple[Question, ...]:
        """The stream is over: hears the calls that are left and gives what stays open."""
        self._hear(float("inf"))
        before = len(self.referee.lines)
        still_open = self.referee.finish(self._now)
        self._tell(tuple(self.referee.lines[before:]))
        return still_open

    def _hear(self, until: float) -> None:
        while self._calls and self._calls[0].t <= until:
            self._tell(self.referee.hear(self._calls.popleft()))

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._say(line)
