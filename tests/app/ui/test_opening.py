"""Kivy as Vira sets it up: quiet about what a table does not need, and cheap to draw."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = """
from app.ui.opening import before_kivy
before_kivy(320, 200)
from kivy.core.clipboard import Clipboard
from kivy.core.window import Window
from kivy.config import Config
assert Window is not None and Config.get("graphics", "multisamples") == "0", "the window"
print(*Window.size)
"""


def test_a_window_opens_without_a_word_about_clipboards(display: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        capture_output=True,
        text=True,
        check=False,
        # A home without kivy's own settings, and a path without clipboard programs.
        env={**os.environ, "DISPLAY": display, "KIVY_HOME": str(tmp_path), "PATH": ""},
    )
    assert (done.returncode, done.stdout.split()) == (0, ["320", "200"]), done.stderr
    assert done.stderr == ""
