"""The scoreboard screen: points by touch, the stake by one button."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.playing import Playing
from app.store import Seating
from app.ui.correcting import Correcting
from app.ui.page import Page
from app.ui.present.board import BoardView, board_of, board_why, rung_after, tie_rule, ties_of
from app.ui.present.rules import preset_views
from app.ui.present.table import stake_scored
from app.ui.table import mirror
from app.ui.why import ask_why
from app.ui.widgets import TouchButton
from engine import PRESETS, preset
from engine.actions import CorrectStake

Builder.load_file(str(Path(__file__).with_name("board.kv")))

REFRESH_SECONDS = 0.5
"""How often marks that pass with time are looked at."""


class BoardSide(ButtonBehavior, BoxLayout):
    """A team's half: its points; a touch gives it the hand."""

    team = NumericProperty(0)
    label = StringProperty("")
    score = StringProperty("0")
    mark = StringProperty("")
    points = StringProperty("")


class LandscapeBoard(BoxLayout):
    """The scoreboard, wider than high."""


class PortraitBoard(BoxLayout):
    """The scoreboard, higher than wide."""


class BoardPage(Page):
    """Shows a `BoardView`, sends what is touched to the match."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._layout: Any = None
        self._shape: tuple[bool, bool] | None = None
        self._offered: object = 0
        self._view: BoardView | None = None
        self._timer: Any = None

    @property
    def playing(self) -> Playing:
        """The match that is scored."""
        playing = self.app.playing
        assert playing is not None
        return playing

    def arrive(self) -> None:
        """Begins a match where none is scored: with the rules that were played last, at once."""
        playing = self.app.playing
        if playing is None or playing.seating.mode != "board":
            name = self.app.store.settings.get("preset", "paulista")
            rules = preset(name) if name in PRESETS else preset("paulista")
            self.app.score(rules, Seating(mode="board"))
        if self._timer is None:
            self._timer = Clock.schedule_interval(lambda _: self._pass_time(), REFRESH_SECONDS)

    def leave(self) -> None:
        """Stops looking at the time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def refresh(self) -> None:
        """Builds the screen for the window as it is, anew only where it must look otherwise."""
        self._view, self._offered = None, 0
        shape = (self.app.sizes.portrait, self.app.settings.left_handed)
        if shape != self._shape:
            self._shape = shape
            self.clear_widgets()
            self._layout = PortraitBoard() if self.app.sizes.portrait else LandscapeBoard()
            self.add_widget(self._layout)
            if self.app.settings.left_handed:
                mirror(self._layout.ids.bar)
        self.show()

    def _pass_time(self) -> None:
        """The next hand begins by itself once the stake is no longer offered for correction."""
        if self.playing.match.can_next_hand() and not stake_scored(self.playing):
            self.playing.next_hand()
        self.show()

    def show(self) -> None:
        """Shows the match as it stands, once all of it is kept."""
        if not self.playing.settled or self._layout is None:
            return
        view = board_of(self.playing, self.app.words)
        if view == self._view:
            return
        self._view = view
        ids = self._layout.ids
        for team, side in enumerate((ids.side0, ids.side1)):
            side.label, side.score = view.team_names[team], view.scores[team]
            side.mark, side.points = view.marks[team], view.points[team]
        ids.stake.text, ids.stake_name.text = view.stake, view.stake_name
        ids.ladder.text, ids.ladder.disabled = view.ladder, not view.ladder
        ids.deals.text, ids.notice.text = view.deals, _notice(view)
        ids.undo.disabled, ids.redo.disabled = not view.can_undo, not view.can_redo
        ids.tie.disabled = not view.can_tie
        self._show_offers(view)

    def _show_offers(self, view: BoardView) -> None:
        """The special hand's decision, the stake to correct, or what comes after the match."""
        offer, words = self._layout.ids.offer, self.app.words
        shows = (view.decide, view.restake, view.ended)
        if self._offered == shows:
            return
        self._offered = shows
        offer.clear_widgets()
        if view.ended is not None:
            offer.add_widget(_button(words("table.rematch"), "main", self.app.rematch))
        elif view.decide:
            for plays, text in view.decide:
                kind = f"team{view.decides}" if plays else "plain"
                decide = partial(self._decide, plays)
                if not plays and view.ends[1 - (view.decides or 0)]:
                    decide = partial(self.app.confirm_end, text, decide)
                offer.add_widget(_button(text, kind, decide))
        elif view.restake is not None:
            for value, text in view.restake.values:
                offer.add_widget(_button(text, "plain", partial(self._restake, value, view.restake.hand)))

    # -- touches --------------------------------------------------------------------------------------------

    def point(self, team: int) -> None:
        """A team has won the hand."""
        view = self._view
        if view is None or not view.points[team]:
            self._begin_special()
            return
        if view.ends[team]:
            text = self.app.words("board.ends", team=view.team_names[team], points=view.points[team][1:])
            self.app.confirm_end(text, lambda: self._give(team))
        else:
            self._give(team)

    def _give(self, team: int) -> None:
        self.playing.point(team)
        self.show()

    def _begin_special(self) -> None:
        """A hand that begins with a decision is begun by any touch, not only by waiting."""
        match = self.playing.match
        if match.can_next_hand() and match.match_winner is None:
            self.playing.next_hand()
            self.show()

    def ask_tie(self) -> None:
        """A hand in which all three tricks were tied: what that brings, before it counts."""
        playing, words = self.playing, self.app.words
        if playing.match.hand_over:
            playing.next_hand()
            self.show()
        if playing.match.must_decide is not None:
            return
        answers: list[tuple[str, str, Any]] = []
        for tie in ties_of(playing.match, words):
            does = partial(self._tie, tie.raiser)
            if tie.ends:
                does = partial(self.app.confirm_end, tie.text, does)
            kind = "main" if tie.raiser is None else f"team{tie.raiser}"
            answers.append((tie.text, kind, does))
        answers.append((words("table.cancel"), "plain", lambda: None))
        self.app.ask(words("board.tie_title"), tie_rule(playing.match, words), answers)

    def _tie(self, raiser: int | None) -> None:
        self.playing.tie_all(raiser)
        self.show()

    def explain(self) -> None:
        """Everything that can be said about the match as it stands."""
        ask_why(self.app, board_why(self.playing.match, self.app.words))

    def raise_stake(self) -> None:
        """The ladder's next rung."""
        self.playing.stake(rung_after(self.playing.match))
        self.show()

    def _decide(self, plays: bool) -> None:
        self.playing.decide(plays)
        self.show()

    def _restake(self, value: int, hand: int) -> None:
        text = self.app.words("table.stake", stake=value)
        Correcting(self.app).do(CorrectStake(value, hand), text)

    def undo(self) -> None:
        """Takes the last touch back."""
        self.playing.undo_point()
        self.show()

    def redo(self) -> None:
        """Does it again."""
        self.playing.redo()
        self.show()

    def open_menu(self) -> None:
        """Rules, names, settings, the way out."""
        words, keeper = self.app.words, self.playing.keeper
        entries = [
            (words("board.menu.rules"), "plain", self._other_rules),
            (words("board.menu.names"), "plain", partial(self._name, 0)),
        ]
        if keeper is not None and self.playing.match.log:
            show = partial(self.app.go, "match", number=keeper.match_id)
            entries.append((words("table.menu.hands"), "plain", show))
        entries += [
            (words("table.menu.settings"), "plain", lambda: self.app.go("settings")),
            (words("table.menu.home"), "plain", lambda: self.app.go("start")),
            (words("table.close"), "main", lambda: None),
        ]
        self.app.ask(words("table.menu"), "", entries)

    def _other_rules(self) -> None:
        words = self.app.words
        views = preset_views(self.playing.match.rules, words)
        answers = [
            (view.text, "main" if view.chosen else "plain", partial(self._begin, view.name)) for view in views
        ]
        self.app.ask(words("board.rules_title"), "", answers)

    def _begin(self, name: str) -> None:
        self.app.store.settings.set("preset", name)
        self.app.score(preset(name), self.playing.seating)

    def _name(self, team: int) -> None:
        teams = self.playing.seating.teams or ("", "")

        def named(text: str) -> None:
            self.app.name_team(team, text)
            if team == 0:
                self._name(1)

        title = f"{self.app.words('setup.team_title')}: {self.app.words(f'team.{team}')}"
        self.app.type(title, teams[team], named)


def _notice(view: BoardView) -> str:
    """What stands above what is offered."""
    if view.ended is not None:
        return view.ended.title
    return view.notice if view.decide or view.restake is None else view.restake.text


def _button(text: str, kind: str, does: Any) -> TouchButton:
    return TouchButton(text=text, kind=kind, on_release=lambda _: does())
