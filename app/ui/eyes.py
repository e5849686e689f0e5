"""Opens sources and networks for the app, in whatever thread watches. No kivy."""

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


class Eyes:
    """Where pictures come from and what reads them; tests give other ones."""

    def __init__(
        self,
        source: Callable[[str], FrameSource] = open_table,
        watcher: Callable[[], Watcher] | None = None,
        finder: Callable[[], Finder] = open_reader,
    ) -> None:
        self.source = source
        self.finder = finder
        self.watcher = watcher or (lambda: TableWatcher(open_reader()))

    def watched(self, spec: str, words: Words, calls: tuple[SaidCall, ...] = ()) -> Watched:
        """What a person named, opened only when the watching thread begins."""
        name = words("source.camera") + " " + spec if spec.isdecimal() else os.path.basename(spec.rstrip("/"))
        live = spec.isdecimal() or "://" in spec
        return Watched(name, partial(self.source, spec), self.watcher, calls, live=live)

    def preview(self, spec: str) -> Preview:
        """The same while it is set up: its picture and what its view check says."""
        return Preview(partial(self.source, spec), self.finder)

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
        )
