"""Watching that stops: one sentence, the score is kept, the camera is watched anew and the hand goes on."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from film_doubles import FakeSource, FakeWatcher, film

from app.errors import UserError
from app.playing import Playing
from app.store import Seating
from app.ui.hosting import RESTART_PAUSE, Host
from app.ui.present.seeing import fault_text
from app.ui.watching import BLIND, STOPPED, Watched
from app.words import Words
from engine import PRESETS
from vision.events import LAY_THERE, EventKind, TableEvent
from vision.source import Frame


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Failing(FakeWatcher):
    """Sees its script, then raises."""

    def __init__(self, script: Sequence[TableEvent], after: float = 9e9) -> None:
        super().__init__(script)
        self._after = after

    def feed(self, frame: Frame) -> list[TableEvent]:
        if frame.t >= self._after:
            raise ZeroDivisionError
        return super().feed(frame)


def watch(runs: Sequence[FakeWatcher], live: bool = True) -> tuple[Host, Clock, Playing]:
    """A table whose camera is watched by one of these after the other."""
    clock, left = Clock(), list(runs)
    host = Host(clock)
    playing = Playing.begin(None, PRESETS["paulista"], Seating())
    host.open(playing, Watched("camera", lambda: FakeSource(2.0, live=live), lambda: left.pop(0), live=live))
    return host, clock, playing


def drained(host: Host, until: str) -> None:
    """Drains until the watching has ended (``fault``) or been begun anew (``watches``)."""
    end = time.monotonic() + 60
    while not getattr(host, until):
        assert time.monotonic() < end
        host.drain()
        time.sleep(0.005)


def again(*cards: str) -> list[TableEvent]:
    """What a new watcher tells of cards that lie there: tracks from one on, and nobody brought them."""
    told = film(*cards, pace=0.0)
    return [
        TableEvent(
            EventKind.VIRA_SHOWN if number == 0 else EventKind.CARD_PLAYED,
            0.1,
            number + 1,
            event.card,
            event.place,
            message="" if number == 0 else LAY_THERE,
        )
        for number, event in enumerate(told)
    ]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_is_watched_anew_and_the_hand_goes_on() -> None:
    first = Failing(film("vira 5D", "0 KS", "1 3C"), after=1.0)
    second = FakeWatcher([*again("vira 5D", "0 KS", "1 3C"), *film("2 6H", start=0.4, track=4)])
    host, clock, playing = watch([first, second])
    drained(host, "fault")
    assert host.fault == STOPPED and not host.watches
    assert [str(card) for _, card in playing.match.current_trick] == ["KS", "3C"]
    host.drain()
    assert not host.watches, "not before its pause is over"
    clock.now += RESTART_PAUSE
    host.drain()
    assert host.watches and host.fault == ""
    drained(host, "over")
    assert [str(card) for _, card in playing.match.current_trick] == ["KS", "3C", "6H"]
    assert playing.referee.questions == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_pauses_grow_while_it_stops_at_once() -> None:
    host, clock, _ = watch([Failing([], after=0.0) for _ in range(3)])
    pauses = []
    for _ in range(2):
        drained(host, "fault")
        since = clock.now
        while not host.watches:
            clock.now += 0.5
            host.drain()
        pauses.append(clock.now - since)
    assert pauses == [RESTART_PAUSE, 2 * RESTART_PAUSE]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_film_is_not_begun_anew() -> None:
    host, clock, _ = watch([Failing([], after=0.0)], live=False)
    drained(host, "fault")
    clock.now += 100
    assert host.drain() is False and not host.watches


def test_a_match_that_is_closed_is_not_watched_any_more() -> None:
    host, clock, _ = watch([Failing([], after=9.0), FakeWatcher([])])
    host.close()
    clock.now += 100
    assert host.drain() is False and not host.watches


def test_cards_of_another_source_are_not_taken_for_those_before() -> None:
    playing = Playing.begin(None, PRESETS["paulista"], Seating())
    playing.source_begins()
    for event in film("vira 5D", "0 KS"):
        playing.take(event.t, [event])
    playing.source_begins()
    playing.take(0.5, film("1 3C", track=2))  # numbered as the king was
    assert [str(card) for _, card in playing.match.current_trick] == ["KS", "3C"]
    assert playing.number_of(2) == 4 and playing.number_of(0) == 0


def test_missing_weights_are_said_and_nothing_is_tried_again() -> None:
    def blind() -> FakeWatcher:
        raise UserError("The weights of the detector are missing.")

    clock = Clock()
    host = Host(clock)
    playing = Playing.begin(None, PRESETS["paulista"], Seating())
    playing.point(0)
    host.open(playing, Watched("camera", lambda: FakeSource(2.0, live=True), blind, live=True))
    drained(host, "fault")
    clock.now += 100
    assert host.drain() is False and host.fault == BLIND and playing.match.score == (1, 0)
    for language in ("pt_BR", "en"):
        words = Words(language, PRESETS["paulista"])
        said = fault_text(host.fault, live=True, words=words)
        assert said != fault_text(STOPPED, live=True, words=words) and "view." not in said
