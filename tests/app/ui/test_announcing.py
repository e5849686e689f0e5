"""What is heard of a match: each thing once, nothing of what was there before."""

from __future__ import annotations

import pytest

from app.referee.referee import Referee
from app.ui.announcing import Announcer, News
from app.voice import Signal
from engine import PRESETS, Call, Card

CARD, SCORE, QUESTION = (Signal.CARD,), (Signal.SCORE,), (Signal.QUESTION,)


@pytest.fixture
def referee() -> Referee:
    return Referee(PRESETS["paulista"], 3)


def test_each_thing_is_told_once(referee: Referee) -> None:
    announcer, match = Announcer(), referee.match
    assert announcer.news(referee) == News()
    match.show_vira(Card.parse("5D"))
    assert announcer.news(referee) == News(CARD, ("manilha_is", "rank_6"))
    assert announcer.news(referee) == News()
    match.play(0, Card.parse("KC"))
    assert announcer.news(referee) == News(CARD)
    match.call(1, Call.RAISE)
    assert announcer.news(referee) == News((), ("call_truco",))
    match.call(0, Call.RUN)
    told = announcer.news(referee)
    assert told == News(SCORE, ("ran", "hand_1", "number_0", "score_to", "number_1"))
    match.undo()
    assert announcer.news(referee) == News(SCORE, ("undone", "number_0", "score_to", "number_0"))


def test_a_match_that_is_opened_is_not_told_anew(referee: Referee) -> None:
    announcer = Announcer()
    announcer.news(referee)
    other = Referee(PRESETS["paulista"], 3)
    other.match.show_vira(Card.parse("5D"))
    assert announcer.news(other) == News()
    other.match.play(0, Card.parse("KC"))
    assert announcer.news(other) == News(CARD)


def test_a_problem_is_named_with_its_signal(referee: Referee) -> None:
    announcer, match = Announcer(), referee.match
    match.show_vira(Card.parse("5D"))
    announcer.news(referee)
    match.see_card(0, Card.parse("9C"))
    assert announcer.news(referee).phrases == ("problem_not_in_deck",)
    assert Signal.CARD not in announcer.news(referee).signals


def test_a_correction_is_told_by_where_it_leads(referee: Referee) -> None:
    announcer, match = Announcer(), referee.match
    match.show_vira(Card.parse("5D"))
    announcer.news(referee)
    for seat, card in enumerate(("KC", "QD", "4S", "4D")):
        match.play(seat, Card.parse(card))
    # Four cards at once, as after a restart: only the last thing is told.
    assert announcer.news(referee).phrases == ("trick_0",)
