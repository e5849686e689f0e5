"""Hand-over of the newest frame from whoever makes frames to whoever looks at them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np

from vision.config import DEFAULT, SourceConfig
from vision.source.clock import LEAST_STEP, FilmClock
from vision.source.frame import Closing, Frame, Image, Lost
from vision.source.watchdog import Watchdog


class LiveSource(Closing):
    """A live source without a camera: whoever has one calls `offer`, whoever looks iterates.

    ``clock``: seconds of a clock that never goes back.
    """

    live = True

    def __init__(
        self, config: SourceConfig = DEFAULT.source, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._config = config
        self._clock = clock
        self._changed = threading.Condition()
        self._watchdog = Watchdog(clock(), config)
        self._film = FilmClock(clock(), config)
        self._image: Image | None = None
        self._t = 0.0
        self._number = -1
        self._resized = False
        self._closed = False

    def offer(self, image: Image, t: float | None = None) -> None:
        """Hand over a HxWx3 uint8 BGR picture that nobody changes any more; any thread.

        ``t``: seconds of the camera's own clock, from any beginning; None: now.
        """
        with self._changed:
            if self._closed:
                return
            now = self._clock()
            self._resized |= self._watchdog.saw(image, now)
            self._image, self._t = image, self._film.stamp(now, t)
            self._number += 1
            self._changed.notify_all()

    def failed(self) -> None:
        """Say that the camera could not be read or opened; any thread."""
        with self._changed:
            self._watchdog.failed(self._clock())

    def trouble(self) -> Lost | None:
        """What is wrong with the picture, if anything is; any thread."""
        with self._changed:
            return self._watchdog.trouble(self._clock())

    def __iter__(self) -> Iterator[Frame]:
        seen, issued = -1, -1.0
        shape: tuple[int, ...] = (720, 1280, 3)
        while True:
            with self._changed:
                if not self._closed and self._number <= seen:
                    pause = self._watchdog.due(self._clock())
                    self._changed.wait(pause if pause > 0 else self._config.lost_pause)
                if self._closed:
                    return
                now = self._clock()
                image, t, number = self._image, self._t, self._number
                lost = self._watchdog.trouble(now)
                fresh = number > seen
                said: str = lost or (Lost.RESIZED if self._resized and fresh else "")
                if said:
                    t = self._film.passing(now)
            self._check()
            if image is not None:
                shape = image.shape
            if said == Lost.RESIZED:
                self._resized = False
            elif fresh:
                seen = number
            if said or (fresh and image is not None):
                issued = max(t, issued + LEAST_STEP)
                picture = np.zeros(shape, np.uint8) if said or image is None else image
                yield Frame(picture, issued, max(number, 0), said)

    def _check(self) -> None:
        """Called by the looking thread between frames; sources with a thread see that it lives."""

    def close(self) -> None:
        """Stop; waiting iterations end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class PushSource(LiveSource):
    """Frames that a platform camera pushes from its own thread."""

    def push(self, image: Image, t: float | None = None) -> None:
        """Offer a HxWx3 uint8 BGR picture taken at ``t`` seconds of the camera's clock (default: now).

        From any thread. ValueError for anything that is no such picture; it changes nothing.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
            raise ValueError(f"a frame is H x W x 3 of uint8, not {image.shape} of {image.dtype}")
        self.offer(image, t)
