"""What everybody at the table can see and has heard, and what can be said about it."""

from __future__ import annotations

from dataclasses import dataclass

from app.teach.lying import lying_notes
from app.teach.note import Note
from app.teach.raising import raise_notes
from app.teach.special import special_notes
from app.teach.ties import tie_notes
from engine import Call, Card, IllegalAction, Match, Raise, Rules
from engine.records import Plays


@dataclass(frozen=True, slots=True)
class Position:
    """A hand as seen from anywhere round the table; a covered card is None.

    ``out``: open cards that have been seen in this hand (vira, laid, burned). ``may_raise``: teams to which
    a raise is open at some moment of this hand, whoever's turn it is. ``deciding``: team that decides about
    its special hand.
    """

    rules: Rules
    score: tuple[int, int]
    dealer: int
    stake: int
    pending: Raise | None
    next_raise: int | None
    may_raise: tuple[int, ...]
    special: str | None
    special_team: int | None
    deciding: int | None
    vira: Card | None
    manilhas: tuple[Card, ...]
    trick: Plays
    winners: tuple[int | None, ...]
    last_raise: Raise | None
    out: frozenset[Card]
    over: bool


def position_of(match: Match) -> Position:
    """The public side of a match. Reads no log, no undone action and nothing that waits."""
    laid = [*match.current_trick, *match.early]
    for trick in match.tricks:
        laid += trick.plays
    out = {card for _, card in laid if card is not None} | set(match.burned)
    if match.vira is not None:
        out.add(match.vira)
    return Position(
        rules=match.rules,
        score=match.score,
        dealer=match.dealer,
        stake=match.stake,
        pending=match.pending_raise,
        next_raise=match.next_raise,
        may_raise=tuple(team for team in (0, 1) if _may_raise(match, team)),
        special=match.special,
        special_team=match.special_team,
        deciding=match.must_decide,
        vira=match.vira,
        manilhas=match.manilhas,
        trick=match.current_trick,
        winners=tuple(trick.winner_team for trick in match.tricks),
        last_raise=match.last_raise,
        out=frozenset(out),
        over=match.hand_over,
    )


def notes_at(match: Match) -> tuple[Note, ...]:
    """What can be said about the hand as it stands, the most pressing first; () when it is over."""
    place = position_of(match)
    if place.over:
        return ()
    return (*special_notes(place), *raise_notes(place), *lying_notes(place), *tie_notes(place))


def _may_raise(match: Match, team: int) -> bool:
    """Timing is the table's own business; turns of raising and the cap are not."""
    rules = match.rules
    in_force = match.stake if match.pending_raise is None else match.pending_raise.value
    if rules.raise_cap and min(match.score) + in_force >= rules.target:
        return False
    try:
        match.verify_call(team, Call.RAISE)
    except IllegalAction as refused:
        return refused.key == "raise_untimely"
    return True
