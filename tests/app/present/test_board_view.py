"""The scoreboard without a window: points by touch, one ladder, special hands noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playing_table import Clock, playing

from app.playing import Playing
from app.ui.present.board import BoardView, board_of, board_why, rung_after, ties_of
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


def test_three_ties_carry_the_stake_to_the_next_hand() -> None:
    made = playing(rules=PRESETS["mineiro"])
    made.stake(4)
    (tie,) = ties_of(made.match, Words("pt_BR", made.match.rules))
    assert tie.text == "Ninguém marca, a próxima vale 4"
    made.tie_all(tie.raiser)
    shown = board(made)
    assert shown.notice == "Três empates: a próxima já vale 4" and shown.stake == "vale 4"
    assert shown.scores == ("0", "0") and shown.deals == "dá: embaixo"


@pytest.mark.parametrize(
    "changed, texts",
    [
        ({"all_tied": "opener"}, ["+3 para nós"]),
        ({"all_tied": "dealer"}, ["+3 para eles"]),
        (
            {"all_tied": "raiser_loses"},
            ["Quem pediu por último: nós · +3 para eles", "Quem pediu por último: eles · +3 para nós"],
        ),
        (
            {"last_trick_raiser": True},
            [
                "Quem pediu na última rodada: nós · +3 para eles",
                "Quem pediu na última rodada: eles · +3 para nós",
                "Ninguém pediu na última rodada: ninguém marca",
            ],
        ),
    ],
)
def test_whoever_the_rules_ask_for_is_asked_for(changed: dict[str, object], texts: list[str]) -> None:
    rules = replace(PRESETS["paulista"], name="own", **changed)
    made = playing(rules=rules)
    words = Words("pt_BR", rules)
    assert len(ties_of(made.match, words)) == 1
    made.stake(3)
    ties = ties_of(made.match, words)
    assert [tie.text for tie in ties] == texts
    points = [made.match.tied_outcome(tie.raiser).points for tie in ties]
    made.tie_all(ties[0].raiser)
    assert sum(made.match.score) == points[0]


def test_ties_that_end_a_match_are_said_to() -> None:
    rules = replace(PRESETS["paulista"], name="own", all_tied="opener")
    made = playing(rules=rules, score=(11, 11))
    (tie,) = ties_of(made.match, Words("pt_BR", rules))
    assert tie.ends


def test_a_hand_that_has_to_be_decided_is_begun_before_anybody_scores() -> None:
    made = playing(score=(10, 4))
    made.point(0)
    shown = board(made)
    assert shown.points == ("", "") and not shown.can_tie
    made.point(0)
    assert made.match.score == (11, 4) and made.match.must_decide == 0
    made.tie_all()
    assert made.match.score == (11, 4) and not made.match.hand_over


def test_an_iron_hand_that_follows_shows_its_own_stake() -> None:
    made = playing(score=(11, 10))
    made.decide(True)
    made.correct_stake(3, 0)
    made.undo()
    made.decide(False)
    assert made.match.score == (11, 11) and board(made).stake == "vale 3"


def titles(made: Playing) -> list[str]:
    return [why.title for why in board_why(made.match, Words("pt_BR", made.match.rules))]


def test_the_scoreboard_explains_the_last_points_the_raise_and_the_special_hand() -> None:
    made = playing()
    assert titles(made) == ["TRUCO: se aceitam, vale 3; se correm, +1 para quem pediu"]
    made.stake(3)
    made.point(1)
    last = board_why(made.match, Words("pt_BR", made.match.rules))[0]
    assert last.title == "Último ponto: +3 para eles" and last.text.startswith("A mão valia 3 (TRUCO).")
    eleven = playing(score=(11, 0))
    assert titles(eleven) == ["Mão de onze, nós: jogar vale 3; largar dá 1 para eles"]
    eleven.decide(False)
    assert titles(eleven)[0].startswith("Não jogaram a mão de onze")


def test_ties_are_explained_as_such() -> None:
    made = playing(rules=PRESETS["mineiro"])
    made.tie_all()
    assert titles(made) == ["Três empates: a próxima já vale 2"]
