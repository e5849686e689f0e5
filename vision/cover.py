"""Tell what lies on a card, so that nobody reads the index of another card in its stead.

A small network looks at each outline that another one touches, and says for each place of it whether
something lies there on the card; what is hidden is made grey before the card is read, as what lies beyond the
picture is.
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

    def hidden(
        self,
        image: NDArray[np.uint8],
        quads: Sequence[NDArray[np.float32]],
        around: Sequence[NDArray[np.float32]],
    ) -> list[Hidden | None]:
        """For each quad what is hidden of it, None where no other outline of ``around`` touches it.

        Ordered quads, pixels of the HxWx3 BGR picture; ``around`` may hold the quads themselves.
        """
        touched = [n for n, quad in enumerate(quads) if self._touched(quad, around)]
        found: list[Hidden | None] = [None] * len(quads)
        for start in range(0, len(touched), self._config.batch):
            part = touched[start : start + self._config.batch]
            answers = self._network.forward(normalised([cut(image, quads[n], COVER_SIZE) for n in part]))
            for n, row in zip(part, answers, strict=True):
                found[n] = row.reshape(_PLACES) > self._config.limit
        return found

    def _touched(self, quad: NDArray[np.float32], around: Sequence[NDArray[np.float32]]) -> bool:
        limits = self._config
        return any(
            share_inside(quad, other) >= limits.least and iou(quad, other) < limits.same for other in around
        )


def without(crop: NDArray[np.uint8], hidden: Hidden | None) -> NDArray[np.uint8]:
    """A straightened card (HxWx3, cut out with `CROP_MARGIN`) with what is hidden made grey."""
    if hidden is None or not hidden.any():
        return crop
    size = crop.shape[1], crop.shape[0]
    where = cv2.resize(hidden.astype(np.uint8) * 255, size, interpolation=cv2.INTER_LINEAR) > 127
    return np.where(where[..., None], np.array(OUTSIDE, np.uint8), crop)


def quarter_turned(hidden: Hidden | None) -> Hidden | None:
    """The same for the outline after `vision.crop.quarter_turn`."""
    if hidden is None:
        return None
    turned = np.rot90(hidden, 1).astype(np.uint8)
    return np.asarray(cv2.resize(turned, _PLACES[::-1], interpolation=cv2.INTER_NEAREST) > 0)
