"""The match on the table and the thread that watches it, brought together on the main thread. No kivy."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.playing import Playing
from app.table import kind_of
from app.ui.apart import start_run
from app.ui.present.seeing import Sight
from app.ui.watching import STOPPED, Ended, Run, Saw, Shown, Watched, Watcher
from vision.track import TableKind
from vision.watch import TableWatcher

JOIN_SECONDS: Final = 2.0
"""How long the watching thread may take to end with the window."""


RESTART_PAUSE: Final = 1.0
"""Seconds before a camera is watched anew whose watching has stopped; doubled each time in a row."""

RESTART_MOST: Final = 30.0
"""Seconds between two such attempts at most."""

HEALTHY: Final = 60.0
"""Seconds of watching after which the next stop counts as the first."""

MOST_CROPS: Final = 60
"""Pictures of cards that are kept, to be shown where one is asked about: those of two hands and more."""


@dataclass(frozen=True, slots=True)
class _Knowing:
    """Opens a watcher that knows which cards are played with, and whether a vira is turned."""

    watcher: Callable[[], Watcher]
    kind: TableKind

    def __call__(self) -> Watcher:
        watcher = self.watcher()
        if isinstance(watcher, TableWatcher):
            watcher.plays(self.kind)
        return watcher


class Host:
    """``playing``: the match, None where none is open; ``watched``: what is watched, None without a camera.

    ``source_text``: where the picture comes from; ``fault``: why the source has ended, if it should not have;
    ``over``: it has ended. ``sight``: what there is to say about how the table is seen.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pause, self._began, self._restart_at = RESTART_PAUSE, clock(), math.inf
        self._outlines = True
        self.playing: Playing | None = None
        self.watched: Watched | None = None
        self.source_text = ""
        self.fault = ""
        self.over = False
        self.shown: Shown | None = None
        self.sight = Sight()
        self._watching: Run | None = None
        self._crops: dict[int, NDArray[np.uint8]] = {}
        self._round = 0

    @property
    def lost(self) -> bool:
        """Whether a camera is gone that does not come back by itself: somebody says how to go on."""
        live = self.watched is not None and self.watched.live
        return live and bool(self.fault) and self._restart_at == math.inf

    def forget_fault(self) -> None:
        """It goes on without the source."""
        self.fault = ""

    @property
    def watches(self) -> bool:
        """Whether a source is being watched."""
        return self._watching is not None

    def open(self, playing: Playing, watched: Watched | None, outlines: bool = True) -> None:
        """Puts a match on the table; what was watched before is let go."""
        self.close()
        self.playing, self.watched = playing, watched
        self.source_text = self.fault = ""
        if watched is not None:
            self._watch(watched, outlines)

    def _watch(self, watched: Watched, outlines: bool) -> None:
        assert self.playing is not None
        self._round += 1
        self.source_text, self.fault = watched.note or watched.name, ""
        self.over = False
        self._outlines, self._began, self._restart_at = outlines, self._clock(), math.inf
        self.sight = Sight(opens=True)
        self._crops = {}
        self.playing.source_begins(watched.calls)
        watcher = _Knowing(watched.watcher, kind_of(self.playing.match.rules))
        self._watching = start_run(
            self._round, watched.source, watcher, apart=watched.apart, outlines=outlines
        )

    def watch_again(self, watched: Watched, outlines: bool = True) -> None:
        """A source is opened for the match that is on the table."""
        if self.playing is not None:
            self.stop_watching()
            self.watched = watched
            self._watch(watched, outlines)

    def outlines(self, drawn: bool) -> None:
        """Whether what was read is drawn onto the picture."""
        self._outlines = drawn
        if self._watching is not None:
            self._watching.outlines = drawn

    def stop_watching(self) -> None:
        """Lets the source go; the match stays."""
        self.sight = Sight()
        if self._watching is not None:
            self._watching.stop()
            self._watching = None
        self.shown, self._restart_at = None, math.inf

    def close(self) -> None:
        """Lets match and source go."""
        self.stop_watching()
        self.playing, self.watched = None, None

    def join(self) -> bool:
        """Ends the watching thread; False where it does not end in time."""
        watching = self._watching
        self.stop_watching()
        return watching is None or watching.join(JOIN_SECONDS)

    def drain(self) -> bool:
        """Takes in what the watching thread has found since the last call; whether there was anything."""
        if self.watched is not None and self._clock() >= self._restart_at:
            self._watch(self.watched, self._outlines)
            return True
        watching, playing = self._watching, self.playing
        if watching is None or playing is None:
            return False
        changed = False
        watching.vira_is(playing.vira_track)
        while not watching.messages.empty():
            message = watching.messages.get()
            if message.round != self._round:
                continue
            changed = True
            if isinstance(message, Saw):
                self._saw(message)
            else:
                self._ended(message)
        self.shown = watching.shown or self.shown
        return changed

    def _saw(self, saw: Saw) -> None:
        assert self.playing is not None
        for track, crop in saw.crops:
            number = self.playing.number_of(track)
            self._crops.pop(number, None)
            self._crops[number] = crop
        while len(self._crops) > MOST_CROPS:
            del self._crops[next(iter(self._crops))]
        self.sight.take(saw)
        self.playing.take(saw.t, saw.events, saw.key)

    def _ended(self, message: Ended) -> None:
        assert self.playing is not None
        self.playing.source_ends()
        self.over = True
        self._watching = None
        self.source_text, self.fault = "", message.fault
        self.sight = Sight()
        if message.fault == STOPPED and self.watched is not None and self.watched.live:
            # vision has failed, not the camera: the match goes on, and so does watching
            if self._clock() - self._began > HEALTHY:
                self._pause = RESTART_PAUSE
            self._restart_at = self._clock() + self._pause
            self._pause = min(2 * self._pause, RESTART_MOST)

    def crop_of(self, track: int) -> NDArray[np.uint8] | None:
        """The picture of a physical card as it was when it was last told of (HxWx3 RGB)."""
        return self._crops.get(track)
