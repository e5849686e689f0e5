"""The table screen's menu: what is needed seldom."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.ui.correcting import Correcting
from app.ui.moment import keep_moment
from app.ui.present.correcting import fixes_of
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
        hands = Correcting(page.app)
        if fixes_of(match, words, match.hand_number):
            entries.append((words("table.menu.fix"), "plain", partial(hands.ask, match.hand_number)))
        keeper = page.playing.keeper
        if keeper is not None and match.hand_number > 0:
            show = partial(page.app.go, "match", number=keeper.match_id)
            entries.append((words("table.menu.hands"), "plain", show))
        if match.hand_number == 0 and not match.tricks:
            # All turns hang on it, and it is easily said wrong: whose side is below in the picture?
            entries.append((words("table.menu.dealer"), "plain", self._dealer))
        if self._reasons(0) or self._reasons(1):
            entries.append((words("table.menu.tento"), "plain", self._tento))
        if any(match.can_report_deal(0, cards) for cards in CARDS_DEALT):
            entries.append((words("table.menu.deal"), "plain", self._deal))
        if page.app.watches:
            entries.append((words("table.menu.cards"), "plain", page.enter_card))
            entries.append((words("table.menu.picture"), "plain", self._picture))
        elif page.app.settings.camera and match.series_winner is None:
            entries.append((words("table.menu.camera"), "plain", page.app.watch_again))
        if page.playing.recorder is not None:
            keep = partial(keep_moment, page.app, page.playing)
            entries.append((words("table.menu.moment"), "plain", keep))
        entries.append((words("table.menu.settings"), "plain", lambda: page.app.go("settings")))
        entries.append((words("table.menu.home"), "plain", lambda: page.app.go("start")))
        entries.append((words("table.close"), "main", lambda: None))
        page.app.ask(words("table.menu"), "", entries)

    def _picture(self) -> None:
        page = self._page
        page.app.change(picture=not page.app.settings.picture)

    def _dealer(self) -> None:
        page, words = self._page, self._page.app.words
        answers = [
            (words.seat(seat), f"team{seat % 2}", partial(page.app.deal_by, seat))
            for seat in range(page.playing.match.rules.seats)
        ]
        answers.append((words("table.cancel"), "plain", lambda: None))
        page.app.ask(words("setup.who_deals"), words("table.dealer_what"), answers)

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
            page.app.confirm_end(page.app.words(f"penalty.{reason}"), give)
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
