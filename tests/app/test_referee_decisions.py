"""What only the table can say: a past card or stake, a tento, the next hand, the undone once more."""

from __future__ import annotations

from film_doubles import HAND, film

from app.judging import Sitting
from app.referee.lines import LineType
from app.referee.questions import Ask
from app.referee.referee import Referee
from engine import PRESETS, Card, Rules
from engine.actions import Correct, CorrectStake, NextHand, Penalize, Play, Redo


def table(*steps: str, rules: Rules = PRESETS["paulista"], score: tuple[int, int] = (0, 0)) -> Sitting:
    made = Sitting(Referee(rules, score=score), ())
    for event in film(*steps):
        made.take(event.t, [event])
    return made


def number_of(referee: Referee, card: str) -> int:
    return next(
        record.number
        for record in referee.match.history
        if isinstance(record.action, Play) and str(record.action.card) == card
    )


def test_a_corrected_card_turns_the_hand() -> None:
    referee = table(*HAND["two tricks"]).referee
    assert referee.match.score == (1, 0)
    lines = referee.decide(Correct(number_of(referee, "QH"), Card.parse("3H")), 9.0)
    assert referee.match.score == (0, 0)
    assert lines[0].type is LineType.UNDO
    assert referee.match.turn == 1


def test_a_card_corrected_by_hand_is_not_asked_about_when_it_is_seen_as_corrected() -> None:
    sitting = table("vira 5D", "0 KS", "1 3C")
    referee = sitting.referee
    referee.decide(Correct(number_of(referee, "KS"), Card.parse("KC")), 2.0)
    seen = film("0 KC", start=3.0, track=referee.track_of("KC") or 0)
    sitting.take(3.0, seen)
    assert not referee.questions and len(referee.match.current_trick) == 2


def test_a_stake_corrected_after_the_hand() -> None:
    referee = table(*HAND["two tricks"]).referee
    lines = referee.decide(CorrectStake(3, 0), 9.0)
    assert referee.match.score == (3, 0)
    assert [line.score for line in lines if line.type is LineType.SCORE] == [(3, 0)]


def test_a_tento_and_the_next_hand() -> None:
    referee = table("vira 5D", "0 KS", rules=PRESETS["mineiro"]).referee
    referee.decide(Penalize(0, "cheat"), 2.0)
    assert referee.match.score == (0, 2)
    referee.decide(NextHand(), 3.0)
    assert not referee.match.hand_over and referee.match.hand_number == 1


def test_what_is_refused_is_said_and_changes_nothing() -> None:
    referee = table("vira 5D", "0 KS").referee
    before = referee.match.state
    (line,) = referee.decide(NextHand(), 2.0)
    assert (line.type, line.reason) == (LineType.PROBLEM, "hand_running")
    assert referee.match.state == before


def test_an_undone_card_counts_again_and_is_asked_about_no_more() -> None:
    sitting = table("vira 5D", "0 KS", "1 3C")
    referee = sitting.referee
    referee.undo(2.0)
    assert [one.key for one in referee.questions] == [Ask.UNDONE]
    referee.decide(Redo(), 3.0)
    assert not referee.questions
    assert referee.match.current_trick[-1] == (1, Card.parse("3C"))
    assert referee.track_of("3C") == 3


def test_the_same_card_may_be_turned_in_the_next_hand() -> None:
    sitting = table(*HAND["two tricks"], "clear")
    for event in film("vira 5D", start=9.0, track=30):
        sitting.take(event.t, [event])
    match = sitting.referee.match
    assert (match.hand_number, str(match.vira), match.hand_over) == (1, "5D", False)
