"""Real photographs as a slide film: is every card that is named in the still announced, once, and no other?

Each photograph lies before the watcher for some seconds and jitters as the picture of a camera does; before
it comes a plain table, on which the cards of the last are seen to have gone. One watcher sees a whole source.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.live_photos import Photo
from vision.events import EventKind, Reading, TableEvent
from vision.read import merge
from vision.source import Frame
from vision.track import TableKind
from vision.watch import FrameReader, TableWatcher

SHOWN: Final = 3.0
"""Seconds a photograph lies there: what cannot be named has been asked about by then."""
BARE: Final = ((3.2, 0.2), (9.0, 1.0))
"""Plain table between two, in seconds, and seconds from picture to picture: what looks neither like its card
nor like the table before counts as gone after two and a half, and eight later its name may come again."""
STEP: Final = 0.1
"""Seconds from picture to picture of a photograph."""
_NO_HAND: Final = TableKind(turns_vira=False)
"""Any cards, none of them the vira."""
_SHIFT: Final = 0.5
"""Pixels (sigma) a picture is off in x and y: a camera on an arm over a table that is used."""
_TURN: Final = 0.02
"""Degrees (sigma) it is turned by."""
_GAIN: Final = 0.012
"""Share (sigma) by which its brightness varies."""
_NOISE: Final = 2.5
"""Grey levels of noise."""

_TOLD: Final = (EventKind.VIRA_SHOWN, EventKind.CARD_PLAYED, EventKind.CARD_TURNED)
COUNTS: Final = ("photos", "named", "once", "asked", "missing", "twice", "not_there", "not_in_still")
"""What is counted. ``named``: cards named in the stills; of these ``once`` announced, ``asked`` about
instead, ``missing``: neither. ``twice``: announcements too many. ``not_there``: announced, but not on the
photograph by its labels; ``not_in_still``: those of them that the still is not misread as."""


@dataclass(frozen=True, slots=True)
class Slide:
    """What came of one photograph: readings of the still, and the events while it was shown."""

    photo: Photo
    still: tuple[Reading, ...]
    events: tuple[TableEvent, ...]

    def counts(self) -> Counter[str]:
        """The counts of `COUNTS`."""
        named = Counter(one.card for one in self.still if one.card is not None)
        told = Counter(event.card for event in self.events if event.kind in _TOLD and event.card is not None)
        here = Counter(card.card for card in self.photo.cards)
        doubts = [event for event in self.events if event.kind is EventKind.UNCERTAIN]
        made = Counter(photos=1, named=named.total())
        left = told.copy()
        for one in self.still:
            if one.card is None:
                continue
            if left[one.card]:
                left[one.card] -= 1
                made["once"] += told[one.card] <= named[one.card]
            elif any(_inside(event, one.quad) for event in doubts):
                made["asked"] += 1
            else:
                made["missing"] += 1
        for card, times in told.items():
            made["twice"] += max(0, times - max(named[card], 1))
            if self.photo.complete and not here[card]:
                made["not_there"] += 1
                made["not_in_still"] += not named[card]
        return made

    def faults(self) -> list[str]:
        """What is wrong with it, in short."""
        count = self.counts()
        return [
            f"{self.photo.path.name} {key} {count[key]}"
            for key in ("missing", "twice", "not_in_still")
            if count[key]
        ]


def show(photos: Sequence[Photo], reader: FrameReader, seed: int = 1) -> Iterator[Slide]:
    """Shows the photographs one after another to one watcher."""
    rng = np.random.default_rng(seed)
    watcher = TableWatcher(reader, table=_NO_HAND)
    t, number = 0.0, 0
    for photo in photos:
        image = photo.image
        still = tuple(merge(reader.name(image, reader.detect(image))))
        plain = np.full_like(image, np.median(image[::8, ::8], axis=(0, 1)).astype(np.uint8))
        events: list[TableEvent] = []
        for picture, seconds, step in (*((plain, *part) for part in BARE), (image, SHOWN, STEP)):
            for _ in range(round(seconds / step)):
                events += watcher.feed(Frame(jittered(rng, picture), t, number))
                t, number = t + step, number + 1
        yield Slide(photo, still, tuple(events))


def jittered(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The next picture of a thing at rest."""
    high, wide = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.normal(0, _TURN), 1.0)
    matrix[:, 2] += rng.normal(0, _SHIFT, 2)
    moved = cv2.warpAffine(image, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    noise = np.empty(moved.shape, np.int16)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    cv2.randn(noise, 0, _NOISE)
    lit = cv2.convertScaleAbs(moved, alpha=1 + rng.normal(0, _GAIN))
    return np.asarray(cv2.add(lit, noise, dtype=cv2.CV_8U), np.uint8)


def judge_slides(source: str, photos: Sequence[Photo], reader: FrameReader) -> dict[str, Any]:
    """What came of the photographs of one source."""
    total: Counter[str] = Counter()
    faults: list[str] = []
    for slide in show(photos, reader):
        total += slide.counts()
        faults += slide.faults()
    return {"kind": "slides", "source": source, **{key: total[key] for key in COUNTS}, "faults": faults}


def slides_print(photos: Sequence[Photo]) -> str:
    """Which photographs they are, and how they are shown."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for photo in photos:
        digest.update(photo.path.name.encode())
    return digest.hexdigest()[:12]


def summed(results: Sequence[dict[str, Any]]) -> dict[str, int]:
    """The counts over all sources."""
    return {key: sum(one[key] for one in results) for key in COUNTS}


def table(results: Sequence[dict[str, Any]]) -> list[str]:
    """A row a source, and one over all."""
    rows = [*results, {"source": "all", **summed(results)}]
    made = [f"{'slides':<16}" + "".join(f"{key:>14}" for key in COUNTS)]
    return made + [f"{row['source']:<16}" + "".join(f"{row[key]:>14}" for key in COUNTS) for row in rows]


def _inside(event: TableEvent, quad: NDArray[np.float32]) -> bool:
    """Whether what was asked about lies where this card was read."""
    if not event.corners:
        return False
    middle = np.mean(event.corners, axis=0)
    return cv2.pointPolygonTest(quad, (float(middle[0]), float(middle[1])), False) >= 0
