"""Who a card can have come from: seats by the place of the card and by the side it came from.

Seat 0 sits at the bottom of the picture; seats rise in play direction. Angles are degrees in the picture,
measured as seen (anticlockwise, 0 = right, 90 = top).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

TRICK_CENTRE = (0.5, 0.5)
"""Middle of the table as a share of the picture."""

SIDE_MARGIN = 22.0
"""Degrees beyond its own sector from which an arm may still be a seat's: people lean over."""

PLACE_MARGIN = 38.0
"""Degrees beyond its own sector where a card may still be a seat's: cards are thrown, not placed."""

NEIGHBOUR = 0.85
"""Share of half a sector that a margin has at most: the middle of the next sector is never a seat's own."""

PLACE_RADIUS = 0.13
"""Share of the picture's height nearer to the middle than which a card's place says nothing of its seat."""


PLACE_HINT = 0.05
"""Share of the picture's height from the middle from which a place at least hints at a seat."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Seats that can have laid a card. ``by_side`` is empty where the arm was not seen."""

    by_place: frozenset[int]
    by_side: frozenset[int]

    def allows(self, seat: int) -> bool:
        """Whether nothing seen speaks against this seat."""
        return seat in self.by_place and (not self.by_side or seat in self.by_side)


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats round the table: how many, and whether play runs clockwise in the picture."""

    seats: int = 4
    clockwise: bool = False

    def angle(self, seat: int) -> float:
        """Direction in which a seat sits, seen from the middle."""
        step = 360.0 / self.seats
        return (270.0 + (-step if self.clockwise else step) * seat) % 360.0

    def within(self, dx: float, dy: float, margin: float) -> frozenset[int]:
        """Seats whose sector, widened by ``margin`` degrees, holds the direction (x right, y down)."""
        seen = math.degrees(math.atan2(-dy, dx)) % 360.0
        own = 180.0 / self.seats
        half = own + min(margin, NEIGHBOUR * own)
        return frozenset(s for s in range(self.seats) if _apart(seen, self.angle(s)) <= half)

    def evidence(self, place: tuple[float, float], came_from: tuple[float, float] | None) -> Evidence:
        """What a card's place and the side it came from say about its seat."""
        dx, dy = place[0] - TRICK_CENTRE[0], place[1] - TRICK_CENTRE[1]
        by_place = (
            self.within(dx, dy, PLACE_MARGIN) if self.tells(place) else frozenset(range(self.seats))
        )
        by_side = frozenset[int]() if came_from is None else self.within(*came_from, SIDE_MARGIN)
        return Evidence(by_place, by_side)

    def tells(self, place: tuple[float, float]) -> bool:
        """Whether a card lies far enough from the middle for its place to say something about its seat."""
        return away(place) >= PLACE_RADIUS

    def speaks_against(
        self, seat: int, place: tuple[float, float], came_from: tuple[float, float] | None
    ) -> bool:
        """Whether arm and place, where they say anything, both point to other seats, be it only a little."""
        dx, dy = place[0] - TRICK_CENTRE[0], place[1] - TRICK_CENTRE[1]
        pointed = [] if math.hypot(dx, dy) < PLACE_HINT else [self._nearest(dx, dy)]
        if came_from is not None:
            pointed.append(self._nearest(*came_from))
        return bool(pointed) and seat not in pointed

    def placed_at(self, seat: int, place: tuple[float, float]) -> bool:
        """Whether a place at least hints at this seat before all others."""
        dx, dy = place[0] - TRICK_CENTRE[0], place[1] - TRICK_CENTRE[1]
        return math.hypot(dx, dy) >= PLACE_HINT and self._nearest(dx, dy) == seat

    def likeliest(self, place: tuple[float, float], came_from: tuple[float, float] | None) -> int:
        """The seat that lies nearest to the side the card came from, or to its place."""
        return self._nearest(*(came_from or (place[0] - TRICK_CENTRE[0], place[1] - TRICK_CENTRE[1])))

    def _nearest(self, dx: float, dy: float) -> int:
        seen = math.degrees(math.atan2(-dy, dx)) % 360.0
        return min(range(self.seats), key=lambda seat: _apart(seen, self.angle(seat)))


def away(place: tuple[float, float]) -> float:
    """How far a place is from the middle of the table, as a share of the picture's height."""
    return math.hypot(place[0] - TRICK_CENTRE[0], place[1] - TRICK_CENTRE[1])


def _apart(first: float, second: float) -> float:
    """Angle between two directions, 0..180 degrees."""
    return abs((first - second + 180.0) % 360.0 - 180.0)
