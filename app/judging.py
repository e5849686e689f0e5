"""Judges a table in film time: events from the watcher and calls brought together before the referee."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from app.referee.calls import SaidCall
from app.referee.lines import Line
from app.referee.questions import Question
from app.referee.referee import Referee
from vision.clock import SteadyClock
from vision.events import TableEvent

CALL_DELAY = 0.8
"""Seconds by which a timed call is taken later than it was said: a card laid before it is only announced
once it lies still and has been read, and must be judged first. A card laid after it does not overtake it."""


class Sitting:
    """One table being watched: what the watcher saw goes in, in order; lines go to ``say`` as they come."""

    def __init__(
        self, referee: Referee, calls: Iterable[SaidCall], say: Callable[[Line], None] = lambda line: None
    ) -> None:
        self.referee = referee
        self.now = 0.0
        """Film time of the last frame, in seconds; it never runs backwards (`vision.clock`)."""
        self._clock = SteadyClock()
        self._calls = deque(calls)
        self._say = say

    def take(self, t: float, events: Iterable[TableEvent]) -> None:
        """Judges what one frame of time ``t`` brought, and the calls that are due by then."""
        steady = self._clock.steady(t)
        self.now = self.now if steady is None else steady
        self._hear(self.now - CALL_DELAY)
        for event in self.referee.in_turn(events):
            if self.referee.match.pending_raise is not None:
                self._hear(self.now)  # an answer that was given is never overtaken by the card it waits for
            elif event.rests_since is not None:
                self._hear(min(event.rests_since, self.now))
            self.tell(self.referee.see(event))
        self.tell(self.referee.tick(self.now))

    def end(self) -> tuple[Question, ...]:
        """The stream is over: hears the calls that are left and gives what stays open."""
        self._hear(float("inf"))
        before = len(self.referee.lines)
        still_open = self.referee.finish(self.now)
        self.tell(self.referee.lines[before:])
        return still_open

    def _hear(self, until: float) -> None:
        while self._calls and self._calls[0].t <= until:
            self.tell(self.referee.hear(self._calls.popleft()))

    def tell(self, lines: Iterable[Line]) -> None:
        """Lines that came of something else than the camera go the same way."""
        for line in lines:
            self._say(line)
