"""What beats the card that lies there now, and why a card is a manilha."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.teach.manilhas import name_key
from app.teach.note import Facts, Note
from engine import Card, Match, Rules, deck_of
from engine.rules import strengths
from engine.tricks import MANILHA

if TYPE_CHECKING:
    from app.teach.position import Position

_SUIT_ORDER = "SHDC"
"""Which card of a rank stands for it when drawn: the first of these suits not seen yet."""


def lying_notes(place: Position) -> tuple[Note, ...]:
    """Which cards beat what lies in the running trick; nothing while the manilhas are unknown."""
    if not place.trick or not place.manilhas or len(place.trick) == place.rules.seats:
        return ()
    table = strengths(place.rules.manilha, place.rules.deck, place.vira)
    opened = [(table[card], card, seat % 2) for seat, card in place.trick if card is not None]
    if not opened:
        return (Note("lying.covered", "§2 covered cards"),)
    top = max(value for value, _, _ in opened)
    lying = next(card for value, card, _ in opened if value == top)
    tied = len({team for value, _, team in opened if value == top}) == 2
    facts: Facts = (("card", str(lying)),)
    left = [card for card in deck_of(place.rules) if card not in place.out and table[card] > top]
    if not left:
        # A tie between common cards can always be beaten while a manilha is out; so nothing is left of them.
        return (Note("lying.unbeatable", "§2 tricks", facts, (str(lying),)),)
    manilhas = [card for card in place.manilhas if card in left]
    ranks = _ranks(left, table)
    every = len(manilhas) == len(place.manilhas) and len(manilhas) > 1
    facts = (
        *facts,
        ("ranks", " ".join(card.rank for card in ranks)),
        ("manilhas", "*" if every else " ".join(map(str, manilhas))),
    )
    key = "lying.tied" if tied else "lying.manilha" if top >= MANILHA else "lying.beats"
    drawn = (str(lying), *map(str, manilhas), *map(str, ranks))
    more = "" if tied or top >= MANILHA else "equal"
    return (Note(key, "§2 tricks", facts, drawn, more),)


def _ranks(cards: list[Card], table: dict[Card, int]) -> list[Card]:
    """One card of each common rank among these, strongest first."""
    found: dict[str, Card] = {}
    common = [card for card in cards if table[card] < MANILHA]
    for card in sorted(common, key=lambda card: (-table[card], _SUIT_ORDER.index(card.suit))):
        found.setdefault(card.rank, card)
    return list(found.values())


def why_manilha(match: Match, card: Card) -> Note | None:
    """Why this card is a manilha in this hand, and what beats it; None for a card that is none."""
    if card not in match.manilhas:
        return None
    return manilha_note(match.rules, match.vira, match.manilhas, card)


def manilha_note(rules: Rules, vira: Card | None, manilhas: tuple[Card, ...], card: Card) -> Note:
    """The same for a card known to be one of ``manilhas``."""
    place = manilhas.index(card)
    facts: Facts = (("card", str(card)), ("name", name_key(rules, str(card))), ("rank", card.rank))
    drawn = tuple(map(str, manilhas))
    more = "place_first"
    if place:
        facts = (*facts, ("above", " ".join(map(str, manilhas[:place]))))
        more = "place_second" if place == 1 else "place_lower"
    if vira is None:
        return Note("manilha.fixed", "manilha", facts, drawn, more)
    return Note("manilha.vira", "manilha", (*facts, ("vira", str(vira))), (str(vira), *drawn), more)
