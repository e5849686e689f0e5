"""Lengths on the screen: one value for a window, so that every screen measures alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TOUCH_MM: Final = 12.0
"""Millimetres. The least width and height of what is touched, wet thumbs included."""

_DP_PER_MM: Final = 160 / 25.4
_BODY: Final = 0.030
"""Size of the running text as a share of the window's short side: larger tablets stand farther away."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Pixels, but for ``width`` and ``height`` (dp).

    ``gap``: the grid of 8 dp. ``touch``: side of the smallest target. ``small``, ``body``, ``strong``,
    ``title``: heights of letters. ``radius``: corners. ``column``: the widest that running text is set.
    """

    width: float
    height: float
    gap: float
    touch: float
    small: float
    body: float
    strong: float
    title: float
    radius: float
    column: float

    @property
    def portrait(self) -> bool:
        """Whether the window is higher than wide."""
        return self.height > self.width

    @classmethod
    def of(cls, wide: float, high: float, density: float = 1.0, text: float = 1.0) -> Sizes:
        """For a window of so many pixels, ``density`` pixels a dp, and a factor for the text."""
        width, height = wide / density, high / density
        body = min(max(_BODY * min(width, height), 16.0), 30.0) * text
        return cls(
            width=width,
            height=height,
            gap=8 * density,
            touch=(TOUCH_MM * _DP_PER_MM + 0.5) * density,
            small=0.84 * body * density,
            body=body * density,
            strong=1.2 * body * density,
            title=1.6 * body * density,
            radius=12 * density,
            column=36 * body * density,
        )
