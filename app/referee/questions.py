"""Questions of the referee: what it is not sure of, with the answers and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Ask(StrEnum):
    """Questions the referee has of its own; the others carry the engine's names of problems, lower case.

    The words of all of them stand in the catalogues under ``question.KEY``.
    """

    WHICH_CARD = "which_card"
    WHOSE_CARD = "whose_card"
    CARD_CHANGED = "card_changed"
    CARD_REMOVED = "card_removed"
    IS_IT_VIRA = "is_it_vira"
    MISSING_CARD = "missing_card"
    DIRECTION = "direction"
    HAND_UNFINISHED = "hand_unfinished"
    HAND_OPEN = "hand_open"
    UNDONE = "undone"
    RAISE = "raise"
    SPECIAL_HAND = "special_hand"


class Do(StrEnum):
    """Answers the referee has of its own; the others carry the engine's names of ways out.

    The words of all of them stand in the catalogues under ``choice.KEY``.
    """

    CARD = "card"
    NO_CARD = "no_card"
    LAID_BY = "laid_by"
    OTHER_WAY = "other_way"
    KEEP = "keep"
    BACK = "back"
    VIRA = "vira"
    COVERED = "covered"
    NEW_HAND = "new_hand"
    RAISE = "raise"
    ACCEPT = "accept"
    RUN = "run"
    PLAY = "play"
    GIVE_UP = "give_up"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what it does, and the card, seat or team it means.

    ``points``: what it is worth, ``to`` the team that would score them at once (None: the hand goes on
    for them); both None where no points hang on it.
    """

    do: str
    card: str = ""
    seat: int | None = None
    points: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the table must say.

    ``number`` identifies it, ``t`` is film time, ``track`` the physical card meant (0: none).
    ``waits``: nothing more is judged before the answer. ``any_card``: a card that is not among the choices
    may be named too. ``team``: the team that must answer (None: the table). ``values`` fill the words.
    """

    number: int
    key: str
    t: float
    choices: tuple[Choice, ...]
    track: int = 0
    seat: int | None = None
    card: str = ""
    team: int | None = None
    waits: bool = True
    any_card: bool = False
    values: Mapping[str, int | str] = field(default_factory=dict, compare=False)
