"""Drawn cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from kivy.graphics import Color, SmoothLine
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from app.ui.widgets.art import card_texture
from app.ui.widgets.buttons import TouchButton
from app.words import card_text

SHAPE = 290 / 448
"""Width of a drawn card by its height."""

BACK = "back-blue"


class CardFace(Widget):
    """A drawn card, as large as fits; a back where it is covered, an outline where none lies.

    ``doubt``: read unsurely; drawn faint, with a dashed outline, never like a fact.
    """

    card = StringProperty("")
    covered = BooleanProperty(False)
    manilha = BooleanProperty(False)
    empty = BooleanProperty(False)
    doubt = BooleanProperty(False)
    dim = BooleanProperty(False)
    four_colours = BooleanProperty(False)
    texture = ObjectProperty(None, allownone=True)
    card_width = NumericProperty(0)
    card_height = NumericProperty(0)
    dashes = ListProperty()
    dash_colour = ListProperty((1, 1, 1, 1))

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        for name in ("card", "covered", "empty", "doubt", "size", "pos", "four_colours", "dash_colour"):
            self.fbind(name, self._update)
        self._update()

    def _update(self, *_: object) -> None:
        name = "" if self.empty else BACK if self.covered else self.card
        self.texture = card_texture(name, self.four_colours) if name else None
        height = min(self.height, self.width / SHAPE)
        self.card_height, self.card_width = height, height * SHAPE
        self.canvas.after.clear()
        if self.doubt and self.width > 1:
            self._dash()

    def _dash(self) -> None:
        """Outlines the card in dashes, which kivy draws only a pixel wide by itself."""
        left, bottom = self.center_x - self.card_width / 2, self.center_y - self.card_height / 2
        right, top = left + self.card_width, bottom + self.card_height
        step = max(self.card_width / 7, 4)
        corners = ((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom))
        with self.canvas.after:
            Color(*self.dash_colour)
            for (x, y), (to_x, to_y) in pairwise(corners):
                pieces = max(2, round((abs(to_x - x) + abs(to_y - y)) / step)) | 1
                for piece in range(0, pieces, 2):
                    a, b = piece / pieces, (piece + 1) / pieces
                    SmoothLine(
                        points=(
                            x + (to_x - x) * a,
                            y + (to_y - y) * a,
                            x + (to_x - x) * b,
                            y + (to_y - y) * b,
                        ),
                        width=max(1.2, self.card_width / 45),
                    )


class CardRow(BoxLayout):
    """Several cards in a row."""

    cards = ListProperty()
    golden = ListProperty()

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.fbind("cards", self._make)
        self.fbind("golden", self._make)
        self._make()

    def _make(self, *_: object) -> None:
        self.clear_widgets()
        for card in self.cards:
            self.add_widget(CardFace(card=card, manilha=card in self.golden))


class CardPicker(GridLayout):
    """Every card of a deck, a row a suit; ``gone``: those that cannot be it."""

    deck = ListProperty()
    gone = ListProperty()

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._then: Callable[[str], None] | None = None
        self.fbind("deck", self._make)
        self.fbind("gone", self._mark)

    def ask(self, deck: Sequence[str], gone: Sequence[str], then: Callable[[str], None]) -> CardPicker:
        """Itself, taken out of where it was, for the next question: ``then(card)`` on a touch."""
        if self.parent is not None:
            self.parent.remove_widget(self)
        self.deck, self.gone, self._then = list(deck), list(gone), then
        return self

    def _make(self, *_: object) -> None:
        self.clear_widgets()
        for card in self.deck:
            button = CardButton(text=card_text(card), card=card, on_release=partial(self._touched, card))
            self.add_widget(button)
        self._mark()

    def _mark(self, *_: object) -> None:
        for button in self.children:
            button.disabled = button.card in self.gone

    def _touched(self, card: str, _: object) -> None:
        if self._then is not None:
            self._then(card)


class CardButton(TouchButton):
    """A card written large on paper."""

    card = StringProperty("")
