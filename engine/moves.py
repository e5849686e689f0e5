"""What each move does to the state. Moves are checked before they are applied (`engine.checks`)."""

from __future__ import annotations

from engine.actions import (
    AskDealt,
    ClaimExtra,
    CorrectStake,
    Cover,
    Decide,
    Move,
    NextHand,
    Penalize,
    Play,
    Remove,
    Settle,
    ShowVira,
    Way,
)
from engine.checks import OBSERVED, check_decision, check_meaning, settles_vira
from engine.errors import IllegalAction
from engine.observe import correct_stake, decide, observe, penalize
from engine.problems import Case
from engine.records import Outcome, TrickResult
from engine.rules import Rules
from engine.settle import carry_out
from engine.state import State, begin_hand, end_hand, needs_vira


def check(rules: Rules, s: State, move: Move) -> None:
    """IllegalAction where an observation means nothing, or a decision may not be taken."""
    if isinstance(move, OBSERVED):
        check_meaning(rules, s, move)
    else:
        check_decision(rules, s, move)


def apply(rules: Rules, s: State, move: Move) -> list[TrickResult]:
    """Do a checked move; gives the tricks it finishes. An observation against the rules opens a case."""
    if isinstance(move, OBSERVED):
        if s.case is not None:
            return _observe_meanwhile(rules, s, move)
        if s.outcome is not None:
            # Nothing but a vira has a meaning now: it begins the next hand.
            seen = next_seen(s.waiting, move)
            return observe(rules, s, move) + _take_in(rules, s, seen)
        return observe(rules, s, move)
    match move:
        case Settle():
            return _settle(rules, s, move)
        case NextHand():
            seen = next_seen(s.waiting, move)
            begin_hand(rules, s)
            return _take_in(rules, s, seen)
        case Decide(team=team, play=play):
            decide(rules, s, team, play)
        case Penalize(team=team, reason=reason):
            running = s.outcome is None
            penalize(rules, s, team, reason)
            if running:
                _keep_next(s, own=needs_vira(rules, s))
        case ClaimExtra(seat=seat):
            facts = (("seat", seat), ("stake", s.stake))
            end_hand(rules, s, Outcome(seat % 2, s.stake, "extra_card_shown", facts))
        case AskDealt():
            s.deal_checked = True
        case CorrectStake(value=value):
            correct_stake(rules, s, value)
    return []


def _observe_meanwhile(rules: Rules, s: State, move: Move) -> list[TrickResult]:
    """An observation while a case is open: it settles the case by itself, or waits."""
    case = s.case
    if case is None:
        return observe(rules, s, move)
    if settles_vira(s, move):
        return _show_missing_vira(rules, s, case, move)
    if isinstance(move, Remove):
        waiting = [place for place, other in enumerate(s.waiting) if _laid_by(other, move.seat)]
        if waiting:
            s.waiting = (*s.waiting[: waiting[-1]], *s.waiting[waiting[-1] + 1 :])
            return []
        if _laid_by(case.action, move.seat) and Way.BACK in case.ways:
            # The card in question has gone back by itself.
            s.case = None
            return _go_on(rules, s)
    s.waiting = (*s.waiting, move)
    return []


def _laid_by(move: Move, seat: int) -> bool:
    return isinstance(move, Play | Cover) and move.seat == seat


def _show_missing_vira(rules: Rules, s: State, case: Case, move: Move) -> list[TrickResult]:
    s.case = None
    finished = observe(rules, s, move)
    if s.case is not None:
        # This vira is a problem itself: what waited for it waits on.
        s.waiting = (case.action, *s.waiting) if case.action != move else s.waiting
        return finished
    if not isinstance(case.action, ShowVira):
        finished += observe(rules, s, case.action, case.waived)
    return finished + _go_on(rules, s)


def _go_on(rules: Rules, s: State) -> list[TrickResult]:
    """Take in, in order, what was observed while a case was open, until the next case."""
    finished: list[TrickResult] = []
    while s.waiting and s.case is None and s.outcome is None:
        move, s.waiting = s.waiting[0], s.waiting[1:]
        try:
            check(rules, s, move)
        except IllegalAction:
            # It has lost its meaning: its card was taken back, or its raise answered.
            continue
        finished += apply(rules, s, move)
    _keep_next(s)
    return finished


def _keep_next(s: State, *, own: bool = False) -> None:
    """Over a hand's end only what was seen of the next one waits on: its vira, and what came after that.

    ``own``: the first vira that waits was the ended hand's own, which had none yet.
    """
    if s.outcome is None:
        return
    places = [place for place, move in enumerate(s.waiting) if isinstance(move, ShowVira)][own:]
    s.waiting = s.waiting[places[0] :] if places else ()


def next_seen(waiting: tuple[Move, ...], move: Move) -> tuple[Move, ...]:
    """What was seen of the next hand before ``move``, the next hand or its vira, begins it.

    The vira that begins it may be the one that was seen already.
    """
    return waiting[1:] if waiting[:1] == (move,) else waiting


def _take_in(rules: Rules, s: State, seen: tuple[Move, ...]) -> list[TrickResult]:
    """Observe in the hand just begun what was seen of it before the last one was settled."""
    finished: list[TrickResult] = []
    for place, move in enumerate(seen):
        if s.outcome is not None:
            s.waiting = seen[place:]
            _keep_next(s)
            break
        finished += _observe_again(rules, s, (move,))
    return finished


def _settle(rules: Rules, s: State, settle: Settle) -> list[TrickResult]:
    case = s.case
    if case is None:
        return []
    s.case = None
    if settle.way in (Way.DROP, Way.GO_ON):
        again = case.rest if settle.way is Way.GO_ON else ()
        since, s.waiting, s.case = s.waiting, case.waited, case.beneath
        return _observe_again(rules, s, (*again, *since))
    finished = carry_out(rules, s, case, settle)
    _keep_next(s, own=needs_vira(rules, s))
    return finished + _go_on(rules, s)


def _observe_again(rules: Rules, s: State, moves: tuple[Move, ...]) -> list[TrickResult]:
    """Take these in as if they were seen and heard only now; what has lost its meaning is left out."""
    finished: list[TrickResult] = []
    for move in moves:
        try:
            check(rules, s, move)
        except IllegalAction:
            continue
        finished += apply(rules, s, move)
    return finished
