"""What a table agrees on before the first card: one frozen, validated value.

Source letters are those of the rule notes: A, B, C, D, E texts, X usage, "our decision" where none says.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Literal, get_args, get_type_hints

from engine.cards import ALL_CARDS, COMMON_ORDER, FIXED_MANILHAS, SIX_MANILHAS, Card
from engine.errors import RulesError

Manilha = Literal["vira", "fixed"]
Deck = Literal["full", "clean", "six"]
Direction = Literal["anticlockwise", "clockwise"]
TieLeader = Literal["first_tied", "tie_maker", "opener"]
AllTied = Literal["nobody", "carry", "opener", "dealer", "raiser_loses"]
CoveredFrom = Literal["second", "first", "never"]
HideBy = Literal["table", "pack"]
MustShow = Literal["no", "tie_maker", "every"]
RaiseTiming = Literal["own_turn", "before_own_card", "any_time"]
RaisePenalty = Literal["match", "tento", "warn"]
IronHand = Literal["blind", "blind_first", "hidden_vira", "open", "open_own"]
IronValue = Literal["second", "first"]
Misdeal = Literal["pass", "tentos", "again"]
WrongTurn = Literal["ask", "stands", "back", "tento"]


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of the rule notes §3; the defaults are the Paulista preset.

    ``name``: preset id, or "own" for a table's own rules. ``seats``: 2, 4 or 6.
    ``manilha``: "vira" (rank after the vira) or "fixed" (7D < AS < 7H < 4C); C calls them gaúcho and
    paulista/mineiro, D calls vira Paulista, E plays both under either name.
    ``ladder``: what a hand can be worth; 1-3-6-9-12 (D) · 2-4-6-10-12 (A, body) · 2-4-8-10-12 (A, heading)
    · 1-3-6-9-12-15 (E) · 4-8-12 (X) · own. ``rung_names``: one name for each rung above the first (A, X).
    ``target``: 12 · 15 (E) · own. ``deck``: "full" · "clean" (E) · "six" (E: six-player Mineiro, two jokers).
    ``direction``: "anticlockwise" (A, D) · "clockwise" (X; D's opener): the way seats rise round the table.
    ``tie_leader``: "first_tied" (D) · "tie_maker" (A) · "opener" of the tied trick (X).
    ``all_tied``: "nobody" (B, E) · "carry" (A) · "opener", "dealer" (their team, X) · "raiser_loses" (X).
    ``covered_from``: "second" trick (A, E) · "first" (X) · "never". ``hide_by``: "table" (B, E) · "pack" (A).
    ``covered_after_tie``: allowed (B, E) or not (A).
    ``must_show_highest`` after a tie: "no" · "tie_maker" (A, text) · "every" (A, list of tentos).
    ``raise_timing``: "own_turn" (B, D) · "before_own_card" (C) · "any_time" until the hand is decided (A, E).
    ``raise_cap``: no raise when the stake in force already suffices the trailing team (X).
    ``last_trick_raiser``: three ties lose the hand for the team that raised last, in the third trick (D).
    ``special_raise_penalty``: "match" (B, E) · "tento" (A) · "warn".
    ``iron_hand``: "blind" (A, B, E) · "blind_first" (A, remark) · "hidden_vira" (E) · "open" (E)
    · "open_own", without seeing the partner's cards (D).
    ``iron_value``: "second" rung (our decision) · "first" rung (D).
    ``misdeal``: "pass" (D) · "tentos" (A) · "again" (X).
    ``wrong_turn``: "ask" · "stands" · "back" · "tento" (our decision how a standing card counts).
    ``tento_ends_hand``: yes, or the points count at once and the hand goes on (our decision).
    ``games_to_win``: matches that win the series.
    """

    name: str = "own"
    seats: int = 4
    manilha: Manilha = "vira"
    ladder: tuple[int, ...] = (1, 3, 6, 9, 12)
    rung_names: tuple[str, ...] = ("truco", "seis", "nove", "doze")
    target: int = 12
    deck: Deck = "full"
    direction: Direction = "anticlockwise"
    tie_leader: TieLeader = "first_tied"
    all_tied: AllTied = "nobody"
    covered_from: CoveredFrom = "second"
    hide_by: HideBy = "table"
    covered_after_tie: bool = True
    must_show_highest: MustShow = "no"
    raise_timing: RaiseTiming = "own_turn"
    raise_cap: bool = False
    last_trick_raiser: bool = False
    special_raise_penalty: RaisePenalty = "match"
    iron_hand: IronHand = "blind"
    iron_value: IronValue = "second"
    misdeal: Misdeal = "pass"
    wrong_turn: WrongTurn = "ask"
    tento_ends_hand: bool = True
    games_to_win: int = 1

    def __post_init__(self) -> None:
        _check_types(self)
        if self.seats not in (2, 4, 6):
            raise RulesError(f"Truco is played by 2, 4 or 6 people, not {self.seats}: choose one of these.")
        if len(self.ladder) < 2 or self.ladder[0] < 1:
            raise RulesError(
                "The ladder of stakes needs at least two rungs, the first worth 1 or more: add one."
            )
        for low, high in zip(self.ladder, self.ladder[1:], strict=False):
            if high <= low:
                raise RulesError(
                    f"The ladder of stakes does not climb from {low} to {high}: put it in rising order."
                )
        if len(self.rung_names) != len(self.ladder) - 1:
            raise RulesError(
                f"The ladder has {len(self.ladder) - 1} rungs to ask for but {len(self.rung_names)} names: "
                "name each rung above the first."
            )
        if not all(name and name.strip() == name and "," not in name for name in self.rung_names):
            raise RulesError("A rung's name is empty or has a comma or spaces around it: write a plain word.")
        if self.target <= self.ladder[0]:
            raise RulesError(
                f"A target of {self.target} is not above the first rung, {self.ladder[0]}: raise it."
            )
        if self.games_to_win < 1:
            raise RulesError(f"A series of {self.games_to_win} matches cannot be won: choose 1 or more.")
        if self.deck == "six" and self.seats != 6:
            raise RulesError(
                f"The six-player deck needs six seats, not {self.seats}: choose 6 seats or another deck."
            )
        if self.deck == "six" and self.manilha != "fixed":
            raise RulesError("The six-player deck turns no vira: choose fixed manilhas or another deck.")
        if self.manilha == "fixed" and self.iron_hand == "hidden_vira":
            raise RulesError("Fixed manilhas turn no vira that could be hidden: choose another iron hand.")
        missing = [card for card in manilhas_of(self.manilha, self.deck, None) if card not in deck_of(self)]
        if missing:
            raise RulesError(f"This deck lacks the manilha {missing[0]}: choose another deck or manilha.")
        if len(deck_of(self)) <= 3 * self.seats:
            raise RulesError(f"This deck is too small for {self.seats} seats: choose the full deck.")

    def stake_name(self, value: int) -> str:
        """The name of the rung worth ``value``; the number itself for the first rung."""
        place = self.ladder.index(value) if value in self.ladder else 0
        return self.rung_names[place - 1] if place else str(value)


_NAMES: Final = tuple(field.name for field in fields(Rules))


@cache
def _choices() -> dict[str, tuple[str, ...]]:
    hints = get_type_hints(Rules)
    return {
        name: get_args(hints[name]) for name in _NAMES if getattr(hints[name], "__origin__", None) is Literal
    }


def _check_types(rules: Rules) -> None:
    for name in _NAMES:
        value = getattr(rules, name)
        allowed = _choices().get(name)
        if allowed is not None:
            if value not in allowed:
                raise RulesError(f"{name} cannot be {value!r}: choose {' or '.join(allowed)}.")
        elif name in ("seats", "target", "games_to_win"):
            if type(value) is not int:
                raise RulesError(f"{name} must be a whole number, not {value!r}.")
        elif name == "ladder":
            if type(value) is not tuple or not all(type(rung) is int for rung in value):
                raise RulesError(f"ladder must be a row of whole numbers, not {value!r}.")
        elif name == "rung_names":
            if type(value) is not tuple or not all(type(rung) is str for rung in value):
                raise RulesError(f"rung_names must be a row of words, not {value!r}.")
        elif name == "name":
            if type(value) is not str or not value or not value.replace("-", "").isalnum():
                raise RulesError(f"name must be a plain word, not {value!r}.")
        elif type(value) is not bool:
            raise RulesError(f"{name} must be true or false, not {value!r}.")


@cache
def _deck(deck: Deck, manilha: Manilha) -> frozenset[Card]:
    low = ("4", "5", "6", "7")
    cards = {
        card for card in ALL_CARDS if card.rank in COMMON_ORDER and not (deck == "clean" and card.rank in low)
    }
    if deck == "clean" and manilha == "fixed":
        cards.update(FIXED_MANILHAS)
    if deck == "six":
        cards.update(SIX_MANILHAS)
    return frozenset(cards)


def deck_of(rules: Rules) -> frozenset[Card]:
    """The cards in play: 40; clean (E) 24 with vira (3 is followed by Q, our decision), 27 fixed; six 42."""
    return _deck(rules.deck, rules.manilha)


@cache
def manilhas_of(manilha: Manilha, deck: Deck, vira: Card | None) -> tuple[Card, ...]:
    """The manilhas, strongest first; empty while the vira is unknown. Six-player deck: eight top cards."""
    if deck == "six":
        return SIX_MANILHAS
    if manilha == "fixed":
        return FIXED_MANILHAS
    if vira is None:
        return ()
    ranks = COMMON_ORDER[4:] if deck == "clean" else COMMON_ORDER
    after = ranks[(ranks.index(vira.rank) + 1) % len(ranks)]
    return tuple(Card.parse(after + suit) for suit in "CHSD")


@cache
def strengths(manilha: Manilha, deck: Deck, vira: Card | None) -> dict[Card, int]:
    """Strength of every card: commons 0..9 by rank, manilhas above them, all different (rules.md §2, §5)."""
    table = {
        card: COMMON_ORDER.index(card.rank) for card in _deck(deck, manilha) if card.rank in COMMON_ORDER
    }
    for place, card in enumerate(reversed(manilhas_of(manilha, deck, vira))):
        table[card] = len(COMMON_ORDER) + place
    return table


def rules_to_text(rules: Rules) -> str:
    """The rules as a small readable JSON file, one option a line."""
    lines = [
        f" {json.dumps(name)}: {json.dumps(getattr(rules, name), ensure_ascii=False)}" for name in _NAMES
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def rules_from_text(text: str) -> Rules:
    """Rules from such a file; options left out keep their defaults. RulesError names what is wrong."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise RulesError(
            f"This is not a rules file (line {error.lineno}: {error.msg}): save the rules again."
        ) from None
    except RecursionError:
        raise RulesError("This is not a rules file: its lists are nested without end.") from None
    if not isinstance(data, dict):
        raise RulesError("This is not a rules file: it must hold one list of options in braces.")
    unknown = sorted(set(data) - set(_NAMES))
    if unknown:
        raise RulesError(f"{unknown[0]!r} is no option of the rules: take it out or correct its name.")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    return Rules(**values)
