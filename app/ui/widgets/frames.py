"""Boxes that hold others."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView


class Panel(BoxLayout):
    """A box with a ground of its own; ``tone``: "panel", "felt", "raised", "team0", "team1"."""

    tone = StringProperty("panel")


class Column(BoxLayout):
    """Children below each other, as high as they need."""


class Scroll(ScrollView):
    """Scrolls what is higher than the screen."""


class Header(BoxLayout):
    """Back button and title. ``back``: whether there is a way back."""

    title = StringProperty("")
    back = BooleanProperty(True)


class ScoreBox(BoxLayout):
    """A team's name and points, as large as fits; ``mark``: what changed last, "" for nothing."""

    team = NumericProperty(0)
    label = StringProperty("")
    score = StringProperty("0")
    mark = StringProperty("")


CAP = 0.729
"""Height of a digit of the display face by its size."""

DIGIT = 0.626
"""Width of a digit of the display face by its size."""


class Digits(Label):
    """Digits as large as the box holds: measured by what is drawn, not by the line's height."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        for name in ("size", "text"):
            self.fbind(name, self._fit)

    def _fit(self, *_: object) -> None:
        letters = max(2, len(self.text))
        self.font_size = max(1.0, min(self.height * 0.96 / CAP, self.width * 0.99 / (letters * DIGIT)))
