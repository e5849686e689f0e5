"""The watching thread: messages in order, newest picture, faults as sentences, an end when asked."""

from __future__ import annotations

import threading
import time

import pytest
from film_doubles import FakeSource, FakeWatcher, film

from app.ui.watching import STOPPED, Ended, Saw, Watching
from vision.source import Frame


def drain(watching: Watching) -> list[Saw | Ended]:
    assert watching.join(10.0)
    found = []
    while not watching.messages.empty():
        found.append(watching.messages.get())
    return found


def test_a_film_is_seen_whole_and_at_its_own_speed() -> None:
    watching = Watching(3, lambda: FakeSource(0.5), lambda: FakeWatcher(film("vira 5D")))
    start = time.monotonic()
    watching.start()
    messages = drain(watching)
    assert time.monotonic() - start >= 0.4
    assert [message.round for message in messages] == [3] * 6
    assert messages[-1] == Ended(3)
    assert [message.t for message in messages[:-1]] == [0.0, 0.1, 0.2, 0.3, 0.4]
    assert [len(message.events) for message in messages[:-1]] == [0, 0, 1, 0, 0]
    assert watching.shown is not None and watching.shown.size == (480, 270)
    assert len(watching.shown.pixels) == 480 * 270 * 3


def test_vision_runs_outside_the_thread_that_asks() -> None:
    threads = []

    class Noting(FakeWatcher):
        def feed(self, frame: Frame) -> list[object]:
            threads.append(threading.current_thread())
            return []

    watching = Watching(1, lambda: FakeSource(0.1), lambda: Noting([]))
    watching.start()
    drain(watching)
    assert threads and threading.main_thread() not in threads


def test_a_fault_of_the_source_is_told_after_what_was_seen() -> None:
    watching = Watching(1, lambda: FakeSource(0.2, fault="the film is cut off"), lambda: FakeWatcher([]))
    watching.start()
    messages = drain(watching)
    assert len(messages) == 3 and messages[-1] == Ended(1, "the film is cut off")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_is_heard_of() -> None:
    class Broken(FakeWatcher):
        def feed(self, frame: Frame) -> list[object]:
            raise ZeroDivisionError

    watching = Watching(1, lambda: FakeSource(0.2), lambda: Broken([]))
    watching.start()
    assert drain(watching) == [Ended(1, STOPPED)]


def test_it_stops_when_asked_and_closes_the_source() -> None:
    source = FakeSource(60)
    watching = Watching(1, lambda: source, lambda: FakeWatcher([]))
    watching.start()
    watching.stop()
    assert watching.join(2.0)
    assert source.closed
