"""From the start screen to the first judged hand, by touch, knowing nothing but what the screen shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from film_doubles import HAND, FakeWatcher
from newcomer import Newcomer, judged

from app.ui.eyes import Eyes
from vision.source import SourceError

Open = Callable[..., Any]

DEALER_LEFT = 3
"""The last of the four seats offered: who deals in the scripted hands."""


def walk(window: Any, newcomer: Newcomer, most: int) -> None:
    """Goes on until a hand is judged."""
    while not judged(window.app):
        if newcomer.touch():
            assert len(newcomer.touched) <= most, newcomer.touched
            window.steps(3)
        else:
            window.until(lambda: newcomer.next() is not None or judged(window.app), 20)
        if window.app.playing is not None:
            window.settled()


def test_with_a_camera_three_touches_lead_to_a_judged_hand(open_app: Open) -> None:
    window = open_app("vira 5D", *HAND["two tricks"][1:])
    newcomer = Newcomer(window.app, [DEALER_LEFT])
    walk(window, newcomer, 3)
    assert newcomer.touched == ["Nova partida", "Começar com câmera", "à esquerda"]
    assert window.says("Mão: nós +1 (duas rodadas)")


def test_without_one_only_the_cards_are_more(open_app: Open) -> None:
    window = open_app(camera="")
    newcomer = Newcomer(window.app)
    walk(window, newcomer, 4 + 1 + 12)
    assert newcomer.touched[:3] == ["Nova partida", "Começar sem câmera", "embaixo"]
    assert window.app.playing.match.hand_outcome is not None


def with_a_dead_camera(open_app: Open) -> tuple[Any, Newcomer]:
    """The table page after three touches, with a camera that does not answer."""
    window = open_app()

    def nowhere(_: str) -> Any:
        raise SourceError("camera 0 is not there or does not answer; check it, or name another source")

    window.app.eyes = Eyes(nowhere, lambda: FakeWatcher([]))
    newcomer = Newcomer(window.app)
    for _ in range(3):
        newcomer.touch()
        window.steps(3)
    window.until(lambda: window.says("A câmera não responde"))
    return window, newcomer


def test_a_camera_that_does_not_answer_is_said_large_with_two_ways_on(open_app: Open) -> None:
    window, newcomer = with_a_dead_camera(open_app)
    assert window.says("A câmera não responde: confira o cabo ou escolha outra em Ajustes")
    window.touch("Ligar a câmera")
    window.until(lambda: window.app.host.fault)
    window.touch("Jogar sem câmera")
    assert not window.says("A câmera não responde") and {"sem câmera"} <= window.texts()
    walk(window, newcomer, 3 + 1 + 13)
    assert window.app.playing.match.hand_outcome is not None


def test_a_card_entered_by_hand_goes_on_without_the_camera(open_app: Open) -> None:
    window, _ = with_a_dead_camera(open_app)
    window.touch("Que carta é a vira?")
    window.touch("5♦")
    window.settled()
    window.app.dismiss()
    window.steps()
    assert not window.says("A câmera não responde") and window.says("vez: ")
