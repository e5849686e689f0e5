"""Where the rendered phrases and the signals lie."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final

from app.paths import ASSETS
from app.words import catalogue

VOICE: Final = ASSETS / "voice"
"""One folder a language, one file a phrase; `make voice` writes them."""
SOUNDS: Final = ASSETS / "sounds"


class Signal(StrEnum):
    """Short sounds: a card was read, a score changed, something is asked."""

    CARD = "card"
    SCORE = "score"
    QUESTION = "question"


def clip(language: str, phrase: str) -> Path:
    """The file of a phrase in one language ("pt_BR", "en")."""
    return VOICE / language / f"{phrase}.ogg"


def signal(sound: Signal) -> Path:
    """The file of a signal."""
    return SOUNDS / f"{sound}.ogg"


def text_of(language: str, phrase: str) -> str:
    """What is said, as words."""
    return catalogue(language)[f"voice.{phrase}"]
