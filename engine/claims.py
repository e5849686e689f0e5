"""Infractions that only the cards shown later bear out: a team may claim a tento, nothing is blocked."""

from __future__ import annotations

from typing import Final

from engine.rules import Rules, strengths
from engine.state import State, needs_vira
from engine.tricks import COVERED

MOST_BURNED: Final = 9
"""Cards that may be burned in one hand (A)."""


def claims_of(rules: Rules, s: State) -> tuple[tuple[int, str, int], ...]:
    """(team, reason, seat) who burned more than nine cards, or did not show the highest after a tie (A).

    Who has to show it: the one who made the tie, or every player, as `must_show_highest` says.
    """
    found: list[tuple[int, str, int]] = []
    if len(s.burned) > MOST_BURNED:
        # It is the one who cuts that burns: he sits before the dealer (rules.md §6).
        cutter = (s.dealer - 1) % rules.seats
        found.append((cutter % 2, "burned_too_many", cutter))
    if rules.must_show_highest == "no" or needs_vira(rules, s):
        return tuple(found)
    table = strengths(rules.manilha, rules.deck, s.vira)
    for number, trick in enumerate(s.tricks):
        if trick.winner_team is not None or number + 2 > len(s.tricks):
            continue
        shown = dict(s.tricks[number + 1].plays)
        later = dict(s.tricks[number + 2].plays if number + 2 < len(s.tricks) else s.current)
        maker = trick.values.get("over_seat")
        for seat, card in later.items():
            if rules.must_show_highest == "tie_maker" and seat != maker:
                continue
            held = shown[seat]
            if card is not None and table[card] > (COVERED if held is None else table[held]):
                found.append((seat % 2, "highest_not_shown", seat))
    return tuple(dict.fromkeys(found))
