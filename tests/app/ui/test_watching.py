"""The watching thread: messages in order, newest picture, faults as sentences, an end when asked."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from film_doubles import FakeSource, FakeWatcher, film

from app.ui.watching import SHOWN_A_SECOND, STILL_SECONDS, STOPPED, Ended, Glimpses, Saw, Watching
from vision.events import Reading
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


def test_pictures_are_few_and_fewer_while_nothing_moves() -> None:
    still = np.full((180, 320, 3), 90, np.uint8)
    noisy = np.clip(still + np.random.default_rng(0).normal(0, 6, still.shape), 0, 255).astype(np.uint8)
    hand = still.copy()
    hand[60:120, 100:160] = 160
    one = Reading(
        np.float32([[10, 10], [40, 10], [40, 60], [10, 60]]), "face", "5D", 1.0, np.zeros(0, np.float32)
    )

    def due(glimpses: Glimpses, image: np.ndarray, now: float, *readings: Reading) -> bool:
        return glimpses.due(Frame(image, now, 0), readings, now)

    glimpses = Glimpses()
    assert due(glimpses, still, 0.0)
    assert not due(glimpses, hand, 0.5 / SHOWN_A_SECOND)
    assert not due(glimpses, noisy, 0.5)
    assert due(glimpses, hand, 0.6)
    assert due(glimpses, hand, 0.9, one)
    assert not due(glimpses, hand, 1.2, one)
    assert due(glimpses, hand, 1.0 + STILL_SECONDS, one)
