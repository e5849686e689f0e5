"""A question over everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.ui.widgets.buttons import TouchButton

Answer = tuple[str, str, Callable[[], None]]
"""Text, kind of button, what it does."""


class Dialog(FloatLayout):
    """``body``: a widget between text and answers. A touch outside calls ``outside`` where there is one."""

    title = StringProperty("")
    text = StringProperty("")
    wide = BooleanProperty(False)
    columns = NumericProperty(1)

    def __init__(
        self,
        answers: Sequence[Answer] = (),
        body: Widget | None = None,
        outside: Callable[[], None] | None = None,
        portrait: bool = False,
        **options: object,
    ) -> None:
        super().__init__(**options)
        self._outside = outside
        if body is not None:
            self.ids.body.add_widget(body)
        self.columns = len(answers) if len(answers) < 4 and not portrait else 1 if portrait else 2
        for text, kind, does in answers:
            self.ids.answers.add_widget(
                TouchButton(text=text, kind=kind, on_release=lambda _, does=does: does())
            )

    def on_touch_down(self, touch: object) -> bool:
        """Nothing beneath is touched."""
        if not super().on_touch_down(touch) and self._outside and not self.ids.box.collide_point(*touch.pos):
            self._outside()
        return True
