"""The camera while it is set up: its picture, and what its view check says. No kivy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from app.ui.apart import start_run
from app.ui.watching import Ended, Shown
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
        self.view: ViewReport | None = None

    def feed(self, frame: Frame) -> list[TableEvent]:
        """Looks at a frame; there are never events."""
        if frame.t - self._looked >= LOOK_SECONDS and not frame.lost:
            self._looked = frame.t
            found = self._finder.detect(frame.image)
            self.readings = [Reading(one.quad, "face", FOUND, one.score, _NOTHING) for one in found]
            self.view = self._check.look(frame, found)
        return []

    def vira_is(self, track: int) -> None:
        """No cards are followed here."""


@dataclass(frozen=True, slots=True)
class _Opening:
    """Opens the watcher of a preview."""

    finder: Callable[[], Finder]

    def __call__(self) -> Checking:
        return Checking(self.finder())


class Preview:
    """One source being set up. ``report``: the newest one; ``fault``: why there is no picture."""

    def __init__(
        self, source: Callable[[], FrameSource], finder: Callable[[], Finder], *, apart: bool = False
    ) -> None:
        self.report: ViewReport | None = None
        self.fault = ""
        self._run = start_run(0, source, _Opening(finder), apart=apart)

    @property
    def shown(self) -> Shown | None:
        """The newest picture."""
        return self._run.shown

    def drain(self) -> None:
        """Takes in what there is to say."""
        while not self._run.messages.empty():
            message = self._run.messages.get()
            if isinstance(message, Ended):
                self.fault = message.fault
            else:
                self.report = message.view or self.report

    def stop(self) -> None:
        """Lets the source go; what opens it next waits for that."""
        self._run.stop()
