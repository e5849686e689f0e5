"""Cards shown before the vira, as the referee takes them."""

from __future__ import annotations

import pytest
from referee_table import PLACES, SIDES, Table

from app.referee.lines import LineType
from app.referee.questions import Ask, Do
from vision.events import IS_IT_VIRA, EventKind


def shown(table: Table, card: str, track: int = 40, **fields: object) -> None:
    doubt = ((card, 0.98),)
    table.event(EventKind.UNCERTAIN, card, track=track, message=IS_IT_VIRA, candidates=doubt, **fields)


def test_a_card_away_from_the_stock_is_asked_about() -> None:
    table = Table()
    shown(table, "3C")
    question = table.question()
    assert question.key == Ask.IS_IT_VIRA and question.card == "3C"
    assert table.told() == [] and table.referee.match.vira is None
    table.answer(Do.VIRA)
    assert str(table.referee.match.vira) == "3C"


def test_the_vira_at_the_stock_answers_for_a_burned_card() -> None:
    table = Table()
    shown(table, "3C")
    table.vira("5D")
    assert table.referee.questions == [] and str(table.referee.match.vira) == "5D"
    table.lay(0, "6H")
    assert table.told()[-1][0] == LineType.CARD
    assert [line.reason for line in table.referee.lines if line.type is LineType.ANSWER] == [Do.NO_CARD]


def test_the_stock_laid_on_it_answers_too() -> None:
    table = Table()
    shown(table, "3C")
    table.event(EventKind.VIRA_SHOWN, "3C", track=40, place=(0.5, 0.5))
    assert table.referee.questions == [] and str(table.referee.match.vira) == "3C"


def test_a_burned_card_that_is_put_away_closes_its_question() -> None:
    table = Table()
    shown(table, "3C")
    table.event(EventKind.CARD_REMOVED, "3C", track=40)
    assert table.referee.questions == [] and table.referee.match.vira is None
    table.vira("5D")
    assert str(table.referee.match.vira) == "5D"


def test_a_card_played_while_it_is_asked_about_waits_for_the_answer() -> None:
    table = Table()
    shown(table, "5D")
    table.lay(0, "6H", came_from=None)
    assert table.told() == []
    table.answer(Do.VIRA)
    assert [line[0] for line in table.told()] == [LineType.VIRA, LineType.MANILHAS, LineType.CARD]


def test_the_openers_card_tells_that_the_one_before_it_was_the_vira() -> None:
    table = Table()
    shown(table, "5D", came_from=SIDES[3])
    shown(table, "6H", track=41, place=PLACES[0], came_from=SIDES[0])
    assert table.referee.questions == []
    assert [line[0] for line in table.told()] == [LineType.VIRA, LineType.MANILHAS, LineType.CARD]
    assert str(table.referee.match.vira) == "5D" and table.told()[-1][:3] == (LineType.CARD, 0, "6H")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (SIDES[0], SIDES[0]),  # the opener's card, and the vira was missed
        (SIDES[3], SIDES[1]),  # somebody else's card comes first
        (SIDES[3], SIDES[3]),  # a second burned card
        (SIDES[3], None),
    ],
)
def test_other_cards_than_the_openers_leave_the_vira_in_question(
    first: tuple[float, float], second: tuple[float, float] | None
) -> None:
    table = Table()
    shown(table, "5D", came_from=first)
    shown(table, "6H", track=41, place=(0.5, 0.5), came_from=second)
    assert table.question().card == "5D" and table.told() == []


def test_of_two_burned_cards_the_openers_card_makes_none_the_vira() -> None:
    table = Table()
    shown(table, "5D", came_from=SIDES[3])
    shown(table, "7D", track=41, came_from=SIDES[3])
    table.lay(0, "6H")
    assert table.question().card == "5D" and table.told() == []


def test_a_burned_card_is_no_vira_by_the_answer_of_the_table() -> None:
    table = Table()
    shown(table, "3C")
    table.answer(Do.NO_CARD)
    table.vira("5D")
    table.lay(0, "6H")
    assert str(table.referee.match.vira) == "5D" and table.referee.questions == []


def test_the_vira_of_a_hand_that_goes_on_after_a_restart_is_not_asked_about() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "6H")
    shown(table, "5D", track=90)
    assert table.referee.questions == []


def test_several_burned_cards_are_asked_about_once() -> None:
    table = Table()
    for track, card in enumerate(("3C", "QH", "2S"), start=40):
        shown(table, card, track)
    assert table.question().card == "3C"
    table.vira("5D")
    table.lay(0, "6H")
    assert table.referee.questions == []
    assert [line[0] for line in table.told()] == [LineType.VIRA, LineType.MANILHAS, LineType.CARD]


def test_what_followed_a_vira_that_the_table_confirms_was_played() -> None:
    table = Table()
    shown(table, "5D", came_from=SIDES[0])
    shown(table, "6H", track=41, place=PLACES[0], came_from=SIDES[0])
    assert [one.card for one in table.referee.questions] == ["5D"]
    table.answer(Do.VIRA)
    assert table.told()[-1][:3] == (LineType.CARD, 0, "6H") and table.referee.questions == []


def test_where_the_first_was_none_the_next_is_asked_about() -> None:
    table = Table()
    shown(table, "3C")
    shown(table, "5D", track=41)
    table.answer(Do.NO_CARD)
    assert table.question().card == "5D"
    table.answer(Do.VIRA)
    assert str(table.referee.match.vira) == "5D"


def test_a_card_that_comes_late_leaves_the_vira_in_question() -> None:
    """A trick that was missed may lie between the two."""
    table = Table()
    shown(table, "5D", came_from=SIDES[3])
    table.wait(4.0)
    table.lay(0, "6H")
    assert table.question().card == "5D" and table.told() == []


def test_a_second_burned_card_that_is_put_away_is_not_asked_about() -> None:
    table = Table()
    shown(table, "3C", came_from=SIDES[3])
    shown(table, "7D", track=41, came_from=SIDES[3])
    table.event(EventKind.CARD_REMOVED, "7D", track=41)
    table.answer(Do.NO_CARD)
    assert table.referee.questions == []
    table.vira("5D")
    table.lay(0, "6H")
    assert [line[0] for line in table.told()] == [LineType.VIRA, LineType.MANILHAS, LineType.CARD]
