"""All that a match is at one moment, kept in immutable values so that a snapshot is one tuple."""

from __future__ import annotations

from operator import attrgetter
from typing import Final, Literal

from engine.actions import Move
from engine.cards import Card
from engine.problems import Case
from engine.records import Outcome, Plays, Raise, TrickResult
from engine.rules import Rules, manilhas_of
from engine.start import Start

Special = Literal["eleven", "iron"]


class State:
    """The running values of a match.

    ``games``: matches won. ``carry``: stake this hand started at after a tied one (0: none).
    ``settled_from``: score and games before the outcome. ``beat``: cards laid or taken back in this hand.
    ``last_laid``: seat whose card came last; None where that was taken back.
    ``waiting``: over a finished hand, what was seen of the next one.
    """

    __slots__ = (
        "beat",
        "burned",
        "carry",
        "case",
        "current",
        "deal_checked",
        "dealer",
        "decided",
        "early",
        "games",
        "hand_number",
        "last_laid",
        "last_raise_trick",
        "last_raiser",
        "leader",
        "match_winner",
        "next_carry",
        "next_dealer",
        "outcome",
        "pending",
        "score",
        "seen",
        "series_winner",
        "settled_from",
        "special",
        "special_team",
        "stake",
        "tricks",
        "turn",
        "vira",
        "waiting",
    )

    beat: int
    burned: tuple[Card, ...]
    carry: int
    case: Case | None
    current: Plays
    deal_checked: bool
    dealer: int
    decided: bool
    early: Plays
    games: tuple[int, int]
    hand_number: int
    last_laid: int | None
    last_raise_trick: int
    last_raiser: int | None
    leader: int
    match_winner: int | None
    next_carry: int
    next_dealer: int
    outcome: Outcome | None
    pending: Raise | None
    score: tuple[int, int]
    seen: frozenset[Card]
    series_winner: int | None
    settled_from: tuple[tuple[int, int], tuple[int, int]]
    special: Special | None
    special_team: int | None
    stake: int
    tricks: tuple[TrickResult, ...]
    turn: int | None
    vira: Card | None
    waiting: tuple[Move, ...]

    @staticmethod
    def begun(rules: Rules, start: Start) -> State:
        """The state of a match that begins, its first hand dealt."""
        s = State()
        s.score, s.games = start.score, start.games
        s.next_dealer, s.next_carry = start.dealer, start.carry
        s.match_winner = s.series_winner = None
        s.hand_number = -1
        begin_hand(rules, s)
        return s

    @staticmethod
    def of(snapshot: tuple[object, ...]) -> State:
        """A state that is what ``snapshot`` (of `take`) kept."""
        s = State()
        s.restore(snapshot)
        return s

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Be again what ``snapshot`` (of `take`) kept."""
        for name, value in zip(State.__slots__, snapshot, strict=True):
            setattr(self, name, value)


take: Final = attrgetter(*State.__slots__)
"""A snapshot of a state: one hashable tuple, equal when the match stands the same."""


def begin_hand(rules: Rules, s: State) -> None:
    """Deal the next hand: dealer, opener, special or iron hand, and the stake it starts at."""
    if s.match_winner is not None:
        s.score, s.match_winner, s.next_carry = (0, 0), None, 0
    s.hand_number += 1
    s.dealer = s.next_dealer
    s.leader = s.turn = (s.dealer + 1) % rules.seats
    s.carry, s.next_carry = s.next_carry, 0
    s.vira = s.last_raiser = s.last_laid = s.pending = s.outcome = s.case = None
    s.last_raise_trick, s.beat = -1, 0
    s.tricks, s.current, s.early, s.waiting = (), (), (), ()
    s.seen, s.burned, s.deal_checked = frozenset(), (), False
    s.settled_from = (s.score, s.games)
    near = rules.target - rules.ladder[0]
    there = (s.score[0] >= near, s.score[1] >= near)
    s.special = "iron" if all(there) else "eleven" if any(there) else None
    s.special_team = there.index(True) if s.special == "eleven" else None
    s.decided = s.special != "eleven"
    if s.special == "iron":
        s.stake = rules.ladder[0 if rules.iron_value == "first" else 1]
    elif s.special == "eleven":
        s.stake = rules.ladder[0]
    else:
        s.stake = s.carry or rules.ladder[0]


def end_hand(
    rules: Rules,
    s: State,
    outcome: Outcome,
    *,
    again: bool = False,
) -> None:
    """Close the hand with its outcome and count it. ``again``: the same dealer deals and the hand repeats."""
    s.settled_from = (s.score, s.games)
    s.outcome = outcome
    s.pending = s.case = s.turn = None
    s.next_dealer = s.dealer if again else (s.dealer + 1) % rules.seats
    s.next_carry = 0
    if outcome.reason in ("void", "misdeal"):
        # A hand that did not count leaves a carried stake where it was (our decision).
        s.next_carry = s.carry
    elif outcome.reason == "all_tied_carry":
        s.next_carry = s.stake
    if outcome.winner is not None:
        add_points(rules, s, outcome.winner, outcome.points)


def add_points(rules: Rules, s: State, team: int, points: int) -> None:
    """Give points, at most up to the target, and close match and series where that reaches it."""
    ours, theirs = s.score
    if team == 0:
        ours = min(rules.target, ours + points)
    else:
        theirs = min(rules.target, theirs + points)
    s.score = (ours, theirs)
    if s.score[team] >= rules.target:
        s.match_winner = team
        s.games = (s.games[0] + (team == 0), s.games[1] + (team == 1))
        if s.games[team] >= rules.games_to_win:
            s.series_winner = team


def needs_vira(rules: Rules, s: State) -> bool:
    """Whether a vira has to be turned before a trick of this hand can be judged."""
    return rules.manilha == "vira" and s.vira is None


def hides_vira(rules: Rules, s: State) -> bool:
    """Whether the vira stays hidden for now: iron hand, until the first trick's cards all lie (E)."""
    return (
        s.special == "iron"
        and rules.iron_hand == "hidden_vira"
        and not s.tricks
        and len(s.current) < rules.seats
    )


def is_blind(rules: Rules, s: State) -> bool:
    """Whether the running trick is played without looking at the cards."""
    if s.special != "iron":
        return False
    return rules.iron_hand in ("blind", "hidden_vira") or (rules.iron_hand == "blind_first" and not s.tricks)


def manilhas(rules: Rules, s: State) -> tuple[Card, ...]:
    """The manilhas, strongest first; () while unknown."""
    return manilhas_of(rules.manilha, rules.deck, s.vira)
