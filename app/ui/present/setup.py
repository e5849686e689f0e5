"""The new match while it is agreed on: rules, people, dealer, camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from app.store import Seating
from app.words import Words
from engine import PRESETS, Rules
from vision.view.check import ViewReport

LONGEST_NAME: Final = 12
"""Letters of a name: what stands beside a card."""


@dataclass(frozen=True, slots=True)
class Draft:
    """``teams`` and ``players`` (by seat): names, "" for none. ``dealer``: of the first hand."""

    rules: Rules = PRESETS["paulista"]
    teams: tuple[str, str] = ("", "")
    players: tuple[str, ...] = ("",) * 6
    dealer: int | None = None

    @property
    def first_dealer(self) -> int:
        """The seat that deals first: the last one where nobody was chosen."""
        last = self.rules.seats - 1
        return last if self.dealer is None or self.dealer > last else self.dealer

    def named(self, seat: int, name: str) -> Draft:
        """With a player's name."""
        players = list(self.players)
        players[seat] = clean(name)
        return replace(self, players=tuple(players))

    def team_named(self, team: int, name: str) -> Draft:
        """With a team's name."""
        teams = (clean(name), self.teams[1]) if team == 0 else (self.teams[0], clean(name))
        return replace(self, teams=teams)

    def seating(self, mode: str) -> Seating:
        """As it is stored; names only where some were given."""
        players = self.players[: self.rules.seats]
        return Seating(self.teams if any(self.teams) else (), players if any(players) else (), mode)


def clean(name: str) -> str:
    """A name as it is shown: no spaces around it, not too long."""
    return " ".join(name.split())[:LONGEST_NAME]


@dataclass(frozen=True, slots=True)
class SeatTag:
    """A seat on the drawing of the table."""

    seat: int
    name: str
    team: int
    note: str


def seat_tags(draft: Draft, words: Words) -> tuple[SeatTag, ...]:
    """Every seat with its name; the dealer and who opens are marked."""
    seats = draft.rules.seats
    dealer = draft.first_dealer
    places = Words(words.language, draft.rules)  # the words at hand may be those of another table
    made = []
    for seat in range(seats):
        note = words("table.deals") if seat == dealer else ""
        if seat == (dealer + 1) % seats:
            note = words("setup.opens")
        made.append(SeatTag(seat, draft.players[seat] or places.seat(seat), seat % 2, note))
    return tuple(made)


def advice_text(report: ViewReport | None, fault: str, words: Words) -> str:
    """What the camera check has to say: what is wrong, the most urgent first, or that all is well."""
    if fault:
        return words("setup.camera_fault")
    if report is None:
        return words("setup.camera_waits")
    if not report.cards:
        return words("setup.camera_no_cards")
    if report.good:
        return words("view.good")
    return " ".join(words(f"view.{one.key}", value=one.value) for one in report.advice[:2])
