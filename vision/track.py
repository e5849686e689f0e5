"""One physical card on the table, and which outline of a frame is which card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.config import TrackConfig
from vision.crop import sides
from vision.detector import FACE
from vision.events import Reading
from vision.geometry import Quad, distance, iou
from vision.votes import Votes


class Place(Protocol):
    """What the pictures say about a place, apart from cards: see `vision.gate.ChangeGate`."""

    def moving(self, quad: Quad) -> float: ...

    def moved_since(self, quad: Quad, t: float) -> float: ...

    def patch(self, quad: Quad) -> NDArray[np.float32]: ...

    def visible(self, quad: Quad, hidden: Sequence[Quad]) -> NDArray[np.bool_]: ...

    def unlike_before(self, quad: Quad, hidden: Sequence[Quad], since: float) -> float: ...

    def unlike_table(self, quad: Quad, hidden: Sequence[Quad]) -> float: ...

    def came_from(self, quad: Quad, since: float, until: float) -> tuple[float, float] | None: ...


class State(StrEnum):
    """Life of a track."""

    NEW = "new"
    LYING = "lying"
    GONE = "gone"


class Role(StrEnum):
    """What a lying card is to the hand."""

    NONE = ""
    VIRA = "vira"
    STOCK = "stock"
    DEALT = "dealt"
    PLAYED = "played"
    COVERED = "covered"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class TableKind:
    """What is played: the names of the deck's cards (empty: any), and whether a vira is turned."""

    deck: frozenset[str] = frozenset()
    turns_vira: bool = True


ANY_TABLE = TableKind()


@dataclass(frozen=True, slots=True)
class Seen:
    """One outline of the present frame: its reading and the detector's score, 0..1."""

    reading: Reading
    score: float


@dataclass(frozen=True, slots=True)
class Look:
    """What a card looked like at rest: the outline used, and the patch inside it."""

    quad: Quad
    patch: NDArray[np.float32]


@dataclass(slots=True)
class Track:
    """One physical card."""

    number: int
    quad: Quad
    side: str
    first_t: float
    last_t: float
    state: State = State.NEW
    role: Role = Role.NONE
    card: str | None = None
    still_since: float | None = None
    votes: Votes = field(default_factory=Votes)
    asked: bool = False
    ignored: bool = False
    first_look: Look | None = None
    last_look: Look | None = None
    strayed: Quad | None = None  # where a resting card's box was last seen instead
    checked_t: float = 0.0
    missing_since: float | None = None
    looked_t: float = 0.0
    bare: float = 0.0  # seconds of the table seen in its place
    unclear: float = 0.0  # seconds of something else seen there
    gone_t: float = 0.0

    @property
    def long_side(self) -> float:
        """Pixels."""
        return max(sides(self.quad))

    def rest(self, t: float) -> float:
        """Seconds at rest so far."""
        return 0.0 if self.still_since is None else t - self.still_since

    def appear(self, t: float) -> None:
        """It lies where it should."""
        self.last_t = t
        self.missing_since = None
        self.bare = self.unclear = 0.0

    def stir(self) -> None:
        """It moved: what was seen so far counts no more."""
        self.still_since = None
        self.votes = self.votes.fresh()


def match(
    tracks: Sequence[Track],
    seen: Sequence[Seen],
    limits: TrackConfig,
    another: Callable[[Track, Seen], bool] = lambda track, one: False,
) -> list[tuple[Track, Seen]]:
    """Pairs of tracks and outlines, best fits first, each used once.

    ``another``: whether an outline in the place of a known card is plainly that of another card.
    """
    pairs: list[tuple[float, int, int]] = []
    for i, track in enumerate(tracks):
        for j, one in enumerate(seen):
            liking = _liking(track, one, limits)
            if liking > 0 and not another(track, one):
                pairs.append((liking, i, j))
    pairs.sort(reverse=True)
    tracks_used: set[int] = set()
    seen_used: set[int] = set()
    matches = []
    for _, i, j in pairs:
        if i not in tracks_used and j not in seen_used:
            tracks_used.add(i)
            seen_used.add(j)
            matches.append((tracks[i], seen[j]))
    return matches


def _liking(track: Track, one: Seen, limits: TrackConfig) -> float:
    """How well an outline fits a track; 0: not at all."""
    reading = one.reading
    if reading.side != track.side:
        return 0.0
    overlap = iou(track.quad, reading.quad)
    away = distance(track.quad, reading.quad) / track.long_side
    if track.state is State.NEW:
        return 0.9 * max(overlap, 0.01) if overlap >= limits.follow_iou or away < 0.5 else 0.0
    if track.side == FACE and track.card is not None and reading.card is not None:
        if reading.card == track.card:
            sure = reading.confidence >= limits.contradiction
            near = overlap >= limits.match_iou or (sure and away < limits.push_reach)
            return 1.0 + overlap if near else 0.0
        if reading.confidence >= limits.contradiction:
            return 0.0
    return overlap if overlap >= limits.match_iou else 0.0


def alike(
    first: NDArray[np.float32], second: NDArray[np.float32], part: NDArray[np.bool_], limits: TrackConfig
) -> bool:
    """Whether a part (HxW) of two patches (HxWx3) shows the same thing, in the same light or another."""
    one, two = first[part], second[part]
    if float(np.abs(one - two).mean()) < limits.same_difference:
        return True
    # each colour by itself: else cream paper is like brown wood, whatever is printed on it
    one, two = one - one.mean(axis=0), two - two.mean(axis=0)
    length = float(np.sqrt((one * one).sum() * (two * two).sum()))
    return length > 1e-6 and float((one * two).sum()) / length >= limits.same_patch
