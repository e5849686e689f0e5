"""Playing phrases and signals with kivy; silent where there is no device, and never a hang.

Loading a sound can wait for ever without an audio device, and would do so in the main thread. So a process
of its own tries it first, and whatever will be played is loaded before the window opens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock

from app.ui.trial import PATIENCE, Trial
from app.voice import PHRASES, Signal, clip, signal

GAP: Final = 0.04
"""Seconds between two phrases of one sentence."""
LOADING: Final = 0.05
"""Seconds between two phrases loaded while the window is open."""
SIGNAL_SHARE: Final = 0.6
"""Loudness of a signal beside that of the voice."""


class Sounds:
    """What can be heard. ``volume``: 0..1. ``voice``, ``signals``: whether phrases and signals are wanted."""

    def __init__(self, held: dict[Path, Any], language: str) -> None:
        """``held``: loaded sounds by file; empty for silence."""
        self.volume = 0.75
        self.voice = self.signals = True
        self.language = language
        self._held = held
        self._waiting: deque[Path] = deque()
        self._speaking: Any = None

    @property
    def silent(self) -> bool:
        """Whether nothing can be played here at all."""
        return not self._held

    def say(self, phrases: Sequence[str]) -> None:
        """Says these phrases one after the other; what still waited of an older sentence is dropped."""
        if not self.voice or not phrases:
            return
        files = (clip(self.language, phrase) for phrase in phrases)
        self._waiting = deque(file for file in files if file in self._held)
        if self._speaking is None:
            self._next()

    def signal(self, kind: Signal) -> None:
        """Plays a signal at once."""
        sound = self._held.get(signal(kind))
        if self.signals and sound is not None:
            self._play(sound, SIGNAL_SHARE)

    def follow(self, volume: float, voice: bool, signals: bool, language: str) -> None:
        """Follows the settings."""
        self.volume, self.voice, self.signals = volume, voice, signals
        if not voice or volume <= 0:
            self._waiting.clear()
        if language != self.language:
            self.speak_in(language)

    def speak_in(self, language: str) -> None:
        """Speaks another language from now on; what is not loaded yet is, a phrase at a time.

        The device is known to answer by then, so loading after the window has opened does not hang.
        """
        self.language = language
        missing = [clip(language, phrase) for phrase in PHRASES if clip(language, phrase) not in self._held]
        if not self.silent and missing:
            Clock.schedule_interval(lambda _: self._load(missing), LOADING)

    def _load(self, missing: list[Path]) -> bool:
        """Loads the next of these; False, which ends the clock's calls, once none is left."""
        file = missing.pop(0)
        sound = _loaded(file)
        if sound is not None:
            self._held[file] = sound
        return bool(missing)

    def stop(self) -> None:
        """Says nothing more."""
        self._waiting.clear()
        if self._speaking is not None:
            self._speaking.stop()

    def _next(self, _: float = 0) -> None:
        self._speaking = None
        if self._waiting:
            self._speaking = self._held[self._waiting.popleft()]
            self._play(self._speaking, 1.0)
            Clock.schedule_once(self._next, self._speaking.length + GAP)

    def _play(self, sound: Any, share: float) -> None:
        if self.volume > 0:
            sound.volume = self.volume * share
            sound.play()


def preload(language: str, trial: Trial | None = None, seconds: float = PATIENCE) -> Sounds:
    """Everything loaded in this language; silence where the trial does not pass.

    Call it before the window opens. ``trial``: one that was begun earlier, so that there is less to wait for.
    """
    if not (trial or Trial()).passed(seconds):
        return Sounds({}, language)
    files = [signal(kind) for kind in Signal] + [clip(language, phrase) for phrase in PHRASES]
    held = {file: _loaded(file) for file in files}
    return Sounds({file: sound for file, sound in held.items() if sound is not None}, language)


def _loaded(file: Path) -> Any:
    """The sound of a file, None where kivy cannot play it."""
    from kivy.core.audio import SoundLoader

    return SoundLoader.load(str(file))
