"""A scripted table before a referee: cards are laid a second apart, each from its own seat's side."""

from __future__ import annotations

from dataclasses import replace

from app.referee.calls import Said, SaidCall
from app.referee.lines import Line, LineType, judged
from app.referee.questions import Choice, Question
from app.referee.referee import EARLY_WAIT, Referee
from engine import PRESETS, Rules
from vision.events import EventKind, TableEvent

PLACES = {0: (0.5, 0.72), 1: (0.7, 0.5), 2: (0.5, 0.28), 3: (0.3, 0.5)}
SIDES = {0: (0.0, 1.0), 1: (1.0, 0.0), 2: (0.0, -1.0), 3: (-1.0, 0.0)}


class Table:
    """Lays cards before a referee, one second apart, each from its own seat's side unless told otherwise."""

    def __init__(self, rules: Rules = PRESETS["paulista"], **options: bool) -> None:
        self.referee = Referee(rules, **options)
        self.t = 0.0
        self.track = 0

    def event(self, kind: EventKind, card: str | None = None, **fields: object) -> tuple[Line, ...]:
        self.t += 1.0
        if "track" not in fields:
            self.track += 1
            fields["track"] = self.track
        told = self.referee.see(replace(TableEvent(kind, self.t), card=card, **fields))
        # the next one comes a second later: a card that waits for the one before it has waited enough
        return (*told, *self.referee.tick(self.t + EARLY_WAIT))

    def vira(self, card: str) -> tuple[Line, ...]:
        return self.event(EventKind.VIRA_SHOWN, card, place=(0.5, 0.5))

    def lay(self, seat: int, card: str, **fields: object) -> tuple[Line, ...]:
        placed = {"place": PLACES[seat], "came_from": SIDES[seat], **fields}
        return self.event(EventKind.CARD_PLAYED, card, **placed)

    def cover(self, seat: int, **fields: object) -> tuple[Line, ...]:
        return self.event(EventKind.CARD_COVERED, place=PLACES[seat], came_from=SIDES[seat], **fields)

    def trick(self, opener: int, *cards: str) -> None:
        for number, card in enumerate(cards):
            self.lay((opener + number) % 4, card)

    def clear(self) -> tuple[Line, ...]:
        return self.event(EventKind.TABLE_CLEARED, track=0, message="all")

    def say(self, team: int, said: Said, seat: int | None = None) -> tuple[Line, ...]:
        self.t += 1.0
        return self.referee.hear(SaidCall(self.t, team, said, seat))

    def wait(self, seconds: float) -> tuple[Line, ...]:
        self.t += seconds
        return self.referee.tick(self.t)

    def answer(self, do: str, **fields: object) -> tuple[Line, ...]:
        self.t += 1.0
        question = self.question()
        choice = next(one for one in question.choices if one.do == do and matches(one, fields))
        return self.referee.answer(question.number, choice, self.t)

    def question(self) -> Question:
        (question,) = self.referee.questions
        return question

    def told(self) -> list[tuple[object, ...]]:
        """The judged lines in short: type and what matters in it."""
        return [
            tuple(value for key, value in line.items() if key != "team" or "seat" not in line)
            for line in judged(self.referee.lines)
        ]

    def types(self) -> list[LineType]:
        return [line.type for line in self.referee.lines]


def matches(choice: Choice, fields: dict[str, object]) -> bool:
    return all(getattr(choice, name) == value for name, value in fields.items())
