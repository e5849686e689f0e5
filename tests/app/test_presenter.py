"""What the table screen shows, without a window."""

from __future__ import annotations

from film_doubles import HAND, film

from app.judging import Sitting
from app.referee.calls import Said, SaidCall
from app.referee.referee import Referee
from app.ui.presenter import TableView, deck_cards, view_of
from app.words import Words
from engine import PRESETS, Rules


def sitting(*steps: str, rules: Rules = PRESETS["paulista"], score: tuple[int, int] = (0, 0)) -> Sitting:
    made = Sitting(Referee(rules, score=score), ())
    for event in film(*steps):
        made.take(event.t, [event])
    return made


def view(made: Sitting, language: str = "pt_BR") -> TableView:
    return view_of(made.referee, Words(language, made.referee.match.rules))


def said(made: Sitting, team: int, word: Said) -> None:
    made.referee.hear(SaidCall(made.now, team, word))


def test_before_the_vira() -> None:
    shown = view(sitting())
    assert (shown.state, shown.vira, shown.manilhas, shown.turn) == ("mostre a vira", "", (), None)
    assert not shown.can_undo


def test_a_running_trick() -> None:
    shown = view(sitting("vira 5D", "0 KS", "1 6C"))
    assert [(one.seat, one.card, one.winning, one.manilha) for one in shown.trick] == [
        (0, "KS", False, False),
        (1, "6C", True, True),
    ]
    assert shown.manilhas[0] == ("6C", "zap")
    assert (shown.turn, shown.state) == (2, "vez: em cima")
    assert shown.last == "última: à direita: 6♣"


def test_a_finished_trick_stays_with_its_reason_until_the_next_card() -> None:
    made = sitting("vira 5D", "0 KS", "1 3C", "2 6H", "3 4S")
    shown = view(made)
    assert [one.card for one in shown.trick if one.winning] == ["6H"]
    assert shown.why == "Rodada 1: nós, em cima (manilha 6♥ ganha de 3♣)"
    assert shown.trick_over and shown.tricks == ((1, "nós"),)
    after = view(sitting("vira 5D", "0 KS", "1 3C", "2 6H", "3 4S", "2 2C"))
    assert [one.card for one in after.trick] == ["2C"] and after.why == ""


def test_a_covered_card_has_a_seat_and_no_name() -> None:
    shown = view(sitting(*HAND["tie and cover"][:7]))
    assert [(one.seat, one.card) for one in shown.trick] == [(0, "2C"), (1, "")]
    assert shown.tricks == ((1, "cangou"),)


def test_buttons_are_only_those_a_team_may_press() -> None:
    made = sitting("vira 5D", "0 KS")
    assert [[button.text for button in team] for team in view(made).buttons] == [["TRUCO!", "CORRER"]] * 2
    said(made, 1, Said.RAISE)
    us, them = view(made).buttons
    assert [button.text for button in us] == ["SEIS!", "ACEITAR", "CORRER"]
    assert them == ()
    said(made, 0, Said.ACCEPT)
    us, them = view(made).buttons
    assert [button.text for button in us] == ["SEIS!", "CORRER"]
    assert [button.text for button in them] == ["CORRER"]
    assert view(made).stake == "vale 3 · TRUCO"
    assert view(made).next_raise == "próximo: SEIS"


def test_a_pending_raise_is_a_question_with_what_each_answer_is_worth() -> None:
    made = sitting("vira 5D", "0 KS")
    said(made, 1, Said.RAISE)
    asked = view(made).question
    assert asked is not None and asked.team == 0
    assert asked.text == "Nós: aceita TRUCO?"
    assert [answer.text for answer in asked.answers] == [
        "Aceitar: a mão vale 3",
        "Aumentar: 6",
        "Correr: 1 para eles",
    ]


def test_a_special_hand_is_decided_by_its_team() -> None:
    shown = view(sitting("vira 5D", score=(11, 3)))
    assert shown.stake == "vale 1 · mão especial"
    assert [button.text for button in shown.buttons[0]] == ["JOGAR", "NÃO JOGAR"]
    assert shown.buttons[1] == ()
    assert shown.turn is None


def test_what_everything_waits_for_is_asked_first() -> None:
    made = sitting("vira 5D", "0 KS")
    said(made, 1, Said.RAISE)
    for event in film("1 ?AS,4S", start=3.0, track=9):
        made.take(event.t, [event])
    said(made, 0, Said.ACCEPT)
    asked = view(made).question
    assert asked is not None and asked.any_card and asked.text == "Que carta é esta?"


def test_the_end_of_a_hand_and_of_a_match() -> None:
    assert view(sitting(*HAND["two tricks"])).state == "recolham as cartas"
    won = view(sitting(*HAND["two tricks"], score=(11, 11)))
    assert won.state == "Partida para nós!" and won.scores == (12, 11)
    assert won.buttons == ((), ())


def test_english_says_the_same() -> None:
    shown = view(sitting("vira 5D", "0 KS"), "en")
    assert (shown.team_names, shown.state, shown.stake) == (("US", "THEM"), "to play: right", "worth 1")


def test_all_cards_of_the_deck_can_be_named() -> None:
    assert len(deck_cards(sitting().referee.match)) == 40
    assert len(deck_cards(sitting(rules=PRESETS["mineiro-6"]).referee.match)) == 42
