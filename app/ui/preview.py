"""The camera while it is set up: its picture, and what its view check says. No kivy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import numpy as np

from app.ui.watching import Shown, Watching
from vision.events import Detection, Reading, TableEvent
from vision.source import Frame, FrameSource
from vision.view.check import ViewCheck, ViewReport

LOOK_SECONDS: Final = 0.6
"""How often cards are looked for: advice need not be quicker than a hand."""

FOUND: Final = "ok"
"""What is written on a card that was found; which card it is does not matter here."""

_NOTHING: Final = np.zeros(0, np.float32)


class Finder(Protocol):
    """What finds cards in a picture (`vision.read.TableReader`)."""

    def detect(self, image: np.ndarray) -> list[Detection]: ...


class Checking:
    """A watcher that judges nothing: it outlines what lies there and measures the view."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._check = ViewCheck()
        self._looked = -1e9
        self.readings: list[Reading] = []
        self.report: ViewReport | None = None

    def feed(self, frame: Frame) -> list[TableEvent]:
        """Looks at a frame; there are never events."""
        if frame.t - self._looked >= LOOK_SECONDS and not frame.lost:
            self._looked = frame.t
            found = self._finder.detect(frame.image)
            self.readings = [Reading(one.quad, "face", FOUND, one.score, _NOTHING) for one in found]
            self.report = self._check.look(frame, found)
        return []


class Preview:
    """One source being set up; ``fault``: why there is no picture."""

    def __init__(self, source: Callable[[], FrameSource], finder: Callable[[], Finder]) -> None:
        self._checking: Checking | None = None
        self._finder = finder
        self.fault = ""
        self._watching = Watching(0, source, self._open)
        self._watching.start()

    def _open(self) -> Checking:
        self._checking = Checking(self._finder())
        return self._checking

    @property
    def shown(self) -> Shown | None:
        """The newest picture."""
        return self._watching.shown

    @property
    def report(self) -> ViewReport | None:
        """The newest report."""
        return None if self._checking is None else self._checking.report

    def drain(self) -> None:
        """Takes in what the thread has to say."""
        while not self._watching.messages.empty():
            message = self._watching.messages.get()
            self.fault = getattr(message, "fault", "") or self.fault

    def stop(self, seconds: float = 1.0) -> None:
        """Lets the source go, so that the match can open it."""
        self._watching.stop()
        self._watching.join(seconds)
