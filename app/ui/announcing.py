"""Which phrases and signals belong to what has just been shown. No kivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.referee.questions import Ask
from app.referee.referee import Referee
from app.voice import Signal, spoken
from engine import Match
from engine.actions import Cover, Play, ShowVira
from engine.problems import NONE

MOST_RECORDS: Final = 3
"""More news at once than this come of a match restored or worked through: only the last is told."""

_DOUBTS: Final = frozenset(ask for ask in Ask if ask not in (Ask.RAISE, Ask.SPECIAL_HAND))
"""Questions that Vira has of its own. A raise has been said already, and a problem has its own phrase."""


@dataclass(frozen=True, slots=True)
class News:
    """What is to be heard: signals at once, then phrases in order."""

    signals: tuple[Signal, ...] = ()
    phrases: tuple[str, ...] = ()


class Announcer:
    """Compares a match with what was told of it last."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._told = 0
        self._score = (0, 0)
        self._asked = 0

    def news(self, referee: Referee) -> News:
        """What is new since the last call; nothing of a match that has just been opened."""
        match = referee.match
        asked = max((question.number for question in referee.questions), default=0)
        if match is not self._match:
            self._match, self._told = match, len(match.log)
            self._score, self._asked = match.score, asked
            return News()
        records = match.log[self._told :]
        signals: list[Signal] = []
        phrases: list[str] = []
        if match.score != self._score:
            signals.append(Signal.SCORE)
        elif any(isinstance(one.action, Play | Cover | ShowVira) and one.problems == NONE for one in records):
            signals.append(Signal.CARD)
        for record in records if len(records) <= MOST_RECORDS else records[-1:]:
            phrases += spoken(record, match)
        if asked > self._asked:
            signals.append(Signal.QUESTION)
            if any(one.number > self._asked and one.key in _DOUBTS for one in referee.questions):
                phrases.append("question")
        self._told, self._score, self._asked = len(match.log), match.score, max(asked, self._asked)
        return News(tuple(signals), tuple(phrases))
