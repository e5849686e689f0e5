"""Words typed by hand."""

from __future__ import annotations

from kivy.uix.textinput import TextInput


class Field(TextInput):
    """One line of text; ``on_text_validate`` when it is done."""

    def __init__(self, **options: object) -> None:
        super().__init__(multiline=False, **options)
