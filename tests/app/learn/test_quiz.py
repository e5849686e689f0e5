"""Quiz questions: made by the engine, answered by the engine, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from app.learn import LEVELS, Ask, Task, answers, question, why
from app.learn.wording import ask_text, option_text, why_texts
from app.words import LANGUAGES, Words
from engine import PRESETS, judge_line


def questions(name: str, level: int) -> list[Task]:
    return [question(PRESETS[name], seed, level) for seed in range(60)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", PRESETS)
def test_a_question_has_one_answer_among_its_options(name: str, level: int) -> None:
    rules = PRESETS[name]
    for task in questions(name, level):
        assert len(answers(task, rules)) == 1
        assert len(set(task.options)) == len(task.options) >= 2
        assert judge_line(task.line, rules)[1].case is None


def test_the_same_seed_asks_the_same_and_another_something_else() -> None:
    assert questions("paulista", 2) == questions("paulista", 2)
    assert len({task.line for task in questions("paulista", 2)}) > 50


@pytest.mark.parametrize("name", PRESETS)
def test_no_answer_can_be_guessed_from_the_level(name: str) -> None:
    for level in LEVELS:
        tasks = questions(name, level)
        right = Counter(next(iter(answers(task, PRESETS[name]))) for task in tasks)
        assert len(right) >= 2
        assert max(right.values()) <= 0.75 * len(tasks), (level, right)


def test_levels_grow() -> None:
    first = [judge_line(task.line, PRESETS["paulista"])[1] for task in questions("paulista", 1)]
    assert {match.tricks[0].reason for match in first} == {"highest", "manilha"}
    second = questions("paulista", 2)
    matches = [judge_line(task.line, PRESETS["paulista"])[1] for task in second]
    assert {"tie", "partners_equal", "manilha", "highest"} <= {match.tricks[0].reason for match in matches}
    assert {Ask.TRICK, Ask.LEADER} == {task.ask for task in second}
    third = questions("paulista", 3)
    ended = [judge_line(task.line, PRESETS["paulista"])[1] for task in third]
    reasons = {match.hand_outcome.reason for match in ended if match.hand_outcome is not None}
    assert {"two_tricks", "first_trick_after_tie", "tie_breaking_trick"} <= reasons
    assert {Ask.HAND, Ask.PAYS} == {task.ask for task in third}
    assert max(match.stake for match in ended) > 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_a_question_and_its_reason_have_words(language: str, name: str) -> None:
    rules = PRESETS[name]
    words = Words(language, rules)
    for level in LEVELS:
        for task in questions(name, level)[:20]:
            said = [ask_text(task, words), *(option_text(option, words) for option in task.options)]
            said += [one.title for one in why_texts(task, words, rules)]
            assert all(text.strip() and "{" not in text for text in said)
            assert why(task, rules)


def test_another_level_is_refused() -> None:
    with pytest.raises(ValueError, match="choose 1, 2 or 3"):
        question(PRESETS["paulista"], 0, 4)
