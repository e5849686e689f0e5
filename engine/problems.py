"""What can be wrong at a table, and the case that suspends a hand until the table has chosen a way out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto

from engine.actions import Move, Way


class Problem(Flag):
    """Everything wrong with one observation; all that apply are set (rules.md §4)."""

    NOT_IN_DECK = auto()
    DUPLICATE = auto()
    EQUALS_VIRA = auto()
    WHICH_JOKER = auto()
    VIRA_CHANGED = auto()
    VIRA_EARLY = auto()
    NO_VIRA_HERE = auto()
    VIRA_MISSING = auto()
    BURNED_IN_SPECIAL = auto()
    FOURTH_CARD = auto()
    SECOND_CARD = auto()
    OUT_OF_TURN = auto()
    COVERED_FORBIDDEN = auto()
    TAKEN_BACK = auto()
    UNDECIDED = auto()
    UNANSWERED = auto()
    RAISE_IN_SPECIAL = auto()
    RAISE_TWICE = auto()
    RAISE_UNTIMELY = auto()
    RAISE_CAPPED = auto()
    NO_RAISE = auto()
    OWN_RAISE = auto()
    WRONG_COUNT = auto()
    CORRECTED = auto()


NONE = Problem(0)


@dataclass(frozen=True, slots=True)
class Case:
    """An open problem: ``action`` is the observation in question, ``ways`` the ways out these rules allow.

    ``waived``: problems of the same observation that the table has settled already. After a correction that
    stopped, ``rest`` is what was observed later in the same hand, and may be observed again, ``lost`` what
    was observed in hands after it; ``beneath`` is the case that was open at that point, and ``waited`` what
    waited for it.
    """

    problems: Problem
    action: Move
    ways: tuple[Way, ...]
    facts: tuple[tuple[str, int | str], ...] = ()
    waived: Problem = NONE
    rest: tuple[Move, ...] = ()
    lost: tuple[Move, ...] = ()
    beneath: Case | None = None
    waited: tuple[Move, ...] = ()

    @property
    def values(self) -> dict[str, int | str]:
        """The figures and names an explanation needs."""
        return dict(self.facts)
