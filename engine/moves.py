"""What each move does to the state. Moves are checked before they are applied (`engine.checks`)."""

from __future__ import annotations

from dataclasses import dataclass, field

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
    TieAll,
    Way,
)
from engine.checks import OBSERVED, check_decision, check_meaning, settles_vira
from engine.errors import IllegalAction
from engine.observe import correct_stake, decide, observe, penalize
from engine.problems import Case, Problem
from engine.records import LeftOut, Outcome, TrickResult
from engine.rules import Rules
from engine.settle import carry_out
from engine.state import State, begin_hand, end_hand, needs_vira
from engine.table import tie_all


@dataclass(slots=True)
class Done:
    """What one move brought about: tricks it finished, and what had been observed and counts no more."""

    tricks: list[TrickResult] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def check(rules: Rules, s: State, move: Move) -> None:
    """IllegalAction where an observation means nothing, or a decision may not be taken."""
    if isinstance(move, OBSERVED):
        check_meaning(rules, s, move)
    else:
        check_decision(rules, s, move)


def apply(rules: Rules, s: State, move: Move) -> Done:
    """Do a checked move. An observation against the rules opens a case."""
    done = Done()
    match move:
        case Settle():
            _settle(rules, s, move, done)
        case NextHand():
            seen = next_seen(s.waiting, move)
            begin_hand(rules, s)
            _take_in(rules, s, seen, done)
        case Decide(team=team, play=play):
            decide(rules, s, team, play)
        case Penalize(team=team, reason=reason):
            running, case, own = s.outcome is None, s.case, needs_vira(rules, s)
            penalize(rules, s, team, reason)
            if running and s.outcome is not None:
                _keep_next(s, _since(case, s.waiting), done, own=own)
        case ClaimExtra(seat=seat):
            facts = (("seat", seat), ("stake", s.stake))
            end_hand(rules, s, Outcome(seat % 2, s.stake, "extra_card_shown", facts))
        case AskDealt():
            s.deal_checked = True
        case TieAll(raiser=raiser):
            tie_all(rules, s, raiser)
        case CorrectStake(value=value):
            correct_stake(rules, s, value)
        case _:
            _observe(rules, s, move, done)
    return done


def _observe(rules: Rules, s: State, move: Move, done: Done) -> None:
    if s.case is not None:
        _observe_meanwhile(rules, s, s.case, move, done)
    elif s.outcome is not None:
        # Nothing but a vira has a meaning now: it begins the next hand.
        seen = next_seen(s.waiting, move)
        done.tricks += observe(rules, s, move)
        _take_in(rules, s, seen, done)
    else:
        done.tricks += observe(rules, s, move)


def _observe_meanwhile(rules: Rules, s: State, case: Case, move: Move, done: Done) -> None:
    """An observation while a case is open: it settles the case by itself, or waits."""
    if settles_vira(s, move):
        _show_missing_vira(rules, s, case, move, done)
        return
    if isinstance(move, Remove):
        places = [place for place, other in enumerate(s.waiting) if _laid_by(other, move.seat)]
        if places:
            # A card that waited is taken up again: it counts no more.
            done.left_out.append(LeftOut(s.waiting[places[-1]], "no_card_there"))
            s.waiting = (*s.waiting[: places[-1]], *s.waiting[places[-1] + 1 :])
            return
        if _laid_by(case.action, move.seat) and Way.BACK in case.ways:
            # The card in question has gone back by itself.
            waiting, s.waiting, s.case = s.waiting, (), None
            _take_in(rules, s, waiting, done)
            return
    s.waiting = (*s.waiting, move)


def _laid_by(move: Move, seat: int) -> bool:
    return isinstance(move, Play | Cover) and move.seat == seat


def _show_missing_vira(rules: Rules, s: State, case: Case, move: Move, done: Done) -> None:
    waiting, s.waiting, s.case = s.waiting, (), None
    # A vira that could not be is replaced by this one; a card that had none to be judged by is judged now.
    asked = () if isinstance(case.action, ShowVira) else (case.action,)
    done.tricks += observe(rules, s, move)
    if s.case is not None:
        # This vira is a problem itself: what waited for it waits on.
        s.waiting = (*asked, *waiting)
        return
    for card in asked:
        done.tricks += observe(rules, s, card, case.waived)
    _take_in(rules, s, waiting, done)


def _settle(rules: Rules, s: State, settle: Settle, done: Done) -> None:
    case = s.case
    if case is None:
        return
    waiting, s.waiting, s.case = s.waiting, (), None
    own = needs_vira(rules, s) and settle.way is not Way.STANDS
    done.tricks += carry_out(rules, s, case, settle)
    if s.outcome is not None:
        _keep_next(s, _since(case, waiting), done, own=own)
        return
    _take_in(rules, s, waiting, done)


def _since(case: Case | None, waiting: tuple[Move, ...]) -> tuple[Move, ...]:
    """What was observed and not judged when a hand ends; a second vira in question is the next hand's."""
    changed = case is not None and Problem.VIRA_CHANGED in case.problems
    return (case.action, *waiting) if case is not None and changed else waiting


def _take_in(rules: Rules, s: State, moves: tuple[Move, ...], done: Done) -> None:
    """Observe, in order, what has waited; what is seen of the next hand when this one ends waits on."""
    for place, move in enumerate(moves):
        if s.outcome is not None:
            _keep_next(s, (*s.waiting, *moves[place:]), done)
            return
        _observe_again(rules, s, move, done)


def _observe_again(rules: Rules, s: State, move: Move, done: Done) -> None:
    """Take this in as if it was seen or heard only now; what has lost its meaning is left out."""
    try:
        check(rules, s, move)
    except IllegalAction as refusal:
        done.left_out.append(LeftOut(move, refusal.key))
        return
    _observe(rules, s, move, done)


def _keep_next(s: State, seen: tuple[Move, ...], done: Done, *, own: bool = False) -> None:
    """Over a hand's end only what was seen of the next one waits on: its vira, and what came after that.

    ``own``: the first vira seen was the ended hand's own, which had none yet.
    """
    places = [place for place, move in enumerate(seen) if isinstance(move, ShowVira)][own:]
    begins = places[0] if places else len(seen)
    done.left_out += [LeftOut(move, "hand_over") for move in seen[:begins]]
    s.waiting = seen[begins:]


def next_seen(waiting: tuple[Move, ...], move: Move) -> tuple[Move, ...]:
    """What was seen of the next hand before ``move``, the next hand or its vira, begins it.

    The vira that begins it may be the one that was seen already.
    """
    return waiting[1:] if waiting[:1] == (move,) else waiting
