"""Name straightened cards: cut out of the full-resolution picture, one batch, calibrated, unsure is None.

Two networks look at a card, one at its two index corners and one at all of it. The pictures of court cards
differ from deck to deck and mislead the second; the first sees little else than the index. Where it leaves
any doubt their probabilities are multiplied, so such a card is named only where both can agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cards import CARD_NAMES, CLASS_COUNT, UNREADABLE
from vision.config import DEFAULT, ReaderConfig
from vision.cover import CoverFinder, Hidden, quarter_turned, without
from vision.crop import (
    SHEET_SIZE,
    SQUARE_RATIO,
    cut,
    index_corners,
    length_ratio,
    normalised,
    quarter_turn,
)


class ReaderNetwork(Protocol):
    """The trained network behind the reader, or something that answers like it."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its crops in pixels."""

    @property
    def threshold(self) -> float:
        """Probability, 0..1, below which a card is not named."""

    @property
    def temperature(self) -> float:
        """Divisor of the logits that makes the probabilities mean what they say."""

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3xHxW RGB ``(x/255 - 0.5)/0.25`` to Bx54 logits in the order of `vision.cards`."""


class IndexNetwork(Protocol):
    """The trained network that looks at a card's index corners, or something that answers like it."""

    @property
    def temperature(self) -> float:
        """Divisor of the logits that makes the probabilities mean what they say."""

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx6x96x64, both corners (`vision.crop.index_corners`) in RGB ``(x/255 - 0.5)/0.25``, to Bx54."""


_NO_ROWS = np.zeros((0, CLASS_COUNT), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class NamedCard:
    """Answer for one card: name or None, its probability, all 54 of them, the quad as it was read."""

    card: str | None
    confidence: float
    probabilities: NDArray[np.float32]
    quad: NDArray[np.float32]


class CardReader:
    """Names for outlined faces."""

    def __init__(
        self,
        network: ReaderNetwork,
        config: ReaderConfig = DEFAULT.reader,
        index: IndexNetwork | None = None,
        cover: CoverFinder | None = None,
    ) -> None:
        """Without ``index`` the whole card alone decides; without ``cover`` what lies on it is read too."""
        self._network = network
        self._config = config
        self._index = index
        self._cover = cover

    @property
    def threshold(self) -> float:
        """Probability, 0..1, below which a card is not named."""
        return self._network.threshold

    def read(
        self,
        image: NDArray[np.uint8],
        quads: Sequence[NDArray[np.float32]],
        around: Sequence[NDArray[np.float32]] = (),
    ) -> list[NamedCard]:
        """One answer a quad (4x2, pixels of the HxWx3 BGR picture, long side first), in the same order.

        ``around``: all outlines of the picture, these among them; what touches a card may lie on it.
        """
        hidden = self._cover.hidden(image, quads, around or quads) if self._cover else [None] * len(quads)
        answers = self._read(image, quads, hidden)
        # seen flatly from its long side a card looks wider than tall; nearly square, nobody can tell
        doubtful = [
            i
            for i, one in enumerate(answers)
            if length_ratio(quads[i]) < (self._config.turned_ratio if one.card is None else SQUARE_RATIO)
        ]
        turned = {i: (quarter_turn(quads[i]), quarter_turned(hidden[i])) for i in doubtful}
        worth = self._worth_turning(image, turned)
        others = self._read(image, [turned[i][0] for i in worth], [turned[i][1] for i in worth])
        for i, other in zip(worth, others, strict=True):
            if other.confidence > answers[i].confidence:
                answers[i] = other
        return answers

    def _worth_turning(
        self, image: NDArray[np.uint8], turned: Mapping[int, tuple[NDArray[np.float32], Hidden | None]]
    ) -> list[int]:
        """Those of which the index corners alone, the other way round, leave any card possible."""
        if self._index is None:
            return list(turned)
        corners = [self._corners(image, quad, hidden) for quad, hidden in turned.values()]
        likeliest = softmax(self._logits(self._index, corners))[:, :UNREADABLE].max(axis=1)
        return [i for i, most in zip(turned, likeliest, strict=True) if most >= self._config.turned_least]

    def _corners(
        self, image: NDArray[np.uint8], quad: NDArray[np.float32], hidden: Hidden | None
    ) -> NDArray[np.uint8]:
        return index_corners(without(cut(image, quad, SHEET_SIZE), hidden))

    def _read(
        self,
        image: NDArray[np.uint8],
        quads: Sequence[NDArray[np.float32]],
        hidden: Sequence[Hidden | None],
    ) -> list[NamedCard]:
        """The quads as they are, without what is hidden of them."""
        pairs = list(zip(quads, hidden, strict=True))
        rows = self.probabilities(
            [without(cut(image, quad, self._network.size), over) for quad, over in pairs],
            [self._corners(image, quad, over) for quad, over in pairs] if self._index else (),
        )
        return [self.name(row, quad) for row, quad in zip(rows, quads, strict=True)]

    def probabilities(
        self, crops: Sequence[NDArray[np.uint8]], corners: Sequence[NDArray[np.uint8]] = ()
    ) -> NDArray[np.float32]:
        """Nx54 calibrated probabilities of N cards.

        ``crops``: HxWx3 BGR of the network's size. ``corners``: their index corners, HxWx6, in the same
        order; left out, the whole cards alone decide.
        """
        logits = np.zeros((len(crops), CLASS_COUNT), dtype=np.float32)
        if self._index is not None and len(corners):
            logits = self._logits(self._index, corners)
        found = softmax(logits)
        unsure = np.flatnonzero(found[:, :UNREADABLE].max(axis=1) < self._config.index_enough)
        whole = self._logits(self._network, [crops[int(n)] for n in unsure])
        found[unsure] = softmax(logits[unsure] + whole)
        again = found[unsure].max(axis=1) < self._config.one_end_enough
        unsure = unsure[again]
        other = self._logits(self._network, [crops[int(n)][::-1, ::-1] for n in unsure])
        found[unsure] = softmax(logits[unsure] + (whole[again] + other) * np.float32(0.5))
        return found

    def _logits(
        self, network: ReaderNetwork | IndexNetwork, pictures: Sequence[NDArray[np.uint8]]
    ) -> NDArray[np.float32]:
        """Nx54, divided by the temperature, in batches."""
        batch = self._config.batch
        rows = [
            network.forward(normalised(pictures[start : start + batch]))
            for start in range(0, len(pictures), batch)
        ]
        return np.concatenate(rows or [_NO_ROWS]) / np.float32(network.temperature)

    def name(self, probabilities: NDArray[np.float32], quad: NDArray[np.float32]) -> NamedCard:
        """The card these 54 probabilities mean, or None below the threshold or where "unreadable" leads."""
        best = int(probabilities[: len(CARD_NAMES)].argmax())
        confidence = float(probabilities[best])
        sure = confidence >= self._network.threshold and confidence >= float(probabilities[-1])
        return NamedCard(CARD_NAMES[best] if sure else None, min(confidence, 1.0), probabilities, quad)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)
