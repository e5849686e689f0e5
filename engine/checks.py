"""Whether a move has a meaning now, and, for strict moves and decisions, whether the rules allow it."""

from __future__ import annotations

from engine.actions import (
    PENALTY_REASONS,
    AskDealt,
    Burn,
    Call,
    ClaimExtra,
    CorrectStake,
    Cover,
    Deal,
    Decide,
    Move,
    NextHand,
    Penalize,
    Play,
    Remove,
    Say,
    Settle,
    ShowVira,
    TieAll,
    Way,
)
from engine.cards import Card
from engine.errors import IllegalAction
from engine.problems import Problem
from engine.records import Outcome
from engine.rules import Rules
from engine.stakes import call_problems, next_rung
from engine.state import State, begin_hand, is_blind, take
from engine.table import card_problems, just_filled, lies, vira_problems

OBSERVED = (ShowVira, Play, Cover, Burn, Remove, Say, Deal)
"""Moves that are seen or heard: accepted even against the rules, and kept waiting while a case is open."""

STAKE_REASONS = frozenset(
    (
        "two_tricks",
        "tie_breaking_trick",
        "first_trick_after_tie",
        "last_trick_raiser",
        "all_tied_opener",
        "all_tied_dealer",
        "all_tied_raiser",
        "all_tied_carry",
        "ran_from_raise",
        "gave_up",
        "extra_card_shown",
    )
)
"""Reasons of outcomes that the cards, a run or a shown card brought: their points are the stake."""

NEEDS_CARD = (Way.CARD, Way.SHOW, Way.VIRA)
"""Ways out that need to be told the card."""


def flag_key(problems: Problem) -> str:
    """The key of the gravest of these problems: the first in order of definition."""
    return str(next(iter(problems)).name).lower()


def check_meaning(rules: Rules, s: State, move: Move) -> None:
    """IllegalAction where an observation means nothing: nobody there, hand over, no rung left."""
    match move:
        case Play(seat=seat) | Cover(seat=seat) | Remove(seat=seat) | Deal(seat=seat):
            check_seat(rules, seat)
        case Say(team=team, seat=seat):
            check_team(team)
            if seat is not None:
                check_seat(rules, seat)
                if seat % 2 != team:
                    raise IllegalAction("seat_of_other_team", seat=seat, team=team)
        case _:
            pass
    if s.series_winner is not None:
        raise IllegalAction("match_over", team=s.series_winner)
    if isinstance(move, ShowVira):
        if s.vira == move.card and s.outcome is None:
            raise IllegalAction("vira_known", card=str(move.card))
        return
    if s.outcome is not None:
        raise IllegalAction("hand_over", hand=s.hand_number)
    match move:
        case Say(call=Call.RAISE) if s.special is None and next_rung(rules, s) is None:
            raise IllegalAction("no_rung_left", stake=s.stake)
        case Remove(seat=seat) if not (lies(s, seat) or _in_question(s, seat) or just_filled(s, seat)):
            raise IllegalAction("no_card_there", seat=seat)
        case Burn() if s.beat:
            raise IllegalAction("card_already_laid")
        case Deal(cards=cards) if cards == 3 or not 0 <= cards <= 42:
            raise IllegalAction("count_right", cards=cards)
        case _:
            pass


def _in_question(s: State, seat: int) -> bool:
    """Whether the open case is about a card this seat laid, or one of its cards waits."""
    if s.case is None:
        return False
    moves = (s.case.action, *s.waiting)
    return any(isinstance(move, Play | Cover) and move.seat == seat for move in moves)


def check_seat(rules: Rules, seat: int) -> None:
    """IllegalAction unless somebody sits there."""
    if type(seat) is not int or not 0 <= seat < rules.seats:
        raise IllegalAction("no_such_seat", seat=seat)


def check_team(team: int) -> None:
    """IllegalAction unless it is team 0 or 1."""
    if type(team) is not int or team not in (0, 1):
        raise IllegalAction("no_such_team", team=team)


def check_strict(rules: Rules, s: State, move: ShowVira | Play | Cover | Say) -> None:
    """IllegalAction unless the move is wholly by the rules."""
    check_meaning(rules, s, move)
    if s.case is not None and not settles_vira(s, move):
        raise IllegalAction("problem_open", problem=flag_key(s.case.problems))
    match move:
        case Play(seat=seat, card=card):
            problems = card_problems(rules, s, seat, card)
        case Cover(seat=seat):
            problems = card_problems(rules, s, seat, None)
        case Say():
            problems = call_problems(rules, s, move)
        case ShowVira(card=card):
            if s.outcome is not None:
                s = _dealt(rules, s)
            problems = vira_problems(rules, s, move)
    if problems:
        raise IllegalAction(flag_key(problems), **move_facts(rules, s, move))


def _dealt(rules: Rules, s: State) -> State:
    """A copy of the state with the next hand begun."""
    copy = State.of(take(s))
    begin_hand(rules, copy)
    return copy


def settles_vira(s: State, move: Move) -> bool:
    """Whether this is the vira that the open case waits for."""
    return (
        isinstance(move, ShowVira)
        and s.case is not None
        and s.case.ways[:1] == (Way.VIRA,)
        and s.vira is None
    )


def move_facts(rules: Rules, s: State, move: Move) -> dict[str, int | str]:
    """Figures and names that the explanation of a problem with this move needs."""
    facts: dict[str, int | str] = {}
    match move:
        case Play(seat=seat, card=card):
            facts.update(seat=seat, card=str(card))
        case Cover(seat=seat) | Remove(seat=seat):
            facts.update(seat=seat)
        case Say(team=team, call=call, seat=seat):
            facts.update(team=team, call=str(call))
            if seat is not None:
                facts.update(seat=seat)
            rung = next_rung(rules, s)
            if call is Call.RAISE and rung is not None:
                facts.update(value=rung)
        case ShowVira(card=card) | Burn(card=card):
            facts.update(card=str(card))
        case Deal(seat=seat, cards=cards):
            facts.update(seat=seat, cards=cards)
        case _:
            pass
    if s.turn is not None:
        facts.update(turn=s.turn)
    if s.pending is not None:
        facts.update(asked=s.pending.value)
    facts.update(stake=s.stake)
    return facts


def check_decision(rules: Rules, s: State, move: Move) -> None:
    """IllegalAction unless this decision (answer, way out, penalty, claim) may be taken now."""
    if s.case is not None and Problem.CORRECTED in s.case.problems:
        # A correction can stop at any time, also when hand or match are over: it has to be settled first.
        if not isinstance(move, Settle):
            raise IllegalAction("problem_open", problem=flag_key(s.case.problems))
        _check_settle(rules, s, move)
        return
    match move:
        case NextHand():
            if s.series_winner is not None:
                raise IllegalAction("match_over", team=s.series_winner)
            if s.outcome is None:
                raise IllegalAction("hand_running", hand=s.hand_number)
        case CorrectStake():
            _check_stake(rules, s, move)
        case Penalize():
            _check_penalty(rules, s, move)
        case _:
            if s.series_winner is not None:
                raise IllegalAction("match_over", team=s.series_winner)
            if s.outcome is not None:
                raise IllegalAction("hand_over", hand=s.hand_number)
            if isinstance(move, Settle):
                _check_settle(rules, s, move)
                return
            if s.case is not None:
                raise IllegalAction("problem_open", problem=flag_key(s.case.problems))
    match move:
        case Decide(team=team):
            check_team(team)
            if s.decided:
                raise IllegalAction("nothing_to_decide", team=team)
            if s.special_team != team:
                raise IllegalAction("not_your_decision", team=team)
        case ClaimExtra(seat=seat):
            check_seat(rules, seat)
            _check_extra(rules, s, seat)
        case AskDealt():
            if s.deal_checked or s.beat:
                raise IllegalAction("too_late_to_ask")
        case TieAll(raiser=raiser):
            _check_tie_all(s, raiser)
        case _:
            pass


def _check_settle(rules: Rules, s: State, move: Settle) -> None:
    if s.case is None:
        raise IllegalAction("no_problem_open")
    if move.way not in s.case.ways:
        raise IllegalAction("no_way_out", way=str(move.way))
    if move.way in NEEDS_CARD and not isinstance(move.card, Card):
        raise IllegalAction("way_needs_card", way=str(move.way))
    if move.way is Way.SEAT:
        if move.seat is None:
            raise IllegalAction("way_needs_seat", way=str(move.way))
        check_seat(rules, move.seat)
        if move.seat == getattr(s.case.action, "seat", None):
            raise IllegalAction("same_seat", seat=move.seat)


def _check_stake(rules: Rules, s: State, move: CorrectStake) -> None:
    if move.hand != s.hand_number:
        raise IllegalAction("no_such_hand", hand=move.hand)
    if move.value not in rules.ladder:
        raise IllegalAction("no_such_rung", value=move.value)
    if s.special is not None:
        raise IllegalAction("stake_fixed", stake=s.stake)
    if s.case is not None:
        raise IllegalAction("problem_open", problem=flag_key(s.case.problems))
    if s.pending is not None:
        raise IllegalAction("unanswered", asked=s.pending.value)
    if s.outcome is not None and not _pays_stake(s.outcome):
        raise IllegalAction("stake_without_effect", reason=s.outcome.reason)
    if move.value == s.stake:
        raise IllegalAction("same_stake", stake=s.stake)


def _pays_stake(outcome: Outcome) -> bool:
    """Whether the points of this outcome are the stake. A tento is worth it, but for a misdeal (A)."""
    tento = outcome.reason == "penalty" and outcome.values["penalty"] != "wrong_count"
    return tento or outcome.reason in STAKE_REASONS


def _check_penalty(rules: Rules, s: State, move: Penalize) -> None:
    check_team(move.team)
    if move.reason not in PENALTY_REASONS:
        raise IllegalAction("no_such_penalty", reason=move.reason)
    late = move.reason == "highest_not_shown" and s.outcome is not None and s.outcome.reason in STAKE_REASONS
    if s.outcome is not None and not late:
        raise IllegalAction("hand_over", hand=s.hand_number)
    allowed = {
        "raised_in_special": s.special is not None and rules.special_raise_penalty == "tento",
        "closed_in_special": s.special is not None,
        "looked_in_blind": is_blind(rules, s),
        "highest_not_shown": rules.must_show_highest != "no" and any(t.winner_team is None for t in s.tricks),
        "out_of_turn": rules.wrong_turn in ("ask", "tento"),
    }
    if not allowed.get(move.reason, True):
        raise IllegalAction("penalty_not_agreed", reason=move.reason)


def _check_tie_all(s: State, raiser: int | None) -> None:
    if raiser is not None:
        check_team(raiser)
    if s.beat:
        # Cards that were seen are judged by themselves.
        raise IllegalAction("card_already_laid")
    if not s.decided:
        raise IllegalAction("undecided")
    if s.pending is not None:
        raise IllegalAction("unanswered", asked=s.pending.value)


def _check_extra(rules: Rules, s: State, seat: int) -> None:
    if rules.misdeal != "tentos":
        raise IllegalAction("penalty_not_agreed", reason="extra_card")
    if s.deal_checked or seat % 2 == s.dealer % 2:
        raise IllegalAction("no_claim", seat=seat)
    # Whose side never raised cannot have called truco before his first card: one raise may be the others'.
    base = s.carry or rules.ladder[0]
    raises = rules.ladder.index(s.stake) - rules.ladder.index(base) if s.last_raiser is not None else 0
    if s.pending is not None or raises < (1 if s.last_raiser == seat % 2 else 2):
        raise IllegalAction("needs_accepted_raise", seat=seat)
    if s.tricks or lies(s, seat):
        raise IllegalAction("card_already_laid", seat=seat)
