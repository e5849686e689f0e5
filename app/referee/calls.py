"""Calls said at the table, as they come from buttons or from a file."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Said(StrEnum):
    """What a team can say; in the decision of a special hand ACCEPT plays it and RUN gives it up."""

    RAISE = "raise"
    ACCEPT = "accept"
    RUN = "run"


WORDS = {
    "truco": Said.RAISE,
    "seis": Said.RAISE,
    "nove": Said.RAISE,
    "dez": Said.RAISE,
    "doze": Said.RAISE,
    "quinze": Said.RAISE,
    "raise": Said.RAISE,
    "accept": Said.ACCEPT,
    "run": Said.RUN,
}
"""Words of a calls file. A rung's word means the next rung: one rung at a time is all there is."""


class CallsError(ValueError):
    """A calls file that cannot be used; the message is one sentence with the line number."""


@dataclass(frozen=True, slots=True)
class SaidCall:
    """One call: ``t`` seconds of film time, the team that said it, the seat if known."""

    t: float
    team: int
    said: Said
    seat: int | None = None


def _call_from(text: str) -> SaidCall:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("it is no JSON object")
    t, team, seat, word = data.get("t"), data.get("team"), data.get("seat"), data.get("call")
    if isinstance(t, bool) or not isinstance(t, int | float) or not math.isfinite(t):
        raise ValueError('"t" must be a number of seconds')
    if team is None and isinstance(seat, int):
        team = seat % 2
    if team not in (0, 1) or isinstance(team, bool):
        raise ValueError('"team" must be 0 or 1')
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < 6):
        raise ValueError('"seat" must be a seat number')
    if seat is not None and seat % 2 != team:
        raise ValueError(f"seat {seat} does not belong to team {team}")
    if not isinstance(word, str) or word not in WORDS:
        raise ValueError(f'"call" must be one of {", ".join(WORDS)}')
    return SaidCall(float(t), team, WORDS[word], seat)


def read_calls(path: Path) -> tuple[SaidCall, ...]:
    """Reads a calls file, in order of time; CallsError says in one sentence what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CallsError(f"There is no calls file {path}.") from None
    except (OSError, UnicodeDecodeError):
        raise CallsError(f"The calls file {path} cannot be read as text.") from None
    calls = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            calls.append(_call_from(line))
        except json.JSONDecodeError:
            raise CallsError(f"The calls file {path}, line {number}: it is no JSON.") from None
        except ValueError as error:
            raise CallsError(f"The calls file {path}, line {number}: {error}.") from None
    return tuple(sorted(calls, key=lambda call: call.t))
