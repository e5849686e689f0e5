"""Steps, tasks and options in the words of one language."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from app.learn.answers import why
from app.learn.classroom import figures
from app.learn.show import Look, Show
from app.learn.task import Lesson, Step, Task
from app.teach import Explanation, Level, worded
from app.teach.explanation import Speaker
from app.words import card_text
from engine import Rules


class Phrases(Speaker, Protocol):
    """What lessons need of `app.words.Words`."""


def filled(task: Task, rules: Rules) -> Task:
    """The task with the figures of the table's ladder in its options."""
    values = figures(rules)
    return replace(task, options=tuple(option.format(**values) for option in task.options))


def lesson_title(lesson: Lesson, words: Phrases) -> str:
    """The name of a lesson."""
    return words(f"learn.lesson.{lesson.id}")


def step_text(lesson: Lesson, step: Step, words: Phrases, rules: Rules) -> str:
    """What a step says."""
    values = figures(rules)
    values["special"] = words(f"teach.special_name.{values['special']}")
    seats = {f"seat{seat}": words.seat(seat) for seat in range(rules.seats)}
    return words(f"learn.step.{lesson.id}.{step.id}", **values, **seats)


def ask_text(task: Task, words: Phrases) -> str:
    """What is to be done."""
    return words(f"learn.ask.{task.ask}")


def option_text(option: str, words: Phrases) -> str:
    """An option as it stands on its button."""
    kind, _, number = option.partition(":")
    match kind:
        case "seat":
            return words.seat(int(number))
        case "team":
            return words.team(int(number))
        case "tie" | "nobody" | "open" | "yes" | "no":
            return words(f"learn.option.{kind}")
        case _:
            return card_text(option)


def why_texts(task: Task, words: Phrases, rules: Rules) -> tuple[Explanation, ...]:
    """Why the answer is right."""
    shown = (worded(note, words, Level.FULL) for note in why(task, rules))
    return tuple(one for one in shown if one is not None)


def show_text(show: Show, words: Phrases) -> str:
    """What to lay before the camera."""
    return words(f"learn.show.{show.id}")


def look_text(look: Look, words: Phrases) -> str:
    """What Vira says about the cards that lie there."""
    cards = " ".join(map(card_text, look.wrong or look.right))
    return words(f"learn.look.{look.verdict}", cards=cards, missing=look.missing)
