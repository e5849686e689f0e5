"""Cards on the table: what is wrong with one that is laid, and how a lawful one moves the trick on."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Cover, Play, ShowVira
from engine.cards import JOKER, Card
from engine.problems import NONE, Problem
from engine.records import Outcome, TrickResult
from engine.rules import Rules, deck_of, strengths
from engine.state import State, end_hand, hides_vira, is_blind, needs_vira
from engine.tricks import hand_winner, judge_trick


def card_problems(rules: Rules, s: State, seat: int, card: Card | None) -> Problem:
    """Everything against the rules in a card laid by ``seat``; None is a covered card (rules.md §4)."""
    problems = NONE if card is None else identity_problems(rules, s, card)
    if card is None and not may_cover(rules, s):
        problems |= Problem.COVERED_FORBIDDEN
    if (
        s.vira is None
        and needs_vira(rules, s)
        and not (s.special == "iron" and rules.iron_hand == "hidden_vira")
    ):
        problems |= Problem.VIRA_MISSING
    if not s.decided:
        problems |= Problem.UNDECIDED
    if s.pending is not None and not (
        seat == s.pending.seat or (s.pending.seat is None and seat % 2 == s.pending.team and seat == s.turn)
    ):
        problems |= Problem.UNANSWERED
    if seat != s.turn:
        if lies(s, seat):
            problems |= Problem.SECOND_CARD
            if len(s.tricks) == 2:
                problems |= Problem.FOURTH_CARD
        else:
            problems |= Problem.OUT_OF_TURN
    return problems


def identity_problems(rules: Rules, s: State, card: Card) -> Problem:
    """What is wrong with a card being this card."""
    if card not in deck_of(rules):
        return Problem.WHICH_JOKER if rules.deck == "six" and card == JOKER else Problem.NOT_IN_DECK
    if card in s.seen:
        return Problem.DUPLICATE
    return Problem.EQUALS_VIRA if card == s.vira else NONE


def vira_problems(rules: Rules, s: State, move: ShowVira) -> Problem:
    """Everything against the rules in a vira turned now."""
    if rules.manilha == "fixed":
        return Problem.NO_VIRA_HERE
    problems = NONE
    if move.card not in deck_of(rules):
        problems |= Problem.NOT_IN_DECK
    elif move.card in s.seen:
        problems |= Problem.DUPLICATE
    if s.vira is not None:
        problems |= Problem.VIRA_CHANGED
    elif hides_vira(rules, s):
        problems |= Problem.VIRA_EARLY
    return problems


def lies(s: State, seat: int) -> bool:
    """Whether a card of this seat lies in the running trick, or early for it."""
    return any(seat == other for other, _ in s.current) or any(seat == other for other, _ in s.early)


def just_filled(s: State, seat: int) -> bool:
    """Whether the card of this seat came last and filled a trick, and no card has been seen since."""
    since = s.waiting if s.case is None else (s.case.action, *s.waiting)
    return (
        s.last_laid == seat
        and bool(s.tricks)
        and not s.current
        and not any(isinstance(move, Play | Cover) for move in since)
    )


def may_cover(rules: Rules, s: State) -> bool:
    """Whether a card may be covered in the running trick."""
    if rules.covered_from == "never" or (rules.covered_from == "second" and not s.tricks):
        return False
    if not rules.covered_after_tie and any(trick.winner_team is None for trick in s.tricks):
        return False
    return not is_blind(rules, s)


def lay(rules: Rules, s: State, seat: int, card: Card | None) -> list[TrickResult]:
    """Put a card down; away from its turn it waits for it. Gives the tricks this finishes."""
    if card is not None:
        s.seen = s.seen | {card}
    s.beat += 1
    s.last_laid = seat
    if seat == s.turn:
        s.current = (*s.current, (seat, card))
    else:
        s.early = (*s.early, (seat, card))
    return advance(rules, s)


def take_up(rules: Rules, s: State, seat: int) -> None:
    """Give a seat its card of the running trick, or the one that filled the last, back.

    Later cards wait for their turn again.
    """
    if not lies(s, seat):
        _reopen(s)
    s.beat += 1
    s.last_laid = None
    for place, (other, laid) in enumerate(s.current):
        if other == seat:
            card = laid
            s.early = (*s.current[place + 1 :], *s.early)
            s.current = s.current[:place]
            break
    else:
        card = dict(s.early)[seat]
        s.early = tuple(play for play in s.early if play[0] != seat)
    if card is not None:
        s.seen = s.seen - {card}
    s.turn = (s.leader + len(s.current)) % rules.seats


def _reopen(s: State) -> None:
    """Make the last finished trick the running one again; a raise made since belongs to it."""
    *before, last = s.tricks
    s.tricks, s.current, s.leader = tuple(before), last.plays, last.plays[0][0]
    s.last_raise_trick = min(s.last_raise_trick, len(before))
    if s.pending is not None:
        s.pending = replace(s.pending, trick=len(before))


def advance(rules: Rules, s: State) -> list[TrickResult]:
    """Let early cards count at their turn and judge full tricks, as far as raise and vira allow."""
    finished: list[TrickResult] = []
    while s.outcome is None:
        if len(s.current) == rules.seats:
            s.turn = None
            if s.pending is not None or needs_vira(rules, s):
                break
            result = judge_trick(
                len(s.tricks), s.current, strengths(rules.manilha, rules.deck, s.vira), rules.tie_leader
            )
            finished.append(result)
            s.tricks = (*s.tricks, result)
            s.current = ()
            s.leader = s.turn = result.leader_next
            judge_hand(rules, s)
            continue
        s.turn = (s.leader + len(s.current)) % rules.seats
        if not s.early:
            break
        waiting = next((play for play in s.early if play[0] == s.turn), None)
        if waiting is None:
            break
        s.current = (*s.current, waiting)
        s.early = tuple(play for play in s.early if play is not waiting)
    return finished


def judge_hand(rules: Rules, s: State) -> None:
    """End the hand if its tricks decide it."""
    winner = hand_winner(tuple([trick.winner_team for trick in s.tricks]))
    if winner is None:
        return
    if winner == "all_tied":
        end_hand(rules, s, all_tied(rules, s))
        return
    results = [trick.winner_team for trick in s.tricks]
    if results.count(winner) == 2:
        reason, deciding = "two_tricks", len(results) - 1
    elif results[0] is None:
        reason, deciding = "tie_breaking_trick", results.index(winner)
    else:
        reason, deciding = "first_trick_after_tie", 0
    card = s.tricks[deciding].values
    facts = (("trick", deciding), ("card", card["card"]), ("seat", card["seat"]), ("stake", s.stake))
    end_hand(rules, s, Outcome(winner, s.stake, reason, facts))


def tie_all(rules: Rules, s: State, raiser: int | None) -> None:
    """End a hand whose cards nobody saw: its three tricks were tied."""
    end_hand(rules, s, all_tied(rules, s, raiser))


def all_tied(rules: Rules, s: State, raiser: int | None = None) -> Outcome:
    """Three tied tricks, by `last_trick_raiser` and `all_tied`.

    ``raiser``: the team that raised last where only the table knows it, in the last trick.
    """
    facts = (("stake", s.stake),)
    raised_in, last = (s.last_raise_trick, s.last_raiser) if raiser is None else (2, raiser)
    if rules.last_trick_raiser and last is not None and raised_in == 2:
        return Outcome(1 - last, s.stake, "last_trick_raiser", (*facts, ("team", last)))
    match rules.all_tied:
        case "opener":
            return Outcome((s.dealer + 1) % 2, s.stake, "all_tied_opener", facts)
        case "dealer":
            return Outcome(s.dealer % 2, s.stake, "all_tied_dealer", facts)
        case "raiser_loses" if last is not None:
            return Outcome(1 - last, s.stake, "all_tied_raiser", (*facts, ("team", last)))
        case "carry":
            return Outcome(None, 0, "all_tied_carry", facts)
        case _:
            return Outcome(None, 0, "all_tied_nobody", facts)
