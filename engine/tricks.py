"""Judging one trick by team, and a hand by its tricks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from engine.cards import Card
from engine.records import Plays, TrickResult
from engine.rules import TieLeader

COVERED: Final = -1
"""Strength of a covered card: below every open one (rules.md §2)."""

MANILHA: Final = 10
"""Strengths from here on are manilhas."""


def judge_trick(
    number: int, plays: Plays, strength: Mapping[Card, int], tie_leader: TieLeader
) -> TrickResult:
    """Who wins a full trick, and who leads the next. ``plays``: at least one of each team, in play order."""
    top = [COVERED, COVERED]
    # Place in play order of the first card of each team that is as good as the team's best.
    first = [-1, -1]
    equals = [0, 0]
    for place, (seat, card) in enumerate(plays):
        if card is None:
            continue
        team = seat & 1
        value = strength[card]
        if value > top[team]:
            top[team], first[team], equals[team] = value, place, 1
        elif value == top[team]:
            equals[team] += 1
    if top[0] == top[1]:
        opener = plays[0][0]
        if top[0] == COVERED:
            return TrickResult(number, plays, None, None, opener, "all_covered", ())
        early, late = plays[min(first)], plays[max(first)]
        # A third equal card does not change who made the tie: the later of the teams' first equals (A).
        leader = early[0] if tie_leader == "first_tied" else late[0] if tie_leader == "tie_maker" else opener
        return TrickResult(number, plays, None, None, leader, "tie", _comparison(early, late))
    team = 0 if top[0] > top[1] else 1
    won = plays[first[team]]
    lost = plays[first[1 - team]] if first[1 - team] >= 0 else None
    if top[team] >= MANILHA:
        reason = "manilha"
    elif lost is None:
        reason = "only_open"
    else:
        reason = "partners_equal" if equals[team] > 1 else "highest"
    return TrickResult(number, plays, team, won[0], won[0], reason, _comparison(won, lost))


def _comparison(
    won: tuple[int, Card | None], lost: tuple[int, Card | None] | None
) -> tuple[tuple[str, int | str], ...]:
    facts: tuple[tuple[str, int | str], ...] = (("card", str(won[1])), ("seat", won[0]))
    return facts if lost is None else (*facts, ("over", str(lost[1])), ("over_seat", lost[0]))


@cache
def hand_winner(winners: tuple[int | None, ...]) -> int | Literal["all_tied"] | None:
    """Winner of a hand by its tricks' winners (None = tie): a team, "all_tied", or None while undecided.

    rules.md §2: two tricks win; once a trick is tied, the first trick won decides.
    """
    won = [winner for winner in winners if winner is not None]
    for team in (0, 1):
        if won.count(team) == 2:
            return team
    if won and len(won) < len(winners):
        return won[0]
    return "all_tied" if len(winners) == 3 else None
