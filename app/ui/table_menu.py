"""The table screen's menu: what is needed seldom."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.ui.present.laid import laid_in_hand
from app.ui.present.table import restake_of
from engine import PENALTY_REASONS
from engine.actions import Deal, Penalize

if TYPE_CHECKING:
    from app.ui.table import TablePage

CARDS_DEALT = (1, 2, 4, 5)
"""Wrong numbers of cards that can be told."""


class TableMenu:
    """Questions one after the other, each in a dialog."""

    def __init__(self, page: TablePage) -> None:
        self._page = page

    def open(self) -> None:
        """The menu itself; what cannot be done now is not in it."""
        page, words = self._page, self._page.app.words
        match = page.playing.match
        entries = []
        if any(match.can_correct_stake(value) for value in match.rules.ladder):
            entries.append((words("table.menu.stake"), "plain", page.ask_stake))
        before = match.hand_number - 1
        if before >= 0 and laid_in_hand(match, before):
            entries.append((words("table.menu.card_before"), "plain", self._card_before))
        if before >= 0 and restake_of(match, words, hand=before) is not None:
            entries.append((words("table.menu.stake_before"), "plain", partial(page.ask_stake, before)))
        if self._reasons(0) or self._reasons(1):
            entries.append((words("table.menu.tento"), "plain", self._tento))
        if any(match.can_report_deal(0, cards) for cards in CARDS_DEALT):
            entries.append((words("table.menu.deal"), "plain", self._deal))
        if page.app.watches:
            entries.append((words("table.menu.cards"), "plain", page.enter_card))
            entries.append((words("table.menu.picture"), "plain", self._picture))
        elif page.app.settings.camera and match.series_winner is None:
            entries.append((words("table.menu.camera"), "plain", page.app.watch_again))
        entries.append((words("table.menu.settings"), "plain", lambda: page.app.go("settings")))
        entries.append((words("table.menu.home"), "plain", lambda: page.app.go("start")))
        entries.append((words("table.close"), "main", lambda: None))
        page.app.ask(words("table.menu"), "", entries)

    def _card_before(self) -> None:
        """Which card of the last hand was another."""
        page, words = self._page, self._page.app.words
        match = page.playing.match
        answers = []
        for past in laid_in_hand(match, match.hand_number - 1):
            who = words("table.vira") if past.seat is None else words.seat(past.seat)
            text = f"{who}: {words.card(past.card)}"
            answers.append((text, "plain", partial(self._correct_before, past.number, words.card(past.card))))
        answers.append((words("table.cancel"), "main", lambda: None))
        page.app.ask(words("table.menu.card_before"), "", answers)

    def _correct_before(self, number: int, card: str) -> None:
        page = self._page
        title = page.app.words("table.correct_title", card=card)
        page.pick(title, lambda named: page.corrected(number, named))

    def _picture(self) -> None:
        page = self._page
        page.app.change(picture=not page.app.settings.picture)

    def _reasons(self, team: int) -> list[str]:
        match = self._page.playing.match
        return [reason for reason in PENALTY_REASONS if match.can_penalty(team, reason)]

    def _tento(self) -> None:
        page, words = self._page, self._page.app.words
        answers = [(words.team(team), f"team{team}", partial(self._tento_for, team)) for team in (0, 1)]
        page.app.ask(words("table.tento_team"), "", answers)

    def _tento_for(self, team: int) -> None:
        page, words = self._page, self._page.app.words
        answers = [
            (words(f"penalty.{reason}"), "plain", partial(self._give, team, reason))
            for reason in self._reasons(team)
        ]
        worth = words("table.penalty", points=page.playing.match.tento_value(team), team=words.team(1 - team))
        page.app.ask(words("table.tento_reason"), worth, answers)

    def _give(self, team: int, reason: str) -> None:
        page = self._page
        match = page.playing.match
        ends = match.score[1 - team] + match.tento_value(team) >= match.rules.target

        def give() -> None:
            page.playing.do(Penalize(team, reason))
            page.show()

        if ends:
            page.confirm_end(page.app.words(f"penalty.{reason}"), give)
        else:
            give()

    def _deal(self) -> None:
        page, words = self._page, self._page.app.words
        seats = range(page.playing.match.rules.seats)
        answers = [(words.seat(seat), f"team{seat % 2}", partial(self._deal_of, seat)) for seat in seats]
        page.app.ask(words("table.deal_who"), "", answers)

    def _deal_of(self, seat: int) -> None:
        page, words = self._page, self._page.app.words
        answers = [
            (words("table.cards_count", count=cards), "plain", partial(self._dealt, seat, cards))
            for cards in CARDS_DEALT
        ]
        page.app.ask(words("table.deal_count"), "", answers)

    def _dealt(self, seat: int, cards: int) -> None:
        self._page.playing.do(Deal(seat, cards))
        self._page.show()
