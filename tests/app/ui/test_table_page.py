"""The table screen in a real window: what it shows, and what its buttons do when they are touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from film_doubles import HAND

from app.moments import read_moment, replay
from app.referee.calls import Said
from app.store import Seating
from engine import PRESETS
from vision.view.advice import Advice, AdviceKey
from vision.view.check import ViewReport

Open = Callable[..., Any]

NAMES = Seating((), ("Ana", "Beto", "Caio", "Duda"))


def camera_table(window: Any) -> None:
    window.app.begin(PRESETS["paulista"], NAMES, None, watch=True)


def test_the_table_is_shown_as_the_camera_sees_it(open_app: Open) -> None:
    window = open_app("vira 5D", "0 KS", "1 3C", "2 6H")
    camera_table(window)
    window.until(lambda: "última: Caio: 6♥" in window.texts())
    assert {"vale 1", "próximo: TRUCO", "zap", "vez: Duda", "NÓS", "ELES", "câmera 0"} <= window.texts()
    picture = window.picture("trick")
    gold, green = (0xED, 0xC0, 0x5A), (30, 90, 40)
    for colour, least in ((gold, 0.002), (green, 0.01)):
        near = (abs(picture.astype(int) - colour).max(axis=2) < 6).mean()
        assert near > least


def test_a_raise_is_said_by_a_touch_and_answered_by_one(open_app: Open) -> None:
    window = open_app("vira 5D", "0 KS")
    camera_table(window)
    window.until(lambda: "vez: Beto" in window.texts())
    window.touch("TRUCO!", 1)
    window.settled()
    assert "Nós: aceita TRUCO?" in window.texts()
    window.touch("Aceitar: a mão vale 3")
    window.settled()
    assert {"vale 3", "TRUCO"} <= window.texts()
    assert "Nós: aceita TRUCO?" not in window.texts()


def test_running_gives_the_points_and_undo_takes_them_back(open_app: Open) -> None:
    window = open_app("vira 5D", "0 KS")
    camera_table(window)
    window.until(lambda: "vez: Beto" in window.texts())
    window.touch("TRUCO!", 1)
    window.settled()
    window.touch("Correr: 1 para eles")
    window.settled()
    assert window.app.playing.match.score == (0, 1) and "+1" in window.texts()
    window.touch("↶ desfazer")
    window.settled()
    assert window.app.playing.match.score == (0, 0) and "−1" in window.texts()
    assert "Nós: aceita TRUCO?" in window.texts()


def test_a_doubtful_card_is_asked_with_its_picture_and_named_by_hand(open_app: Open) -> None:
    window = open_app("vira 5D", "0 ?AS,4S")
    camera_table(window)
    window.until(lambda: "Que carta é esta?" in window.texts())
    assert window.app.current._question.ids.doubt.texture is not None
    window.touch("Outra carta")
    window.touch("Q♦")
    window.settled()
    assert "última: Ana: Q♦" in window.texts() and "Que carta é esta?" not in window.texts()


def test_a_misread_card_is_corrected_in_two_touches_and_turns_the_hand(open_app: Open) -> None:
    window = open_app(*HAND["two tricks"])
    camera_table(window)
    window.until(lambda: window.says("Foi trucada?"))
    assert window.app.playing.match.score == (1, 0)
    window.touch("Beto")
    window.touch("3♥")
    window.settled()
    assert window.app.playing.match.score == (0, 0)
    assert [trick.winner_team for trick in window.app.playing.match.tricks] == [0, 1]


def test_a_stake_is_corrected_after_the_hand(open_app: Open) -> None:
    window = open_app(*HAND["two tricks"])
    camera_table(window)
    window.until(lambda: window.says("Foi trucada?"))
    window.touch("3\ntruco")
    window.settled()
    assert window.app.playing.match.score == (3, 0) and "3" in window.texts()


def test_the_language_changes_at_once(open_app: Open) -> None:
    window = open_app("vira 5D", "0 KS")
    camera_table(window)
    window.until(lambda: "vez: Beto" in window.texts())
    window.app.change(language="en")
    window.steps()
    assert {"worth 1", "to play: Beto", "US", "THEM", "↶ undo"} <= window.texts()


def test_a_camera_that_is_not_there_is_said_and_the_match_goes_on_by_hand(open_app: Open) -> None:
    window = open_app(seconds=0.1)
    camera_table(window)
    window.until(lambda: "sem câmera" in window.texts())
    window.touch("Que carta é a vira?")
    window.touch("5♦")
    window.settled()
    assert "vez: Ana" in window.texts()


def test_a_camera_is_turned_on_again_from_the_menu(open_app: Open) -> None:
    window = open_app(seconds=0.1)
    camera_table(window)
    window.until(lambda: "sem câmera" in window.texts())
    opened = []
    source = window.app.eyes.source
    window.app.eyes.source = lambda spec: opened.append(spec) or source(spec)
    window.touch("⋮ mesa")
    window.touch("Ligar a câmera")
    window.until(lambda: opened == ["0"])
    window.until(lambda: not window.app.watches)


def test_the_watching_thread_ends_with_the_window(open_app: Open) -> None:
    window = open_app("vira 5D")
    camera_table(window)
    window.until(lambda: "zap" in window.texts())
    assert window.app.host.join()


def test_the_demonstration_begins_anew(open_app: Open, monkeypatch: Any) -> None:
    monkeypatch.setattr("app.ui.application.PAUSE_BEFORE_AGAIN", 0.1)
    window = open_app(*HAND["two tricks"], seconds=1.0)
    window.touch("Ver uma demonstração")
    window.until(lambda: window.app.playing.match.score == (1, 0))
    first = window.app.playing
    window.until(lambda: window.app.playing is not first)
    window.until(lambda: window.app.playing.match.score == (1, 0))
    assert window.app.store.matches() == ()


def test_settings_are_followed_at_once_and_kept(open_app: Open, tmp_path: Any) -> None:
    path = tmp_path / "kept.sqlite3"
    window = open_app(path=path)
    window.touch("Ajustes")
    window.touch("English")
    assert "Settings" in window.texts() and "Ajustes" not in window.texts()
    window.touch("high contrast")
    window.touch("larger")
    toggle = next(
        w for w in window.walk() if getattr(w, "text", "") == "Buttons for left-handers" and hasattr(w, "on")
    )
    window.touch_widget(toggle)
    window.app.stop()
    window.app.store.close()
    again = open_app(path=path)
    kept = again.app.settings
    assert (kept.language, kept.look, kept.text, kept.left_handed) == ("en", "contrast", 1.3, True)
    again.app.begin(PRESETS["paulista"], NAMES, None, watch=False)
    again.steps()
    undo, menu = again.find("↶ undo"), again.find("⋮ table")
    assert undo.x > menu.x


def lay_all(window: Any, *cards: str) -> None:
    for card in cards:
        window.app.playing.lay(card)
    window.settled()
    window.app.current.show()


FIRST = ("5D", "3C", "KS", "2S", "4S", "6C", "4H", "QS", "4D")
"""A hand of team 0: vira, and two tricks that seat 0 wins."""


def test_a_card_of_an_earlier_hand_is_corrected_from_the_menu(open_app: Open) -> None:
    window = open_app()
    window.app.begin(PRESETS["paulista"], NAMES, None, watch=False)
    playing = window.app.playing
    lay_all(window, *FIRST, "7H")
    window.touch("⋮ mesa")
    window.touch("Mãos desta partida")
    window.until(lambda: window.says("Mão 1"))
    window.touch("Mão 1")
    window.touch("✎ corrigir")
    window.touch("Beto: K♠")
    window.touch("6♥")
    window.settled()
    # Another has won the first trick, so the cards after it lay out of turn: the table is asked about them.
    window.until(lambda: window.says("A correção muda o que veio depois (carta fora da vez: 6♣"))
    window.touch("Esquecer o que veio depois")
    window.settled()
    match = playing.match
    assert match.hand_number == 0 and [trick.winner_team for trick in match.tricks] == [1]
    assert match.turn == 1


def test_the_stake_of_a_hand_long_over_is_corrected(open_app: Open) -> None:
    window = open_app()
    window.app.begin(PRESETS["paulista"], NAMES, None, watch=False)
    playing = window.app.playing
    lay_all(window, *FIRST, "7H")
    for team in (1, 0, 1):
        playing.say(team, Said.RUN)
        playing.lay("7H")
    window.settled()
    window.app.current.show()
    assert (playing.match.score, playing.match.hand_number) == ((3, 1), 4)
    window.touch("⋮ mesa")
    window.touch("Mãos desta partida")
    window.until(lambda: window.says("Mão 1"))
    window.touch("Mão 1")
    window.touch("✎ corrigir")
    window.touch("Valeu 3 truco")
    window.settled()
    assert playing.match.score == (5, 1) and window.app.current.name == "table"
    window.until(lambda: {"5", "+2"} <= window.texts())


def test_a_correction_that_ends_the_match_is_confirmed(open_app: Open) -> None:
    window = open_app()
    window.app.begin(replace(PRESETS["paulista"], target=3), NAMES, None, watch=False)
    playing = window.app.playing
    lay_all(window, *FIRST)
    assert playing.match.score == (1, 0)
    window.touch("3\ntruco")
    assert window.says("Isso acaba a partida")
    window.touch("não, foi sem querer")
    assert playing.match.score == (1, 0)
    window.touch("3\ntruco")
    window.touch("sim, acaba")
    window.settled()
    assert playing.match.match_winner == 0


def test_a_stake_is_corrected_later_on_the_scoreboard(open_app: Open) -> None:
    window = open_app()
    window.app.score(PRESETS["paulista"], Seating(mode="board"))
    window.settled()
    playing = window.app.playing
    for team in (0, 1, 1):
        playing.point(team)
    window.settled()
    window.touch("⋮ mesa")
    window.touch("Mãos desta partida")
    window.until(lambda: window.says("Mão 1"))
    window.touch("Mão 1")
    window.touch("Valeu 6 seis")
    window.settled()
    assert playing.match.score == (6, 2) and window.app.current.name == "board"


def test_what_makes_the_camera_see_badly_is_said_while_it_lasts(open_app: Open) -> None:
    window = open_app("vira 5D", "0 KS")
    dark = ViewReport(3.0, 90.0, 10.0, 1.0, 30.0, 0.0, 2, None, (Advice(AdviceKey.DARK, 30.0),))
    watchers: list[Any] = []
    plain = window.app.eyes.watcher

    def watcher() -> Any:
        watchers.append(plain())
        watchers[0].view = dark
        return watchers[0]

    window.app.eyes.watcher = watcher
    camera_table(window)
    window.until(lambda: window.says("Pouca luz"), 20)
    assert not window.says("última:")
    watchers[0].view = replace(dark, advice=())
    window.until(lambda: window.says("última: Ana: K♠"), 20)
    assert not window.says("Pouca luz")


def test_a_moment_is_saved_from_the_menu_and_judged_again(
    open_app: Open, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("VIRA_DATA", str(tmp_path / "data"))
    window = open_app("vira 5D", "0 KS", "1 ?3C,3S")
    camera_table(window)
    window.until(lambda: "Que carta é esta?" in window.texts())
    window.touch("É 3♣")
    window.settled()
    window.touch("TRUCO!", 0)
    window.settled()
    window.touch("Aceitar: a mão vale 3")
    window.settled()
    window.app.playing.lay("7D")
    window.touch("↶ desfazer")
    window.settled()
    window.touch("⋮ mesa")
    window.touch("Guardar este momento")
    window.until(lambda: window.says("Guardado em"))
    (folder,) = (tmp_path / "data" / "exports" / "moments").iterdir()
    moment = read_moment(folder)
    assert moment.pictures and moment.rules == PRESETS["paulista"]
    again = replay(moment).referee
    told = [line.to_dict() for line in window.app.playing.referee.lines]
    assert [line.to_dict() for line in again.lines] == told and len(told) > 5
    assert again.match.state == window.app.playing.match.state
