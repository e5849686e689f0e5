"""Sound: heard where there is a device, silent where there is none, and never waited for."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

SPEAK = """
import sys, time
from kivy.clock import Clock
from app.ui.sound import preload
from app.voice import Signal
sounds = preload("pt_BR", seconds=60)
print("silent" if sounds.silent else "ready", flush=True)
getattr(sounds, sys.argv[1])(eval(sys.argv[2]))
end = time.monotonic() + float(sys.argv[3])
while time.monotonic() < end:
    Clock.tick()
    time.sleep(0.01)
"""


def speak(tmp_path: Path, driver: str, what: str, seconds: float = 1.6) -> tuple[str, np.ndarray]:
    """What a process of its own says, and the samples that reached its sound card (a file)."""
    heard = tmp_path / "heard.raw"
    quiet = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}
    card = {"SDL_AUDIODRIVER": driver, "SDL_DISKAUDIOFILE": str(heard)}
    name, _, argument = what.partition(" ")
    told = subprocess.run(
        [sys.executable, "-c", SPEAK, name, argument, str(seconds)],
        env={**os.environ, **quiet, **card},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    samples = np.fromfile(heard, "<i2") if heard.exists() else np.zeros(0, np.int16)
    return told.stdout.strip(), samples


def test_a_sentence_reaches_the_sound_card(tmp_path: Path) -> None:
    told, samples = speak(tmp_path, "disk", "say ('accepted','worth','number_3')", 3.0)
    assert told == "ready"
    assert np.abs(samples.astype(int)).max() > 3000


def test_a_signal_reaches_the_sound_card(tmp_path: Path) -> None:
    told, samples = speak(tmp_path, "disk", "signal Signal.SCORE")
    assert told == "ready"
    assert np.abs(samples.astype(int)).max() > 3000


def test_without_a_device_it_is_silent_and_goes_on(tmp_path: Path) -> None:
    told, samples = speak(tmp_path, "no-such-driver", "say ('accepted',)", 0.2)
    assert told == "silent"
    assert samples.size == 0


def test_a_device_that_never_answers_is_not_waited_for() -> None:
    from app.ui.sound import preload
    from app.ui.trial import Trial

    trial = Trial("import time; time.sleep(600)")
    began = time.monotonic()
    sounds = preload("pt_BR", trial, seconds=0.3)
    assert time.monotonic() - began < 30
    assert sounds.silent
    assert trial._process is not None and trial._process.poll() is not None


class Played:
    """A sound that notes when it is played."""

    length = 0.02

    def __init__(self, name: str, log: list[tuple[str, float]]) -> None:
        self.name, self.log, self.volume = name, log, 1.0

    def play(self) -> None:
        self.log.append((self.name, round(self.volume, 3)))

    def stop(self) -> None:
        self.log.append(("stop " + self.name, 0))


@pytest.fixture
def heard() -> list[tuple[str, float]]:
    return []


def sounds_of(log: list[tuple[str, float]]) -> object:
    from app.ui.sound import Sounds
    from app.voice import PHRASES, Signal, clip, signal

    files = [clip("pt_BR", phrase) for phrase in PHRASES] + [signal(kind) for kind in Signal]
    return Sounds({file: Played(file.stem, log) for file in files}, "pt_BR")


def run_clock(seconds: float) -> None:
    from kivy.clock import Clock

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        Clock.tick()
        time.sleep(0.005)


def test_phrases_follow_each_other_and_a_new_sentence_replaces_the_rest(
    heard: list[tuple[str, float]],
) -> None:
    sounds = sounds_of(heard)
    sounds.say(("accepted", "worth", "number_3"))
    assert heard == [("accepted", 0.75)]
    sounds.say(("tied",))
    run_clock(0.4)
    assert [name for name, _ in heard] == ["accepted", "tied"]
    sounds.say(("worth", "number_3"))
    run_clock(0.4)
    assert [name for name, _ in heard][2:] == ["worth", "number_3"]


def test_settings_are_followed(heard: list[tuple[str, float]]) -> None:
    from app.voice import Signal

    sounds = sounds_of(heard)
    sounds.voice = False
    sounds.say(("tied",))
    sounds.signals = False
    sounds.signal(Signal.CARD)
    assert heard == []
    sounds.voice = sounds.signals = True
    sounds.volume = 0.5
    sounds.signal(Signal.CARD)
    sounds.say(("tied",))
    assert heard == [("card", 0.3), ("tied", 0.5)]
    sounds.volume = 0.0
    sounds.signal(Signal.CARD)
    assert len(heard) == 2
    sounds.stop()
    assert heard[-1] == ("stop tied", 0)


def test_another_language_is_loaded_bit_by_bit(
    heard: list[tuple[str, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.ui import sound
    from app.voice import PHRASES

    monkeypatch.setattr(sound, "LOADING", 0.001)
    monkeypatch.setattr(sound, "_loaded", lambda file: Played(f"{file.parent.name} {file.stem}", heard))
    sounds = sounds_of(heard)
    sounds.speak_in("en")
    sounds.say((PHRASES[-1],))
    assert heard == []
    run_clock(2.0)
    sounds.say((PHRASES[-1],))
    assert heard == [(f"en {PHRASES[-1]}", 0.75)]


def test_silence_stays_silent_in_another_language() -> None:
    from app.ui.sound import Sounds

    sounds = Sounds({}, "pt_BR")
    sounds.speak_in("en")
    sounds.say(("tied",))
    run_clock(0.1)
    assert sounds.silent
