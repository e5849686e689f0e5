"""Read one picture: detector, reader, and the merging of outlines that turn out to be one card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from vision.back import BackJudge
from vision.cards import CARD_NAMES, CLASS_COUNT, JOKER, UNREADABLE
from vision.config import DEFAULT, ReaderConfig, VisionConfig
from vision.cover import CoverFinder
from vision.detector import BACK, FACE, CardDetector, without_inner
from vision.events import Detection, Reading
from vision.geometry import iou
from vision.models import Networks
from vision.outline import OutlineFitter
from vision.reader import CardReader

_NOTHING = np.zeros(0, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds spent on one picture: finding cards, fitting outlines, naming them, everything."""

    detector: float
    outline: float
    reader: float
    total: float


class TableReader:
    """All cards of a picture."""

    def __init__(self, networks: Networks, config: VisionConfig = DEFAULT) -> None:
        self._judge = BackJudge(networks.back, config.back) if networks.back else None
        faintest = config.back.candidate if self._judge else None
        self._detector = CardDetector(networks.detector, config.detector, faintest)
        self._fitter = OutlineFitter(networks.outline, config.outline) if networks.outline else None
        cover = CoverFinder(networks.cover, config.cover) if networks.cover else None
        self._reader = CardReader(networks.reader, config.reader, networks.index, cover)
        self._config = config

    @property
    def threshold(self) -> float:
        """Probability, 0..1, below which a face is not named."""
        return self._reader.threshold

    def read(self, image: NDArray[np.uint8]) -> list[Reading]:
        """Cards of a HxWx3 BGR picture, most confident first; quads in its pixels."""
        return self.read_timed(image)[0]

    def read_timed(self, image: NDArray[np.uint8]) -> tuple[list[Reading], Timing]:
        """The same, and where the time went."""
        start = perf_counter()
        boxes = self._detector.detect(image)
        boxed = perf_counter()
        found = self._fitted(image, boxes)
        middle = perf_counter()
        readings = self.name(image, found)
        named = perf_counter()
        merged = self._one_of_each(merge(self._believed(found, readings), self._config))
        end = perf_counter()
        marks = (boxed - start, middle - boxed, named - middle, end - start)
        return merged, Timing(*(seconds * 1e3 for seconds in marks))

    def detect(self, image: NDArray[np.uint8]) -> list[Detection]:
        """Outlines only."""
        return self._fitted(image, self._detector.detect(image))

    def _fitted(self, image: NDArray[np.uint8], found: list[Detection]) -> list[Detection]:
        found = self._moved(image, found)
        if self._judge is not None:
            box = self._config.detector
            found = without_inner(self._judge.judge(image, found), box.inside_share, box.inside_area)
        if self._fitter is None:
            return found
        limits = self._config.outline
        return without_inner(found, limits.inside_share, limits.inside_area, limits.inside_score)

    def _moved(self, image: NDArray[np.uint8], found: list[Detection]) -> list[Detection]:
        """The findings in their fitted outlines."""
        if self._fitter is None:
            return found
        quads = self._fitter.fit(image, [one.quad for one in found])
        return [replace(one, quad=quad) for one, quad in zip(found, quads, strict=True)]

    def name(
        self, image: NDArray[np.uint8], found: Sequence[Detection], around: Sequence[Detection] = ()
    ) -> list[Reading]:
        """One reading a finding, in the same order; nothing is merged. A faint back may turn out a face.

        ``around``: all findings of the picture where ``found`` are only some of them.
        """
        limits = self._config.reader
        read = [one.side == FACE or one.score < limits.faint_back for one in found]
        named = iter(
            self._reader.read(
                image,
                [one.quad for one, wanted in zip(found, read, strict=True) if wanted],
                [one.quad for one in around or found],
            )
        )
        readings = []
        for one, wanted in zip(found, read, strict=True):
            answer = next(named) if wanted else None
            sure = answer is not None and answer.card is not None and answer.confidence >= limits.no_back
            if answer is not None and (one.side == FACE or sure):
                readings.append(Reading(one.quad, FACE, answer.card, answer.confidence, answer.probabilities))
            else:
                readings.append(Reading(one.quad, BACK, None, one.score, _NOTHING))
        return self._turned(image, readings)

    def _turned(self, image: NDArray[np.uint8], readings: list[Reading]) -> list[Reading]:
        """The same with backs where faces that nobody can read are surely such."""
        if self._judge is None:
            return readings
        limits = self._config.back
        blank = [
            place
            for place, one in enumerate(readings)
            if one.card is None and one.side == FACE and one.probabilities[UNREADABLE] >= limits.blank
        ]
        asked = [Detection(readings[place].quad, BACK, limits.blank_score) for place in blank]
        for place, score in zip(blank, self._judge.scores(image, asked), strict=True):
            if score >= limits.turned:
                readings[place] = Reading(readings[place].quad, BACK, None, score, _NOTHING)
        return readings

    def _believed(self, found: Sequence[Detection], readings: Sequence[Reading]) -> list[Reading]:
        """The readings without outlines that are faint and cannot be named: touchpads, edges, sheets."""
        least = self._config.reader.least_unread
        return [
            reading
            for one, reading in zip(found, readings, strict=True)
            if reading.side == BACK or reading.card is not None or one.score >= least
        ]

    def _one_of_each(self, readings: Sequence[Reading]) -> list[Reading]:
        """The same cards, each named in the knowledge of those that were named more surely.

        No deck here has a card twice. What reads like one of them beyond all doubt keeps its name.
        """
        told: list[Reading] = []
        unlikely = np.ones(CLASS_COUNT, np.float32)
        for one in readings:
            if len(one.probabilities):
                row = one.probabilities * unlikely
                row /= row.sum()
                answer = self._reader.name(row, one.quad)
                one = replace(one, card=answer.card, confidence=answer.confidence, probabilities=row)
                best = int(row[:UNREADABLE].argmax())
                if CARD_NAMES[best] != JOKER:
                    unlikely[best] *= 1 - row[best] * (1 - self._config.reader.known_twice)
            told.append(one)
        return sorted(told, key=lambda one: -one.confidence)


def merge(readings: Sequence[Reading], config: VisionConfig = DEFAULT) -> list[Reading]:
    """Leave one reading a card, most confident first.

    Late suppression lets parallel cards live, and with them second outlines of one card. Those read the
    same, or not at all, or are backs.
    """
    limits = config.reader
    kept: list[Reading] = []
    for one in sorted(readings, key=_trust):
        if not any(_same_card(one, other, limits) for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: -one.confidence)


def _trust(one: Reading) -> tuple[int, float]:
    """Order of merging: what was named removes what was not, never the other way round."""
    return 0 if one.card is not None else 1 if one.side == BACK else 2, -one.confidence


def _same_card(one: Reading, other: Reading, limits: ReaderConfig) -> bool:
    overlap = iou(one.quad, other.quad)
    if one.card is not None and other.card is not None:
        return overlap >= (limits.same_card_iou if one.card == other.card else limits.other_card_iou)
    if one.card is not None:
        return False
    if one.side == BACK:
        return overlap >= (limits.back_iou if other.side == BACK else limits.back_face_iou)
    return overlap >= limits.unread_iou
