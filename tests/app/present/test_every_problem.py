"""Every problem that a table can have is a question with named answers, in both languages."""

from __future__ import annotations

import pytest

from app.referee.questions import Ask
from app.referee.referee import Referee
from app.ui.present.asking import asked
from app.words import LANGUAGES, Words
from engine import Card, Match, Problem, judge_line

P = "paulista 0-0 d3 : v5D "
LINES = {
    Problem.NOT_IN_DECK: P + "8C",
    Problem.DUPLICATE: P + "KC KC",
    Problem.EQUALS_VIRA: P + "5D",
    Problem.WHICH_JOKER: "mineiro-6 0-0 d5 : JK",
    Problem.VIRA_CHANGED: P + "v6D",
    Problem.VIRA_EARLY: "paulista{iron_hand=hidden_vira} 11-11 d3 : v5D",
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
    Problem.RAISE_CAPPED: "paulista{raise_cap=yes} 9-9 d3 : v5D t0 t1",
    Problem.NO_RAISE: P + "a1",
    Problem.OWN_RAISE: P + "t0 a0",
    Problem.WRONG_COUNT: P + "n2=4",
}


def with_problem(problem: Problem) -> Match:
    """A match that waits for the table's answer to it."""
    if problem is not Problem.CORRECTED:
        return judge_line(LINES[problem])[1]
    match = judge_line(P + "KC 7C JC 7D | 3C 4C 4D 4H |")[1]
    match.next_hand()
    match.see_vira(Card.parse("6H"))
    match.see_card(1, Card.parse("KC"))
    match.correct(6, Card.parse("6D"))  # no manilha: that hand went on, and what was seen since is of none
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("problem", Problem, ids=lambda problem: problem.name)
def test_it_is_asked_with_answers(problem: Problem, language: str) -> None:
    match = with_problem(problem)
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
