"""The settings screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.ui.page import Page
from app.ui.present.settings import OTHER, Choosing, Switching, rows
from app.ui.widgets import Segmented, Toggle

Builder.load_file(str(Path(__file__).with_name("settings.kv")))


class SettingRow(BoxLayout):
    """A title over what can be chosen."""

    title = StringProperty("")


class SettingsPage(Page):
    """Everything that is set once."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._made: dict[str, Segmented | Toggle] = {}
        self._written: tuple[object, ...] = ()

    def refresh(self) -> None:
        """Writes every setting anew where words have changed; else only what is chosen."""
        shown = rows(self.app.settings, self.app.words)
        written = tuple(_words_of(row) for row in shown)
        if written != self._written:
            self._written = written
            self._write(shown)
        for row in shown:
            made = self._made[row.name]
            if isinstance(row, Choosing):
                made.value = row.value
            else:
                made.on = row.on

    def _write(self, shown: tuple[Choosing | Switching, ...]) -> None:
        for box in (self.ids.choosing, self.ids.switching):
            box.clear_widgets()
        for row in shown:
            if isinstance(row, Choosing):
                made = SettingRow(title=row.title)
                options = Segmented(options=list(row.options), value=row.value)
                options.bind(on_pick=partial(self._picked, row.name))
                made.add_widget(options)
                self.ids.choosing.add_widget(made)
                self._made[row.name] = options
            else:
                toggle = Toggle(text=row.text, on=row.on)
                toggle.bind(on_flip=partial(self._flipped, row.name))
                self.ids.switching.add_widget(toggle)
                self._made[row.name] = toggle

    def _picked(self, name: str, _: object, value: object) -> None:
        if name == "camera" and (value == OTHER or value == self.app.settings.camera):
            self._type_camera()
        else:
            self.app.change(**{name: value})

    def _flipped(self, name: str, _: object, on: bool) -> None:
        self.app.change(**{name: on})

    def _type_camera(self) -> None:
        """A film, folder or address is typed."""
        self.app.type(
            self.app.words("settings.camera.title"),
            self.app.settings.camera,
            lambda text: self.app.change(camera=text.strip()),
        )


def _words_of(row: Choosing | Switching) -> object:
    """Everything of a row but what is chosen."""
    return (row.name, row.title, row.options) if isinstance(row, Choosing) else (row.name, row.text)
