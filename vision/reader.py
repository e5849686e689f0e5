"""Name straightened cards: cut out of the full-resolution picture, one batch, calibrated, unsure is None."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cards import CARD_NAMES, CLASS_COUNT
from vision.config import DEFAULT, ReaderConfig
from vision.crop import cut, nearly_square, quarter_turn


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


@dataclass(frozen=True, slots=True)
class NamedCard:
    """Answer for one card: name or None, its probability, all 54 of them, the quad as it was read."""

    card: str | None
    confidence: float
    probabilities: NDArray[np.float32]
    quad: NDArray[np.float32]


class CardReader:
    """Names for outlined faces."""

    def __init__(self, network: ReaderNetwork, config: ReaderConfig = DEFAULT.reader) -> None:
        self._network = network
        self._config = config

    @property
    def threshold(self) -> float:
        """Probability, 0..1, below which a card is not named."""
        return self._network.threshold

    def read(self, image: NDArray[np.uint8], quads: Sequence[NDArray[np.float32]]) -> list[NamedCard]:
        """One answer a quad (4x2, pixels of the HxWx3 BGR picture, long side first), in the same order."""
        ways: list[NDArray[np.float32]] = []
        owner: list[int] = []
        for i, quad in enumerate(quads):
            ways.append(quad)
            owner.append(i)
            if nearly_square(quad):
                ways.append(quarter_turn(quad))
                owner.append(i)
        probabilities = self.probabilities([cut(image, quad, self._network.size) for quad in ways])
        best: dict[int, NamedCard] = {}
        for i, quad, row in zip(owner, ways, probabilities, strict=True):
            answer = self.name(row, quad)
            if i not in best or answer.confidence > best[i].confidence:
                best[i] = answer
        return [best[i] for i in range(len(quads))]

    def probabilities(self, crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Nx54 calibrated probabilities of N crops (HxWx3 BGR of the network's size)."""
        if not crops:
            return np.zeros((0, CLASS_COUNT), dtype=np.float32)
        logits = self._logits(crops)
        first = softmax(logits / np.float32(self._network.temperature))
        unsure = np.flatnonzero(first.max(axis=1) < self._config.one_end_enough)
        if len(unsure):
            logits[unsure] += self._logits([crops[int(n)][::-1, ::-1] for n in unsure])
            first[unsure] = softmax(logits[unsure] / np.float32(2 * self._network.temperature))
        return first

    def _logits(self, crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Nx54, in batches."""
        batch = self._config.batch
        rows = [
            self._network.forward(normalised(crops[start : start + batch]))
            for start in range(0, len(crops), batch)
        ]
        return np.concatenate(rows)

    def name(self, probabilities: NDArray[np.float32], quad: NDArray[np.float32]) -> NamedCard:
        """The card these 54 probabilities mean, or None below the threshold or where "unreadable" leads."""
        best = int(probabilities[: len(CARD_NAMES)].argmax())
        confidence = float(probabilities[best])
        sure = confidence >= self._network.threshold and confidence >= float(probabilities[-1])
        return NamedCard(CARD_NAMES[best] if sure else None, min(confidence, 1.0), probabilities, quad)


def normalised(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Network input, Bx3xHxW float32 RGB, from BGR crops."""
    batch = np.stack(crops)[:, :, :, ::-1].transpose(0, 3, 1, 2).astype(np.float32)
    batch *= np.float32(4 / 255)
    batch -= np.float32(2)
    return np.ascontiguousarray(batch)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)
