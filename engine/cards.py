"""Cards and decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("C", "D", "H", "S")
JOKERS: Final = ("JK", "JK1", "JK2")
"""A joker as a camera reads it, then the six-player deck's "coringa taça" and "letrado"."""

COMMON_ORDER: Final = ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3")
"""Ranks of a truco deck, low to high (rules.md §2)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: ``rank`` from `RANKS` with a ``suit`` from `SUITS`, or a joker without a suit."""

    rank: str
    suit: str = ""

    @staticmethod
    def parse(text: str) -> Card:
        """The card named ``text`` ("7H", "10S", "JK"); ValueError in one sentence for anything else."""
        card = _BY_NAME.get(text)
        if card is None:
            raise ValueError(
                f"{text!r} is not a card: write a rank A, 2-10, J, Q, K and a suit C, D, H, S, or JK"
            )
        return card

    def __str__(self) -> str:
        return self.rank + self.suit


ALL_CARDS: Final = (*(Card(rank, suit) for suit in SUITS for rank in RANKS), *(Card(name) for name in JOKERS))
_BY_NAME: Final = {str(card): card for card in ALL_CARDS}

JOKER: Final = Card.parse("JK")
FIXED_MANILHAS: Final = tuple(Card.parse(name) for name in ("4C", "7H", "AS", "7D"))
"""Strongest first (rules.md §2)."""

SIX_MANILHAS: Final = tuple(Card.parse(name) for name in ("JK1", "JK2", "7C", "4S", "4C", "7H", "AS", "7D"))
"""The eight cards above the common ones in the six-player Mineiro, strongest first (rules.md §5)."""
