"""Watch a table: frames in, table events out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cards import CLASS_COUNT, class_of
from vision.clock import SteadyClock
from vision.config import DEFAULT, VisionConfig
from vision.detector import BACK, FACE
from vision.events import Detection, EventKind, Reading, TableEvent
from vision.gate import ChangeGate
from vision.geometry import iou
from vision.read import merge
from vision.source import Frame, Lost
from vision.track import ANY_TABLE, Seen, State, TableKind, Track
from vision.tracks import CardTracks
from vision.view.check import ViewCheck, ViewReport
from vision.view.move import moved_view, resized

_SAME_OUTLINE = 0.85  # IoU from which an unmoved outline is the known card without reading it again
_NOTHING = np.zeros(0, dtype=np.float32)


class FrameReader(Protocol):
    """What the watcher asks of a reader: see `vision.read.TableReader`."""

    @property
    def threshold(self) -> float: ...

    def detect(self, image: NDArray[np.uint8]) -> list[Detection]: ...

    def name(
        self, image: NDArray[np.uint8], found: Sequence[Detection], around: Sequence[Detection] = ()
    ) -> list[Reading]: ...


class TableWatcher:
    """Follows one stream of frames; `feed` every frame of it in order."""

    def __init__(
        self, reader: FrameReader, config: VisionConfig = DEFAULT, table: TableKind = ANY_TABLE
    ) -> None:
        """``table``: the deck played with and whether a vira is turned."""
        self._reader = reader
        self._config = config
        self._gate = ChangeGate(config.gate)
        self._tracks = CardTracks(reader.threshold, config.tracks, table)
        self._looks_left = 0
        self._changed_t = -1e9  # time of the last frame that differed
        self._looked_t = -1e9  # time of the last frame the detector looked at
        self._black_since: float | None = None
        self._lost = False
        self._clock = SteadyClock()
        self._broken_since: float | None = None
        self._size: tuple[int, int] | None = None  # width and height of the last picture
        self._view = ViewCheck(config=config.view)
        self._checked_t = 0.0
        self.view: ViewReport | None = None
        """How well the camera sees the table, renewed a few times a second."""
        self.moves = 0
        """How often the camera was moved so far and everything found again."""
        self._turn = 0  # whose turn it is to be read again
        self.looks = 0
        """Frames the detector has looked at so far."""

    def plays(self, table: TableKind) -> None:
        """Says what is played, before the first frame."""
        self._tracks = CardTracks(self._reader.threshold, self._config.tracks, table)

    def vira_is(self, track: int) -> None:
        """Says which physical card the table holds to be the vira; 0, or what is known, changes nothing."""
        self._tracks.vira_is(track)

    @property
    def readings(self) -> list[Reading]:
        """Present outlines for drawing: cards lying there, named once known, and those still arriving."""
        return [_drawn(track) for track in self._cards]

    @property
    def _cards(self) -> list[Track]:
        return [*self._tracks.lying, *self._tracks.arriving]

    def feed(self, frame: Frame) -> list[TableEvent]:
        """Take in the next frame; what happened by now.

        Frames older than the last one are left out; a clock that was set back goes on from there. Pictures
        that are none (a broken stream) are left out too, and said when there is nothing else for a while.
        """
        t = self._clock.steady(frame.t)
        if t is None:
            return []
        frame = replace(frame, t=t)
        if not frame.lost and (frame.image.ndim != 3 or frame.image.shape[2] != 3 or not frame.image.size):
            if self._broken_since is None:
                self._broken_since = t
            if t - self._broken_since >= self._config.tracks.lost_time:
                return self._lose(t, "the pictures of the camera are broken; check its cable or connection")
            return []
        self._broken_since = None
        if frame.lost:
            return self._lose(frame.t, frame.lost)
        size = frame.image.shape[1], frame.image.shape[0]
        if self._size is not None and size != self._size:
            self._tracks.carry(resized(self._size, size))
        self._size = size
        change = self._gate.look(frame.image, frame.t)
        if change.black:
            if self._black_since is None:
                self._black_since = frame.t
            if frame.t - self._black_since >= self._config.tracks.lost_time:
                return self._lose(frame.t, Lost.BLACK)
            return []
        self._black_since = None
        self._lost = False
        if change.new:
            self._looks_left = self._config.gate.runs_at_rest
            self._changed_t = frame.t
        if self._looks_left == 0 and not self._worth_a_look(frame.t):
            self._check(frame, None)
            return []
        self._looks_left = max(0, self._looks_left - 1)
        self.looks += 1
        self._looked_t = frame.t
        seen = self._see(frame)
        self._refit(seen)
        high, wide = frame.image.shape[:2]
        events = self._tracks.update(frame.t, seen, self._gate, (wide, high))
        # what was noticed by the bare table alone becomes that once nobody waits to be told of it any more
        found = [one.reading.quad for one in seen if one.score != self._config.gate.thing_score]
        backs = [track for track in self._tracks.arriving if track.side == BACK]
        self._gate.looked([*found, *(track.quad for track in (*self._tracks.lying, *backs))])
        return events

    def _worth_a_look(self, t: float) -> bool:
        """Whether a picture that has not changed for a while may still tell something."""
        gate, rested = self._config.gate, t - self._changed_t
        if rested <= 2 * gate.thing_still:
            return True  # what was laid is noticed a moment after the arm has left it
        hurried = rested <= gate.unhurried_time or t - self._looked_t >= gate.unhurried_pause
        return hurried and self._tracks.busy

    def _refit(self, seen: Sequence[Seen]) -> None:
        """Carries everything that is known to where it lies in the picture of a camera that was moved."""
        matrix = moved_view(
            {track.card: track.quad for track in self._tracks.lying if track.card is not None},
            {one.reading.card: one.reading.quad for one in seen if one.reading.card is not None},
            self._config.view,
        )
        if matrix is not None:
            self._tracks.carry(matrix)
            self._gate.carry(matrix)
            self._view.moved()
            self.moves += 1

    def _lose(self, t: float, why: str) -> list[TableEvent]:
        if self._lost:
            return []
        self._lost = True
        return [TableEvent(EventKind.VIEW_LOST, t, confidence=1.0, message=why)]

    def _see(self, frame: Frame) -> list[Seen]:
        """The outlines of a frame, read where it is not known what they are."""
        found = self._reader.detect(frame.image)
        self._check(frame, found)
        found = self._view.without_what_is_off(found)
        found += self._laid_things(found)
        known = self._left_unread(found, [self._known(one) for one in found])
        fresh = iter(
            self._reader.name(
                frame.image, [one for one, old in zip(found, known, strict=True) if old is None], found
            )
        )
        readings = [old if old is not None else next(fresh) for old in known]
        # a face that turned out a back is as sure as whoever said so
        scores = {
            id(reading): one.score if reading.side == one.side or reading.side == FACE else reading.confidence
            for reading, one in zip(readings, found, strict=True)
        }
        return [Seen(reading, scores[id(reading)]) for reading in merge(readings, self._config)]

    def _laid_things(self, found: Sequence[Detection]) -> list[Detection]:
        """What was laid and has a card's shape but was not found, as faint backs."""
        length = self._tracks.card_length
        if length is None:
            return []
        faces = [track.quad for track in self._cards if track.side == FACE]
        things = self._gate.laid_things([*(one.quad for one in found), *faces], length)
        return [Detection(quad, BACK, self._config.gate.thing_score) for quad in things]

    def _check(self, frame: Frame, found: Sequence[Detection] | None) -> None:
        """Measures the view every now and then."""
        if self.view is None or frame.t >= self._checked_t + self._config.view.pause:
            self._checked_t = frame.t
            self.view = self._view.look(frame, found)

    def _left_unread(self, found: Sequence[Detection], known: list[Reading | None]) -> list[Reading | None]:
        """Leaves most of what lies over known cards for the next frames, and reads a few of it in turn.

        A hand over twelve cards would have all of them read again in every frame; what is new is always read.
        """
        again = [
            place
            for place, (one, reading) in enumerate(zip(found, known, strict=True))
            if reading is None and self._tracks.may_wait(one.quad)
        ]
        most = self._config.reader.read_again
        self._turn += most
        for number in range(max(0, len(again) - most)):
            place = again[(number + self._turn) % len(again)]
            one = found[place]
            known[place] = Reading(one.quad, one.side, None, one.score if one.side == BACK else 0.0, _NOTHING)
        return known

    def _known(self, one: Detection) -> Reading | None:
        """What needs no reader: sure backs, what still moves, and cards that lie and look as they did."""
        moving = self._gate.moving(one.quad) > self._config.tracks.still_share
        if one.side == BACK and (moving or one.score >= self._config.reader.faint_back):
            return Reading(one.quad, BACK, None, one.score, _NOTHING)
        if moving:
            return Reading(one.quad, FACE, None, 0.0, _NOTHING)  # only resting cards are read
        for track in self._tracks.lying:
            known = track.side == one.side and (track.side == BACK or track.card is not None)
            if not known or iou(track.quad, one.quad) < _SAME_OUTLINE:
                continue
            if self._tracks.looks_the_same(track, self._gate):
                if track.card is None:
                    return Reading(one.quad, BACK, None, one.score, _NOTHING)
                probabilities = np.zeros(CLASS_COUNT, np.float32)
                probabilities[class_of(track.card)] = 1.0
                return Reading(one.quad, FACE, track.card, 1.0, probabilities)
        return None


def _drawn(track: Track) -> Reading:
    confidence = 1.0 if track.card else track.votes.score
    card = track.card if track.state is State.LYING else None
    return Reading(track.quad, track.side, card, confidence, track.votes.mean())
