"""Cards laid before the camera, and the page that checks them, in a real window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from film_doubles import FakeSource

from vision.events import Reading, TableEvent
from vision.source import Frame

QUAD = np.array(((0, 0), (40, 0), (40, 60), (0, 60)), np.float32)
NOTHING = np.zeros(0, np.float32)


def face(card: str | None) -> Reading:
    return Reading(QUAD, "face", card, 0.9, NOTHING)


class Laying:
    """Sees more cards with time: two backs and no face, then one face after the other."""

    def __init__(self, cards: Sequence[str | None]) -> None:
        self._cards = list(cards)
        self.readings: list[Reading] = []
        self.view = None

    def feed(self, frame: Frame) -> list[TableEvent]:
        lying = self._cards[: max(0, int(frame.t * 2) - 1)]
        self.readings = [Reading(QUAD, "back", None, 0.9, NOTHING), *map(face, lying)]
        return []

    def vira_is(self, track: int) -> None:
        """Nobody asks."""


def show(open_app: Any, *cards: str | None, fault: str = "") -> Any:
    app = open_app()
    app.app.eyes.source = lambda spec: FakeSource(1.0 if fault else 30.0, fault=fault)
    app.app.eyes.watcher = lambda: Laying(cards)
    app.app.go("show")
    app.steps()
    return app


def test_the_manilhas_are_shown_one_after_the_other(open_app: Any) -> None:
    app = show(open_app, "6C", "6H", "6S", "6D")
    assert app.says("A vira é 5♦. Ponha as quatro manilhas na mesa.")
    assert app.says("Ainda não vejo carta.")
    app.until(lambda: app.says("Por enquanto certo: 6♣"), 30)
    app.until(lambda: app.says("Isso!"), 30)
    assert app.app.current.picture is not None
    app.touch("Próximo")
    assert app.says("A vira é 3♣.")
    app.until(lambda: app.says("não é essa"), 30)


def test_a_card_that_cannot_be_read_is_said(open_app: Any) -> None:
    app = show(open_app, "6C", None)
    app.until(lambda: app.says("não consigo ler"), 30)


def test_a_camera_that_fails_says_why(open_app: Any) -> None:
    app = show(open_app, fault="A câmera parou")
    app.until(lambda: app.says("A câmera não responde"), 30)


def test_without_a_camera_the_page_says_so(open_app: Any) -> None:
    app = open_app(camera="")
    app.app.go("show")
    app.steps()
    assert app.says("Sem câmera.")
    app.touch("Pular")
    assert app.says("A vira é 3♣.")


def test_the_camera_is_let_go_with_the_page(open_app: Any) -> None:
    app = show(open_app, "6C")
    watching = app.app.current._seeing._run
    app.app.back()
    app.steps()
    assert watching.join(5.0)
