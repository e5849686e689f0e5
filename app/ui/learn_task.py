"""A task on the screen: the drawn hand, the options to touch, and why the answer is right."""

from __future__ import annotations

from functools import partial
from typing import Final

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from app.ui.present.learn import Option, Scene, TaskView
from app.ui.why import WhyCard
from app.ui.widgets import TouchButton

SIGNS: Final = {"": "", "chosen": "●", "right": "✓", "wrong": "✗", "missed": "○"}
"""Told by a sign as well as by colour."""
KINDS: Final = {"": "plain", "chosen": "main", "right": "main", "wrong": "alarm", "missed": "plain"}


class OptionCard(ButtonBehavior, BoxLayout):
    """A drawn card to touch, with the sign of its mark below."""

    card = StringProperty("")
    text = StringProperty("")
    mark = StringProperty("")
    sign = StringProperty("")


class LaidCell(BoxLayout):
    """A card of a drawn trick with its player's name; as wide as a card."""

    seat = StringProperty("")
    team = NumericProperty(0)
    card = StringProperty("")
    golden = BooleanProperty(False)
    label = StringProperty("")


class TrickLine(BoxLayout):
    """A trick of the drawn hand; ``lines``: how many of them share the room."""

    label = StringProperty("")
    lines = NumericProperty(1)


class SceneBox(BoxLayout):
    """The drawn hand: vira, calls, and its tricks below each other."""

    vira = StringProperty("")
    said = StringProperty("")

    def show(self, scene: Scene | None) -> None:
        """Draws this hand; nothing for None."""
        words = App.get_running_app().words
        self.vira = "" if scene is None else scene.vira
        self.said = "" if scene is None else "  ·  ".join(scene.said)
        box = self.ids.tricks
        box.clear_widgets()
        tricks = () if scene is None else scene.tricks
        for number, trick in enumerate(tricks):
            line = TrickLine(label=words("learn.trick", number=number + 1), lines=len(tricks))
            for laid in trick:
                label = "" if laid.card else words("learn.covered")
                line.ids.cells.add_widget(
                    LaidCell(seat=laid.seat, team=laid.team, card=laid.card, golden=laid.golden, label=label)
                )
            box.add_widget(line)


class TaskPanel(BoxLayout):
    """The question with its options. ``on_choose(option)``, ``on_check()``.

    ``rows``: of options; ``as_cards``: they are drawn cards, as high as the panel has room for.
    """

    ask = StringProperty("")
    verdict = StringProperty("")
    good = BooleanProperty(False)
    can_check = BooleanProperty(False)
    rows = NumericProperty(1)
    as_cards = BooleanProperty(False)

    __events__ = ("on_check", "on_choose")

    def show(self, view: TaskView | None) -> None:
        """Shows a task as it stands; nothing for None."""
        self.ask = "" if view is None else view.ask
        self.verdict = "" if view is None else view.verdict
        self.good = view is not None and view.good is True
        self.can_check = view is not None and view.can_check
        self._options(() if view is None else view.options, answered=bool(self.verdict))
        box = self.ids.why
        box.clear_widgets()
        for why in () if view is None else view.why:
            box.add_widget(WhyCard(why))

    def _options(self, options: tuple[Option, ...], *, answered: bool) -> None:
        """Options to touch; once it is answered those that count, so that there is room for the reason."""
        shown = tuple(option for option in options if option.mark or not answered)
        cards = bool(shown) and bool(shown[0].card)
        grid: GridLayout = self.ids.options
        grid.clear_widgets()
        grid.cols = 2 if len(shown) in (2, 4) and not cards else min(len(shown), 3) or 1
        self.rows = -(-len(shown) // grid.cols) if shown else 1
        self.as_cards = cards
        for option in shown:
            if option.card:
                made = OptionCard(
                    card=option.card, text=option.text, mark=option.mark, sign=SIGNS[option.mark]
                )
            else:
                text = f"{SIGNS[option.mark]} {option.text}".strip()
                made = TouchButton(text=text, kind=KINDS[option.mark])
            made.bind(on_release=partial(self._chosen, option.value))
            grid.add_widget(made)

    def _chosen(self, value: str, _: object) -> None:
        self.dispatch("on_choose", value)

    def on_choose(self, option: str) -> None:
        """A touch chose ``option``."""

    def on_check(self) -> None:
        """What was marked is to be judged."""
