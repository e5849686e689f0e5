"""A match as the app plays it: the referee, its clock, and what is kept of it. No kivy."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from app.judging import Sitting
from app.moments import Recorder
from app.referee.calls import Said, SaidCall
from app.referee.questions import Choice
from app.referee.referee import Referee
from app.store import Keeper, SavedMatch, Seating, Store
from engine import Call, Card, Match, Rules
from engine.actions import Action, Correct, CorrectStake, Decide, NextHand, Redo, Say, TieAll
from vision.events import EventKind, TableEvent

CARD_BY_HAND: Final = (0.5, 0.5)
"""Place of a card named by a touch: the middle, which speaks for no seat, so that the turn decides."""


@dataclass(frozen=True, slots=True)
class Change:
    """The score's last change: points each team got or lost, and when (seconds of the match's clock)."""

    points: tuple[int, int]
    at: float


class Playing:
    """One match at one table, with or without a camera.

    Everything that may change the match goes through here, and is handed to the keeper before anything else
    happens. ``settled``: all of it is acknowledged, and may be shown. ``now``: seconds since the table was
    opened; a source's film time is put behind the moment when its run began.
    """

    def __init__(
        self,
        referee: Referee,
        seating: Seating,
        keeper: Keeper | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``keeper`` None: a demonstration, of which nothing lasts."""
        self.referee = referee
        self.seating = seating
        self.recorder: Recorder | None = None
        """What was put in, to be saved as a moment; None for a match taken up again: it has no beginning."""
        self.keeper = keeper
        self.change: Change | None = None
        self.ended_at = -1e9
        """When the last hand ended, by ``now``; long ago where none has."""
        self._clock = clock
        self._base, self._since, self._offset = 0.0, clock(), 0.0
        self._cards_before = self._cards = 0  # physical cards numbered by earlier sources, and by all
        self._sitting = Sitting(referee, ())
        self._timed = False
        self._score, self._over = referee.match.score, referee.match.hand_over
        self._keep()

    @classmethod
    def begin(
        cls,
        store: Store | None,
        rules: Rules,
        seating: Seating,
        dealer: int | None = None,
        on_settled: Callable[[], None] = lambda: None,
    ) -> Playing:
        """A new match; without a store nothing of it lasts."""
        keeper = None if store is None else Keeper(store, seating, on_settled)
        made = cls(Referee(rules, dealer), seating, keeper)
        made.recorder = Recorder(rules, dealer)
        return made

    @classmethod
    def resume(
        cls, store: Store, saved: SavedMatch, on_settled: Callable[[], None] = lambda: None
    ) -> Playing:
        """Goes on with a stored match; StoreError where it cannot be understood."""
        match = saved.match()
        keeper = Keeper.resume(store, saved, match, on_settled)
        return cls(Referee.resume(match, saved.table), saved.row.seating, keeper)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.referee.match

    @property
    def settled(self) -> bool:
        """Whether everything that was done is acknowledged by the store."""
        return self.keeper is None or self.keeper.settled

    @property
    def now(self) -> float:
        """Seconds since the table was opened."""
        return self._base + self._clock() - self._since

    # -- from the camera ------------------------------------------------------------------------------------

    def source_begins(self, calls: Iterable[SaidCall] = ()) -> None:
        """A source begins at its film time 0; ``calls`` are those that come with a film.

        It numbers physical cards from one again: they must not be taken for those of the source before.
        """
        self._offset = self.now
        self._cards_before = self._cards
        moved = [replace(call, t=call.t + self._offset) for call in calls]
        if self.recorder is not None:
            self.recorder.expect(moved)
        self._sitting = Sitting(self.referee, moved)
        self._timed = bool(moved)

    def take(self, t: float, events: Iterable[TableEvent], key: bytes = b"") -> None:
        """What one frame of film time ``t`` brought; ``key``: its picture as JPEG, if it is worth keeping."""
        t += self._offset
        self._base, self._since = max(t, self._base), self._clock()
        told = [self._in_match(event) for event in events]
        self._cards = max(self._cards, *(event.track for event in told), 0)
        before, due = len(self.referee.lines), self._timed or self.referee.waits
        self._sitting.take(t, told)
        if self.recorder is not None:
            # Of hours of play the frames are left out in which nothing came and nothing was due.
            if told or due or len(self.referee.lines) > before:
                self.recorder.looked(self._sitting.now, told)
            self.recorder.picture(t, key)
        self._keep()

    def _in_match(self, event: TableEvent) -> TableEvent:
        """An event of the running source with the times and card numbers of the match."""
        rests = None if event.rests_since is None else event.rests_since + self._offset
        number = self.number_of(event.track)
        return replace(event, t=event.t + self._offset, track=number, rests_since=rests)

    @property
    def vira_track(self) -> int:
        """The physical card of the running source that is the vira, 0 where none is known."""
        return max(self.referee.vira_track - self._cards_before, 0)

    def number_of(self, track: int) -> int:
        """The number in this match of a physical card of the running source; 0 stays 0."""
        return track + self._cards_before if track else 0

    def source_ends(self) -> None:
        """The source has ended: timed calls that are left are heard."""
        self._sitting.end()
        self._keep()

    def tick(self) -> None:
        """Lets time pass without a camera."""
        now = self.now
        if self.referee.tick(now) and self.recorder is not None:
            self.recorder.looked(now, ())
        self._keep()

    # -- from the buttons -----------------------------------------------------------------------------------

    def say(self, team: int, said: Said) -> None:
        """A team raises, accepts or runs; in the decision of a special hand: plays it or gives it up."""
        call = SaidCall(self.now, team, said)
        if self.recorder is not None:
            self.recorder.call(call)
        self.referee.hear(call)
        self._keep()

    def answer(self, number: int, choice: Choice) -> None:
        """Answers an open question; one that closed meanwhile is forgotten."""
        if any(question.number == number for question in self.referee.questions):
            now = self.now
            if self.recorder is not None:
                self.recorder.answer(now, number, choice)
            self.referee.answer(number, choice, now)
            self._keep()

    def undo(self) -> None:
        """Takes the last action back."""
        now = self.now
        if self.recorder is not None:
            self.recorder.decide(now, None)
        self.referee.undo(now)
        self._keep()

    def redo(self) -> None:
        """Does the last undone action again."""
        self.do(Redo())

    def do(self, action: Action) -> None:
        """What only the table can say; a refusal becomes a line of the transcript."""
        self._decide(action)
        self._keep()

    def _decide(self, action: Action) -> None:
        now = self.now
        if self.recorder is not None:
            self.recorder.decide(now, action)
        self.referee.decide(action, now)

    def next_hand(self) -> None:
        """The next hand begins."""
        self.do(NextHand())

    def correct(self, number: int, card: str) -> None:
        """The card of log entry ``number`` was another."""
        self.do(Correct(number, Card.parse(card)))

    def correct_stake(self, value: int, hand: int) -> None:
        """The stake of a hand was another: "foi trucada"."""
        self.do(CorrectStake(value, hand))

    def point(self, team: int) -> None:
        """Without cards: a team has won the hand, which the other gives up at its stake.

        A hand that begins with it and has to be decided first is only begun.
        """
        if self._begun():
            self.do(Say(1 - team, Call.RUN))

    def tie_all(self, raiser: int | None = None) -> None:
        """Without cards: all three tricks were tied; ``raiser``: the team that raised last, if it decides."""
        if self._begun():
            self.do(TieAll(raiser))

    def _begun(self) -> bool:
        """Begins the next hand where none runs; whether it can end."""
        if self.match.hand_over:
            self.next_hand()
        return self.match.must_decide is None

    def stake(self, value: int) -> None:
        """Without cards: the running hand, or the one that follows, is worth ``value``."""
        if self.match.hand_over:
            self.next_hand()
        self.do(CorrectStake(value, self.match.hand_number))

    def decide(self, play: bool) -> None:
        """Without cards: the special hand is played, or given away."""
        team = self.match.must_decide
        if team is not None:
            self.do(Decide(team, play))

    def undo_point(self) -> None:
        """Takes back what a touch did, and with it the next hand, which begins by itself."""
        history = self.match.history
        self.undo()
        if history and isinstance(history[-1].action, NextHand) and len(history) > 1:
            self.undo()

    def lay(self, card: str) -> None:
        """The seat whose turn it is lays ``card``; or it is the vira, where that is missing."""
        if self.match.hand_over:
            # Also where it is the same card again, which by itself would only be the vira still lying there.
            self._decide(NextHand())
        vira = self.match.needs_vira
        kind = EventKind.VIRA_SHOWN if vira else EventKind.CARD_PLAYED
        self._see(TableEvent(kind, self.now, 0, card, CARD_BY_HAND))

    def cover(self) -> None:
        """The seat whose turn it is covers a card."""
        turn = self.match.turn
        if turn is None:
            return
        # A side it came from, so that one that is not allowed is asked about, not overlooked.
        side = _side_of(self.referee, turn)
        self._see(TableEvent(EventKind.CARD_COVERED, self.now, 0, None, CARD_BY_HAND, side))

    def _see(self, event: TableEvent) -> None:
        if self.recorder is not None:
            self.recorder.entered(event)
        self.referee.see(event)
        self._keep()

    def rename(self, seating: Seating) -> None:
        """Other names for the same people."""
        self.seating = seating
        if self.keeper is not None:
            self.keeper.rename(seating)

    # -- what is kept ---------------------------------------------------------------------------------------

    def _keep(self) -> None:
        match = self.match
        if match.score != self._score:
            points = (match.score[0] - self._score[0], match.score[1] - self._score[1])
            self.change = Change(points, self.now)
            self._score = match.score
        if match.hand_over and not self._over:
            self.ended_at = self.now
        self._over = match.hand_over
        if self.keeper is not None:
            self.keeper.keep(match, self.referee.remember())


def _side_of(referee: Referee, seat: int) -> tuple[float, float]:
    """The direction in the picture in which a seat sits."""
    angle = math.radians(referee.seating.angle(seat))
    return math.cos(angle), -math.sin(angle)
