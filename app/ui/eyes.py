"""Opens sources and networks for the app, wherever it is watched. No kivy."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from app.paths import FILM, FILM_CALLS
from app.photos import open_table
from app.referee.calls import SaidCall
from app.table import calls_of, open_reader
from app.ui.preview import Finder, Preview
from app.ui.watching import Watched, Watcher
from app.words import Words
from engine import PRESETS
from vision.source import FrameSource
from vision.watch import TableWatcher


def open_watcher() -> Watcher:
    """The watcher with the networks that Vira comes with."""
    return TableWatcher(open_reader())


class Eyes:
    """Where pictures come from and what reads them; tests give other ones, which stay in this process."""

    def __init__(
        self,
        source: Callable[[str], FrameSource] = open_table,
        watcher: Callable[[], Watcher] = open_watcher,
        finder: Callable[[], Finder] = open_reader,
    ) -> None:
        self.source = source
        self.finder = finder
        self.watcher = watcher

    @property
    def apart(self) -> bool:
        """Whether all of it can be handed to a process of its own."""
        return (self.source, self.watcher, self.finder) == (open_table, open_watcher, open_reader)

    def watched(self, spec: str, words: Words, calls: tuple[SaidCall, ...] = ()) -> Watched:
        """What a person named, opened only when the watching begins."""
        name = words("source.camera") + " " + spec if spec.isdecimal() else os.path.basename(spec.rstrip("/"))
        live = spec.isdecimal() or "://" in spec
        source = partial(self.source, spec)
        return Watched(name, source, self.watcher, calls, live=live, apart=self.apart)

    def preview(self, spec: str) -> Preview:
        """The same while it is set up: its picture and what its view check says."""
        return Preview(partial(self.source, spec), self.finder, apart=self.apart)

    def demonstration(self, words: Words) -> Watched:
        """The filmed hand that Vira brings along, again and again."""
        calls = calls_of(FILM_CALLS if FILM_CALLS.exists() else None, PRESETS["paulista"])
        return Watched(
            words("source.film", name=FILM.name),
            partial(self.source, str(FILM)),
            self.watcher,
            calls,
            again=True,
            note=words("table.demo"),
            apart=self.apart,
        )
