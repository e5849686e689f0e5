"""Film time of a live source: it grows evenly, whatever the camera's clock does."""

from __future__ import annotations

import math

from vision.config import DEFAULT, SourceConfig

LEAST_STEP = 0.001
"""Seconds between two frames at least."""


class FilmClock:
    """Turns the camera's time stamps, or their lack, into film time that begins at 0."""

    def __init__(self, now: float, config: SourceConfig = DEFAULT.source) -> None:
        self._config = config
        self._start = now
        self._shift: float | None = None
        self._last: tuple[float, float] | None = None  # wall clock and film time of the last frame

    def stamp(self, now: float, given: float | None = None) -> float:
        """Film time in seconds of a frame that came at ``now``; ``given``: by the camera's own clock.

        A clock that stands still, jumps backwards or far ahead is set right by the time that really passed.
        """
        if self._last is None:
            if given is not None and math.isfinite(given):
                self._shift = -given
            self._last = now, 0.0 if given is not None else now - self._start
            return self._last[1]
        expected = self._last[1] + max(now - self._last[0], LEAST_STEP)
        t = expected
        if given is not None and math.isfinite(given):
            if self._shift is None:
                self._shift = expected - given
            t = given + self._shift
            if t < self._last[1] + LEAST_STEP or t > expected + self._config.clock_jump:
                self._shift, t = expected - given, expected
        self._last = now, t
        return t

    def passing(self, now: float) -> float:
        """Film time at ``now``, with no frame."""
        if self._last is None:
            return now - self._start
        return self._last[1] + max(now - self._last[0], 0.0)
