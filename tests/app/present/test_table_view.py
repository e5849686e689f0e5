"""What the table screen shows, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from film_doubles import HAND, film
from playing_table import Clock, playing

from app.playing import Playing
from app.referee.calls import Said
from app.store import Seating
from app.ui.present.asking import deck_cards
from app.ui.present.laid import laid_in_hand
from app.ui.present.table import (
    CHANGE_SECONDS,
    RESTAKE_SECONDS,
    TableView,
    gone_cards,
    restake_of,
    view_of,
)
from app.words import Words
from engine import PRESETS


def view(made: Playing, language: str = "pt_BR") -> TableView:
    seating = made.seating
    return view_of(made, Words(language, made.match.rules, seating.teams, seating.players))


def test_before_the_vira() -> None:
    shown = view(playing())
    assert (shown.state, shown.vira, shown.manilhas, shown.enter) == ("mostre a vira", "", (), "vira")
    assert not shown.can_undo and not shown.can_redo
    assert not any(seat.turn for seat in shown.seats)


def test_a_running_trick() -> None:
    shown = view(playing("vira 5D", "0 KS", "1 6C"))
    laid = [(seat.card, seat.winning, seat.manilha, seat.empty) for seat in shown.seats]
    assert laid == [
        ("KS", False, False, False),
        ("6C", True, True, False),
        ("", False, False, True),
        ("", False, False, True),
    ]
    assert shown.manilhas[0] == ("6C", "zap")
    assert [seat.turn for seat in shown.seats] == [False, False, True, False]
    assert shown.state == "vez: em cima" and shown.last == "última: à direita: 6♣"
    assert shown.seats[3].note == "dá as cartas"


def test_a_finished_trick_stays_with_its_reason_until_the_next_card() -> None:
    steps = ("vira 5D", "0 KS", "1 3C", "2 6H", "3 4S")
    shown = view(playing(*steps))
    assert [seat.card for seat in shown.seats if seat.winning] == ["6H"]
    assert shown.why == "Rodada 1: nós, em cima (manilha 6♥ ganha de 3♣)"
    (row,) = shown.tricks
    assert (row.number, row.who, row.why) == (1, "nós", "manilha 6♥ ganha de 3♣")
    assert row.cards == ((0, "KS"), (1, "3C"), (2, "6H"), (3, "4S"))
    after = view(playing(*steps, "2 2C"))
    assert [seat.card for seat in after.seats if not seat.empty] == ["2C"] and after.why == ""


def test_a_covered_card_has_a_seat_and_no_name() -> None:
    shown = view(playing(*HAND["tie and cover"][:7]))
    assert shown.seats[1].covered and shown.seats[1].card == ""
    assert shown.seats[1].note == "coberta"
    assert shown.tricks[0].who == "cangou"


def test_a_doubtful_card_never_looks_like_a_fact() -> None:
    shown = view(playing("vira 5D", "0 ?AS,4S"))
    assert shown.seats[0].doubt and shown.seats[0].number is None
    assert shown.question is not None and shown.question.any_card
    assert [answer.text for answer in shown.question.answers] == ["É A♠", "É 4♠", "Não conta"]


def test_buttons_are_only_those_a_team_may_press() -> None:
    made = playing("vira 5D", "0 KS")
    assert [[button.text for button in team] for team in view(made).buttons] == [["TRUCO!", "CORRER"]] * 2
    made.say(1, Said.RAISE)
    us, them = view(made).buttons
    assert [button.text for button in us] == ["SEIS!", "ACEITAR", "CORRER"]
    assert them == ()
    made.say(0, Said.ACCEPT)
    us, them = view(made).buttons
    assert [button.text for button in us] == ["SEIS!", "CORRER"]
    assert [button.text for button in them] == ["CORRER"]
    shown = view(made)
    assert (shown.stake, shown.stake_name, shown.next_raise) == ("vale 3", "TRUCO", "próximo: SEIS")


def test_a_pending_raise_is_a_question_with_what_each_answer_is_worth() -> None:
    made = playing("vira 5D", "0 KS")
    made.say(1, Said.RAISE)
    asked = view(made).question
    assert asked is not None and asked.team == 0
    assert asked.text == "Nós: aceita TRUCO?"
    assert [answer.text for answer in asked.answers] == [
        "Aceitar: a mão vale 3",
        "Aumentar: 6",
        "Correr: 1 para eles",
    ]


def test_running_that_ends_the_match_is_marked_to_be_confirmed() -> None:
    made = playing("vira 5D", "0 KS", score=(2, 10))
    assert not view(made).buttons[0][-1].ends
    made.say(1, Said.RAISE)
    made.say(0, Said.ACCEPT)
    us, them = view(made).buttons
    assert us[-1].ends and not them[-1].ends


def test_a_special_hand_is_decided_by_its_team() -> None:
    shown = view(playing("vira 5D", score=(11, 3)))
    assert (shown.stake, shown.stake_name) == ("vale 1", "MÃO DE ONZE")
    assert [button.text for button in shown.buttons[0]] == ["JOGAR", "NÃO JOGAR"]
    assert shown.buttons[1] == ()
    assert shown.state == "sai embaixo · dá à esquerda"
    asked = shown.question
    assert asked is not None
    assert [answer.text for answer in asked.answers] == ["Jogar: a mão vale 3", "Não jogar: 1 para eles"]


@pytest.mark.parametrize(
    "preset, score, name",
    [("paulista-15", (14, 3), "MÃO DE CATORZE"), ("mineiro", (10, 4), "MÃO DE DEZ")],
)
def test_a_special_hand_has_the_name_of_its_points(preset: str, score: tuple[int, int], name: str) -> None:
    assert view(playing(rules=PRESETS[preset], score=score)).stake_name == name


def test_truco_in_a_special_hand_says_what_it_costs() -> None:
    clock = Clock()
    made = playing("vira 5D", score=(11, 3), clock=clock)
    made.say(0, Said.ACCEPT)
    made.say(1, Said.RAISE)
    clock.now += 5
    made.tick()
    asked = view(made).question
    assert asked is not None
    (penalty,) = [answer for answer in asked.answers if answer.choice.do == "penalty"]
    assert penalty.ends and penalty.text == "Perde a partida: vitória para nós"


def test_what_everything_waits_for_is_asked_first() -> None:
    made = playing("vira 5D", "0 KS")
    made.say(1, Said.RAISE)
    for event in film("1 ?AS,4S", start=3.0, track=9):
        made.take(event.t, [event])
    made.say(0, Said.ACCEPT)
    asked = view(made).question
    assert asked is not None and asked.any_card and asked.text == "Que carta é esta?"


def test_the_stake_scored_is_offered_for_correction_for_some_seconds() -> None:
    clock = Clock()
    made = playing(*HAND["two tricks"], clock=clock)
    restake = view(made).restake
    assert restake is not None
    assert restake.text == "Mão: nós +1 (duas rodadas). Foi trucada?"
    assert [value for value, _ in restake.values] == [3, 6, 9, 12]
    made.correct_stake(3, restake.hand)
    assert view(made).scores == ("3", "0")
    clock.now += RESTAKE_SECONDS + 0.1
    assert view(made).restake is None and view(made).next_hand


def test_the_last_change_stands_beside_the_score_for_some_seconds() -> None:
    clock = Clock()
    made = playing(*HAND["two tricks"], clock=clock)
    assert view(made).marks == ("+1", "")
    made.undo()
    assert view(made).marks == ("−1", "")
    clock.now += CHANGE_SECONDS + 0.1
    assert view(made).marks == ("", "")


def test_undo_and_redo_across_hands() -> None:
    made = playing(*HAND["two tricks"])
    made.next_hand()
    assert view(made).state == "mostre a vira"
    made.undo()
    made.undo()
    assert view(made).scores == ("0", "0") and view(made).can_redo
    made.redo()
    assert view(made).scores == ("1", "0")


def test_the_end_of_a_match() -> None:
    won = view(playing(*HAND["two tricks"], score=(11, 11)))
    assert won.ended is not None and won.ended.title == "Partida: vitória para nós!"
    assert won.scores == ("12", "11") and won.buttons == ((), ()) and won.enter == ""


def test_any_card_that_lies_can_be_corrected() -> None:
    made = playing("vira 5D", "0 KS", "1 3C")
    numbers = [seat.number for seat in view(made).seats]
    assert numbers[:2] == [1, 2] and numbers[2:] == [None, None]
    made.correct(2, "6C")
    shown = view(made)
    assert shown.seats[1].card == "6C" and shown.seats[1].winning
    assert shown.vira_number == 0
    made.correct(0, "4D")
    assert view(made).manilhas[0] == ("5C", "zap")


def test_cards_of_the_last_hand_can_be_corrected_in_the_next() -> None:
    made = playing()
    for card in ["5D", "3C", "KS", "2S", "4S", "6C", "4H", "QS", "4D"]:
        made.lay(card)
    assert made.match.score == (1, 0)
    made.lay("7H")
    past = laid_in_hand(made.match, 0)
    assert [(one.seat, one.card) for one in past][:3] == [(None, "5D"), (0, "3C"), (1, "KS")]
    assert len(past) == 9
    assert [(one.seat, one.card) for one in laid_in_hand(made.match, 1)] == [(None, "7H")]
    made.correct(past[6].number, "6S")
    assert made.match.score == (1, 0) and made.match.hand_number == 1
    restake = restake_of(made.match, Words("pt_BR", made.match.rules), hand=0)
    assert restake is not None and restake.hand == 0
    made.correct_stake(3, 0)
    assert made.match.score == (3, 0) and str(made.match.vira) == "7H"


def test_a_series_shows_the_matches_won() -> None:
    made = playing(rules=replace(PRESETS["paulista"], games_to_win=2))
    assert view(made).team_names == ("NÓS · 0", "ELES · 0")


def test_cards_laid_by_hand_go_to_the_seat_on_turn() -> None:
    made = playing()
    for card in ("5D", "KS", "3C", "6H", "4S"):
        made.lay(card)
    assert view(made).tricks[0].who == "nós"
    made.cover()
    assert view(made).seats[2].covered
    assert set(gone_cards(made.match)) == {"5D", "KS", "3C", "6H", "4S"}


def test_a_card_covered_too_early_is_asked_about() -> None:
    made = playing("vira 5D")
    made.cover()
    asked = view(made).question
    assert asked is not None and asked.text == "Carta coberta não vale agora"


def test_names_stand_for_seats_and_teams() -> None:
    seating = Seating(("Os bons", "Os outros"), ("Ana", "Beto", "Caio", "Duda"))
    shown = view(playing("vira 5D", "0 KS", seating=seating))
    assert shown.team_names == ("OS BONS", "OS OUTROS")
    assert (shown.state, shown.seats[0].name) == ("vez: Beto", "Ana")


def test_english_says_the_same() -> None:
    shown = view(playing("vira 5D", "0 KS"), "en")
    assert (shown.team_names, shown.state, shown.stake) == (("US", "THEM"), "to play: right", "worth 1")


def test_all_cards_of_the_deck_can_be_named() -> None:
    assert len(set(deck_cards(playing().match))) == 40
    assert len(set(deck_cards(playing(rules=PRESETS["mineiro-6"]).match))) == 42
