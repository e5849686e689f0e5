"""What counts as silently wrong in a filmed hand."""

from __future__ import annotations

from app.referee.lines import Line, LineType
from tests.bench.strict import Moment, silent_faults


def card(t: float, seat: int, name: str) -> Line:
    return Line(t, LineType.CARD, seat, name, seat % 2)


TRUTH = (Line(1.0, LineType.VIRA, card="5D"), card(2.0, 0, "KS"), card(4.0, 1, "3C"))


def watched(told: list[Line], until: float, asking: tuple[float, float] = (99.0, 99.0)) -> list[Moment]:
    """A moment every tenth of a second; asking between the two times."""
    times = [number / 10 for number in range(round(until * 10) + 1)]
    return [Moment(t, sum(line.t <= t for line in told), asking[0] <= t < asking[1]) for t in times]


def faults(told: list[Line], until: float = 8.0, asking: tuple[float, float] = (99.0, 99.0), truth=TRUTH):  # type: ignore[no-untyped-def]
    return silent_faults(watched(told, until, asking), told, truth)


def right() -> list[Line]:
    return [Line(1.5, LineType.VIRA, card="5D"), card(2.4, 0, "KS"), card(4.6, 1, "3C")]


def test_what_is_told_in_time_is_no_fault() -> None:
    assert faults(right()) == []


def test_a_card_told_a_little_before_the_hand_has_left_it_is_no_fault() -> None:
    told = right()
    told[2] = card(3.6, 1, "3C")
    assert faults(told) == []


def test_a_wrong_card_is_a_fault_also_when_it_is_taken_back() -> None:
    told = right()
    told[2] = card(4.6, 1, "AC")
    undone = Line(5.0, LineType.UNDO, 1, "AC", 1, "card")
    (fault,) = faults([*told, undone, card(5.0, 1, "3C")])
    assert (fault.t, fault.missing) == (4.6, False)
    assert fault.told is not None and fault.told["card"] == "AC"


def test_a_wrong_card_with_a_question_open_is_not_silent() -> None:
    told = right()
    told[2] = card(4.6, 1, "AC")
    undone = Line(5.0, LineType.UNDO, 1, "AC", 1, "card")
    assert faults([*told, undone, card(5.0, 1, "3C")], asking=(4.5, 5.0)) == []


def test_a_wrong_card_that_outlives_its_question_is_a_fault() -> None:
    told = right()
    told[2] = card(4.6, 1, "AC")
    assert [fault.t for fault in faults(told, asking=(4.5, 6.0))] == [6.0]


def test_what_is_missing_three_seconds_after_it_was_due_is_a_fault() -> None:
    (fault,) = faults(right()[:2])
    assert fault.missing and fault.t == 7.0
    assert fault.truth is not None and fault.truth["card"] == "3C"


def test_what_is_asked_about_is_not_missing() -> None:
    assert faults(right()[:2], asking=(5.0, 99.0)) == []


def test_a_line_that_never_was_is_a_fault() -> None:
    (fault,) = faults([*right(), card(6.0, 2, "7D")])
    assert (fault.t, fault.truth) == (6.0, None)


def test_a_card_that_was_taken_back_stood_there_before() -> None:
    undone = Line(6.0, LineType.UNDO, 1, "3C", 1, "card")
    truth = (*TRUTH, undone, card(7.0, 1, "7D"))
    told = [*right(), Line(7.0, LineType.UNDO, 1, "3C", 1, "card"), card(7.5, 1, "7D")]
    assert faults(told, 12.0, truth=truth) == []
    (fault,) = faults(right(), 12.0, truth=truth)  # never taken back: wrong once the patience is over
    assert 9.0 <= fault.t <= 10.1
