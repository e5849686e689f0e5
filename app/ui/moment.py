"""Saving what was put in so far as a moment, on a thread of its own, and saying where it is."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock

from app.history import exports_folder
from app.moments import MomentError

if TYPE_CHECKING:
    from app.playing import Playing
    from app.ui.application import ViraApp


def keep_moment(app: ViraApp, playing: Playing) -> None:
    """Saves the match as it was put in, with the last pictures."""
    if playing.recorder is None:
        return
    recorder, lines = playing.recorder.copy(), playing.referee.lines[:]

    def work() -> None:
        folder = free_folder()
        try:
            recorder.save(folder, lines)
            fault = False
        except MomentError:
            fault = True
        Clock.schedule_once(lambda _: _say(app, folder, fault=fault))

    threading.Thread(target=work, name="saving a moment", daemon=True).start()


def free_folder() -> Path:
    """A folder for a moment that is not taken."""
    stem = f"{datetime.now():%Y%m%d-%H%M%S}"
    folder, number = exports_folder() / "moments", 1
    while (path := folder / f"{stem}{'' if number == 1 else f'-{number}'}").exists():
        number += 1
    return path


def _say(app: ViraApp, folder: Path, *, fault: bool) -> None:
    words = app.words
    title = words("table.moment_fault" if fault else "table.moment_kept", path=folder)
    text = "" if fault else words("table.moment_what")
    app.ask(title, text, [(words("table.close"), "main", lambda: None)])
