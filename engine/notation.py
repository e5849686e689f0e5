"""One line a hand: written by people for tests and reports, read back exactly. Grammar: docs/notation.md."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any, Final
from urllib.parse import quote, unquote

from engine.actions import (
    Action,
    AskDealt,
    Burn,
    Call,
    ClaimExtra,
    Correct,
    CorrectStake,
    Cover,
    Deal,
    Decide,
    Move,
    NextHand,
    Penalize,
    Play,
    Redo,
    Remove,
    Say,
    Settle,
    ShowVira,
    TieAll,
    Undo,
    Way,
)
from engine.cards import Card
from engine.errors import IllegalAction, RulesError
from engine.match import Match
from engine.moves import next_seen
from engine.presets import PRESETS
from engine.rules import Rules
from engine.start import Start

_CALLS: Final = {"t": Call.RAISE, "a": Call.ACCEPT, "r": Call.RUN}
_CARD: Final = r"(?:(?:A|10|[2-9]|J|Q|K)[CDHS]|JK[12]?)"
_SIMPLE: Final[dict[str, Action]] = {"u": Undo(), "U": Redo(), "n?": AskDealt()}


class NotationError(ValueError):
    """A line that is no hand, or a hand that cannot be; ``refusal``: the engine's reason, if it was that."""

    def __init__(self, sentence: str, refusal: IllegalAction | None = None) -> None:
        super().__init__(sentence)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand: rules, where it starts, and everything done in it, in order."""

    rules: Rules
    start: Start
    actions: tuple[Action, ...] = ()


def parse_hand(text: str, rules: Rules | None = None) -> HandLine:
    """The hand written in ``text``. ``rules``: for a line that names none. NotationError if it cannot be."""
    return _read(text, rules)[0]


def judge_line(text: str, rules: Rules | None = None) -> tuple[HandLine, Match]:
    """The hand written in ``text`` and the match in which it was judged. NotationError if it cannot be."""
    return _read(text, rules)


def judge_hand(line: HandLine) -> Match:
    """The match in which this hand was judged. IllegalAction if an action cannot be."""
    return Match.replay(line.rules, line.actions, *line.start)


def hands_of(match: Match) -> tuple[HandLine, ...]:
    """The hands of a match as they count now, one line each: corrected, without what was undone."""
    again = Match(match.rules, *match.start)
    lines: list[HandLine] = []
    start, actions = match.start, list[Action]()
    for move in match.moves():
        if again.hand_over and isinstance(move, NextHand | ShowVira):
            lines.append(HandLine(match.rules, start, tuple(actions)))
            score = again.score if again.match_winner is None else (0, 0)
            start = Start(again.next_dealer, score, again.games, again.next_carry)
            begun = () if isinstance(move, NextHand) else (move,)
            actions = _accepted(Match(match.rules, *start), (*begun, *next_seen(again.waiting, move)))
        elif not isinstance(move, NextHand):
            actions.append(replace(move, hand=0) if isinstance(move, CorrectStake) else move)
        again.do(move)
    return (*lines, HandLine(match.rules, start, tuple(actions)))


def _accepted(match: Match, moves: tuple[Move, ...]) -> list[Action]:
    """Those of these moves that this hand, just begun, takes in."""
    taken: list[Action] = []
    for move in moves:
        if match.hand_over:
            break
        try:
            match.do(move)
        except IllegalAction:
            continue
        taken.append(move)
    return taken


# Writing


def format_hand(line: HandLine) -> str:
    """The line in its one canonical form; `parse_hand` gives the same hand back."""
    rules, start = line.rules, line.start
    head = [_rules_text(rules), f"{start.score[0]}-{start.score[1]}", f"d{start.dealer}"]
    if start.games != (0, 0):
        head.append(f"g{start.games[0]}-{start.games[1]}")
    if start.carry:
        head.append(f"c{start.carry}")
    match = Match(rules, *start)
    words = [":"]
    for action in line.actions:
        words.append(_word(match, action))
        finished = len(match.tricks)
        match.do(action)
        if len(match.tricks) > finished:
            words.append("|")
    return " ".join(head + words)


def _word(match: Match, action: Action) -> str:
    match action:
        case ShowVira(card=card):
            return f"v{card}"
        case Play(seat=seat, card=card):
            return str(card) if seat == match.turn else f"{seat}={card}"
        case Cover(seat=seat):
            return "xx" if seat == match.turn else f"{seat}=xx"
        case Burn(card=card):
            return f"b{card}"
        case Remove(seat=seat):
            return f"{seat}<"
        case Say(team=team, call=call, seat=seat, with_card=with_card):
            letter = next(letter for letter, meant in _CALLS.items() if meant is call)
            return f"{letter}{team}{'' if seat is None else f'@{seat}'}{'+' if with_card else ''}"
        case Decide(team=team, play=play):
            return f"s{team}{'+' if play else '-'}"
        case Deal(seat=seat, cards=cards, seen=seen):
            return f"n{seat}={cards}{'*' if seen else ''}"
        case Settle(way=way, card=card, seat=seat):
            told = "" if card is None and seat is None else f"={seat if card is None else card}"
            return f"!{way}{told}"
        case Penalize(team=team, reason=reason):
            return f"p{team}={reason}"
        case ClaimExtra(seat=seat):
            return f"e{seat}"
        case TieAll(raiser=raiser):
            return f"tt{'' if raiser is None else raiser}"
        case CorrectStake(value=value):
            return f"${value}"
        case Correct(number=number, card=card):
            return f"~{number}={card}"
        case NextHand():
            raise NotationError("A line holds one hand: write the next hand on a line of its own.")
        case _:
            return next(word for word, meant in _SIMPLE.items() if meant == action)


def _rules_text(rules: Rules) -> str:
    base = PRESETS.get(rules.name, Rules(name=rules.name))
    changed = [
        f"{field.name}={_value_text(getattr(rules, field.name))}"
        for field in fields(Rules)
        if field.name != "seats" and getattr(rules, field.name) != getattr(base, field.name)
    ]
    seats = f"/{rules.seats}" if rules.seats != base.seats else ""
    return (
        rules.name + seats + ("{" + ";".join(changed) + "}" if changed or rules.name not in PRESETS else "")
    )


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(quote(str(part), safe="") for part in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# Reading


def _read(text: str, rules: Rules | None) -> tuple[HandLine, Match]:
    head, colon, body = text.partition(":")
    if not colon:
        raise NotationError("This is no hand: write the rules, the score and a colon before the cards.")
    words = head.split()
    try:
        if words and not re.fullmatch(r"\d+-\d+", words[0]):
            named = _rules_of(words.pop(0))
            if rules is not None and named.name != rules.name:
                raise NotationError(
                    f"The line is for {named.name}, not for {rules.name}: choose one of them."
                )
            rules = named
        if rules is None:
            raise NotationError("The line names no rules: write them first, for example paulista.")
        start = _start_of(rules, words)
        match = Match(rules, *start)
    except RulesError as error:
        raise NotationError(str(error)) from None
    actions: list[Action] = []
    bar_allowed = False
    for place, word in enumerate(body.split(), start=1):
        if word == "|":
            if not bar_allowed:
                raise NotationError(f"Word {place}: | closes a trick, and none is full here.")
            bar_allowed = False
            continue
        try:
            action = _action_of(match, word)
            finished = len(match.tricks)
            match.do(action)
        except IllegalAction as error:
            raise NotationError(f"Word {place}, {word}, is not possible here ({error}).", error) from None
        except ValueError as error:
            raise NotationError(f"Word {place}, {word}: {error}.") from None
        if match.hand_number:
            raise NotationError(
                f"Word {place}, {word}: the hand is over; write the next one on a line of its own."
            )
        bar_allowed = len(match.tricks) > finished
        actions.append(action)
    return HandLine(rules, start, tuple(actions)), match


def _start_of(rules: Rules, words: list[str]) -> Start:
    score: tuple[int, int] | None = None
    games, dealer, carry = (0, 0), None, 0
    for word in words:
        if found := re.fullmatch(r"(\d+)-(\d+)", word):
            score = (int(found[1]), int(found[2]))
        elif found := re.fullmatch(r"g(\d+)-(\d+)", word):
            games = (int(found[1]), int(found[2]))
        elif found := re.fullmatch(r"d(\d+)", word):
            dealer = int(found[1])
        elif found := re.fullmatch(r"c(\d+)", word):
            carry = int(found[1])
        else:
            raise NotationError(
                f"{word} says nothing before the colon: write score 0-0, dealer d3, games g0-0, carry c3."
            )
    if score is None:
        raise NotationError("The line has no score: write it after the rules, for example 0-0.")
    return Start.checked(rules, dealer, score, games, carry)


def _rules_of(word: str) -> Rules:
    found = re.fullmatch(r"([\w-]+)(?:/(\d+))?(?:\{([^{}]*)\})?", word)
    if not found:
        raise NotationError(
            f"{word} names no rules: write for example paulista, mineiro/2 or own{{target=15}}."
        )
    name, seats, options = found.groups()
    if name not in PRESETS and options is None:
        raise RulesError(f"There are no rules called {name!r}: choose one of {', '.join(PRESETS)}.")
    values: dict[str, Any] = {} if seats is None else {"seats": int(seats)}
    base = PRESETS.get(name, Rules(name=name))
    for option in filter(None, (options or "").split(";")):
        key, _, value = option.partition("=")
        if key == "seats" or key not in Rules.__dataclass_fields__:
            raise NotationError(f"{key} is no option of the rules: take it out or correct its name.")
        values[key] = _value_of(getattr(base, key), value)
    return replace(base, **values)


def _value_of(like: object, text: str) -> object:
    """``text`` read as the kind of value that ``like`` is."""
    number = re.fullmatch(r"\d+", text)
    if isinstance(like, bool):
        return {"yes": True, "no": False}.get(text, text)
    if isinstance(like, int):
        return int(text) if number else text
    if isinstance(like, tuple):
        parts = [unquote(part) for part in text.split(",")]
        numbers = isinstance(like[0], int) and all(part.isdecimal() for part in parts)
        return tuple(int(part) for part in parts) if numbers else tuple(parts)
    return text


def _action_of(match: Match, word: str) -> Action:
    if word in _SIMPLE:
        return _SIMPLE[word]
    if found := re.fullmatch(rf"(?:(\d)=)?({_CARD}|xx)", word):
        seat = match.turn if found[1] is None else int(found[1])
        if seat is None:
            if match.hand_over:
                raise IllegalAction("hand_over", hand=0)
            raise ValueError("nobody is to play here; write the seat too, for example 2=7H")
        return Cover(seat) if found[2] == "xx" else Play(seat, Card.parse(found[2]))
    if found := re.fullmatch(rf"v({_CARD})", word):
        return ShowVira(Card.parse(found[1]))
    if found := re.fullmatch(rf"b({_CARD})", word):
        return Burn(Card.parse(found[1]))
    if found := re.fullmatch(r"(\d)<", word):
        return Remove(int(found[1]))
    if found := re.fullmatch(r"([tar])(\d)(?:@(\d))?(\+?)", word):
        seat = None if found[3] is None else int(found[3])
        return Say(int(found[2]), _CALLS[found[1]], seat, bool(found[4]))
    if found := re.fullmatch(r"s(\d)([+-])", word):
        return Decide(int(found[1]), found[2] == "+")
    if found := re.fullmatch(r"n(\d)=(\d+)(\*?)", word):
        return Deal(int(found[1]), int(found[2]), bool(found[3]))
    if found := re.fullmatch(rf"!([a-z_]+)(?:=({_CARD}|\d))?", word):
        if found[1] not in list(Way):
            raise ValueError(f"there is no way out called {found[1]}; choose one of {', '.join(Way)}")
        told = found[2]
        if told is None:
            return Settle(Way(found[1]))
        return (
            Settle(Way(found[1]), seat=int(told))
            if told.isdecimal()
            else Settle(Way(found[1]), Card.parse(told))
        )
    if found := re.fullmatch(r"p(\d)=([a-z_]+)", word):
        return Penalize(int(found[1]), found[2])
    if found := re.fullmatch(r"e(\d)", word):
        return ClaimExtra(int(found[1]))
    if found := re.fullmatch(r"tt(\d?)", word):
        return TieAll(int(found[1]) if found[1] else None)
    if found := re.fullmatch(r"\$(\d+)", word):
        return CorrectStake(int(found[1]), 0)
    if found := re.fullmatch(rf"~(\d+)=({_CARD})", word):
        return Correct(int(found[1]), Card.parse(found[2]))
    raise ValueError("it is neither a card nor a call; see the grammar of the notation")
