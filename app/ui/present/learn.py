"""What the screens of lessons and quiz show: a task being answered, the hand it is about, and why."""

from __future__ import annotations

from dataclasses import dataclass

from app.learn import LESSONS, Lesson, Progress, Step, Task, answers, check, classroom
from app.learn.answers import line_for
from app.learn.task import SEVERAL, TOUCHED
from app.learn.wording import ask_text, filled, lesson_title, option_text, step_text, why_texts
from app.teach import Explanation
from app.words import Words
from engine import PRESETS, Match, Rules, judge_line
from engine.actions import Say
from engine.records import Plays

CHOICES = ("paulista", "mineiro")
"""Rules that can always be learned; those of the table stand beside them where they are others."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a drawn trick: whose it is, and its name; "" for a covered one."""

    seat: str
    team: int
    card: str
    golden: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The drawn hand. ``tricks``: its cards, trick by trick; ``said``: the calls, in order."""

    vira: str = ""
    tricks: tuple[tuple[Laid, ...], ...] = ()
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One answer. ``card``: it is touched as a drawn card.

    ``mark``: "", "chosen", and once it is answered "right", "wrong" or "missed".
    """

    value: str
    text: str
    card: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task on the screen. ``good``: None until it is answered. ``can_check``: marks may be checked."""

    scene: Scene
    ask: str
    options: tuple[Option, ...]
    can_check: bool
    good: bool | None
    verdict: str
    why: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """A page of a lesson. ``place``: "2 / 6"."""

    title: str
    place: str
    text: str
    cards: tuple[str, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson in the list. ``finished``: all its steps are done."""

    id: str
    title: str
    progress: str
    finished: bool


class Answering:
    """A task while it is answered: by one choice, or by marks that are checked together."""

    def __init__(self, task: Task, rules: Rules, *, quiz: bool = False) -> None:
        self.task = filled(task, rules)
        self.rules, self.quiz = rules, quiz
        self.chosen: frozenset[str] = frozenset()
        self.good: bool | None = None

    @property
    def several(self) -> bool:
        """Whether more than one option may be right."""
        return self.task.ask in SEVERAL

    def choose(self, option: str) -> None:
        """Marks an option, or takes its mark away; answers at once where one is asked for."""
        if self.good is not None or option not in self.task.options:
            return
        self.chosen = self.chosen ^ {option} if self.several else frozenset({option})
        if not self.several:
            self.check()

    def check(self) -> None:
        """Has the engine judge what was chosen; nothing where nothing was."""
        if self.chosen and self.good is None:
            self.good = check(self.task, self.chosen, self.rules)

    def view(self, words: Words) -> TaskView:
        """What the screen shows now."""
        right = answers(self.task, self.rules) if self.good is not None else frozenset()
        return TaskView(
            scene=scene_of(self.task, self.rules, words, told=self.good is not None, quiz=self.quiz),
            ask=ask_text(self.task, words),
            options=tuple(self._option(value, right, words) for value in self.task.options),
            can_check=self.several and self.good is None and bool(self.chosen),
            good=self.good,
            verdict="" if self.good is None else words("learn.good" if self.good else "learn.bad"),
            why=() if self.good is None else why_texts(self.task, words, self.rules)[:2],
        )

    def _option(self, value: str, right: frozenset[str], words: Words) -> Option:
        touched = self.task.ask in TOUCHED
        if self.good is None:
            mark = "chosen" if value in self.chosen else ""
        elif value in right:
            mark = "right" if value in self.chosen or not self.several else "missed"
        else:
            mark = "wrong" if value in self.chosen else ""
        return Option(value, option_text(value, words), value if touched else "", mark)


def scene_of(task: Task, rules: Rules, words: Words, *, told: bool, quiz: bool) -> Scene:
    """The hand of a task as it is drawn.

    ``told``: the answer is known, so manilhas have their gold edge. In a lesson the vira is drawn only where
    a manilha is in play: before manilhas are taught it would be a riddle.
    """
    match = judge_line(line_for(task, rules), rules)[1]
    manilhas = frozenset(map(str, match.manilhas))
    tricks = [trick.plays for trick in match.tricks]
    if match.current_trick:
        tricks.append(match.current_trick)
    in_play = {str(card) for plays in tricks for _, card in plays} | set(task.options)
    drawn = match.vira is not None and (quiz or bool(in_play & manilhas))
    golden = manilhas if told else frozenset()
    return Scene(
        vira=str(match.vira) if drawn else "",
        tricks=tuple(_laid(plays, golden, words) for plays in tricks),
        said=_said(match, words),
    )


def _laid(plays: Plays, golden: frozenset[str], words: Words) -> tuple[Laid, ...]:
    return tuple(
        Laid(words.seat(seat), seat % 2, "" if card is None else str(card), str(card) in golden)
        for seat, card in plays
    )


def _said(match: Match, words: Words) -> tuple[str, ...]:
    """The calls of the hand, each with the rung it asked for."""
    told = []
    asked = Match(match.rules, *match.start)
    for move in match.moves():
        asked.do(move)
        if isinstance(move, Say):
            pending = asked.pending_raise
            rung = "" if pending is None else words.rung(pending.value).upper()
            told.append(words(f"line.call.{move.call}", team=words.team(move.team), rung=rung))
    return tuple(told)


class Lecture:
    """A lesson being taken, step by step."""

    def __init__(self, lesson: Lesson, rules: Rules, progress: Progress) -> None:
        self.lesson, self.rules, self.progress = lesson, classroom(rules), progress
        self.steps = lesson.steps_for(self.rules)
        self.place = self._first_open()
        self.answering = self._task()

    def _first_open(self) -> int:
        """The first step not done yet; the very first once all are."""
        for place, step in enumerate(self.steps):
            if (self.lesson.id, step.id) not in self.progress.steps:
                return place
        return 0

    def _task(self) -> Answering | None:
        task = self.step.task
        return None if task is None else Answering(task, self.rules)

    @property
    def step(self) -> Step:
        """The step on the screen."""
        return self.steps[self.place]

    @property
    def may_go_on(self) -> bool:
        """Whether the step is done: read, or answered right."""
        return self.answering is None or self.answering.good is True

    @property
    def over(self) -> bool:
        """Whether this is the last step."""
        return self.place == len(self.steps) - 1

    def again(self) -> None:
        """The same task anew."""
        self.answering = self._task()

    def next(self) -> bool:
        """Goes on and counts the step as done; False after the last one."""
        if not self.may_go_on:
            return True
        self.progress = self.progress.stepped(self.lesson.id, self.step.id)
        if self.over:
            return False
        self.place += 1
        self.answering = self._task()
        return True

    def back(self) -> None:
        """The step before; nothing on the first."""
        if self.place:
            self.place -= 1
            self.answering = self._task()

    def view(self, words: Words) -> StepView:
        """What the screen shows beside the task."""
        return StepView(
            title=lesson_title(self.lesson, words),
            place=f"{self.place + 1} / {len(self.steps)}",
            text=step_text(self.lesson, self.step, words, self.rules),
            cards=self.step.cards,
            last=self.over,
        )


def lesson_rows(rules: Rules, progress: Progress, words: Words) -> tuple[LessonRow, ...]:
    """The list of lessons with what is done of each."""
    taught = classroom(rules)
    rows = []
    for lesson in LESSONS:
        steps = tuple(step.id for step in lesson.steps_for(taught))
        done = progress.done(lesson.id, steps)
        text = words("learn.progress", done=done, steps=len(steps))
        rows.append(LessonRow(lesson.id, lesson_title(lesson, words), text, done == len(steps)))
    return tuple(rows)


def rules_to_learn(table: Rules) -> tuple[tuple[str, Rules], ...]:
    """Rules that lessons can be taken under, by name: Paulista, Mineiro, and the table's own."""
    known = tuple((name, PRESETS[name]) for name in CHOICES)
    return known if table in (rules for _, rules in known) else (*known, ("table", table))


def quiz_text(progress: Progress, level: int, words: Words) -> str:
    """How the quiz of this level goes so far."""
    asked, right = progress.of_level(level)
    return words("learn.quiz_score", right=right, asked=asked, streak=progress.streak[0])
