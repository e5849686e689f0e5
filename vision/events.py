"""What vision tells the rest of the program: immutable, timed, and free of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

LAY_THERE = "lay_there"
"""Message of a CARD_PLAYED that nobody brought: the card lay there when the watching began."""

IS_IT_VIRA = "vira"
"""Message of an UNCERTAIN before the vira is known: the vira, or a card that was shown and burned."""


class EventKind(StrEnum):
    """Kinds of table events; the values are the names used in transcripts."""

    VIRA_SHOWN = "vira_shown"
    CARD_PLAYED = "card_played"
    CARD_COVERED = "card_covered"
    CARD_TURNED = "card_turned"
    CARD_REMOVED = "card_removed"
    TABLE_CLEARED = "table_cleared"
    UNCERTAIN = "uncertain"
    VIEW_LOST = "view_lost"


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened on the table.

    ``t``: seconds of film time. ``track``: number of the physical card, 0 where none is meant;
    TABLE_CLEARED has one where a single card lay there, which may have been taken back.
    ``card``: name such as ``7H``, None for a back or where nothing could be read.
    ``place``: middle of the card, as a share (0..1, 0..1) of the picture's width and height.
    ``came_from``: unit vector (x right, y down) from the place towards the side the arm or card came
    from, None if not seen. ``confidence``: 0..1. ``candidates``: likely cards with their probabilities,
    best first (at most three), for a question. ``corners``: the card's four corners in pixels.
    ``rests_since``: film time since when the card is seen to lie there, None where no card came to lie.
    """

    kind: EventKind
    t: float
    track: int = 0
    card: str | None = None
    place: tuple[float, float] = (0.5, 0.5)
    came_from: tuple[float, float] | None = None
    confidence: float = 1.0
    candidates: tuple[tuple[str, float], ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    message: str = ""
    rests_since: float | None = None


@dataclass(frozen=True, slots=True)
class Detection:
    """One outlined card in one picture. ``quad``: 4x2 float32 corners in pixels, long side first."""

    quad: NDArray[np.float32]
    side: str
    score: float


@dataclass(frozen=True, slots=True)
class Reading:
    """One card as read in one picture.

    ``card`` is None for backs and for faces that could not be read; ``confidence`` is the reading's for
    a face and the finding's for a back; ``probabilities`` has the 54 outputs of the reader for a face
    (`vision.cards`), empty for a back.
    """

    quad: NDArray[np.float32]
    side: str
    card: str | None
    confidence: float
    probabilities: NDArray[np.float32]
