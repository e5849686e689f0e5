"""Whole matches played by touch, in a real window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.store import Seating
from app.words import card_text
from engine import PRESETS, Rules

Open = Callable[..., Any]

NAMES = Seating((), ("Ana", "Beto", "Caio", "Duda"))


def sit_down(window: Any, rules: Rules, seating: Seating = NAMES) -> None:
    """A table without a camera."""
    window.app.begin(rules, seating, None, watch=False)
    window.settled()


def lay(window: Any, *cards: str) -> None:
    """Cards are entered one after the other, "" for a covered one; the choice stays open between them."""
    if window.app.dialog is None:
        window.touch_widget(window.app.current._layout.ids.enter)
    for card in cards:
        window.touch(card_text(card) if card else "coberta")
        window.settled()


def win_by_cards(window: Any, team: int) -> None:
    """Two tricks for a team: vira 5♦, manilhas are the sixes."""
    lay(window, "5D")
    first = [("KS", "3C", "2S", "4S"), ("6C", "4H", "QS", "4D")]
    for trick in first:
        lay(window, *in_turn(window, trick, team))


def in_turn(window: Any, cards: Sequence[str], team: int) -> list[str]:
    """The same cards in such an order that ``team`` lays the strongest: it is the second or the first."""
    order = list(cards)
    strongest = {"3C", "6C"} & set(order)
    best = strongest.pop()
    order.remove(best)
    leader = window.app.playing.match.turn
    order.insert(0 if leader % 2 == team else 1, best)
    return order


def close(window: Any) -> None:
    if window.app.dialog is not None:
        window.app.dismiss()
        window.steps()


def next_hand(window: Any) -> None:
    """Past the offer to correct the stake."""
    close(window)
    window.app.playing.ended_at = -1e9
    window.app.current.show()
    window.steps()


def test_a_paulista_with_a_hand_of_eleven_refused(open_app: Open) -> None:
    window = open_app()
    sit_down(window, PRESETS["paulista"])
    for rung, answer in (("TRUCO!", "ACEITAR"), ("SEIS!", "ACEITAR"), ("NOVE!", "ACEITAR")):
        # Team 0 asks for truco, team 1 for seis, team 0 for nove: nine points for team 0.
        close(window)
        if window.app.playing.match.vira is None:
            lay(window, "5D")
            close(window)
        window.touch(rung)
        window.settled()
        if rung == "NOVE!":
            window.touch(answer)
            window.settled()
    assert window.app.playing.match.stake == 9
    lay(window, "3C", "KS", "2S", "4S", "6C", "4H", "QS", "4D")
    assert window.app.playing.match.score == (9, 0)
    for _ in range(2):
        next_hand(window)
        win_by_cards(window, 0)
    assert window.app.playing.match.score == (11, 0)
    next_hand(window)
    lay(window, "5D")
    assert window.app.dialog is None and window.says("Nós: joga a mão de onze?")
    assert {"MÃO DE ONZE"} <= window.texts()
    window.touch("Não jogar: 1 para eles")
    window.settled()
    assert window.app.playing.match.score == (11, 1)
    next_hand(window)
    lay(window, "5D")
    window.touch("Jogar: a mão vale 3")
    window.settled()
    assert window.app.playing.match.stake == 3
    lay(window, *in_turn(window, ("KS", "3C", "2S", "4S"), 0))
    lay(window, *in_turn(window, ("6C", "4H", "QS", "4D"), 0))
    assert window.app.playing.match.match_winner == 0
    assert window.says("Partida: vitória para nós!")


def test_undo_over_the_end_of_a_match_and_a_new_one(open_app: Open) -> None:
    window = open_app()
    sit_down(window, replace(PRESETS["paulista"], target=3))
    lay(window, "5D")
    close(window)
    window.touch("TRUCO!")
    window.settled()
    # Running now pays one point; accepting and running later would pay three, and with them the match.
    window.touch("ACEITAR")
    window.settled()
    window.touch("CORRER", 1)
    assert window.says("Isso acaba a partida")
    window.touch("não, foi sem querer")
    assert window.app.playing.match.match_winner is None
    window.touch("CORRER", 1)
    window.touch("sim, acaba")
    window.settled()
    assert window.app.playing.match.match_winner == 0
    window.touch("↶ desfazer")
    window.settled()
    assert window.app.playing.match.match_winner is None and window.app.playing.match.stake == 3
    window.touch("↷")
    window.settled()
    first = window.app.playing.match
    window.touch("Nova partida")
    window.settled()
    again = window.app.playing.match
    assert again is not first and again.score == (0, 0) and again.dealer == first.next_dealer


def test_a_mineiro_with_a_tie_carried_over(open_app: Open) -> None:
    window = open_app()
    sit_down(window, PRESETS["mineiro"])
    close(window)
    window.touch("TRUCO!")
    window.settled()
    window.touch("ACEITAR")
    window.settled()
    lay(window, "KS", "KC", "4S", "5S")
    lay(window, "2C", "2S", "QS", "QC")
    lay(window, "3C", "3S", "5C", "5D")
    match = window.app.playing.match
    assert match.hand_outcome.reason == "all_tied_carry" and match.score == (0, 0)
    next_hand(window)
    lay(window, "4C", "KD", "KH", "5H", "7H", "6S", "6C", "5S")
    assert window.app.playing.match.score in ((4, 0), (0, 4))


def test_six_players_with_their_own_deck(open_app: Open) -> None:
    window = open_app()
    six = Seating((), ("Ana", "Beto", "Caio", "Duda", "Edu", "Fabi"))
    sit_down(window, PRESETS["mineiro-6"], six)
    assert {"coringa taça", "letrado", "sete de rata", "catatau"} <= window.texts()
    lay(window, "7C", "3C", "KS", "4H", "5S", "6S")
    assert [trick.winner_seat for trick in window.app.playing.match.tricks] == [0]
    lay(window, "4S", "3D", "KD", "4D", "5D", "6D")
    match = window.app.playing.match
    assert match.score == (2, 0) and match.hand_over


def test_the_scoreboard_alone(open_app: Open) -> None:
    window = open_app()
    window.touch("Só o placar")
    window.settled()
    window.touch("TRUCO!\nvale 3")
    window.settled()
    board = window.app.current
    for team in (0, 0, 1):
        window.touch_widget(board._layout.ids[f"side{team}"])
        window.settled()
    assert window.app.playing.match.score == (4, 1)
    window.app.playing.ended_at = window.app.playing.now
    board.show()
    window.steps()
    window.touch("3\ntruco")
    window.settled()
    assert window.app.playing.match.score == (4, 3)
    for _ in range(7):
        window.touch_widget(board._layout.ids.side0)
        window.settled()
    assert window.app.playing.match.score == (11, 3)
    window.app.playing.ended_at = -1e9
    window.until(lambda: window.says("MÃO DE ONZE · Nós: joga?"))
    window.touch("Joga: vale 3")
    window.settled()
    window.touch_widget(board._layout.ids.side0)
    assert window.says("Isso acaba a partida")
    window.touch("sim, acaba")
    window.settled()
    assert window.says("Partida: vitória para nós!")
    window.app.playing.change = None  # the mark beside the score goes after a while
    board.show()
    window.steps()
    assert window.says("Partida: vitória para nós!")
    window.touch("↶ desfazer")
    window.settled()
    assert window.app.playing.match.score == (11, 3)


def test_a_hand_that_nobody_wins_on_the_scoreboard(open_app: Open) -> None:
    window = open_app()
    window.app.score(PRESETS["mineiro"], Seating(mode="board"))
    window.settled()
    window.touch("TRUCO!\nvale 4")
    window.settled()
    window.touch("três empates")
    assert window.says("o que estava valendo passa para a próxima mão")
    window.touch("Ninguém marca, a próxima vale 4")
    window.settled()
    assert window.app.playing.match.score == (0, 0)
    assert window.says("Três empates: a próxima já vale 4") and {"vale 4"} <= window.texts()
    window.touch("? por quê")
    assert window.says("Ninguém marca, e o que estava valendo passa")
    close(window)
    window.touch_widget(window.app.current._layout.ids.side1)
    window.settled()
    assert window.app.playing.match.score == (0, 4)
    window.touch("? por quê")
    assert window.says("Último ponto: +4 para eles")


def test_a_match_is_gone_on_with_after_a_restart(open_app: Open, tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite3"
    window = open_app(path=path)
    sit_down(window, PRESETS["paulista"])
    lay(window, "5D", "KS", "3C")
    before = window.app.playing.match.state
    window.app.stop()
    window.app.store.close()
    again = open_app(path=path)
    again.until(lambda: "Continuar a partida" in again.texts())
    again.touch("Continuar a partida")
    again.settled()
    assert again.app.playing.match.state == before
    assert {"vez: Caio", "Ana"} <= again.texts()


def test_from_the_start_screen_to_the_first_judged_hand(open_app: Open) -> None:
    window = open_app(camera="")
    window.touch("Nova partida")
    window.touch("Mineiro")
    window.touch("Paulista")
    window.touch("2 · Mesa")
    window.touch("2 pessoas")
    window.touch("embaixo\nsai")
    window.app.dialog.ids.body.children[0].text = "Ana"
    window.touch("Dá as cartas")
    assert window.says("Ana\ndá as cartas")
    window.touch("Começar sem câmera")
    window.settled()
    assert window.app.playing.match.dealer == 0
    lay(window, "5D", "3C", "KS", "6C", "4S")
    assert window.app.playing.match.hand_over
    assert window.says("Mão: eles +1 (duas rodadas). Foi trucada?")


def test_a_rule_is_changed_before_the_first_card(open_app: Open) -> None:
    window = open_app(camera="")
    window.touch("Nova partida")
    row = next(w for w in window.walk() if getattr(w, "title", "") == "Três empates")
    window.touch_widget(row)
    window.touch("a próxima vale o mesmo")
    assert window.app.current.draft.rules.all_tied == "carry"
    window.touch("Começar sem câmera")
    window.touch("em cima")
    window.settled()
    match = window.app.playing.match
    assert match.rules.all_tied == "carry" and match.dealer == 2


def test_a_dealer_named_wrong_is_put_right_before_a_trick_is_over(open_app: Open) -> None:
    window = open_app()
    sit_down(window, PRESETS["paulista"])
    lay(window, "5D", "KS")
    close(window)
    assert window.app.playing.match.current_trick[0][0] == 0
    first = window.app.playing.keeper.match_id
    window.touch("⋮ mesa")
    window.touch("Outra pessoa deu as cartas")
    window.touch("Beto")
    window.settled()
    match = window.app.playing.match
    assert match.dealer == 1 and not match.log and match.turn == 2
    lay(window, "5D", "KS", "3C", "2S", "4S")
    close(window)
    window.touch("⋮ mesa")
    assert not window.says("Outra pessoa deu as cartas")
    window.app.store.flush()
    assert first not in [row.id for row in window.app.store.matches()]


def test_a_tento_and_a_wrong_deal_from_the_menu(open_app: Open) -> None:
    window = open_app()
    sit_down(window, PRESETS["mineiro"])
    close(window)
    window.touch("⋮ mesa")
    window.touch("Carteado errado")
    window.touch("Beto")
    window.touch("4 cartas")
    window.settled()
    assert window.says("Número errado de cartas")
    window.touch("Devolver a última carta")
    window.settled()
    window.touch("⋮ mesa")
    window.touch("Marcar um tento")
    window.touch("eles")
    window.touch("roubo provado")
    window.settled()
    assert window.app.playing.match.score == (2, 0)
