"""Files to take away: JSON, CSV, and a picture to share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.history import MatchStory, exports_folder, story_of, to_csv, to_json
from app.store import Store, StoreError
from app.ui.present.history import MatchView

if TYPE_CHECKING:
    from app.ui.application import ViraApp

PICTURE = (1080, 1350)
"""Pixels of the picture to share: what telephones show whole."""


class SharePicture(BoxLayout):
    """The match as a picture: score, score line, who did what."""

    heading = StringProperty("")
    below = StringProperty("")
    footer = StringProperty("")
    teams = ListProperty(("", ""))
    chart = ObjectProperty(None, allownone=True)
    letters = NumericProperty(30)

    def add_tally(self, what: str, ours: str, theirs: str) -> None:
        """One more line of who did what."""
        self.ids.tally.add_widget(SharedLine(text=what, ours=ours, theirs=theirs))


class SharedLine(BoxLayout):
    """What both teams did of one kind, in the picture."""

    text = StringProperty("")
    ours = StringProperty("")
    theirs = StringProperty("")
    letters = NumericProperty(32)


class Exporting:
    """Writes files on a thread of its own and says where they are."""

    def __init__(self, app: ViraApp) -> None:
        self._app = app

    def ask(self, numbers: Sequence[int]) -> None:
        """Asks as what these stored matches are to be written."""
        words = self._app.words
        answers = [
            ("JSON", "main", partial(self._write, numbers, "json", to_json)),
            ("CSV", "main", partial(self._write, numbers, "csv", to_csv)),
            (words("history.cancel"), "plain", lambda: None),
        ]
        self._app.ask(words("history.export_title"), words("history.export_text"), answers)

    def _write(self, numbers: Sequence[int], ending: str, text_of: Callable[[list[MatchStory]], str]) -> None:
        def work(store: Store) -> tuple[Path, str]:
            path = free_path(ending)
            # Spreadsheets take a text without this mark for another alphabet.
            encoding = "utf-8-sig" if ending == "csv" else "utf-8"
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text_of(_stories(store, numbers)), encoding=encoding, newline="")
            except OSError as error:
                return path, error.strerror or str(error)
            return path, ""

        self._app.store.ask(work, lambda done: Clock.schedule_once(lambda _: self._say(*done)))

    def picture(self, view: MatchView) -> None:
        """Draws the picture to share and writes it."""
        path = free_path("png")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._say(path, error.strerror or str(error))
            return
        drawn = share_picture(view, self._app.words("history.shared_by"))
        self._in_frames(3, lambda: self._save(drawn, path))

    def _in_frames(self, frames: int, does: Callable[[], None]) -> None:
        """What is laid out anew has its places, and its letters, only some frames later."""
        if frames == 0:
            does()
        else:
            Clock.schedule_once(lambda _: self._in_frames(frames - 1, does), 0)

    def _save(self, drawn: SharePicture, path: Path) -> None:
        try:
            drawn.export_to_png(str(path))
            fault = "" if path.exists() else "?"
        except OSError as error:
            fault = error.strerror or str(error)
        self._say(path, fault)

    def _say(self, path: Path, fault: str) -> None:
        words = self._app.words
        text = (
            words("history.not_exported", path=path, reason=fault)
            if fault
            else words("history.exported", path=path)
        )
        self._app.ask(text, "", [(words("history.ok"), "main", lambda: None)])


def share_picture(view: MatchView, footer: str) -> SharePicture:
    """The picture of a match, laid out for its own size."""
    drawn = SharePicture(
        size_hint=(None, None),
        size=PICTURE,
        heading=view.title,
        below=view.below,
        footer=footer,
        teams=view.marked,
        chart=view.chart,
    )
    for what, ours, theirs in view.tally:
        drawn.add_tally(what, ours, theirs)
    return drawn


def free_path(ending: str) -> Path:
    """A name in the folder of exports that is not taken."""
    stem = f"vira-{datetime.now():%Y%m%d-%H%M%S}"
    folder, number = exports_folder(), 1
    while (path := folder / f"{stem}{'' if number == 1 else f'-{number}'}.{ending}").exists():
        number += 1
    return path


def _stories(store: Store, numbers: Sequence[int]) -> list[MatchStory]:
    """Those of these matches that can be read."""
    found = []
    for number in numbers:
        try:
            found.append(story_of(store.load(number)))
        except StoreError:
            continue
    return found
