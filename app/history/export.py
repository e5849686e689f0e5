"""Stories as texts for other programs: JSON with everything, CSV with one line a hand."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from app.history.hand import Called, HandStory
from app.history.story import MatchStory
from app.store import data_folder
from engine import TrickResult, rules_to_text

FORMAT = 1
"""Version of the JSON; raised when something in it changes its meaning."""

HEAD = (
    "match",
    "began",
    "rules",
    "mode",
    "team_0",
    "team_1",
    "hand",
    "game",
    "hand_began",
    "hand_ended",
    "dealer",
    "vira",
    "special",
    "stake",
    "raises",
    "trick_1",
    "trick_2",
    "trick_3",
    "winner",
    "points",
    "reason",
    "score_0",
    "score_1",
    "notation",
)


def exports_folder() -> Path:
    """Where exported files go: where people look for their documents."""
    if os.environ.get("VIRA_DATA") or os.environ.get("ANDROID_PRIVATE"):
        return data_folder() / "exports"
    documents = Path.home() / "Documents"
    return (documents if documents.is_dir() else Path.home()) / "Vira"


def to_json(stories: Iterable[MatchStory]) -> str:
    """All of these matches as one JSON object."""
    data = {"vira_history": FORMAT, "matches": [_match(story) for story in stories]}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def to_csv(stories: Iterable[MatchStory]) -> str:
    """One line a hand, with a first line of names. ``winner`` and tricks: 0, 1, tie, or empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEAD)
    for story in stories:
        for hand in story.hands:
            writer.writerow([_plain(cell) for cell in _cells(story, hand)])
    return text.getvalue()


def _cells(story: MatchStory, hand: HandStory) -> tuple[object, ...]:
    row, outcome = story.row, hand.outcome
    tricks = ["tie" if trick.winner_team is None else trick.winner_team for trick in hand.tricks]
    if outcome is None:
        winner: object = ""
    else:
        winner = "nobody" if outcome.winner is None else outcome.winner
    return (
        row.id,
        _time(row.began),
        row.rules.name,
        row.seating.mode,
        _team(story, 0),
        _team(story, 1),
        hand.number + 1,
        hand.game + 1,
        _time(hand.began),
        _time(hand.ended),
        hand.dealer,
        hand.vira or "",
        hand.special or "",
        hand.stake,
        " ".join(f"{call.kind}:{call.team}:{call.value}" for call in hand.calls),
        *[*tricks, "", "", ""][:3],
        winner,
        "" if outcome is None else outcome.points,
        "" if outcome is None else outcome.reason,
        *hand.score,
        hand.notation,
    )


def _plain(cell: object) -> object:
    """A name that a spreadsheet would take for a formula is marked as text."""
    return "'" + cell if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else cell


def _team(story: MatchStory, team: int) -> str:
    names = story.row.seating.teams
    return names[team] if len(names) > team else ""


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="seconds")


def _match(story: MatchStory) -> dict[str, Any]:
    row = story.row
    return {
        "id": row.id,
        "began": _time(row.began),
        "changed": _time(row.changed),
        "state": row.state,
        "mode": row.seating.mode,
        "teams": list(row.seating.teams),
        "players": list(row.seating.players),
        "rules": json.loads(rules_to_text(row.rules)),
        "score": list(row.score),
        "games": list(row.games),
        "winner": row.winner,
        "hands": [_hand(hand) for hand in story.hands],
    }


def _hand(hand: HandStory) -> dict[str, Any]:
    outcome = hand.outcome
    return {
        "number": hand.number + 1,
        "game": hand.game + 1,
        "began": _time(hand.began),
        "ended": _time(hand.ended),
        "dealer": hand.dealer,
        "vira": None if hand.vira is None else str(hand.vira),
        "manilhas": [str(card) for card in hand.manilhas],
        "special": hand.special,
        "stake": hand.stake,
        "stake_corrected": hand.corrected,
        "calls": [_call(call) for call in hand.calls],
        "tricks": [_trick(trick) for trick in hand.tricks],
        "problems": list(hand.problems),
        "winner": None if outcome is None else outcome.winner,
        "points": None if outcome is None else outcome.points,
        "reason": None if outcome is None else outcome.reason,
        "score_before": list(hand.score_before),
        "score": list(hand.score),
        "notation": hand.notation,
    }


def _call(call: Called) -> dict[str, Any]:
    return {
        "call": call.kind,
        "team": call.team,
        "seat": call.seat,
        "value": call.value,
        "trick": call.trick + 1,
    }


def _trick(trick: TrickResult) -> dict[str, Any]:
    return {
        "plays": [{"seat": seat, "card": None if card is None else str(card)} for seat, card in trick.plays],
        "winner_team": trick.winner_team,
        "winner_seat": trick.winner_seat,
        "leader_next": trick.leader_next,
        "reason": trick.reason,
    }
