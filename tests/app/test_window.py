"""A real window on a virtual screen: what it shows, and what its buttons do when they are touched."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from film_doubles import HAND, FakeSource, FakeWatcher, film

from app.ui.theme import DARK
from app.ui.watching import Watched
from engine import PRESETS

SHOTS = os.environ.get("VIRA_SHOTS")
"""Folder where the screenshots of these tests are kept, if they are to be looked at."""

Open = Callable[..., Any]


class Window:
    """A running app, driven step by step."""

    def __init__(self, app: Any, folder: Path) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window as KivyWindow

        self.app, self._loop, self._window, self._folder = app, EventLoop, KivyWindow, folder
        app._run_prepare()

    def until(self, done: Callable[[], bool], seconds: float = 10.0) -> None:
        """Runs the main loop until something holds; fails if it does not."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "it did not come"
            self._loop.idle()
        for _ in range(3):
            self._loop.idle()

    def picture(self, name: str) -> np.ndarray:
        """A screenshot, RGB."""
        path = self._window.screenshot(name=str(self._folder / f"{name}.png"))
        self._loop.idle()
        image = cv2.imread(path or "")
        assert image is not None
        return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)

    def widgets(self) -> Iterator[Any]:
        return self.app.root.walk()

    def button(self, text: str, team: int | None = None) -> Any:
        """The button with this text, on the side of a team where both have it."""
        from kivy.uix.button import Button

        root = self.app.root if team is None else self.app.root.ids[f"buttons{team}"]
        return next(w for w in root.walk() if isinstance(w, Button) and w.text == text)

    def texts(self) -> set[str]:
        """Everything written on the screen."""
        return {widget.text for widget in self.widgets() if getattr(widget, "text", "")}

    def touch(self, text: str, team: int | None = None) -> None:
        """Touches the middle of a button."""
        from kivy.tests.common import UnitTestTouch

        button = self.button(text, team)
        touch = UnitTestTouch(*button.to_window(*button.center))
        touch.touch_down()
        touch.touch_up()
        for _ in range(3):
            self._loop.idle()


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Open]:
    """Opens the app on a script of table events."""
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
    from kivy.config import Config

    Config.set("graphics", "width", "1280")
    Config.set("graphics", "height", "800")
    from app.ui.application import ViraApp

    opened: list[Window] = []
    folder = Path(SHOTS) if SHOTS else tmp_path

    def make(*steps: str, seconds: float = 30.0, language: str = "pt_BR", **options: Any) -> Window:
        script = film(*steps, pace=0.05)
        watched = Watched("filme", lambda: FakeSource(seconds), lambda: FakeWatcher(script), **options)
        opened.append(Window(ViraApp(PRESETS["paulista"], None, language, watched), folder))
        return opened[-1]

    yield make
    for one in opened:
        one.app.stop()


def near(picture: np.ndarray, colour: tuple[float, ...]) -> float:
    """Share of the pixels that have this colour."""
    wanted = np.array(colour[:3]) * 255
    return float((np.abs(picture.astype(float) - wanted).max(axis=2) < 6).mean())


def test_the_table_is_shown(window: Open) -> None:
    app = window("vira 5D", "0 KS", "1 3C", "2 6H")
    app.until(lambda: "última: em cima: 6♥" in app.texts())
    assert {"vale 1", "próximo: TRUCO", "zap", "vez: à esquerda", "NÓS", "ELES"} <= app.texts()
    picture = app.picture("trick")
    assert picture.shape[:2] == (800, 1280)
    assert near(picture, DARK.gold) > 0.002 and near(picture, DARK.team[0]) > 0.02
    # the camera picture of the stand-in is plain green
    assert near(picture, (30 / 255, 90 / 255, 40 / 255)) > 0.02


def test_a_touch_on_truco_asks_and_a_touch_on_accept_answers(window: Open) -> None:
    app = window("vira 5D", "0 KS")
    app.until(lambda: "vez: à direita" in app.texts())
    assert app.button("TRUCO!", 1).fill == list(DARK.team[1])
    app.touch("TRUCO!", 1)
    assert "Nós: aceita TRUCO?" in app.texts()
    app.picture("raise")
    app.touch("Aceitar: a mão vale 3")
    assert "vale 3 · TRUCO" in app.texts()
    assert "Nós: aceita TRUCO?" not in app.texts()


def test_running_gives_the_points_and_undo_takes_them_back(window: Open) -> None:
    app = window("vira 5D", "0 KS")
    app.until(lambda: "vez: à direita" in app.texts())
    app.touch("TRUCO!", 1)
    app.touch("Correr: 1 para eles")
    assert app.app.referee.match.score == (0, 1)
    assert "recolham as cartas" in app.texts()
    app.touch("↶ desfazer")
    assert app.app.referee.match.score == (0, 0)
    assert "Nós: aceita TRUCO?" in app.texts()


def test_a_doubtful_card_is_asked_with_its_picture_and_named_by_hand(window: Open) -> None:
    app = window("vira 5D", "0 ?AS,4S")
    app.until(lambda: "Que carta é esta?" in app.texts())
    assert app.app.root._ask.ids.doubt.texture is not None
    app.picture("doubt")
    app.touch("Outra carta")
    app.picture("pick")
    app.touch("Q♦")
    assert "última: embaixo: Q♦" in app.texts()
    assert app.app.root._ask is None


def test_the_language_changes_at_once(window: Open) -> None:
    app = window("vira 5D", "0 KS")
    app.until(lambda: "vez: à direita" in app.texts())
    app.touch("English")
    assert {"worth 1", "to play: right", "US", "THEM"} <= app.texts()
    app.picture("english")
    app.touch("português")
    assert "vale 1" in app.texts()


def test_a_finished_hand_shows_its_score(window: Open) -> None:
    app = window(*HAND["two tricks"])
    app.until(lambda: "recolham as cartas" in app.texts())
    assert app.app.root.ids.score0.score == 1
    app.picture("hand")


def test_the_bundled_film_begins_anew_with_a_new_match(window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.application.PAUSE_BEFORE_AGAIN", 0.1)
    app = window(*HAND["two tricks"], seconds=1.0, again=True, note="Nenhuma câmera")
    assert "Nenhuma câmera" in app.texts()
    app.until(lambda: app.app.referee.match.score == (1, 0))
    app.until(lambda: app.app.referee.match.score == (0, 0))
    app.until(lambda: app.app.referee.match.score == (1, 0))


def test_the_thread_ends_with_the_window(window: Open) -> None:
    app = window("vira 5D")
    app.until(lambda: "zap" in app.texts())
    app.app.stop()
    assert app.app._watching.join(2.0)


@pytest.mark.parametrize(
    "front, back, least",
    [
        (DARK.text, DARK.ground, 4.5),
        (DARK.text, DARK.panel, 4.5),
        (DARK.text, DARK.felt, 4.5),
        (DARK.text, DARK.line, 4.5),
        (DARK.quiet, DARK.panel, 4.5),
        (DARK.quiet, DARK.felt, 4.5),
        (DARK.gold, DARK.felt, 4.5),
        (DARK.on_gold, DARK.gold, 4.5),
        (DARK.on_team[0], DARK.team[0], 7.0),
        (DARK.on_team[1], DARK.team[1], 4.5),
    ],
)
def test_text_can_be_read(front: tuple[float, ...], back: tuple[float, ...], least: float) -> None:
    assert DARK.contrast(front, back) >= least
