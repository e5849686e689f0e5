"""What the referee remembers over a restart beyond the log: covered cards, and where cards lie."""

from __future__ import annotations

import json

from referee_table import PLACES, SIDES, Table

from app.referee.calls import Said
from app.referee.questions import Ask, Do
from app.referee.referee import Referee
from engine import PRESETS, Card, Match
from engine.actions import Correct
from vision.events import EventKind


def restarted(table: Table) -> Table:
    """The same table after the program was killed; what is remembered has gone through a file."""
    referee = table.referee
    again = Table(referee.match.rules)
    again.referee = Referee.resume(
        Match.load(referee.match.save()), json.loads(json.dumps(referee.remember()))
    )
    again.t, again.track = 0.0, 100
    return again


def with_a_covered_card() -> Table:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.clear()
    table.lay(2, "2C")
    # In the middle, where its place speaks for no seat.
    table.event(EventKind.CARD_COVERED, place=(0.52, 0.47), came_from=SIDES[3])
    assert table.referee.match.turn == 0
    return table


def test_a_covered_card_still_lying_is_not_covered_again() -> None:
    again = restarted(with_a_covered_card())
    before, state = list(again.referee.lines), again.referee.match.state
    again.vira("5D")
    again.lay(2, "2C", came_from=None)
    again.event(EventKind.CARD_COVERED, place=(0.53, 0.48), came_from=None)
    assert again.referee.match.state == state
    assert again.referee.lines == before
    assert again.referee.questions == []


def test_a_covered_card_elsewhere_may_be_the_same_or_another_so_it_is_asked_about() -> None:
    for answer, turn in ((Do.NO_CARD, 0), (Do.LAID_BY, 1)):
        again = restarted(with_a_covered_card())
        again.event(EventKind.CARD_COVERED, place=(0.45, 0.58), came_from=None)
        assert again.question().key == Ask.WHOSE_CARD
        assert again.referee.match.turn == 0
        again.answer(answer)
        assert again.referee.match.turn == turn


def test_the_next_covered_card_counts() -> None:
    again = restarted(with_a_covered_card())
    again.event(EventKind.CARD_COVERED, place=(0.52, 0.47), came_from=None)
    again.cover(0)
    assert again.referee.match.turn == 1
    assert [card for _, card in again.referee.match.current_trick][1:] == [None, None]


def test_an_arm_seen_laying_a_back_elsewhere_makes_it_a_new_card() -> None:
    again = restarted(with_a_covered_card())
    again.event(EventKind.CARD_COVERED, place=PLACES[0], came_from=SIDES[0])
    assert again.referee.match.turn == 1


def test_a_covered_card_gathered_before_the_restart_is_not_waited_for() -> None:
    table = with_a_covered_card()
    table.trick(0, "4D", "3H")
    table.clear()
    opener = table.referee.match.turn
    assert opener == 1
    again = restarted(table)
    again.lay(opener, "QD")
    following = (opener + 1) % 4
    again.event(EventKind.CARD_COVERED, place=(0.52, 0.47), came_from=SIDES[following])
    assert again.referee.match.turn == (opener + 2) % 4


def test_a_card_that_counts_for_nothing_stays_so() -> None:
    table = with_a_covered_card()
    table.lay(1, "7C")
    table.answer("back")
    again = restarted(table)
    again.event(EventKind.CARD_PLAYED, "7C", place=PLACES[1], came_from=None)
    assert again.referee.questions == []
    assert again.referee.match.turn == 0


def test_a_played_card_taken_for_the_vira_after_a_restart_stays_a_played_card() -> None:
    again = restarted(with_a_covered_card())
    again.event(EventKind.VIRA_SHOWN, "2C", place=PLACES[2], track=300)
    again.event(EventKind.CARD_REMOVED, "2C", place=PLACES[2], track=300)
    assert again.question().key == "card_removed"


def test_what_is_remembered_of_another_hand_is_forgotten() -> None:
    table = with_a_covered_card()
    stale = table.referee.remember()
    table.trick(0, "4D", "4H")
    assert table.referee.match.hand_over
    table.clear()
    table.vira("7S")
    again = Referee.resume(Match.load(table.referee.match.save()), stale)
    assert again.remember()["cards"] == [
        {"card": "7S", "seat": None, "place": [0.5, 0.5], "gone": True},
    ]


def test_a_correction_that_stops_at_a_way_out_without_a_card_can_be_answered() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "9H")
    table.answer("back", seat=0)
    table.referee.decide(Correct(1, Card.parse("4D")), table.t)
    question = table.question()
    assert question.key == "corrected" and {one.card for one in question.choices} == {""}
    table.answer("drop")
    assert table.referee.match.current_trick == ((0, Card.parse("4D")),)


def test_a_card_taken_back_before_the_restart_is_asked_about_when_it_still_lies_there() -> None:
    table = with_a_covered_card()
    table.lay(0, "4D")
    table.referee.undo(table.t)
    assert table.question().key == Ask.UNDONE
    again = restarted(table)
    assert again.referee.questions == []
    again.lay(0, "4D", came_from=None)
    assert again.question().key == Ask.UNDONE
    assert again.referee.match.turn == 0
    again.answer(Do.CARD, card="4D")
    assert again.referee.match.turn == 1


def test_a_covered_card_taken_back_before_the_restart_is_asked_about_too() -> None:
    table = with_a_covered_card()
    table.referee.undo(table.t)
    again = restarted(table)
    again.event(EventKind.CARD_COVERED, place=(0.52, 0.47), came_from=None)
    assert again.question().key == Ask.UNDONE
    again.answer(Do.NO_CARD)
    assert again.referee.match.turn == 3


def test_a_card_corrected_before_the_restart_and_misread_again_is_no_other_card() -> None:
    table = with_a_covered_card()
    table.lay(0, "6C")
    number = table.referee.match.history[-1].number
    table.referee.decide(Correct(number, Card.parse("6S")), table.t)
    again = restarted(table)
    state = again.referee.match.state
    again.lay(0, "6C", came_from=None)
    assert again.referee.questions == []
    assert again.referee.match.state == state


def test_the_card_it_was_misread_as_may_lie_there_too() -> None:
    table = with_a_covered_card()
    table.lay(0, "6C")
    number = table.referee.match.history[-1].number
    table.referee.decide(Correct(number, Card.parse("6S")), table.t)
    table.lay(1, "6C")
    again = restarted(table)
    state = again.referee.match.state
    again.lay(1, "6C", came_from=None)
    again.lay(0, "6S", came_from=None)
    assert again.referee.questions == []
    assert again.referee.match.state == state


def test_a_vira_taken_back_is_asked_about_by_its_place_and_stays_out_of_play_over_a_restart() -> None:
    table = Table()
    table.vira("3C")
    table.referee.undo(table.t)
    assert restarted(table).referee.remember()["cards"][0]["undone"]
    assert table.question().track == 1
    table.answer(Do.NO_CARD)
    table.vira("QD")
    table.lay(0, "KH")
    again = restarted(table)
    again.event(EventKind.CARD_PLAYED, "3C", place=(0.5, 0.5), came_from=None)
    assert again.referee.match.turn == 1
    assert again.referee.questions == []


def test_the_first_card_of_a_hand_with_fixed_manilhas_is_asked_about_by_its_place_too() -> None:
    table = Table(PRESETS["mineiro"])
    table.lay(0, "KH")
    table.say(1, Said.RUN)
    table.clear()
    table.lay(1, "7S")
    table.referee.undo(table.t)
    assert table.question().track == 2
