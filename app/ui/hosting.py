"""The match on the table and the thread that watches it, brought together on the main thread. No kivy."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from app.playing import Playing
from app.table import kind_of
from app.ui.watching import Ended, Saw, Shown, Watched, Watcher, Watching
from engine import Rules
from vision.watch import TableWatcher

JOIN_SECONDS: Final = 2.0
"""How long the watching thread may take to end with the window."""


def _knowing(watcher: Watcher, rules: Rules) -> Watcher:
    """A watcher that knows which cards are played with, and whether a vira is turned."""
    if isinstance(watcher, TableWatcher):
        watcher.plays(kind_of(rules))
    return watcher


class Host:
    """``playing``: the match, None where none is open; ``watched``: what is watched, None without a camera.

    ``source_text``: where the picture comes from, or what is wrong with it; ``over``: the source has ended.
    """

    def __init__(self) -> None:
        self.playing: Playing | None = None
        self.watched: Watched | None = None
        self.source_text = ""
        self.over = False
        self.shown: Shown | None = None
        self._watching: Watching | None = None
        self._round = 0

    @property
    def watches(self) -> bool:
        """Whether a source is being watched."""
        return self._watching is not None

    def open(self, playing: Playing, watched: Watched | None, outlines: bool = True) -> None:
        """Puts a match on the table; what was watched before is let go."""
        self.close()
        self.playing, self.watched = playing, watched
        self.source_text = ""
        if watched is not None:
            self._watch(watched, outlines)

    def _watch(self, watched: Watched, outlines: bool) -> None:
        assert self.playing is not None
        self._round += 1
        self.source_text = watched.note or watched.name
        self.over = False
        self.playing.source_begins(watched.calls)
        rules = self.playing.match.rules
        self._watching = Watching(self._round, watched.source, lambda: _knowing(watched.watcher(), rules))
        self._watching.outlines = outlines
        self._watching.start()

    def watch_again(self, watched: Watched, outlines: bool = True) -> None:
        """A source is opened for the match that is on the table."""
        if self.playing is not None:
            self.stop_watching()
            self.watched = watched
            self._watch(watched, outlines)

    def outlines(self, drawn: bool) -> None:
        """Whether what was read is drawn onto the picture."""
        if self._watching is not None:
            self._watching.outlines = drawn

    def stop_watching(self) -> None:
        """Lets the source go; the match stays."""
        if self._watching is not None:
            self._watching.stop()
            self._watching = None
        self.shown = None

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
        watching, playing = self._watching, self.playing
        if watching is None or playing is None:
            return False
        changed = False
        while not watching.messages.empty():
            message = watching.messages.get()
            if message.round != self._round:
                continue
            changed = True
            if isinstance(message, Saw):
                playing.take(message.t, message.events)
            else:
                self._ended(message)
        self.shown = watching.shown or self.shown
        return changed

    def _ended(self, message: Ended) -> None:
        assert self.playing is not None
        self.playing.source_ends()
        self.over = True
        self._watching = None
        self.source_text = message.fault

    def crop_of(self, track: int) -> NDArray[np.uint8] | None:
        """The picture of a physical card, with a little of what lies round it (HxWx3 RGB)."""
        event = self.playing.referee.event_of(track) if self.playing is not None else None
        if self.shown is None or event is None or not event.corners:
            return None
        image = self.shown.image
        corners = np.asarray(event.corners)
        margin = 0.15 * float(np.ptp(corners, axis=0).max())
        left, top = np.maximum(corners.min(axis=0) - margin, 0).astype(int)
        right, bottom = (corners.max(axis=0) + margin).astype(int)
        crop = image[top:bottom, left:right]
        return None if crop.size == 0 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2RGB), np.uint8)
