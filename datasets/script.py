"""What happens in a filmed hand: who lays what and when, what is called, and the truth about all of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from engine import Call, Card, Match, Record, Rules, deck_of

_WORDS: Final = {Call.RAISE: "truco", Call.ACCEPT: "accept", Call.RUN: "run"}


@dataclass(frozen=True, slots=True)
class Lay:
    """A card laid by a seat; ``at``: seconds of film time when it lies and the hand has left it."""

    at: float
    seat: int
    card: str
    covered: bool
    trick: int


@dataclass(frozen=True, slots=True)
class Script:
    """One hand. ``vira_at``: when the vira lies open. ``cleared``: when each trick's cards have left.

    ``truth`` has the lines of docs/transcript.md, ``calls`` those of a calls file. ``length``: seconds.
    """

    rules: Rules
    vira: str
    vira_at: float
    lays: tuple[Lay, ...]
    cleared: tuple[float, ...]
    calls: tuple[dict[str, Any], ...]
    truth: tuple[dict[str, Any], ...]
    length: float


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a film should show.

    ``pace``: seconds from card to card; ``raises``: how often someone calls truco; ``covered``, ``tie``:
    whether at least one covered card, one tied trick must occur; ``longest``: seconds.
    """

    pace: float = 1.2
    raises: float = 0.3
    covered: bool = False
    tie: bool = False
    longest: float = 20.0


def write_script(rng: np.random.Generator, rules: Rules, wishes: Wishes | None = None) -> Script:
    """Play one random hand that fulfils the wishes; ValueError when none of many does."""
    wishes = wishes or Wishes()
    for _ in range(400):
        script = _play(rng, rules, wishes)
        tied = any(line["type"] == "trick" and "team" not in line for line in script.truth)
        hidden = any(lay.covered for lay in script.lays)
        if wishes.tie <= tied and wishes.covered <= hidden and script.length <= wishes.longest:
            return script
    raise ValueError("no hand with these wishes came up under these rules")


def _play(rng: np.random.Generator, rules: Rules, wishes: Wishes) -> Script:
    match = Match(rules)
    cards = sorted(str(card) for card in deck_of(rules))  # a set has another order in every process
    rng.shuffle(cards)
    vira, rest = cards[0], cards[1:]
    held = {seat: rest[3 * seat : 3 * seat + 3] for seat in range(rules.seats)}
    now = vira_at = 0.8
    truth: list[dict[str, Any]] = []
    calls: list[dict[str, Any]] = []
    lays: list[Lay] = []
    cleared: list[float] = []
    rules_need_vira = match.needs_vira
    if rules_need_vira:
        match.show_vira(Card.parse(vira))
        truth.append({"t": now, "type": "vira", "card": vira})
        truth.append({"t": now, "type": "manilhas", "card": " ".join(map(str, match.manilhas))})
    now += 0.5
    while not match.hand_over and match.turn is not None:
        seat = match.turn
        if rng.random() < wishes.raises / 6 and match.can_call(seat % 2, Call.RAISE, seat):
            now = _haggle(rng, match, seat, now, truth, calls)
            if match.hand_over:
                break
        options = held[seat]
        card = options[rng.integers(len(options))]
        table = [laid for _, laid in match.current_trick if laid is not None]
        if wishes.tie and table and rng.random() < 0.6:
            card = next((c for c in options if Card.parse(c).rank == table[-1].rank), card)
        hide = rng.random() < (0.25 if wishes.covered else 0.04) and match.can_cover(seat)
        options.remove(card)
        trick = match.trick_number
        now = round(now + wishes.pace * rng.uniform(0.9, 1.15), 3)
        record = match.cover(seat) if hide else match.play(seat, Card.parse(card))
        lays.append(Lay(now, seat, card, hide, trick))
        line: dict[str, Any] = {"t": now, "type": "covered" if hide else "card", "seat": seat}
        if not hide:
            line["card"] = card
        truth.append({**line, "team": seat % 2})
        _tell(record, now, truth)
        if record.tricks and not match.hand_over:
            now = round(now + 1.3, 3)
            cleared.append(now)
    if truth and not rules_need_vira:
        manilhas = " ".join(map(str, match.manilhas))
        truth.insert(0, {"t": truth[0]["t"], "type": "manilhas", "card": manilhas})
    return Script(
        rules,
        vira,
        vira_at,
        tuple(lays),
        tuple(cleared),
        tuple(calls),
        tuple(_ordered(truth)),
        round(now + 2.2, 3),
    )


def _haggle(
    rng: np.random.Generator,
    match: Match,
    seat: int,
    now: float,
    truth: list[dict[str, Any]],
    calls: list[dict[str, Any]],
) -> float:
    """A raise and its answer; returns the time after it."""
    answer = Call.RUN if rng.random() < 0.2 else Call.ACCEPT
    for call, team in ((Call.RAISE, seat % 2), (answer, 1 - seat % 2)):
        now = round(now + 0.7, 3)
        asker = seat if call is Call.RAISE else None
        record = match.call(team, call, seat=asker)
        line = {"t": now, "type": "call", "seat": asker, "team": team, "reason": call.name.lower()}
        truth.append({key: value for key, value in line.items() if value is not None})
        press = {"t": now, "team": team, "seat": asker, "call": _WORDS[call]}
        calls.append({key: value for key, value in press.items() if value is not None})
        _tell(record, now, truth)
    return now


def _tell(record: Record, now: float, truth: list[dict[str, Any]]) -> None:
    """The truth lines of what an action ended."""
    for trick in record.tricks:
        line = {
            "t": now,
            "type": "trick",
            "seat": trick.winner_seat,
            "team": trick.winner_team,
            "reason": trick.reason,
        }
        truth.append({key: value for key, value in line.items() if value is not None})
    outcome = record.outcome
    if outcome is not None:
        line = {
            "t": now,
            "type": "hand",
            "team": outcome.winner,
            "reason": outcome.reason,
            "score": list(record.score),
        }
        truth.append({key: value for key, value in line.items() if value is not None})
        truth.append({"t": now, "type": "score", "score": list(record.score)})


def _ordered(truth: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**line, "t": round(line["t"], 3)} for line in truth]


def seated(rules: Rules, seats: int) -> Rules:
    """The same rules for another number of seats."""
    return replace(rules, seats=seats)
