"""Questions of the referee: what it is not sure of, with the answers and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Ask(StrEnum):
    """Keys of the questions; the words stand in the catalogues under ``question.KEY``."""

    WHICH_CARD = "which_card"
    OUT_OF_TURN = "out_of_turn"
    NOT_IN_DECK = "not_in_deck"
    DUPLICATE = "duplicate"
    EQUALS_VIRA = "equals_vira"
    CARD_CHANGED = "card_changed"
    CARD_REMOVED = "card_removed"
    IS_IT_VIRA = "is_it_vira"
    NEW_HAND = "new_hand"
    COVERED_HERE = "covered_here"
    SPECIAL_HAND = "special_hand"
    UNDONE_CARD = "undone_card"


class Do(StrEnum):
    """What an answer does; the words stand in the catalogues under ``choice.KEY``."""

    CARD = "card"
    NO_CARD = "no_card"
    IN_TURN = "in_turn"
    STANDS = "stands"
    TAKEN_BACK = "taken_back"
    KEEP = "keep"
    VIRA = "vira"
    COVERED = "covered"
    NEW_HAND = "new_hand"
    GO_ON = "go_on"
    PLAY = "play"
    GIVE_UP = "give_up"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what it does, the card or seat it means, and the points it is worth (None: no points)."""

    do: Do
    card: str = ""
    seat: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the table must say.

    ``number`` identifies it, ``t`` is film time, ``track`` the physical card meant (0: none).
    ``any_card``: a card that is not among the choices may be named instead. ``values`` fill the words.
    """

    number: int
    key: Ask
    t: float
    choices: tuple[Choice, ...]
    track: int = 0
    seat: int | None = None
    card: str = ""
    any_card: bool = False
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)
