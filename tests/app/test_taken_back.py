"""Cards that go back into a hand: alone on the table, among others, before and after the answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee_table import Table

from app.referee.lines import LineType
from app.referee.questions import Ask, Do
from engine import PRESETS
from tests.bench.strict import standing
from vision.events import EventKind


def alone(table: Table, card: str, track: int) -> None:
    """The only card that lay there is gone."""
    table.event(EventKind.TABLE_CLEARED, card, track=track)


def reasons(table: Table, kind: LineType) -> list[str]:
    return [line.reason for line in table.referee.lines if line.type is kind]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_only_card_of_a_trick_that_leaves_may_have_been_taken_back(seats: int) -> None:
    table = Table(replace(PRESETS["paulista"], seats=seats))
    table.vira("5D")
    table.lay(0, "KS", track=9)
    alone(table, "KS", 9)
    assert table.question().key == Ask.CARD_REMOVED and table.question().waits
    table.lay(0, "2H", track=11)
    assert ("card", 0, "2H") not in table.told(), "nothing is judged before the answer"
    table.answer(Do.BACK)
    assert table.told()[-1] == ("card", 0, "2H") and ("card", 0, "KS") not in table.told()
    assert table.referee.questions == []
    assert reasons(table, LineType.PROBLEM) == ["taken_back"]
    assert reasons(table, LineType.QUESTION) == [Ask.CARD_REMOVED], "one thing is asked once"


def test_the_only_card_of_a_trick_that_counts_was_gathered_with_one_that_was_missed() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=9)
    alone(table, "KS", 9)
    table.answer(Do.KEEP)
    assert table.question().key == Ask.MISSING_CARD and table.question().seat == 1
    assert table.told()[-1] == ("card", 0, "KS")


def test_the_only_card_seen_again_was_not_taken_back() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=9)
    alone(table, "KS", 9)
    table.lay(0, "KS", track=12)
    assert table.referee.questions == []
    table.lay(1, "3C")
    assert table.told()[-2:] == [("card", 0, "KS"), ("card", 1, "3C")]


def test_the_only_card_of_a_finished_hand_leaves_without_a_question() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "3S", "4C", "4H", "4S")
    table.trick(0, "3H", "5C", "5H", "5S")
    alone(table, "5S", 8)
    assert table.referee.questions == []


def test_a_card_out_of_turn_that_goes_back_alone_answers_its_question() -> None:
    table = Table()
    table.vira("5D")
    table.lay(2, "KS", track=9)
    assert table.question().key == "out_of_turn"
    alone(table, "KS", 9)
    assert table.referee.questions == []
    table.trick(0, "3C", "4C", "KS")
    assert table.told()[-1] == ("card", 2, "KS")


def test_a_card_that_went_back_alone_after_the_answer_can_be_played_later() -> None:
    table = Table()
    table.vira("5D")
    table.lay(2, "KS", track=9)
    table.answer("back")
    alone(table, "KS", 9)
    assert table.referee.questions == []
    table.trick(0, "3C", "4C", "KS")
    assert table.told()[-1] == ("card", 2, "KS")


def test_a_card_laid_for_one_that_was_taken_back_waits_for_the_answer() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "3C", track=9)
    table.event(EventKind.CARD_REMOVED, "3C", track=9)
    table.lay(1, "2C")
    assert table.question().key == Ask.CARD_REMOVED and reasons(table, LineType.PROBLEM) == []
    table.answer(Do.BACK)
    assert table.told()[-1] == ("card", 1, "2C")


def test_the_next_card_goes_on_while_it_is_asked_whether_one_was_taken_back() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "3C", track=9)
    table.event(EventKind.CARD_REMOVED, "3C", track=9)
    table.lay(2, "4H")
    assert table.told()[-1] == ("card", 2, "4H")


def test_fixed_manilhas_stay_told_when_the_first_card_of_a_hand_is_taken_back() -> None:
    table = Table(PRESETS["fixa"])
    table.lay(0, "KS", track=9)
    alone(table, "KS", 9)
    table.answer(Do.BACK)
    assert standing(table.referee.lines)[-1].type is LineType.MANILHAS
    table.lay(0, "3C")
    assert [line.type for line in standing(table.referee.lines)] == [LineType.MANILHAS, LineType.CARD]
