"""A stage for the watcher: cards brought by arms over a painted table; a reader sees what is visible.

Arms are drawn into the pictures, so that motion, covering and direction are real; outlines and readings come
from the script with the faults of real networks: jitter, missed cards, wrong names for covered ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from painted import BACK, paint, table

from vision.cards import CARD_NAMES, CLASS_COUNT, class_of
from vision.events import Detection, Reading, TableEvent
from vision.source import Frame
from vision.watch import TableWatcher

SIDES = {"bottom": (0.0, 1.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "left": (-1.0, 0.0)}
SEATS = {  # where a seat lays its card
    "bottom": (320.0, 250.0),
    "right": (400.0, 185.0),
    "top": (320.0, 120.0),
    "left": (240.0, 185.0),
}


@dataclass
class Piece:
    """A card: where it lies from ``t0`` to ``t1``, who brings and who takes it (None: it is just there)."""

    card: str | None
    place: tuple[float, float]
    turn: float
    t0: float
    brought: str | None = None
    t1: float = math.inf
    taken: str | None = None
    read_as: Sequence[tuple[str, float]] = ()  # what the reader makes of it, else the truth
    score: float = 0.85  # the detector's; 0: it does not know such cards
    back: tuple[int, int, int] = BACK  # colour of its back
    size: float = 1.0  # times the size of the other cards
    pushed: tuple[float, float, float] = (0.0, 0.0, 0.0)  # from t on it lies dx, dy further
    turned: tuple[float, str | None] | None = None  # from t on it shows this card (None: its back)

    def shows(self, t: float) -> str | None:
        """The face up at a time."""
        return self.turned[1] if self.turned is not None and t >= self.turned[0] else self.card


@dataclass
class Hover:
    """An arm over a place from t0 to t1 that brings nothing; ``still`` arms rest there."""

    side: str
    place: tuple[float, float]
    t0: float
    t1: float
    still: bool = False


_UNREADABLE = np.eye(CLASS_COUNT, dtype=np.float32)[-1]
WAY = 0.5  # seconds an arm takes in, and out


@dataclass
class Stage:
    """The script and its pictures."""

    pieces: list[Piece] = field(default_factory=list)
    hovers: list[Hover] = field(default_factory=list)
    fps: float = 12.0
    size: float = 55.0  # long side of a card in pixels
    seed: int = 1
    light: list[tuple[float, float]] = field(default_factory=list)  # (from t, factor)

    def __post_init__(self) -> None:
        self._grain = np.random.default_rng(self.seed).normal(0, 3, (360, 640, 1)).astype(np.float32)

    def lay(
        self,
        card: str | None,
        t: float,
        side: str | None,
        place: tuple[float, float] | None = None,
        turn: float = 0.2,
        **more: object,
    ) -> Piece:
        """A card that lies from ``t`` on, brought from a side."""
        where = place or SEATS[side or "bottom"]
        piece = Piece(card, where, turn, t, side, **more)  # type: ignore[arg-type]
        self.pieces.append(piece)
        return piece

    def gather(self, t: float, side: str, pieces: Sequence[Piece] | None = None, each: float = 0.15) -> None:
        """The pieces are taken away one after another from ``t`` on."""
        for i, piece in enumerate(self.pieces if pieces is None else pieces):
            piece.t1, piece.taken = t + i * each, side

    # ------------------------------------------------------------------ pictures

    def frames(self, until: float) -> Iterator[tuple[Frame, list[tuple[Piece, np.ndarray, float]]]]:
        """Frames with what is visible in each: piece, quad, visible share."""
        rng = np.random.default_rng(self.seed)
        for number in range(int(until * self.fps)):
            t = number / self.fps
            yield self._frame(t, number, rng)

    def _frame(
        self, t: float, number: int, rng: np.random.Generator
    ) -> tuple[Frame, list[tuple[Piece, np.ndarray, float]]]:
        image = table(640, 360)
        owner = np.full(image.shape[:2], -1, np.int32)
        quads: list[tuple[Piece, np.ndarray]] = []
        arms: list[tuple[tuple[float, float], str]] = []
        for piece in self.pieces:
            place = self._place(piece, t)
            if place is None:
                continue
            where, arm = place
            if piece.pushed[0] and t >= piece.pushed[0]:
                where = (where[0] + piece.pushed[1], where[1] + piece.pushed[2])
            box = (*where, self.size * piece.size, self.size * 0.66 * piece.size, piece.turn)
            quad = paint(image, piece.shows(t), box, piece.back)
            cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), len(quads))
            quads.append((piece, quad))
            if arm is not None:
                arms.append((where, arm))
        for piece in self.pieces:
            if piece.brought and piece.t0 < t < piece.t0 + WAY:
                arms.append((self._on_way(piece.place, piece.brought, (t - piece.t0) / WAY), piece.brought))
            if piece.taken and piece.t1 - WAY < t < piece.t1:
                arms.append((self._on_way(piece.place, piece.taken, (piece.t1 - t) / WAY), piece.taken))
        for hover in self.hovers:
            if hover.t0 <= t <= hover.t1:
                sway = 0.0 if hover.still else 7 * math.sin(9 * t)
                arms.append(((hover.place[0] + sway, hover.place[1] + sway / 2), hover.side))
        for tip, side in arms:
            self._arm(image, owner, tip, side)
        visible = []
        for i, (piece, quad) in enumerate(quads):
            whole = cv2.contourArea(quad)
            visible.append((piece, quad, float((owner == i).sum()) / whole))
        factor = next((f for since, f in reversed(self.light) if t >= since), 1.0)
        grain = np.roll(self._grain, int(rng.integers(1 << 16)))
        noisy = image.astype(np.float32) * factor + grain
        return Frame(np.clip(noisy, 0, 255).astype(np.uint8), t, number), visible

    def _place(self, piece: Piece, t: float) -> tuple[tuple[float, float], str | None] | None:
        """Where a piece is, and the side of the arm that holds it; None if it is not in the picture."""
        if t < piece.t0:
            if piece.brought is None or t < piece.t0 - WAY:
                return None
            return self._on_way(piece.place, piece.brought, (piece.t0 - t) / WAY), piece.brought
        if t >= piece.t1:
            if piece.taken is None or t > piece.t1 + WAY:
                return None
            return self._on_way(piece.place, piece.taken, (t - piece.t1) / WAY), piece.taken
        return piece.place, None

    @staticmethod
    def _on_way(place: tuple[float, float], side: str, share: float) -> tuple[float, float]:
        dx, dy = SIDES[side]
        return place[0] + dx * 350 * share, place[1] + dy * 225 * share

    @staticmethod
    def _arm(image: np.ndarray, owner: np.ndarray, tip: tuple[float, float], side: str) -> None:
        dx, dy = SIDES[side]
        start = (int(tip[0] + 12 * dx), int(tip[1] + 12 * dy))
        end = (int(tip[0] + dx * 700), int(tip[1] + dy * 700))
        for canvas, colour in ((image, (120, 150, 210)), (owner, (-2,))):
            cv2.line(canvas, start, end, colour, 35)
        for k in range(1, 8):  # folds of the sleeve, so that a sliding arm shows motion
            spot = (int(start[0] + dx * 45 * k), int(start[1] + dy * 45 * k))
            cv2.circle(image, spot, 11, (60, 40, 120), -1)


class StageReader:
    """Detector and reader that know the script."""

    threshold = 0.8

    def __init__(self, seed: int = 5) -> None:
        self._rng = np.random.default_rng(seed)
        self.visible: list[tuple[Piece, np.ndarray, float]] = []
        self._read: dict[int, np.ndarray] = {}
        self.looks = 0
        self.t = 0.0

    def detect(self, image: np.ndarray) -> list[Detection]:
        self.looks += 1
        found = []
        for piece, quad, share in self.visible:
            if share < 0.4 or not piece.score or self._rng.random() < 0.02:
                continue
            side = "back" if piece.shows(self.t) is None and not piece.read_as else "face"
            moved = (quad + self._rng.normal(0, 0.4 + 2.5 * max(0.0, 0.9 - share), (1, 2))).astype(np.float32)
            found.append(Detection(moved, side, piece.score))
            self._read[id(found[-1])] = self._probabilities(piece, share)
        self._kept = found
        return found

    def _probabilities(self, piece: Piece, share: float) -> np.ndarray:
        row = np.full(CLASS_COUNT, 0.0005, np.float32)
        answers = piece.read_as or ((piece.shows(self.t) or "", 0.98),)
        if share < 0.55 and self._rng.random() < 0.5:
            answers = ((CARD_NAMES[int(self._rng.integers(52))], 0.9),)
        for card, p in answers:
            if card:
                row[class_of(card)] = p
        row[-1] = max(0.0, 1 - float(row[:-1].sum()))
        return row / row.sum()

    def name(
        self, image: np.ndarray, found: Sequence[Detection], around: Sequence[Detection] = ()
    ) -> list[Reading]:
        readings = []
        for one in found:
            row = self._read.get(id(one), _UNREADABLE)
            best = int(row[:-1].argmax())
            sure = row[best] >= self.threshold
            readings.append(
                Reading(one.quad, one.side, CARD_NAMES[best] if sure else None, float(row[best]), row)
            )
        return readings


def table_with_vira(**more: object) -> tuple[Stage, list[Piece]]:
    """Stock and vira lying there from the start, as the other tests want them."""
    stage = Stage(**more)  # type: ignore[arg-type]
    vira = stage.lay("5D", 0, None, place=(120, 108), turn=0.1)
    stock = [stage.lay(None, 0, None, place=(120 + i, 75), turn=1.5) for i in range(2)]
    return stage, [vira, *stock]


def play(
    stage: Stage, until: float, reader: StageReader | None = None
) -> tuple[list[TableEvent], TableWatcher, StageReader]:
    """Show the stage to a watcher."""
    reader = reader or StageReader()
    watcher = TableWatcher(reader)
    events = []
    for frame, visible in stage.frames(until):
        reader.visible, reader.t = visible, frame.t
        events += watcher.feed(frame)
    return events, watcher, reader


def told(events: Sequence[TableEvent]) -> list[str]:
    """Events in short: kind and card or message."""
    return [" ".join(filter(None, (e.kind.value, e.card or "", e.message))) for e in events]
