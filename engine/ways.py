"""The ways out of a problem that the rules allow, likeliest first."""

from __future__ import annotations

from engine.actions import Burn, Call, Deal, Move, Say, ShowVira, Way
from engine.problems import Problem
from engine.rules import Rules
from engine.state import State

_IDENTITY = Problem.NOT_IN_DECK | Problem.DUPLICATE | Problem.EQUALS_VIRA


def ways_out(rules: Rules, s: State, move: Move, problems: Problem) -> tuple[Way, ...]:
    """Ways out of the gravest of the problems; the others are looked at again once it is settled."""
    if isinstance(move, ShowVira):
        return _vira_ways(s, problems)
    if isinstance(move, Say):
        return _call_ways(rules, move, problems)
    if isinstance(move, Deal):
        return _deal_ways(rules, s, move)
    if Problem.TAKEN_BACK in problems:
        # A card laid stays laid (C): it is the table's choice to let it go. No source knows a tento for it.
        return (Way.RETURN, Way.BACK)
    if Problem.WHICH_JOKER in problems:
        return (Way.CARD, Way.BACK)
    if problems & _IDENTITY:
        return (Way.CARD, Way.IGNORE if isinstance(move, Burn) else Way.BACK, Way.VOID)
    if Problem.BURNED_IN_SPECIAL in problems:
        # Everybody has seen the card: it is shuffled in again, stays out of the hand, or all is dealt anew.
        return (Way.IGNORE, Way.STANDS, Way.VOID)
    if Problem.VIRA_MISSING in problems:
        return (Way.VIRA, Way.BACK)
    if Problem.FOURTH_CARD in problems:
        return (Way.BACK, Way.PENALTY, Way.SEAT)
    if Problem.SECOND_CARD in problems:
        return (Way.BACK, Way.SEAT)
    if Problem.UNDECIDED in problems:
        return (Way.PLAY, Way.BACK)
    if Problem.UNANSWERED in problems:
        answers = s.pending is not None and getattr(move, "seat", 0) % 2 != s.pending.team
        return (Way.ACCEPT, Way.BACK) if answers else (Way.BACK, Way.SEAT)
    if Problem.OUT_OF_TURN in problems:
        return {
            "ask": (Way.STANDS, Way.BACK, Way.PENALTY, Way.SEAT),
            "stands": (Way.STANDS, Way.SEAT),
            "back": (Way.BACK, Way.SEAT),
            "tento": (Way.PENALTY, Way.SEAT),
        }[rules.wrong_turn]
    return (Way.SHOW, Way.BACK)


def _vira_ways(s: State, problems: Problem) -> tuple[Way, ...]:
    if Problem.NO_VIRA_HERE in problems:
        return (Way.IGNORE,)
    if Problem.VIRA_CHANGED in problems:
        # Judged tricks are not judged anew by a second vira; a misread one is corrected in the log.
        # Or the hand was given up unheard and the next one dealt.
        return (Way.IGNORE, Way.VOID) if s.tricks else (Way.IGNORE, Way.VIRA, Way.VOID)
    if problems & _IDENTITY:
        return (Way.VIRA, Way.IGNORE, Way.VOID)
    return (Way.IGNORE, Way.STANDS)


def _call_ways(rules: Rules, move: Say, problems: Problem) -> tuple[Way, ...]:
    if Problem.RAISE_IN_SPECIAL in problems:
        return (Way.IGNORE,) if rules.special_raise_penalty == "warn" else (Way.PENALTY, Way.IGNORE)
    if problems in (Problem.RAISE_UNTIMELY, Problem.OWN_RAISE) and (
        move.call is Call.RAISE or move.call is Call.RUN
    ):
        return (Way.IGNORE, Way.STANDS)
    return (Way.IGNORE,)


def _deal_ways(rules: Rules, s: State, deal: Deal) -> tuple[Way, ...]:
    """Wrong number of cards dealt (rules.md §4, A; `misdeal`)."""
    if deal.cards < 3:
        # Zero cards are no slip of the hand: the deal is begun again.
        short = (Way.COMPLETE,) if deal.cards else ()
        return (*short, Way.PASS_DEAL if rules.misdeal == "pass" else Way.VOID)
    if rules.misdeal == "pass":
        return (Way.PASS_DEAL,)
    if rules.misdeal == "again":
        return (Way.VOID,)
    if s.deal_checked:
        return (Way.BURN,)
    if deal.seat % 2 == s.dealer % 2:
        return (Way.BURN,) if deal.seen else (Way.RETURN_LAST,)
    # It is claimed as the hand starts: once a card lies it is too late.
    return (Way.BURN,) if s.beat else (Way.PENALTY, Way.BURN)
