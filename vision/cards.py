"""Names of the cards a camera can meet, and their class numbers in the reader network."""

from __future__ import annotations

from typing import Final

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("C", "D", "H", "S")
JOKER: Final = "JK"

CARD_NAMES: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
"""The 53 identities the reader can name, in the order of its output: clubs, diamonds, hearts, spades, JK."""

UNREADABLE: Final = len(CARD_NAMES)
"""Class number of "there is no card here that can be read": the last output of the reader."""

CLASS_COUNT: Final = len(CARD_NAMES) + 1


def class_of(card: str) -> int:
    """Class number of a card name such as ``7H``, ``10S`` or ``JK``; ValueError for anything else."""
    return CARD_NAMES.index(card)
