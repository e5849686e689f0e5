"""What somebody has learned, as one small value kept through the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

NAME: Final = "learn"
"""Under which the progress is kept."""


class Values(Protocol):
    """Names to plain JSON values (`app.store.Values`)."""

    def get(self, name: str, default: Any = None) -> Any: ...

    def set(self, name: str, value: Any) -> object: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """``steps``: (lesson, step) done. ``quiz``: (level, asked, right). ``streak``: right in a row, best."""

    steps: frozenset[tuple[str, str]] = frozenset()
    quiz: tuple[tuple[int, int, int], ...] = ()
    streak: tuple[int, int] = (0, 0)

    def stepped(self, lesson: str, step: str) -> Progress:
        """With one more step done."""
        return replace(self, steps=self.steps | {(lesson, step)})

    def answered(self, level: int, right: bool) -> Progress:
        """With one more quiz question answered."""
        asked, good = self.of_level(level)
        rest = tuple(entry for entry in self.quiz if entry[0] != level)
        now = self.streak[0] + 1 if right else 0
        quiz = tuple(sorted((*rest, (level, asked + 1, good + right))))
        return replace(self, quiz=quiz, streak=(now, max(now, self.streak[1])))

    def of_level(self, level: int) -> tuple[int, int]:
        """(asked, right) in the quiz of this level."""
        return next(((asked, right) for one, asked, right in self.quiz if one == level), (0, 0))

    def done(self, lesson: str, steps: tuple[str, ...]) -> int:
        """How many of these steps of a lesson are done."""
        return sum((lesson, step) in self.steps for step in steps)


def read_progress(values: Values) -> Progress:
    """The progress kept; where it cannot be read, what of it can."""
    kept = values.get(NAME, {})
    if not isinstance(kept, Mapping):
        return Progress()
    steps = frozenset(
        (lesson, step)
        for lesson, names in _items(kept.get("steps"))
        if isinstance(names, list)
        for step in names
        if isinstance(step, str)
    )
    quiz = tuple(
        sorted(
            (int(level), *pair)
            for level, held in _items(kept.get("quiz"))
            if level.isdecimal() and (pair := _pair(held)) is not None and pair[1] <= pair[0]
        )
    )
    return Progress(steps, quiz, _pair(kept.get("streak")) or (0, 0))


def keep_progress(values: Values, progress: Progress) -> None:
    """Hands the progress to the store."""
    steps: dict[str, list[str]] = {}
    for lesson, step in sorted(progress.steps):
        steps.setdefault(lesson, []).append(step)
    quiz = {str(level): [asked, right] for level, asked, right in progress.quiz}
    values.set(NAME, {"steps": steps, "quiz": quiz, "streak": list(progress.streak)})


def _items(value: object) -> list[tuple[str, Any]]:
    return [(str(name), held) for name, held in value.items()] if isinstance(value, Mapping) else []


def _pair(value: object) -> tuple[int, int] | None:
    if isinstance(value, list) and len(value) == 2 and all(type(v) is int and v >= 0 for v in value):
        return (value[0], value[1])
    return None
