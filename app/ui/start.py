"""The start screen."""

from __future__ import annotations

from pathlib import Path

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.store import SavedMatch, Store
from app.ui.page import Page
from app.ui.present.start import offers

Builder.load_file(str(Path(__file__).with_name("start.kv")))


class OfferButton(ButtonBehavior, BoxLayout):
    """A large button with a line below its text."""

    text = StringProperty("")
    more = StringProperty("")
    kind = StringProperty("plain")


class StartPage(Page):
    """Go on, new match, scoreboard, demonstration, learn, history, settings."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._unfinished: SavedMatch | None = None

    def arrive(self) -> None:
        """Looks for the match that can be gone on with."""
        self.app.store.ask(Store.unfinished, lambda found: Clock.schedule_once(lambda _: self._found(found)))

    def _found(self, saved: SavedMatch | None) -> None:
        self._unfinished = saved
        self.refresh()

    def refresh(self) -> None:
        """Writes the buttons anew."""
        box = self.ids.offers
        box.clear_widgets()
        row = None if self._unfinished is None else self._unfinished.row
        for offer in offers(row, self.app.words):
            button = OfferButton(text=offer.text, more=offer.more, kind=offer.kind)
            button.bind(on_release=lambda _, go=offer.go: self._begin(go))
            box.add_widget(button)

    def _begin(self, what: str) -> None:
        if what == "go_on" and self._unfinished is not None:
            self.app.go_on(self._unfinished)
        elif what == "demo":
            self.app.demonstrate()
        else:
            self.app.go(what)
