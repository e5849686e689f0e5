"""Hours of play: what grows, and is every hand as the first?

python -m tests.bench.soak FILM...         HOURS (8) of film time replayed in fast time; each FILM needs its
                                           FILM.seen.npz (`python -m tests.bench.recorded`). EVERY (1): only
                                           one in so many frames of the films is shown
python -m tests.bench.soak --live FILM...  MINUTES (30) in real time, with the real networks, through the
                                           push source, the watching thread and its queue, as in the app

The last line is one JSON object. One watcher sees it all, as it would at a table. In fast time each film is a
match of its own, and one referee judges as many hours of hands that are told to it. Memory is what the system
says this process holds, after the first tenth and at the end; what is kept is the most at any time in both.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from app.judging import Sitting
from app.playing import Playing
from app.referee.calls import Said, SaidCall, read_calls
from app.referee.lines import LineType, judged
from app.referee.referee import EARLY_WAIT, Referee
from app.store import Seating
from app.table import kind_of, open_reader
from app.ui.watching import Saw, Watching
from datasets.script import Script, Wishes, write_script
from engine import preset
from tests.bench.memory import memory_mb
from tests.bench.recorded import RecordedReader
from vision.events import EventKind, Reading, TableEvent
from vision.source import Frame, PushSource, VideoSource
from vision.watch import FrameReader, TableWatcher

WIDTH = 320
"""Pixels: the frames are kept as small as motion is judged."""


@dataclass(frozen=True)
class Reel:
    """A recorded film: small frames with their times and numbers, the findings, the calls."""

    frames: list[tuple[float, int, NDArray[np.uint8]]]
    reader: RecordedReader
    calls: tuple[SaidCall, ...]
    dealer: int

    @classmethod
    def load(cls, path: Path, every: int = 1) -> Reel:
        """A film with its recording; ``every``: frames from one that is shown to the next."""
        frames = []
        scale = 1.0
        with VideoSource(path) as source:
            for frame in source:
                if frame.number % every:
                    continue
                scale = WIDTH / frame.image.shape[1]
                size = (WIDTH, round(frame.image.shape[0] * scale))
                small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
                frames.append((frame.t, frame.number, np.asarray(small, np.uint8)))
        facts = json.loads(path.with_suffix(".facts.json").read_text("utf-8"))
        reader = RecordedReader(path.with_suffix(".seen.npz"), scale=scale)
        return cls(frames, reader, read_calls(path.with_suffix(".calls.jsonl")), facts["dealer"])


class Showing:
    """Lets the watcher see the reel that is on."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.threshold = reel.reader.threshold

    def detect(self, image: NDArray[np.uint8]) -> Any:
        return self.reel.reader.detect(image)

    def name(self, image: NDArray[np.uint8], found: Any, around: Any = ()) -> Any:
        return self.reel.reader.name(image, found, around)


def kept_by(watcher: TableWatcher) -> int:
    """How many things a watcher remembers: cards, those that left, places, frames of motion."""
    tracks = watcher._tracks
    places = len(tracks._laid) + len(tracks._dealt) + len(tracks._cleared)
    return len(tracks._tracks) + len(tracks._left) + places + len(watcher._gate._history)


def soak(
    reels: Sequence[Reel], hours: float, say: Callable[[str], None] = lambda line: None
) -> dict[str, float]:
    """Plays the reels again and again for so many hours of film time; ``say`` hears of every tenth."""
    rules = preset("paulista")
    showing = Showing(reels[0])
    watcher = TableWatcher(showing, table=kind_of(rules))
    t, hands, frames, odd, tenths = 0.0, 0, 0, 0, 0
    first: dict[int, object] = {}
    memory: list[float] = []
    most, kept = 0, []
    begun = time.monotonic()
    while t < hours * 3600:
        number = hands % len(reels)
        reel = showing.reel = reels[number]
        referee = Referee(rules, reel.dealer, goes_on=True)
        sitting = Sitting(referee, [replace(call, t=call.t + t) for call in reel.calls])
        for at, index, image in reel.frames:
            reel.reader.number = index
            sitting.take(t + at, watcher.feed(Frame(image, t + at, frames)))
            frames += 1
            most = max(most, kept_by(watcher))
        sitting.end()
        t += reel.frames[-1][0] + 1.0
        hands += 1
        lines = judged(referee.lines)
        if hands > len(reels):  # the very first had no table before it
            odd += first.setdefault(number, lines) != lines
        if t >= (tenths + 1) * hours * 360:
            tenths += 1
            memory.append(memory_mb())
            kept.append(most)
            most = 0
            say(f"{t / 3600:.2f} h, {hands} hands, {memory[-1]:.1f} MB, {kept[-1]} things kept")
    return {
        "hours": t / 3600,
        "hands": hands,
        "hands_judged_otherwise_than_before": odd,
        "memory_mb_start": memory[0],
        "memory_mb_end": memory[-1],
        "memory_growth": memory[-1] / memory[0] - 1,
        "most_kept_start": kept[0],
        "most_kept_end": max(kept[1:], default=kept[0]),
        "times_faster": t / (time.monotonic() - begun),
    }


def sit(hours: float, hand_s: float = 45.0) -> dict[str, float]:
    """One referee judges hands told to it, ``hand_s`` seconds each, for so many hours of its time."""
    rules = preset("paulista")
    referee = Referee(rules)
    rng = np.random.default_rng(8)
    t, hands, track = 0.0, 0, 0
    memory: list[float] = []
    kept: list[int] = []
    while t < hours * 3600:
        match = referee.match
        dealer = match.next_dealer if match.hand_over else match.dealer
        score = (0, 0) if match.series_winner is not None else match.score
        script = write_script(rng, rules, Wishes(raises=0.0, dealer=dealer, score=score))
        calls = [SaidCall(t + call["t"], call["team"], Said(call["call"])) for call in script.calls]
        told: list[TableEvent | SaidCall] = [*told_of(script, t, track), *calls]
        for one in sorted(told, key=lambda one: one.t):
            if isinstance(one, SaidCall):
                referee.hear(one)
            else:
                referee.see(one)
            referee.tick(one.t + EARLY_WAIT)
        track += len(script.lays) + 1
        t += max(hand_s, script.length)
        hands += 1
        if t >= (len(memory) + 1) * hours * 360:
            memory.append(memory_mb())
            kept.append(len(referee._ties) + len(referee._events) + len(referee._held))
    return {
        "referee_hands": hands,
        "referee_matches": sum(line.type is LineType.MATCH for line in referee.lines),
        "referee_questions": len(referee.questions),
        "referee_memory_growth": memory[-1] / memory[0] - 1,
        "referee_kept_start": kept[0],
        "referee_kept_end": kept[-1],
    }


def told_of(script: Script, t: float, track: int) -> list[TableEvent]:
    """What vision tells of a scripted hand that begins at ``t``; its cards are numbered from ``track`` on."""
    seats = script.rules.seats
    events = [TableEvent(EventKind.VIRA_SHOWN, t + script.vira_at, track + 1, script.vira)]
    for number, lay in enumerate(script.lays, start=2):
        way = (math.sin(2 * math.pi * lay.seat / seats), math.cos(2 * math.pi * lay.seat / seats))
        kind = EventKind.CARD_COVERED if lay.covered else EventKind.CARD_PLAYED
        card, place = None if lay.covered else lay.card, (0.5 + 0.2 * way[0], 0.5 + 0.2 * way[1])
        events.append(TableEvent(kind, t + lay.at, track + number, card, place, way))
    cleared = [(at, "") for at in script.cleared] + [(script.length, "all")]
    events += [TableEvent(EventKind.TABLE_CLEARED, t + at, message=message) for at, message in cleared]
    return events


class Aged:
    """A watcher that notes how old the frames are that it is given, and what it keeps."""

    def __init__(self, watcher: TableWatcher, pushed: dict[int, float]) -> None:
        self._watcher, self._pushed = watcher, pushed
        self.ages: list[float] = []
        self.most_kept: list[int] = []
        self.view = None
        self.readings: Sequence[Reading] = ()

    def feed(self, frame: Frame) -> Sequence[TableEvent]:
        """Judges a frame; its number is that of its push."""
        if not frame.lost:
            self.ages.append(time.monotonic() - self._pushed[frame.number])
        events = self._watcher.feed(frame)
        self.most_kept.append(kept_by(self._watcher))
        self.readings = self._watcher.readings
        return events

    def vira_is(self, track: int) -> None:
        """As the table says."""
        self._watcher.vira_is(track)


def live(
    films: Sequence[Path],
    minutes: float,
    reader: FrameReader,
    say: Callable[[str], None] = lambda line: None,
) -> dict[str, float]:
    """Films pushed in real time, as a tablet's camera does, and watched as the app watches."""
    rules = preset("paulista")
    source = PushSource()
    pushed: dict[int, float] = {}
    watcher = Aged(TableWatcher(reader, table=kind_of(rules)), pushed)
    watching = Watching(1, lambda: source, lambda: watcher)
    watching.start()
    begun, number, queue = time.monotonic(), 0, 0
    playing = Playing.begin(None, rules, Seating())
    playing.source_begins()
    memory: list[float] = []
    while time.monotonic() - begun < minutes * 60:
        for film in films:
            offset = time.monotonic()
            with VideoSource(film) as frames:
                for frame in frames:
                    time.sleep(max(0.0, offset + frame.t - time.monotonic()))
                    pushed[number] = time.monotonic()
                    source.push(frame.image, frame.t + offset - begun)
                    number += 1
                    queue = max(queue, watching.messages.qsize())
                    while not watching.messages.empty():
                        message = watching.messages.get()
                        if isinstance(message, Saw):
                            playing.take(message.t, message.events)
            if (time.monotonic() - begun) >= (len(memory) + 1) * minutes * 6:
                memory.append(memory_mb())
                past = (time.monotonic() - begun) / 60
                say(f"{past:.1f} min, {memory[-1]:.1f} MB, {len(watcher.ages)} frames judged")
    watching.stop()
    source.close()
    watching.join(60)
    tenth = max(1, len(watcher.most_kept) // 10)
    return {
        "minutes": (time.monotonic() - begun) / 60,
        "frames_pushed": number,
        "frames_judged": len(watcher.ages),
        "oldest_frame_s": max(watcher.ages),
        "median_age_s": float(np.median(watcher.ages)),
        "longest_queue": queue,
        "memory_mb_start": memory[0],
        "memory_mb_end": memory[-1],
        "memory_growth": memory[-1] / memory[0] - 1,
        "most_kept_start": max(watcher.most_kept[:tenth]),
        "most_kept_end": max(watcher.most_kept[-tenth:]),
    }


def main() -> int:
    """Command line."""
    names = sys.argv[1:]
    films = [Path(name) for name in names if name != "--live"]
    if not films or not all(film.with_suffix(".seen.npz").exists() or "--live" in names for film in films):
        print("soak: name films that were recorded by `python -m tests.bench.recorded FILM`", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)

    def say(line: str) -> None:
        print(line, flush=True)

    if "--live" in names:
        found = live(films, float(os.environ.get("MINUTES", "30")), open_reader(), say)
    else:
        every, hours = int(os.environ.get("EVERY", "1")), float(os.environ.get("HOURS", "8"))
        found = sit(hours)
        found |= soak([Reel.load(film, every) for film in films], hours, say)
    for key, value in found.items():
        print(f"{key:<36} {value:.3f}")
    print(json.dumps({key: round(value, 4) for key, value in found.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
