"""What the networks saw in a film, kept beside it, so that tracks and referee can be run again quickly.

python -m tests.bench.recorded FILM...   writes FILM.seen.npz beside each film
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.table import open_reader
from vision.cards import CARD_NAMES, CLASS_COUNT
from vision.config import DEFAULT
from vision.crop import cut
from vision.detector import BACK, FACE
from vision.events import Detection, Reading
from vision.geometry import Quad, corner_shift
from vision.source import VideoSource

_OFTEN: Final = 16
"""Readings of a card in one place after which these are repeated in turn while it looks the same."""
_SHIFT: Final = 3.0
"""Pixels a corner may be off for an outline to be in the same place."""
_ALIKE: Final = 6.0
"""Mean grey levels of 255 by which the place may differ then: noise."""
_NONE: Final = np.zeros(CLASS_COUNT, np.float32)
"""What is kept of an outline that is no face."""


class _Places:
    """Cards that lie and were read often: reading them in every frame would take most of the time."""

    def __init__(self) -> None:
        self._kept: list[tuple[Quad, NDArray[np.float32], list[NDArray[np.float32]], list[int]]] = []

    def known(self, image: NDArray[np.uint8], quad: Quad) -> NDArray[np.float32] | None:
        """A reading of what lies in this place unchanged, if it was read often enough."""
        for place, patch, rows, turn in self._kept:
            if corner_shift(place, quad) <= _SHIFT and len(rows) >= _OFTEN:
                if float(np.abs(_patch(image, place) - patch).mean()) > _ALIKE:
                    return None
                turn[0] += 1
                return rows[turn[0] % _OFTEN]
        return None

    def add(self, image: NDArray[np.uint8], quad: Quad, row: NDArray[np.float32]) -> None:
        """One more reading."""
        for number, (place, patch, rows, _) in enumerate(self._kept):
            if corner_shift(place, quad) <= _SHIFT:
                if float(np.abs(_patch(image, place) - patch).mean()) <= _ALIKE:
                    rows.append(row)
                    return
                del self._kept[number]
                break
        self._kept = [*self._kept[-60:], (quad, _patch(image, quad), [row], [0])]


def _patch(image: NDArray[np.uint8], quad: Quad) -> NDArray[np.float32]:
    return cut(image, quad, (28, 40), margin=0.0).astype(np.float32)


def record(film: Path, every: Any = None) -> Path:
    """Runs the networks on every frame of a film; everything found is read, also what moves."""
    reader = every or open_reader()
    places = _Places()
    frames, quads, faces, scores, rows = [], [], [], [], []
    with VideoSource(film) as source:
        for frame in source:
            found = reader.detect(frame.image)
            read = [one.side == FACE or one.score < DEFAULT.reader.faint_back for one in found]
            kept = [
                places.known(frame.image, one.quad) if wanted else _NONE
                for one, wanted in zip(found, read, strict=True)
            ]
            unread = [one for one, row in zip(found, kept, strict=True) if row is None]
            fresh = iter(reader.name(frame.image, unread))
            for one, row in zip(found, kept, strict=True):
                if row is None:
                    reading = next(fresh)
                    row = reading.probabilities if reading.side == FACE else _NONE
                    places.add(frame.image, one.quad, row)
                frames.append(frame.number)
                quads.append(one.quad)
                faces.append(one.side == FACE)
                scores.append(one.score)
                rows.append(row)
    path = film.with_suffix(".seen.npz")
    np.savez_compressed(
        path,
        frame=np.array(frames, np.int32),
        quad=np.array(quads, np.float32).reshape(-1, 4, 2),
        face=np.array(faces, np.bool_),
        score=np.array(scores, np.float32),
        rows=np.array(rows, np.float16).reshape(-1, CLASS_COUNT),
        threshold=np.array(reader.threshold),
    )
    return path


class RecordedReader:
    """Answers for frame ``number`` with what was recorded; set ``number`` before the watcher is fed."""

    def __init__(self, path: Path, threshold: float | None = None, scale: float = 1.0) -> None:
        """``scale``: size of the frames that are shown, as a share of those that were recorded."""
        data = np.load(path)
        self.threshold = float(data["threshold"]) if threshold is None else threshold
        self.number = 0
        self._frames: NDArray[np.int32] = data["frame"]
        self._quads = (data["quad"] * scale).astype(np.float32)
        self._faces, self._scores = data["face"], data["score"]
        self._rows = data["rows"].astype(np.float32)
        self._index: dict[int, int] = {}

    def detect(self, image: NDArray[np.uint8]) -> list[Detection]:
        """The outlines of the frame."""
        first, last = np.searchsorted(self._frames, [self.number, self.number + 1])
        found = []
        self._index = {}
        for i in range(first, last):
            one = Detection(self._quads[i], FACE if self._faces[i] else BACK, float(self._scores[i]))
            self._index[id(one)] = i
            found.append(one)
        self._kept = found  # ids stay unique while these live
        return found

    def name(
        self, image: NDArray[np.uint8], found: Sequence[Detection], around: Sequence[Detection] = ()
    ) -> list[Reading]:
        """Their readings."""
        readings = []
        for one in found:
            # what the watcher itself has noticed was not recorded
            row = self._rows[self._index[id(one)]] if id(one) in self._index else _NONE
            if one.side == BACK and not row.any():
                readings.append(Reading(one.quad, BACK, None, one.score, np.zeros(0, np.float32)))
                continue
            best = int(row[: len(CARD_NAMES)].argmax())
            sure = row[best] >= self.threshold and row[best] >= row[-1]
            readings.append(
                Reading(one.quad, FACE, CARD_NAMES[best] if sure else None, float(row[best]), row)
            )
        return readings


def main() -> int:
    """Command line."""
    reader = open_reader()
    for name in sys.argv[1:]:
        print(record(Path(name), reader), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
