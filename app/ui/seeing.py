"""What the camera reads on the table right now, picture by picture, for lessons. No kivy."""

from __future__ import annotations

from app.ui.apart import start_run
from app.ui.watching import Ended, Shown, Watched

Names = tuple[str | None, ...]
"""Names of the open cards seen in one picture; None is a face that cannot be read."""


class Seeing:
    """A source watched from the moment this is made."""

    def __init__(self, watched: Watched) -> None:
        self._run = start_run(0, watched.source, watched.watcher, apart=watched.apart)
        self._news: list[Names] = []
        self._fault = ""

    @property
    def shown(self) -> Shown | None:
        """The newest picture, with outlines."""
        return self._run.shown

    @property
    def fault(self) -> str:
        """Why nothing more is seen, "" while all is well."""
        self._drain()
        return self._fault

    def news(self) -> list[Names]:
        """What was read since the last call, oldest first."""
        self._drain()
        found, self._news = self._news, []
        return found

    def _drain(self) -> None:
        while not self._run.messages.empty():
            message = self._run.messages.get()
            if isinstance(message, Ended):
                self._fault = message.fault
            else:
                self._news.append(message.faces)

    def stop(self) -> None:
        """Lets the source go after its present picture."""
        self._run.stop()
