"""Name straightened cards: cut out of the full-resolution picture, one batch, calibrated, unsure is None.

Two networks look at a card, one at its two index corners and one at all of it. The pictures of court cards
differ from deck to deck and mislead the second; the first sees little else than the index. Where it leaves
any doubt their probabilities are multiplied, so such a card is named only where both can agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
        corners = self._at_the_corners(image, quads)
        hidden = self._hidden(image, quads, around or quads, corners)
        covered = [i for i, over in enumerate(hidden) if over is not None and over.any()]
        corners[covered] = self._at_the_corners(
            image, [quads[i] for i in covered], [hidden[i] for i in covered]
        )
        answers = self._read(image, quads, hidden, corners)
        # seen flatly from its long side a card looks wider than tall; nearly square, nobody can tell
        doubtful = [
            i
            for i, one in enumerate(answers)
            if length_ratio(quads[i]) < (self._config.turned_ratio if one.card is None else SQUARE_RATIO)
        ]
        turned = [quarter_turn(quads[i]) for i in doubtful]
        over = [quarter_turned(hidden[i]) for i in doubtful]
        corners = self._at_the_corners(image, turned, over)
        worth = list(range(len(doubtful)))
        if self._index is not None:  # those of which the corners, this way round, leave any card possible
            likeliest = softmax(corners)[:, :UNREADABLE].max(axis=1)
            worth = [n for n in worth if likeliest[n] >= self._config.turned_least]
        others = self._read(image, [turned[n] for n in worth], [over[n] for n in worth], corners[worth])
        for n, other in zip(worth, others, strict=True):
            if other.confidence > answers[doubtful[n]].confidence:
                answers[doubtful[n]] = other
        return answers

    def _at_the_corners(
        self,
        image: NDArray[np.uint8],
        quads: Sequence[NDArray[np.float32]],
        hidden: Sequence[Hidden | None] | None = None,
    ) -> NDArray[np.float32]:
        """Nx54 logits of the index corners, without what is hidden of them; zeros without a network."""
        if self._index is None:
            return np.zeros((len(quads), CLASS_COUNT), dtype=np.float32)
        pairs = zip(quads, hidden or [None] * len(quads), strict=True)
        sheets = [without(cut(image, quad, SHEET_SIZE), over) for quad, over in pairs]
        return self._logits(self._index, [index_corners(sheet) for sheet in sheets])

    def _hidden(
        self,
        image: NDArray[np.uint8],
        quads: Sequence[NDArray[np.float32]],
        around: Sequence[NDArray[np.float32]],
        corners: NDArray[np.float32],
    ) -> list[Hidden | None]:
        """What is hidden of each card that others touch, where that may mislead.

        What misleads is another card's index: not where the corners name a card surely, and none that touches
        it likewise.
        """
        found: list[Hidden | None] = [None] * len(quads)
        if self._cover is None:
            return found
        likely = softmax(corners)[:, :UNREADABLE]
        best = {id(quad): int(row.argmax()) for quad, row in zip(quads, likely, strict=True)}
        asked = []
        for n, (quad, row) in enumerate(zip(quads, likely, strict=True)):
            others = [best.get(id(other)) for other in self._cover.touching(quad, around)]
            alone = row.max() >= self._config.index_enough and not {None, best[id(quad)]} & set(others)
            if others and not alone:
                asked.append(n)
        for n, over in zip(asked, self._cover.hidden(image, [quads[n] for n in asked]), strict=True):
            found[n] = over
        return found

    def _read(
        self,
        image: NDArray[np.uint8],
        quads: Sequence[NDArray[np.float32]],
        hidden: Sequence[Hidden | None],
        corners: NDArray[np.float32],
    ) -> list[NamedCard]:
        """The quads as they are, without what is hidden of them; ``corners``: what their index says."""
        rows = self.probabilities(
            corners, lambda n: without(cut(image, quads[n], self._network.size), hidden[n])
        )
        return [self.name(row, quad) for row, quad in zip(rows, quads, strict=True)]

    def probabilities(
        self, corners: NDArray[np.float32], crop: Callable[[int], NDArray[np.uint8]]
    ) -> NDArray[np.float32]:
        """Nx54 calibrated probabilities of N cards.

        ``corners``: Nx54 logits of their index corners; all zero, the whole cards alone decide. ``crop``:
        gives one of these by its number, HxWx3 BGR of the network's size.
        """
        found = softmax(corners)
        unsure = np.flatnonzero(found[:, :UNREADABLE].max(axis=1) < self._config.index_enough)
        looked_at = [crop(int(n)) for n in unsure]
        whole = self._logits(self._network, looked_at)
        found[unsure] = softmax(corners[unsure] + whole)
        again = found[unsure].max(axis=1) < self._config.one_end_enough
        unsure = unsure[again]
        turned = [card[::-1, ::-1] for card, more in zip(looked_at, again, strict=True) if more]
        other = self._logits(self._network, turned)
        found[unsure] = softmax(corners[unsure] + (whole[again] + other) * np.float32(0.5))
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
