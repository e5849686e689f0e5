"""What was done, with the state before it; and judging the past anew after a correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, cast

from engine.actions import Move, Observed, Way
from engine.checks import flag_key, move_facts
from engine.errors import IllegalAction
from engine.moves import Done, apply, check
from engine.problems import NONE, Case, Problem
from engine.records import LeftOut, Moment, Outcome, Record, TrickResult
from engine.rules import Rules
from engine.state import State, take

Snapshot = tuple[object, ...]

_BEAT = State.__slots__.index("beat")
_CASE = State.__slots__.index("case")
_HAND = State.__slots__.index("hand_number")
_OUTCOME = State.__slots__.index("outcome")


@dataclass(frozen=True, slots=True)
class Entry:
    """One action that counts: the snapshot ``before`` it and its record.

    One that changes the past, a correction or the way out of one that has stopped, also keeps the entries it
    ``replaced``, those it has ``rewritten``, and, where it has stopped, the entries ``beyond``.
    """

    before: Snapshot
    record: Record
    replaced: tuple[Entry, ...] | None = None
    rewritten: tuple[Entry, ...] | None = None
    beyond: tuple[Entry, ...] = ()

    @property
    def hand(self) -> int:
        """The hand that ran before this action."""
        return cast(int, self.before[_HAND])

    @property
    def judges(self) -> bool:
        """Whether this is an action at the table, and not one that has changed the past."""
        return self.rewritten is None


class Judged(NamedTuple):
    """The past judged anew: entries, state and, where it has stopped, the entries beyond.

    Where it goes on after a stop: the ``tricks`` that finished, what was ``left_out``, and the ``outcome`` of
    the hand that ended, also where a vira has begun the next one since.
    """

    entries: tuple[Entry, ...]
    state: State
    beyond: tuple[Entry, ...] = ()
    tricks: tuple[TrickResult, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    outcome: Outcome | None = None


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
) -> Judged:
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
    later = tuple(entry for entry in done[place if insert else place + 1 :] if entry.judges)
    for number, entry in enumerate(later):
        was, before = entry.record, take(s)
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
            return Judged(tuple(entries), s, later[number:])
        entries.append(entry)
    return Judged(tuple(entries), s)


def _stopped(rules: Rules, s: State, problems: Problem, beyond: tuple[Entry, ...]) -> Case:
    """The case of a correction that stops at the first of these entries.

    What can be observed again is what was seen and heard in the same hand; decisions would be taken anew.
    """
    first = cast(Move, beyond[0].record.action)
    facts = (*move_facts(rules, s, first).items(), ("dropped", len(beyond)))
    rest = tuple(cast(Move, entry.record.action) for entry in beyond if _same_hand(entry, beyond))
    lost = tuple(
        entry.record.action
        for entry in beyond
        if isinstance(entry.record.action, Observed) and not _same_hand(entry, beyond)
    )
    ways = (Way.DROP, Way.GO_ON) if s.outcome is None and rest else (Way.DROP,)
    case = Case(
        problems | Problem.CORRECTED,
        first,
        ways,
        facts,
        rest=rest,
        lost=lost,
        beneath=s.case,
        waited=s.waiting,
    )
    s.waiting = ()
    return case


def _same_hand(entry: Entry, beyond: tuple[Entry, ...]) -> bool:
    """Whether this was observed in the hand in which the correction has stopped."""
    running = entry.before[_OUTCOME] is None and entry.hand == beyond[0].hand
    return running and isinstance(entry.record.action, Observed)


def go_on(rules: Rules, done: tuple[Entry, ...], now: Snapshot, way: Way) -> Judged:
    """The entries and the state once the correction that has stopped is settled this way.

    What followed it in its hand (`Way.GO_ON`), and what was observed since, is observed now, each under the
    number it had in the log; what has lost its meaning is left out.
    """
    s = State.of(now)
    case, waiting = cast(Case, s.case), list(s.waiting)
    place = max(place for place, entry in enumerate(done) if entry.beyond)
    beyond = done[place].beyond
    again = [entry for entry in beyond if way is Way.GO_ON and _same_hand(entry, beyond)]
    for entry in done[place + 1 :]:
        if entry.record.action in waiting[:1]:
            again.append(entry)
            del waiting[0]
    gone = case.lost if way is Way.GO_ON else (*case.rest, *case.lost)
    tricks: list[TrickResult] = []
    outcome: Outcome | None = None
    left_out = [LeftOut(move, "corrected") for move in gone]
    s.case, s.waiting = case.beneath, case.waited
    entries = list(done[: place + 1])
    for was in (entry.record for entry in again):
        move, before = cast(Move, was.action), take(s)
        try:
            check(rules, s, move)
        except IllegalAction as refusal:
            left_out.append(LeftOut(move, refusal.key))
            continue
        entry = entry_of(s, before, was.number, move, apply(rules, s, move))
        tricks += entry.record.tricks
        left_out += entry.record.left_out
        outcome = entry.record.outcome or outcome
        entries.append(entry)
    return Judged(tuple(entries), s, (), tuple(tricks), tuple(left_out), outcome)


def moves_of(entries: Iterable[Entry]) -> Iterator[Move]:
    """The moves among entries, in order, with the work of corrections in them."""
    return (cast(Move, entry.record.action) for entry in entries if entry.judges)


def insertion_place(done: tuple[Entry, ...], hand: int, now: int) -> int:
    """Where a late word about ``hand`` belongs: before the action that began the next one."""
    judges = [(place, entry) for place, entry in enumerate(done) if entry.judges]
    hands = [*(entry.hand for _, entry in judges), now]
    for (place, _), before, after in zip(judges, hands, hands[1:], strict=False):
        if (before, after) == (hand, hand + 1):
            return place
    raise IllegalAction("no_such_hand", hand=hand)
