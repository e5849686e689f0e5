"""The kivy application: wires the watching thread, the referee and the table screen."""

from __future__ import annotations

import cv2
import numpy as np
from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import LabelBase
from numpy.typing import NDArray

from app.judging import Sitting
from app.paths import FONT, FONT_BOLD
from app.referee.calls import Said, SaidCall
from app.referee.questions import Choice
from app.referee.referee import Referee
from app.referee.seating import Seating
from app.ui.presenter import deck_cards, view_of
from app.ui.table_screen import TableScreen
from app.ui.theme import DARK, Theme
from app.ui.watching import Ended, Saw, Shown, Watched, Watching
from app.words import LANGUAGES, Words
from engine import Rules

DRAINS_A_SECOND = 30
"""How often the main thread looks for news: as often as a film has pictures."""

PAUSE_BEFORE_AGAIN = 8.0
"""Seconds the last picture of the bundled film stays before it begins anew."""


class ViraApp(App):
    """One window with one table."""

    title = "Vira"

    def __init__(
        self, rules: Rules, dealer: int | None, language: str, watched: Watched, **options: object
    ) -> None:
        super().__init__(**options)
        self.theme: Theme = DARK
        self.words = Words(language, rules)
        self._rules = rules
        self._dealer = dealer
        self._watched = watched
        self._round = 0
        self._shown: Shown | None = None
        self._screen: TableScreen | None = None
        self._begin()

    @property
    def referee(self) -> Referee:
        """The referee of the running match."""
        return self._sitting.referee

    def _begin(self) -> None:
        """A new match, and the source from its beginning."""
        self._round += 1
        self._sitting = Sitting(Referee(self._rules, self._dealer), self._watched.calls)
        self._watching = Watching(self._round, self._watched.source, self._watched.watcher)
        self._doubt_track = 0

    def build(self) -> TableScreen:
        """Makes the screen and begins to watch."""
        LabelBase.register("text", str(FONT))
        LabelBase.register("display", str(FONT_BOLD))
        seating = Seating(self._rules.seats, self._rules.direction == "clockwise")
        deck = deck_cards(self.referee.match)
        self._screen = TableScreen(self.theme, seating, self.said, self.answered, deck)
        self._screen.show_source(self._watched.note or self._watched.name)
        self._show()
        self._watching.start()
        Clock.schedule_interval(self.drain, 1 / DRAINS_A_SECOND)
        return self._screen

    def on_stop(self) -> None:
        """Ends the watching thread with the window."""
        self._watching.stop()
        self._watching.join(2.0)

    # -- from the watching thread ---------------------------------------------------------------------------

    def drain(self, _: float) -> None:
        """Takes in what the watching thread has found since the last call."""
        changed = False
        while not self._watching.messages.empty():
            message = self._watching.messages.get()
            if message.round != self._round:
                continue
            changed = True
            if isinstance(message, Saw):
                self._sitting.take(message.t, message.events)
            else:
                self._ended(message)
        shown = self._watching.shown
        if shown is not None and shown is not self._shown and self._screen is not None:
            self._shown = shown
            self._screen.show_picture(shown)
        if changed:
            self._show()

    def _ended(self, message: Ended) -> None:
        self._sitting.end()
        assert self._screen is not None
        self._screen.show_source(message.fault or self.words("table.film_over"))
        if self._watched.again and not message.fault:
            Clock.schedule_once(lambda _: self.again(), PAUSE_BEFORE_AGAIN)

    def again(self) -> None:
        """Begins anew: a new match, the film from its beginning."""
        self._begin()
        if self._screen is not None:
            self._screen.show_source(self._watched.note or self._watched.name)
        self._show()
        self._watching.start()

    # -- from the buttons -----------------------------------------------------------------------------------

    def said(self, team: int, said: Said) -> None:
        """A team's button was pressed."""
        self.referee.hear(SaidCall(self._sitting.now, team, said))
        self._show()

    def answered(self, number: int, choice: Choice) -> None:
        """An answer of the open question was pressed; one that closed meanwhile is forgotten."""
        if any(question.number == number for question in self.referee.questions):
            self.referee.answer(number, choice, self._sitting.now)
        self._show()

    def undo(self) -> None:
        """The undo button was pressed."""
        self.referee.undo(self._sitting.now)
        self._show()

    def other_language(self) -> None:
        """Switches to the other language at once."""
        following = LANGUAGES[(LANGUAGES.index(self.words.language) + 1) % len(LANGUAGES)]
        self.words = Words(following, self._rules)
        self._show()

    def _show(self) -> None:
        if self._screen is None:
            return
        view = view_of(self.referee, self.words)
        self._screen.show(view, self.words)
        track = view.question.track if view.question else 0
        if track and track != self._doubt_track:
            self._screen.show_doubt(self._crop(track))
        self._doubt_track = track

    def _crop(self, track: int) -> NDArray[np.uint8] | None:
        """The picture of a physical card, with a little of what lies round it (HxWx3 RGB)."""
        event = self.referee.event_of(track)
        if self._shown is None or event is None or not event.corners:
            return None
        image = self._shown.image
        corners = np.asarray(event.corners)
        margin = 0.15 * float(np.ptp(corners, axis=0).max())
        left, top = np.maximum(corners.min(axis=0) - margin, 0).astype(int)
        right, bottom = (corners.max(axis=0) + margin).astype(int)
        crop = image[top:bottom, left:right]
        return None if crop.size == 0 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2RGB), np.uint8)
