"""Where the files lie that Vira brings along."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent

ASSETS: Final = _ROOT / "assets"
LOCALE: Final = _ROOT / "locale"
FONT: Final = ASSETS / "fonts" / "DejaVuSansCondensed.ttf"
FONT_BOLD: Final = ASSETS / "fonts" / "DejaVuSansCondensed-Bold.ttf"
CARDS: Final = _ROOT.parent / "datasets" / "own_deck" / "cards" / "jumbo"
FILM: Final = ASSETS / "hand.mp4"
"""The bundled filmed hand, with its truth and its calls beside it."""
FILM_TRUTH: Final = ASSETS / "hand.truth.jsonl"
FILM_CALLS: Final = ASSETS / "hand.calls.jsonl"
