"""Where a match, or one written hand of it, starts."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import RulesError
from engine.rules import Rules


class Start(NamedTuple):
    """First dealer, score, matches won, and the stake carried over from a tied hand (0: none)."""

    dealer: int
    score: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    carry: int = 0

    @staticmethod
    def checked(
        rules: Rules, dealer: int | None, score: tuple[int, int], games: tuple[int, int], carry: int
    ) -> Start:
        """A start that these rules can have (dealer by default the last seat); RulesError otherwise."""
        dealer = rules.seats - 1 if dealer is None else dealer
        if type(dealer) is not int or not 0 <= dealer < rules.seats:
            raise RulesError(f"There is no seat {dealer} to deal: seats are 0 to {rules.seats - 1}.")
        if not _pair_below(score, rules.target):
            raise RulesError(f"No hand starts at {score}: both scores must lie from 0 to {rules.target - 1}.")
        if not _pair_below(games, rules.games_to_win):
            raise RulesError(
                f"No hand starts with {games} matches won: both must lie from 0 to {rules.games_to_win - 1}."
            )
        if carry and (carry not in rules.ladder or rules.all_tied != "carry"):
            raise RulesError(f"A stake of {carry} cannot be carried over under these rules: leave it out.")
        return Start(dealer, (score[0], score[1]), (games[0], games[1]), carry)


def _pair_below(pair: tuple[int, ...], limit: int) -> bool:
    return len(pair) == 2 and all(type(value) is int and 0 <= value < limit for value in pair)
