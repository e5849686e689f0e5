"""Stand-ins for camera and vision: frames without cards, and a watcher that sees what a script says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

import numpy as np

from vision.events import EventKind, Reading, TableEvent
from vision.source import Frame, SourceError
from vision.view.check import ViewReport

PLACES = {0: (0.5, 0.72), 1: (0.7, 0.5), 2: (0.5, 0.28), 3: (0.3, 0.5)}
SIDES = {0: (0.0, 1.0), 1: (1.0, 0.0), 2: (0.0, -1.0), 3: (-1.0, 0.0)}


class FakeSource:
    """Plain green frames, ten a second of film time; ``fault`` is raised after the last."""

    def __init__(self, seconds: float, *, live: bool = False, fault: str = "") -> None:
        self.live = live
        self.closed = False
        self._frames = round(seconds * 10)
        self._fault = fault

    def __iter__(self) -> Iterator[Frame]:
        image = np.full((360, 640, 3), (40, 90, 30), np.uint8)
        for number in range(self._frames):
            yield Frame(image, number / 10, number)
        if self._fault:
            raise SourceError(self._fault)

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class FakeWatcher:
    """Sees the events of a script as soon as their time has come."""

    def __init__(self, script: Sequence[TableEvent]) -> None:
        self._script = list(script)
        self.readings: list[Reading] = []
        self.view: ViewReport | None = None

    def feed(self, frame: Frame) -> list[TableEvent]:
        due = [event for event in self._script if event.t <= frame.t]
        self._script = self._script[len(due) :]
        return due

    def vira_is(self, track: int) -> None:
        """The script knows."""


def film(*steps: str, start: float = 0.2, pace: float = 0.2, track: int = 1) -> list[TableEvent]:
    """A script in short: ``vira 5D``, ``0 KS``, ``3 covered``, ``0 ?AS,4S`` (in doubt), ``clear``."""
    events = []
    for number, step in enumerate(steps):
        t = start + number * pace
        who, _, what = step.partition(" ")
        if who == "clear":
            events.append(TableEvent(EventKind.TABLE_CLEARED, t, message="all"))
        elif who == "vira":
            events.append(TableEvent(EventKind.VIRA_SHOWN, t, track, what))
        else:
            kind, card, doubt = EventKind.CARD_PLAYED, what, ()
            if what == "covered":
                kind, card = EventKind.CARD_COVERED, None
            elif what.startswith("?"):
                kind, card = EventKind.UNCERTAIN, None
                doubt = tuple((name, 0.5) for name in what[1:].split(","))
            place, side = PLACES[int(who)], SIDES[int(who)]
            corners = tuple((place[0] * 640 + x, place[1] * 360 + y) for x, y in CORNERS)
            events.append(TableEvent(kind, t, track, card, place, side, 1.0, doubt, corners))
        track += 1
    return events


CORNERS = ((-20, -30), (20, -30), (20, 30), (-20, 30))

HAND: Mapping[str, tuple[str, ...]] = {
    "two tricks": (
        *("vira 5D", "0 KS", "1 3C", "2 6H", "3 4S"),
        *("2 2C", "3 7D", "0 AD", "1 QH"),
    ),
    "tie and cover": (
        *("vira 5D", "0 KS", "1 KC", "2 4H", "3 QS"),
        *("0 2C", "1 covered", "2 4D", "3 JS"),
    ),
}
