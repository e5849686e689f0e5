"""Every problem that a table can have is a question with named answers, in both languages."""

from __future__ import annotations

import pytest

from app.referee.questions import Ask
from app.referee.referee import Referee
from app.ui.present.asking import asked
from app.words import LANGUAGES, Words
from engine import Match, Problem, judge_line

P = "paulista 0-0 d3 : v5D "
LINES = {
    Problem.NOT_IN_DECK: P + "8C",
    Problem.DUPLICATE: P + "KC KC",
    Problem.EQUALS_VIRA: P + "5D",
    Problem.WHICH_JOKER: "mineiro-6 0-0 d5 : JK",
    Problem.VIRA_CHANGED: P + "v6D",
    Problem.NO_VIRA_HERE: "mineiro 0-0 d3 : v5D",
    Problem.VIRA_MISSING: "paulista 0-0 d3 : KC",
    Problem.BURNED_IN_SPECIAL: "paulista 11-0 d3 : v5D bKC",
    Problem.SECOND_CARD: P + "KC 0=QC",
    Problem.FOURTH_CARD: P + "KC QC JC 7C | KD QD JD 3D | 3=3C 3=3H",
    Problem.OUT_OF_TURN: P + "1=QC",
    Problem.COVERED_FORBIDDEN: P + "xx",
    Problem.TAKEN_BACK: P + "KC 0<",
    Problem.UNDECIDED: "paulista 11-0 d3 : v5D KC",
    Problem.UNANSWERED: P + "t0@0 1=QC",
    Problem.RAISE_IN_SPECIAL: "paulista 11-0 d3 : v5D s0+ t1",
    Problem.RAISE_TWICE: P + "t0 t0",
    Problem.RAISE_UNTIMELY: P + "t1",
    Problem.NO_RAISE: P + "a1",
    Problem.OWN_RAISE: P + "t0 a0",
    Problem.WRONG_COUNT: P + "n2=4",
}
ELSEWHERE = {
    Problem.VIRA_EARLY,  # needs the iron hand with a hidden vira
    Problem.RAISE_CAPPED,  # needs the tournament's cap
    Problem.CORRECTED,  # needs a correction
}


def test_none_is_left_out() -> None:
    assert set(LINES) | ELSEWHERE == set(Problem)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("problem", LINES, ids=lambda problem: problem.name)
def test_it_is_asked_with_answers(problem: Problem, language: str) -> None:
    match: Match = judge_line(LINES[problem])[1]
    assert problem in match.problems
    words = Words(language, match.rules)
    # A raise or a special hand that waits for its answer is a question of its own beside it.
    (question,) = (one for one in Referee.resume(match).questions if one.key not in set(Ask))
    card = asked(question, match, words)
    assert card.text and "{" not in card.text
    ways = len(match.case.ways) if match.case is not None else 0
    assert card.answers and len(card.answers) + card.any_card >= ways > 0
    assert all(answer.text and "{" not in answer.text for answer in card.answers)
    assert len({answer.text for answer in card.answers}) == len(card.answers)
