"""The table screen: kivy widgets that show a `TableView`."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from app.paths import CARDS
from app.referee.calls import Said
from app.referee.questions import Choice, Do
from app.referee.seating import Seating
from app.ui.presenter import AskCard, LaidCard, TableView
from app.ui.theme import Theme
from app.ui.watching import Shown
from app.words import Words, card_text

Builder.load_file(str(Path(__file__).with_name("table.kv")))

CARD_SHAPE = 290 / 448
"""Width of a drawn card by its height."""


class TouchButton(Button):
    """A large button in one of the theme's colours."""

    fill = ColorProperty((0, 0, 0, 1))
    ink = ColorProperty((1, 1, 1, 1))


class CardFace(Widget):
    """A drawn card, as large as fits; a back where it is covered."""

    card = StringProperty("")
    covered = BooleanProperty(False)
    manilha = BooleanProperty(False)
    empty = BooleanProperty(False)
    source = StringProperty("")
    shown = BooleanProperty(False)
    card_width = NumericProperty(0)
    card_height = NumericProperty(0)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        for name in ("card", "covered", "empty", "size"):
            self.fbind(name, self._update)
        self._update()

    def _update(self, *_: object) -> None:
        name = "back-blue" if self.covered else self.card
        self.shown = bool(name) and not self.empty
        self.source = str(CARDS / f"{name}.png") if self.shown else ""
        height = min(self.height, self.width / CARD_SHAPE)
        self.card_height, self.card_width = height, height * CARD_SHAPE


class ManilhaTag(BoxLayout):
    """The vira or a manilha with its name."""

    card = StringProperty("")
    label = StringProperty("")
    gold = BooleanProperty(True)


class ScoreBox(BoxLayout):
    """A team's score."""

    team = NumericProperty(0)
    label = StringProperty("")
    score = NumericProperty(0)


class SeatSlot(BoxLayout):
    """A seat's card in the trick, with the seat's name and what is to be said about it."""

    card = StringProperty("")
    covered = BooleanProperty(False)
    manilha = BooleanProperty(False)
    empty = BooleanProperty(True)
    label = StringProperty("")
    note = StringProperty("")
    strong = BooleanProperty(False)


class AskPanel(BoxLayout):
    """The open question with its answers."""

    text = StringProperty("")
    columns = NumericProperty(2)


class TableScreen(BoxLayout):
    """The main screen. ``on_said(team, said)``, ``on_answer(number, choice)`` are called from its buttons."""

    def __init__(
        self,
        theme: Theme,
        seating: Seating,
        on_said: Callable[[int, Said], None],
        on_answer: Callable[[int, Choice], None],
        deck: tuple[str, ...],
        **options: object,
    ) -> None:
        super().__init__(**options)
        self._theme = theme
        self._on_said = on_said
        self._on_answer = on_answer
        self._deck = deck
        self._view: TableView | None = None
        self._buttons: tuple[object, object] = ((), ())
        self._texture: Texture | None = None
        self._slots = [self._slot(seating, seat) for seat in range(seating.seats)]
        self._ask: AskPanel | None = None

    def _slot(self, seating: Seating, seat: int) -> SeatSlot:
        angle = math.radians(seating.angle(seat))
        place = {"center_x": 0.5 + 0.37 * math.cos(angle), "center_y": 0.5 + 0.30 * math.sin(angle)}
        slot = SeatSlot(size_hint=(0.24, 0.36), pos_hint=place)
        self.ids.table.add_widget(slot)
        return slot

    def show(self, view: TableView, words: Words) -> None:
        """Shows the table as it stands; widgets that have not changed are left alone."""
        if view == self._view:
            return
        ids = self.ids
        for team, box in enumerate((ids.score0, ids.score1)):
            box.label, box.score = view.team_names[team], view.scores[team]
        ids.stake.text, ids.next_raise.text = view.stake, view.next_raise
        ids.state.text, ids.why.text, ids.last.text = view.state, view.why, view.last
        heading = f"[b]{words('table.tricks')}[/b]\n"
        ids.tricks.text = heading + "\n".join(f"{number}  ● {who}" for number, who in view.tricks)
        ids.undo.text, ids.language.text = "↶ " + words("table.undo"), words("table.language")
        ids.undo.disabled, ids.undo.opacity = not view.can_undo, 1.0 if view.can_undo else 0.35
        self._show_manilhas(view, words)
        self._show_trick(view, words)
        if self._view is None or view.buttons != self._view.buttons:
            self._show_buttons(view)
        if self._view is None or view.question != self._view.question:
            self._show_question(view.question, words)
        self._view = view

    def _show_manilhas(self, view: TableView, words: Words) -> None:
        wanted = [(view.vira, words("table.vira"), False)] if view.vira else []
        wanted += [(card, name, True) for card, name in view.manilhas]
        row = self.ids.manilhas
        shown = [
            (tag.card, tag.label, tag.gold) for tag in reversed(row.children) if isinstance(tag, ManilhaTag)
        ]
        if shown == wanted:
            return
        row.clear_widgets()
        row.add_widget(Widget())
        for card, label, gold in wanted:
            row.add_widget(ManilhaTag(card=card, label=label, gold=gold))
        row.add_widget(Widget())

    def _show_trick(self, view: TableView, words: Words) -> None:
        laid: dict[int, LaidCard] = {one.seat: one for one in view.trick}
        for seat, slot in enumerate(self._slots):
            one = laid.get(seat)
            slot.empty = one is None
            slot.card = one.card if one else ""
            slot.covered = bool(one and not one.card)
            slot.manilha = bool(one and one.manilha)
            winning, turn = bool(one and one.winning), seat == view.turn
            notes = []
            if slot.covered:
                notes.append(words("card.covered"))
            if winning:
                notes.append("◀ " + words("table.won" if view.trick_over else "table.winning"))
            slot.label = ("◌ " if turn else "") + view.seat_names[seat]
            slot.note = ", ".join(notes)
            slot.strong = winning or turn

    def _show_buttons(self, view: TableView) -> None:
        for team, box in enumerate((self.ids.buttons0, self.ids.buttons1)):
            box.clear_widgets()
            for button in view.buttons[team]:
                box.add_widget(
                    TouchButton(
                        text=button.text,
                        font_size="22sp",
                        fill=self._theme.team[team] if button.said is not Said.RUN else self._theme.line,
                        ink=self._theme.on_team[team] if button.said is not Said.RUN else self._theme.text,
                        on_release=lambda _, team=team, said=button.said: self._on_said(team, said),
                    )
                )

    # -- questions ------------------------------------------------------------------------------------------

    def _show_question(self, asked: AskCard | None, words: Words) -> None:
        if self._ask is not None:
            self.ids.table.remove_widget(self._ask)
            self._ask = None
        if asked is None:
            return
        panel = AskPanel(
            text=asked.text,
            columns=2 if len(asked.answers) + asked.any_card > 2 else 1,
            size_hint=(0.86, 0.72),
            pos_hint={"center_x": 0.5, "center_y": 0.5},
        )
        for answer in asked.answers:
            self._answer_button(panel, answer.text, asked, answer.choice)
        if asked.any_card:
            panel.ids.answers.add_widget(
                TouchButton(
                    text=words("table.other_card"),
                    font_size="19sp",
                    fill=self._theme.line,
                    ink=self._theme.text,
                    on_release=lambda _: self._pick_card(asked, words),
                )
            )
        self._ask = panel
        self.ids.table.add_widget(panel)

    def _answer_button(self, panel: AskPanel, text: str, asked: AskCard, choice: Choice) -> None:
        team = asked.team
        row = BoxLayout(spacing="8dp")
        if choice.card:
            row.add_widget(CardFace(card=choice.card, size_hint_x=0.3))
        row.add_widget(
            TouchButton(
                text=text,
                font_size="19sp",
                fill=self._theme.gold if team is None else self._theme.team[team],
                ink=self._theme.on_gold if team is None else self._theme.on_team[team],
                on_release=lambda _: self._on_answer(asked.number, choice),
            )
        )
        panel.ids.answers.add_widget(row)

    def _pick_card(self, asked: AskCard, words: Words) -> None:
        """Lets any card of the deck be named instead of the ones proposed."""
        assert self._ask is not None
        panel = self._ask
        panel.text = words("table.pick_card")
        panel.columns = 10
        panel.ids.answers.clear_widgets()
        do = next((answer.choice.do for answer in asked.answers if answer.choice.card), Do.CARD)
        for card in self._deck:
            red = card[-1] in "DH"
            panel.ids.answers.add_widget(
                TouchButton(
                    text=card_text(card),
                    font_size="17sp",
                    fill=self._theme.text,
                    ink=(0.75, 0.05, 0.1, 1) if red else (0.05, 0.05, 0.05, 1),
                    on_release=lambda _, card=card: self._on_answer(asked.number, Choice(do, card=card)),
                )
            )

    # -- pictures -------------------------------------------------------------------------------------------

    def show_picture(self, shown: Shown) -> None:
        """Shows the newest picture of the source."""
        if self._texture is None or tuple(self._texture.size) != shown.size:
            self._texture = Texture.create(size=shown.size, colorfmt="rgb")
            self._texture.flip_vertical()
            self.ids.picture.texture = self._texture
        self._texture.blit_buffer(shown.pixels, colorfmt="rgb", bufferfmt="ubyte")
        self.ids.picture.canvas.ask_update()

    def show_doubt(self, crop: NDArray[np.uint8] | None) -> None:
        """Shows the card that the open question is about (HxWx3 RGB)."""
        if self._ask is None or crop is None or crop.size == 0:
            return
        texture = Texture.create(size=(crop.shape[1], crop.shape[0]), colorfmt="rgb")
        texture.flip_vertical()
        texture.blit_buffer(np.ascontiguousarray(crop).tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._ask.ids.doubt.texture = texture

    def show_source(self, text: str) -> None:
        """Says where the picture comes from, or why there is none."""
        self.ids.source.text = text
