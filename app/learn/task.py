"""What a lesson is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import Rules


class Ask(StrEnum):
    """What is to be done. The first four are answered by touching cards, the others by choosing."""

    STRONGEST = "strongest"
    """Touch the card that beats all the others."""
    MANILHAS = "manilhas"
    """Touch every manilha."""
    BEATS = "beats"
    """Touch every card that would win the running trick for who is to play."""
    TIES = "ties"
    """Touch every card that would tie the running trick."""
    TRICK = "trick"
    """Who won the last trick: a team, or a tie."""
    LEADER = "leader"
    """Which seat plays now."""
    HAND = "hand"
    """Who won the hand: a team, nobody, or it is still open."""
    WORTH = "worth"
    """What the hand is worth now."""
    PAYS = "pays"
    """How many points the hand brought."""
    ALLOWED = "allowed"
    """Whether the rules allow what ``word`` says."""
    PARTNER = "partner"
    """Which seat is the partner of seat 0."""
    NEXT_DEALER = "next_dealer"
    """Which seat deals the next hand."""


TOUCHED = frozenset((Ask.STRONGEST, Ask.MANILHAS, Ask.BEATS, Ask.TIES))
"""Answered by touching cards."""
SEVERAL = frozenset((Ask.MANILHAS, Ask.BEATS, Ask.TIES))
"""More than one option may be right, and all of them are asked for."""


@dataclass(frozen=True, slots=True)
class Task:
    """``line``: a hand in the notation (docs/notation.md) without its rules; ``{near}`` in it is the score at
    which a special hand begins. Where manilhas are fixed its vira is left out.

    ``options``: cards ("7H"), seats ("seat:2"), teams ("team:0"), "tie", "nobody", "open", figures ("3"),
    "yes", "no". ``word``: for `Ask.ALLOWED`, the move in question in the notation.
    """

    ask: Ask
    line: str
    options: tuple[str, ...]
    word: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One page of a lesson: the words of ``learn.step.<lesson>.<id>``, drawn cards, and a thing to do.

    ``when``: options of the rules under which it is taught, as ((name, values), …); () always.
    """

    id: str
    cards: tuple[str, ...] = ()
    task: Task | None = None
    when: tuple[tuple[str, tuple[object, ...]], ...] = ()

    def taught(self, rules: Rules) -> bool:
        """Whether this step belongs to a lesson under these rules."""
        return all(getattr(rules, name) in values for name, values in self.when)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its name is ``learn.lesson.<id>``."""

    id: str
    steps: tuple[Step, ...]

    def steps_for(self, rules: Rules) -> tuple[Step, ...]:
        """The steps taught under these rules."""
        return tuple(step for step in self.steps if step.taught(rules))
