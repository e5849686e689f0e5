"""The screens for learning: the list, a lesson, the quiz, and cards shown to the camera."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import Any

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.learn import LESSONS, LEVELS, Progress, keep_progress, question, read_progress
from app.ui.learn_task import SceneBox, TaskPanel
from app.ui.page import Page
from app.ui.present.learn import (
    Answering,
    Lecture,
    lesson_rows,
    quiz_text,
    rules_to_learn,
)
from app.ui.present.seeing import fault_text
from app.ui.present.showing import Showing
from app.ui.seeing import Seeing
from app.ui.watching import STOPPED, Shown
from app.words import Words
from engine import Rules

__all__ = ["LearnPage", "LessonPage", "QuizPage", "SceneBox", "ShowPage", "TaskPanel"]

Builder.load_file(str(Path(__file__).with_name("learn.kv")))

LOOKS_A_SECOND = 10
"""How often the page looks whether the camera's thread has read the table anew."""


class LearnRow(ButtonBehavior, BoxLayout):
    """A lesson, the quiz or the camera exercise, with how far one has come."""

    text = StringProperty("")
    more = StringProperty("")
    finished = BooleanProperty(False)


class LearningPage(Page):
    """What the pages here share: the rules being learned, and the progress."""

    rules_name = "paulista"
    """Shared by all of them; Paulista until another is chosen."""

    @property
    def rules(self) -> Rules:
        """The rules being learned."""
        choices = dict(rules_to_learn(self.app.rules))
        return choices.get(LearningPage.rules_name, choices["paulista"])

    def words_for(self, rules: Rules) -> Words:
        """Words for a table with these rules; who sits at the real one is no part of a lesson."""
        return Words(self.app.settings.language, rules)

    @property
    def progress(self) -> Progress:
        """What has been learned so far."""
        return read_progress(self.app.store.progress)

    def keep(self, progress: Progress) -> None:
        """Keeps it."""
        keep_progress(self.app.store.progress, progress)


class LearnPage(LearningPage):
    """The lessons, the quiz and the camera exercise."""

    def refresh(self) -> None:
        """Writes the list anew."""
        words = self.app.words
        choices = rules_to_learn(self.app.rules)
        if LearningPage.rules_name not in dict(choices):
            LearningPage.rules_name = "paulista"
        self.ids.rules.options = [(name, words(f"learn.rules.{name}")) for name, _ in choices]
        self.ids.rules.value = LearningPage.rules_name
        box = self.ids.rows
        box.clear_widgets()
        for row in lesson_rows(self.rules, self.progress, words):
            self._add(row.title, row.progress, "lesson", row.finished, lesson=row.id)
        self._add(words("learn.quiz"), words("learn.quiz_more"), "quiz")
        self._add(words("learn.show_title"), words("learn.show_more"), "show")

    def _add(self, text: str, more: str, page: str, finished: bool = False, **what: Any) -> None:
        row = LearnRow(text=text, more=more, finished=finished)
        row.bind(on_release=lambda _: self.app.go(page, **what))
        self.ids.rows.add_widget(row)

    def choose_rules(self, name: str) -> None:
        """Lessons and quiz follow these rules from now on."""
        LearningPage.rules_name = name
        self.refresh()


class LessonPage(LearningPage):
    """A lesson, a step a page."""

    title = StringProperty("")
    place = StringProperty("")
    said = StringProperty("")
    cards = ListProperty()
    next_text = StringProperty("")
    may_go_on = BooleanProperty(False)
    may_try_again = BooleanProperty(False)
    first = BooleanProperty(True)
    has_task = BooleanProperty(False)
    lecture: Lecture | None = None

    def arrive(self, lesson: str) -> None:
        """Begins the lesson of this name, at the first step not done yet."""
        found = next(one for one in LESSONS if one.id == lesson)
        self.lecture = Lecture(found, self.rules, self.progress)

    def refresh(self) -> None:
        """Shows the step."""
        lecture = self.lecture
        if lecture is None:
            return
        words = self.words_for(lecture.rules)
        view = lecture.view(words)
        self.title, self.place, self.said = view.title, view.place, view.text
        self.cards = list(view.cards)
        self.first = lecture.place == 0
        self.may_go_on = lecture.may_go_on
        self.next_text = words("learn.finish" if view.last else "learn.next")
        answering = lecture.answering
        self.has_task = answering is not None
        self.may_try_again = answering is not None and answering.good is False
        task = None if answering is None else answering.view(words)
        self.ids.task.show(task)
        self.ids.scene.show(None if task is None else task.scene)

    def choose(self, option: str) -> None:
        """An option was touched."""
        if self.lecture is not None and self.lecture.answering is not None:
            self.lecture.answering.choose(option)
            self.refresh()

    def check(self) -> None:
        """What was marked is judged."""
        if self.lecture is not None and self.lecture.answering is not None:
            self.lecture.answering.check()
            self.refresh()

    def again(self) -> None:
        """The same task anew."""
        if self.lecture is not None:
            self.lecture.again()
            self.refresh()

    def go_on(self) -> None:
        """The next step; back to the list after the last."""
        if self.lecture is None or not self.lecture.may_go_on:
            return
        more = self.lecture.next()
        self.keep(self.lecture.progress)
        self.ids.told.scroll_y = 1
        if more:
            self.refresh()
        else:
            self.app.back()

    def before(self) -> None:
        """The step before."""
        if self.lecture is not None:
            self.lecture.back()
            self.refresh()


class QuizPage(LearningPage):
    """Who wins? Questions without end."""

    level = NumericProperty(LEVELS[0])
    score = StringProperty("")
    answered = BooleanProperty(False)
    answering: Answering | None = None
    seeds = SystemRandom()
    """Where the questions come from; tests put their own in its place."""

    def arrive(self) -> None:
        """Asks the first question."""
        self.ask()

    def ask(self) -> None:
        """Another question of this level."""
        task = question(self.rules, self.seeds.randrange(10**9), int(self.level))
        self.answering = Answering(task, self.rules, quiz=True)
        self.refresh()

    def refresh(self) -> None:
        """Shows the question as it stands."""
        if self.answering is None:
            return
        words = self.words_for(self.answering.rules)
        self.ids.levels.options = [(level, f"{words('learn.level')} {level}") for level in LEVELS]
        self.ids.levels.value = self.level
        self.score = quiz_text(self.progress, int(self.level), words)
        self.answered = self.answering.good is not None
        view = self.answering.view(words)
        self.ids.task.show(view)
        self.ids.scene.show(view.scene)

    def choose(self, option: str) -> None:
        """An option was touched."""
        answering = self.answering
        if answering is None or answering.good is not None:
            return
        answering.choose(option)
        if answering.good is not None:
            self.keep(self.progress.answered(int(self.level), answering.good))
        self.refresh()

    def choose_level(self, level: int) -> None:
        """Another level, and a question of it."""
        self.level = level
        self.ask()


class ShowPage(LearningPage):
    """Lay cards on the table; Vira says what it sees."""

    asked = StringProperty("")
    said = StringProperty("")
    done = BooleanProperty(False)
    picture = ObjectProperty(None, allownone=True)
    showing: Showing | None = None
    _seeing: Seeing | None = None
    _looking: Any = None
    _drawn: Shown | None = None

    def arrive(self) -> None:
        """Opens the camera of the settings; without one the page says so."""
        self.showing = Showing(self.rules)
        camera = self.app.settings.camera
        self.app.host.stop_watching()
        self._seeing = Seeing(self.app.eyes.watched(camera, self.app.words)) if camera else None
        self._looking = Clock.schedule_interval(self._look, 1 / LOOKS_A_SECOND)

    def leave(self) -> None:
        """Lets the camera go."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if self._seeing is not None:
            self._seeing.stop()
            self._seeing = None

    def _look(self, _: float) -> None:
        seeing, showing = self._seeing, self.showing
        if seeing is None or showing is None:
            return
        changed = False
        for names in seeing.news():
            changed = showing.take(names) or changed
        shown = seeing.shown
        if shown is not None and shown is not self._drawn:
            self._drawn = shown
            self._draw(shown.size, shown.pixels)
        if changed or seeing.fault:
            self.refresh()

    def _draw(self, size: tuple[int, int], pixels: bytes) -> None:
        if self.picture is None or self.picture.size != size:
            self.picture = Texture.create(size=size, colorfmt="rgb")
            self.picture.flip_vertical()
        self.picture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
        self.ids.picture.canvas.ask_update()

    def refresh(self) -> None:
        """Says what is asked for, and what is seen."""
        if self.showing is None:
            return
        words = self.app.words
        self.asked, self.said = self.showing.texts(words)
        self.done = self.showing.done
        if self._seeing is None:
            self.said = words("learn.no_camera")
        elif self._seeing.fault == STOPPED:
            self.said = words("learn.reading_stopped")
        elif self._seeing.fault:
            self.said = fault_text(self._seeing.fault, live=True, words=words)

    def next(self) -> None:
        """The next thing to show."""
        if self.showing is not None:
            self.showing.next()
            self.refresh()
