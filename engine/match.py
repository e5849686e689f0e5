"""A match at one table: state, log, undo, correction, and the trios through which everything is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from engine.actions import (
    Action,
    AskDealt,
    Burn,
    Call,
    ClaimExtra,
    Correct,
    CorrectStake,
    Cover,
    Deal,
    Decide,
    Move,
    NextHand,
    Penalize,
    Play,
    Redo,
    Remove,
    Say,
    Settle,
    ShowVira,
    TieAll,
    Undo,
    Way,
)
from engine.cards import Card
from engine.checks import NEEDS_CARD, check_strict
from engine.claims import claims_of
from engine.errors import IllegalAction
from engine.history import Entry, Judged, Snapshot, entry_of, go_on, insertion_place, moves_of, rejudge
from engine.legal import legal_moves
from engine.moves import apply, check
from engine.observe import tento
from engine.problems import NONE, Case, Problem
from engine.records import Moment, Outcome, Plays, Raise, Record, TrickResult
from engine.rules import Rules, strengths
from engine.save import match_from_text, match_to_text
from engine.stakes import next_rung
from engine.start import Start
from engine.state import Special, State, is_blind, manilhas, needs_vira, take
from engine.table import all_tied
from engine.tricks import COVERED


class Match:
    """A match (or series) under fixed rules. The exact use is in the package's docstring."""

    __slots__ = ("_done", "_log", "_s", "_undone", "rules", "start")

    def __init__(
        self,
        rules: Rules,
        dealer: int | None = None,
        score: tuple[int, int] = (0, 0),
        games: tuple[int, int] = (0, 0),
        carry: int = 0,
    ) -> None:
        """``dealer``: a seat, by default the last. ``score``, ``games`` won and ``carry`` (stake carried over
        from a tied hand, 0: none): where it starts. RulesError where it cannot start there.
        """
        self.rules = rules
        self.start = Start.checked(rules, dealer, score, games, carry)
        self._s = State.begun(rules, self.start)
        self._log: list[Record] = []
        self._done: list[Entry] = []
        self._undone: list[tuple[Entry, Snapshot]] = []

    # Strict moves

    def verify_show_vira(self, card: Card, *, at: Moment | None = None) -> None:
        """IllegalAction unless this card may be turned as the vira now."""
        self._fresh(at)
        check_strict(self.rules, self._s, ShowVira(card))

    def can_show_vira(self, card: Card, *, at: Moment | None = None) -> bool:
        """Whether `show_vira` would be accepted."""
        return _passes(lambda: self.verify_show_vira(card, at=at))

    def show_vira(self, card: Card, *, at: Moment | None = None) -> Record:
        """The vira is turned; begins the next hand when the last one is over."""
        self.verify_show_vira(card, at=at)
        return self._do(ShowVira(card))

    def verify_play(self, seat: int, card: Card, *, at: Moment | None = None) -> None:
        """IllegalAction unless this seat may lay this card now."""
        self._fresh(at)
        check_strict(self.rules, self._s, Play(seat, card))

    def can_play(self, seat: int, card: Card, *, at: Moment | None = None) -> bool:
        """Whether `play` would be accepted."""
        return _passes(lambda: self.verify_play(seat, card, at=at))

    def play(self, seat: int, card: Card, *, at: Moment | None = None) -> Record:
        """A card laid open in turn."""
        self.verify_play(seat, card, at=at)
        return self._do(Play(seat, card))

    def verify_cover(self, seat: int, *, at: Moment | None = None) -> None:
        """IllegalAction unless this seat may cover a card now."""
        self._fresh(at)
        check_strict(self.rules, self._s, Cover(seat))

    def can_cover(self, seat: int, *, at: Moment | None = None) -> bool:
        """Whether `cover` would be accepted."""
        return _passes(lambda: self.verify_cover(seat, at=at))

    def cover(self, seat: int, *, at: Moment | None = None) -> Record:
        """A card laid face down, or slid into the pack, in turn."""
        self.verify_cover(seat, at=at)
        return self._do(Cover(seat))

    def verify_call(
        self, team: int, call: Call, seat: int | None = None, *, at: Moment | None = None
    ) -> None:
        """IllegalAction unless this side may call this now."""
        self._fresh(at)
        check_strict(self.rules, self._s, Say(team, Call(call), seat))

    def can_call(self, team: int, call: Call, seat: int | None = None, *, at: Moment | None = None) -> bool:
        """Whether `call` would be accepted."""
        return _passes(lambda: self.verify_call(team, call, seat, at=at))

    def call(self, team: int, call: Call, seat: int | None = None, *, at: Moment | None = None) -> Record:
        """A raise, an answer, or (without a raise) giving the hand up."""
        self.verify_call(team, call, seat, at=at)
        return self._do(Say(team, Call(call), seat))

    # Observations

    def verify_see_vira(self, card: Card, *, at: Moment | None = None) -> None:
        """IllegalAction where a vira seen now means nothing."""
        self._verify(ShowVira(card), at)

    def can_see_vira(self, card: Card, *, at: Moment | None = None) -> bool:
        """Whether `see_vira` has a meaning."""
        return _passes(lambda: self.verify_see_vira(card, at=at))

    def see_vira(self, card: Card, *, at: Moment | None = None) -> Record:
        """A vira lies there; begins the next hand when the last one is over."""
        return self._verified(ShowVira(card), at)

    def verify_see_card(self, seat: int, card: Card, *, at: Moment | None = None) -> None:
        """IllegalAction where a card seen now means nothing."""
        self._verify(Play(seat, card), at)

    def can_see_card(self, seat: int, card: Card, *, at: Moment | None = None) -> bool:
        """Whether `see_card` has a meaning."""
        return _passes(lambda: self.verify_see_card(seat, card, at=at))

    def see_card(self, seat: int, card: Card, *, at: Moment | None = None) -> Record:
        """An open card of this seat lies there."""
        return self._verified(Play(seat, card), at)

    def verify_see_back(self, seat: int, *, at: Moment | None = None) -> None:
        """IllegalAction where a covered card seen now means nothing."""
        self._verify(Cover(seat), at)

    def can_see_back(self, seat: int, *, at: Moment | None = None) -> bool:
        """Whether `see_back` has a meaning."""
        return _passes(lambda: self.verify_see_back(seat, at=at))

    def see_back(self, seat: int, *, at: Moment | None = None) -> Record:
        """A covered card of this seat lies there."""
        return self._verified(Cover(seat), at)

    def verify_see_burned(self, card: Card, *, at: Moment | None = None) -> None:
        """IllegalAction once a card has been laid, or between hands."""
        self._verify(Burn(card), at)

    def can_see_burned(self, card: Card, *, at: Moment | None = None) -> bool:
        """Whether `see_burned` has a meaning."""
        return _passes(lambda: self.verify_see_burned(card, at=at))

    def see_burned(self, card: Card, *, at: Moment | None = None) -> Record:
        """This card was burned at the cut or during the deal: it is out of this hand (A)."""
        return self._verified(Burn(card), at)

    def verify_see_removed(self, seat: int, *, at: Moment | None = None) -> None:
        """IllegalAction where no card of this seat lies that could be taken back, or the hand is over."""
        self._verify(Remove(seat), at)

    def can_see_removed(self, seat: int, *, at: Moment | None = None) -> bool:
        """Whether `see_removed` has a meaning."""
        return _passes(lambda: self.verify_see_removed(seat, at=at))

    def see_removed(self, seat: int, *, at: Moment | None = None) -> Record:
        """This seat has taken back its card of the running trick, or the one that filled the last."""
        return self._verified(Remove(seat), at)

    def verify_call_heard(
        self, team: int, seat: int | None, call: Call, with_card: bool = False, *, at: Moment | None = None
    ) -> None:
        """IllegalAction where this call means nothing now."""
        self._verify(Say(team, Call(call), seat, with_card), at)

    def can_call_heard(
        self, team: int, seat: int | None, call: Call, with_card: bool = False, *, at: Moment | None = None
    ) -> bool:
        """Whether `call_heard` has a meaning."""
        return _passes(lambda: self.verify_call_heard(team, seat, call, with_card, at=at))

    def call_heard(
        self, team: int, seat: int | None, call: Call, with_card: bool = False, *, at: Moment | None = None
    ) -> Record:
        """A call said at the table. ``with_card``: together with the card its seat has just laid."""
        return self._verified(Say(team, Call(call), seat, with_card), at)

    def verify_report_deal(
        self, seat: int, cards: int, seen: bool = False, *, at: Moment | None = None
    ) -> None:
        """IllegalAction where this is no wrong number of cards, or the hand is over."""
        self._verify(Deal(seat, cards, seen), at)

    def can_report_deal(self, seat: int, cards: int, seen: bool = False, *, at: Moment | None = None) -> bool:
        """Whether `report_deal` has a meaning."""
        return _passes(lambda: self.verify_report_deal(seat, cards, seen, at=at))

    def report_deal(self, seat: int, cards: int, seen: bool = False, *, at: Moment | None = None) -> Record:
        """This seat was dealt another number of cards than three; ``seen``: it has looked at them."""
        return self._verified(Deal(seat, cards, seen), at)

    # Decisions

    def verify_ask_dealt(self, *, at: Moment | None = None) -> None:
        """IllegalAction once a card lies or it was asked before."""
        self._verify(AskDealt(), at)

    def can_ask_dealt(self, *, at: Moment | None = None) -> bool:
        """Whether `ask_dealt` would be accepted."""
        return _passes(lambda: self.verify_ask_dealt(at=at))

    def ask_dealt(self, *, at: Moment | None = None) -> Record:
        """The dealer asks "todos com três?": a wrong deal is cured without points (A)."""
        return self._verified(AskDealt(), at)

    def verify_decide_special(self, team: int, play: bool, *, at: Moment | None = None) -> None:
        """IllegalAction unless this team has to decide now."""
        self._verify(Decide(team, play), at)

    def can_decide_special(self, team: int, play: bool, *, at: Moment | None = None) -> bool:
        """Whether `decide_special` would be accepted."""
        return _passes(lambda: self.verify_decide_special(team, play, at=at))

    def decide_special(self, team: int, play: bool, *, at: Moment | None = None) -> Record:
        """The team plays its special hand for the second rung, or gives the first away."""
        return self._verified(Decide(team, play), at)

    def verify_settle(
        self, way: Way, card: Card | None = None, seat: int | None = None, *, at: Moment | None = None
    ) -> None:
        """IllegalAction unless this way out of the open case is allowed."""
        self._verify(Settle(Way(way), card, seat), at)

    def can_settle(
        self, way: Way, card: Card | None = None, seat: int | None = None, *, at: Moment | None = None
    ) -> bool:
        """Whether `settle` would be accepted."""
        return _passes(lambda: self.verify_settle(way, card, seat, at=at))

    def settle(
        self, way: Way, card: Card | None = None, seat: int | None = None, *, at: Moment | None = None
    ) -> Record:
        """The table takes this way out of the open case."""
        return self._verified(Settle(Way(way), card, seat), at)

    def verify_penalty(self, team: int, reason: str, *, at: Moment | None = None) -> None:
        """IllegalAction unless the rules know a tento for this reason now."""
        self._verify(Penalize(team, reason), at)

    def can_penalty(self, team: int, reason: str, *, at: Moment | None = None) -> bool:
        """Whether `penalty` would be accepted."""
        return _passes(lambda: self.verify_penalty(team, reason, at=at))

    def penalty(self, team: int, reason: str, *, at: Moment | None = None) -> Record:
        """A tento against a team, worth the stake in dispute, in the iron hand the match (A)."""
        return self._verified(Penalize(team, reason), at)

    def verify_claim_extra(self, seat: int, *, at: Moment | None = None) -> None:
        """IllegalAction unless this seat may show its fourth card now (A)."""
        self._verify(ClaimExtra(seat), at)

    def can_claim_extra(self, seat: int, *, at: Moment | None = None) -> bool:
        """Whether `claim_extra` would be accepted."""
        return _passes(lambda: self.verify_claim_extra(seat, at=at))

    def claim_extra(self, seat: int, *, at: Moment | None = None) -> Record:
        """This seat shows the fourth card it was dealt and takes the accepted stake (A)."""
        return self._verified(ClaimExtra(seat), at)

    def verify_tie_all(self, raiser: int | None = None, *, at: Moment | None = None) -> None:
        """IllegalAction where cards were seen in this hand, or something has to be decided first."""
        self._verify(TieAll(raiser), at)

    def can_tie_all(self, raiser: int | None = None, *, at: Moment | None = None) -> bool:
        """Whether `tie_all` would be accepted."""
        return _passes(lambda: self.verify_tie_all(raiser, at=at))

    def tie_all(self, raiser: int | None = None, *, at: Moment | None = None) -> Record:
        """Without cards: all three tricks were tied; ``raiser``: team that raised last, if that decides."""
        return self._verified(TieAll(raiser), at)

    def verify_next_hand(self, *, at: Moment | None = None) -> None:
        """IllegalAction while a hand runs or when the series is over."""
        self._verify(NextHand(), at)

    def can_next_hand(self, *, at: Moment | None = None) -> bool:
        """Whether `next_hand` would be accepted."""
        return _passes(lambda: self.verify_next_hand(at=at))

    def next_hand(self, *, at: Moment | None = None) -> Record:
        """The next hand begins, of the next match where this one is over."""
        return self._verified(NextHand(), at)

    # The past

    def verify_correct(self, number: int, card: Card) -> None:
        """IllegalAction unless log entry ``number`` still counts and its card can be this one."""
        self._corrected(number, card)

    def can_correct(self, number: int, card: Card) -> bool:
        """Whether `correct` would be accepted."""
        return _passes(lambda: self.verify_correct(number, card))

    def correct(self, number: int, card: Card) -> Record:
        """The card of log entry ``number`` was this one; all that followed is judged anew.

        Judging stops, with `Problem.CORRECTED`, at the first action that is no longer valid.
        """
        return self._rewrite(self._corrected(number, card), Correct(number, card))

    def verify_correct_stake(self, value: int, hand: int | None = None) -> None:
        """IllegalAction unless the stake of this hand can have been ``value``."""
        self._restaked(value, hand)

    def can_correct_stake(self, value: int, hand: int | None = None) -> bool:
        """Whether `correct_stake` would be accepted."""
        return _passes(lambda: self.verify_correct_stake(value, hand))

    def correct_stake(self, value: int, hand: int | None = None) -> Record:
        """The stake of hand ``hand`` (default: this one) was ``value``; later hands are judged anew."""
        entries = self._restaked(value, hand)
        move = CorrectStake(value, self._s.hand_number if hand is None else hand)
        return self._do(move) if entries is None else self._rewrite(entries, move)

    def verify_undo(self) -> None:
        """IllegalAction when nothing is left to undo."""
        if not self._done:
            raise IllegalAction("nothing_to_undo")

    def can_undo(self) -> bool:
        """Whether anything can be undone."""
        return bool(self._done)

    def undo(self) -> Record:
        """Take the last action back, by restoring the state; gives the record of what was undone."""
        self.verify_undo()
        entry = self._done.pop()
        self._undone.append((entry, take(self._s)))
        self._s.restore(entry.before)
        if entry.replaced is not None:
            self._done = list(entry.replaced)
        self._note(Undo())
        return entry.record

    def verify_redo(self) -> None:
        """IllegalAction when nothing was undone since the last action."""
        if not self._undone:
            raise IllegalAction("nothing_to_redo")

    def can_redo(self) -> bool:
        """Whether anything can be done again."""
        return bool(self._undone)

    def redo(self) -> Record:
        """Do the last undone action again; gives its record."""
        self.verify_redo()
        entry, after = self._undone.pop()
        if entry.rewritten is not None:
            self._done = list(entry.rewritten)
        self._done.append(entry)
        self._s.restore(after)
        self._note(Redo())
        return entry.record

    # State

    @property
    def score(self) -> tuple[int, int]:
        """Points of team 0 and team 1 in this match, at most the target."""
        return self._s.score

    @property
    def games(self) -> tuple[int, int]:
        """Matches won by each team."""
        return self._s.games

    @property
    def match_winner(self) -> int | None:
        """Team that has won this match."""
        return self._s.match_winner

    @property
    def series_winner(self) -> int | None:
        """Team that has won the series."""
        return self._s.series_winner

    @property
    def hand_number(self) -> int:
        """Number of this hand, from 0, over the whole series."""
        return self._s.hand_number

    @property
    def stake(self) -> int:
        """What this hand is worth as accepted."""
        return self._s.stake

    @property
    def carried(self) -> int:
        """Stake this hand started at because the one before was tied; 0 if it did not."""
        return self._s.carry

    @property
    def pending_raise(self) -> Raise | None:
        """The raise that waits for its answer."""
        return self._s.pending

    @property
    def last_raise(self) -> Raise | None:
        """The raise accepted last in this hand, worth the stake; its team may not raise next."""
        s = self._s
        return None if s.last_raiser is None else Raise(s.last_raiser, s.stake, None, s.last_raise_trick)

    @property
    def next_raise(self) -> int | None:
        """The value the next raise would ask for; None at the top and in special and iron hands."""
        return None if self._s.special is not None else next_rung(self.rules, self._s)

    def tento_value(self, team: int) -> int:
        """What a tento against ``team`` would give the other now (A)."""
        return tento(self.rules, self._s, team)

    def rung_name(self, value: int) -> str:
        """The name of the rung worth ``value``."""
        return self.rules.stake_name(value)

    def tied_outcome(self, raiser: int | None = None) -> Outcome:
        """What three tied tricks would bring in this hand, with `raiser` as in `tie_all`."""
        return all_tied(self.rules, self._s, raiser)

    @property
    def dealer(self) -> int:
        """Seat that dealt this hand."""
        return self._s.dealer

    @property
    def next_dealer(self) -> int:
        """Seat that deals the next hand, as things stand."""
        s = self._s
        return s.next_dealer if s.outcome is not None else (s.dealer + 1) % self.rules.seats

    @property
    def next_carry(self) -> int:
        """Stake the next hand starts at after a tied one; 0: the usual."""
        return self._s.next_carry

    @property
    def opener(self) -> int:
        """Seat that opens this hand."""
        return (self._s.dealer + 1) % self.rules.seats

    @property
    def turn(self) -> int | None:
        """Seat whose card is expected; None when the hand is over or a full trick is not settled yet."""
        return self._s.turn

    @property
    def vira(self) -> Card | None:
        """The vira, once shown."""
        return self._s.vira

    @property
    def manilhas(self) -> tuple[Card, ...]:
        """The manilhas, strongest first; () while unknown."""
        return manilhas(self.rules, self._s)

    @property
    def needs_vira(self) -> bool:
        """Whether a vira has still to be shown in this hand."""
        return needs_vira(self.rules, self._s)

    @property
    def burned(self) -> tuple[Card, ...]:
        """Cards burned in this hand."""
        return self._s.burned

    @property
    def trick_number(self) -> int:
        """The running trick, 0..2 (2 also once all three are judged)."""
        return min(len(self._s.tricks), 2)

    @property
    def current_trick(self) -> Plays:
        """Cards of the running trick, (seat, card) in play order; None is a covered card."""
        return self._s.current

    @property
    def early(self) -> Plays:
        """Cards laid out of turn that stand and wait for their turn."""
        return self._s.early

    @property
    def tricks(self) -> tuple[TrickResult, ...]:
        """Finished tricks of this hand."""
        return self._s.tricks

    @property
    def best(self) -> tuple[int, Card] | None:
        """Seat and card now winning the running trick; None when tied, covered, empty or not yet known."""
        s = self._s
        if needs_vira(self.rules, s):
            return None
        table = strengths(self.rules.manilha, self.rules.deck, s.vira)
        top, found = COVERED, None
        for seat, card in s.current:
            if card is None or table[card] < top:
                continue
            if table[card] > top:
                top, found = table[card], (seat, card)
            elif found is not None and (found[0] - seat) % 2:
                found = None
        return found

    @property
    def hand_over(self) -> bool:
        """Whether the hand has ended and the next has not begun."""
        return self._s.outcome is not None

    @property
    def hand_outcome(self) -> Outcome | None:
        """How the hand just over ended."""
        return self._s.outcome

    @property
    def special(self) -> Special | None:
        """None, "eleven" (one team is within one base stake of the target) or "iron" (both are)."""
        return self._s.special

    @property
    def special_team(self) -> int | None:
        """The team whose special hand this is."""
        return self._s.special_team

    @property
    def must_decide(self) -> int | None:
        """The team that has to play its special hand or give it away, while it has not."""
        return self._s.special_team if not self._s.decided and self._s.outcome is None else None

    @property
    def blind(self) -> bool:
        """Whether the running trick is played without looking at the cards."""
        return is_blind(self.rules, self._s)

    @property
    def problems(self) -> Problem:
        """Everything wrong in the open case; falsy when the hand goes on."""
        return self._s.case.problems if self._s.case is not None else NONE

    @property
    def case(self) -> Case | None:
        """The open problem with its ways out."""
        return self._s.case

    @property
    def waiting(self) -> tuple[Move, ...]:
        """Observations made since the case was opened; taken in, in order, once it is settled.

        Over a finished hand: what was seen of the next one, its vira first; taken in when that begins.
        """
        return self._s.waiting

    @property
    def claims(self) -> tuple[tuple[int, str, int], ...]:
        """(team, reason, seat) of tentos that the cards shown so far bear out: a claim, never a block."""
        return claims_of(self.rules, self._s)

    @property
    def moment(self) -> Moment:
        """Now; hand it as ``at`` to an action meant for now."""
        return Moment(self._s.hand_number, self._s.beat)

    @property
    def state(self) -> tuple[object, ...]:
        """A hashable snapshot, equal when the match stands the same."""
        return take(self._s)

    @property
    def log(self) -> tuple[Record, ...]:
        """Everything ever done, undone actions and undos included."""
        return tuple(self._log)

    @property
    def history(self) -> tuple[Record, ...]:
        """The records that count now, as they were judged last."""
        return tuple(entry.record for entry in self._done)

    def moves(self) -> tuple[Move, ...]:
        """The moves that count now, in order, corrections worked in: done from `start` they lead here."""
        again = Match(self.rules, *self.start)
        for move in moves_of(self._done):
            try:
                again.do(move)
            except IllegalAction:
                # Observed while a correction was open, and without a meaning once that was settled.
                continue
        return tuple(cast(Move, record.action) for record in again.log)

    def legal_actions(self) -> tuple[Move, ...]:
        """Every strict move and decision open now; a card may be any of the deck not seen in this hand."""
        return legal_moves(self.rules, self._s)

    @classmethod
    def replay(
        cls,
        rules: Rules,
        log: Iterable[Record | Action],
        dealer: int | None = None,
        score: tuple[int, int] = (0, 0),
        games: tuple[int, int] = (0, 0),
        carry: int = 0,
    ) -> Match:
        """The match in which everything of ``log`` was done again; IllegalAction where that cannot be."""
        match = cls(rules, dealer, score, games, carry)
        for item in log:
            match.do(item.action if isinstance(item, Record) else item)
        return match

    def do(self, action: Action) -> Record:
        """Do an action given as a value: observations as observed, decisions verified."""
        match action:
            case Undo():
                return self.undo()
            case Redo():
                return self.redo()
            case Correct(number=number, card=card):
                return self.correct(number, card)
            case CorrectStake(value=value, hand=hand):
                return self.correct_stake(value, hand)
            case _:
                return self._verified(action, None)

    def save(self) -> str:
        """The whole match as text: rules, start and log."""
        return match_to_text(self.rules, self.start, self._log)

    @staticmethod
    def load(text: str) -> Match:
        """A match saved by `save`; ValueError in one sentence for anything else."""
        rules, start, actions = match_from_text(text)
        try:
            return Match.replay(rules, actions, start.dealer, start.score, start.games, start.carry)
        except IllegalAction as error:
            raise ValueError(
                f"This saved match does not hold together ({error}): start from an older copy."
            ) from None

    # Inside

    def _fresh(self, at: Moment | None) -> None:
        if at is not None and tuple(at) != (self._s.hand_number, self._s.beat):
            raise IllegalAction("stale", hand=at[0], laid=at[1])

    def _verify(self, move: Move, at: Moment | None) -> None:
        self._fresh(at)
        if isinstance(move, Say) and move.with_card and self._said_with_last_card(move) is not None:
            return
        check(self.rules, self._s, move)

    def _verified(self, move: Move, at: Moment | None) -> Record:
        if isinstance(move, Settle):
            # What a way out does not need is not kept, so that equal decisions are equal in the log.
            card = move.card if move.way in NEEDS_CARD else None
            move = Settle(move.way, card, move.seat if move.way is Way.SEAT else None)
        if isinstance(move, Say) and move.with_card:
            self._fresh(at)
            judged = self._said_with_last_card(move)
            if judged is not None:
                return self._rewrite(judged, move)
        self._verify(move, at)
        if isinstance(move, Settle) and Problem.CORRECTED in self.problems:
            return self._rewrite(go_on(self.rules, tuple(self._done), take(self._s), move.way), move)
        return self._do(move)

    def _said_with_last_card(self, say: Say) -> Judged | None:
        """The past with a raise put before the card it came with, where that card has just filled the trick.

        None where there is no such card, or the raise would have been against the rules there too.
        """
        last = self._done[-1].record if self._done else None
        if last is None or say.call is not Call.RAISE or not last.trick or last.problems:
            return None
        seat, _ = last.trick.plays[-1]
        if not isinstance(last.action, Play | Cover) or seat % 2 != say.team or say.seat not in (None, seat):
            return None
        before = Say(say.team, Call.RAISE, seat)
        place = len(self._done) - 1
        try:
            return rejudge(self.rules, tuple(self._done), place, before, len(self._log), insert=True)
        except IllegalAction:
            return None

    def _do(self, move: Move) -> Record:
        s = self._s
        before = take(s)
        number = len(self._log)
        entry = entry_of(s, before, number, move, apply(self.rules, s, move))
        self._log.append(entry.record)
        self._done.append(entry)
        if self._undone:
            self._undone.clear()
        return entry.record

    def _note(self, action: Action) -> None:
        s = self._s
        moment = Moment(s.hand_number, s.beat)
        self._log.append(Record(len(self._log), moment, action, score=s.score))

    def _place(self, number: int) -> int:
        self._no_correction_open()
        for place, entry in enumerate(self._done):
            if entry.record.number == number and entry.judges:
                return place
        raise IllegalAction("no_such_action", number=number)

    def _no_correction_open(self) -> None:
        """One correction at a time: a second would lose what the first has stopped at."""
        if Problem.CORRECTED in self.problems:
            raise IllegalAction("problem_open", problem="corrected")

    def _corrected(self, number: int, card: Card) -> Judged:
        place = self._place(number)
        old = self._done[place].record.action
        match old:
            case ShowVira(card=was):
                new: Move = ShowVira(card)
            case Play(seat=seat, card=was):
                new = Play(seat, card)
            case Burn(card=was):
                new = Burn(card)
            case Cover(seat=seat):
                was, new = None, Play(seat, card)
            case Settle(way=way, card=was, seat=seat) if was is not None:
                new = Settle(way, card, seat)
            case _:
                raise IllegalAction("no_card_there", number=number)
        if was == card:
            raise IllegalAction("same_card", card=str(card))
        return rejudge(self.rules, tuple(self._done), place, new, len(self._log))

    def _restaked(self, value: int, hand: int | None) -> Judged | None:
        if hand is None or hand == self._s.hand_number:
            check(self.rules, self._s, CorrectStake(value, self._s.hand_number))
            return None
        self._no_correction_open()
        done = tuple(self._done)
        place = insertion_place(done, hand, self._s.hand_number)
        return rejudge(self.rules, done, place, CorrectStake(value, hand), len(self._log), insert=True)

    def _rewrite(self, judged: Judged, action: Correct | CorrectStake | Say | Settle) -> Record:
        entries, state, beyond, tricks, left_out, outcome = judged
        before, number, was = take(self._s), len(self._log), self._s
        moment, opened, ended = Moment(state.hand_number, state.beat), state.case, state.outcome
        if isinstance(action, Settle) and was.case is not None:
            # A way out was meant for now; what lies beneath the correction's case was there before.
            moment = self.moment
            opened = None if state.case is was.case.beneath else state.case
            ended = outcome
        problems = NONE if opened is None else opened.problems
        record = Record(number, moment, action, problems, tricks, ended, state.score, left_out)
        self._s = state
        entry = Entry(before, record, tuple(self._done), entries, beyond)
        self._log.append(record)
        self._done = [*entries, entry]
        self._undone.clear()
        return record


def _passes(verify: Callable[[], None]) -> bool:
    try:
        verify()
    except IllegalAction:
        return False
    return True
