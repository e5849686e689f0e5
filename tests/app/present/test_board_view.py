"""The scoreboard without a window: points by touch, one ladder, special hands noticed."""

from __future__ import annotations

import pytest
from playing_table import Clock, playing

from app.playing import Playing
from app.ui.present.board import BoardView, board_of, rung_after
from app.ui.present.table import RESTAKE_SECONDS
from app.words import Words
from engine import PRESETS


def board(made: Playing) -> BoardView:
    return board_of(made, Words("pt_BR", made.match.rules))


def test_a_touch_gives_the_hand_at_its_stake() -> None:
    made = playing()
    assert board(made).points == ("+1", "+1")
    made.stake(rung_after(made.match))
    assert (board(made).stake, board(made).stake_name) == ("vale 3", "TRUCO")
    made.point(0)
    shown = board(made)
    assert (shown.scores, shown.marks) == (("3", "0"), ("+3", ""))
    assert shown.stake == "vale 1"


def test_the_ladder_climbs_by_one_button_and_comes_back() -> None:
    made = playing()
    seen = []
    for _ in range(5):
        made.stake(rung_after(made.match))
        seen.append(made.match.stake)
    assert seen == [3, 6, 9, 12, 1]
    assert board(made).ladder == "TRUCO!\nvale 3"


def test_a_forgotten_raise_is_corrected_after_the_hand() -> None:
    clock = Clock()
    made = playing(clock=clock)
    made.point(1)
    restake = board(made).restake
    assert restake is not None and restake.text == "Marcado. Foi trucada?"
    made.correct_stake(6, restake.hand)
    assert board(made).scores == ("0", "6")
    clock.now += RESTAKE_SECONDS + 1
    assert board(made).restake is None


@pytest.mark.parametrize("plays, points, score", [(True, (1,), (11, 3)), (False, (), (11, 1))])
def test_a_special_hand_is_noticed_and_decided(
    plays: bool, points: tuple[int, ...], score: tuple[int, int]
) -> None:
    made = playing(score=(11, 0))
    shown = board(made)
    assert shown.notice == "MÃO DE ONZE · Nós: joga?"
    assert shown.points == ("", "") and shown.ladder == ""
    assert [text for _, text in shown.decide] == ["Joga: vale 3", "Não joga: 1 para eles"]
    made.decide(plays)
    for team in points:
        made.point(team)
    assert made.match.score == score


def test_an_iron_hand_decides_the_match() -> None:
    made = playing(score=(11, 11))
    shown = board(made)
    assert shown.notice.startswith("Mão de ferro") and shown.ends == (True, True)
    made.point(1)
    ended = board(made).ended
    assert ended is not None and ended.title == "Partida: vitória para eles!"


def test_undo_takes_a_touch_back_over_the_next_hand_and_the_end_of_a_match() -> None:
    made = playing(score=(9, 4))
    made.stake(3)
    made.point(0)
    assert made.match.match_winner == 0
    made.undo_point()
    assert made.match.score == (9, 4) and made.match.match_winner is None
    made.point(1)
    made.next_hand()
    made.undo_point()
    assert made.match.score == (9, 4)


def test_mineiro_counts_in_its_own_stakes() -> None:
    made = playing(rules=PRESETS["mineiro"])
    assert board(made).points == ("+2", "+2")
    made.point(0)
    assert made.match.score == (2, 0)
