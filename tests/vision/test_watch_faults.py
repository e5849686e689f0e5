"""A stream with faults: broken pictures, and a clock that is set back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from stage import Stage, StageReader, told

from vision.events import TableEvent
from vision.source import Frame
from vision.watch import TableWatcher

BROKEN = (np.zeros((0, 0, 3), np.uint8), np.zeros((360, 640), np.uint8), np.zeros((360, 640, 4), np.uint8))


def hand() -> Stage:
    stage = Stage()
    stage.lay("5D", 0, None, place=(120, 108), turn=0.1)
    stage.lay(None, 0, None, place=(120, 75), turn=1.5)
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KS", 6.0, "right")
    return stage


def watched(change) -> list[TableEvent]:  # type: ignore[no-untyped-def]
    """Events of the hand, its frames changed on the way."""
    reader = StageReader()
    watcher = TableWatcher(reader)
    events: list[TableEvent] = []
    for frame, visible in hand().frames(8):
        reader.visible, reader.t = visible, frame.t
        events += watcher.feed(change(frame))
    return events


def test_single_broken_pictures_lose_nothing() -> None:
    def change(frame: Frame) -> Frame:
        broken = BROKEN[frame.number % 3]
        return replace(frame, image=broken) if frame.number % 7 == 3 else frame

    assert told(watched(change)) == ["vira_shown 5D", "card_played 6H", "card_played KS"]


def test_a_stream_of_broken_pictures_is_said_once_and_the_hand_goes_on() -> None:
    def change(frame: Frame) -> Frame:
        return replace(frame, image=BROKEN[frame.number % 3]) if 2.5 < frame.t < 5.0 else frame

    events = watched(change)
    kinds = [event.kind.value for event in events]
    assert kinds == ["vira_shown", "card_played", "view_lost", "card_played"]
    assert events[2].t - 2.5 < 2 and "broken" in events[2].message


def test_the_hand_goes_on_when_the_clock_is_set_back() -> None:
    events = watched(lambda frame: replace(frame, t=frame.t + (100.0 if frame.t < 3 else 0.0)))
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS"]
    times = [event.t for event in events]
    assert times == sorted(times) and times[-1] > 100
