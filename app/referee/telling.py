"""Turns the state of a match into transcript lines, and finds what is new or no longer so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.referee.lines import Line, LineType
from engine import Card, LeftOut, Match, explain


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A call of the running hand: its line, the log number it hangs on, and how many cards lay then."""

    line: Line
    number: int
    laid: int


def plays_of(match: Match) -> tuple[tuple[int, Card | None], ...]:
    """All cards of the running hand in the order they counted."""
    return (*(play for trick in match.tricks for play in trick.plays), *match.current_trick)


def lines_of_hand(
    match: Match, said: Iterable[SaidLine], t: float, *, begun: bool = False
) -> list[Line]:
    """The judged lines of the running hand as the match stands, in order, all at time ``t``.

    ``begun``: something of this hand was told before; what holds for all of it is not taken back with its
    first card.
    """
    lines: list[Line] = []
    if match.vira is not None:
        lines.append(Line(t, LineType.VIRA, card=str(match.vira)))
    laid = plays_of(match)
    waiting = sorted(said, key=lambda call: call.laid)
    begun = begun or match.vira is not None or bool(laid or waiting or match.hand_over)
    if match.manilhas and begun:
        lines.append(Line(t, LineType.MANILHAS, card=" ".join(map(str, match.manilhas))))
    if match.special is not None and begun:
        lines.append(Line(t, LineType.SPECIAL, team=match.special_team, reason=match.special))
    seats = match.rules.seats
    for place in range(len(laid) + 1):
        while waiting and waiting[0].laid <= place:
            lines.append(replace(waiting.pop(0).line, t=t))
        if place == len(laid):
            break
        seat, card = laid[place]
        if card is None:
            lines.append(Line(t, LineType.COVERED, seat=seat, team=seat % 2))
        else:
            lines.append(Line(t, LineType.CARD, seat=seat, card=str(card), team=seat % 2))
        number, last = divmod(place, seats)
        if last == seats - 1 and number < len(match.tricks):
            trick = match.tricks[number]
            values = {**trick.values, "number": number, "leader": trick.leader_next}
            lines.append(
                Line(
                    t,
                    LineType.TRICK,
                    trick.winner_seat,
                    team=trick.winner_team,
                    reason=trick.reason,
                    values=values,
                )
            )
    lines.extend(replace(call.line, t=t) for call in waiting)
    outcome = match.hand_outcome
    if outcome is not None:
        values = {**outcome.values, "points": outcome.points}
        lines.append(
            Line(
                t, LineType.HAND, team=outcome.winner, reason=outcome.reason, score=match.score, values=values
            )
        )
        lines.append(Line(t, LineType.SCORE, score=match.score))
        if match.match_winner is not None:
            lines.append(Line(t, LineType.MATCH, team=match.match_winner, score=match.score))
    return lines


def left_out_line(left: LeftOut, match: Match, t: float) -> Line:
    """The line that names what was seen or heard and counts no more."""
    chief = explain(left, match.rules)[0]
    seat, team = getattr(left.action, "seat", None), getattr(left.action, "team", None)
    card = str(getattr(left.action, "card", ""))
    return Line(t, LineType.PROBLEM, seat, card, team, chief.key, values=chief.values)


def undo_line(line: Line, t: float) -> Line:
    """The line that takes ``line`` back."""
    return Line(
        t,
        LineType.UNDO,
        seat=line.seat,
        card=line.card,
        team=line.team,
        reason=line.type.value,
        score=line.score,
    )


def same(first: Line, second: Line) -> bool:
    """Whether two lines say the same, whenever they say it."""
    return replace(first, t=0.0) == replace(second, t=0.0)
