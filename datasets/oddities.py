"""Hands in which somebody plays what a referee has to notice: against the rules, or unusual and lawful.

Each writes its film into a `Telling`: what happens on the table, which problem must be raised, the way out
the table takes, and the truth after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from datasets.script import Script, Telling, Wishes, lay_one, play_on, write_script
from engine import Call, Card, Rules

NOTICED: Final = 2.4
"""Seconds after which the table has noticed, answered, and goes on (a card taken back has left by then)."""


def _at(telling: Telling, laid: Callable[[int], bool], trick: int | None = None) -> bool:
    """Play until the running trick has a fitting number of cards; False if that never comes."""
    match = telling.match
    wanted = int(telling.rng.integers(2)) if trick is None else trick

    def reached(now: Telling) -> bool:
        return now.match.trick_number == wanted and laid(len(now.match.current_trick))

    play_on(telling, reached)
    return not match.hand_over and match.turn is not None and match.pending_raise is None and reached(telling)


def _turn(telling: Telling) -> int:
    turn = telling.match.turn
    assert turn is not None
    return turn


def _somebody_else(telling: Telling) -> int | None:
    """A seat that has not laid a card of this trick and is not in turn."""
    match = telling.match
    gone = {seat for seat, _ in match.current_trick} | {match.turn}
    others = [seat for seat in range(match.rules.seats) if seat not in gone]
    return int(telling.rng.choice(others)) if others else None


def out_of_turn_back(telling: Telling) -> bool:
    """A card out of turn goes back to its player's hand."""
    if not _at(telling, lambda laid: laid <= telling.match.rules.seats - 2):
        return False
    seat = _somebody_else(telling)
    if seat is None:
        return False
    telling.next_card()
    number = telling.lay(seat, str(telling.rng.choice(telling.held[seat])), counts=False)
    telling.wait(NOTICED)
    telling.change(number, until=telling.now)
    telling.problems, telling.answer = ("out_of_turn",), "back"
    telling.wait(0.6)
    return play_on(telling)


def out_of_turn_stands(telling: Telling) -> bool:
    """A card out of turn stands, and counts once the seats passed over have played."""
    seats = telling.match.rules.seats
    if not _at(telling, lambda laid: laid <= seats - 2):
        return False
    turn = _turn(telling)
    seat = (turn + 1) % seats
    if any(seat == other for other, _ in telling.match.current_trick):
        return False
    telling.next_card()
    early = str(telling.rng.choice(telling.held[seat]))
    telling.held[seat].remove(early)
    telling.lay(seat, early)
    telling.wait(NOTICED)
    card = telling.held[turn].pop()
    telling.lay(turn, card)
    record = telling.match.play(turn, Card.parse(card))
    telling.played(turn, card)
    later = telling.match.play(seat, Card.parse(early))
    telling.played(seat, early)
    telling.tell(later)
    telling.problems, telling.answer = ("out_of_turn",), "stands"
    if record.tricks:
        return False
    if later.tricks and not telling.match.hand_over:
        telling.wait(1.3)
        telling.cleared.append(telling.now)
    return play_on(telling)


def covered_too_early(telling: Telling) -> bool:
    """A card is covered in the first trick and then turned up."""
    if not _at(telling, lambda laid: laid >= 0, trick=0):
        return False
    seat = _turn(telling)
    if telling.match.can_cover(seat):
        return False
    telling.next_card()
    card = telling.held[seat].pop()
    number = telling.lay(seat, card, covered=True)
    telling.wait(NOTICED)
    telling.change(number, turned=telling.now)
    record = telling.match.play(seat, Card.parse(card))
    telling.played(seat, card)
    telling.tell(record)
    telling.problems, telling.answer = ("covered_forbidden",), "show"
    if record.tricks:
        telling.wait(1.3)
        telling.cleared.append(telling.now)
    return play_on(telling)


def covered_lawfully(telling: Telling) -> bool:
    """A covered card that the rules allow: no problem."""
    if not _at(telling, lambda laid: laid >= 1, trick=1) or not telling.match.can_cover(_turn(telling)):
        return False
    telling.next_card()
    lay_one(telling, _turn(telling), telling.held[_turn(telling)][0], hide=True)
    return play_on(telling)


def taken_back(telling: Telling) -> bool:
    """A player takes a card back and lays another."""
    seats = telling.match.rules.seats
    if not _at(telling, lambda laid: laid < seats - 1):
        return False
    seat = _turn(telling)
    if len(telling.held[seat]) < 2:
        return False
    telling.next_card()
    card, other = telling.held[seat][:2]
    number = telling.lay(seat, card, counts=False)
    telling.played(seat, card)
    telling.wait(NOTICED)
    telling.change(number, until=telling.now)
    telling.write(type="undo", seat=seat, card=card, team=seat % 2, reason="card")
    telling.wait(NOTICED)  # the table says that it may
    telling.problems, telling.answer = ("taken_back", "card_removed"), "back"
    telling.next_card()
    lay_one(telling, seat, other)
    return play_on(telling)


def eight(telling: Telling) -> bool:
    """An 8, 9 or 10 comes to the table and goes back."""
    name = f"{telling.rng.choice(['8', '9', '10'])}{telling.rng.choice(list('CDHS'))}"
    return telling.wishes.holds(name) and _foreign(telling, name, ("not_in_deck",))


def duplicate(telling: Telling) -> bool:
    """A card that has been played already is laid once more, from another deck, and goes back."""
    if not _at(telling, lambda laid: laid >= 1):
        return False
    seen = [lay.card for lay in telling.lays if not lay.covered]
    if not seen:
        return False
    return _foreign(telling, str(telling.rng.choice(seen)), ("duplicate",), here=True)


def _foreign(telling: Telling, card: str, problems: tuple[str, ...], *, here: bool = False) -> bool:
    if not here and not _at(telling, lambda laid: laid < telling.match.rules.seats):
        return False
    telling.next_card()
    number = telling.lay(_turn(telling), card, counts=False)
    telling.wait(NOTICED)
    telling.change(number, until=telling.now)
    telling.problems, telling.answer = problems, "back"
    telling.wait(0.6)
    return play_on(telling)


def second_card(telling: Telling) -> bool:
    """A seat lays a second card in one trick, and it goes back; with one card left it is its fourth."""
    if not _at(telling, lambda laid: 1 <= laid < telling.match.rules.seats):
        return False
    seat = int(telling.rng.choice([seat for seat, _ in telling.match.current_trick]))
    if not telling.held[seat]:
        return False
    telling.next_card()
    number = telling.lay(seat, telling.held[seat][0], counts=False)
    telling.wait(NOTICED)
    telling.change(number, until=telling.now)
    telling.problems, telling.answer = ("second_card", "fourth_card"), "back"
    telling.wait(0.6)
    return play_on(telling)


def truco_in_eleven(telling: Telling) -> bool:
    """Somebody asks for truco in a special hand; the table lets it pass."""
    if not _at(telling, lambda laid: laid < telling.match.rules.seats):
        return False
    telling.wait(0.5)
    team = _turn(telling) % 2
    telling.call(team, Call.RAISE, None, told=False)
    telling.problems, telling.answer = ("raise_in_special",), "ignore"
    telling.wait(NOTICED + 2.0)
    return play_on(telling)


def blind_iron(telling: Telling) -> bool:
    """Both teams are a point short: nobody looks at the cards; they lie in backs and are turned as played."""
    return play_on(telling)


def burned(telling: Telling) -> bool:
    """Cards of the stock are shown and burned before the vira is turned: lawful, and no plays."""
    rng = telling.rng
    if telling.match.rules.manilha == "fixed" or len(telling.stock) < 3:
        return False
    telling.burn(int(rng.integers(1, 4)), stay=bool(rng.random() < 0.5))
    return play_on(telling)


ODDITIES: Final[Mapping[str, Callable[[Telling], bool]]] = MappingProxyType(
    {
        "out_of_turn_back": out_of_turn_back,
        "out_of_turn_stands": out_of_turn_stands,
        "covered_too_early": covered_too_early,
        "covered_lawfully": covered_lawfully,
        "taken_back": taken_back,
        "eight": eight,
        "duplicate": duplicate,
        "second_card": second_card,
        "truco_in_eleven": truco_in_eleven,
        "blind_iron": blind_iron,
        "burned": burned,
    }
)
"""Every kind by its name, which stands in the film's facts."""


def write_odd(rng: np.random.Generator, rules: Rules, name: str, wishes: Wishes) -> Script:
    """A hand with this oddity in it; ValueError if these rules do not allow it."""
    play = ODDITIES[name]

    def named(telling: Telling) -> bool:
        telling.oddity = name
        return play(telling)

    return write_script(rng, rules, wishes, named)
