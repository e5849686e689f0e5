"""A monkey at the table: touches anything, while a camera sees anything, comes and goes.

Run by `make bench-app`; also ``python -m tests.bench.monkey [--minutes 10] [--seed 0]`` on a display.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "app"), str(ROOT / "tests" / "app" / "ui")]

TOUCHES_A_SECOND = 12
"""More than a table of four would ever do."""

ELSEWHERE = 0.03
"""How often another screen is gone to without a touch, so that none is left out."""

STUCK_AFTER = 40
"""Touches without anything to touch on the screen after which it is called a dead end."""


@dataclass
class Figures:
    """What a run of the monkey gave. ``gaps``: milliseconds between two looks of the main thread.

    ``work``: how many of them it was itself at work, not waiting for a core. ``watched``: the gaps while the
    table was shown and a camera watched.
    """

    touches: int = 0
    events: int = 0
    sources: int = 0
    exceptions: int = 0
    dead_ends: int = 0
    gaps: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    watched: list[float] = field(default_factory=list)
    screens: dict[str, int] = field(default_factory=dict)
    first_fault: str = ""


class RandomEvents:
    """A watcher that sees cards of the deck, and sometimes what cannot be, in random order."""

    def __init__(self, random: Random, figures: Figures) -> None:
        self._random, self._figures = random, figures
        self._track = 0
        self.readings: list[Any] = []
        self.view: Any = None

    def vira_is(self, track: int) -> None:
        """Nothing here makes sense anyway."""

    def feed(self, frame: Any) -> list[Any]:
        from vision.events import EventKind, TableEvent

        random = self._random
        if random.random() > 0.12:
            return []
        self._figures.events += 1
        kinds = [EventKind.CARD_PLAYED] * 6 + [EventKind.VIRA_SHOWN] * 2 + list(EventKind)
        kind = random.choice(kinds)
        fresh = random.random() < 0.8
        self._track += fresh
        track = self._track if fresh else random.randint(1, max(1, self._track))
        card = random.choice("A234567QJK89") + random.choice("CDHS")
        named = kind not in (EventKind.CARD_COVERED, EventKind.UNCERTAIN, EventKind.TABLE_CLEARED)
        place = (random.uniform(0.1, 0.9), random.uniform(0.1, 0.9))
        corners = tuple(
            (place[0] * 320 + x, place[1] * 180 + y) for x, y in ((-9, -14), (9, -14), (9, 14), (-9, 14))
        )
        angle = random.uniform(0, 6.28)
        came_from = (float(np.cos(angle)), float(np.sin(angle))) if random.random() < 0.5 else None
        message = (
            "all"
            if kind is EventKind.TABLE_CLEARED
            else random.choice(("", "", "reread", "duplicate", "vira"))
        )
        doubt = ((card, 0.5), ("4S", 0.3)) if kind is EventKind.UNCERTAIN else ()
        return [
            TableEvent(
                kind, frame.t, track, card if named else None, place, came_from, 0.9, doubt, corners, message
            )
        ]


class ComingAndGoing:
    """Frames of a camera that is lost, is back, ends, or was never there."""

    live = True

    def __init__(self, random: Random, figures: Figures) -> None:
        from vision.source import SourceError

        figures.sources += 1
        if random.random() < 0.15:
            raise SourceError("camera 0 is not there or does not answer; check it, or name another source")
        self._random = random
        self._left = random.randint(20, 400)
        self._closed = False

    def __iter__(self) -> Iterator[Any]:
        from vision.source import Frame, SourceError

        start = time.monotonic()
        for number in range(self._left):
            if self._closed:
                return
            time.sleep(1 / 30)
            shade = self._random.randint(20, 120)
            yield Frame(np.full((180, 320, 3), shade, np.uint8), time.monotonic() - start, number)
        if self._random.random() < 0.6:
            raise SourceError("camera 0 sends no new picture; check it and its cable")

    def close(self) -> None:
        self._closed = True

    def __enter__(self) -> ComingAndGoing:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class NothingFound:
    """Finds no cards: for the camera check."""

    def detect(self, image: Any) -> list[Any]:
        return []


def run(minutes: float, seed: int) -> Figures:
    """Lets the monkey play for so long, in a window of this process."""
    from driven import visible  # type: ignore[import-not-found]
    from kivy.base import ExceptionHandler, ExceptionManager
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.tests.common import UnitTestTouch
    from kivy.uix.behaviors import ButtonBehavior

    from app.store import Seating, Store
    from app.ui.application import ViraApp
    from app.ui.eyes import Eyes
    from engine import PRESETS

    figures, random = Figures(), Random(seed)
    folder = Path(tempfile.mkdtemp())
    os.environ["VIRA_DATA"] = str(folder)
    store = Store.open(folder / "vira.sqlite3")
    # Threads draw from sources of their own, so that the touches of a seed stay the same.
    eyes = Eyes(
        lambda spec: ComingAndGoing(Random(random.random()), figures),
        lambda: RandomEvents(Random(random.random()), figures),
        NothingFound,
    )
    app = ViraApp(store, eyes=eyes)
    idle = [0]
    last = [time.perf_counter(), time.thread_time()]

    class Counting(ExceptionHandler):
        def handle_exception(self, error: BaseException) -> int:
            if not isinstance(error, Exception):
                return int(ExceptionManager.RAISE)
            figures.exceptions += 1
            figures.first_fault = figures.first_fault or "".join(traceback.format_exception(error))
            return int(ExceptionManager.PASS)

    def note(_: float) -> None:
        now, spent = time.perf_counter(), time.thread_time()
        figures.gaps.append((now - last[0]) * 1e3)
        figures.work.append((spent - last[1]) * 1e3)
        if app.watches and app.current.name == "table":
            figures.watched.append(figures.gaps[-1])
        last[:] = now, spent

    def touch(_: float) -> None:
        figures.touches += 1
        name = app.current.name
        figures.screens[name] = figures.screens.get(name, 0) + 1
        roots = [app.dialog] if app.dialog is not None else [app.current]
        targets = [
            widget
            for root in roots
            for widget in root.walk(restrict=True)
            if isinstance(widget, ButtonBehavior) and not widget.disabled and visible(widget)
        ]
        idle[0] = 0 if targets else idle[0] + 1
        if idle[0] == STUCK_AFTER:
            figures.dead_ends += 1
            app.go("start")
        if targets and random.random() < 0.75:
            where = random.choice(targets)
            x, y = where.to_window(*where.center)
        else:
            x, y = random.uniform(0, Window.width), random.uniform(0, Window.height)
        finger = UnitTestTouch(x, y)
        finger.touch_down()
        finger.touch_up()
        if random.random() < ELSEWHERE:
            places = ("start", "setup", "board", "settings", "learn", "quiz", "history")
            place = random.choice((*places, "table", "table", "table"))
            if place == "table" and (app.playing is None or app.playing.seating.mode == "board"):
                rules = PRESETS[random.choice(sorted(PRESETS))]
                app.begin(rules, Seating(), None, watch=True)
            else:
                app.go(place)

    ExceptionManager.add_handler(Counting())
    Clock.schedule_interval(note, 0)
    Clock.schedule_interval(touch, 1 / TOUCHES_A_SECOND)
    Clock.schedule_once(lambda _: app.stop(), minutes * 60)
    app.run()
    store.close()
    return figures


def main() -> int:
    """One run on its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    from app.ui.opening import before_kivy

    before_kivy()
    figures = run(args.minutes, args.seed)
    if figures.first_fault:
        print(figures.first_fault, file=sys.stderr)
    shown = {
        "minutes": args.minutes,
        "touches": figures.touches,
        "events": figures.events,
        "sources": figures.sources,
        "exceptions": figures.exceptions,
        "dead_ends": figures.dead_ends,
        "screens": figures.screens,
        "gaps": [round(gap, 2) for gap in figures.gaps[30:]],
        "work": [round(gap, 2) for gap in figures.work[30:]],
        "watched": [round(gap, 2) for gap in figures.watched],
    }
    print(json.dumps(shown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
