"""The engine's reasons as notes."""

from __future__ import annotations

from typing import Final

from app.teach.manilhas import name_key, special_key
from app.teach.note import Facts, Note
from engine import (
    Case,
    IllegalAction,
    LeftOut,
    Outcome,
    Problem,
    Rules,
    TrickResult,
    deck_of,
    explain,
    manilhas_of,
)
from engine.cards import COMMON_ORDER
from engine.explain import Explanation

_CARD_FACTS: Final = ("card", "over")


def notes_on(
    thing: TrickResult | Outcome | Case | Problem | LeftOut | IllegalAction, rules: Rules
) -> tuple[Note, ...]:
    """Every reason for a trick, an outcome, an open case, something left out or a refusal, chief first."""
    return tuple(_note(reason, rules) for reason in explain(thing, rules))


def _note(reason: Explanation, rules: Rules) -> Note:
    values = reason.values
    cards = tuple(str(values[name]) for name in _CARD_FACTS if values.get(name))
    key, facts = reason.key, reason.facts
    if key == "trick.manilha":
        return _won_by_manilha(reason, rules, cards)
    if key == "trick.highest":
        facts = (*facts, ("order", order_of(rules)))
    elif key in ("hand.special_refused", "problem.undecided"):
        facts = (*facts, ("special", special_key(rules)))
    elif key.startswith("refused.no_such_"):
        # What was named does not exist, so it has no name either.
        facts = ()
    return Note(key, reason.rule, facts, cards)


def _won_by_manilha(reason: Explanation, rules: Rules, cards: tuple[str, ...]) -> Note:
    winner, *rest = cards
    facts: Facts = (*reason.facts, ("name", name_key(rules, winner)))
    if not rest:
        return Note("trick.manilha", reason.rule, facts, cards)
    if not _is_manilha(rules, winner, rest[0]):
        return Note("trick.manilha_over", reason.rule, facts, cards)
    facts = (*facts, ("over_name", name_key(rules, rest[0])))
    if rules.manilha == "vira":
        return Note("trick.manilha_pair", reason.rule, facts, cards, "suits_of_manilhas")
    order = " ".join(map(str, manilhas_of(rules.manilha, rules.deck, None)))
    return Note("trick.manilha_pair", reason.rule, (*facts, ("above", order)), cards, "order_of_manilhas")


def order_of(rules: Rules) -> str:
    """The common ranks of this deck, weakest first."""
    common = {card.rank for card in deck_of(rules)} & set(COMMON_ORDER)
    if rules.deck == "clean":
        # The fixed manilhas kept in a clean deck are no common cards.
        common -= {"4", "5", "6", "7"}
    return " ".join(rank for rank in COMMON_ORDER if rank in common)


def _is_manilha(rules: Rules, winner: str, other: str) -> bool:
    """Whether ``other`` is a manilha, where ``winner`` is known to be one."""
    if rules.manilha == "fixed":
        return other in map(str, manilhas_of(rules.manilha, rules.deck, None))
    return other[:-1] == winner[:-1]
