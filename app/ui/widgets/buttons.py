"""Things to touch."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button

from app.ui.widgets.text import Fitted


class TouchButton(Fitted, Button):
    """Text on a ground; shrinks its text until it fits."""

    kind = StringProperty("plain")
    wanted = NumericProperty(16)
    fit = BooleanProperty(True)
    line = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.begin_fitting()


class Segmented(BoxLayout):
    """One of a few values. ``options``: (value, text) in order; ``on_pick(value)`` on a touch."""

    options = ListProperty()
    value = ObjectProperty(None, allownone=True)

    __events__ = ("on_pick",)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.fbind("options", self._make)
        self.fbind("value", self._mark)
        self._make()

    def _make(self, *_: object) -> None:
        self.clear_widgets()
        for value, text in self.options:
            button = TouchButton(text=text, on_release=partial(self._touched, value))
            button.value = value
            self.add_widget(button)
        self._mark()

    def _mark(self, *_: object) -> None:
        for button in self.children:
            button.chosen = button.value == self.value
            button.kind = "main" if button.chosen else "plain"

    def _touched(self, value: object, _: object) -> None:
        self.value = value
        self.dispatch("on_pick", value)

    def on_pick(self, value: object) -> None:
        """A touch chose ``value``."""


class Toggle(ButtonBehavior, BoxLayout):
    """On or off, beside its words; the whole row is touched. ``on_flip(on)`` on a touch."""

    text = StringProperty("")
    on = BooleanProperty(False)

    __events__ = ("on_flip",)

    def on_release(self) -> None:
        """Flips."""
        self.on = not self.on
        self.dispatch("on_flip", self.on)

    def on_flip(self, on: bool) -> None:
        """A touch flipped it."""
