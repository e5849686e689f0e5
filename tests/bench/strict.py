"""Silent faults: moments of a sitting at which something wrong stood there, or something was missing, and
nothing was asked.

The truth is a transcript too, `undo` lines included: what stood at the table at any time can be told from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.referee.lines import JUDGED, Line, LineType

PATIENCE: Final = 3.0
"""Seconds after which what is due must have been told, or asked about."""
EARLY: Final = 0.6
"""Seconds by which a line may be told before its time in the truth: a card lies before the hand left it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after one frame: lines told so far, and whether any question about the table was open."""

    t: float
    told: int
    asking: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """Something told wrong, or ``missing``, with no question open; ``t``: when it was first so."""

    t: float
    missing: bool
    told: dict[str, Any] | None
    truth: dict[str, Any] | None


def standing(lines: Iterable[Line]) -> list[Line]:
    """The judged lines that still stand at the end of ``lines``."""
    kept: list[Line] = []
    for line in lines:
        if line.type is LineType.UNDO:
            if kept:
                kept.pop()
        elif line.type in JUDGED:
            kept.append(line)
    return kept


def _plain(line: Line) -> dict[str, Any]:
    return {key: value for key, value in line.to_dict().items() if key != "t"}


def silent_faults(moments: Sequence[Moment], told: Sequence[Line], truth: Sequence[Line]) -> list[Fault]:
    """Every stretch of silent fault, one entry each.

    At any moment without a question what stands must be the beginning of what stood in the truth at some time
    of the last `PATIENCE` seconds, with everything in it that was due by their start.
    """
    states = _states(truth)
    faults: list[Fault] = []
    was_faulty = False
    for moment in moments:
        fault = None if moment.asking else _fault(moment, standing(told[: moment.told]), states)
        if fault is not None and not was_faulty:
            faults.append(fault)
        was_faulty = fault is not None
    return faults


def _states(truth: Sequence[Line]) -> list[tuple[float, list[Line]]]:
    """What stood from when on."""
    states: list[tuple[float, list[Line]]] = [(float("-inf"), [])]
    for number, line in enumerate(truth, start=1):
        if number == len(truth) or truth[number].t != line.t:
            states.append((line.t, standing(truth[:number])))
    return states


def _fault(moment: Moment, ours: list[Line], states: list[tuple[float, list[Line]]]) -> Fault | None:
    recent = [
        lines
        for number, (since, lines) in enumerate(states)
        if since <= moment.t + EARLY
        and (number + 1 == len(states) or states[number + 1][0] > moment.t - PATIENCE)
    ]
    mine = [_plain(line) for line in ours]
    best: Fault | None = None
    for lines in recent:
        theirs = [_plain(line) for line in lines]
        if mine != theirs[: len(mine)]:
            pairs = enumerate(zip(mine, theirs, strict=False))
            place = next((i for i, (a, b) in pairs if a != b), len(theirs))
            best = Fault(
                moment.t,
                False,
                mine[place] if place < len(mine) else None,
                theirs[place] if place < len(theirs) else None,
            )
            continue
        late = next((line for line in lines[len(mine) :] if line.t <= moment.t - PATIENCE), None)
        if late is None:
            return None
        best = Fault(moment.t, True, None, _plain(late))
    return best
