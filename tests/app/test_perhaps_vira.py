"""Cards shown before the vira, as the referee takes them."""

from __future__ import annotations

from referee_table import Table

from app.referee.lines import LineType
from app.referee.questions import Ask, Do
from vision.events import IS_IT_VIRA, EventKind


def shown(table: Table, card: str, track: int = 40) -> None:
    table.event(EventKind.UNCERTAIN, card, track=track, message=IS_IT_VIRA, candidates=((card, 0.98),))


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
    table.lay(0, "6H")
    assert table.told() == []
    table.answer(Do.VIRA)
    assert [line[0] for line in table.told()] == [LineType.VIRA, LineType.MANILHAS, LineType.CARD]


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
    shown(table, "5D")
    fields = {"message": IS_IT_VIRA, "place": (0.5, 0.72), "came_from": (0.0, 1.0)}
    table.event(EventKind.UNCERTAIN, "6H", track=41, candidates=(("6H", 0.98),), **fields)
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
