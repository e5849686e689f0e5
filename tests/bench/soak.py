"""Hours of play replayed from recorded findings in fast time: what grows, and is every hand as the first?

python -m tests.bench.soak [FILM...]     HOURS (8) of film time; each FILM needs its FILM.seen.npz
                                         (`python -m tests.bench.recorded`)

The last line is one JSON object. One watcher sees it all, as it would at a table; each film is a match of its
own. Memory is what the system says this process holds, after the first tenth and at the end.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from app.judging import Sitting
from app.referee.calls import SaidCall, read_calls
from app.referee.lines import judged
from app.referee.referee import Referee
from app.table import kind_of
from engine import preset
from tests.bench.recorded import RecordedReader
from vision.source import Frame, VideoSource
from vision.watch import TableWatcher

WIDTH = 320
"""Pixels: the frames are kept as small as motion is judged."""


@dataclass(frozen=True)
class Reel:
    """A recorded film: small frames with their times, the findings, the calls."""

    frames: list[tuple[float, NDArray[np.uint8]]]
    reader: RecordedReader
    calls: tuple[SaidCall, ...]
    dealer: int

    @classmethod
    def load(cls, path: Path) -> Reel:
        """A film with its recording."""
        frames = []
        scale = 1.0
        with VideoSource(path) as source:
            for frame in source:
                scale = WIDTH / frame.image.shape[1]
                size = (WIDTH, round(frame.image.shape[0] * scale))
                small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
                frames.append((frame.t, np.asarray(small, np.uint8)))
        facts = json.loads(path.with_suffix(".facts.json").read_text("utf-8"))
        reader = RecordedReader(path.with_suffix(".seen.npz"), scale=scale)
        return cls(frames, reader, read_calls(path.with_suffix(".calls.jsonl")), facts["dealer"])


def memory_mb() -> float:
    """Resident memory of this process in megabytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Showing:
    """Lets the watcher see the reel that is on."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.threshold = reel.reader.threshold

    def detect(self, image: NDArray[np.uint8]) -> Any:
        return self.reel.reader.detect(image)

    def name(self, image: NDArray[np.uint8], found: Any) -> Any:
        return self.reel.reader.name(image, found)


def soak(reels: list[Reel], hours: float) -> dict[str, float]:
    """Plays the reels again and again for so many hours of film time."""
    rules = preset("paulista")
    showing = Showing(reels[0])
    watcher = TableWatcher(showing, table=kind_of(rules))
    t, hands, frames, odd = 0.0, 0, 0, 0
    first: dict[int, object] = {}
    warm, begun = 0.0, time.monotonic()
    while t < hours * 3600:
        number = hands % len(reels)
        reel = showing.reel = reels[number]
        referee = Referee(rules, reel.dealer, goes_on=True)
        sitting = Sitting(referee, [replace(call, t=call.t + t) for call in reel.calls])
        for index, (at, image) in enumerate(reel.frames):
            reel.reader.number = index
            sitting.take(t + at, watcher.feed(Frame(image, t + at, frames)))
            frames += 1
        sitting.end()
        t += reel.frames[-1][0] + 1.0
        hands += 1
        lines = judged(referee.lines)
        if hands > len(reels):  # the very first had no table before it
            odd += first.setdefault(number, lines) != lines
        if warm == 0.0 and t > hours * 360:
            warm = memory_mb()
    end = memory_mb()
    tracks = watcher._tracks
    return {
        "hours": t / 3600,
        "hands": hands,
        "hands_judged_otherwise_than_before": odd,
        "memory_mb_start": warm,
        "memory_mb_end": end,
        "memory_growth": end / warm - 1,
        "tracks": len(tracks._tracks),
        "left": len(tracks._left),
        "places": len(tracks._laid) + len(tracks._dealt),
        "motion_frames": len(watcher._gate._history),
        "times_faster": t / (time.monotonic() - begun),
    }


def main() -> int:
    """Command line."""
    films = [Path(name) for name in sys.argv[1:]]
    if not films or not all(film.with_suffix(".seen.npz").exists() for film in films):
        print("soak: name films that were recorded by `python -m tests.bench.recorded FILM`", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    found = soak([Reel.load(film) for film in films], float(os.environ.get("HOURS", "8")))
    for key, value in found.items():
        print(f"{key:<36} {value:.3f}")
    print(json.dumps({key: round(value, 4) for key, value in found.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
