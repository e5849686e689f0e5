"""Reasons on the screen, with their cards and the rules behind them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.teach import Explanation
from app.ui.widgets import CardFace, Column

if TYPE_CHECKING:
    from app.ui.application import ViraApp

Builder.load_file(str(Path(__file__).with_name("why.kv")))

MOST_CARDS = 6
"""Cards drawn of one reason: more than these are no help."""


class WhyCard(BoxLayout):
    """One reason: title, cards, one or two sentences, the rule."""

    title = StringProperty("")
    text = StringProperty("")
    source = StringProperty("")

    def __init__(self, why: Explanation, **options: object) -> None:
        super().__init__(**options)
        self.title, self.text, self.source = why.title, why.text, why.source
        for card in why.cards[:MOST_CARDS]:
            self.ids.cards.add_widget(CardFace(card=card, size_hint_x=None))


class WhyList(BoxLayout):
    """Several reasons below each other, scrolled where they need more than the window: body of a question."""

    def __init__(self, reasons: Sequence[Explanation], **options: object) -> None:
        super().__init__(**options)
        column: Column = self.ids.column
        for why in reasons:
            column.add_widget(WhyCard(why))


def ask_why(app: ViraApp, reasons: Sequence[Explanation]) -> None:
    """Shows these reasons over everything; a sentence where there are none."""
    words = app.words
    app.ask(
        words("teach.why"),
        "" if reasons else words("teach.nothing"),
        [(words("table.close"), "main", lambda: None)],
        body=WhyList(reasons),
    )
