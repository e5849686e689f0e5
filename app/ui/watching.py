"""The watching thread: opens the source, runs vision, and hands immutable messages to whoever drains them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from app.referee.calls import SaidCall
from vision.events import Reading, TableEvent
from vision.overlay import draw
from vision.source import Frame, FrameSource, SourceError

SHOWN_WIDTH = 480
"""Pixels. Width of the picture on the screen: more is lost on a panel of this size."""


class Watcher(Protocol):
    """What turns frames into events (`vision.watch.TableWatcher`)."""

    @property
    def readings(self) -> Sequence[Reading]: ...

    def feed(self, frame: Frame) -> Sequence[TableEvent]: ...


@dataclass(frozen=True, slots=True)
class Saw:
    """What one frame of film time ``t`` brought; ``round``: which run of the source it belongs to."""

    round: int
    t: float
    events: tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The source has no more frames; ``fault`` says why if that should not be."""

    round: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest picture: RGB bytes with outlines, its size, and the frame it comes from."""

    round: int
    size: tuple[int, int]
    pixels: bytes
    image: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Watched:
    """What the app watches.

    ``name`` is what the screen calls it, ``note`` what it says about it first; ``calls`` are timed button
    presses; ``again``: at its end it begins anew, with a new match; ``live``: a camera or stream.
    """

    name: str
    source: Callable[[], FrameSource]
    watcher: Callable[[], Watcher]
    calls: tuple[SaidCall, ...] = ()
    again: bool = False
    note: str = ""
    live: bool = False


class Watching:
    """One run of a source in its own thread.

    ``messages`` is drained by the main thread; ``shown`` is the newest picture and may be overwritten before
    anybody looks: the screen never waits for a frame, nor piles them up.
    """

    def __init__(
        self,
        number: int,
        source: Callable[[], FrameSource],
        watcher: Callable[[], Watcher],
    ) -> None:
        self.outlines = True
        """Whether what was read is drawn onto the picture."""
        self.messages: SimpleQueue[Saw | Ended] = SimpleQueue()
        self.shown: Shown | None = None
        self._number = number
        self._open_source = source
        self._open_watcher = watcher
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"watching {number}", daemon=True)

    def start(self) -> None:
        """Begins to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Asks the thread to end after its present frame."""
        self._stop.set()

    def join(self, timeout: float) -> bool:
        """Waits for the thread's end; False if it still runs after ``timeout`` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        # Whatever ends this thread, the screen must hear of it.
        fault = "vision stopped; close Vira and start it again"
        try:
            watcher = self._open_watcher()
            with self._open_source() as source:
                self._watch(source, watcher)
            fault = ""
        except SourceError as error:
            fault = str(error)
        finally:
            self.messages.put(Ended(self._number, fault))

    def _watch(self, source: FrameSource, watcher: Watcher) -> None:
        start = time.monotonic()
        for frame in source:
            if not source.live:
                # A film runs at its own speed; where vision is slower, it waits for vision.
                early = frame.t - (time.monotonic() - start)
                if early > 0:
                    self._stop.wait(early)
                else:
                    start -= early
            if self._stop.is_set():
                return
            events = tuple(watcher.feed(frame))
            self.messages.put(Saw(self._number, frame.t, events))
            self.shown = shown_of(self._number, frame, watcher.readings if self.outlines else ())


def shown_of(number: int, frame: Frame, readings: Sequence[Reading]) -> Shown:
    """The picture of a frame as the screen shows it, with the outlines of ``readings``."""
    high, wide = frame.image.shape[:2]
    width = min(SHOWN_WIDTH, wide)
    height = max(1, round(high * width / wide))
    small = np.asarray(cv2.resize(frame.image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    # Drawn after shrinking: names must be readable in the small picture.
    near = [replace(one, quad=np.asarray(one.quad * (width / wide), np.float32)) for one in readings]
    pixels = cv2.cvtColor(draw(small, near), cv2.COLOR_BGR2RGB).tobytes()
    return Shown(number, (width, height), pixels, frame.image)
