"""The new match screen: rules, people and camera, agreed on before the first card."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from app.referee.seating import Seating as Round
from app.ui.page import Page
from app.ui.present.rules import option_views, preset_views, value_views, with_option
from app.ui.present.settings import CAMERAS
from app.ui.present.setup import Draft, advice_text, seat_tags
from app.ui.preview import Preview
from app.ui.watching import Shown
from app.ui.widgets import Column, Field, TouchButton
from engine import PRESETS, preset, rules_from_text, rules_to_text
from engine.errors import RulesError

Builder.load_file(str(Path(__file__).with_name("setup.kv")))

LOOKS_A_SECOND = 10
"""How often the preview is looked at."""

TABS = ("rules", "table", "camera")


class RulesTab(BoxLayout):
    """Presets and options."""


class TableTab(BoxLayout):
    """Names, seats, dealer."""


class CameraTab(BoxLayout):
    """The camera's picture with plain advice."""


class OptionRow(ButtonBehavior, BoxLayout):
    """One option of the rules; a touch shows what else it can be."""

    title = StringProperty("")
    value = StringProperty("")
    more = StringProperty("")
    changed = BooleanProperty(False)


class ValueButton(ButtonBehavior, BoxLayout):
    """One value of an option, explained; also a set of rules to start from."""

    text = StringProperty("")
    more = StringProperty("")
    chosen = BooleanProperty(False)


class SeatButton(TouchButton):
    """A seat on the drawing of the table."""

    team = NumericProperty(0)


class SeatRound(FloatLayout):
    """The drawn table with its seats to touch."""

    def seat(self, seating: Round, seat: int, text: str, does: Callable[[int], None]) -> None:
        """One more seat, where it is seen from above."""
        angle, team = math.radians(seating.angle(seat)), seat % 2
        place = {"center_x": 0.5 + 0.36 * math.cos(angle), "center_y": 0.5 + 0.36 * math.sin(angle)}
        button = SeatButton(text=text, team=team, kind=f"team{team}", pos_hint=place)
        button.bind(on_release=lambda _: does(seat))
        self.add_widget(button)


class SetupPage(Page):
    """Everything a table agrees on; it can begin at any moment."""

    tab = StringProperty("rules")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.draft = Draft()
        self._preview: Preview | None = None
        self._looking: Any = None
        self._texture: Texture | None = None
        self._drawn: Shown | None = None

    # -- coming and going -----------------------------------------------------------------------------------

    def arrive(self, tab: str = "rules") -> None:
        """Takes up the rules and names of the last time."""
        self.draft = _remembered(self.app.store.settings.get("draft"))
        self.tab = tab

    def leave(self) -> None:
        """Lets the camera go, and the many widgets that the next arrival makes anew."""
        self._stop_preview()
        self.ids.part.clear_widgets()

    def refresh(self) -> None:
        """Writes the shown part anew."""
        words = self.app.words
        self.ids.tabs.options = [(name, words(f"setup.tab.{name}")) for name in TABS]
        self.ids.tabs.value = self.tab
        self._fill()

    def show_tab(self, tab: str) -> None:
        """Another part is touched."""
        self.tab = tab
        self._fill()

    def _fill(self) -> None:
        box = self.ids.part
        box.clear_widgets()
        self._stop_preview()
        self._texture = None
        part = {"rules": RulesTab, "table": TableTab, "camera": CameraTab}[self.tab]()
        box.add_widget(part)
        {"rules": self._fill_rules, "table": self._fill_table, "camera": self._fill_camera}[self.tab](part)
        camera = self.app.settings.camera
        self.ids.begin.text = self.app.words("setup.begin_camera" if camera else "setup.begin_plain")

    def _agree(self, draft: Draft) -> None:
        self.draft = draft
        self.app.store.settings.set("draft", _kept(draft))
        self._fill()

    # -- rules ----------------------------------------------------------------------------------------------

    def _fill_rules(self, part: RulesTab) -> None:
        words, rules = self.app.words, self.draft.rules
        portrait = self.app.sizes.portrait
        columns = _columns(part.ids.presets, 2 if portrait else 3)
        for number, view in enumerate(preset_views(rules, words)):
            button = ValueButton(text=view.text, more=view.more, chosen=view.chosen)
            button.bind(on_release=partial(self._take_preset, view.name))
            columns[number % len(columns)].add_widget(button)
        columns = _columns(part.ids.options, 1 if portrait else 2)
        for number, view in enumerate(option_views(rules, words)):
            row = OptionRow(title=view.title, value=view.value, more=view.more, changed=view.changed)
            row.bind(on_release=partial(self._ask_option, view.name, view.title, view.more))
            columns[number % len(columns)].add_widget(row)

    def _take_preset(self, name: str, _: object) -> None:
        self._agree(replace(self.draft, rules=preset(name)))

    def _ask_option(self, name: str, title: str, more: str, _: object) -> None:
        body = Column()
        for view in value_views(self.draft.rules, name, self.app.words):
            button = ValueButton(text=view.text, more=view.more, chosen=view.chosen)
            button.bind(on_release=partial(self._take_value, name, view.value))
            body.add_widget(button)
        self.app.ask(title, more, [(self.app.words("table.cancel"), "plain", lambda: None)], body)

    def _take_value(self, name: str, value: object, _: object) -> None:
        self.app.dismiss()
        self._agree(replace(self.draft, rules=with_option(self.draft.rules, name, value)))

    # -- people ---------------------------------------------------------------------------------------------

    def _fill_table(self, part: TableTab) -> None:
        words, rules = self.app.words, self.draft.rules
        counts = [view.value for view in value_views(rules, "seats", words)]
        part.ids.count.options = [(count, words("setup.number.seats", count=count)) for count in counts]
        part.ids.count.value = rules.seats
        part.ids.count.bind(on_pick=lambda _, count: self._take_value("seats", count, None))
        for team in (0, 1):
            name = self.draft.teams[team] or words.team(team)
            button = TouchButton(text=name, kind=f"team{team}")
            button.bind(on_release=partial(self._name_team, team))
            part.ids.teams.add_widget(button)
        for tag in seat_tags(self.draft, words):
            text = f"{tag.name}\n{tag.note}" if tag.note else tag.name
            part.ids.round.seat(self._round(), tag.seat, text, self._name_seat)

    def _round(self) -> Round:
        rules = self.draft.rules
        return Round(rules.seats, rules.direction == "clockwise")

    def _name_team(self, team: int, _: object) -> None:
        self.app.type(
            self.app.words("setup.team_title"),
            self.draft.teams[team],
            lambda text: self._agree(self.draft.team_named(team, text)),
        )

    def _name_seat(self, seat: int) -> None:
        words = self.app.words
        field = Field(text=self.draft.players[seat])

        def named() -> None:
            self._agree(self.draft.named(seat, field.text))

        def deals() -> None:
            self._agree(replace(self.draft.named(seat, field.text), dealer=seat))

        field.bind(on_text_validate=lambda _: (self.app.dismiss(), named()))
        answers = [
            (words("setup.done"), "main", named),
            (words("setup.deals"), "plain", deals),
            (words("table.cancel"), "plain", lambda: None),
        ]
        self.app.ask(words("setup.seat_title"), "", answers, field)

    # -- camera ---------------------------------------------------------------------------------------------

    def _fill_camera(self, part: CameraTab) -> None:
        words, camera = self.app.words, self.app.settings.camera
        options = [(name, name or words("settings.camera.none")) for name in CAMERAS]
        if camera not in CAMERAS:
            options.append((camera, camera))
        part.ids.cameras.options = options
        part.ids.cameras.value = camera
        part.ids.cameras.bind(on_pick=lambda _, name: self.app.change(camera=name))
        if not camera:
            part.ids.advice.text = words("setup.camera_none")
            return
        part.ids.advice.text = words("setup.camera_waits")
        self._preview = self.app.eyes.preview(camera)
        self._looking = Clock.schedule_interval(lambda _: self._look(part), 1 / LOOKS_A_SECOND)

    def _look(self, part: CameraTab) -> None:
        preview = self._preview
        if preview is None:
            return
        preview.drain()
        part.ids.advice.text = advice_text(preview.report, preview.fault, self.app.words)
        shown = preview.shown
        if shown is None or shown is self._drawn:
            return
        self._drawn = shown
        if self._texture is None or tuple(self._texture.size) != shown.size:
            self._texture = Texture.create(size=shown.size, colorfmt="rgb")
            self._texture.flip_vertical()
            part.ids.picture.texture = self._texture
        self._texture.blit_buffer(shown.pixels, colorfmt="rgb", bufferfmt="ubyte")
        part.ids.picture.canvas.ask_update()

    def _stop_preview(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if self._preview is not None:
            self._preview.stop()
            self._preview = None

    # -- the first card -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The match begins as agreed; who deals is asked where nobody has said: all turns hang on it."""
        if self.draft.dealer == self.draft.first_dealer:
            self._begin(self.draft.first_dealer)
            return
        words = self.app.words
        drawn = SeatRound(size_hint_y=None, height=self.app.sizes.touch * 4.4)

        def deals(seat: int) -> None:
            self.app.dismiss()
            self._begin(seat)

        for tag in seat_tags(self.draft, words):
            drawn.seat(self._round(), tag.seat, tag.name, deals)
        answers = [(words("table.cancel"), "plain", lambda: None)]
        self.app.ask(words("setup.who_deals"), words("setup.seats_are"), answers, drawn)

    def _begin(self, dealer: int) -> None:
        self._stop_preview()
        self.app.store.settings.set("draft", _kept(self.draft))
        watch = bool(self.app.settings.camera)
        seating = self.draft.seating("camera")
        self.app.begin(self.draft.rules, seating, dealer, watch=watch)


def _columns(box: BoxLayout, count: int) -> list[Column]:
    """Columns of their own in a box: beside a long explanation a short one leaves no hole."""
    columns = [Column(pos_hint={"top": 1}) for _ in range(count)]
    for column in columns:
        box.add_widget(column)
    return columns


def _kept(draft: Draft) -> dict[str, object]:
    return {
        "rules": rules_to_text(draft.rules),
        "teams": list(draft.teams),
        "players": list(draft.players),
        "dealer": draft.dealer,
    }


def _remembered(kept: object) -> Draft:
    """The draft of the last time; a new one where it cannot be understood."""
    try:
        assert isinstance(kept, dict)
        us, them = map(str, kept["teams"])
        players = tuple(map(str, kept["players"]))
        dealer = kept["dealer"] if kept["dealer"] is None else int(kept["dealer"])
        if len(players) == 6:
            return Draft(rules_from_text(kept["rules"]), (us, them), players, dealer)
    except (AssertionError, KeyError, TypeError, ValueError, RulesError):
        pass
    return Draft(PRESETS["paulista"])
