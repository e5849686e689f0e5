"""Film time that never runs backwards, whatever the clock of a camera does."""

from __future__ import annotations

from typing import Final

JUMP: Final = 1.0
"""Seconds back from which a clock was set anew; less is a frame that came late and is left out."""
STEP: Final = 0.1
"""Seconds that are put between the last frame before a jump and the first after it."""


class SteadyClock:
    """Follows the times of one stream."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._shift = 0.0

    def steady(self, t: float) -> float | None:
        """The time of a frame on a clock that only goes forward; None for a frame to be left out."""
        if self._last is None:
            self._last = t
            return t
        shifted = t + self._shift
        if shifted <= self._last - JUMP:
            self._shift = self._last + STEP - t
            shifted = t + self._shift
        if shifted <= self._last:
            return None
        self._last = shifted
        return shifted
