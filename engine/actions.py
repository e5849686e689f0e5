"""Everything that can be done to a match, as frozen values: what the log keeps and a replay does again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card


class Call(StrEnum):
    """What a side says about the stake."""

    RAISE = "raise"
    ACCEPT = "accept"
    RUN = "run"


class Way(StrEnum):
    """Ways out of a problem; which of them are open is in `Case.ways`."""

    STANDS = "stands"
    """It counts as it lies (an early card at its own turn; a call as if it were in time)."""
    BACK = "back"
    """The card goes back to its player's hand."""
    CARD = "card"
    """The card was misread: it is the one given."""
    SEAT = "seat"
    """Somebody else laid it: the seat given."""
    SHOW = "show"
    """The covered card is turned up: it is the one given."""
    RETURN = "return"
    """The card taken back is laid down again."""
    IGNORE = "ignore"
    """It has no effect (a slip of the finger, a word misheard, a call against the rules)."""
    PENALTY = "penalty"
    """The penalty these rules name is given."""
    ACCEPT = "accept"
    """The raise was accepted before the card was laid: card and stake count."""
    PLAY = "play"
    """The team that had to decide plays its special hand: the card counts."""
    VIRA = "vira"
    """The vira is now shown (or replaced): the card given."""
    VOID = "void"
    """The hand does not count; the same dealer deals again."""
    PASS_DEAL = "pass_deal"
    """The hand does not count; the deal passes on."""
    COMPLETE = "complete"
    """The missing cards are dealt."""
    RETURN_LAST = "return_last"
    """The unseen card too many goes back to the stock."""
    BURN = "burn"
    """The card too many is burned."""
    DROP = "drop"
    """What followed the correction is dropped."""
    GO_ON = "go_on"
    """What followed the correction is observed again."""


@dataclass(frozen=True, slots=True)
class ShowVira:
    """The vira is turned; also begins the next hand when the last one is over."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """A card laid open by a seat."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Cover:
    """A card laid face down, or slid into the pack, by a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Burn:
    """A card burned at the cut or during the deal: it lies face up and is out of this hand, no play."""

    card: Card


@dataclass(frozen=True, slots=True)
class Remove:
    """A seat takes back its card of the running trick, or the one that filled the last."""

    seat: int


@dataclass(frozen=True, slots=True)
class Say:
    """A call. ``with_card``: said together with the card its seat has just laid, so as if before it."""

    team: int
    call: Call
    seat: int | None = None
    with_card: bool = False


@dataclass(frozen=True, slots=True)
class Decide:
    """A team plays its special hand, or gives it away."""

    team: int
    play: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """A seat was dealt a wrong number of cards; ``seen``: it has looked at them."""

    seat: int
    cards: int
    seen: bool = False


@dataclass(frozen=True, slots=True)
class AskDealt:
    """The dealer asks "todos com três?" before anybody claims."""


@dataclass(frozen=True, slots=True)
class Settle:
    """The way out the table chose for the open case."""

    way: Way
    card: Card | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Penalize:
    """A tento against a team, for one of `PENALTY_REASONS`."""

    team: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClaimExtra:
    """A seat shows the fourth card it was dealt, after its side's raise was accepted."""

    seat: int


@dataclass(frozen=True, slots=True)
class TieAll:
    """Without cards: the table says that all three tricks were tied.

    ``raiser``: the team that raised last, where these rules ask for it; in the last trick under
    `last_trick_raiser`.
    """

    raiser: int | None = None


@dataclass(frozen=True, slots=True)
class NextHand:
    """The next hand begins."""


@dataclass(frozen=True, slots=True)
class CorrectStake:
    """The stake of hand ``hand`` was ``value``."""

    value: int
    hand: int


@dataclass(frozen=True, slots=True)
class Correct:
    """The card of log entry ``number`` was another."""

    number: int
    card: Card


@dataclass(frozen=True, slots=True)
class Undo:
    """The last action that still counts is taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The last action undone counts again."""


Observed = ShowVira | Play | Cover | Burn | Remove | Say | Deal
"""What is seen or heard at the table."""

Move = Observed | Decide | AskDealt | Settle | Penalize | ClaimExtra | TieAll | NextHand | CorrectStake
"""What changes the state by itself."""

Action = Move | Correct | Undo | Redo
"""Everything a log can hold."""

PENALTY_REASONS = (
    "cheat",
    "four_cards",
    "burned_too_many",
    "too_many_cuts",
    "wrong_deal_order",
    "raised_in_special",
    "closed_in_special",
    "looked_in_blind",
    "sounds_like_truco",
    "highest_not_shown",
    "out_of_turn",
)
"""Reasons for a tento (rules.md §3, A), and playing out of turn where the table agreed on it."""
