"""Calls with a time and cards are brought into the order in which they were said and laid."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.judging import CALL_DELAY, Sitting
from app.referee.calls import Said, SaidCall
from app.referee.lines import Line, LineType
from app.referee.referee import Referee
from engine import PRESETS
from vision.events import EventKind, TableEvent

PLACES = {0: (0.5, 0.72), 1: (0.7, 0.5)}
SIDES = {0: (0.0, 1.0), 1: (1.0, 0.0)}
VIRA = TableEvent(EventKind.VIRA_SHOWN, 1.0, 1, "5D")


def played(told: float, rests: float | None, seat: int, card: str) -> TableEvent:
    return TableEvent(
        EventKind.CARD_PLAYED, told, 10 + seat, card, PLACES[seat], SIDES[seat], rests_since=rests
    )


def judged(events: Mapping[float, TableEvent], calls: list[SaidCall], until: float = 6.0) -> list[str]:
    lines: list[Line] = []
    sitting = Sitting(Referee(PRESETS["paulista"]), calls, lines.append)
    for number in range(int(until * 10) + 1):
        t = number / 10
        sitting.take(t, [events[t]] if t in events else [])
    wanted = (LineType.CARD, LineType.CALL)
    return [line.card or str(line.reason) for line in lines if line.type in wanted]


@pytest.mark.parametrize(
    ("rests", "raiser", "order"),
    [
        (3.0, 1, ["KS", "raise", "accept", "4H"]),  # laid after the answer: it does not overtake it
        (2.2, 0, ["KS", "4H", "raise", "accept"]),  # laid before the call, read late
        (None, 0, ["KS", "4H", "raise", "accept"]),  # unknown: what is seen counts first
    ],
)
def test_a_card_is_judged_after_what_was_said_before_it_was_laid(
    rests: float | None, raiser: int, order: list[str]
) -> None:
    calls = [SaidCall(2.5, raiser, Said.RAISE), SaidCall(2.9, 1 - raiser, Said.ACCEPT)]
    events = {1.0: VIRA, 2.0: played(2.0, 1.9, 0, "KS"), 3.1: played(3.1, rests, 1, "4H")}
    assert judged(events, calls) == order


def test_an_answer_given_while_the_card_was_being_laid_comes_first() -> None:
    calls = [SaidCall(2.1, 1, Said.RAISE), SaidCall(2.9, 0, Said.ACCEPT)]
    events = {1.0: VIRA, 2.0: played(2.0, 1.9, 0, "KS"), 3.1: played(3.1, 2.7, 1, "4H")}
    assert judged(events, calls) == ["KS", "raise", "accept", "4H"]


def test_a_call_without_a_card_after_it_waits_its_time() -> None:
    calls = [SaidCall(2.5, 1, Said.RAISE)]
    events = {1.0: VIRA, 2.0: played(2.0, 1.9, 0, "KS")}
    assert judged(events, calls, until=2.5 + CALL_DELAY - 0.1) == ["KS"]
    assert judged(events, calls, until=2.5 + CALL_DELAY + 0.1) == ["KS", "raise"]
