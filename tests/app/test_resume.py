"""A referee that goes on with a match restored from its log while the cards still lie on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee_table import Table

from app.referee.calls import Said
from app.referee.lines import judged
from app.referee.questions import Ask, Do
from app.referee.referee import Referee
from engine import PRESETS, Match
from vision.events import EventKind


def restarted(table: Table) -> Table:
    """The same table after the program was killed: only the saved log is left, vision numbers anew."""
    again = Table(table.referee.match.rules)
    again.referee = Referee.resume(Match.load(table.referee.match.save()))
    again.t, again.track = 0.0, 100
    return again


def begun() -> Table:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.lay(2, "2C")
    table.lay(3, "7D")
    return table


def test_the_transcript_so_far_is_the_same() -> None:
    table = begun()
    again = restarted(table)
    assert judged(again.referee.lines) == judged(table.referee.lines)
    assert again.referee.questions == []


def test_cards_still_lying_are_not_announced_again() -> None:
    again = restarted(begun())
    before = list(again.referee.lines)
    again.vira("5D")
    again.lay(2, "2C", came_from=None)
    again.lay(3, "7D", came_from=None)
    assert again.referee.lines == before
    assert again.referee.match.turn == 0


def test_the_hand_goes_on_where_it_was() -> None:
    table, again = begun(), None
    again = restarted(table)
    again.vira("5D")
    for one in (table, again):
        one.lay(0, "AD")
        one.lay(1, "QH")
    assert again.told() == table.told()
    assert again.referee.match.score == (1, 0)


def test_a_card_in_question_is_asked_about_again() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "9H")
    again = restarted(table)
    assert again.question().key == "not_in_deck"
    again.answer("back", seat=1)
    assert again.referee.match.turn == 1


def test_a_raise_waits_for_its_answer_over_a_restart() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.say(1, Said.RAISE, 1)
    again = restarted(table)
    assert again.question().key == Ask.RAISE
    again.say(0, Said.ACCEPT)
    again.lay(1, "3C")
    table.say(0, Said.ACCEPT)
    table.lay(1, "3C")
    assert again.told() == table.told()


def test_undo_after_a_restart_reaches_back_and_offers_the_card() -> None:
    again = restarted(begun())
    again.lay(3, "7D", came_from=None)
    again.referee.undo(5.0)
    assert again.question().key == Ask.UNDONE
    again.answer(Do.CARD, card="7D")
    assert again.referee.match.turn == 0


def test_corrections_and_undone_actions_are_in_the_log() -> None:
    table = begun()
    table.referee.undo(20.0)
    table.answer(Do.NO_CARD)
    again = restarted(table)
    assert judged(again.referee.lines) == judged(table.referee.lines)
    assert again.referee.match.state == table.referee.match.state


@pytest.mark.parametrize("rules", ["paulista", "mineiro"])
def test_between_hands_the_next_one_begins_with_its_cards(rules: str) -> None:
    table = Table(PRESETS[rules])
    if table.referee.match.rules.manilha == "vira":
        table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2 if rules == "paulista" else 1, "2C", "7D", "AD", "QH")
    leader = table.referee.match.turn
    if leader is not None:
        for number, card in enumerate(("KC", "3S", "2S", "AH")):
            table.lay((leader + number) % 4, card)
    assert table.referee.match.hand_over
    again = restarted(table)
    again.clear()
    if rules == "paulista":
        again.vira("QS")
    again.lay(1, "3D")
    assert again.referee.match.hand_number == 1
    assert again.referee.match.turn == 2


def test_another_vira_in_the_middle_of_a_hand_is_a_question() -> None:
    again = restarted(begun())
    again.vira("JC")
    assert again.question().key == Ask.HAND_UNFINISHED


def test_a_card_that_changed_while_nobody_watched_is_a_play_or_a_question() -> None:
    """A card laid while Vira was off is not known, so it is judged like any other."""
    again = restarted(begun())
    again.vira("5D")
    again.event(EventKind.CARD_PLAYED, "AD", place=(0.5, 0.72), came_from=None)
    assert again.referee.match.turn == 1
    assert replace(again.referee.lines[-1], t=0.0).card == "AD"
