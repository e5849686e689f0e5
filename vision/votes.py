"""Many readings of one resting card become one name, or a doubt with its likely answers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vision.cards import CARD_NAMES, class_of
from vision.config import DEFAULT, TrackConfig

Candidates = tuple[tuple[str, float], ...]


class Votes:
    """Readings of one card since it came to rest; the last few count."""

    def __init__(self, config: TrackConfig = DEFAULT.tracks) -> None:
        self._config = config
        self._rows: list[NDArray[np.float32]] = []
        self._score = 0.0
        self.count = 0
        """Views so far, whether anything could be read in them or not."""

    @property
    def readable(self) -> int:
        """Views kept in which a card could be read."""
        return len(self._rows)

    @property
    def score(self) -> float:
        """Mean detector score, 0..1."""
        return self._score / max(self.count, 1)

    def add(self, probabilities: NDArray[np.float32], score: float) -> None:
        """One more view: the reader's 54 probabilities (empty for a back) and the detector's score."""
        self.count += 1
        self._score += score
        if probabilities.size and probabilities[-1] < 0.5:
            # a view in which nothing can be read says nothing about which card it is
            self._rows = [*self._rows[1 - self._config.votes_kept :], probabilities]

    def mean(self) -> NDArray[np.float32]:
        """Mean probabilities of the 54 classes, for drawing; empty without a readable view."""
        return np.mean(self._rows, axis=0) if self._rows else np.zeros(0, np.float32)

    def name(self, taken: Iterable[str], certain: float) -> tuple[str | None, float, Candidates]:
        """The card, None if less than ``certain``; its probability; the likely cards with theirs.

        ``taken``: cards that already lie in this hand, which this one hardly is as well.
        """
        if not self._rows:
            return None, 0.0, ()
        rows = np.stack(self._rows)[:, : len(CARD_NAMES)]
        # a single bad view (a shadow, a finger) must not outvote the others: the worst quarter is left out
        dropped = len(rows) // 4
        plain = np.sort(rows, axis=0)[dropped:].mean(axis=0)
        enough = len(rows) >= min(self._config.settle_votes, 2)
        best = int(plain.argmax())
        if plain[best] >= certain and enough:
            # read beyond doubt: if the name is taken, that is a table problem and not a misreading
            return CARD_NAMES[best], float(plain[best]), _likely(plain)
        held = plain.copy()
        for card in taken:
            held[class_of(card)] *= self._config.known_twice
        held /= max(float(held.sum()), self._config.plain)
        top = int(held.argmax())
        sure = held[top] >= certain and plain[top] >= self._config.plain and enough
        return CARD_NAMES[top] if sure else None, float(held[top]), _likely(held)


def _likely(probabilities: NDArray[np.float32]) -> Candidates:
    """The best three names, best first."""
    order = np.argsort(-probabilities)[:3]
    return tuple((CARD_NAMES[int(i)], float(probabilities[i])) for i in order if probabilities[i] > 0.01)
