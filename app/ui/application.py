"""The kivy application: the shell round the screens."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from app.paths import FONT, FONT_BOLD
from app.playing import Playing
from app.settings import Settings
from app.store import SavedMatch, Seating, Store
from app.ui.announcing import Announcer
from app.ui.eyes import Eyes
from app.ui.hosting import Host
from app.ui.page import Page
from app.ui.present.asking import deck_cards
from app.ui.present.seeing import fault_text
from app.ui.present.setup import clean
from app.ui.registry import make_page
from app.ui.sizes import Sizes
from app.ui.sound import Sounds
from app.ui.theme import LOOKS
from app.ui.watching import Watched
from app.ui.widgets import CardPicker, Dialog, Field
from app.words import LANGUAGES, Words
from engine import PRESETS, Rules

DRAINS_A_SECOND = 30
"""How often the main thread looks for news: as often as a film has pictures."""

PAUSE_BEFORE_AGAIN = 8.0
"""Seconds the last picture of the bundled film stays before it begins anew."""


class ViraApp(App):
    """One window. ``words``, ``theme``, ``sizes`` and ``settings`` are followed by all screens at once.

    ``watches``: a source is being watched; ``notice``: what the store has to say, "" for nothing.
    """

    title = "Vira"
    words = ObjectProperty(None)
    theme = ObjectProperty(None)
    sizes = ObjectProperty(None)
    settings = ObjectProperty(None)
    notice = StringProperty("")
    watches = BooleanProperty(False)

    def __init__(
        self,
        store: Store,
        settings: Settings | None = None,
        eyes: Eyes | None = None,
        opened: tuple[Playing, Watched | None] | None = None,
        sounds: Sounds | None = None,
        **options: object,
    ) -> None:
        """``settings``: instead of those that the store keeps. ``opened``: the table to begin with.

        ``sounds``: what can be heard, loaded before the window opened; without them all is silent.
        """
        super().__init__(**options)
        self.store = store
        self.eyes = eyes or Eyes()
        self.host = Host()
        self.sounds = sounds or Sounds({}, LANGUAGES[0])
        self._announcer = Announcer()
        self._opened = opened
        self._kept = Clock.create_trigger(lambda _: self._show_table())
        kept = {name: value for name, value in store.settings.items()}
        self.settings = settings or Settings.from_dict(kept)
        self._rules: Rules = PRESETS["paulista"]
        self._seating = Seating()
        self._way: list[tuple[str, dict[str, Any]]] = []
        self._pages: dict[str, Page] = {}
        self._dialog: Dialog | None = None
        LabelBase.register("text", str(FONT))
        LabelBase.register("display", str(FONT_BOLD))
        self._apply()

    # -- the shell ------------------------------------------------------------------------------------------

    def build(self) -> FloatLayout:
        """Makes the window's content and shows the first screen."""
        self.root = FloatLayout()
        self._manager = ScreenManager(transition=NoTransition())
        self._picker = CardPicker()
        self.root.add_widget(self._manager)
        Window.bind(on_resize=self._new_size, on_keyboard=self._key)
        Metrics.bind(density=self._new_size)
        self._ground()
        self.store.on_notice = lambda: Clock.schedule_once(lambda _: self._say_notices())
        self._say_notices()
        self._draining = Clock.schedule_interval(self.drain, 1 / DRAINS_A_SECOND)
        self.go("start")
        if self._opened is not None:
            self.open_table(*self._opened)
        return self.root

    def on_start(self) -> None:
        """What is there by now stays: looking through it for what can go would hold up the screen."""
        gc.collect()
        gc.freeze()

    def on_stop(self) -> None:
        """Ends the watching thread with the window."""
        self._draining.cancel()
        Window.unbind(on_resize=self._new_size, on_keyboard=self._key)
        Metrics.unbind(density=self._new_size)
        self.store.on_notice = lambda: None
        self.sounds.stop()
        self.host.join()
        # What is acknowledged from now on is shown nowhere.
        self.host.close()
        for page in self._pages.values():
            page.leave()

    def _say_notices(self) -> None:
        notices = self.store.notices
        self.notice = " ".join(self.words(f"store.{one.kind}", place=one.place) for one in notices)

    def go(self, name: str, **what: Any) -> None:
        """Shows a screen; ``what`` is handed to its ``arrive``."""
        self._way = [step for step in self._way if step[0] != name]
        self._way.append((name, what))
        self._show(name, what)

    def back(self) -> None:
        """The screen before this one."""
        if len(self._way) > 1:
            self._way.pop()
            self._show(*self._way[-1])

    def page(self, name: str) -> Page:
        """The screen of this name, made where it has not been shown yet."""
        if name not in self._pages:
            self._pages[name] = make_page(name)
            self._manager.add_widget(self._pages[name])
        return self._pages[name]

    @property
    def current(self) -> Page:
        """The screen that is shown."""
        return self._pages[self._way[-1][0]]

    def _show(self, name: str, what: dict[str, Any]) -> None:
        self.dismiss()
        page = self.page(name)
        before = self._manager.current_screen
        if isinstance(before, Page) and before is not page:
            before.leave()
        page.arrive(**what)
        page.refresh()
        self._manager.current = name

    def _key(self, _: object, key: int, *__: object) -> bool:
        """Escape, and the back key of a tablet."""
        if key != 27:
            return False
        if self._dialog is not None:
            self.dismiss()
        else:
            self.back()
        return True

    # -- a question over everything -------------------------------------------------------------------------

    def ask(
        self,
        title: str,
        text: str = "",
        answers: Sequence[tuple[str, str, Callable[[], None]]] = (),
        body: Widget | None = None,
        *,
        outside: bool = True,
        wide: bool = False,
    ) -> Dialog:
        """A question with its answers (text, kind of button, what it does); a touch on one also closes it.

        ``outside``: a touch beside it closes it and does nothing. ``wide``: it needs the window's width.
        """
        self.dismiss()
        closing = [(words, kind, self._then(does)) for words, kind, does in answers]
        self._dialog = Dialog(answers=closing, body=body, outside=self.dismiss if outside else None)
        self._dialog.title, self._dialog.text, self._dialog.wide = title, text, wide
        self.root.add_widget(self._dialog)
        return self._dialog

    def picker(self, then: Callable[[str], None], gone: Sequence[str] = ()) -> CardPicker:
        """The cards of the table's deck, to be touched; ``gone``: those that cannot be it.

        They are made once: making forty buttons holds up the screen.
        """
        assert self.playing is not None
        return self._picker.ask(deck_cards(self.playing.match), gone, then)

    def confirm_end(self, text: str, does: Callable[[], object]) -> None:
        """What ends a match is asked once more; ``text``: what was said."""
        words = self.words
        answers = [
            (words("table.ends_yes"), "alarm", lambda: does()),
            (words("table.ends_no"), "main", lambda: None),
        ]
        self.ask(words("table.ends_title"), words("table.ends_text", text=text), answers)

    def type(self, title: str, text: str, then: Callable[[str], None]) -> None:
        """Lets one line be typed."""
        field = Field(text=text)
        field.bind(on_text_validate=lambda _: (self.dismiss(), then(field.text)))
        done = [
            (self.words("setup.done"), "main", lambda: then(field.text)),
            (self.words("table.cancel"), "plain", lambda: None),
        ]
        self.ask(title, "", done, field)
        field.focus = True

    def dismiss(self) -> None:
        """Closes the question, if one is open."""
        if self._dialog is not None:
            self.root.remove_widget(self._dialog)
            self._dialog = None

    @property
    def dialog(self) -> Dialog | None:
        """The question that is open."""
        return self._dialog

    def _then(self, does: Callable[[], None]) -> Callable[[], None]:
        def act() -> None:
            self.dismiss()
            does()

        return act

    # -- the match on the table -----------------------------------------------------------------------------

    @property
    def playing(self) -> Playing | None:
        """The match on the table, None where none is open."""
        return self.host.playing

    @property
    def rules(self) -> Rules:
        """The rules of the table, or those it had last."""
        return self._rules

    @property
    def source_text(self) -> str:
        """Where the picture comes from, or what is wrong with it."""
        return self.fault or self.host.source_text or self.words("table.no_camera")

    @property
    def fault(self) -> str:
        """What is wrong with the source, "" for nothing."""
        watched = self.host.watched
        return fault_text(self.host.fault, live=watched is not None and watched.live, words=self.words)

    def crop_of(self, track: int) -> NDArray[np.uint8] | None:
        """The camera's picture of a physical card (HxWx3 RGB)."""
        return self.host.crop_of(track)

    def begin(self, rules: Rules, seating: Seating, dealer: int | None, *, watch: bool) -> None:
        """A new match, watched by the camera of the settings or not."""
        self.follow(rules, seating)
        playing = Playing.begin(self.store, rules, seating, dealer, self._kept)
        self.open_table(playing, self._camera() if watch else None)

    def score(self, rules: Rules, seating: Seating) -> None:
        """A new match on the scoreboard."""
        board = replace(seating, mode="board")
        self.open_table(Playing.begin(self.store, rules, board, None, self._kept), None)

    def name_team(self, team: int, name: str) -> None:
        """A team gets a name in the match that is played."""
        playing = self.host.playing
        if playing is None:
            return
        teams = [*(playing.seating.teams or ("", ""))]
        teams[team] = clean(name)
        playing.rename(replace(playing.seating, teams=tuple(teams)))
        self.follow(playing.match.rules, playing.seating)
        self.current.refresh()

    def go_on(self, saved: SavedMatch) -> None:
        """The unfinished match goes on where it was left."""
        row = saved.row
        self.follow(row.rules, row.seating)
        playing = Playing.resume(self.store, saved, self._kept)
        watch = row.seating.mode == "camera" and bool(self.settings.camera)
        self.open_table(playing, self._camera() if watch else None)

    def demonstrate(self) -> None:
        """The bundled film is judged; nothing of it is kept."""
        rules = PRESETS["paulista"]
        self.follow(rules, Seating())
        self.open_table(Playing.begin(None, rules, Seating()), self.eyes.demonstration(self.words))

    def rematch(self) -> None:
        """The same people play again; the deal goes on round the table."""
        playing, watched = self.host.playing, self.host.watched
        if playing is None:
            return
        match = playing.match
        store = None if playing.keeper is None else self.store
        again = Playing.begin(store, match.rules, playing.seating, match.next_dealer, self._kept)
        self.open_table(again, watched)

    def deal_by(self, dealer: int) -> None:
        """The match just begun begins anew with another dealer; nothing is left of the first beginning."""
        playing, watched = self.host.playing, self.host.watched
        if playing is None:
            return
        if playing.keeper is not None:
            self.store.forget(playing.keeper.match_id)
        store = None if playing.keeper is None else self.store
        again = Playing.begin(store, playing.match.rules, playing.seating, dealer, self._kept)
        self.open_table(again, watched)

    def open_table(self, playing: Playing, watched: Watched | None) -> None:
        """Shows a match: on the scoreboard, or on the table, watched or not."""
        self.follow(playing.match.rules, playing.seating)
        self.host.open(playing, watched, self.settings.outlines)
        # What was there before is known; only what comes now is announced.
        self._announcer.news(playing.referee)
        self.watches = self.host.watches
        self._way = [step for step in self._way if step[0] in ("start",)]
        self.go("board" if playing.seating.mode == "board" else "table")

    def watch_again(self) -> None:
        """The camera of the settings is opened for the match on the table."""
        self.host.watch_again(self._camera(), self.settings.outlines)
        self.drain()

    def without_camera(self) -> None:
        """The match goes on without the camera that is gone."""
        self.host.forget_fault()
        self.current.refresh()

    def follow(self, rules: Rules, seating: Seating) -> None:
        """Words follow these rules and names."""
        self._rules, self._seating = rules, seating
        self._apply()

    def _camera(self) -> Watched:
        return self.eyes.watched(self.settings.camera, self.words)

    def drain(self, _: float = 0) -> None:
        """Takes in what the watching thread has found, and shows it."""
        before = self.host.shown
        if self.host.drain():
            self._show_table()
        self._announce()
        page = self._pages.get("table")
        if page is None or self.host.playing is None:
            return
        if self.watches != self.host.watches:
            self.watches = self.host.watches
            page.refresh()
            watched = self.host.watched
            if watched is not None and watched.again and not self.host.fault:
                Clock.schedule_once(lambda _: self._again(watched), PAUSE_BEFORE_AGAIN)
        page.show_sight(self.host.sight.text(self.words) or ("" if self.host.lost else self.fault))
        if self.host.shown is not before and self.host.shown is not None and self.current is page:
            page.show_picture(self.host.shown)

    def _again(self, watched: Watched) -> None:
        """The demonstration begins anew, unless something else is on the table by now."""
        if self.host.watched is watched and self.current is self._pages.get("table"):
            self.demonstrate()

    def _announce(self) -> None:
        """Lets what is new be heard, once it is kept."""
        playing = self.host.playing
        if playing is None or not playing.settled:
            return
        news = self._announcer.news(playing.referee)
        for signal in news.signals:
            self.sounds.signal(signal)
        self.sounds.say(news.phrases)

    def _show_table(self) -> None:
        for name in ("table", "board"):
            page = self._pages.get(name)
            if page is not None and self.current is page and self.host.playing is not None:
                page.show()

    # -- settings -------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """Sets settings, keeps them, and lets every screen follow; ValueError for one that cannot be."""
        self.settings = replace(self.settings, **changes)
        for name, value in changes.items():
            self.store.settings.set(name, value)
        self._apply()
        self._ground()
        self.current.refresh()

    def other_language(self) -> None:
        """Switches to the other language at once."""
        following = LANGUAGES[(LANGUAGES.index(self.settings.language) + 1) % len(LANGUAGES)]
        self.change(language=following)

    def _apply(self) -> None:
        settings = self.settings
        self.theme = LOOKS[settings.look]
        self.words = Words(settings.language, self._rules, self._seating.teams, self._seating.players)
        self.host.outlines(settings.outlines)
        self.sounds.follow(settings.volume / 100, settings.voice, settings.sounds, settings.language)
        self._resized(refresh=False)
        if Window is not None:
            Window.allow_screensaver = not settings.keep_awake

    def _new_size(self, *_: object) -> None:
        self._resized()

    def _resized(self, refresh: bool = True) -> None:
        wide, high = Window.size if Window is not None else (1280, 800)
        self.sizes = Sizes.of(wide, high, Metrics.density, self.settings.text)
        if refresh and self._way:
            self.current.refresh()

    def _ground(self) -> None:
        """The colour behind all screens."""
        if Window is not None:
            Window.clearcolor = self.theme.ground
