"""A running window, driven step by step by touches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np


class Driven:
    """The app in its window. Touches go where a finger would put them: nothing hidden can be touched."""

    def __init__(self, app: Any, folder: Path) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window

        self.app, self._loop, self._window, self._folder = app, EventLoop, Window, folder
        # Nobody looks between two pictures, and drawing in software is all that is slow about a window.
        Window.on_draw, Window.on_flip = self._draw, self._flip
        self._drawing = False
        app._run_prepare()
        self.steps(3)

    def _draw(self) -> None:
        if self._drawing:
            type(self._window).on_draw(self._window)

    def _flip(self) -> None:
        if self._drawing:
            type(self._window).on_flip(self._window)

    def steps(self, count: int = 3) -> None:
        """Runs the main loop a few times."""
        for _ in range(count):
            self._loop.idle()

    def until(self, done: Callable[[], Any], seconds: float = 10.0) -> None:
        """Runs the main loop until something holds; fails if it does not."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, f"it did not come; the screen says {sorted(self.texts())}"
            self._loop.idle()
        self.steps()

    def walk(self) -> Iterator[Any]:
        """Every widget that is shown: of the present page, and of the question over it."""
        roots = [self.app.current] + ([self.app.dialog] if self.app.dialog is not None else [])
        for root in roots:
            for widget in root.walk(restrict=True):
                if visible(widget):
                    yield widget

    def texts(self) -> set[str]:
        """Everything written on the screen."""
        return {widget.text for widget in self.walk() if getattr(widget, "text", "")}

    def says(self, text: str) -> bool:
        """Whether this stands on the screen, alone or within a longer text."""
        return any(text in one for one in self.texts())

    def find(self, text: str, place: int = 0) -> Any:
        """What can be touched and has this text; ``place``: which of several, from left to right."""
        from kivy.uix.behaviors import ButtonBehavior

        found = [w for w in self.walk() if isinstance(w, ButtonBehavior) and getattr(w, "text", "") == text]
        found += [w for w in self.walk() if isinstance(w, ButtonBehavior) and getattr(w, "label", "") == text]
        found.sort(key=lambda w: w.to_window(*w.center)[0])
        assert len(found) > place, f"no {text!r} to touch among {sorted(self.texts())}"
        return found[place]

    def touch(self, text: str, place: int = 0) -> None:
        """Touches the middle of what has this text."""
        self.touch_widget(self.find(text, place))

    def touch_widget(self, widget: Any) -> None:
        """Touches the middle of a widget, scrolling to it first."""
        from kivy.uix.scrollview import ScrollView

        parent = widget.parent
        while parent is not None and parent is not self._window:
            if isinstance(parent, ScrollView):
                parent.scroll_to(widget, animate=False)
                self.steps(2)
            parent = parent.parent if parent.parent is not parent else None
        self.touch_at(*widget.to_window(*widget.center))

    def touch_at(self, x: float, y: float) -> None:
        """A finger down and up again."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
        self.steps(3)

    def touch_card(self, name: str) -> None:
        """Touches a card among those to choose from: ``K♠``."""
        self.touch(name)

    def picture(self, name: str) -> np.ndarray:
        """A screenshot, RGB."""
        self._drawing = True
        self._window.canvas.ask_update()
        self.steps(2)
        self._drawing = False
        path = self._window.screenshot(name=str(self._folder / f"{name}.png"))
        image = cv2.imread(path or "")
        assert image is not None
        return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)

    def settled(self) -> None:
        """Waits until everything done is kept and shown."""
        self.until(lambda: self.app.playing is None or self.app.playing.settled)


def visible(widget: Any) -> bool:
    """Whether a widget is shown at all: neither it nor what holds it is transparent or without size."""
    while widget is not None and getattr(widget, "parent", None) is not widget:
        if widget.opacity == 0 or widget.width < 1 or widget.height < 1:
            return False
        parent = widget.parent
        if parent is None or not hasattr(parent, "opacity"):
            return True
        widget = parent
    return True
