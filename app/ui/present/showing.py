"""Cards laid before the camera, as they are read: nothing is said that was seen only for a moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from app.learn import Look, Verdict, classroom, look
from app.learn.show import shows_for
from app.learn.wording import look_text, show_text
from app.words import Words
from engine import Rules

STEADY: Final = 3
"""Readings in a row that must say the same before it is told."""
PATIENT: Final = 10
"""The same for a card that is not read: one just laid is read only once it lies still."""


class Showing:
    """One thing to show after the other."""

    def __init__(self, rules: Rules) -> None:
        self.rules = classroom(rules)
        self.shows = shows_for(self.rules)
        self.place = 0
        self.look = Look(Verdict.NOTHING)
        self._seen: tuple[str | None, ...] = ()
        self._times = 0

    @property
    def done(self) -> bool:
        """Whether what was asked for has been shown."""
        return self.look.verdict is Verdict.RIGHT

    def take(self, names: Iterable[str | None]) -> bool:
        """Takes one reading of the table; whether there is something new to say.

        Once right, it stays right until the next thing is asked for.
        """
        seen = tuple(sorted(names, key=str))
        self._times = self._times + 1 if seen == self._seen else 1
        self._seen = seen
        if self.done or self._times < (PATIENT if None in seen else STEADY):
            return False
        before, self.look = self.look, look(self.shows[self.place], seen, self.rules)
        return self.look != before

    def next(self) -> None:
        """The next thing to show; after the last one the first."""
        self.place = (self.place + 1) % len(self.shows)
        self.look = Look(Verdict.NOTHING)
        self._seen, self._times = (), 0

    def texts(self, words: Words) -> tuple[str, str]:
        """What is asked for, and what there is to say about it."""
        return show_text(self.shows[self.place], words), look_text(self.look, words)
