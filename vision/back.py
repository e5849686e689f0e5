"""Tell the backs of cards from what only looks like one.

No detector has seen every pattern that backs are printed with. What it takes for a back, be it ever so
faintly, is looked at once more by a small network, which asks whether a sheet of that outline lies there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, BackConfig
from vision.crop import OUTLINE_MARGIN, OUTLINE_SIZE, cut, normalised
from vision.detector import BACK
from vision.events import Detection

_CERTAIN = 1e-4  # scores this near to 0 and 1 are all alike


class BackNetwork(Protocol):
    """The trained network behind the judge, or something that answers like it."""

    @property
    def weights(self) -> tuple[float, float, float]:
        """What the logit of the detector's score counts, what the network's own counts, and what is added."""

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3x112x80 RGB ``(x/255 - 0.5)/0.25`` (`vision.crop.OUTLINE_SIZE`) to Bx1 logits."""


class BackJudge:
    """Scores of backs by what both networks say."""

    def __init__(self, network: BackNetwork, config: BackConfig = DEFAULT.back) -> None:
        self._network = network
        self._config = config

    def judge(self, image: NDArray[np.uint8], found: Sequence[Detection]) -> list[Detection]:
        """The findings of a HxWx3 BGR picture in the same order, backs with their new scores.

        Backs that are too faint by then are left out; outlines should be fitted.
        """
        scores = iter(self.scores(image, [one for one in found if one.side == BACK]))
        judged = [one if one.side != BACK else replace(one, score=next(scores)) for one in found]
        return [one for one in judged if one.side != BACK or one.score >= self._config.least]

    def scores(self, image: NDArray[np.uint8], backs: Sequence[Detection]) -> list[float]:
        """What both networks make of each of them, 0..1."""
        scores: list[float] = []
        for start in range(0, len(backs), self._config.batch):
            part = backs[start : start + self._config.batch]
            crops = normalised([cut(image, one.quad, OUTLINE_SIZE, OUTLINE_MARGIN) for one in part])
            told = self._network.forward(crops)
            scores += [self._score(one.score, float(row[0])) for one, row in zip(part, told, strict=True)]
        return scores

    def _score(self, found: float, look: float) -> float:
        counts, looks, more = self._network.weights
        score = min(max(found, _CERTAIN), 1 - _CERTAIN)
        logit = counts * math.log(score / (1 - score)) + looks * look + more
        return 1 / (1 + math.exp(-min(max(logit, -30.0), 30.0)))
