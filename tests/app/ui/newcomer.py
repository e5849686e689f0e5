"""Somebody who has never seen Vira: knows nothing but what is on the screen, and touches what stands out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from driven import visible


@dataclass
class Newcomer:
    """Takes the lowest highlighted button; of several equal answers one; of cards the next free one.

    ``answers``: which of several answers (from 0) is the true one; asked for in that order, then the first.
    ``touched``: what has been touched so far; ``stuck``: looks with nothing to touch.
    """

    app: Any
    answers: list[int] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)
    stuck: int = 0

    def next(self) -> Any:
        """What would be touched now; None where there is nothing to do but to wait."""
        from kivy.uix.behaviors import ButtonBehavior

        app = self.app
        root = app.dialog or app.current
        targets = [
            widget
            for widget in root.walk(restrict=True)
            if isinstance(widget, ButtonBehavior) and visible(widget) and not widget.disabled
        ]
        cards = [widget for widget in targets if type(widget).__name__ == "CardButton"]
        if cards:
            # Neighbours in the deck would be of one suit; whoever enters a real hand touches here and there.
            return cards[(7 * len(self.touched)) % len(cards)]
        chief = [widget for widget in targets if getattr(widget, "kind", "") == "main"]
        if chief:
            return min(chief, key=lambda widget: widget.to_window(*widget.center)[1])
        offered = [*_answers(app)]
        if offered:
            return offered[self.answers.pop(0) if self.answers else 0]
        return None

    def touch(self) -> bool:
        """Touches it; False where there is nothing to touch."""
        from kivy.tests.common import UnitTestTouch

        widget = self.next()
        if widget is None:
            self.stuck += 1
            return False
        self.touched.append(getattr(widget, "text", ""))
        finger = UnitTestTouch(*widget.to_window(*widget.center))
        finger.touch_down()
        finger.touch_up()
        return True


def _answers(app: Any) -> Iterator[Any]:
    """The answers of the question that is open, in reading order."""
    from app.ui.table import TablePage
    from app.ui.widgets import TouchButton

    page = app.current
    asked = [app.dialog] if app.dialog is not None else []
    if not asked and isinstance(page, TablePage):
        asked = [box for box in (page._question, page._layout.ids.offer) if box is not None]
    for box in asked:
        for widget in box.walk(restrict=True):
            if isinstance(widget, TouchButton):
                yield widget


def judged(app: Any) -> bool:
    """Whether the first hand is judged, kept, and shown."""
    playing = app.playing
    return playing is not None and playing.match.hand_over and playing.settled
