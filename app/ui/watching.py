"""Watching a source: opens it, runs vision, and hands immutable messages to whoever drains them. No kivy.

`look` is the work itself; it runs in a thread here, or in a process of its own (`app.ui.apart`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from app.errors import UserError
from app.moments.pictures import KeyFrames
from app.referee.calls import SaidCall
from vision.events import Reading, TableEvent
from vision.overlay import draw
from vision.source import Frame, FrameSource, SourceError
from vision.view.check import ViewReport

SHOWN_WIDTH: Final = 480
"""Pixels. Width of the picture on the screen: more is lost on a panel of this size."""

SHOWN_A_SECOND: Final = 5
"""Pictures a second that are shown: enough to see a hand move, and every one has the whole window drawn."""

STILL_SECONDS: Final = 1.5
"""How long a picture in which nothing moves stays before it is renewed."""

MOVED: Final = 8.0
"""Grey levels of 255, mean of a fortieth of the picture's width, from which something has moved in it."""

CROP_MARGIN: Final = 0.15
"""Share of a card's side that is shown round it where it is asked about."""

ENDING_SECONDS: Final = 6.0
"""How long a run waits for those before it to let the camera go: a little longer than one may take to end."""

STOPPED: Final = "vision stopped"
"""Fault of a watching that has ended by something else than its source."""

BLIND: Final = "no networks"
"""Fault of a watching that never began: the networks are missing or damaged."""


class Watcher(Protocol):
    """What turns frames into events (`vision.watch.TableWatcher`)."""

    @property
    def readings(self) -> Sequence[Reading]: ...

    @property
    def view(self) -> ViewReport | None: ...

    def feed(self, frame: Frame) -> Sequence[TableEvent]: ...

    def vira_is(self, track: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Saw:
    """What one frame of film time ``t`` brought; ``round``: which run of the source it belongs to.

    ``faces``: names of the open cards in it, None where one cannot be read. ``view``: how well the table is
    seen, None where that was not measured anew. ``moves``: how often the camera was moved so far.
    ``crops``: (physical card, its picture HxWx3 RGB) of the cards the events are about. ``key``: the picture
    as JPEG where it is worth keeping, else empty.
    """

    round: int
    t: float
    events: tuple[TableEvent, ...]
    faces: tuple[str | None, ...] = ()
    view: ViewReport | None = None
    moves: int = 0
    crops: tuple[tuple[int, NDArray[np.uint8]], ...] = ()
    key: bytes = b""


@dataclass(frozen=True, slots=True)
class Ended:
    """The source has no more frames; ``fault``: why, if it should not be so (`STOPPED`, `BLIND`, words)."""

    round: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest picture: RGB bytes with outlines, and its size."""

    round: int
    size: tuple[int, int]
    pixels: bytes


Message = Saw | Ended


@dataclass(frozen=True, slots=True)
class Watched:
    """What the app watches.

    ``name`` is what the screen calls it, ``note`` what it says about it first; ``calls`` are timed button
    presses; ``again``: at its end it begins anew, with a new match; ``live``: a camera or stream.
    ``apart``: ``source`` and ``watcher`` can be handed to a process of its own.
    """

    name: str
    source: Callable[[], FrameSource]
    watcher: Callable[[], Watcher]
    calls: tuple[SaidCall, ...] = ()
    again: bool = False
    note: str = ""
    live: bool = False
    apart: bool = False


@dataclass(slots=True)
class Control:
    """What is asked of a watching that runs.

    ``outlines``: what was read is drawn onto the picture. ``vira``: the physical card that the table holds to
    be the vira, 0 where none is known.
    """

    stopped: threading.Event = field(default_factory=threading.Event)
    outlines: bool = True
    vira: int = 0


class Run(Protocol):
    """One run of a source, wherever it happens (`Watching`, `app.ui.apart.Apart`).

    ``messages`` is drained by the main thread; ``shown`` is the newest picture and may be overwritten before
    anybody looks: the screen never waits for a frame, nor piles them up.
    """

    messages: SimpleQueue[Message]
    shown: Shown | None

    @property
    def outlines(self) -> bool: ...

    @outlines.setter
    def outlines(self, drawn: bool) -> None: ...

    def vira_is(self, track: int) -> None:
        """Says which physical card the table holds to be the vira, 0 for none."""

    def start(self) -> None:
        """Begins to watch."""

    def stop(self) -> None:
        """Asks it to end after its present frame."""

    def join(self, timeout: float) -> bool:
        """Waits for its end; False if it still runs after ``timeout`` seconds."""


class Ending:
    """Runs that were asked to end. The next one waits for them in its thread: they may hold the camera."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def add(self, thread: threading.Thread) -> None:
        """This thread's run was asked to end."""
        with self._lock:
            self._threads = [one for one in self._threads if one.is_alive() and one is not thread]
            self._threads.append(thread)

    def wait(self) -> None:
        """Waits until all of them have ended, but not for ever; not to be called by the main thread."""
        me = threading.current_thread()
        with self._lock:
            threads = [one for one in self._threads if one is not me]
        end = time.monotonic() + ENDING_SECONDS
        for thread in threads:
            if thread.is_alive():
                thread.join(max(0.0, end - time.monotonic()))


ENDING: Final = Ending()


class Watching:
    """One run of a source in a thread of this process."""

    def __init__(
        self,
        number: int,
        source: Callable[[], FrameSource],
        watcher: Callable[[], Watcher],
    ) -> None:
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.shown: Shown | None = None
        self._control = Control()
        self._work = (number, source, watcher, self._take, self._control)
        self._thread = threading.Thread(target=self._run, name=f"watching {number}", daemon=True)

    @property
    def outlines(self) -> bool:
        """Whether what was read is drawn onto the picture."""
        return self._control.outlines

    @outlines.setter
    def outlines(self, drawn: bool) -> None:
        self._control.outlines = drawn

    def vira_is(self, track: int) -> None:
        """Says which physical card the table holds to be the vira, 0 for none."""
        self._control.vira = track

    def start(self) -> None:
        """Begins to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Asks the thread to end after its present frame."""
        self._control.stopped.set()
        ENDING.add(self._thread)

    def join(self, timeout: float) -> bool:
        """Waits for the thread's end; False if it still runs after ``timeout`` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        ENDING.wait()
        look(*self._work)

    def _take(self, message: Message | Shown) -> None:
        if isinstance(message, Shown):
            self.shown = message
        else:
            self.messages.put(message)


def look(
    number: int,
    open_source: Callable[[], FrameSource],
    open_watcher: Callable[[], Watcher],
    send: Callable[[Message | Shown], None],
    control: Control,
) -> None:
    """Watches a source to its end, and sends what was seen; whatever ends it, the screen hears of it."""
    fault = STOPPED
    try:
        watcher = open_watcher()
        with open_source() as source:
            _look_at(number, source, watcher, send, control)
        fault = ""
    except SourceError as error:
        fault = str(error)
    except UserError:
        fault = BLIND
    finally:
        send(Ended(number, fault))


def _look_at(
    number: int,
    source: FrameSource,
    watcher: Watcher,
    send: Callable[[Message | Shown], None],
    control: Control,
) -> None:
    keys = KeyFrames()
    view: ViewReport | None = None
    glimpses = Glimpses()
    for frame in _paced(source, control):
        watcher.vira_is(control.vira)
        events = tuple(watcher.feed(frame))
        faces = tuple(one.card for one in watcher.readings if one.side == "face")
        crops = tuple((event.track, crop) for event in events if (crop := crop_of(frame, event)) is not None)
        fresh = watcher.view if watcher.view is not view else None
        view = watcher.view
        moves = getattr(watcher, "moves", 0)
        send(Saw(number, frame.t, events, faces, fresh, moves, crops, keys.take(frame, told=bool(events))))
        outlined = tuple(watcher.readings) if control.outlines else ()
        if glimpses.due(frame, outlined, time.monotonic()):
            send(shown_of(number, frame, outlined))


class Glimpses:
    """Chooses the pictures that are shown: few, and hardly any while nothing moves."""

    def __init__(self) -> None:
        self._at = -1e9
        self._tiny: NDArray[np.float32] | None = None
        self._outlined: tuple[object, ...] = ()

    def due(self, frame: Frame, readings: Sequence[Reading], now: float) -> bool:
        """Whether this one is shown at ``now`` (seconds)."""
        if now - self._at < 1 / SHOWN_A_SECOND:
            return False
        tiny = np.asarray(cv2.resize(frame.image, (40, 24), interpolation=cv2.INTER_AREA), np.float32)
        outlined = tuple((one.card, *np.round(one.quad.mean(axis=0) / 8).tolist()) for one in readings)
        moved = self._tiny is None or bool(np.abs(tiny - self._tiny).max() > MOVED)
        if not moved and outlined == self._outlined and now - self._at < STILL_SECONDS:
            return False
        self._at, self._tiny, self._outlined = now, tiny, outlined
        return True


def _paced(source: FrameSource, control: Control) -> Iterator[Frame]:
    """The frames of a source until somebody says stop; those of a film at its own speed."""
    start = time.monotonic()
    for frame in source:
        if not source.live:
            # Where vision is slower, the film waits for vision.
            early = frame.t - (time.monotonic() - start)
            if early > 0:
                control.stopped.wait(early)
            else:
                start -= early
        if control.stopped.is_set():
            return
        yield frame


def crop_of(frame: Frame, event: TableEvent) -> NDArray[np.uint8] | None:
    """The picture of a physical card, with a little of what lies round it (HxWx3 RGB); None for none."""
    if not event.track or not event.corners:
        return None
    corners = np.asarray(event.corners)
    margin = CROP_MARGIN * float(np.ptp(corners, axis=0).max())
    left, top = np.maximum(corners.min(axis=0) - margin, 0).astype(int)
    right, bottom = (corners.max(axis=0) + margin).astype(int)
    crop = frame.image[top:bottom, left:right]
    return None if crop.size == 0 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2RGB), np.uint8)


def shown_of(number: int, frame: Frame, readings: Sequence[Reading]) -> Shown:
    """The picture of a frame as the screen shows it, with the outlines of ``readings``."""
    high, wide = frame.image.shape[:2]
    width = min(SHOWN_WIDTH, wide)
    height = max(1, round(high * width / wide))
    small = np.asarray(cv2.resize(frame.image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    # Drawn after shrinking: names must be readable in the small picture.
    near = [replace(one, quad=np.asarray(one.quad * (width / wide), np.float32)) for one in readings]
    pixels = cv2.cvtColor(draw(small, near), cv2.COLOR_BGR2RGB).tobytes()
    return Shown(number, (width, height), pixels)
