"""Many readings of one resting card become one name, or a doubt with its likely answers.

Views of a resting card are hardly independent: what misleads the reader in one frame misleads it in the next.
So they are averaged (as logarithms: all of them must agree), never multiplied, and time alone makes nothing
certain. What the table knows counts beside them: a card lies here once a hand, and only cards of this deck.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from vision.cards import CARD_NAMES, class_of
from vision.config import DEFAULT, TrackConfig

Candidates = tuple[tuple[str, float], ...]

_FLOOR = 1e-4  # least probability of a name in one view: one view alone excludes no card for ever


class Votes:
    """Readings of one card since it came to rest; the last few count."""

    def __init__(self, config: TrackConfig = DEFAULT.tracks) -> None:
        self._config = config
        self._rows: list[NDArray[np.float32]] = []
        self._score = 0.0
        self.count = 0
        """Views so far, whether anything could be read in them or not."""
        self.readable = 0
        """Views so far in which a card could be read."""

    def fresh(self) -> Votes:
        """None yet, under the same limits."""
        return Votes(self._config)

    @property
    def score(self) -> float:
        """Mean detector score, 0..1."""
        return self._score / max(self.count, 1)

    def add(self, probabilities: NDArray[np.float32], score: float) -> None:
        """One more view: the reader's 54 probabilities (empty for a back) and the detector's score."""
        self.count += 1
        self._score += score
        if probabilities.size and probabilities[-1] < self._config.unreadable:
            # a view in which nothing can be read says nothing about which card it is
            self.readable += 1
            self._rows = [*self._rows[1 - self._config.votes_kept :], probabilities]

    def mean(self) -> NDArray[np.float32]:
        """Mean probabilities of the 54 classes, for drawing; empty without a readable view."""
        return np.mean(self._rows, axis=0) if self._rows else np.zeros(0, np.float32)

    @property
    def best(self) -> str | None:
        """The name the views speak for most, None without a readable view."""
        return CARD_NAMES[int(self.agreed().argmax())] if self._rows else None

    @property
    def confidence(self) -> float:
        """Agreed probability of that name."""
        return float(self.agreed().max()) if self._rows else 0.0

    def name(
        self,
        elsewhere: Mapping[str, float],
        certain: float,
        foreign: Collection[str] = (),
        unsorted: bool = False,
    ) -> tuple[str | None, float, Candidates]:
        """The card, None if less than ``certain``; its probability; the likely cards with theirs.

        ``elsewhere``: cards that lie or lay elsewhere in this hand, each with the probability that they do,
        so that this is hardly one of them. ``foreign``: cards that are not in the deck played with, unless it
        is known to be ``unsorted``.
        """
        if not self._rows:
            return None, 0.0, ()
        limits = self._config
        agreed = self.agreed()
        enough = len(self._rows) >= min(limits.settle_votes, 2)
        best = int(agreed.argmax())
        if agreed[best] >= max(certain, limits.beyond_doubt) and enough:
            # read beyond doubt: if the name is taken or foreign, that is a table problem and no misreading
            return CARD_NAMES[best], float(agreed[best]), _likely(agreed)
        held = agreed**limits.sharpness
        for card, probability in elsewhere.items():
            held[class_of(card)] *= 1 - probability * (1 - limits.known_twice)
        for card in foreign:
            held[class_of(card)] *= limits.unsorted if unsorted else limits.foreign
        # where the views hardly agree on anything, little is left for any card
        held *= min(1.0, float(agreed.sum()) / limits.plain) / float(held.sum())
        top = int(held.argmax())
        # what reads like a card of another deck may be one: this deck decides only where it is nearly even
        even = CARD_NAMES[best] not in foreign or agreed[top] >= limits.even * agreed[best]
        sure = held[top] >= certain and agreed[top] >= limits.least and even and enough
        return CARD_NAMES[top] if sure else None, float(held[top]), _likely(held)

    def agreed(self) -> NDArray[np.float32]:
        """Geometric mean of the views over the named cards; its sum is small where they disagree.

        A single bad view (a shadow, a finger) must not outvote the others: the worst quarter is left out.
        """
        rows = np.log(np.maximum(np.stack(self._rows)[:, : len(CARD_NAMES)], _FLOOR))
        best = int(rows.mean(axis=0).argmax())
        kept = np.argsort(-rows[:, best])[: len(rows) - len(rows) // 4]
        return np.asarray(np.exp(rows[kept].mean(axis=0)), np.float32)


def _likely(probabilities: NDArray[np.float32]) -> Candidates:
    """The best three names, best first."""
    order = np.argsort(-probabilities)[:3]
    return tuple((CARD_NAMES[int(i)], float(probabilities[i])) for i in order if probabilities[i] > 0.01)
