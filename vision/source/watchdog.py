"""Notices when a live camera stops showing anything: silent, frozen, black, or of another size."""

from __future__ import annotations

import numpy as np

from vision.config import DEFAULT, SourceConfig
from vision.source.frame import Image, Lost


class Watchdog:
    """Told of every picture that comes; asked at any time what is wrong. Times are seconds of one clock."""

    def __init__(self, now: float, config: SourceConfig = DEFAULT.source) -> None:
        self._config = config
        self._heard = now  # when a picture last came
        self._fresh = now  # when it last was another one
        self._bright = now  # when it last was not black
        self._image: Image | None = None
        self._gone_since: float | None = None

    def saw(self, image: Image, now: float) -> bool:
        """Take in a picture (HxWx3 BGR) that came at ``now``; True when its size is a new one."""
        resized = self._image is not None and image.shape != self._image.shape
        self._heard = now
        self._gone_since = None
        if self._image is None or resized or not np.array_equal(image, self._image):
            self._fresh = now
        if not self._black(image):
            self._bright = now
        self._image = image
        return resized

    def failed(self, now: float) -> None:
        """The camera could not be read or opened at ``now``."""
        if self._gone_since is None:
            self._gone_since = now

    def trouble(self, now: float) -> Lost | None:
        """What is wrong at ``now``, if anything has been for `silent_time`."""
        limit = self._config.silent_time
        if now - self._heard >= limit or (self._gone_since is not None and now - self._gone_since >= limit):
            return Lost.GONE if self._gone_since is not None else Lost.SILENT
        if now - self._bright >= limit:
            return Lost.BLACK
        if now - self._fresh >= limit:
            return Lost.FROZEN
        return None

    def due(self, now: float) -> float:
        """Seconds from ``now`` until something may be wrong at the earliest; 0 where it already is."""
        soonest = min(self._heard, self._bright, self._fresh)
        return max(soonest + self._config.silent_time - now, 0.0)

    def _black(self, image: Image) -> bool:
        part = image[::16, ::16]
        return max(float(part.mean()), float(part.std())) < self._config.black_level
