"""The history screens: all matches, one match, and a hand step by step."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.history import HandStory, MatchStory, Step, steps_of, story_of
from app.referee.seating import Seating as Seats
from app.store import MatchRow, SavedMatch, Store, StoreError
from app.teach import Level
from app.ui.correcting import Correcting, is_on_table, table_of
from app.ui.history_chart import ScoreChart
from app.ui.history_export import Exporting
from app.ui.page import Page
from app.ui.places import place_of
from app.ui.present.history import MatchView, match_lines, match_view, step_view, words_for
from app.ui.table import ManilhaTag, SeatSlot
from app.ui.widgets import TouchButton, Txt

LETTERS_A_LINE = 36
"""Letters of what was said that find room beside each other in the list of hands."""

Builder.load_file(str(Path(__file__).with_name("history.kv")))


class MatchButton(ButtonBehavior, BoxLayout):
    """One match in the list."""

    text = StringProperty("")
    below = StringProperty("")
    running = BooleanProperty(False)


class HandButton(ButtonBehavior, BoxLayout):
    """One hand of a match; ``team``: who scored, -1 for nobody."""

    text = StringProperty("")
    result = StringProperty("")
    why = StringProperty("")
    said = StringProperty("")
    said_lines = NumericProperty(0)
    score = StringProperty("")
    team = NumericProperty(-1)


class TallyLine(BoxLayout):
    """What both teams did of one kind."""

    text = StringProperty("")
    ours = StringProperty("")
    theirs = StringProperty("")
    head = BooleanProperty(False)


class HistoryPage(Page):
    """All matches, the one begun last on top."""

    filled = BooleanProperty(False)
    note = StringProperty("")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._rows: tuple[MatchRow, ...] | None = None

    def arrive(self) -> None:
        """Looks into the store, on a thread of its own."""
        self._rows = None
        self.app.store.ask(Store.matches, lambda rows: Clock.schedule_once(lambda _: self._found(rows)))

    def _found(self, rows: tuple[MatchRow, ...]) -> None:
        self._rows = rows
        self.refresh()

    def refresh(self) -> None:
        """Writes the list anew."""
        words = self.app.words
        lines = () if self._rows is None else match_lines(self._rows, words)
        self.filled = bool(lines)
        self.note = "" if lines else words("history.loading" if self._rows is None else "history.none")
        column = self.ids.matches
        column.clear_widgets()
        for line in lines:
            button = MatchButton(text=line.title, below=line.below, running=line.running)
            button.bind(on_release=lambda _, number=line.id: self.app.go("match", number=number))
            column.add_widget(button)

    def export_all(self) -> None:
        """All matches that can be read, as one file."""
        numbers = [row.id for row in self._rows or () if row.hands]
        Exporting(self.app).ask(numbers)


class MatchPage(Page):
    """One match: its score line, what each team did, its hands."""

    heading = StringProperty("")
    below = StringProperty("")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._number = 0
        self._saved: SavedMatch | None = None
        self._story: MatchStory | None = None
        self._failed = False

    def arrive(self, number: int = 0) -> None:
        """``number``: of the stored match."""
        self._number, self._saved, self._story, self._failed = number, None, None, False
        self.app.store.ask(
            partial(_opened, number),
            lambda found: Clock.schedule_once(lambda _: self._found(number, found)),
        )

    def _found(self, number: int, found: tuple[SavedMatch, MatchStory] | None) -> None:
        if number != self._number:
            return
        self._failed = found is None
        self._saved, self._story = found or (None, None)
        self.refresh()

    def refresh(self) -> None:
        """Writes the match anew."""
        words, ids = self.app.words, self.ids
        for box in (ids.facts, ids.hands, ids.buttons):
            box.clear_widgets()
        if self._story is None:
            self.heading = words("history.title")
            self.below = words("history.unreadable" if self._failed else "history.loading")
            if self._failed:
                self._forget_button()
            return
        view = match_view(self._story, words)
        here = is_on_table(self.app, view.id)
        self.heading, self.below = view.title, view.below
        self._show_facts(view)
        for row in view.hands:
            button = HandButton(text=row.title, result=row.result, why=row.why, said=row.said)
            button.score, button.team = row.score, -1 if row.team is None else row.team
            button.said_lines = -(-len(row.said) // LETTERS_A_LINE)
            if view.can_replay:
                button.bind(on_release=lambda _, hand=row.number: self._replay(hand))
            elif here:
                button.bind(on_release=lambda _, hand=row.number: Correcting(self.app).ask(hand))
            ids.hands.add_widget(button)
        exporting = Exporting(self.app)
        self._button("history.export", lambda: exporting.ask([view.id]))
        self._button("history.picture", lambda: exporting.picture(view))
        if here:
            self._button("history.to_table", lambda: self.app.go(table_of(self.app)), "main")
        elif view.can_go_on:
            self._button("history.go_on", self._go_on, "main")
        self._forget_button()

    def _show_facts(self, view: MatchView) -> None:
        facts, words = self.ids.facts, self.app.words
        facts.add_widget(_heading(words("history.chart")))
        if view.chart is None:
            facts.add_widget(_heading(words("history.chart_empty"), "quiet"))
        else:
            facts.add_widget(ScoreChart(chart=view.chart))
        ours, theirs = view.marked
        facts.add_widget(TallyLine(text=words("history.tally"), ours=ours, theirs=theirs, head=True))
        for what, ours, theirs in view.tally:
            facts.add_widget(TallyLine(text=what, ours=ours, theirs=theirs))

    def _button(self, key: str, does: object, kind: str = "plain") -> None:
        button = TouchButton(text=self.app.words(key), kind=kind)
        button.bind(on_release=lambda _: does())
        self.ids.buttons.add_widget(button)

    def _forget_button(self) -> None:
        # The match on the table is not taken from under it.
        if not is_on_table(self.app, self._number):
            self._button("history.forget", self._ask_forget)

    def _replay(self, hand: int) -> None:
        self.app.go("replay", story=self._story, hand=hand)

    def _go_on(self) -> None:
        if self._saved is not None:
            self.app.go_on(self._saved)

    def _ask_forget(self) -> None:
        words = self.app.words
        answers = [
            (words("history.forget_yes"), "alarm", self._forget),
            (words("history.forget_no"), "main", lambda: None),
        ]
        self.app.ask(words("history.forget_title"), words("history.forget_text"), answers)

    def _forget(self) -> None:
        self.app.store.forget(self._number)
        self.app.back()


class ReplayPage(Page):
    """A hand step by step, on a drawn table."""

    heading = StringProperty("")
    score = StringProperty("")
    stake = StringProperty("")
    place = StringProperty("")
    has_previous = BooleanProperty(False)
    has_next = BooleanProperty(False)
    has_previous_hand = BooleanProperty(False)
    has_next_hand = BooleanProperty(False)
    can_fix = BooleanProperty(False)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._story: MatchStory | None = None
        self._hand, self._at = 0, 0
        self._steps: tuple[Step, ...] = ()
        self._slots: list[SeatSlot] = []

    def arrive(self, story: MatchStory | None = None, hand: int = 0, at: int = 0) -> None:
        """``story``: the match, ``hand``: its place among the hands, ``at``: the step to begin with."""
        self._story = story
        self.can_fix = story is not None and is_on_table(self.app, story.row.id)
        self._begin(hand, at)

    def _begin(self, hand: int, at: int = 0) -> None:
        self._hand, self._at = hand, at
        self._steps = steps_of(self._shown.line) if self._story is not None else ()

    @property
    def _shown(self) -> HandStory:
        assert self._story is not None
        return self._story.hands[self._hand]

    def refresh(self) -> None:
        """Lays the seats for the window as it is."""
        felt = self.ids.felt
        felt.clear_widgets()
        self._slots = []
        if self._story is None:
            return
        rules = self._story.row.rules
        seats = Seats(rules.seats, rules.direction == "clockwise")
        for seat in range(rules.seats):
            # The felt is wider than high here, however the window stands.
            where, size = place_of(seats, seat, portrait=False)
            slot = SeatSlot(pos_hint=where, size_hint=size, team=seat % 2)
            slot.beside = rules.seats < 6 and abs(where["center_x"] - 0.5) < 0.1
            self._slots.append(slot)
            felt.add_widget(slot)
        self._show()

    def step(self, by: int) -> None:
        """Goes on, or back, by so many steps."""
        self._at = min(max(self._at + by, 0), len(self._steps) - 1)
        self._show()

    def fix(self) -> None:
        """Something of this hand was another."""
        Correcting(self.app).ask(self._shown.number)

    def hand(self, by: int) -> None:
        """Goes to another hand."""
        assert self._story is not None
        self._begin(min(max(self._hand + by, 0), len(self._story.hands) - 1))
        self._show()

    def _show(self) -> None:
        if self._story is None:
            return
        words = words_for(self.app.words, self._story.row)
        level = Level.FULL if self.app.settings.teaching == "full" else Level.SHORT
        view = step_view(self._shown, self._steps, self._at, words, level)
        self.heading, self.score, self.stake, self.place = view.title, view.score, view.stake, view.place
        self.has_previous, self.has_next = self._at > 0, self._at < len(self._steps) - 1
        self.has_previous_hand = self._hand > 0
        self.has_next_hand = self._hand < len(self._story.hands) - 1
        for slot, seat in zip(self._slots, view.seats, strict=True):
            slot.card, slot.covered, slot.empty = seat.card, seat.lies and not seat.card, not seat.lies
            slot.manilha, slot.strong = seat.manilha, seat.strong
            slot.label, slot.note = seat.name, seat.note
        ids = self.ids
        ids.manilhas.clear_widgets()
        if view.vira:
            ids.manilhas.add_widget(ManilhaTag(card=view.vira, label=words("table.vira"), gold=False))
        for card, name in view.manilhas:
            ids.manilhas.add_widget(ManilhaTag(card=card, label=name, gold=True))
        ids.told.clear_widgets()
        ids.told.add_widget(_heading(view.what))
        for title, text in view.why:
            ids.told.add_widget(_para(title, "text"))
            if text:
                ids.told.add_widget(_para(text, "quiet"))
        ids.tricks.clear_widgets()
        for trick in view.tricks:
            ids.tricks.add_widget(Txt(text=trick, fit=True, tone="quiet"))


def _opened(number: int, store: Store) -> tuple[SavedMatch, MatchStory] | None:
    """The stored match with its story; None where it cannot be read."""
    try:
        saved = store.load(number)
        return saved, story_of(saved)
    except StoreError:
        return None


def _heading(text: str, tone: str = "text") -> Txt:
    return _para(text, tone, bold_face=True)


def _para(text: str, tone: str, **more: object) -> Txt:
    """Text as high as it needs."""
    made = Txt(text=text, tone=tone, size_hint_y=None, **more)
    made.bind(texture_size=lambda label, size: setattr(label, "height", size[1]))
    return made
