"""Lines of the transcript (`docs/transcript.md`): what happened, as data for files and screens."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any


class LineType(StrEnum):
    """Types of transcript lines; the values stand in the files."""

    VIRA = "vira"
    MANILHAS = "manilhas"
    SPECIAL = "special"
    CARD = "card"
    COVERED = "covered"
    CALL = "call"
    TRICK = "trick"
    HAND = "hand"
    SCORE = "score"
    MATCH = "match"
    QUESTION = "question"
    ANSWER = "answer"
    PROBLEM = "problem"
    UNDO = "undo"
    VIEW_LOST = "view_lost"


JUDGED = frozenset(
    {
        LineType.VIRA,
        LineType.MANILHAS,
        LineType.SPECIAL,
        LineType.CARD,
        LineType.COVERED,
        LineType.CALL,
        LineType.TRICK,
        LineType.HAND,
        LineType.SCORE,
        LineType.MATCH,
    }
)
"""The types that two transcripts of one film must share; the others say how Vira came to know."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript.

    ``t``: seconds of film time. Fields that do not apply are None or empty. ``values`` carries what a
    sentence about the line needs beyond the fields (points, names of rungs); it is not written to files.
    """

    t: float
    type: LineType
    seat: int | None = None
    card: str = ""
    team: int | None = None
    reason: str = ""
    score: tuple[int, int] | None = None
    values: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The line as a JSON-ready mapping, in the field order of the format, without empty fields."""
        made: dict[str, Any] = {"t": round(self.t, 3), "type": self.type.value}
        if self.seat is not None:
            made["seat"] = self.seat
        if self.card:
            made["card"] = self.card
        if self.team is not None:
            made["team"] = self.team
        if self.reason:
            made["reason"] = self.reason
        if self.score is not None:
            made["score"] = list(self.score)
        return made

    def to_json(self) -> str:
        """The line as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Line:
        """Rebuilds a line from its JSON object; ValueError or KeyError if it is none."""
        score = data.get("score")
        return cls(
            t=float(data["t"]),
            type=LineType(data["type"]),
            seat=data.get("seat"),
            card=data.get("card", ""),
            team=data.get("team"),
            reason=data.get("reason", ""),
            score=None if score is None else (int(score[0]), int(score[1])),
        )


def read_lines(path: Path) -> tuple[Line, ...]:
    """Reads a transcript or truth file; ValueError names the line that is none."""
    lines = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not text.strip():
            continue
        try:
            lines.append(Line.from_dict(json.loads(text)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{path}, line {number}: not a line of a transcript: {text[:80]}") from error
    return tuple(lines)


def judged(lines: Iterable[Line]) -> tuple[dict[str, Any], ...]:
    """What a transcript claims: its judged lines in order, without time, less what was undone."""
    kept: list[Line] = []
    for line in lines:
        if line.type is LineType.UNDO:
            if kept:
                kept.pop()
        elif line.type in JUDGED:
            kept.append(line)
    return tuple({key: value for key, value in line.to_dict().items() if key != "t"} for line in kept)
