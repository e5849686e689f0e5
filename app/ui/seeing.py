"""What the camera reads on the table right now, picture by picture, for lessons. No kivy."""

from __future__ import annotations

from collections.abc import Sequence
from queue import SimpleQueue

from app.ui.watching import Ended, Shown, Watched, Watcher, Watching
from vision.events import Reading, TableEvent
from vision.source import Frame

Names = tuple[str | None, ...]
"""Names of the open cards seen in one picture; None is a face that cannot be read."""


class _Noting:
    """A watcher that also notes the names of all faces after each picture."""

    def __init__(self, watcher: Watcher, news: SimpleQueue[Names]) -> None:
        self._watcher, self._news = watcher, news

    @property
    def readings(self) -> Sequence[Reading]:
        """Those of the watcher."""
        return self._watcher.readings

    def feed(self, frame: Frame) -> Sequence[TableEvent]:
        """Hands the picture on."""
        events = self._watcher.feed(frame)
        self._news.put(tuple(one.card for one in self._watcher.readings if one.side == "face"))
        return events


class Seeing:
    """A source watched in its own thread, from the moment this is made."""

    def __init__(self, watched: Watched) -> None:
        self._news: SimpleQueue[Names] = SimpleQueue()
        self._watching = Watching(0, watched.source, lambda: _Noting(watched.watcher(), self._news))
        self._fault = ""
        self._watching.start()

    @property
    def shown(self) -> Shown | None:
        """The newest picture, with outlines."""
        return self._watching.shown

    @property
    def fault(self) -> str:
        """Why nothing more is seen, "" while all is well."""
        while not self._watching.messages.empty():
            message = self._watching.messages.get()
            if isinstance(message, Ended):
                self._fault = message.fault
        return self._fault

    def news(self) -> list[Names]:
        """What was read since the last call, oldest first."""
        found = []
        while not self._news.empty():
            found.append(self._news.get())
        return found

    def stop(self) -> None:
        """Lets the source go after its present picture."""
        self._watching.stop()
