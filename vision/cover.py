"""Tell what lies on a card, so that nobody reads the index of another card in its stead.

A small network says for each place of an outline whether something lies there on the card; what is hidden is
made grey before the card is read, as what lies beyond the picture is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, CoverConfig
from vision.crop import COVER_SIZE, COVER_STEP, OUTSIDE, cut, normalised
from vision.geometry import iou, share_inside

Hidden = NDArray[np.bool_]
"""28 x 20: where something lies on a straightened card."""

_PLACES: Final = (COVER_SIZE[1] // COVER_STEP, COVER_SIZE[0] // COVER_STEP)


class CoverNetwork(Protocol):
    """The trained network that tells what lies on a card, or something that answers like it."""

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3x112x80 RGB ``(x/255 - 0.5)/0.25`` (`vision.crop.COVER_SIZE`) to Bx560 logits, row by row."""


class CoverFinder:
    """What of each outlined card is hidden."""

    def __init__(self, network: CoverNetwork, config: CoverConfig = DEFAULT.cover) -> None:
        self._network = network
        self._config = config

    def hidden(self, image: NDArray[np.uint8], quads: Sequence[NDArray[np.float32]]) -> list[Hidden]:
        """What is hidden of each card (ordered quad, pixels of the HxWx3 BGR picture)."""
        found: list[Hidden] = []
        for start in range(0, len(quads), self._config.batch):
            part = quads[start : start + self._config.batch]
            answers = self._network.forward(normalised([cut(image, quad, COVER_SIZE) for quad in part]))
            found += [row.reshape(_PLACES) > self._config.limit for row in answers]
        return found

    def touching(
        self, quad: NDArray[np.float32], around: Sequence[NDArray[np.float32]]
    ) -> list[NDArray[np.float32]]:
        """Those outlines that may lie on a card: they touch it and are no second outlines of it."""
        limits = self._config
        return [
            other
            for other in around
            if share_inside(quad, other) >= limits.least and iou(quad, other) < limits.same
        ]


def without(crop: NDArray[np.uint8], hidden: Hidden | None) -> NDArray[np.uint8]:
    """A straightened card (HxWx3, cut out with `CROP_MARGIN`) with what is hidden made grey."""
    if hidden is None or not hidden.any():
        return crop
    size = crop.shape[1], crop.shape[0]
    where = cv2.resize(hidden.astype(np.uint8) * 255, size, interpolation=cv2.INTER_LINEAR) > 127
    shown = crop.copy()
    shown[where] = OUTSIDE
    return shown


def quarter_turned(hidden: Hidden | None) -> Hidden | None:
    """The same for the outline after `vision.crop.quarter_turn`."""
    if hidden is None:
        return None
    turned = np.rot90(hidden, 1).astype(np.uint8)
    return np.asarray(cv2.resize(turned, _PLACES[::-1], interpolation=cv2.INTER_NEAREST) > 0)
