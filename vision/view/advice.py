"""What a person can do so that Vira sees the table better: keys with values, which the app words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AdviceKey(StrEnum):
    """What to change; the more urgent comes first. The words are ``view.KEY`` in the app's catalogues.

    ``dark`` (value: grey level of card paper or picture, 0..255): too little light.
    ``too_flat`` (degrees): the tablet lies too flat and sees the cards in the players' hands.
    ``glare`` (share 0..1): a strong light is mirrored on cards or table and hides what is there.
    ``focus`` (blur of an edge in pixels): out of focus, or the lens is dirty.
    ``closer`` (width of the smallest card in pixels): the camera is too far away.
    ``edge`` (cards cut off by the picture's edge): not the whole table is in the picture.
    """

    DARK = "dark"
    TOO_FLAT = "too_flat"
    GLARE = "glare"
    FOCUS = "focus"
    CLOSER = "closer"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to change and the measured value that is amiss, in the unit named at `AdviceKey`."""

    key: AdviceKey
    value: float
