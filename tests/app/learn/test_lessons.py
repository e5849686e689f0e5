"""Every lesson can be taught under all rules, in both languages, and the engine knows its answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from po_files import words_in

from app.learn import LESSONS, Ask, Lesson, Step, answers, check, classroom
from app.learn.answers import line_for
from app.learn.task import SEVERAL, TOUCHED
from app.learn.wording import ask_text, filled, option_text, step_text, why_texts
from app.words import LANGUAGES, Words
from engine import ALL_CARDS, PRESETS, Rules, judge_line

OPTIONS: dict[str, tuple[Any, ...]] = {
    "tie_leader": ("first_tied", "tie_maker", "opener"),
    "all_tied": ("nobody", "carry", "opener", "dealer", "raiser_loses"),
    "covered_from": ("second", "first", "never"),
    "raise_timing": ("own_turn", "before_own_card", "any_time"),
    "special_raise_penalty": ("match", "tento", "warn"),
    "misdeal": ("pass", "tentos", "again"),
    "iron_hand": ("blind", "blind_first", "hidden_vira", "open", "open_own"),
    "wrong_turn": ("ask", "stands", "back", "tento"),
    "ladder": ((4, 8, 12), (1, 3)),
    "target": (5, 15, 24),
}


def all_rules() -> list[Rules]:
    """The presets, and each value of every option that lessons speak of."""
    found = list(PRESETS.values())
    for base in (PRESETS["paulista"], PRESETS["mineiro"]):
        for name, values in OPTIONS.items():
            for value in values:
                if name == "iron_hand" and value == "hidden_vira" and base.manilha == "fixed":
                    continue
                changes = {name: value}
                if name == "ladder":
                    changes["rung_names"] = ("truco", "seis")[: len(value) - 1]
                found.append(replace(base, **changes))
    return found


RULES = all_rules()


def steps(rules: Rules) -> list[tuple[Lesson, Step]]:
    return [(lesson, step) for lesson in LESSONS for step in lesson.steps_for(rules)]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_every_task_has_an_answer_and_a_wrong_one(rules: Rules) -> None:
    taught = classroom(rules)
    for lesson, step in steps(taught):
        if step.task is None:
            continue
        task = filled(step.task, taught)
        right = answers(task, taught)
        assert right and right < set(task.options), (lesson.id, step.id)
        assert len(right) == 1 or task.ask in SEVERAL
        assert check(task, right, taught)
        assert not check(task, task.options, taught) and not check(task, (), taught)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_figures_of_a_step_are_three_different_ones(rules: Rules) -> None:
    taught = classroom(rules)
    for lesson, step in steps(taught):
        if step.task is not None and step.task.ask in (Ask.WORTH, Ask.PAYS):
            assert len(set(filled(step.task, taught).options)) == 3, (lesson.id, step.id)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_every_step_has_words(language: str, rules: Rules) -> None:
    taught = classroom(rules)
    words = Words(language, taught)
    for lesson, step in steps(taught):
        said = [step_text(lesson, step, words, taught)]
        if step.task is not None:
            task = filled(step.task, taught)
            said += [ask_text(task, words), *(option_text(option, words) for option in task.options)]
            said += [text for one in why_texts(task, words, taught) for text in (one.title, one.text)]
        assert all(text.strip() and not set("{}") & set(text) for text in said)
        assert len(said[0]) <= 260, said[0]


def test_there_are_words_for_exactly_the_steps() -> None:
    there = {key.removeprefix("learn.step.") for key in words_in("en") if key.startswith("learn.step.")}
    assert there == {f"{lesson.id}.{step.id}" for lesson in LESSONS for step in lesson.steps}
    names = {key.removeprefix("learn.lesson.") for key in words_in("en") if key.startswith("learn.lesson.")}
    assert names == {lesson.id for lesson in LESSONS}
    asks = {key.removeprefix("learn.ask.") for key in words_in("en") if key.startswith("learn.ask.")}
    assert asks == {str(ask) for ask in Ask}


def test_every_step_is_taught_somewhere() -> None:
    taught = {(lesson.id, step.id) for rules in RULES for lesson, step in steps(classroom(rules))}
    assert taught == {(lesson.id, step.id) for lesson in LESSONS for step in lesson.steps}


def test_a_lesson_is_never_empty() -> None:
    assert all(len(lesson.steps_for(classroom(rules))) >= 4 for rules in RULES for lesson in LESSONS)


def test_what_is_touched_are_cards_that_do_not_lie_already() -> None:
    cards = {str(card) for card in ALL_CARDS}
    for rules in (PRESETS["paulista"], PRESETS["mineiro"]):
        for _, step in steps(classroom(rules)):
            if step.task is None or step.task.ask not in TOUCHED:
                continue
            lying = line_for(step.task, classroom(rules)).replace("v", "").split()
            assert set(step.task.options) <= cards
            assert not set(step.task.options) & set(lying)


@pytest.mark.parametrize(
    ("rules", "lesson", "step", "right"),
    [
        ("paulista", "order", "strongest", {"AH"}),
        ("paulista", "order", "queen_jack", {"JC"}),
        ("paulista", "order", "suits", {"tie"}),
        ("paulista", "manilhas", "after_three", {"4H", "4S"}),
        ("paulista", "manilhas", "after_seven", {"QH", "QS"}),
        ("mineiro", "manilhas", "find_fixed", {"4C", "7D", "AS"}),
        ("paulista", "ties", "partners", {"team:0"}),
        ("paulista", "ties", "leads_first_tied", {"seat:1"}),
        ("mineiro", "ties", "leads_tie_maker", {"seat:2"}),
        ("paulista", "stakes", "asked", {"1"}),
        ("mineiro", "stakes", "raised_again", {"4"}),
        ("paulista", "special", "give", {"1"}),
        ("mineiro", "special", "play", {"4"}),
        ("paulista", "stakes", "when_own_turn", {"no"}),
        ("mineiro", "stakes", "when_any_time", {"yes"}),
        ("paulista", "deal", "burn", {"no"}),
        ("paulista", "manners", "bluff", {"yes"}),
        ("paulista", "manners", "laid", {"no"}),
        ("paulista", "manners", "partner", {"seat:2"}),
    ],
)
def test_answers_are_those_of_the_rule_notes(rules: str, lesson: str, step: str, right: set[str]) -> None:
    taught = classroom(PRESETS[rules])
    found = next(s for one, s in steps(taught) if (one.id, s.id) == (lesson, step))
    assert found.task is not None
    assert answers(filled(found.task, taught), taught) == right


def test_three_ties_are_taught_as_the_table_plays_them() -> None:
    right = {
        "nobody": "nobody",
        "carry": "nobody",
        "opener": "team:0",
        "dealer": "team:1",
        "raiser_loses": "team:1",
    }
    for value, answer in right.items():
        taught = classroom(replace(PRESETS["paulista"], all_tied=value))
        step = next(s for _, s in steps(taught) if s.id.startswith("three_"))
        assert step.task is not None and answers(step.task, taught) == {answer}


def test_the_classroom_keeps_what_the_table_agreed_on() -> None:
    rules = replace(PRESETS["mineiro-6"], target=24)
    taught = classroom(rules)
    assert (taught.seats, taught.deck, taught.target) == (4, "full", 24)
    assert (taught.ladder, taught.all_tied) == (rules.ladder, rules.all_tied)
    assert classroom(replace(rules, target=5)).target == 12


def test_every_line_is_a_hand() -> None:
    for rules in RULES:
        for _, step in steps(classroom(rules)):
            if step.task is not None:
                judge_line(line_for(step.task, classroom(rules)), classroom(rules))
