"""Renders the phrases of `app.voice` and its signals into `app/assets` (`make voice`).

Needs the programs espeak-ng and oggenc. The words are those of the catalogues: run `make locale` before.
"""

from __future__ import annotations

import json
import subprocess
import sys
import wave
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.voice.clips import VOICE, Signal, clip, signal, text_of
from app.voice.phrases import PHRASES
from app.words import LANGUAGES

VOICES: Final = {"pt_BR": ("pt-br", 165), "en": ("en-us", 160)}
"""Voice of espeak-ng and words a minute."""
SOUNDED: Final = {"en": {"Manilha": "[[m@n'i:lj@]]"}}
"""Words that a voice would say wrongly, as the sounds it is to make."""
RATE: Final = 22050
QUIET: Final = 0.01
"""Share of full scale below which a clip's beginning and end are cut away."""
PEAK: Final = 0.85


def render(language: str, phrase: str) -> None:
    """One phrase: spoken, cut to its words, as loud as the others, written as Ogg Vorbis."""
    voice, speed = VOICES[language]
    text = text_of(language, phrase)
    for word, sounds in SOUNDED.get(language, {}).items():
        text = text.replace(word, sounds)
    said = subprocess.run(
        ["espeak-ng", "-v", voice, "-s", str(speed), "-p", "42", "--stdout", text],
        check=True,
        capture_output=True,
    ).stdout
    # espeak-ng writes a stream: its header does not say how long it is.
    samples = np.frombuffer(said[44:], dtype="<i2").astype(np.float64) / 32768
    loud = np.flatnonzero(np.abs(samples) > QUIET)
    cut = samples[max(0, loud[0] - 200) : loud[-1] + 900]
    write(clip(language, phrase), cut)


def write(path: Path, samples: NDArray[np.float64]) -> None:
    """Samples, -1..1, as a mono Ogg Vorbis file."""
    level = samples * (PEAK / np.abs(samples).max())
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = path.with_suffix(".wav")
    with wave.open(str(plain), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((level * 32767).astype("<i2").tobytes())
    # A fixed serial number: the same words give the same file.
    subprocess.run(["oggenc", "-Q", "-q", "0", "--serial", "1", "-o", str(path), str(plain)], check=True)
    plain.unlink()


def tone(hertz: float, seconds: float) -> NDArray[np.float64]:
    """A struck tone that dies away."""
    time = np.arange(int(RATE * seconds)) / RATE
    struck: NDArray[np.float64] = np.sin(2 * np.pi * hertz * time) + 0.3 * np.sin(4 * np.pi * hertz * time)
    return struck * np.minimum(1, time / 0.005) * np.exp(-4 * time / seconds)


def after(first: NDArray[np.float64], second: NDArray[np.float64], seconds: float) -> NDArray[np.float64]:
    """The second beginning so many seconds after the first."""
    start = int(RATE * seconds)
    mixed = np.zeros(max(len(first), start + len(second)))
    mixed[: len(first)] += first
    mixed[start : start + len(second)] += second
    return mixed


def knock() -> NDArray[np.float64]:
    """A card on wood: noise through a short decay over a low tone."""
    time = np.arange(int(RATE * 0.16)) / RATE
    noise = np.random.default_rng(1).normal(size=time.size)
    soft = np.convolve(noise, np.ones(12) / 12, mode="same")
    low: NDArray[np.float64] = 0.5 * np.sin(2 * np.pi * 170 * time) * np.exp(-35 * time)
    return low + soft * np.exp(-60 * time)


SIGNALS: Final = {
    Signal.CARD: knock(),
    Signal.SCORE: after(tone(660, 0.5), tone(880, 0.6), 0.14),
    Signal.QUESTION: after(tone(520, 0.35), tone(690, 0.5), 0.18),
}


def main() -> int:
    """Renders everything, and notes which words each file holds."""
    for language in LANGUAGES:
        for old in (VOICE / language).glob("*.ogg"):
            old.unlink()
        for phrase in PHRASES:
            render(language, phrase)
    for name, samples in SIGNALS.items():
        write(signal(name), samples)
    said = {language: {phrase: text_of(language, phrase) for phrase in PHRASES} for language in LANGUAGES}
    (VOICE / "said.json").write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
