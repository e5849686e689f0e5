"""Cards to lay before the camera, and what Vira says about those it sees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.learn.answers import answers
from app.learn.task import Ask, Task
from engine import ALL_CARDS, Rules, deck_of


class Verdict(StrEnum):
    """What there is to say; the words are ``learn.look.<verdict>``."""

    NOTHING = "nothing"
    UNREAD = "unread"
    NOT_IN_DECK = "not_in_deck"
    WRONG = "wrong"
    MISSING = "missing"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Show:
    """``line``: a hand in the notation; the cards asked for are those that answer ``ask`` in it.

    ``wanted``: how many of them; 0: all. The words are ``learn.show.<id>``.
    """

    id: str
    ask: Ask
    line: str
    wanted: int
    manilha: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """``right``, ``wrong``: names of the cards seen, sorted. ``missing``: how many more are asked for."""

    verdict: Verdict
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing: int = 0


SHOWS: Final = (
    Show("manilhas_of_five", Ask.MANILHAS, "0-0 d3 : v5D", 0, "vira"),
    Show("manilhas_of_three", Ask.MANILHAS, "0-0 d3 : v3C", 0, "vira"),
    Show("manilhas_fixed", Ask.MANILHAS, "0-0 d3 :", 0, "fixed"),
    Show("zap", Ask.STRONGEST, "0-0 d3 : vJD", 1, "vira"),
    Show("zap_fixed", Ask.STRONGEST, "0-0 d3 :", 1, "fixed"),
    Show("beats_king", Ask.BEATS, "0-0 d3 : vQD KH", 1, "vira"),
    Show("beats_king_fixed", Ask.BEATS, "0-0 d3 : KH", 1, "fixed"),
    Show("ties_queen", Ask.TIES, "0-0 d3 : v4C QH", 1, "vira"),
    Show("ties_queen_fixed", Ask.TIES, "0-0 d3 : QH", 1, "fixed"),
)


def shows_for(rules: Rules) -> tuple[Show, ...]:
    """Those that fit the table's manilhas."""
    return tuple(show for show in SHOWS if show.manilha == rules.manilha)


def asked_for(show: Show, rules: Rules) -> frozenset[str]:
    """Every card that would do, worked out by the engine. Cards on the drawn table are none of them."""
    lying = {word.removeprefix("v") for word in show.line.split(":")[1].split()}
    cards = tuple(str(card) for card in ALL_CARDS if card in deck_of(rules) and str(card) not in lying)
    return answers(Task(show.ask, show.line, cards), rules)


def look(show: Show, seen: Iterable[str | None], rules: Rules) -> Look:
    """What to say about the faces that vision reports; None is a face it cannot read.

    Nothing is called right while a face is unread or a card too many lies there.
    """
    names = list(seen)
    good = asked_for(show, rules)
    cards = sorted({name for name in names if name is not None})
    right = tuple(card for card in cards if card in good)
    wrong = tuple(card for card in cards if card not in good)
    missing = max(0, (show.wanted or len(good)) - len(right))
    deck = {str(card) for card in deck_of(rules)}
    strangers = tuple(card for card in cards if card not in deck)
    if not names:
        return Look(Verdict.NOTHING, missing=missing)
    if None in names:
        return Look(Verdict.UNREAD, right, wrong, missing)
    if strangers:
        return Look(Verdict.NOT_IN_DECK, right, strangers, missing)
    if wrong:
        return Look(Verdict.WRONG, right, wrong, missing)
    return Look(Verdict.MISSING if missing else Verdict.RIGHT, right, (), missing)
