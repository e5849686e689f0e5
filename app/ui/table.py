"""The table screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from numpy.typing import NDArray

from app.playing import Playing
from app.referee.questions import Choice
from app.referee.seating import Seating
from app.teach import Level
from app.ui.correcting import Correcting
from app.ui.page import Page
from app.ui.places import place_of
from app.ui.present.asking import AskCard
from app.ui.present.table import (
    Button,
    SeatView,
    TableView,
    gone_cards,
    may_cover,
    view_of,
)
from app.ui.present.why import taught, why_all
from app.ui.table_menu import TableMenu
from app.ui.watching import Shown
from app.ui.why import ask_why
from app.ui.widgets import CardFace, CardPicker, TouchButton
from app.words import card_text
from engine import Card
from engine.actions import Correct, CorrectStake

Builder.load_file(str(Path(__file__).with_name("table.kv")))

REFRESH_SECONDS = 0.5
"""How often marks that pass with time are looked at."""


class LandscapeTable(BoxLayout):
    """The table screen, wider than high."""


class PortraitTable(BoxLayout):
    """The table screen, higher than wide."""


class SeatSlot(ButtonBehavior, BoxLayout):
    """A seat's card in the trick, with its name; a touch corrects the card."""

    card = StringProperty("")
    covered = BooleanProperty(False)
    manilha = BooleanProperty(False)
    empty = BooleanProperty(True)
    doubt = BooleanProperty(False)
    team = NumericProperty(0)
    label = StringProperty("")
    note = StringProperty("")
    strong = BooleanProperty(False)
    beside = BooleanProperty(False)


class ManilhaTag(BoxLayout):
    """A manilha with its name."""

    card = StringProperty("")
    label = StringProperty("")
    gold = BooleanProperty(True)
    lines = NumericProperty(1.2)


class ViraTag(ButtonBehavior, ManilhaTag):
    """The vira; a touch corrects it."""


class TrickDone(BoxLayout):
    """One finished trick: its number, its cards, who has it."""

    number = NumericProperty(0)
    who = StringProperty("")
    team = ObjectProperty(None, allownone=True)


class QuestionCard(BoxLayout):
    """The open question with the picture of the doubt and its answers."""

    text = StringProperty("")
    columns = NumericProperty(2)


class TablePage(Page):
    """The main screen: shows a `TableView`, sends what is touched to the match."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._view: TableView | None = None
        self._shape: tuple[object, ...] = ()
        self._offered: object = 0
        self._layout: Any = None
        self._slots: list[SeatSlot] = []
        self._question: QuestionCard | None = None
        self._crop: NDArray[np.uint8] | None = None
        self._texture: Texture | None = None
        self._picker: CardPicker | None = None
        self._reopen = False
        self._sight = ""
        self._timer: Any = None
        self._menu = TableMenu(self)

    @property
    def playing(self) -> Playing:
        """The match at this table."""
        playing = self.app.playing
        assert playing is not None
        return playing

    # -- coming and going -----------------------------------------------------------------------------------

    def arrive(self, enter: bool = False) -> None:
        """``enter``: cards are entered by hand, so the cards to choose from are opened."""
        self._view = None
        if self._timer is None:
            self._timer = Clock.schedule_interval(lambda _: self.show(), REFRESH_SECONDS)
        if enter:
            Clock.schedule_once(lambda _: self.enter_card())

    def leave(self) -> None:
        """Stops looking at the time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def refresh(self) -> None:
        """Builds the screen for the window as it is, anew only where it must look otherwise."""
        self._view, self._offered = None, 0
        seating = self.playing.referee.seating
        shape = (self.app.sizes.portrait, seating.seats, seating.clockwise, self.app.settings.left_handed)
        if shape != self._shape:
            self._shape = shape
            self._build(seating)
        if not self.app.watches:
            self._layout.ids.picture.texture = None
        self.show()
        self.show_source(self.app.source_text)

    def _build(self, seating: Seating) -> None:
        self.clear_widgets()
        self._layout = PortraitTable() if self.app.sizes.portrait else LandscapeTable()
        self.add_widget(self._layout)
        self._question, self._texture, self._slots = None, None, []
        for seat in range(seating.seats):
            place, size = place_of(seating, seat, self.app.sizes.portrait)
            slot = SeatSlot(pos_hint=place, size_hint=size, team=seat % 2)
            slot.beside = seating.seats < 6 and abs(place["center_x"] - 0.5) < 0.1
            slot.bind(on_release=partial(self._correct_seat, seat))
            self._slots.append(slot)
            self._layout.ids.felt.add_widget(slot)
        if self.app.settings.left_handed:
            mirror(self._layout.ids.bar)
        if seating.seats == 6:
            self._layout.ids.middle.size_hint = (0.62, 0.18)

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Shows the match as it stands, once all of it is kept; what has not changed is left alone."""
        if not self.playing.settled or self._layout is None:
            return
        view = view_of(self.playing, self.app.words)
        before, self._view = self._view, view
        if view == before:
            return
        ids = self._layout.ids
        for team, box in enumerate((ids.score0, ids.score1)):
            box.label, box.score, box.mark = view.team_names[team], view.scores[team], view.marks[team]
        ids.stake.text = view.stake
        ids.stake_name.text = view.stake_name
        ids.next_raise.text = view.next_raise
        ids.state.text = view.state
        self._say_last()
        level = Level(self.app.settings.teaching)
        ids.why.text = taught(view.why, self.playing.match, self.app.words, level)
        ids.undo.disabled, ids.redo.disabled = not view.can_undo, not view.can_redo
        for slot, seat in zip(self._slots, view.seats, strict=True):
            self._show_seat(slot, seat)
        self._show_manilhas(view, before)
        self._show_tricks(view, before)
        self._show_buttons(view, before)
        if before is None or view.question != before.question:
            self._show_question(view.question)
        self._show_offer(view)
        landscape = not self.app.sizes.portrait
        hidden = view.question is not None or (landscape and bool(ids.offer.children))
        ids.middle.opacity = 0 if hidden else 1
        ids.enter.disabled = not view.enter
        ids.enter.text = self.app.words("table.enter") if self.app.watches else view.enter_text
        if self._reopen:
            self._reopen = False
            self.enter_card()
        elif self._picker is not None:
            self._follow_picker(view)

    def _show_seat(self, slot: SeatSlot, seat: SeatView) -> None:
        slot.card, slot.covered, slot.empty = seat.card, seat.covered, seat.empty
        slot.doubt, slot.manilha = seat.doubt, seat.manilha
        slot.label = ("▶ " if seat.turn else "") + seat.name
        slot.note = "?" if seat.doubt else seat.note
        slot.strong = seat.winning or seat.turn

    def _show_manilhas(self, view: TableView, before: TableView | None) -> None:
        if before is not None and (view.vira, view.manilhas) == (before.vira, before.manilhas):
            return
        row = self._layout.ids.manilhas
        row.clear_widgets()
        if view.vira:
            tag = ViraTag(card=view.vira, label=self.app.words("table.vira"), gold=False)
            tag.bind(on_release=lambda _: self._correct_vira())
            row.add_widget(tag)
        lines = 1.2 if len(view.manilhas) <= 4 else 2.2
        for card, name in view.manilhas:
            row.add_widget(ManilhaTag(card=card, label=name, gold=True, lines=lines))

    def _show_tricks(self, view: TableView, before: TableView | None) -> None:
        if before is not None and view.tricks == before.tricks:
            return
        box = self._layout.ids.tricks
        box.clear_widgets()
        for row in view.tricks:
            line = TrickDone(number=row.number, who=row.who, team=row.team)
            for _, card in row.cards:
                line.ids.cards.add_widget(CardFace(card=card, covered=not card))
            box.add_widget(line)

    def _show_buttons(self, view: TableView, before: TableView | None) -> None:
        if before is not None and view.buttons == before.buttons:
            return
        for team, box in enumerate((self._layout.ids.buttons0, self._layout.ids.buttons1)):
            box.clear_widgets()
            for button in view.buttons[team]:
                kind = "plain" if button.said.value == "run" else f"team{team}"
                made = TouchButton(text=button.text, kind=kind)
                made.wanted = self.app.sizes.title
                made.bind(on_release=partial(self._said, team, button))
                box.add_widget(made)

    def _show_offer(self, view: TableView) -> None:
        """What is offered in the middle of the felt.

        The stake to correct, what comes after the match, or how to go on without the camera.
        """
        offer, words = self._layout.ids.offer, self.app.words
        lost = self.app.fault if self.app.host.lost else ""
        shows = None if view.question is not None else (view.ended, view.restake, lost)
        if self._offered == shows:
            return
        self._offered = shows
        offer.clear_widgets()
        self._layout.ids.offer_text.text = ""
        if view.question is not None:
            return
        if view.ended is not None:
            self._layout.ids.offer_text.text = f"{view.ended.title}  {view.ended.text}".strip()
            offer.add_widget(_button(words("table.rematch"), "main", self.app.rematch))
            offer.add_widget(_button("↶ " + words("table.undo"), "plain", self.playing_undo))
            offer.add_widget(_button(words("table.home"), "plain", lambda: self.app.go("start")))
        elif view.restake is not None:
            self._layout.ids.offer_text.text = view.restake.text
            for value, text in view.restake.values:
                correct = partial(self.correct_stake, value, view.restake.hand)
                offer.add_widget(_button(text, "plain", correct))
        elif lost:
            self._layout.ids.offer_text.text = lost
            offer.add_widget(_button(words("table.menu.camera"), "plain", self.app.watch_again))
            offer.add_widget(_button(words("table.without_camera"), "plain", self.app.without_camera))

    # -- questions ------------------------------------------------------------------------------------------

    def _show_question(self, question: AskCard | None) -> None:
        felt = self._layout.ids.felt
        if self._question is not None:
            felt.remove_widget(self._question)
            self._question = None
        for slot in self._slots:
            # The question lies over them: they are neither seen nor touched through it.
            slot.opacity, slot.disabled = (1, False) if question is None else (0, True)
        if question is None:
            return
        many = len(question.answers) + question.any_card
        columns = 2 if many in (2, 4) or self.app.sizes.portrait else 3
        card = QuestionCard(text=question.text, columns=min(many, columns))
        for answer in question.answers:
            row = BoxLayout(spacing=self.app.sizes.gap, size_hint_min_y=self.app.sizes.touch)
            if answer.choice.card:
                row.add_widget(CardFace(card=answer.choice.card, size_hint_x=0.3))
            ask = partial(self._answer, question, answer.choice)
            if answer.ends:
                ask = partial(self.app.confirm_end, answer.text, ask)
            row.add_widget(_button(answer.text, answer.kind, ask))
            card.ids.answers.add_widget(row)
        if question.any_card:
            other = _button(self.app.words("table.other_card"), "plain", partial(self._name_card, question))
            card.ids.answers.add_widget(other)
        self._question = card
        felt.add_widget(card)
        self._show_doubt(self.app.crop_of(question.track) if question.track else None)

    def _show_doubt(self, crop: NDArray[np.uint8] | None) -> None:
        """The camera's picture of the card that is asked about (HxWx3 RGB)."""
        if self._question is None or crop is None or crop.size == 0:
            return
        texture = Texture.create(size=(crop.shape[1], crop.shape[0]), colorfmt="rgb")
        texture.flip_vertical()
        texture.blit_buffer(np.ascontiguousarray(crop).tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._question.ids.doubt.texture = texture

    def _answer(self, question: AskCard, choice: Choice) -> None:
        self.playing.answer(question.number, choice)
        self.show()

    def _name_card(self, question: AskCard) -> None:
        """Any card of the deck instead of those proposed."""
        self.pick(
            self.app.words("table.pick_card"),
            lambda card: self._answer(question, Choice(question.do, card=card)),
        )

    # -- cards by hand --------------------------------------------------------------------------------------

    def pick(self, title: str, then: Callable[[str], None]) -> None:
        """Lets one card of the deck be touched."""

        def picked(card: str) -> None:
            self.app.dismiss()
            then(card)

        answers = [(self.app.words("table.cancel"), "plain", lambda: None)]
        self.app.ask(title, "", answers, self.app.picker(picked), wide=True)

    def enter_card(self) -> None:
        """Cards one after the other, as they are laid, until somebody closes it."""
        view = view_of(self.playing, self.app.words)
        if not view.enter:
            return
        words = self.app.words
        picker = self.app.picker(self._entered, gone_cards(self.playing.match))
        answers = [(words("table.cover"), "plain", self._entered_cover)] if self._covers(view) else []
        answers.append((words("table.close"), "plain", lambda: None))
        dialog = self.app.ask(view.enter_text, "", answers, picker, wide=True)
        self._picker = picker
        dialog.bind(parent=lambda _, parent: self._picker_gone(picker) if parent is None else None)

    def _covers(self, view: TableView) -> bool:
        return view.enter == "card" and may_cover(self.playing.match)

    def _picker_gone(self, picker: CardPicker) -> None:
        if self._picker is picker:
            self._picker = None

    def _entered(self, card: str) -> None:
        if self.app.host.lost:
            self.app.without_camera()
        self.playing.lay(card)
        self.show()

    def _entered_cover(self) -> None:
        self.playing.cover()
        self._reopen = True
        self.show()

    def _follow_picker(self, view: TableView) -> None:
        """After a card has been entered: the next seat's, or none where something else comes first."""
        dialog, picker = self.app.dialog, self._picker
        if dialog is None or picker is None:
            return
        if not view.enter or view.question is not None or view.restake is not None or view.ended:
            self.app.dismiss()
        elif self._covers(view) != (len(dialog.ids.answers.children) == 2):
            self.enter_card()
        else:
            dialog.title = view.enter_text
            picker.gone = list(gone_cards(self.playing.match))

    def _correct_seat(self, seat: int, _: object) -> None:
        view = None if self._view is None else self._view.seats[seat]
        if view is None or view.number is None:
            if view is not None and view.turn and not self.app.watches:
                self.enter_card()
            return
        words = self.app.words
        card = card_text(view.card) if view.card else words("card.covered")
        self.pick(words("table.correct_title", card=card), partial(self.corrected, view.number))

    def _correct_vira(self) -> None:
        if self._view is None or self._view.vira_number is None:
            return
        title = self.app.words("table.correct_vira", card=card_text(self._view.vira))
        self.pick(title, partial(self.corrected, self._view.vira_number))

    def corrected(self, number: int, card: str) -> None:
        """The card of a log entry was another."""
        Correcting(self.app).do(Correct(number, Card.parse(card)), card_text(card))

    # -- buttons --------------------------------------------------------------------------------------------

    def _said(self, team: int, button: Button, _: object = None) -> None:
        if button.ends:
            self.app.confirm_end(button.text, lambda: self._say(team, button))
        else:
            self._say(team, button)

    def _say(self, team: int, button: Button) -> None:
        self.playing.say(team, button.said)
        self.show()

    def playing_undo(self) -> None:
        """Takes the last action back."""
        self.playing.undo()
        self.show()

    def playing_redo(self) -> None:
        """Does it again."""
        self.playing.redo()
        self.show()

    def correct_stake(self, value: int, hand: int) -> None:
        """The stake that was scored was another."""
        Correcting(self.app).do(CorrectStake(value, hand), self.app.words("table.stake", stake=value))

    def explain(self) -> None:
        """Everything that can be said about the table as it stands."""
        ask_why(self.app, why_all(self.playing.match, self.app.words))

    def open_menu(self) -> None:
        """What is needed seldom."""
        self._menu.open()

    # -- the camera -----------------------------------------------------------------------------------------

    def show_picture(self, shown: Shown) -> None:
        """Shows the newest picture of the source."""
        if self._layout is None or not self.app.settings.picture:
            return
        picture = self._layout.ids.picture
        if self._texture is None or tuple(self._texture.size) != shown.size:
            self._texture = Texture.create(size=shown.size, colorfmt="rgb")
            self._texture.flip_vertical()
        if picture.texture is not self._texture:
            picture.texture = self._texture
        self._texture.blit_buffer(shown.pixels, colorfmt="rgb", bufferfmt="ubyte")
        picture.canvas.ask_update()

    def show_sight(self, text: str) -> None:
        """Says what makes the camera see badly, while it does, in the place of what was seen last."""
        if text != self._sight:
            self._sight = text
            self._say_last()

    def _say_last(self) -> None:
        if self._layout is None:
            return
        last = self._layout.ids.last
        last.text = self._sight or ("" if self._view is None else self._view.last)
        last.tone, last.bold_face = ("gold", True) if self._sight else ("text", False)

    def show_source(self, text: str) -> None:
        """Says where the picture comes from, or why there is none."""
        if self._layout is not None:
            self._layout.ids.source.text = text


def mirror(bar: BoxLayout) -> None:
    """Puts what lies on the right to the left."""
    children = bar.children[:]
    bar.clear_widgets()
    for child in children:
        bar.add_widget(child)


def _button(text: str, kind: str, does: Callable[[], object]) -> TouchButton:
    return TouchButton(text=text, kind=kind, on_release=lambda _: does())


class Felt(FloatLayout):
    """The table's top."""
