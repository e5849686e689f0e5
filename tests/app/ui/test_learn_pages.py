"""A lesson, the quiz and the camera exercise, played by touch in a real window."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.learn import LESSONS, LEVELS, Ask, answers, read_progress
from app.learn.wording import option_text
from app.store import Seating
from app.ui.present.learn import Answering
from engine import PRESETS


def shot(app: Any, name: str) -> None:
    """A screenshot, where somebody wants to look at them."""
    if os.environ.get("VIRA_SHOTS"):
        app.picture(name)


def go(app: Any, name: str, **what: Any) -> None:
    """Shows a page and lets it be laid out."""
    app.app.go(name, **what)
    app.steps()


def choose(app: Any, answering: Answering, *, right: bool = True) -> None:
    """Touches the right options, or the first wrong one."""
    good = answers(answering.task, answering.rules)
    wanted = good if right else frozenset(answering.task.options) - good
    for option in sorted(wanted) if right else sorted(wanted)[:1]:
        app.touch(option_text(option, app.app.words))
    if answering.several:
        app.touch(app.app.words("learn.check"))


@pytest.mark.parametrize(("lesson", "steps"), [("order", 6), ("manilhas", 7)])
def test_a_lesson_is_taken_by_touch(open_app: Any, lesson: str, steps: int) -> None:
    app = open_app()
    words = app.app.words
    go(app, "learn")
    shot(app, "learn")
    app.touch(words(f"learn.lesson.{lesson}"))
    page = app.app.current
    for place in range(steps):
        lecture = page.lecture
        assert page.place == f"{place + 1} / {steps}"
        if lecture.answering is not None:
            shot(app, f"{lesson}{place}")
            assert app.find(page.next_text).disabled
            choose(app, lecture.answering)
            assert lecture.answering.good is True
            assert app.says(words("learn.good"))
            shot(app, f"{lesson}{place}_good")
        else:
            shot(app, f"{lesson}{place}")
        app.touch(page.next_text)
    assert app.app.current.name == "learn"
    assert app.says(words("learn.progress", done=steps, steps=steps))
    kept = read_progress(app.app.store.progress)
    assert len(kept.steps) == steps


def test_a_wrong_answer_is_explained_and_may_be_tried_again(open_app: Any) -> None:
    app = open_app()
    go(app, "lesson", lesson="order")
    app.touch("Próximo")
    app.touch("Próximo")
    page = app.app.current
    assert app.says("Qual delas ganha das outras?")
    app.touch("K♠")
    assert app.says("Não foi dessa vez.") and app.says("A♥ ganha de K♠")
    shot(app, "lesson_wrong")
    assert app.find("Próximo").disabled
    app.touch("Tentar de novo")
    assert not app.says("Não foi dessa vez.")
    app.touch("A♥")
    assert app.says("Isso mesmo!") and not app.find("Próximo").disabled
    app.touch("Anterior")
    assert page.place == "2 / 6"


def test_the_rules_learned_are_chosen(open_app: Any) -> None:
    app = open_app()
    go(app, "learn")
    app.touch("Mineiro (fixas)")
    app.touch("As manilhas")
    assert app.says("Nesta mesa as manilhas são sempre as mesmas")
    app.app.back()
    app.steps()
    app.touch("Paulista (vira)")
    app.touch("As manilhas")
    assert app.says("é a vira")


@pytest.mark.parametrize("level", LEVELS)
def test_the_quiz_is_played_by_touch(open_app: Any, level: int) -> None:
    app = open_app()
    words = app.app.words
    go(app, "quiz")
    page = app.app.current
    page.seeds = Random(level)
    app.touch(f"Nível {level}")
    seen = set()
    for number in range(4):
        seen.add(page.answering.task.line)
        assert not app.says(words("learn.good")) and not app.says(words("learn.bad"))
        shot(app, f"quiz{level}_{number}")
        choose(app, page.answering, right=number != 2)
        assert app.says(words("learn.good" if number != 2 else "learn.bad"))
        shot(app, f"quiz{level}_{number}_answered")
        app.touch("Outra")
    assert len(seen) == 4
    assert read_progress(app.app.store.progress).of_level(level) == (4, 3)
    assert app.says("certas: 3 de 4 · seguidas: 1")


def test_an_answer_is_counted_once(open_app: Any) -> None:
    app = open_app()
    go(app, "quiz")
    page = app.app.current
    choose(app, page.answering)
    right = next(iter(answers(page.answering.task, page.answering.rules)))
    app.touch(f"✓ {option_text(right, app.app.words)}")
    assert read_progress(app.app.store.progress).of_level(1) == (1, 1)


def test_a_question_passed_over_does_not_count(open_app: Any) -> None:
    app = open_app()
    go(app, "quiz")
    app.touch("Pular")
    assert read_progress(app.app.store.progress).of_level(1) == (0, 0)


def test_the_language_changes_within_a_lesson(open_app: Any) -> None:
    app = open_app()
    go(app, "lesson", lesson="stakes")
    assert app.says("Quanto vale a mão agora?")
    app.app.other_language()
    app.steps()
    assert app.says("What is the hand worth now?")


@pytest.mark.parametrize("name", ["mineiro-6", "paulista"])
def test_lessons_and_quiz_do_not_hang_on_who_sits_at_the_table(open_app: Any, name: str) -> None:
    app = open_app()
    rules = PRESETS[name] if name == "mineiro-6" else replace(PRESETS[name], seats=2)
    app.app.begin(rules, Seating((), ("Ana", "Beto")), None, watch=False)
    go(app, "learn")
    app.touch("Desta mesa")
    for lesson in LESSONS:
        go(app, "lesson", lesson=lesson.id)
        assert app.app.current.lecture.rules.seats == 4
        assert not app.says("Ana")
    go(app, "quiz")
    for level in LEVELS:
        app.touch(f"Nível {level}")
        assert app.app.current.answering.rules.seats == rules.seats
        assert not app.says("Ana")


def test_every_ask_is_met_in_a_lesson_or_the_quiz() -> None:
    from app.learn import classroom

    met = {
        step.task.ask
        for lesson in LESSONS
        for step in lesson.steps_for(classroom(PRESETS["paulista"]))
        if step.task is not None
    }
    assert met == set(Ask)
