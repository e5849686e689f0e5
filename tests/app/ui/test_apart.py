"""Watching in a process of its own: the same messages as in a thread, and an end in every case."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from film_doubles import FakeSource, FakeWatcher, film

from app.ui.apart import Apart, start_run
from app.ui.watching import STOPPED, Ended, Message, Saw, Watching
from vision.events import Reading, TableEvent
from vision.source import Frame


@dataclass(frozen=True)
class Scripted:
    """Opens a watcher that sees this script; picklable."""

    script: tuple[TableEvent, ...]

    def __call__(self) -> FakeWatcher:
        return FakeWatcher(self.script)


class Dying(FakeWatcher):
    """Takes its process with it, as a driver's fault does."""

    def feed(self, frame: Frame) -> list[TableEvent]:
        os._exit(3)


class Hanging(FakeWatcher):
    """Never comes back from its first frame."""

    def feed(self, frame: Frame) -> list[TableEvent]:
        time.sleep(600)
        return []


def drained(run: Any, until: Callable[[Sequence[Message]], bool]) -> list[Message]:
    found: list[Message] = []
    end = time.monotonic() + 60
    while not until(found):
        assert time.monotonic() < end, found
        while not run.messages.empty():
            found.append(run.messages.get())
        time.sleep(0.01)
    return found


def over(found: Sequence[Message]) -> bool:
    return bool(found) and isinstance(found[-1], Ended)


def key(message: Message) -> Any:
    if isinstance(message, Ended):
        return message
    crops = [(track, crop.shape) for track, crop in message.crops]
    return message.t, message.events, message.faces, crops, bool(message.key)


def test_a_process_tells_what_a_thread_tells() -> None:
    script = tuple(film("vira 5D", "0 KS"))
    told = []
    for made in (Watching, Apart):
        run = made(4, partial(FakeSource, 0.8), Scripted(script))
        run.start()
        told.append([key(message) for message in drained(run, over)])
        assert run.join(10)
        assert run.shown is not None and run.shown.size == (480, 270)
    assert told[0] == told[1]
    assert [len(one[1]) for one in told[1][:-1]] == [0, 0, 1, 0, 1, 0, 0, 0]
    # Only a card with corners has a picture; a frame of which something came is kept.
    assert [one[3] for one in told[1][:-1] if one[3]] == [[(2, (78, 58, 3))]]
    assert [one[4] for one in told[1][:-1]] == [True, False, True, False, True, False, False, False]


def test_a_fault_of_the_source_is_told() -> None:
    run = start_run(1, partial(FakeSource, 0.2, fault="cut off"), Scripted(()), apart=True)
    assert isinstance(run, Apart)
    assert drained(run, over)[-1] == Ended(1, "cut off")


def test_a_process_that_dies_is_heard_of() -> None:
    run = start_run(1, partial(FakeSource, 5.0), partial(Dying, ()), apart=True)
    assert drained(run, over) == [Ended(1, STOPPED)]
    assert run.join(10)


def test_it_ends_when_asked() -> None:
    run = start_run(1, partial(FakeSource, 600.0), Scripted(()), apart=True)
    drained(run, lambda found: any(isinstance(one, Saw) for one in found))
    run.stop()
    assert run.join(20)


def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.apart.PATIENCE", 0.5)
    run = Apart(1, partial(FakeSource, 5.0), partial(Hanging, ()))
    run.start()
    while run._process.pid is None:
        time.sleep(0.01)
    run.stop()
    drained(run, over)
    assert run.join(20)
    assert not run._process.is_alive()


def test_the_next_run_waits_for_the_camera_and_nobody_else_does() -> None:
    first = start_run(1, partial(FakeSource, 600.0, live=True), Scripted(()), apart=True)
    drained(first, lambda found: any(isinstance(one, Saw) for one in found))
    began = time.monotonic()
    first.stop()
    second = start_run(2, partial(FakeSource, 0.2), Scripted(()), apart=False)
    assert time.monotonic() - began < 1.0
    drained(second, lambda found: any(isinstance(one, Saw) for one in found))
    assert isinstance(first, Apart) and not first._thread.is_alive()


def test_a_run_that_is_stopped_at_once_ends() -> None:
    run = Apart(1, partial(FakeSource, 600.0), Scripted(()))
    run.stop()
    run.start()
    assert drained(run, over) == [Ended(1, STOPPED)]
    assert run.join(20) and run._process.pid is None


def test_outlines_are_turned_off_while_it_runs() -> None:
    """The pictures of plain frames are plain once nothing is drawn onto them."""
    run = Apart(1, partial(FakeSource, 600.0, live=True), Outlined())
    run.start()

    def plain() -> bool:
        shown = run.shown
        return (
            shown is not None
            and len(np.unique(np.frombuffer(shown.pixels, np.uint8).reshape(-1, 3), axis=0)) == 1
        )

    drained(run, lambda _: run.shown is not None)
    assert not plain()
    run.outlines = False
    drained(run, lambda _: plain())
    run.stop()
    assert run.join(20)


@dataclass(frozen=True)
class Outlined:
    """Opens a watcher with one outline in every frame."""

    def __call__(self) -> FakeWatcher:
        watcher = Slow(())
        quad = np.float32([[100, 100], [200, 100], [200, 250], [100, 250]])
        watcher.readings = [Reading(quad, "face", "5D", 1.0, np.zeros(0, np.float32))]
        return watcher


class Slow(FakeWatcher):
    """As fast as a camera."""

    def feed(self, frame: Frame) -> list[TableEvent]:
        time.sleep(0.03)
        return []


class Told(FakeWatcher):
    """Shows as its only face which card the table holds to be the vira."""

    def vira_is(self, track: int) -> None:
        quad = np.float32([[100, 100], [200, 100], [200, 250], [100, 250]])
        self.readings = [Reading(quad, "face", f"{track}C", 1.0, np.zeros(0, np.float32))]


@pytest.mark.parametrize("kind", [Apart, Watching])
def test_what_the_table_says_of_the_vira_reaches_the_watcher(kind: Any) -> None:
    run = kind(1, partial(FakeSource, 600.0, live=True), partial(Told, ()))
    run.start()
    drained(run, lambda found: bool(found) and isinstance(found[-1], Saw) and found[-1].faces == ("0C",))
    run.vira_is(7)
    drained(run, lambda found: bool(found) and isinstance(found[-1], Saw) and found[-1].faces == ("7C",))
    run.stop()
    assert run.join(20)
