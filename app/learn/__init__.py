"""Learning by doing: lessons, a quiz and cards to show to the camera. No kivy.

Every answer is checked by the engine: a `Task` holds a hand in the notation, never its solution.

``LESSONS``: the lessons in order. ``lesson.steps_for(rules)``: its steps under the table's rules.
``classroom(rules)``: the rules lessons are taught with (four seats, all 40 cards, the table's options).
``answers(task, rules)``: the right options. ``check(task, chosen, rules)``: whether just these were chosen.
``why(task, rules)``: notes (`app.teach`) that say why, for the feedback.
``question(rules, seed, level)``: a quiz task of level 1 to 3 made by playing a hand with the engine.
``SHOWS``: what to lay before the camera; ``look(show, seen, rules)``: what Vira says about the cards there.
``Progress``: a small value; ``read_progress(values)`` and ``keep_progress(values, progress)`` with
    ``store.progress``.
"""

from app.learn.answers import answers, check, why
from app.learn.classroom import classroom, figures
from app.learn.lessons import LESSONS
from app.learn.progress import Progress, keep_progress, read_progress
from app.learn.quiz import LEVELS, question
from app.learn.show import SHOWS, Look, Show, Verdict, look
from app.learn.task import Ask, Lesson, Step, Task

__all__ = [
    "LESSONS",
    "LEVELS",
    "SHOWS",
    "Ask",
    "Lesson",
    "Look",
    "Progress",
    "Show",
    "Step",
    "Task",
    "Verdict",
    "answers",
    "check",
    "classroom",
    "figures",
    "keep_progress",
    "look",
    "question",
    "read_progress",
    "why",
]
