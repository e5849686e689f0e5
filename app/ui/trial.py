"""Whether sound works here, found out by a process of its own. Imports no kivy: that takes over stderr."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

from app.voice import Signal, signal

PATIENCE: Final = 6.0
"""Seconds that the trial may take; kivy's own start is most of it."""

_TRIAL: Final = """
import sys, time
from kivy.core.audio import SoundLoader
sound = SoundLoader.load(sys.argv[1])
if sound is None or sound.length <= 0:
    sys.exit(1)
sound.volume = 0
sound.play()
time.sleep(0.1)
sys.exit(0 if sound.state == "play" else 1)
"""


class Trial:
    """The process that tries whether a sound can be loaded and played; begin it early, ask it late."""

    def __init__(self, code: str = _TRIAL) -> None:
        quiet = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}
        try:
            self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
                [sys.executable, "-c", code, str(signal(Signal.CARD))],
                env={**os.environ, **quiet},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            self._process = None

    def passed(self, seconds: float = PATIENCE) -> bool:
        """Whether sound works here; waits at most so long, and then ends the process."""
        if self._process is None:
            return False
        try:
            return self._process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return False
