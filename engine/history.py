"""What was done, with the state before it; and judging the past anew after a correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from engine.actions import Correct, CorrectStake, Move, Observed, Settle, Way
from engine.checks import flag_key, move_facts
from engine.errors import IllegalAction
from engine.moves import Done, apply, check
from engine.problems import NONE, Case, Problem
from engine.records import Moment, Outcome, Record
from engine.rules import Rules
from engine.state import State, take

Snapshot = tuple[object, ...]

_BEAT = State.__slots__.index("beat")
_CASE = State.__slots__.index("case")
_HAND = State.__slots__.index("hand_number")
_OUTCOME = State.__slots__.index("outcome")
_WAITING = State.__slots__.index("waiting")


@dataclass(frozen=True, slots=True)
class Entry:
    """One action that counts: the snapshot ``before`` it and its record.

    A correction also keeps the entries it ``replaced`` and those it has ``rewritten``.
    """

    before: Snapshot
    record: Record
    replaced: tuple[Entry, ...] | None = None
    rewritten: tuple[Entry, ...] | None = None

    @property
    def hand(self) -> int:
        """The hand that ran before this action."""
        return cast(int, self.before[_HAND])

    @property
    def settles_correction(self) -> bool:
        """Whether this action settled the case of a correction that had stopped."""
        action = self.record.action
        return isinstance(action, Settle) and action.way in (Way.DROP, Way.GO_ON)

    @property
    def case(self) -> Case | None:
        """The case that was open before this action."""
        return cast("Case | None", self.before[_CASE])


def entry_of(s: State, before: Snapshot, number: int, move: Move, done: Done) -> Entry:
    """The entry of a move that has just been applied to ``s``."""
    case = s.case
    outcome: Outcome | None = s.outcome
    record = Record(
        number,
        Moment(cast(int, before[_HAND]), cast(int, before[_BEAT])),
        move,
        case.problems if case is not None and case is not before[_CASE] else NONE,
        tuple(done.tricks),
        outcome if outcome is not before[_OUTCOME] else None,
        s.score,
        tuple(done.left_out),
    )
    return Entry(before, record)


def rejudge(
    rules: Rules,
    done: tuple[Entry, ...],
    place: int,
    new: Move,
    number: int,
    *,
    insert: bool = False,
) -> tuple[tuple[Entry, ...], State]:
    """The entries and the state if the move at ``place`` had been ``new`` (or ``new`` had come before it).

    Stops with `Problem.CORRECTED` at the first later move that is not valid any more. IllegalAction when
    ``new`` itself is not valid there. ``number``: the log number of an inserted move.
    """
    s = State.of(done[place].before)
    entries = list(done[:place])
    old = done[place].record
    check(rules, s, new)
    entry = entry_of(s, take(s), number if insert else old.number, new, apply(rules, s, new))
    fresh = entry.record.problems & ~(NONE if insert else old.problems)
    if fresh:
        raise IllegalAction(flag_key(fresh), **move_facts(rules, s, new))
    entries.append(entry)
    later = tuple(
        entry
        for entry in done[place if insert else place + 1 :]
        if not isinstance(entry.record.action, Correct) and entry.rewritten is None
    )
    for number, (was, reopened) in enumerate((entry.record, _reopened(entry)) for entry in later):
        if reopened is not None:
            s.case = replace(reopened, beneath=s.case, waited=s.waiting)
            s.waiting = ()
        before = take(s)
        move = cast(Move, was.action)
        try:
            check(rules, s, move)
            entry = entry_of(s, before, was.number, move, apply(rules, s, move))
            fresh = entry.record.problems & ~was.problems
            if not set(entry.record.left_out) <= set(was.left_out):
                fresh |= Problem.CORRECTED
        except IllegalAction:
            fresh = Problem.CORRECTED
        if fresh:
            s.restore(before)
            s.case = _stopped(rules, s, fresh, later[number:])
            break
        entries.append(entry)
    return tuple(entries), s


def _reopened(entry: Entry) -> Case | None:
    """The case that an earlier correction had left, where this entry settled it."""
    return entry.case if entry.settles_correction else None


def _stopped(rules: Rules, s: State, problems: Problem, later: tuple[Entry, ...]) -> Case:
    """The case of a correction that stops at the first of these entries.

    What can be observed again is what was seen and heard in the same hand; decisions would be taken anew.
    """
    first = cast(Move, later[0].record.action)
    facts = (*move_facts(rules, s, first).items(), ("dropped", len(later)))
    hand = later[0].hand
    seen: list[Move] = []
    lost: list[Move] = []
    for entry in later:
        same = entry.hand == hand and entry.before[_OUTCOME] is None
        (seen if same else lost).extend(_observed(entry))
    ways = (Way.DROP, Way.GO_ON) if s.outcome is None and seen else (Way.DROP,)
    case = Case(
        problems | Problem.CORRECTED,
        first,
        ways,
        facts,
        rest=tuple(seen),
        lost=tuple(lost),
        beneath=s.case,
        waited=s.waiting,
    )
    s.waiting = ()
    return case


def _observed(entry: Entry) -> tuple[Move, ...]:
    """What this action observed, also again: going on after an earlier correction takes its rest up."""
    action = entry.record.action
    if isinstance(action, Observed):
        return (action,)
    reopened = _reopened(entry)
    return () if reopened is None or action != Settle(Way.GO_ON) else reopened.rest


def moves_of(entries: Iterable[Entry]) -> Iterator[Move]:
    """The moves among entries, in order, with the work of corrections in them.

    What was observed while a correction's case was open is taken up where that was settled.
    """
    held: list[Move] | None = None
    for entry in entries:
        action = entry.record.action
        if isinstance(action, Correct) or entry.rewritten is not None:
            held = [] if Problem.CORRECTED in entry.record.problems else None
        elif (case := _reopened(entry)) is not None:
            if isinstance(action, Settle) and action.way is Way.GO_ON:
                yield from case.rest
            yield from cast(tuple[Move, ...], entry.before[_WAITING])
            held = None
        elif held is not None:
            held.append(cast(Move, action))
        else:
            yield cast(Move, action)
    yield from held or ()


def insertion_place(done: tuple[Entry, ...], hand: int, now: int) -> int:
    """Where a late word about ``hand`` belongs: before the action that began the next one."""
    hands = [*(entry.hand for entry in done), now]
    for place, entry in enumerate(done):
        moved_on = hands[place] == hand and hands[place + 1] == hand + 1
        if moved_on and not isinstance(entry.record.action, Correct | CorrectStake):
            return place
    raise IllegalAction("no_such_hand", hand=hand)
