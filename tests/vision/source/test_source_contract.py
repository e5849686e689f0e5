"""One contract for every kind of source."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from pictures import QUICK, StandInCamera, mjpeg_server, number_of, numbered, write_video

from vision.source import CaptureSource, Frame, FrameSource, HeldPhotos, PushSource, StreamSource, open_source

KINDS = ("video", "folder", "held photos", "push", "push by its own clock", "camera", "stream")


def photos(folder: Path, fps: float) -> FrameSource:
    for number in range(12):
        cv2.imwrite(str(folder / f"photo{number}.png"), numbered(number))
    return open_source(str(folder), fps=fps)


def pushed(stack: ExitStack, own_clock: bool) -> PushSource:
    source = PushSource(QUICK)
    stop = threading.Event()

    def feed() -> None:
        number = 0
        while not stop.wait(0.02):
            source.push(numbered(number % 64), 5e5 + number / 50 if own_clock else None)
            number += 1

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    stack.callback(thread.join)
    stack.callback(stop.set)
    return source


def opened(kind: str, folder: Path, stack: ExitStack) -> FrameSource:
    match kind:
        case "video":
            return open_source(str(write_video(folder / "film.avi")))
        case "folder":
            return photos(folder, fps=10)
        case "held photos":
            return HeldPhotos(photos(folder, fps=2), photos_a_second=10)
        case "camera":
            return CaptureSource(StandInCamera().open, "camera 0", QUICK)
        case "stream":
            return StreamSource(stack.enter_context(mjpeg_server()).address, QUICK)
    return pushed(stack, own_clock="own clock" in kind)


@pytest.fixture(params=KINDS)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FrameSource]:
    with ExitStack() as stack:
        yield stack.enter_context(opened(request.param, tmp_path, stack))


def test_pictures_as_they_were_taken_with_numbers_and_times_that_grow(source: FrameSource) -> None:
    frames: list[Frame] = []
    for frame in source:
        frames.append(frame)
        if len(frames) == 8:
            source.close()
    assert len(frames) == 8  # closing ends the iteration
    assert all(f.image.shape == (120, 160, 3) and f.image.dtype == np.uint8 and not f.lost for f in frames)
    assert 0 <= frames[0].t < 5
    for first, second in pairwise(frames):
        assert second.number > first.number and second.t > first.t
        assert (number_of(second.image) - number_of(first.image)) % 64 == second.number - first.number
    source.close()  # twice is fine


def test_files_are_read_in_full_on_their_own_clock_and_live_sources_give_the_newest(
    source: FrameSource,
) -> None:
    frames = iter(source)
    first = next(frames)
    time.sleep(0.2)  # someone looks slowly
    second = next(frames)
    if source.live:
        assert second.number - first.number >= 3
        assert 0.1 < second.t - first.t < 3
    else:
        assert second.number - first.number == 1
        assert second.t - first.t == pytest.approx(0.1, abs=0.002)


def test_files_end_by_themselves(source: FrameSource) -> None:
    if source.live:
        source.close()
    frames = list(source)
    if source.live:
        assert frames == []
    else:
        assert [frame.number for frame in frames] == list(range(len(frames))) and len(frames) in (12, 30)


def test_a_closed_source_lets_go_of_whoever_waits(source: FrameSource) -> None:
    frames = iter(source)
    next(frames)
    threading.Timer(0.1, source.close).start()
    start = time.monotonic()
    for _ in frames:
        pass
    assert time.monotonic() - start < 3
