"""Random players, careless ones too: what they try next, and what must hold after anything they did."""

from __future__ import annotations

from collections import Counter
from random import Random

import engine.moves
from engine import (
    ALL_CARDS,
    PENALTY_REASONS,
    Call,
    Card,
    Case,
    IllegalAction,
    Match,
    Problem,
    Record,
    Rules,
    Way,
    deck_of,
)
from engine.actions import (
    Action,
    AskDealt,
    Burn,
    ClaimExtra,
    Correct,
    CorrectStake,
    Cover,
    Deal,
    Decide,
    Move,
    NextHand,
    Observed,
    Penalize,
    Play,
    Redo,
    Remove,
    Say,
    Settle,
    ShowVira,
    TieAll,
    Undo,
)
from engine.state import State

_judge = engine.moves.observe
_judged: list[tuple[int, Move]] = []
"""Observations that the action just done has brought before the rules, each with the hand that ran then."""


def _noted(rules: Rules, s: State, move: Move, *waived: object) -> object:
    _judged.append((s.hand_number, move))
    return _judge(rules, s, move, *waived)


engine.moves.observe = _noted


def fresh_card(rng: Random, match: Match) -> Card:
    """A card that has not been seen in this hand."""
    gone = {card for trick in match.tricks for _, card in trick.plays}
    gone.update(card for _, card in (*match.current_trick, *match.early))
    while True:
        card = rng.choice(ALL_CARDS)
        if card in deck_of(match.rules) and card not in gone and card != match.vira:
            return card


def careful(rng: Random, match: Match) -> Action:
    """What players by the rules might do next; problems are settled, nothing is undone or corrected."""
    if match.case is not None:
        way = rng.choice(match.case.ways)
        return Settle(way, fresh_card(rng, match), rng.randrange(match.rules.seats))
    if match.hand_over:
        return NextHand()
    if match.must_decide is not None:
        return Decide(match.must_decide, rng.random() < 0.8)
    if match.needs_vira and (match.turn is None or not match.blind or match.rules.iron_hand != "hidden_vira"):
        return ShowVira(fresh_card(rng, match))
    if match.pending_raise is not None:
        team = 1 - match.pending_raise.team
        return Say(team, rng.choice((Call.ACCEPT, Call.ACCEPT, Call.RUN, Call.RAISE)))
    seat = match.turn
    assert seat is not None
    if rng.random() < 0.1:
        return Say(seat % 2, Call.RAISE, seat)
    if rng.random() < 0.1:
        return Cover(seat)
    return Play(seat, fresh_card(rng, match))


def careless(rng: Random, match: Match) -> Action:
    """Anything at all, at any time."""
    rules = match.rules
    seat = rng.randrange(-1, rules.seats + 1) if rng.random() < 0.1 else rng.randrange(rules.seats)
    team = seat % 2
    card = rng.choice(ALL_CARDS) if rng.random() < 0.5 else fresh_card(rng, match)
    match rng.randrange(20):
        case 0:
            return ShowVira(card)
        case 1 | 2:
            return Play(seat, card)
        case 3:
            return Cover(seat)
        case 4:
            return Remove(seat)
        case 5 | 6:
            said = rng.choice((None, seat))
            return Say(team, rng.choice((Call.RAISE, Call.ACCEPT, Call.RUN)), said, rng.random() < 0.3)
        case 7:
            return Decide(team, rng.random() < 0.5)
        case 8:
            return Deal(seat, rng.randrange(6), rng.random() < 0.5)
        case 9:
            return AskDealt()
        case 10:
            return Settle(rng.choice(tuple(Way)), rng.choice((None, card)), rng.choice((None, seat)))
        case 11:
            return (
                Penalize(team, rng.choice((*PENALTY_REASONS, "ugly"))) if rng.random() < 0.3 else AskDealt()
            )
        case 12:
            return ClaimExtra(seat) if rng.random() < 0.7 else TieAll(rng.choice((None, team)))
        case 13:
            return NextHand()
        case 14:
            return CorrectStake(rng.choice((*rules.ladder, 7)), max(0, match.hand_number - rng.randrange(2)))
        case 15:
            return Correct(max(0, len(match.log) - 1 - rng.randrange(20)), card)
        case 16:
            return Burn(card)
        case 17 | 18:
            return Undo()
        case _:
            return Redo()


def stake_is_sound(match: Match, corrected: bool) -> bool:
    """The stake is ladder[0], in a special hand ladder[1], carried, or a rung accepted or corrected to."""
    ladder = match.rules.ladder
    if match.special == "iron":
        return match.stake == ladder[0 if match.rules.iron_value == "first" else 1]
    if match.special == "eleven":
        given = match.hand_outcome is not None and match.stake == ladder[0]
        return match.stake == ladder[0 if match.must_decide is not None or given else 1]
    base = match.carried or ladder[0]
    raised = any(isinstance(move, Say) and move.call in (Call.ACCEPT, Call.RAISE) for move in match.moves())
    return match.stake in ladder and match.stake >= base if raised or corrected else match.stake == base


def observed(match: Match) -> Counter[Action]:
    """Everything seen and heard that stands in the history."""
    return Counter(move for move in match.moves() if isinstance(move, Observed))


def held_back(case: Case | None, waiting: tuple[Move, ...]) -> Counter[Action]:
    """What is not judged yet: what waits, also for the case of a correction that has stopped."""
    held: Counter[Action] = Counter(waiting)
    while case is not None:
        held.update((*case.rest, *case.lost, *case.waited))
        case = case.beneath
    return held


def cards_lying(match: Match) -> int:
    """Cards that lie in this hand, with the one in question."""
    case = match.case
    while case is not None and Problem.CORRECTED in case.problems:
        case = case.beneath
    asked = case is not None and isinstance(case.action, Play | Cover)
    lying = sum(len(trick.plays) for trick in match.tricks)
    return lying + len(match.current_trick) + len(match.early) + asked


def cards_among(moves: Counter[Action]) -> int:
    """How many of these are cards laid."""
    return sum(count for move, count in moves.items() if isinstance(move, Play | Cover))


class Witness:
    """Has seen the table before an action, and checks that nothing seen or heard vanishes by it.

    Each observation is judged, waits, or is named as left out; and no card that lay is gone but one that the
    table gave back.
    """

    def __init__(self, match: Match, action: Action) -> None:
        self.match, self.action = match, action
        self.held = held_back(match.case, match.waiting)
        self.hand, self.lying, self.case = match.hand_number, cards_lying(match), match.case
        past = isinstance(action, Correct | CorrectStake) or (isinstance(action, Say) and action.with_card)
        self.observed = observed(match) if past else None
        _judged.clear()

    def check(self, record: Record) -> None:
        """AssertionError where something has vanished."""
        if self.observed is not None:
            self._check_corrected(self.observed)
            return
        held = held_back(self.match.case, self.match.waiting)
        left = Counter(left.action for left in record.left_out)
        seen = self.held + Counter([self.action] if isinstance(self.action, Observed) else [])
        lost = seen - held - Counter(move for _, move in _judged) - left
        if isinstance(self.action, ShowVira):
            # A vira shown twice is one vira.
            lost -= Counter([self.action])
        # A card that waits and is taken up is named; one in question is settled by it, and gone.
        taken_up = Counter({move: count for move, count in lost.items() if isinstance(move, Remove)})
        assert lost == taken_up, f"{lost} vanished"
        # What goes on after a correction may end the hand and begin the next: cards judged in it go with it.
        ended = Counter(move for hand, move in _judged if hand < self.match.hand_number)
        self._check_cards(held + left, taken_up.total() + cards_among(seen & ended))

    def _check_corrected(self, before: Counter[Action]) -> None:
        """What a correction takes out of the history waits for the table's word."""
        lost = before - observed(self.match) - held_back(self.match.case, self.match.waiting)
        assert lost.total() <= isinstance(self.action, Correct), f"{lost} vanished by a correction"

    def _check_cards(self, unjudged: Counter[Action], given_back: int) -> None:
        match, action = self.match, self.action
        before = self.lying if match.hand_number == self.hand else 0
        before += cards_among(self.held) + isinstance(action, Play | Cover)
        after = cards_lying(match) + cards_among(unjudged)
        if self.case is not None and isinstance(action, Settle):
            given_back += action.way in (Way.BACK, Way.PENALTY, Way.VOID)
        elif self.case is not None and isinstance(action, Penalize):
            given_back += match.case is None
        assert before - given_back <= after <= before, f"{before - after} cards vanished"


def attempt(match: Match, action: Action) -> bool:
    """Do it, and check what must hold whatever it was; False if it was refused. AssertionError at a fault."""
    before, score, games, hand = match.state, match.score, match.games, match.hand_number
    logged, witness = len(match.log), Witness(match, action)
    try:
        record = match.do(action)
    except IllegalAction:
        assert match.state == before, "a refused action changed the state"
        assert len(match.log) == logged, "a refused action was logged"
        return False
    after = match.state
    assert len(match.log) == logged + 1, "an action was not logged once"
    if isinstance(action, Undo):
        match.redo()
        assert match.state == before, "redo did not undo the undo"
        match.undo()
        assert match.state == after, "undo after redo went elsewhere"
        return True
    if not isinstance(action, Redo):
        witness.check(record)
    if not isinstance(action, Redo | Correct | CorrectStake):
        grown = match.score[0] >= score[0] and match.score[1] >= score[1]
        replaced = isinstance(action, Penalize) and action.reason == "highest_not_shown"
        fresh = match.hand_number > hand and match.score == (0, 0)
        # A raise said with the card that ended the hand counts before it: the past is corrected.
        corrects = isinstance(action, Say) and action.with_card
        assert grown or replaced or fresh or corrects, "a score fell"
    assert max(match.score) <= match.rules.target
    assert (max(match.score) == match.rules.target) is (match.match_winner is not None)
    assert match.hand_over or not match.match_winner
    assert sum(games) <= sum(match.games) + 1
    match.undo()
    assert match.state == before, "undo did not give the state back"
    match.redo()
    assert match.state == after, "redo did not give the state back"
    return True


def next_action(rng: Random, match: Match, carefulness: float) -> Action:
    """Mostly what players by the rules do, now and then anything."""
    return careful(rng, match) if rng.random() < carefulness else careless(rng, match)


def check_replay(match: Match, rules: Rules) -> None:
    """Done again from its log, a match stands the same."""
    assert Match.replay(rules, match.log, *match.start).state == match.state, "replay went elsewhere"
