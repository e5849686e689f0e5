"""Compares a transcript with the truth of a film."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.referee.lines import Line, judged


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a transcript stands to the truth.

    ``same``: every judged line agrees. ``differs_at``: number of the first judged line that does not
    (-1 if none), with the two lines there (None where one transcript has ended). ``asked``: the
    transcript ends with a question open, so that a difference is at least no silent one.
    """

    same: bool
    differs_at: int
    told: dict[str, Any] | None
    truth: dict[str, Any] | None
    asked: bool

    @property
    def silently_wrong(self) -> bool:
        """Wrong without having asked: the fault that must not happen."""
        return not self.same and not self.asked


def compare(told: Iterable[Line], truth: Iterable[Line], *, asked: bool = False) -> Comparison:
    """Compares the judged lines of two transcripts in order."""
    ours, theirs = judged(told), judged(truth)
    for number in range(max(len(ours), len(theirs))):
        mine = ours[number] if number < len(ours) else None
        right = theirs[number] if number < len(theirs) else None
        if mine != right:
            return Comparison(False, number, mine, right, asked)
    return Comparison(True, -1, None, None, asked)
