"""What a table needs before the first frame: rules, seats, dealer, calls, networks."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.referee.calls import CallsError, SaidCall, read_calls
from engine import PRESETS, Rules, RulesError, deck_of, preset

if TYPE_CHECKING:
    from vision.read import TableReader
    from vision.track import TableKind


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Options that `judge` and `app` share."""
    parser.add_argument("--rules", default="paulista", metavar="NAME", help="one of " + ", ".join(PRESETS))
    parser.add_argument(
        "--seats", type=int, choices=(2, 4, 6), help="number of players (the rules' own by default)"
    )
    parser.add_argument(
        "--dealer", type=int, metavar="N", help="seat that deals the first hand (default: the last)"
    )
    parser.add_argument("--calls", type=Path, metavar="FILE", help="timed calls, one JSON object a line")
    parser.add_argument("--lang", default="pt", choices=("pt", "pt_BR", "en"), help="language of the words")


def rules_of(name: str, seats: int | None, dealer: int | None) -> Rules:
    """The rules asked for; UserError in one sentence if there are none such."""
    try:
        rules = preset(name) if seats is None else replace(preset(name), seats=seats)
    except RulesError as error:
        raise UserError(str(error)) from None
    if dealer is not None and not 0 <= dealer < rules.seats:
        raise UserError(
            f"There is no seat {dealer}; with {rules.seats} players the dealer is 0 to {rules.seats - 1}."
        )
    return rules


def calls_of(path: Path | None, rules: Rules) -> tuple[SaidCall, ...]:
    """The timed calls of a file, () without one; UserError in one sentence if it cannot be used."""
    if path is None:
        return ()
    try:
        calls = read_calls(path)
    except CallsError as error:
        raise UserError(str(error)) from None
    for call in calls:
        if call.seat is not None and call.seat >= rules.seats:
            raise UserError(f"The calls file {path} names seat {call.seat}, but only {rules.seats} play.")
    return calls


def kind_of(rules: Rules) -> TableKind:
    """What vision has to know of the rules: which cards there are, and whether a vira is turned."""
    from vision.track import TableKind

    # a camera cannot tell one joker from another
    deck = frozenset("JK" if card.rank.startswith("JK") else str(card) for card in deck_of(rules))
    return TableKind(deck, rules.manilha == "vira")


def open_reader() -> TableReader:
    """The reader with the weights Vira comes with; UserError if they are missing or altered."""
    from vision.models import WeightsError, load_networks
    from vision.read import TableReader

    try:
        return TableReader(load_networks())
    except WeightsError as error:
        raise UserError(f"{str(error)[0].upper()}{str(error)[1:]}.") from None
