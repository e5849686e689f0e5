"""Where a seat's card stands on the felt. No kivy."""

from __future__ import annotations

import math

from app.referee.seating import Seating


def place_of(seating: Seating, seat: int, portrait: bool) -> tuple[dict[str, float], tuple[float, float]]:
    """Middle of the seat's slot and its size, as shares of the felt."""
    angle = math.radians(seating.angle(seat))
    x, y = math.cos(angle), math.sin(angle)
    if seating.seats == 6:
        column = 0.5 + (0.34 * (1 if x > 0.1 else -1 if x < -0.1 else 0))
        return {"center_x": column, "center_y": 0.79 if y > 0 else 0.21}, (0.3, 0.4)
    side, middle = (0.27, 0.44) if portrait else (0.2, 0.5)
    wide = middle if abs(x) < 0.1 else side
    high = 0.325 if abs(x) < 0.1 else 0.6
    return {"center_x": 0.5 + (0.36 if portrait else 0.375) * x, "center_y": 0.5 + 0.315 * y}, (wide, high)
