"""Correcting the past of the match on the table: any hand of it, its stake or a card."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.ui.present.correcting import Fix, ends_by, fixes_of
from engine import Card
from engine.actions import Action, Correct, CorrectStake

if TYPE_CHECKING:
    from app.ui.application import ViraApp


def is_on_table(app: ViraApp, number: int) -> bool:
    """Whether the stored match ``number`` is the one on the table."""
    playing = app.playing
    return playing is not None and playing.keeper is not None and playing.keeper.match_id == number


def table_of(app: ViraApp) -> str:
    """The screen on which the match that is open is played."""
    return "board" if app.playing is not None and app.playing.seating.mode == "board" else "table"


class Correcting:
    """Questions one after the other; after the last one the table is shown, where its effect is seen."""

    def __init__(self, app: ViraApp) -> None:
        self._app = app

    def ask(self, hand: int) -> None:
        """What of this hand (from 0) was another."""
        app, words = self._app, self._app.words
        if app.playing is None:
            return
        fixes = fixes_of(app.playing.match, words, hand)
        answers = [(fix.text, "plain", partial(self._chosen, fix, hand)) for fix in fixes]
        answers.append((words("table.cancel"), "main", lambda: None))
        text = "" if fixes else words("table.fix_nothing")
        app.ask(words("table.fix_title", number=hand + 1), text, answers)

    def _chosen(self, fix: Fix, hand: int) -> None:
        if fix.stake is not None:
            self.do(CorrectStake(fix.stake, hand), fix.text)
        else:
            self._pick(fix)

    def _pick(self, fix: Fix) -> None:
        app, words = self._app, self._app.words
        if app.playing is None:
            return

        def picked(card: str) -> None:
            app.dismiss()
            text = words("table.fixed_card", was=fix.card, card=words.card(card))
            self.do(Correct(fix.number, Card.parse(card)), text)

        title = words("table.correct_title", card=fix.card)
        answers = [(words("table.cancel"), "plain", lambda: None)]
        app.ask(title, "", answers, app.picker(picked), wide=True)

    def do(self, action: Action, text: str) -> None:
        """Corrects; where that ends the match, only once it has been confirmed. ``text``: what was said."""
        app = self._app
        if app.playing is not None and ends_by(app.playing.match, action):
            app.confirm_end(text, lambda: self._now(action))
        else:
            self._now(action)

    def _now(self, action: Action) -> None:
        app = self._app
        if app.playing is None:
            return
        app.playing.do(action)
        if app.current.name == table_of(app):
            app.current.show()
        else:
            app.go(table_of(app))
