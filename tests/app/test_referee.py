"""The referee with scripted table events: seats, ties, calls, questions, undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee_table import PLACES, SIDES, Table

from app.referee.calls import Said, SaidCall
from app.referee.lines import LineType
from app.referee.questions import Ask, Choice, Do
from app.referee.referee import ASK_AFTER, LATE_CALL, Referee
from engine import PRESETS, Call, Card, Way
from vision.events import IS_IT_VIRA, LAY_THERE, EventKind, TableEvent


def after_a_trick() -> Table:
    """Seat 2 has won the first trick, which is gathered, and opens the second."""
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.clear()
    return table


def test_a_hand_from_vira_to_score() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    assert table.told() == [
        ("vira", "5D"),
        ("manilhas", "6C 6H 6S 6D"),
        ("card", 0, "KS"),
        ("card", 1, "3C"),
        ("card", 2, "6H"),
        ("card", 3, "4S"),
        ("trick", 2, "manilha"),
        ("card", 2, "2C"),
        ("card", 3, "7D"),
        ("card", 0, "AD"),
        ("card", 1, "QH"),
        ("trick", 2, "highest"),
        ("hand", 0, "two_tricks", [1, 0]),
        ("score", [1, 0]),
    ]
    assert table.referee.questions == []


def test_a_tie_leaves_winner_and_seat_out() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "4S", "KS", "KD", "5C")
    (line,) = [line for line in table.referee.lines if line.type is LineType.TRICK]
    assert line.to_dict() == {"t": 5.0, "type": "trick", "reason": "tie"}
    assert table.referee.match.turn == 1


def test_a_covered_card_counts_from_the_second_trick_on() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.lay(2, "2C")
    table.cover(3)
    assert table.told()[-1] == ("covered", 3)
    assert table.referee.match.turn == 0


def test_a_covered_card_in_the_first_trick_is_asked_about() -> None:
    table = Table()
    table.vira("5D")
    table.cover(0)
    assert table.question().key == "covered_forbidden"
    assert ("covered", 0) not in table.told()


@pytest.mark.parametrize(("answer", "covered"), [(Do.LAID_BY, True), (Do.NO_CARD, False)])
def test_a_faint_back_is_asked_about(answer: Do, covered: bool) -> None:
    table = after_a_trick()
    table.cover(2, confidence=0.45)
    assert table.referee.questions == [] and table.referee.waits
    table.wait(ASK_AFTER)
    assert table.question().key == Ask.WHOSE_CARD and ("covered", 2) not in table.told()
    table.answer(answer, **({"seat": 2} if covered else {}))
    assert (("covered", 2) in table.told()) == covered and table.referee.questions == []


def test_a_faint_back_is_none_when_its_seat_lays_its_card() -> None:
    table = after_a_trick()
    table.cover(2, confidence=0.45)
    table.lay(2, "2H")
    table.wait(ASK_AFTER)
    assert LineType.QUESTION not in table.types() and table.told()[-1][:3] == ("card", 2, "2H")


def test_the_next_seats_card_tells_that_a_faint_back_was_one() -> None:
    table = after_a_trick()
    table.cover(2, confidence=0.45)
    table.lay(3, "2H")
    assert table.told()[-2:] == [("covered", 2), ("card", 3, "2H")]
    assert LineType.QUESTION not in table.types()


@pytest.mark.parametrize(("place", "seat"), [(PLACES[2], 0), ((0.5, 0.12), 3)])
def test_a_card_that_does_not_follow_a_faint_back_asks_about_it_at_once(
    place: tuple[float, float], seat: int
) -> None:
    """One of another seat than the next, or where the back lies behind what its seat has laid."""
    table = after_a_trick()
    table.event(EventKind.CARD_COVERED, place=place, came_from=SIDES[2], confidence=0.45)
    table.lay(seat, "2H")
    assert table.question().key == Ask.WHOSE_CARD and table.question().seat == 2


def test_a_back_in_question_is_its_seats_card_once_the_next_seat_has_laid_one() -> None:
    table = after_a_trick()
    table.cover(2, confidence=0.45)
    table.wait(ASK_AFTER)
    assert table.question().key == Ask.WHOSE_CARD
    table.lay(3, "2H")
    assert table.told()[-2:] == [("covered", 2), ("card", 3, "2H")] and table.referee.questions == []


def faint_back_after_the_next_card() -> Table:
    """Seat 2 opens the second trick with a covered card that is hardly seen, and later than seat 3's card."""
    table = after_a_trick()
    laid = TableEvent(EventKind.CARD_PLAYED, table.t + 1, 90, "2H", place=PLACES[3], came_from=SIDES[3])
    back = TableEvent(EventKind.CARD_COVERED, table.t + 1.2, 91, place=PLACES[2], came_from=SIDES[2])
    table.referee.see(laid)
    table.referee.see(replace(back, confidence=0.45))
    table.t += 1.2
    return table


def test_a_faint_back_told_after_the_next_card_is_the_one_before_it() -> None:
    table = faint_back_after_the_next_card()
    assert table.told()[-2:] == [("covered", 2), ("card", 3, "2H")] and table.referee.questions == []


def test_two_faint_backs_of_a_trick_are_settled_by_it() -> None:
    table = faint_back_after_the_next_card()
    table.cover(0, confidence=0.5)
    table.lay(1, "5S")
    table.lay(3, "QD")
    assert [line[0] for line in table.told()[-6:]] == ["covered", "card", "covered", "card", "trick", "card"]
    assert table.referee.questions == []


def test_a_faint_back_is_the_last_card_of_a_trick_that_is_gathered() -> None:
    table = after_a_trick()
    table.trick(2, "2H", "5S", "QD")
    table.cover(1, confidence=0.45)
    assert ("covered", 1) not in table.told()
    table.event(EventKind.TABLE_CLEARED, track=0)
    assert ("covered", 1) in table.told() and table.referee.questions == []


def test_a_film_that_ends_asks_about_a_faint_back() -> None:
    table = after_a_trick()
    table.cover(2, confidence=0.45)
    assert [one.key for one in table.referee.finish(table.t)] == [Ask.WHOSE_CARD]


@pytest.mark.parametrize("seat", [0, 3])
def test_a_faint_back_before_one_who_has_played_is_the_rest_of_its_hand(seat: int) -> None:
    table = Table()
    table.vira("5D")
    if seat == 0:
        table.lay(0, "KS")
    else:
        table.trick(0, "KS", "3C", "6H", "4S")
    table.cover(seat, confidence=0.55)
    table.wait(ASK_AFTER)
    assert table.referee.questions == [] and not table.referee.waits


@pytest.mark.parametrize(("place", "asked"), [((0.5, 0.88), False), ((0.5, 0.72), True)])
def test_a_clear_back_behind_the_card_of_one_who_has_played_is_its_hand(
    place: tuple[float, float], asked: bool
) -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.event(EventKind.CARD_COVERED, place=place, came_from=SIDES[0], confidence=0.85)
    assert bool(table.referee.questions) == asked


@pytest.mark.parametrize(("seat", "came"), [(2, True), (2, False), (0, True)])
def test_a_card_of_a_gathered_trick_laid_in_its_turn_is_a_second_one(seat: int, came: bool) -> None:
    """Elsewhere, or brought by nobody, it is the one that was put aside."""
    table = after_a_trick()
    for track in range(2, 6):
        table.event(EventKind.CARD_REMOVED, track=track)
    table.lay(seat, "KS", came_from=SIDES[seat] if came else None)
    second = seat == 2 and came
    assert ([one.key for one in table.referee.questions] == ["duplicate"]) == second
    assert ("card", seat, "KS") not in table.told()[7:]


def test_of_two_cards_that_an_arm_lay_over_the_later_seen_may_be_the_earlier_laid() -> None:
    """The arm is seat 1's; the card that comes into view first lies before seat 3."""
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "3D")
    first = TableEvent(EventKind.CARD_PLAYED, 9.0, 90, "KC", place=(0.41, 0.49), came_from=(0.72, -0.7))
    table.referee.see(first)
    assert table.referee.questions == [] and table.referee.waits
    table.referee.see(TableEvent(EventKind.CARD_PLAYED, 9.3, 91, "JC", place=(0.51, 0.36)))
    assert table.told()[-3:-1] == [("card", 2, "JC"), ("card", 3, "KC")]
    assert table.referee.questions == []


@pytest.mark.parametrize(("later", "ordered"), [(0.0, True), (0.1, True), (0.5, False)])
def test_cards_seen_together_are_taken_in_the_order_of_the_turn(later: float, ordered: bool) -> None:
    """Seat 3's arm has lain over both cards; what is seen of arms tells nothing."""
    table = after_a_trick()
    first = TableEvent(EventKind.CARD_PLAYED, 9.4, 91, "2H", place=(0.5, 0.43), rests_since=9.0 + later)
    second = TableEvent(EventKind.CARD_PLAYED, 9.4, 90, "2C", place=(0.43, 0.5), rests_since=9.0)
    gone = TableEvent(EventKind.CARD_REMOVED, 9.4, 12, "KS", place=(0.5, 0.5))
    events = table.referee.in_turn([gone, replace(second, came_from=SIDES[3]), first])
    assert [event.track for event in events] == ([12, 91, 90] if ordered else [12, 90, 91])
    assert table.referee.in_turn([gone]) == [gone]


@pytest.mark.parametrize(("place", "at_once"), [((0.5, 0.12), False), ((0.5, 0.28), True)])
def test_a_clear_back_behind_what_its_seat_laid_before_waits_for_its_card(
    place: tuple[float, float], at_once: bool
) -> None:
    table = after_a_trick()
    table.event(EventKind.CARD_COVERED, place=place, came_from=SIDES[2], confidence=0.85)
    assert (table.told()[-1] == ("covered", 2)) == at_once and table.referee.waits != at_once
    table.lay(*((3, "2C") if at_once else (2, "2H")))
    assert table.told()[-1][0] == "card" and table.referee.questions == []


def test_a_clear_back_behind_what_its_seat_laid_before_is_asked_about_when_the_next_card_comes() -> None:
    table = after_a_trick()
    table.event(EventKind.CARD_COVERED, place=(0.5, 0.12), came_from=SIDES[2], confidence=0.85)
    table.lay(3, "2H")
    assert table.question().key == Ask.WHOSE_CARD and table.question().seat == 2


def test_a_faint_back_that_nobody_brought_is_nothing() -> None:
    table = after_a_trick()
    table.event(EventKind.CARD_COVERED, place=PLACES[2], confidence=0.45)
    assert table.referee.questions == [] and ("covered", 2) not in table.told()


@pytest.mark.parametrize(("answer", "covered"), [(Do.LAID_BY, True), (Do.NO_CARD, False)])
def test_a_back_that_nobody_brought_is_never_counted_silently(answer: Do, covered: bool) -> None:
    table = after_a_trick()
    table.event(EventKind.CARD_COVERED, place=PLACES[2], came_from=None, confidence=0.8)
    assert table.question().key == Ask.WHOSE_CARD and ("covered", 2) not in table.told()
    table.answer(answer, **({"seat": 2} if covered else {}))
    assert (("covered", 2) in table.told()) == covered and table.referee.questions == []


@pytest.mark.parametrize(
    ("score", "laid_by", "settled"), [(0.55, 2, True), (0.8, 2, False), (0.55, 1, False)]
)
def test_a_faint_back_in_question_is_none_once_its_seat_lays_a_card(
    score: float, laid_by: int, settled: bool
) -> None:
    table = after_a_trick()
    table.cover(0, confidence=score)  # a glass is put where seat 0 lays its cards
    table.wait(ASK_AFTER)
    assert table.question().key == Ask.WHOSE_CARD and table.question().seat == 2
    table.lay(laid_by, "2H")
    assert (table.referee.questions == []) == settled
    assert (table.told()[-1][:3] == ("card", 2, "2H")) == settled


@pytest.mark.parametrize("place", [(0.5, 0.97), (0.02, 0.5)])
def test_backs_at_the_edge_are_hands_and_stock(place: tuple[float, float]) -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.event(EventKind.CARD_COVERED, place=place)
    assert table.told()[-1] == ("trick", 2, "manilha")
    assert table.referee.questions == []


def test_raise_accepted() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.say(1, Said.RAISE, 1)
    assert table.question().key == Ask.RAISE
    assert [(one.do, one.points, one.to) for one in table.question().choices] == [
        (Do.ACCEPT, 3, None),
        (Do.RAISE, 6, None),
        (Do.RUN, 1, 1),
    ]
    table.say(0, Said.ACCEPT)
    table.lay(1, "3C")
    assert table.told()[3:] == [("call", 1, "raise"), ("call", 0, "accept"), ("card", 1, "3C")]
    assert table.referee.match.stake == 3


def test_raise_run_from_pays_the_last_stake() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.say(1, Said.RAISE)
    table.say(0, Said.RUN)
    assert table.told()[-2:] == [("hand", 1, "ran_from_raise", [0, 1]), ("score", [0, 1])]


def test_a_card_waits_while_a_raise_is_unanswered() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.say(1, Said.RAISE, 1)
    table.lay(1, "3C")
    table.lay(2, "4C")
    assert ("card", 2, "4C") not in table.told()
    table.say(0, Said.ACCEPT)
    assert table.told()[-1] == ("card", 2, "4C")


def test_a_call_waits_for_the_card_that_makes_it_lawful() -> None:
    table = Table()
    table.vira("5D")
    table.say(1, Said.RAISE, 1)
    assert table.referee.match.pending_raise is None
    table.lay(0, "KS")
    assert table.told()[-2:] == [("card", 0, "KS"), ("call", 1, "raise")]


def test_an_answer_never_overtakes_its_raise() -> None:
    table = Table()
    table.vira("5D")
    table.referee.hear(SaidCall(1.2, 1, Said.RAISE, 1))
    table.referee.hear(SaidCall(1.4, 0, Said.RUN))
    assert not table.referee.match.hand_over
    table.lay(0, "KS")
    assert table.told()[-2:] == [("hand", 1, "ran_from_raise", [0, 1]), ("score", [0, 1])]


def test_a_call_at_the_wrong_time_becomes_a_question() -> None:
    table = Table()
    table.vira("5D")
    table.say(1, Said.RAISE, 1)
    lines = table.wait(LATE_CALL + 0.1)
    assert [line.type for line in lines] == [LineType.PROBLEM, LineType.QUESTION]
    assert table.question().key == "raise_untimely"
    table.answer("stands")
    assert table.told()[-1] == ("call", 1, "raise")


def test_an_accept_without_a_raise_is_named() -> None:
    table = Table()
    table.vira("5D")
    table.say(0, Said.ACCEPT)
    table.wait(LATE_CALL + 0.1)
    assert table.question().key == "no_raise"


def test_out_of_turn_is_asked_and_never_guessed() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(2, "3C")
    question = table.question()
    assert question.key == "out_of_turn" and {one.do for one in question.choices} >= {"stands", "seat"}
    assert ("card", 2, "3C") not in table.told() and ("card", 1, "3C") not in table.told()
    table.lay(1, "4D")
    assert table.told()[-1] == ("card", 0, "KS")
    table.answer("stands")
    assert table.told()[-2:] == [("card", 1, "4D"), ("card", 2, "3C")]


def test_out_of_turn_may_have_been_in_turn() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", came_from=SIDES[3])
    table.answer(Do.LAID_BY, seat=0)
    assert table.told()[-1] == ("card", 0, "KS")


def test_a_card_read_late_is_given_its_seat_once_the_whole_trick_lies() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "3C", place=(0.56, 0.5), came_from=SIDES[2])
    table.wait(ASK_AFTER)
    assert table.question().key == Ask.WHOSE_CARD
    table.lay(2, "6H")
    table.lay(3, "4S")
    assert table.told()[-1] == ("card", 0, "KS")
    table.clear()
    assert table.told()[-4:] == [
        ("card", 1, "3C"),
        ("card", 2, "6H"),
        ("card", 3, "4S"),
        ("trick", 2, "manilha"),
    ]
    assert table.referee.questions == []


def test_a_card_out_of_turn_stays_a_question_when_the_others_do_not_fit() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(2, "3C", place=(0.56, 0.5))
    table.wait(ASK_AFTER)
    table.lay(1, "6H")
    table.lay(3, "4S")
    table.clear()
    assert table.question().key == Ask.WHOSE_CARD


def test_the_place_must_not_speak_against_a_seat_that_is_deduced() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(2, "3C")
    table.lay(2, "6H")
    table.lay(3, "4S")
    table.clear()
    assert table.question().key == "out_of_turn"


def test_of_two_cards_thrown_at_once_either_may_be_read_first() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    placed = {"place": PLACES[2], "came_from": SIDES[2]}
    table.referee.see(replace(TableEvent(EventKind.CARD_PLAYED, 3.0, 50), card="6H", **placed))
    assert table.referee.questions == [] and table.told()[-1] == ("card", 0, "KS")
    placed = {"place": PLACES[1], "came_from": SIDES[1]}
    table.referee.see(replace(TableEvent(EventKind.CARD_PLAYED, 3.3, 51), card="3C", **placed))
    assert table.told()[-2:] == [("card", 1, "3C"), ("card", 2, "6H")]
    assert table.referee.questions == []


def test_of_two_cards_thrown_at_once_one_that_was_missed_is_not_guessed() -> None:
    """The arms come together, and the first card lies under the second: nobody knows whose that is."""
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "4D")
    table.lay(3, "3S", place=(0.45, 0.49), came_from=(-0.8, -0.6))
    assert table.question().key == Ask.WHOSE_CARD
    assert table.told()[-1] == ("card", 1, "4D")


def test_cards_that_wait_for_one_before_them_are_not_lost_at_the_end() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    placed = {"place": PLACES[2], "came_from": SIDES[2]}
    table.referee.see(replace(TableEvent(EventKind.CARD_PLAYED, 3.0, 50), card="6H", **placed))
    assert [one.key for one in table.referee.finish(3.1)] == ["out_of_turn"]


def test_a_card_out_of_turn_that_goes_back_answers_its_question() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(2, "3C", track=60)
    assert table.question().key == "out_of_turn"
    table.event(EventKind.CARD_REMOVED, "3C", track=60, place=PLACES[2])
    assert table.referee.questions == []
    table.lay(1, "4D")
    table.lay(2, "3C")
    assert table.told()[-2:] == [("card", 1, "4D"), ("card", 2, "3C")]


def test_a_card_covered_too_early_and_turned_up_answers_its_question() -> None:
    table = Table()
    table.vira("5D")
    table.cover(0, track=60)
    assert table.question().key == "covered_forbidden"
    table.event(EventKind.CARD_TURNED, "3C", track=60, place=PLACES[0])
    assert table.referee.questions == []
    table.lay(1, "4D")
    assert table.told()[-2:] == [("card", 0, "3C"), ("card", 1, "4D")]


@pytest.mark.parametrize("answered_first", [True, False])
def test_a_card_that_went_back_can_be_played_later(answered_first: bool) -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(2, "3C", track=60)
    if answered_first:
        table.answer("back")
    table.event(EventKind.CARD_REMOVED, "3C", track=60, place=PLACES[2])
    table.lay(1, "4D")
    table.lay(2, "3C", track=61)
    assert table.told()[-1] == ("card", 2, "3C")


def test_a_card_taken_back_can_be_played_later() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=60)
    table.event(EventKind.CARD_REMOVED, "KS", track=60, place=PLACES[0])
    table.answer(Do.BACK)
    table.lay(0, "KS", track=61)
    assert table.told()[-1] == ("card", 0, "KS")
    assert table.referee.questions == [] and table.referee.match.turn == 1


def test_a_second_card_of_a_seat_is_named() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "4D")
    table.lay(0, "3C")
    assert table.question().key == "second_card"


def test_a_table_that_plays_the_other_way_round_is_asked_once() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(3, "4D")
    assert table.question().key == Ask.DIRECTION
    table.answer(Do.OTHER_WAY)
    assert table.told()[-1] == ("card", 1, "4D")
    for number, card in ((2, "6H"), (1, "4S")):  # physical places: seat 2 is opposite, seat 1 comes last
        table.lay(number, card)
    assert table.told()[-1][0] == "trick" and table.referee.questions == []
    assert table.referee.seating.clockwise


def test_a_second_card_from_the_other_neighbour_may_be_out_of_turn() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(3, "4D")
    table.answer(Do.LAID_BY, seat=3)
    assert table.question().key == "out_of_turn"


def test_a_table_that_went_round_once_is_not_asked_for_its_direction() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    table.clear()
    table.vira("7C")
    table.lay(1, "3D")
    table.lay(0, "4D")
    assert table.question().key == "out_of_turn"


def test_a_card_that_lay_there_first_is_asked_about() -> None:
    table = Table()
    table.vira("5D")
    lines = table.lay(2, "3C", came_from=None, message=LAY_THERE)
    assert table.question().key == Ask.WHOSE_CARD and lines[-1].type is LineType.QUESTION
    table.answer(Do.LAID_BY, seat=0)
    assert table.told()[-1] == ("card", 0, "3C")


def test_what_lay_there_first_and_is_of_no_truco_deck_is_no_play() -> None:
    table = Table(PRESETS["fixa"])
    table.event(EventKind.CARD_PLAYED, "JK", message=LAY_THERE, place=PLACES[0])
    table.event(EventKind.CARD_PLAYED, "8S", message=LAY_THERE, place=PLACES[1])
    assert table.referee.questions == []
    table.event(EventKind.CARD_PLAYED, "4S", message=LAY_THERE, place=PLACES[0])
    assert table.question().key == Ask.WHOSE_CARD


def test_a_card_that_lay_there_before_a_hand_is_none_of_it() -> None:
    table = Table()
    table.lay(2, "3C", came_from=None, message=LAY_THERE)
    assert table.referee.lines == []


def test_a_card_thrown_into_the_middle_goes_by_the_turn() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", place=(0.45, 0.55), came_from=None)
    table.lay(1, "3C", place=(0.55, 0.48), came_from=None)
    assert table.told()[-2:] == [("card", 0, "KS"), ("card", 1, "3C")]


def test_the_same_card_announced_twice_is_one_card() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=7)
    assert table.lay(0, "KS", track=7) == ()
    assert table.lay(0, "KS", track=8) == ()
    assert table.told()[-1] == ("card", 0, "KS")


def test_a_duplicate_from_another_deck_is_asked_about() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "KS", candidates=(("KS", 0.9), ("KC", 0.1)))
    assert table.question().key == "duplicate"
    table.answer("card", card="KC")
    assert table.told()[-1] == ("card", 1, "KC")


def test_a_duplicate_of_a_card_that_left_with_its_trick_is_asked_about() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "3S", "4C", "4H", "KS")
    table.event(EventKind.TABLE_CLEARED, track=0)
    doubt = {"message": "duplicate", "candidates": (("KS", 1.0),), "place": PLACES[0], "came_from": SIDES[0]}
    table.event(EventKind.UNCERTAIN, **doubt)
    assert table.question().key == "duplicate"
    table.answer("back")
    table.lay(0, "2H")
    assert table.told()[-1] == ("card", 0, "2H")


@pytest.mark.parametrize(
    ("place", "arm", "whose"),
    [
        ((0.56, 0.51), SIDES[0], False),  # the arm of the one who has laid leans over the table
        ((0.51, 0.51), SIDES[0], True),  # and the place says nothing
        ((0.56, 0.51), SIDES[2], True),  # somebody else's arm: it may be a card out of turn
    ],
)
def test_the_arm_of_one_who_has_laid_counts_for_less_than_the_place(
    place: tuple[float, float], arm: tuple[float, float], whose: bool
) -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.lay(1, "3C", place=place, came_from=arm)
    if whose:
        table.wait(ASK_AFTER)
        assert table.question().key in (Ask.WHOSE_CARD, Ask.DIRECTION)
    else:
        assert table.told()[-1] == ("card", 1, "3C")


def test_a_card_equal_to_the_vira_is_asked_about() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "5D")
    assert table.question().key == "equals_vira"


@pytest.mark.parametrize(("brought", "asked"), [(True, True), (False, False)])
def test_a_joker_is_a_problem_where_somebody_brought_it(brought: bool, asked: bool) -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "JK", **({} if brought else {"came_from": None}))
    assert bool(table.referee.questions) == asked
    assert (table.referee.match.turn, table.told()[-1][0]) == (0, "manilhas")


def test_an_eight_is_named_and_never_swallowed() -> None:
    table = Table()
    table.vira("5D")
    lines = table.lay(0, "8H")
    assert [(line.type, line.card, line.reason) for line in lines] == [
        (LineType.PROBLEM, "8H", "not_in_deck"),
        (LineType.QUESTION, "8H", "not_in_deck"),
    ]
    table.answer("back")
    table.lay(0, "3H")
    assert table.told()[-1] == ("card", 0, "3H")


def test_a_doubtful_card_is_asked_and_read_later() -> None:
    table = Table()
    table.vira("5D")
    table.event(
        EventKind.UNCERTAIN, place=PLACES[0], candidates=(("AS", 0.5), ("4S", 0.4), ("8S", 0.1)), track=5
    )
    question = table.question()
    assert question.key == Ask.WHICH_CARD and [one.card for one in question.choices] == ["AS", "4S", ""]
    table.lay(1, "3C")
    table.lay(0, "4S", track=5)
    assert table.told()[-2:] == [("card", 0, "4S"), ("card", 1, "3C")]
    assert table.referee.questions == []


def test_a_doubtful_card_is_answered_by_the_table() -> None:
    table = Table()
    table.vira("5D")
    table.event(EventKind.UNCERTAIN, place=PLACES[0], candidates=(("AS", 0.5), ("4S", 0.4)))
    table.answer(Do.CARD, card="4S")
    assert table.told()[-1] == ("card", 0, "4S")
    assert LineType.ANSWER in table.types()


def test_a_doubtful_card_can_be_one_that_was_not_proposed() -> None:
    table = Table()
    table.vira("5D")
    table.event(EventKind.UNCERTAIN, place=PLACES[0], candidates=(("AS", 0.5),))
    assert table.question().any_card
    table.referee.answer(table.question().number, Choice(Do.CARD, card="QD"), 9.0)
    assert table.told()[-1] == ("card", 0, "QD")


def test_a_reading_that_changes_is_asked_and_corrected() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=9)
    table.lay(1, "3C")
    table.lay(0, "KC", track=9)
    assert table.question().key == Ask.CARD_CHANGED
    table.answer(Do.CARD, card="KC")
    assert table.told()[-2:] == [("card", 0, "KC"), ("card", 1, "3C")]


def test_a_reading_that_cannot_be_is_refused_in_words_and_the_card_stays() -> None:
    """A card of another deck, the vira, and the very card that was read before."""
    for named in ("9S", "5D", "KS"):
        table = Table()
        table.vira("5D")
        table.lay(0, "KS", track=9)
        table.lay(1, "3C")
        table.lay(0, "9S", track=9)
        assert table.question().key == Ask.CARD_CHANGED
        table.referee.answer(table.question().number, Choice(Do.CARD, card=named), 9.0)
        assert not table.referee.questions
        assert table.referee.lines[-1].type is LineType.PROBLEM
        assert str(table.referee.match.current_trick[0][1]) == "KS"
        table.lay(2, "2H")
        assert table.told()[-1] == ("card", 2, "2H")


def test_a_card_taken_back() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=9)
    table.event(EventKind.CARD_REMOVED, "KS", track=9)
    assert table.question().key == Ask.CARD_REMOVED
    table.answer(Do.BACK)
    assert ("card", 0, "KS") not in table.told()
    assert table.referee.match.turn == 0
    table.lay(0, "2H")
    assert table.told()[-1] == ("card", 0, "2H")


def test_a_card_hidden_and_seen_again_closes_the_question() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=9)
    table.event(EventKind.CARD_REMOVED, "KS", track=9)
    table.lay(0, "KS", track=12)
    assert table.referee.questions == []
    assert table.told()[-1] == ("card", 0, "KS")


def test_cards_gathered_after_a_trick_are_no_removal() -> None:
    table = Table()
    table.vira("5D")
    for number, card in enumerate(("KS", "3C", "6H", "4S")):
        table.lay(number, card, track=20 + number)
    for track in range(20, 24):
        table.event(EventKind.CARD_REMOVED, track=track)
    assert table.referee.questions == []


def test_the_vira_seen_again_is_nothing_new() -> None:
    table = Table()
    table.vira("5D")
    assert table.vira("5D") == ()


def test_a_card_before_the_vira_may_be_the_vira() -> None:
    table = Table()
    table.lay(0, "5D")
    assert table.question().key == Ask.IS_IT_VIRA
    table.answer(Do.VIRA)
    assert table.told() == [("vira", "5D"), ("manilhas", "6C 6H 6S 6D")]


def test_two_hands_one_after_the_other() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    table.clear()
    table.vira("KD")
    table.lay(1, "4D")
    assert table.told()[-3:] == [("vira", "KD"), ("manilhas", "AC AH AS AD"), ("card", 1, "4D")]


def test_fixed_manilhas_need_no_vira() -> None:
    table = Table(PRESETS["mineiro"])
    table.trick(0, "KS", "3C", "4C", "4S")
    assert table.told()[0] == ("manilhas", "4C 7H AS 7D")
    table.trick(2, "2C", "7D", "AD", "QH")
    table.trick(3, "3S", "2D", "2H", "JH")
    assert table.told()[-1] == ("score", [0, 2])
    table.clear()
    table.lay(1, "5S")
    assert table.told()[-2:] == [("manilhas", "4C 7H AS 7D"), ("card", 1, "5S")]


def test_without_a_vira_the_first_open_card_is_a_play() -> None:
    table = Table(PRESETS["mineiro"])
    table.event(EventKind.VIRA_SHOWN, "KS", place=PLACES[0], came_from=SIDES[0])
    assert table.told()[-1] == ("card", 0, "KS")


def test_a_card_read_anew_as_another_is_asked_about() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS", track=9)
    doubt = (("KC", 0.9), ("KS", 0.1))
    table.event(EventKind.UNCERTAIN, "KS", place=PLACES[0], track=9, candidates=doubt, message="reread")
    assert [(one.do, one.card) for one in table.question().choices] == [(Do.KEEP, "KS"), (Do.CARD, "KC")]


def test_a_second_card_of_one_name_is_a_duplicate() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    doubt = (("KS", 0.99),)
    table.event(EventKind.UNCERTAIN, place=PLACES[1], candidates=doubt, message="duplicate")
    assert table.question().key == "duplicate"


def test_a_doubtful_vira_is_answered_as_the_vira() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    table.clear()
    table.event(EventKind.UNCERTAIN, candidates=(("KD", 0.6), ("KH", 0.4)), message="vira")
    table.answer(Do.CARD, card="KH")
    assert table.told()[-2:] == [("vira", "KH"), ("manilhas", "AC AH AS AD")]


def test_two_players() -> None:
    table = Table(replace(PRESETS["paulista"], seats=2))
    table.vira("5D")
    table.lay(0, "KS")
    table.event(EventKind.CARD_PLAYED, "3C", place=PLACES[2], came_from=SIDES[2])
    assert table.told()[-1] == ("trick", 1, "highest")


def test_clockwise_tables_seat_the_other_way_round() -> None:
    table = Table(replace(PRESETS["paulista"], direction="clockwise"))
    table.vira("5D")
    table.lay(0, "KS")
    table.event(EventKind.CARD_PLAYED, "3C", place=PLACES[3], came_from=SIDES[3])
    assert table.told()[-1] == ("card", 1, "3C")


def test_a_hand_left_unfinished_stays_open_and_the_next_goes_on() -> None:
    table = Table(goes_on=True)
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H")
    table.clear()
    table.vira("KD")
    table.lay(1, "4D")
    assert table.told()[-1] == ("card", 1, "4D")
    still_open = [question.key for question in table.referee.finish(99.0)]
    assert still_open == [Ask.MISSING_CARD, Ask.HAND_OPEN]


def test_an_unanswered_question_does_not_stop_the_next_hand() -> None:
    table = Table(goes_on=True)
    table.vira("5D")
    table.event(EventKind.UNCERTAIN, place=PLACES[0], candidates=(("AS", 0.5), ("4S", 0.4)))
    table.lay(1, "3C")
    table.clear()
    table.vira("KD")
    table.lay(1, "4D")
    assert table.told()[-1] == ("card", 1, "4D")
    still_open = [question.key for question in table.referee.finish(99.0)]
    assert still_open == [Ask.WHICH_CARD, Ask.HAND_OPEN]


def test_with_people_there_an_unfinished_hand_waits_for_them() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H")
    table.vira("KD")
    table.lay(1, "4D")
    assert table.told()[-1] == ("card", 2, "6H")
    table.answer(Do.NEW_HAND)
    assert table.told()[-1] == ("card", 1, "4D")


def test_a_card_seen_with_the_next_ones_arm_is_its_place_s_once_the_next_lies_too() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C")
    near = {2: (0.5, 0.43), 3: (0.44, 0.5)}  # a camera that looks flatly: all lie near the middle
    table.lay(2, "6H", place=near[2], came_from=SIDES[3])
    assert table.referee.questions == [] and table.told()[-1][:2] == ("card", 1)
    table.lay(3, "4S", place=near[3])
    assert LineType.QUESTION not in table.types()
    assert [line[:3] for line in table.told()[-3:-1]] == [("card", 2, "6H"), ("card", 3, "4S")]


def test_a_card_seen_with_the_next_ones_arm_is_asked_about_when_nothing_follows() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C")
    table.lay(2, "6H", place=(0.5, 0.43), came_from=SIDES[3])
    assert table.referee.questions == []
    table.wait(ASK_AFTER)
    assert table.question().key == Ask.WHOSE_CARD and table.question().card == "6H"


def test_a_trick_gathered_too_early_asks_for_the_card_that_was_missed() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H")
    table.event(EventKind.TABLE_CLEARED, track=0)
    assert (table.question().key, table.question().seat) == (Ask.MISSING_CARD, 3)
    table.lay(2, "2C")
    assert table.told()[-1] == ("card", 2, "6H")
    table.referee.answer(table.question().number, Choice(Do.CARD, card="4S"), 20.0)
    assert table.told()[-3:] == [("card", 3, "4S"), ("trick", 2, "manilha"), ("card", 2, "2C")]


def test_two_cards_missed_are_asked_for_one_after_the_other() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C")
    table.event(EventKind.TABLE_CLEARED, track=0)
    table.referee.answer(table.question().number, Choice(Do.CARD, card="4S"), 20.0)
    assert (table.question().key, table.question().seat) == (Ask.MISSING_CARD, 3)


def test_cards_gathered_after_a_full_trick_are_in_order() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.event(EventKind.TABLE_CLEARED, track=0)
    assert table.referee.questions == []


def test_a_hand_in_the_middle_of_its_cards_is_said_at_the_end() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    assert [(one.key, one.seat) for one in table.referee.finish(9.0)] == [(Ask.HAND_OPEN, 1)]


def near_the_end(score: tuple[int, int]) -> Table:
    table = Table(PRESETS["paulista"])
    table.referee = Referee(PRESETS["paulista"], score=score)
    return table


def test_a_special_hand_waits_for_its_decision() -> None:
    table = near_the_end((11, 4))
    table.vira("5D")
    assert table.told()[-1] == ("special", 0, "eleven")
    table.lay(0, "KS")
    assert table.told()[-1] == ("special", 0, "eleven")
    assert [(one.do, one.points, one.to) for one in table.question().choices] == [
        (Do.PLAY, 3, None),
        (Do.GIVE_UP, 1, 1),
    ]
    table.answer(Do.PLAY)
    assert table.told()[-2:] == [("call", 0, "play"), ("card", 0, "KS")]
    assert table.referee.match.stake == 3


def test_what_is_said_of_a_special_hand_waits_for_its_vira() -> None:
    table = near_the_end((11, 4))
    table.say(0, Said.ACCEPT)
    table.wait(2 * LATE_CALL)
    assert table.referee.lines == []
    table.vira("5D")
    assert table.told() == [
        ("vira", "5D"),
        ("manilhas", "6C 6H 6S 6D"),
        ("special", 0, "eleven"),
        ("call", 0, "play"),
    ]


@pytest.mark.parametrize("answer", [Do.VIRA, Do.NO_CARD])
def test_what_was_said_of_a_special_hand_while_the_vira_is_in_question_waits_for_it_too(answer: Do) -> None:
    table = near_the_end((11, 4))
    table.event(EventKind.UNCERTAIN, "5D", place=(0.3, 0.5), message=IS_IT_VIRA, candidates=(("5D", 0.9),))
    question = next(one for one in table.referee.questions if one.key == Ask.IS_IT_VIRA)
    table.say(0, Said.ACCEPT)
    choice = next(one for one in question.choices if one.do == answer)
    table.referee.answer(question.number, choice, table.t + 1)
    if answer is Do.NO_CARD:
        assert table.told() == []
        table.vira("QC")
    assert [line[0] for line in table.told()] == ["vira", "manilhas", "special", "call"]


def test_a_special_hand_given_up() -> None:
    table = near_the_end((11, 4))
    table.vira("5D")
    table.say(0, Said.RUN)
    assert table.told()[-3:] == [
        ("call", 0, "give_up"),
        ("hand", 1, "special_refused", [11, 5]),
        ("score", [11, 5]),
    ]


def test_an_iron_hand_and_the_end_of_the_match() -> None:
    table = near_the_end((11, 11))
    table.vira("5D")
    assert table.told()[-1] == ("special", "iron")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    assert table.told()[-2:] == [("score", [12, 11]), ("match", 0, [12, 11])]


def test_truco_in_a_special_hand_is_heard_and_asked_about() -> None:
    table = near_the_end((11, 4))
    table.vira("5D")
    table.say(0, Said.ACCEPT)
    table.say(1, Said.RAISE)
    table.wait(LATE_CALL + 0.1)
    assert table.question().key == "raise_in_special"
    table.answer("ignore")
    table.lay(0, "KS")
    assert table.told()[-1] == ("card", 0, "KS")


def test_undo_takes_lines_back_and_offers_the_card_again() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    before = table.told()
    lines = table.referee.undo(20.0)
    assert [line.reason for line in lines if line.type is LineType.UNDO] == ["trick", "card"]
    assert table.told() == before[:-2]
    assert table.question().key == Ask.UNDONE
    table.answer(Do.CARD, card="4S")
    assert table.told() == before


def test_undo_with_another_card_after_it() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "KS")
    table.referee.undo(20.0)
    table.referee.answer(table.question().number, Choice(Do.CARD, card="KC"), 21.0)
    assert table.told()[-1] == ("card", 0, "KC")


def test_undo_over_the_end_of_a_hand() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    table.clear()
    table.vira("KD")
    table.referee.undo(30.0)
    table.answer(Do.NO_CARD)
    assert table.told()[-1] == ("score", [1, 0])
    table.referee.undo(31.0)
    assert table.referee.match.score == (0, 0)
    assert table.told()[-1] == ("card", 0, "AD")


def test_undo_of_a_card_that_raised_a_problem_closes_its_question() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "8H", candidates=(("8H", 0.6), ("3H", 0.4)))
    table.referee.undo(9.0)
    assert table.question().key == Ask.UNDONE
    table.answer(Do.CARD, card="3H")
    assert table.told()[-1] == ("card", 0, "3H")
    assert table.referee.questions == []


def test_undo_of_a_way_out_asks_again() -> None:
    table = Table()
    table.vira("5D")
    table.lay(0, "8H")
    table.answer("back")
    table.referee.undo(9.0)
    assert table.question().key == "not_in_deck"


def test_a_new_match_begins_with_the_next_vira() -> None:
    table = near_the_end((11, 11))
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    table.clear()
    table.vira("KD")
    assert table.referee.match.score == (0, 0)
    assert table.told()[-2:] == [("vira", "KD"), ("manilhas", "AC AH AS AD")]


def test_undo_of_a_call() -> None:
    table = Table()
    table.vira("5D")
    table.say(0, Said.RAISE, 0)
    table.referee.undo(9.0)
    assert table.told() == [("vira", "5D"), ("manilhas", "6C 6H 6S 6D")]
    assert table.referee.questions == []


def test_nothing_to_undo_is_said() -> None:
    table = Table()
    assert [line.reason for line in table.referee.undo(1.0)] == ["nothing_to_undo"]


def test_a_correction_judges_the_trick_anew() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    track = table.referee.track_of("6H")
    assert track is not None
    from engine import Card

    table.referee.correct(track, Card.parse("7H"), 9.0)
    assert table.told()[-3:] == [("card", 2, "7H"), ("card", 3, "4S"), ("trick", 1, "highest")]


def test_cards_shown_after_the_hand_do_not_count() -> None:
    table = Table()
    table.vira("5D")
    table.trick(0, "KS", "3C", "6H", "4S")
    table.trick(2, "2C", "7D", "AD", "QH")
    before = table.told()
    table.lay(3, "5C")
    assert table.told() == before
    assert table.referee.lines[-1].reason == "after_hand"


def test_a_lost_view_is_said() -> None:
    table = Table()
    lines = table.event(EventKind.VIEW_LOST, track=0, message="black")
    assert [line.to_dict() for line in lines] == [{"t": 1.0, "type": "view_lost", "reason": "black"}]


def test_an_answer_to_a_closed_question_is_refused() -> None:
    with pytest.raises(KeyError):
        Table().referee.answer(3, Choice(Do.KEEP), 1.0)


def test_what_waited_and_counts_no_more_is_told_by_name() -> None:
    table = Table()
    table.vira("5D")
    match = table.referee.match
    match.see_card(0, Card.parse("8C"))
    match.call_heard(1, None, Call.RUN)
    match.see_card(1, Card.parse("QC"))
    match.see_back(2)
    match.settle(Way.BACK)
    lines = table.referee.hear(SaidCall(9.0, 0, Said.ACCEPT))
    told = [(line.reason, line.seat, line.card) for line in lines if line.type is LineType.PROBLEM]
    assert told[:2] == [("left_out.card", 1, "QC"), ("left_out.covered", 2, "")]


def test_many_hands_leave_no_tracks_behind() -> None:
    table = Table(replace(PRESETS["paulista"], target=60))
    viras = ("5D", "5C", "5H", "5S")
    for number in range(40):
        table.vira(viras[number % 4])
        opener = table.referee.match.opener
        table.trick(opener, "KS", "QC", "7H", "4S")
        table.trick(opener, "2C", "7D", "JD", "QH")
        table.clear()
    assert table.referee.match.hand_number == 39 and table.referee.questions == []
    assert len(table.referee._ties) <= 27 and len(table.referee._events) <= 27
