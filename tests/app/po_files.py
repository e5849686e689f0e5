"""The `.po` files as they are written, for the tests of words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from app.paths import LOCALE


def po_files(language: str) -> list[Path]:
    """The domains of one language."""
    return sorted((LOCALE / language / "LC_MESSAGES").glob("*.po"))


@cache
def domain(po: Path) -> dict[str, str]:
    """Key to words of one file."""
    with po.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def words_in(language: str) -> dict[str, str]:
    """Key to words of one language, all domains together."""
    return {key: words for po in po_files(language) for key, words in domain(po).items()}
