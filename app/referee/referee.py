"""The referee: gives every table event a seat, makes it an engine action, and asks when it is not sure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from app.referee.calls import Said, SaidCall
from app.referee.lines import Line, LineType
from app.referee.questions import Ask, Choice, Do, Question
from app.referee.seating import Seating, away
from app.referee.telling import SaidLine, left_out_line, lines_of_hand, plays_of, same, undo_line
from engine import Call, Card, Case, IllegalAction, Match, Problem, Record, Rules, Way, deck_of
from engine.actions import Action, Correct, Cover, Decide, Move, Play, Redo, Say, Settle, ShowVira
from vision.cards import JOKER
from vision.events import IS_IT_VIRA, LAY_THERE, EventKind, TableEvent

LATE_CALL = 2.0
"""Seconds a call that the rules do not allow yet waits for the card that would make it lawful: what is said
is known at once, a card only when it lies still and has been read."""

EARLY_WAIT = 0.8
"""Seconds a card waits for the one that should have come before it: of two thrown at once either may be read
first, and only then is it a card out of turn."""

SAME_PLACE = 0.06
"""Share of the picture within which a card seen anew is the card that lay there before."""

FAINT_BACK = 0.6
"""Score of a back, 0..1, below which it may be no card at all: glare, cloth or paper. On 150 held-out drawn
scenes one in five of those between 0.5 and 0.6 is none, and one in twenty of those above."""

SOON = 4.0
"""Seconds after the question about a face within which the opener's card tells that it was the vira: no trick
is over in less."""

DOUBTFUL_BACK = 0.7
"""Score of a back, 0..1, below which what its seat lays next says that it was none."""

ASK_AFTER = 2.2
"""Seconds of rest after which the table is asked, where most often what comes next tells: about a doubtful
back, and about a card seen with the next one's arm. What is due must be told or asked about within three."""

AT_ONCE = 0.2
"""Seconds within which cards that come to rest may have been laid in any order: an arm lay over them."""

BEHIND = 0.08
"""Share of the picture's height by which a hand lies further out than the card its player has laid."""

TABLE_EDGE = 0.42
"""Share of the picture from the middle beyond which a back is no covered card but a hand, stock or pile."""

_SAID_BY: dict[str, Said] = {Do.RAISE: Said.RAISE, Do.ACCEPT: Said.ACCEPT, Do.PLAY: Said.ACCEPT}

_CALLS = {Said.RAISE: Call.RAISE, Said.ACCEPT: Call.ACCEPT, Said.RUN: Call.RUN}


@dataclass(slots=True)
class _Tie:
    """What a physical card stands for; ``seat`` None: no play (the vira, a card that does not count).

    ``read``: what it was taken for before the table corrected it, "" where it never did. ``undone``: its
    play was taken back before a restart, and nobody has said yet whether it counts.
    """

    hand: int
    card: str
    seat: int | None
    place: tuple[float, float]
    gone: bool = False
    read: str = ""
    undone: bool = False

    def rename(self, card: str) -> None:
        """The table says which card it is."""
        self.read, self.card = self.read or self.card, card


@dataclass(frozen=True, slots=True)
class _Faint:
    """A doubtful back that waits before it is asked about; ``seat``: whose card it would be, None if that
    is in question too."""

    event: TableEvent
    seat: int | None


class Referee:
    """Judges one table.

    Feed it with `see`, `hear`, `tick`; each returns the transcript lines it added. ``questions`` holds what
    is open; `answer` closes one. ``goes_on``: nobody is there to answer (a film judged without help), so a
    new hand begins although a question about the last one is open; that question then stands in
    ``left_open``.
    """

    def __init__(
        self,
        rules: Rules,
        dealer: int | None = None,
        *,
        score: tuple[int, int] = (0, 0),
        goes_on: bool = False,
    ) -> None:
        self.match = Match(rules, dealer, score)
        self.seating = Seating(rules.seats, rules.direction == "clockwise")
        self.lines: list[Line] = []
        self.questions: list[Question] = []
        self.left_open: list[Question] = []
        self._goes_on = goes_on
        self._told: list[tuple[int, Line]] = []
        self._said: list[SaidLine] = []
        self._log_seen = 0
        self._ties: dict[int, _Tie] = {}
        self._events: dict[int, TableEvent] = {}
        self._held: deque[TableEvent | SaidCall] = deque()
        self._late: deque[SaidCall] = deque()
        self._early: list[TableEvent] = []
        self._faint: list[_Faint] = []
        self._way_known = rules.seats == 2
        self._open_case: Move | None = None
        self._cleared = False
        self._numbers = 0
        self._now = 0.0

    @classmethod
    def resume(
        cls, match: Match, table: Mapping[str, Any] | None = None, *, goes_on: bool = False
    ) -> Referee:
        """A referee that goes on with a match which has a log already (after a restart).

        ``table``: what `remember` gave then; without it a covered card that still lies there is not known.

        ``lines`` begins with the transcript of the match so far, all at time 0; nothing of it is returned by
        `see` again. ``questions`` holds what the engine waits for. Cards of the running hand that still lie
        there are known by their names: seen again, they are neither announced nor played twice. What lay
        there without being in the log (a card in question when Vira stopped) is asked about.
        """
        referee = cls(match.rules, match.start.dealer, goes_on=goes_on)
        referee.match = again = Match(match.rules, *match.start)
        for record in match.log:
            referee._open_case = again.case.action if again.case else None
            again.do(record.action)
            referee._tell()
        referee.match = match
        hand = match.hand_number
        cards = [(None, match.vira), *plays_of(match), *match.early]
        for number, (seat, card) in enumerate(cards, start=1):
            if card is not None:
                # not yet a track of vision: taken up by name when it is seen
                referee._ties[-number] = _Tie(hand, str(card), seat, (0.5, 0.5), gone=True)
        referee._recall(table or {})
        referee._settle_down()
        return referee

    def remember(self) -> dict[str, Any]:
        """What `resume` must know beyond the log, as plain data for a file: the cards lying in this hand."""
        hand = self.match.hand_number
        ties = [tie for tie in self._ties.values() if tie.hand == hand]
        for question in self.questions:
            event = self._events.get(question.track)
            if question.key == Ask.UNDONE and event is not None:
                ties.append(_Tie(hand, question.card, question.seat, event.place, undone=True))
        return {"hand": hand, "cleared": self._cleared, "cards": [_tie_data(tie) for tie in ties]}

    def _recall(self, table: Mapping[str, Any]) -> None:
        hand = self.match.hand_number
        if table.get("hand") != hand:
            return
        self._cleared = table["cleared"]
        for data in table["cards"]:
            card, (x, y) = data["card"], data["place"]
            old = next((n for n, tie in self._ties.items() if card and tie.card == card), None)
            track = min(self._ties, default=0) - 1 if old is None else old
            # An open card is taken up by its name wherever it is seen; a back only while it lies there.
            gone = bool(data.get("gone") or card)
            read, undone = data.get("read", ""), data.get("undone", False)
            self._ties[track] = _Tie(hand, card, data["seat"], (x, y), gone, read, undone)

    # -- what comes in ------------------------------------------------------------------------------------

    def see(self, event: TableEvent) -> tuple[Line, ...]:
        """Takes one table event; events that wait for an answer are kept in order."""
        start = self._begin(event.t)
        self._weigh_faint(event)
        if event.kind is EventKind.VIEW_LOST:
            self._add(LineType.VIEW_LOST, reason=event.message)
        elif (
            self._closes_a_question(event)
            or self._new_hand_over_open_question(event)
            or self._puts_away_what_waits(event)
        ):
            pass
        elif self._lies_there_again(event):
            self._take(event)
        elif self._held or self._laid_for_another(event) or self._blocked(event):
            self._held.append(event)
        elif self._comes_early(event):
            self._early.append(event)
        else:
            self._take(event)
        return self._end(start)

    def in_turn(self, events: Iterable[TableEvent]) -> list[TableEvent]:
        """The events of one frame, cards that came into view together put into the order of the turn.

        An arm that is lifted shows all at once what was laid beneath it.
        """
        told, turn = list(events), self.match.turn
        places = [place for place, event in enumerate(told) if _is_play(event)]
        plays = [told[place] for place in places]
        rests = [_rests_since(event) for event in plays]
        if len(plays) < 2 or turn is None or max(rests) - min(rests) > AT_ONCE:
            return told
        for step, place in enumerate(places):
            seat = (turn + step) % self.match.rules.seats
            own = next((event for event in plays if self.seating.placed_at(seat, _where(event))), plays[0])
            plays.remove(own)
            told[place] = own
        return told

    def hear(self, call: SaidCall) -> tuple[Line, ...]:
        """Takes one call; one that is not lawful yet waits a moment for the card still on its way."""
        start = self._begin(call.t)
        if self._asked():
            self._held.append(call)
        else:
            self._take_call(call)
        return self._end(start)

    def tick(self, t: float) -> tuple[Line, ...]:
        """Lets time pass: calls that waited too long become what they are, calls against the rules."""
        waited = bool(self._early) and max(self._now, t) >= self._early_until(self._early[0]) - 1e-6
        rested = 0.0 if not self._faint else max(self._now, t) - _rests_since(self._faint[0].event)
        doubted = rested >= ASK_AFTER - 1e-6
        if not self._late and not waited and not doubted:
            self._now = max(self._now, t)
            return ()
        start = self._begin(t)
        if waited and not self._asked():
            self._take(self._early.pop(0))
        if doubted and not self._asked():
            self._see_back(self._faint.pop(0).event, waited=True)
        while (
            self._late
            and self._now - self._late[0].t > LATE_CALL
            and not self._asked()
            and not self._before_the_vira
        ):
            self._say_unlawful(self._late.popleft())
            self._settle_down()
        return self._end(start)

    def answer(self, number: int, choice: Choice, t: float) -> tuple[Line, ...]:
        """Answers an open question; KeyError if it is not open (any more)."""
        start = self._begin(t)
        question = next((one for one in self.questions if one.number == number), None)
        if question is None:
            raise KeyError(number)
        if question.key in (Ask.RAISE, Ask.SPECIAL_HAND):
            team = question.team if question.team is not None else 0
            self._say(SaidCall(t, team, _SAID_BY.get(choice.do, Said.RUN)))
        else:
            self._close(question)
            self._add(LineType.ANSWER, choice.seat, choice.card, reason=choice.do)
            self._carry_out(question, choice)
        return self._end(start)

    def undo(self, t: float) -> tuple[Line, ...]:
        """Takes the last action back; a card of it that still lies there is offered again as a question."""
        start = self._begin(t)
        if not self.match.can_undo():
            self._add(LineType.PROBLEM, reason="nothing_to_undo")
            return self._end(start)
        action = self.match.undo().action
        card = str(getattr(action, "card", None) or "")
        for track, tie in reversed(self._ties.items()):
            covered = isinstance(action, Cover) and not tie.card and tie.seat == action.seat
            if covered or (isinstance(action, Play | ShowVira) and tie.card == card):
                del self._ties[track]
                if not tie.gone:
                    self._ask_undone(track, tie)
                break
        return self._end(start)

    def correct(self, track: int, card: Card, t: float) -> tuple[Line, ...]:
        """Says that a card of the running hand was another; everything after it is judged anew."""
        start = self._begin(t)
        tie = self._ties.get(track)
        number = None if tie is None else self._record_of(tie.card)
        try:
            if tie is None or number is None:
                raise IllegalAction("nothing_to_correct")
            self.match.correct(number, card)
            tie.rename(str(card))
        except IllegalAction as error:
            self._add(LineType.PROBLEM, card=str(card), reason=error.key)
        return self._end(start)

    def decide(self, action: Action, t: float) -> tuple[Line, ...]:
        """Does what only the table can say and no camera sees: a card or stake of the past that was another,
        a tento, the next hand, the undone once more. What the engine refuses becomes a PROBLEM line.
        """
        start = self._begin(t)
        match = self.match
        self._open_case = match.case.action if match.case else None
        was = self._card_of(action.number) if isinstance(action, Correct) else ""
        try:
            done = match.do(action).action
        except IllegalAction as error:
            self._add(LineType.PROBLEM, reason=error.key, values=error.values)
            return self._end(start)
        if isinstance(action, Correct):
            for tie in self._ties.values():
                if tie.hand == match.hand_number and was and tie.card == was:
                    tie.rename(str(action.card))
        if isinstance(action, Redo):
            self._lies_again(done)
        self._ask_case(None)
        return self._end(start)

    def finish(self, t: float) -> tuple[Question, ...]:
        """Ends the sitting: what is still open, oldest first, a hand in the middle of its cards last."""
        while self._early and not self._asked():
            self.tick(self._early_until(self._early[0]))
        while self._faint and not self._asked():
            self.tick(max(t, self._now) + ASK_AFTER)
        self.tick(t + LATE_CALL + 1.0)
        still_open = (*self.left_open, *self.questions)
        match = self.match
        if not match.hand_over and not self._asked() and plays_of(match):
            self._numbers += 1
            return (*still_open, Question(self._numbers, Ask.HAND_OPEN, t, (), seat=match.turn))
        return still_open

    @property
    def waits(self) -> bool:
        """Whether something that was seen or heard is taken in by time alone (`tick`)."""
        return bool(self._early or self._late or self._faint)

    def track_of(self, card: str) -> int | None:
        """The physical card that was taken for ``card`` in this hand, None if it was not seen."""
        hand = self.match.hand_number
        return next((n for n, tie in self._ties.items() if tie.card == card and tie.hand == hand), None)

    @property
    def vira_track(self) -> int:
        """The physical card that is the vira of the running hand, 0 where none is known."""
        track = None if self.match.vira is None else self.track_of(str(self.match.vira))
        return max(track or 0, 0)

    def event_of(self, track: int) -> TableEvent | None:
        """What was last seen of a physical card."""
        return self._events.get(track)

    # -- one step ---------------------------------------------------------------------------------------

    def _begin(self, t: float) -> int:
        self._now = max(self._now, t)
        return len(self.lines)

    def _end(self, start: int) -> tuple[Line, ...]:
        self._settle_down()
        self._deduce()
        while self._held and not self._blocked(self._held[0]):
            item = self._held.popleft()
            if isinstance(item, SaidCall):
                self._take_call(item)
            else:
                self._take(item)
            self._settle_down()
            self._deduce()
        self._take_early()
        # whoever has laid a card did not lay the doubtful back as well
        for faint in [one for one in self._faint if one.seat not in (None, self.match.turn)]:
            self._faint.remove(faint)
            self._tie(faint.event, None)
        return tuple(self.lines[start:])

    def _deduce(self) -> None:
        """Answers what is asked by what has come since."""
        if self._asked():  # what waited for the card before it waits for the answer, before all that follows
            self._held.extendleft(reversed(self._early))
            self._early.clear()
        self._deduce_vira()
        self._deduce_no_card()
        self._deduce_covered()
        self._deduce_whose()

    def _weigh_faint(self, event: TableEvent) -> None:
        """What comes while a doubtful back waits: itself once more, its seat's card, or another's.

        The next seat's means that it was a card, another's or the end of the trick that it may have been one:
        then it is asked about now.
        """
        self._faint = [one for one in self._faint if one.event.track != event.track]
        if not self._faint or self._asked() or self.match.turn is None:
            return
        played = event.kind is EventKind.CARD_PLAYED or (
            event.kind is EventKind.CARD_COVERED and event.confidence >= DOUBTFUL_BACK
        )
        others = played and event.track not in self._ties and not self._fits(event, self.match.turn)
        if others or event.kind is EventKind.TABLE_CLEARED:
            self._see_back(self._faint.pop(0).event, waited=True, followed=others and self._follows(event))

    def _follows(self, event: TableEvent) -> bool:
        """Whether something is what the seat after the one whose turn it is has laid."""
        turn = self.match.turn
        return turn is not None and self._fits(event, (turn + 1) % self.match.rules.seats)

    def _comes_early(self, event: TableEvent) -> bool:
        """Whether this is the next seat's card while the one before it may still be on its way to be read."""
        match = self.match
        if not _is_play(event):
            return False
        if match.turn is None or match.hand_over or match.needs_vira or match.must_decide is not None:
            return False
        hand = match.hand_number
        known = (tie.card == event.card and tie.hand == hand for tie in self._ties.values())
        if event.track in self._ties or (event.card is not None and any(known)):
            return False
        where, following = _where(event), (match.turn + 1) % match.rules.seats
        if self._fits(event, match.turn) or any(seat == following for seat, _ in match.current_trick):
            return False
        if self._early or self.seating.evidence(where, event.came_from).allows(following):
            return True
        # an arm that was over it all the time is not the one that brought it
        return self.seating.placed_at(following, where)

    def _early_until(self, event: TableEvent) -> float:
        """When a card stops waiting for the one before it: later where only its arm says that it is early."""
        turn = self.match.turn
        if turn is None or event.card is None or not self.seating.placed_at(turn, _where(event)):
            return event.t + EARLY_WAIT
        return max(event.t + EARLY_WAIT, _rests_since(event) + ASK_AFTER)

    def _next_has_its_own(self, event: TableEvent) -> bool:
        """Whether a card lies at the seat in turn, and the seat whose arm it came with has laid another."""
        turn = self.match.turn
        if turn is None or event.card is None or not self.seating.placed_at(turn, _where(event)):
            return False
        following = (turn + 1) % self.match.rules.seats
        return any(
            self._brought_by(other, following) and self.seating.placed_at(following, _where(other))
            for other in self._early
            if other is not event
        )

    def _take_early(self) -> None:
        """Takes the cards that waited for one before them, as soon as it has come."""
        while self._early and not self._asked():
            event = self._early[0]
            its_own = self._next_has_its_own(event)
            if self._held or (self._comes_early(event) and not its_own):
                break
            del self._early[0]
            if its_own:
                self._lay_by(event, self.match.turn, _card(event.card))
            elif self._blocked(event):
                self._held.append(event)
            else:
                self._take(event)
            self._settle_down()

    def _settle_down(self) -> None:
        """After a change: tells what is new, tries late calls again, asks what the engine wants to know."""
        while True:
            self._tell()
            if self._asked() or self._before_the_vira or not self._late or not self._lawful(self._late[0]):
                break
            self._say_lawful(self._late.popleft())
        self._ask_what_is_pending()

    def _asked(self) -> bool:
        return self.match.case is not None or any(question.waits for question in self.questions)

    def _blocked(self, item: TableEvent | SaidCall) -> bool:
        """Whether this has to wait: for an answer, or a card for the decision of a special hand."""
        if self._asked():
            return True
        if isinstance(item, SaidCall) or self._before_the_vira:
            return False  # what is seen before the vira is about the vira
        if item.kind is EventKind.VIRA_SHOWN and self.match.needs_vira:
            return False
        if self.match.must_decide is not None:
            return True
        pending, turn = self.match.pending_raise, self.match.turn
        if pending is None:
            return False
        raiser_may_lay = turn is not None and (
            turn == pending.seat or (pending.seat is None and turn % 2 == pending.team)
        )
        return not raiser_may_lay

    def _add(
        self,
        line_type: LineType,
        seat: int | None = None,
        card: str = "",
        team: int | None = None,
        reason: str = "",
        values: Mapping[str, int | str] = MappingProxyType({}),
    ) -> None:
        self.lines.append(Line(self._now, line_type, seat, card, team, reason, values=values))

    def _tell(self) -> None:
        """Brings the transcript in line with the match: takes back what no longer holds, adds what is new."""
        self._note_calls()
        hand, t = self.match.hand_number, self._now
        first = next((n for n, (told, _) in enumerate(self._told) if told >= hand), len(self._told))
        wanted = lines_of_hand(self.match, self._said, t, begun=first < len(self._told))
        kept = first
        for line in wanted:
            if kept >= len(self._told) or self._told[kept][0] != hand or not same(self._told[kept][1], line):
                break
            kept += 1
        for _, line in reversed(self._told[kept:]):
            self.lines.append(undo_line(line, t))
        del self._told[kept:]
        for line in wanted[kept - first :]:
            self._told.append((hand, line))
            self.lines.append(line)

    def _note_calls(self) -> None:
        """Finds calls among the new log entries, and names what they left out.

        Forgets calls that no longer count or are of old hands.
        """
        for record in self.match.log[self._log_seen :]:
            line = self._line_of_call(record)
            if line is not None:
                self._said.append(SaidLine(line, record.number, len(plays_of(self.match))))
            self.lines += [left_out_line(left, self.match, self._now) for left in record.left_out]
        self._log_seen = len(self.match.log)
        alive = {record.number: record.moment.hand for record in self.match.history}
        hand = self.match.hand_number
        self._said = [call for call in self._said if alive.get(call.number) == hand]

    def _line_of_call(self, record: Record) -> Line | None:
        action: object = record.action
        if isinstance(action, Settle):
            action = self._call_settled(action.way)
        elif record.problems:
            return None
        if isinstance(action, Say):
            reason, pending = action.call.value, self.match.pending_raise
            rung = "" if pending is None else self.match.rung_name(pending.value)
            return Line(
                self._now, LineType.CALL, action.seat, team=action.team, reason=reason, values={"rung": rung}
            )
        if isinstance(action, Decide):
            return Line(
                self._now, LineType.CALL, team=action.team, reason=Do.PLAY if action.play else Do.GIVE_UP
            )
        return None

    def _call_settled(self, way: Way) -> Say | Decide | None:
        """The call that a way out amounts to, if it is one."""
        case = self._open_case
        if way is Way.PLAY and self.match.special_team is not None:
            return Decide(self.match.special_team, True)
        if way is Way.ACCEPT and isinstance(case, Play | Cover):
            return Say(case.seat % 2, Call.ACCEPT)
        return case if way is Way.STANDS and isinstance(case, Say) else None

    # -- cards --------------------------------------------------------------------------------------------

    def _take(self, event: TableEvent) -> None:
        if event.track:
            self._events[event.track] = event
        if event.kind is EventKind.TABLE_CLEARED:
            for early in self._early[:]:
                self._early.remove(early)
                self._take(early)
                if self._asked():
                    self._held.extend((*self._early, event))
                    self._early.clear()
                    return
        if event.message == LAY_THERE:
            self._see_lying(event)
            return
        match event.kind:
            case EventKind.VIRA_SHOWN if self.match.rules.manilha == "vira":
                self._see_vira(event)
            case EventKind.VIRA_SHOWN | EventKind.CARD_PLAYED:
                # Vision takes the first open card for the vira; where none is turned it is a play.
                self._see_card(event)
            case EventKind.CARD_TURNED if event.card is not None:
                self._see_card(event)
            case EventKind.CARD_COVERED:
                self._see_back(event)
            case EventKind.UNCERTAIN:
                self._see_doubtful(event)
            case EventKind.CARD_REMOVED:
                self._see_removed(event)
            case EventKind.TABLE_CLEARED:
                self._see_cleared(event)
            case _:
                pass

    def _see_vira(self, event: TableEvent) -> None:
        match, card = self.match, _card(event.card)
        # the same card may be turned again in the next hand
        next_one = match.hand_over and self._cleared and event.track not in self._ties
        if not next_one and self._known(event) is not None:
            return
        if card is None or (card == match.vira and not next_one):
            self._tie(event, None)
            return
        if match.series_winner is not None:
            self._begin_match(match.next_dealer)
            match = self.match
        if match.hand_over or match.needs_vira:
            if match.can_show_vira(card):
                match.show_vira(card)
                self._cleared = False
                self._forget_old_hands(event)
            else:
                self._observe(lambda: match.see_vira(card), event)
            self._tie(event, None)
            return
        self._hand_unfinished(event)

    def _forget_old_hands(self, event: TableEvent) -> None:
        """What lay there before the last hand is of no use any more: hours of play leave no tracks behind.

        ``event``: what begins the next one; that is not forgotten.
        """
        oldest = self.match.hand_number - 1
        self._ties = {track: tie for track, tie in self._ties.items() if tie.hand >= oldest}
        asked = {question.track for question in (*self.questions, *self.left_open)}
        kept = self._ties.keys() | asked | {event.track}
        self._events = {track: event for track, event in self._events.items() if track in kept}

    def _see_card(self, event: TableEvent, another: bool = False) -> None:
        """An open card; ``another``: not the one of this name that was seen before."""
        card = _card(event.card)
        if card is None:
            self._see_doubtful(event)
            return
        tie = self._ties.get(event.track) if another else self._known(event)
        if tie is not None:
            self._seen_again(event, tie, card)
            return
        if event.card == JOKER and event.came_from is None:
            self._tie(event, None)  # nobody brought it: of the stock, or something that looks like one
            return
        match = self.match
        if match.hand_over and self._cleared and match.rules.manilha == "fixed":
            self._cleared = False
            if match.series_winner is None:
                match.next_hand()
                self._forget_old_hands(event)
            else:
                self._begin_match(match.next_dealer)
                match = self.match
        if match.hand_over:
            if self._cleared:
                self._ask_vira(event, card)
            else:
                self._tie(event, None)
                self._add(LineType.PROBLEM, card=str(card), reason="after_hand")
            return
        if match.needs_vira:
            self._ask_vira(event, card)
            return
        turn = match.turn
        if turn is None:
            self._observe_card(event, self.seating.likeliest(_where(event), event.came_from), card)
        elif not self._fits(event, turn):
            seat = self._surely(event)
            if self._other_way_round(seat):
                self._ask_way(event, turn, str(card))
            elif seat is None:
                self._ask_whose(event, turn, str(card))
            else:
                self._observe_card(event, seat, card)
        elif match.can_play(turn, card):
            self._way_known = self._way_known or (bool(match.current_trick) and self._surely(event) == turn)
            match.play(turn, card)
            self._tie(event, turn)
        else:
            self._observe_card(event, turn, card)

    def _fits(self, event: TableEvent, seat: int) -> bool:
        """Whether arm and place agree with the seat: neither excludes it, and one at least points to it.

        The arm of somebody who has laid a card of this trick counts for nothing where the place points to
        the seat: people lean over the table.
        """
        where = _where(event)
        evidence = self.seating.evidence(where, event.came_from)
        if evidence.allows(seat):
            return not self.seating.speaks_against(seat, where, event.came_from)
        laid = {other for other, _ in self.match.current_trick}
        return (
            seat == self.match.turn
            and seat in evidence.by_place
            and evidence.by_side <= laid
            and self.seating.placed_at(seat, where)
        )

    def _surely(self, event: TableEvent) -> int | None:
        """The only seat that arm and place both speak for; None where they leave a choice."""
        if event.came_from is None or not self.seating.tells(_where(event)):
            return None
        evidence = self.seating.evidence(_where(event), event.came_from)
        seats = [seat for seat in range(self.match.rules.seats) if evidence.allows(seat)]
        return seats[0] if len(seats) == 1 else None

    def _other_way_round(self, seat: int | None) -> bool:
        """Whether the second card of all comes from the opener's other neighbour."""
        match = self.match
        if self._way_known or seat is None or match.tricks or len(match.current_trick) != 1:
            return False
        opener, _ = match.current_trick[0]
        return seat == (opener - 1) % match.rules.seats

    def _see_lying(self, event: TableEvent) -> None:
        """A card that lay there when the watching began: known, of no hand, or a question."""
        match, tie = self.match, self._known(event)
        if tie is not None or event.card == str(match.vira or ""):
            return
        foreign = _card(event.card) not in deck_of(match.rules)  # a joker of the stock, the back of a phone
        if match.hand_over or match.needs_vira or match.turn is None or foreign:
            self._tie(event, None)
        else:
            self._ask_whose(event, match.turn, event.card or "")

    def _see_back(self, event: TableEvent, waited: bool = False, followed: bool = False) -> None:
        """A back where cards are played; ``waited``: it was too doubtful to be asked about at once;
        ``followed``: the next seat has laid its card since."""
        match = self.match
        if self._known(event) is not None:
            return
        x, y = event.place[0] - 0.5, event.place[1] - 0.5
        out_of_play = match.hand_over or match.needs_vira or match.turn is None or match.blind
        if out_of_play or x * x + y * y > TABLE_EDGE**2 or match.turn is None:
            return
        if self._before_one_who_played(event, match.turn):
            return
        fits, brought = self._fits(event, match.turn), event.came_from is not None
        if not fits and not brought:
            return  # discards and piles lie anywhere; only an arm makes one elsewhere a doubtful play
        if not brought and event.confidence < FAINT_BACK and not self._unseen_backs():
            return
        # brought by nobody it is a hand put down, or one that lay there before a restart
        behind = self._behind(event, match.turn)
        faint = event.confidence < FAINT_BACK and not followed
        if not fits or not brought or faint or behind:
            # where the next card has come already, this one may well have been laid
            sure = event.confidence >= DOUBTFUL_BACK and not behind
            if waited or self._early or self._held or sure:
                self._ask_whose(event, match.turn, "")
            else:
                self._faint.append(_Faint(event, match.turn if fits else None))
        elif match.can_cover(match.turn):
            turn = match.turn
            match.cover(turn)
            self._tie(event, turn)
        else:
            self._observe_back(event, match.turn)

    def _before_one_who_played(self, event: TableEvent, turn: int) -> bool:
        """Whether a back lies before a seat that has laid its card: the rest of its hand, put down.

        One that is no doubtful back must lie behind that card as well, where hands are.
        """
        match, where = self.match, _where(event)
        trick = match.current_trick or (match.tricks[-1].plays[-1:] if match.tricks else ())
        seat = self.seating.likeliest(where, None)
        if not self.seating.tells(where) or seat not in {other for other, _ in trick} - {turn}:
            return False
        return self._behind(event, seat) or event.confidence < DOUBTFUL_BACK

    def _behind(self, event: TableEvent, seat: int) -> bool:
        """Whether something lies behind the card that a seat laid last in this hand, where its hand lies."""
        mine = [n for n, tie in self._ties.items() if (tie.hand, tie.seat) == (self.match.hand_number, seat)]
        laid = [self._events[n] for n in mine if n in self._events]
        return bool(laid) and away(_where(event)) > away(_where(laid[-1])) + BEHIND

    def _see_doubtful(self, event: TableEvent) -> None:
        tie = self._ties.get(event.track)
        best = event.candidates[0][0] if event.candidates else None
        if tie is not None:
            if event.message == "reread" and best is not None:
                self._seen_again(event, tie, Card.parse(best))
        elif event.message == IS_IT_VIRA and event.card is not None:
            self._see_perhaps_vira(event)
        elif event.message == "duplicate" and best is not None:
            self._see_card(replace(event, card=best), another=True)
        elif not self.match.hand_over or self._cleared or event.message == IS_IT_VIRA:
            choices = (*self._candidates(event), Choice(Do.NO_CARD))
            self._ask(Ask.WHICH_CARD, event, choices, any_card=True)

    def _see_perhaps_vira(self, event: TableEvent) -> None:
        """A face away from the stock before the first card: the vira, or a card shown at the cut."""
        card, match = _card(event.card), self.match
        if card is None or card == match.vira:
            self._tie(event, None)
        elif match.hand_over or match.needs_vira:
            self._ask_vira(event, card)
        else:
            self._see_card(event)  # the table has said meanwhile which one the vira is

    def _see_removed(self, event: TableEvent) -> None:
        tie = self._ties.get(event.track)
        if tie is None:
            return
        if self._counts_for_nothing(tie):
            del self._ties[event.track]  # it is in a hand again, to be played
            return
        tie.gone = True
        running = {seat for seat, _ in self.match.current_trick}
        if tie.hand == self.match.hand_number and tie.seat in running and self._counts(tie):
            self._ask_removed(event, tie, waits=False)

    def _ask_removed(self, event: TableEvent, tie: _Tie, waits: bool) -> None:
        self._drop_questions(event.track, Ask.CARD_REMOVED)
        choices = (Choice(Do.KEEP), Choice(Do.BACK))
        self._ask(Ask.CARD_REMOVED, event, choices, seat=tie.seat, card=tie.card, waits=waits)

    def _see_cleared(self, event: TableEvent) -> None:
        self._cleared = self._cleared or event.message == "all" or self.match.rules.manilha == "fixed"
        alone = self._ties.get(event.track)
        if alone is not None and self._counts_for_nothing(alone):
            del self._ties[event.track]
        elif alone is not None and len(self.match.current_trick) == 1 and self._counts(alone):
            alone.gone = True
            self._ask_removed(event, alone, waits=True)
            return
        for tie in self._ties.values():
            tie.gone = True
        for question in [one for one in self.questions if one.key == Ask.CARD_REMOVED]:
            self._close(question)
        self._ask_missing(event)

    def _ask_missing(self, event: TableEvent) -> None:
        """The cards are gone although a seat has not played: its card was missed."""
        seat = self.match.turn
        if self._asked() or seat is None or self.match.hand_over:
            return
        if self.match.current_trick:
            choices = (Choice(Do.COVERED, seat=seat), Choice(Do.KEEP))
            self._ask(Ask.MISSING_CARD, event, choices, seat=seat, any_card=True)

    def _seen_again(self, event: TableEvent, tie: _Tie, card: Card) -> None:
        tie.gone = False
        self._drop_questions(event.track, Ask.CARD_REMOVED)
        if tie.hand != self.match.hand_number or tie.seat is None or not tie.card:
            return
        if str(card) in (tie.card, tie.read):
            return
        choices = (Choice(Do.KEEP, card=tie.card), Choice(Do.CARD, card=str(card)))
        self._ask(Ask.CARD_CHANGED, event, choices, seat=tie.seat, card=tie.card, any_card=True)

    def _known(self, event: TableEvent) -> _Tie | None:
        """What this physical card already stands for; a card seen anew in its old place is taken up again."""
        tie = self._ties.get(event.track)
        if tie is not None:
            return tie
        if event.card is None:
            return self._known_back(event)
        ties = [item for item in self._ties.items() if item[1].hand == self.match.hand_number]
        for track, other in ties:
            near = _apart(event.place, other.place) < SAME_PLACE
            if other.card == event.card and (near or (other.gone and not self._is_another(event, other))):
                self._drop_questions(track, Ask.CARD_REMOVED)
                return self._take_up(track, event)
        for track, other in ties:
            # Before a restart it was misread so, and the table has said what it is.
            if track < 0 and other.read == event.card:
                return self._take_up(track, event)
        return None

    def _is_another(self, event: TableEvent, left: _Tie) -> bool:
        """Whether a card is laid in its turn that has left the table with its trick: there are two of it."""
        turn = self.match.turn
        if turn is None or left.seat is None or event.came_from is None or not _is_play(event):
            return False
        over = any(str(card or "") == left.card for trick in self.match.tricks for _, card in trick.plays)
        return over and self._fits(event, turn)

    def _known_back(self, event: TableEvent) -> _Tie | None:
        """A covered card that lay there before a restart, in its place."""
        near = [
            track
            for track in self._unseen_backs()
            if _apart(event.place, self._ties[track].place) < SAME_PLACE
        ]
        if event.kind is not EventKind.CARD_COVERED or not near:
            return None
        return self._take_up(near[0], event)

    def _unseen_backs(self) -> list[int]:
        """Covered cards of this hand that lay there before a restart and have not been seen since."""
        hand = self.match.hand_number
        ties = self._ties.items()
        return [n for n, tie in ties if n < 0 and not tie.card and not tie.gone and tie.hand == hand]

    def _take_up(self, track: int, event: TableEvent) -> _Tie:
        """The card that was ``track`` is seen as another; one that was undone meanwhile is asked about."""
        tie = replace(self._ties.pop(track), place=event.place, gone=False)
        if tie.undone:
            self._ask_undone(event.track, tie)
        else:
            self._ties[event.track] = tie
        return tie

    def _counts_for_nothing(self, tie: _Tie) -> bool:
        return tie.seat is None and tie.card != str(self.match.vira or "")

    def _counts(self, tie: _Tie) -> bool:
        return any(
            seat == tie.seat and str(card or "") == tie.card for seat, card in self.match.current_trick
        )

    def _tie(self, event: TableEvent, seat: int | None) -> None:
        if not event.track:
            return
        card = event.card or ""
        self._ties[event.track] = _Tie(self.match.hand_number, card, seat, event.place)

    # -- the engine's own doubts ------------------------------------------------------------------------

    def _observe_card(self, event: TableEvent, seat: int, card: Card) -> None:
        if self._observe(lambda: self.match.see_card(seat, card), event, seat):
            self._tie(event, seat)

    def _observe_back(self, event: TableEvent, seat: int) -> None:
        if self._observe(lambda: self.match.see_back(seat), event, seat):
            self._tie(event, seat)

    def _observe(
        self,
        action: Callable[[], Record],
        event: TableEvent | None,
        seat: int | None = None,
        settled: Way | None = None,
    ) -> bool:
        """Puts an observation before the engine, which may open a case; False if it means nothing now.

        ``settled``: the way out that the table has named already: taken where the case allows it.
        """
        try:
            action()
        except IllegalAction as error:
            card = event.card or "" if event else ""
            self._add(LineType.PROBLEM, seat, card, reason=error.key, values=error.values)
            return False
        case = self.match.case
        if case is not None and settled in case.ways:
            self._name_problems(case)
            self._settle(settled, None, None)
        else:
            self._ask_case(event)
        return True

    def _ask_case(self, event: TableEvent | None) -> None:
        """Words the engine's open case as a question."""
        case = self.match.case
        if case is None:
            return
        seat, card = self._name_problems(case)
        choices: list[Choice] = []
        for way in case.ways:
            if way in (Way.CARD, Way.SHOW, Way.VIRA):
                choices += [replace(one, do=way.value) for one in self._candidates(event, but=card)]
            elif way is Way.SEAT:
                choices += [
                    Choice(way.value, seat=other) for other in range(self.match.rules.seats) if other != seat
                ]
            else:
                choices.append(Choice(way.value, card=card, seat=seat))
        any_card = any(way in (Way.CARD, Way.SHOW, Way.VIRA) for way in case.ways)
        key = _names(case.problems)[0]
        self._ask(key, event, tuple(choices), seat=seat, card=card, any_card=any_card)

    def _name_problems(self, case: Case) -> tuple[int | None, str]:
        """Says what is wrong, every problem by its name; the seat and the card that it is about."""
        action = case.action
        card, seat = str(getattr(action, "card", None) or ""), getattr(action, "seat", None)
        team = action.team if isinstance(action, Say) else None if seat is None else seat % 2
        for name in _names(case.problems):
            self._add(LineType.PROBLEM, seat, card, team, name, case.values)
        return seat, card

    def _settle(self, way: Way, card: Card | None, seat: int | None) -> None:
        self._open_case = self.match.case.action if self.match.case else None
        try:
            self.match.settle(way, card=card, seat=seat)
        except IllegalAction as error:
            self._add(LineType.PROBLEM, seat, str(card or ""), reason=error.key)
        self._note_calls()
        self._ask_case(None)

    # -- calls ----------------------------------------------------------------------------------------------

    @property
    def _before_the_vira(self) -> bool:
        """Whether a special hand is still without its vira: what is said of it waits until that is seen."""
        return self.match.needs_vira and self.match.must_decide is not None

    def _lawful(self, call: SaidCall) -> bool:
        if self.match.must_decide is not None:
            return self.match.must_decide == call.team and call.said is not Said.RAISE
        return self.match.can_call(call.team, _CALLS[call.said], call.seat)

    def _take_call(self, call: SaidCall) -> None:
        if self._before_the_vira:
            self._late.append(call)
        else:
            self._say(call)

    def _say(self, call: SaidCall) -> None:
        # One that waits goes first: an answer never overtakes the raise that it answers.
        if self._late or not self._lawful(call):
            self._late.append(call)
        else:
            self._say_lawful(call)

    def _say_lawful(self, call: SaidCall) -> None:
        if self.match.must_decide is not None:
            self.match.decide_special(call.team, call.said is Said.ACCEPT)
        else:
            self.match.call_heard(call.team, call.seat, _CALLS[call.said])

    def _say_unlawful(self, call: SaidCall) -> None:
        heard = _CALLS[call.said]
        try:
            self.match.call_heard(call.team, call.seat, heard)
        except IllegalAction as error:
            self._add(LineType.PROBLEM, call.seat, team=call.team, reason=error.key, values=error.values)
            return
        self._ask_case(None)

    # -- questions ------------------------------------------------------------------------------------------

    def _ask(
        self,
        key: str,
        event: TableEvent | None,
        choices: tuple[Choice, ...],
        *,
        seat: int | None = None,
        card: str = "",
        waits: bool = True,
        any_card: bool = False,
        team: int | None = None,
        said: bool = True,
        values: dict[str, int | str] | None = None,
    ) -> None:
        self._numbers += 1
        track = event.track if event else 0
        if event and event.track:
            self._events[event.track] = event
        self.questions.append(
            Question(
                self._numbers,
                str(key),
                self._now,
                choices,
                track,
                seat,
                card,
                team,
                waits,
                any_card,
                values or {},
            )
        )
        if said:
            likely = card or " ".join(choice.card for choice in choices if choice.card)
            self._add(LineType.QUESTION, seat, likely, team, str(key))

    def _close(self, question: Question) -> None:
        self.questions.remove(question)

    def _drop_questions(self, track: int, key: str) -> None:
        for question in [one for one in self.questions if one.key == key and one.track == track]:
            self._close(question)

    def _ask_what_is_pending(self) -> None:
        """Keeps one question open for each thing the engine waits for, and none for what it does not."""
        match = self.match
        problems = [] if match.case is None else _names(match.case.problems)
        for question in [one for one in self.questions if one.key not in set(Ask) | set(problems)]:
            self._close(question)
        if match.case is not None and not any(one.key in problems for one in self.questions):
            self._ask_case(None)
        pending, deciding = match.pending_raise, match.must_decide
        for question in list(self.questions):
            stale_raise = question.key == Ask.RAISE and (
                pending is None or question.values.get("value") != pending.value
            )
            if stale_raise or (question.key == Ask.SPECIAL_HAND and question.team != deciding):
                self._close(question)
        keys = {question.key for question in self.questions}
        if pending is not None and Ask.RAISE not in keys:
            team = 1 - pending.team
            choices = [
                Choice(Do.ACCEPT, points=pending.value),
                Choice(Do.RUN, points=match.stake, to=pending.team),
            ]
            if match.next_raise is not None and match.can_call(team, Call.RAISE):
                choices.insert(1, Choice(Do.RAISE, points=match.next_raise))
            values: dict[str, int | str] = {"value": pending.value, "name": match.rung_name(pending.value)}
            self._ask(
                Ask.RAISE,
                None,
                tuple(choices),
                seat=pending.seat,
                team=team,
                waits=False,
                said=False,
                values=values,
            )
        if deciding is not None and Ask.SPECIAL_HAND not in keys:
            ladder = match.rules.ladder
            answers = (
                Choice(Do.PLAY, points=ladder[1]),
                Choice(Do.GIVE_UP, points=ladder[0], to=1 - deciding),
            )
            self._ask(Ask.SPECIAL_HAND, None, answers, team=deciding, waits=False, said=False)

    def _ask_whose(self, event: TableEvent, turn: int, card: str) -> None:
        evidence = self.seating.evidence(_where(event), event.came_from)
        others = sorted((evidence.by_side or evidence.by_place) - {turn})
        choices = (
            Choice(Do.LAID_BY, card=card, seat=turn),
            *(Choice(Do.LAID_BY, card=card, seat=other) for other in others),
            Choice(Do.NO_CARD),
        )
        self._ask(Ask.WHOSE_CARD, event, choices, seat=turn, card=card)

    def _ask_way(self, event: TableEvent, turn: int, card: str) -> None:
        """The second card comes from the wrong neighbour: a card out of turn, or the other direction."""
        seats = self.match.rules.seats
        other = (turn - 2) % seats
        choices = (
            Choice(Do.OTHER_WAY),
            Choice(Do.LAID_BY, card=card, seat=other),
            Choice(Do.LAID_BY, card=card, seat=turn),
            Choice(Do.NO_CARD),
        )
        self._ask(Ask.DIRECTION, event, choices, seat=turn, card=card)

    def _deduce_vira(self) -> None:
        """Takes the face in question for the vira once the opener has laid a card after it.

        Vira and burned cards come from who deals. Two faces that lie there by then stay a question, and so
        does a card that comes late: by then a trick may have been missed.
        """
        match = self.match
        waiting = [question for question in self.questions if question.waits]
        if len(waiting) != 1 or waiting[0].key != Ask.IS_IT_VIRA or match.case is not None:
            return
        question, asked = waiting[0], self._events.get(waiting[0].track)
        laid = next((item for item in self._held if isinstance(item, TableEvent) and item.card), None)
        if asked is None or laid is None or not (match.needs_vira or (match.hand_over and self._cleared)):
            return
        opener = match.opener if match.needs_vira else (match.next_dealer + 1) % match.rules.seats
        if self._brought_by(asked, opener) or not self._brought_by(laid, opener):
            return
        if laid.t - asked.t > SOON:
            return
        self._close(question)
        self._add(LineType.ANSWER, card=question.card, reason=Do.VIRA)
        self._see_vira(replace(asked, kind=EventKind.VIRA_SHOWN, card=question.card))
        self._settle_down()

    def _brought_by(self, event: TableEvent, seat: int) -> bool:
        """Whether an arm was seen that is this seat's before all others, and the place agrees."""
        if event.came_from is None:
            return False
        where = _where(event)
        nearest = self.seating.likeliest(where, event.came_from)
        return nearest == seat and self.seating.evidence(where, event.came_from).allows(seat)

    def _deduce_no_card(self) -> None:
        """Takes a faint back in question for no card once the seat it was asked of has laid one.

        It is a glass or a sleeve: nobody covers a card and lays another in the same moment.
        """
        waiting = [question for question in self.questions if question.waits]
        if len(waiting) != 1 or waiting[0].key != Ask.WHOSE_CARD or waiting[0].card:
            return
        question, event = waiting[0], self._events.get(waiting[0].track)
        laid = next((item for item in self._held if isinstance(item, TableEvent) and item.card), None)
        if event is None or laid is None or event.confidence >= DOUBTFUL_BACK:
            return
        seat = question.seat
        if seat is None or seat != self.match.turn or not self._brought_by(laid, seat):
            return
        self._close(question)
        self._add(LineType.ANSWER, reason=Do.NO_CARD)
        self._tie(event, None)
        self._settle_down()

    def _deduce_covered(self) -> None:
        """Takes a back in question for the card of the seat it was asked of once the next seat has laid one.

        It lies where that seat lays its cards, an arm has brought it, and everybody else takes it for one.
        """
        waiting = [question for question in self.questions if question.waits]
        if len(waiting) != 1 or waiting[0].key != Ask.WHOSE_CARD or waiting[0].card:
            return
        question, event, turn = waiting[0], self._events.get(waiting[0].track), self.match.turn
        laid = next((item for item in self._held if isinstance(item, TableEvent) and _is_play(item)), None)
        if event is None or laid is None or turn is None or question.seat != turn:
            return
        brought = event.came_from is not None and self._fits(event, turn) and not self._behind(event, turn)
        if not brought or not self.match.can_cover(turn) or not self._follows(laid):
            return
        self._close(question)
        self._add(LineType.ANSWER, turn, reason=Do.LAID_BY)
        self._lay_by(event, turn, None)
        self._settle_down()

    def _deduce_whose(self) -> None:
        """Answers whose a card was once the whole trick lies: every other seat has its own card there.

        A card read late is seen with the arm of the next one; turn, place and the count of cards then say
        more than that arm.
        """
        match = self.match
        waiting = [question for question in self.questions if question.waits]
        if len(waiting) != 1 or waiting[0].key != Ask.WHOSE_CARD or match.case is not None:
            return
        if self._unseen_backs():
            return
        question, event = waiting[0], self._events.get(waiting[0].track)
        if event is None or question.seat != match.turn or question.seat is None:
            return
        if self.seating.likeliest(_where(event), None) != question.seat:
            return
        seats = match.rules.seats
        left = seats - len(match.current_trick) - 1
        held = [item for item in self._held if isinstance(item, TableEvent)]
        laid = [item for item in held if item.kind in (EventKind.CARD_PLAYED, EventKind.CARD_COVERED)]
        gathered = any(item.kind is EventKind.TABLE_CLEARED for item in held)
        if len(laid) < left or not (gathered or len(laid) > left):
            return
        for step, item in enumerate(laid[:left], start=1):
            if not self.seating.evidence(_where(item), item.came_from).allows((question.seat + step) % seats):
                return
        self._close(question)
        self._add(LineType.ANSWER, question.seat, question.card, reason=Do.LAID_BY)
        self._lay_by(event, question.seat, _card(question.card or None))
        self._settle_down()

    def _ask_vira(self, event: TableEvent, card: Card) -> None:
        choices = (Choice(Do.VIRA, card=str(card)), Choice(Do.NO_CARD))
        self._ask(Ask.IS_IT_VIRA, event, choices, card=str(card))

    def _ask_undone(self, track: int, tie: _Tie) -> None:
        event = self._events.get(track)
        choices = (
            Choice(Do.CARD if tie.card else Do.COVERED, card=tie.card),
            *self._candidates(event, but=tie.card),
            Choice(Do.NO_CARD),
        )
        self._ask(Ask.UNDONE, event, choices, seat=tie.seat, card=tie.card, any_card=True)

    def _hand_unfinished(self, event: TableEvent) -> None:
        """A new vira lies there although the hand is not over: something was missed."""
        self._add(LineType.PROBLEM, card=event.card or "", reason=Ask.HAND_UNFINISHED)
        choices = (Choice(Do.NEW_HAND, card=event.card or ""), Choice(Do.NO_CARD))
        self._ask(Ask.HAND_UNFINISHED, event, choices, card=event.card or "")
        if self._goes_on and self._cleared:
            self._start_over(event)

    def _new_hand_over_open_question(self, event: TableEvent) -> bool:
        """With nobody there to answer, a new hand begins although the last one waits for an answer."""
        if not (self._goes_on and event.kind is EventKind.VIRA_SHOWN and self._blocked(event) and event.card):
            return False
        held = [item for item in self._held if isinstance(item, TableEvent)]
        cleared = self._cleared or any(item.kind is EventKind.TABLE_CLEARED for item in held)
        if not cleared or event.track in self._ties or event.card == str(self.match.vira):
            return False
        self._add(LineType.PROBLEM, card=event.card, reason=Ask.HAND_UNFINISHED)
        self._held.clear()
        self._start_over(event)
        return True

    def _start_over(self, event: TableEvent) -> None:
        """Begins the hand of this vira with the score as it stood; the open questions stay open."""
        old = self.match
        self.left_open += self.questions
        self.questions = []
        dealer = old.next_dealer if old.hand_over else (old.dealer + 1) % old.rules.seats
        self._begin_match(dealer, old.score if old.series_winner is None else (0, 0))
        self._see_vira(event)

    def _begin_match(self, dealer: int, score: tuple[int, int] = (0, 0)) -> None:
        """A new match; what was told of the old one stays as it is."""
        self.match = Match(self.match.rules, dealer, score)
        self._said, self._told, self._log_seen = [], [], 0
        self._late.clear()
        self._early.clear()
        self._faint.clear()
        self._ties = {}
        self._cleared = False

    def _closes_a_question(self, event: TableEvent) -> bool:
        """A card that was asked about and can be read after all, or is gone, answers the question itself."""
        if event.kind is EventKind.VIRA_SHOWN:
            self._know_the_vira(event)
        question = next(
            (one for one in self.questions if event.track and one.track == event.track and one.waits), None
        )
        if question is None:
            return False
        if self._taken_back_in_question(question, event) or self._shown_in_question(question, event):
            return True
        if question.key not in (Ask.WHICH_CARD, Ask.WHOSE_CARD, Ask.IS_IT_VIRA, Ask.DIRECTION):
            return False
        read = event.kind in (EventKind.CARD_PLAYED, EventKind.VIRA_SHOWN) and event.card is not None
        if question.key == Ask.WHICH_CARD and read:
            self._close(question)
            self._add(LineType.ANSWER, card=event.card or "", reason="seen")
            if self._blocked(event):
                self._held.appendleft(event)
            else:
                self._take(event)
            return True
        if _left_alone(event):
            self._close(question)
            self._add(LineType.ANSWER, card=question.card, reason=Do.BACK)
            return True
        return event.kind is EventKind.UNCERTAIN

    def _puts_away_what_waits(self, event: TableEvent) -> bool:
        """A face that waits for the answer about another, and goes away again, was shown and is no play."""
        waits = [
            item
            for item in self._held
            if isinstance(item, TableEvent) and item.track == event.track and item.message == IS_IT_VIRA
        ]
        if event.kind is not EventKind.CARD_REMOVED or not waits:
            return False
        for item in waits:
            self._held.remove(item)
        return True

    def _know_the_vira(self, event: TableEvent) -> None:
        """The vira lies at the stock: what was asked about before is it, or was shown and burned."""
        for question in [one for one in self.questions if one.key == Ask.IS_IT_VIRA]:
            asked = self._events.get(question.track)
            if asked is not None and asked.message == IS_IT_VIRA:
                self._close(question)
                same = question.track == event.track
                self._add(LineType.ANSWER, card=question.card, reason=Do.VIRA if same else Do.NO_CARD)
                if not same:
                    self._tie(asked, None)
                    self._forget_what_was_shown()

    def _forget_what_was_shown(self) -> None:
        """Further cards that were shown before the vira was turned are no plays."""
        for item in list(self._held):
            if isinstance(item, TableEvent) and item.message == IS_IT_VIRA:
                self._held.remove(item)
                self._tie(item, None)

    def _taken_back_in_question(self, question: Question, event: TableEvent) -> bool:
        """A card that the engine asks about and that goes back to its player answers the question itself."""
        case = self.match.case
        if not _left_alone(event) or case is None or Way.BACK not in case.ways:
            return False
        if question.key not in _names(case.problems) or not isinstance(case.action, Play | Cover):
            return False
        self._close(question)
        self._add(LineType.ANSWER, question.seat, question.card, reason=Do.BACK)
        self._ties.pop(event.track, None)  # it may be played another time
        self._settle(Way.BACK, None, None)
        return True

    def _shown_in_question(self, question: Question, event: TableEvent) -> bool:
        """A covered card that the engine asks about and that is turned up answers the question itself."""
        case, card = self.match.case, _card(event.card)
        if event.kind is not EventKind.CARD_TURNED or card is None or case is None:
            return False
        if Way.SHOW not in case.ways or question.key not in _names(case.problems):
            return False
        self._close(question)
        self._add(LineType.ANSWER, question.seat, str(card), reason=Way.SHOW.value)
        self._settle(Way.SHOW, card, None)
        tie = self._ties.get(event.track)
        if tie is not None:
            tie.rename(str(card))
        return True

    def _lies_there_again(self, event: TableEvent) -> bool:
        """Whether this card was thought to be taken back: it only was not seen for a while."""
        if event.kind is not EventKind.CARD_PLAYED or event.card is None:
            return False
        return any(one.key == Ask.CARD_REMOVED and one.card == event.card for one in self.questions)

    def _laid_for_another(self, event: TableEvent) -> bool:
        """Whether this may stand in for a card that was perhaps taken back: then that answer comes first."""
        if event.kind not in (EventKind.CARD_PLAYED, EventKind.CARD_COVERED) or self.match.turn is None:
            return False
        if self._fits(event, self.match.turn):
            return False
        for place, question in enumerate(self.questions):
            seat = question.seat if question.key == Ask.CARD_REMOVED else None
            if seat is not None and self._fits(event, seat):
                self.questions[place] = replace(question, waits=True)
                return True
        return False

    def _candidates(self, event: TableEvent | None, but: str = "") -> tuple[Choice, ...]:
        """The likely cards of an event that are in this deck and have not been seen in this hand."""
        if event is None:
            return ()
        names = [name for name, _ in event.candidates] or ([event.card] if event.card else [])
        deck = {str(card) for card in deck_of(self.match.rules)}
        seen = {str(card) for _, card in plays_of(self.match) if card} | {str(self.match.vira or "")}
        return tuple(Choice(Do.CARD, card=name) for name in names if name in deck - seen and name != but)[:3]

    def _carry_out(self, question: Question, choice: Choice) -> None:
        """Does what an answer says."""
        case, event = self.match.case, self._events.get(question.track)
        card = _card(choice.card)
        if case is not None and question.key in _names(case.problems):
            way = Way(choice.do)
            takes_card = way in (Way.CARD, Way.SHOW, Way.VIRA)
            self._settle(way, card if takes_card else None, choice.seat if way is Way.SEAT else None)
            if event is not None and event.track in self._ties:
                if takes_card:
                    self._ties[event.track].rename(choice.card)
                elif way is Way.BACK:
                    self._ties[event.track].seat = None
        elif question.key == Ask.CARD_CHANGED and choice.do == Do.CARD and card is not None:
            number = self._record_of(question.card)
            try:
                if number is not None:
                    self.match.correct(number, card)
                    self._ties[question.track].rename(choice.card)
            except IllegalAction as error:
                # Not in this deck, or lying there already: the table is told, and the card stays.
                self._add(LineType.PROBLEM, card=str(card), reason=error.key)
        elif question.key == Ask.CARD_REMOVED and choice.do != Do.BACK:
            if event is not None and event.kind is EventKind.TABLE_CLEARED:
                self._ask_missing(event)
        elif question.key == Ask.CARD_REMOVED and question.seat is not None:
            seat = question.seat
            self._ties.pop(question.track, None)
            self._observe(lambda: self.match.see_removed(seat), None, seat, settled=Way.BACK)
        elif question.key == Ask.MISSING_CARD and question.seat is not None:
            if choice.do != Do.KEEP:
                missed = TableEvent(EventKind.CARD_PLAYED, self._now, card=choice.card or None)
                self._lay_by(missed, question.seat, card)
                self._ask_missing(missed)
        elif question.key == Ask.DIRECTION and choice.do == Do.OTHER_WAY and event is not None:
            self._way_known = True
            self.seating = replace(self.seating, clockwise=not self.seating.clockwise)
            self._see_card(event)
        elif event is None or choice.do in (Do.KEEP, Do.NO_CARD):
            if event is not None and choice.do == Do.NO_CARD:
                self._tie(event, None)
        elif choice.do == Do.NEW_HAND:
            self._start_over(event)
        elif choice.do == Do.VIRA or (
            choice.do == Do.CARD and (self.match.needs_vira or event.message == IS_IT_VIRA)
        ):
            self._see_vira(replace(event, kind=EventKind.VIRA_SHOWN, card=choice.card))
        elif choice.do == Do.COVERED:
            self._lay_by(replace(event, card=None), question.seat, None)
        elif choice.do == Do.LAID_BY:
            self._lay_by(event, choice.seat, card)
        elif card is not None:
            told = replace(event, kind=EventKind.CARD_PLAYED, card=choice.card)
            if question.key == Ask.UNDONE:
                self._lay_by(told, question.seat, card)
            else:
                self._see_card(told)

    def _lay_by(self, event: TableEvent, seat: int | None, card: Card | None) -> None:
        """A card whose seat the table has named; out of turn, the engine asks what the rules allow."""
        match = self.match
        if seat is None:
            self._tie(event, None)
        elif card is None:
            if match.can_cover(seat):
                match.cover(seat)
                self._tie(event, seat)
            else:
                self._observe_back(event, seat)
        elif match.can_play(seat, card):
            match.play(seat, card)
            self._tie(event, seat)
        else:
            self._observe_card(event, seat, card)

    def _card_of(self, number: int) -> str:
        """The card that this log entry laid, "" for none."""
        found = next((record for record in self.match.history if record.number == number), None)
        card = getattr(found.action, "card", None) if found is not None else None
        return "" if card is None else str(card)

    def _lies_again(self, action: object) -> None:
        """A card whose play counts once more is no longer asked about."""
        card, seat = str(getattr(action, "card", None) or ""), getattr(action, "seat", None)
        for question in [one for one in self.questions if one.key == Ask.UNDONE]:
            event = self._events.get(question.track)
            if event is not None and question.card == card and question.seat == seat:
                self._close(question)
                self._tie(replace(event, card=card or None), seat)

    def _record_of(self, card: str) -> int | None:
        """Log number of the action that laid ``card`` in the running hand."""
        hand = self.match.hand_number
        for record in reversed(self.match.history):
            if (
                record.moment.hand == hand
                and isinstance(record.action, Play)
                and str(record.action.card) == card
            ):
                return record.number
        return None


def _where(event: TableEvent) -> tuple[float, float]:
    """The place of a card with both shares taken of the picture's height, so that directions are true."""
    x, y = event.place
    if not event.corners or x <= 0 or y <= 0:
        return event.place
    wide = sum(corner[0] for corner in event.corners) / len(event.corners) / x
    high = sum(corner[1] for corner in event.corners) / len(event.corners) / y
    return (0.5 + (x - 0.5) * wide / high, y) if wide > 0 and high > 0 else event.place


def _is_play(event: TableEvent) -> bool:
    return event.kind in (EventKind.CARD_PLAYED, EventKind.CARD_COVERED) and not event.message


def _rests_since(event: TableEvent) -> float:
    return event.t if event.rests_since is None else event.rests_since


def _left_alone(event: TableEvent) -> bool:
    """Whether this card left the table, and no other with it."""
    return event.kind is EventKind.CARD_REMOVED or (event.kind is EventKind.TABLE_CLEARED and event.track > 0)


def _card(name: str | None) -> Card | None:
    return None if not name else Card.parse(name)


def _names(problems: Problem) -> list[str]:
    """Keys of these problems, gravest first."""
    return [str(problem.name).lower() for problem in problems]


def _apart(first: tuple[float, float], second: tuple[float, float]) -> float:
    """How far two places are apart: the greater of the two differences, as a share of the picture."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def _tie_data(tie: _Tie) -> dict[str, Any]:
    """A tie as plain data; what says nothing is left out."""
    data = {"card": tie.card, "seat": tie.seat, "place": [round(share, 4) for share in tie.place]}
    more = {"gone": tie.gone, "read": tie.read, "undone": tie.undone}
    return data | {name: value for name, value in more.items() if value}
