"""Move the corners of a found box onto the card's true corners.

The detector draws rectangles a few percent off, and a card seen at a slant is none. A small network looks at
each box with some room round it and says how far the corners of the card lie from those of the box, also
where other cards hide them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, OutlineConfig
from vision.crop import OUTLINE_MARGIN, OUTLINE_SIZE, UNIT_QUAD, cut, normalised, order_quad
from vision.geometry import area


class OutlineNetwork(Protocol):
    """The trained network behind the fitter, or something that answers like it."""

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3x112x80 RGB ``(x/255 - 0.5)/0.25`` (`vision.crop.OUTLINE_SIZE`) to Bx8: x and y by which the
        corners lie from those of `vision.crop.UNIT_QUAD`."""


class OutlineFitter:
    """True outlines for found boxes."""

    def __init__(self, network: OutlineNetwork, config: OutlineConfig = DEFAULT.outline) -> None:
        self._network = network
        self._config = config

    def fit(
        self, image: NDArray[np.uint8], quads: Sequence[NDArray[np.float32]]
    ) -> list[NDArray[np.float32]]:
        """An ordered quad for each box (ordered quad, pixels of the HxWx3 BGR picture), in the same order.

        A box stays as it is where the answer is no card: not convex, or far smaller or larger.
        """
        fitted: list[NDArray[np.float32]] = []
        for start in range(0, len(quads), self._config.batch):
            part = quads[start : start + self._config.batch]
            moves = self._network.forward(
                normalised([cut(image, quad, OUTLINE_SIZE, OUTLINE_MARGIN) for quad in part])
            )
            fitted += [self._moved(quad, row) for quad, row in zip(part, moves, strict=True)]
        return fitted

    def _moved(self, quad: NDArray[np.float32], moves: NDArray[np.float32]) -> NDArray[np.float32]:
        corners = UNIT_QUAD + moves.reshape(4, 2)
        to_picture = cv2.getPerspectiveTransform(UNIT_QUAD, quad.astype(np.float32))
        found = np.asarray(cv2.perspectiveTransform(corners[None], to_picture)[0], np.float32)
        if not np.isfinite(found).all() or not cv2.isContourConvex(found):
            return quad
        ratio = area(found) / max(area(quad), 1e-3)
        if not 1 / self._config.most_growth <= ratio <= self._config.most_growth:
            return quad
        return order_quad(found)
