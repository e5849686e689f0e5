"""The files of a saved moment (docs/moments.md): what was put in, in order, as JSON lines."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from app.referee.calls import Said, SaidCall
from app.referee.questions import Choice
from engine.actions import Action
from engine.save import action_from_data, action_to_data
from vision.events import EventKind, TableEvent

VERSION: Final = 1
HEAD: Final = "moment.json"
"""Rules, dealer and format; a folder with it is a moment."""
CALLS: Final = "calls.jsonl"
"""Timed calls that came with the source, as `vira judge --calls` takes them."""
INPUT: Final = "input.jsonl"
"""What the camera and the buttons said, in order."""
TRANSCRIPT: Final = "transcript.jsonl"
"""What Vira made of it then."""
PICTURES: Final = "pictures"
"""Folder of key frames, ``<milliseconds of film time>.jpg``."""


class MomentError(ValueError):
    """A moment that cannot be read or written; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Looked:
    """One frame of film time ``t``, and what vision told of it."""

    t: float
    events: tuple[TableEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """At ``t`` the question ``number`` was answered."""

    t: float
    number: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Decided:
    """At ``t`` the table said something by a button: an action of the engine, None for undo."""

    t: float
    action: Action | None


@dataclass(frozen=True, slots=True)
class Entered:
    """At ``t`` a card was named by a touch; ``event``: what it was taken for."""

    t: float
    event: TableEvent


Input = Looked | SaidCall | Answered | Decided | Entered


def input_to_json(one: Input) -> str:
    """One line of `INPUT`."""
    data: dict[str, Any]
    match one:
        case Looked(t, events):
            data = {"t": t, "events": [_event_to_data(event) for event in events]} if events else {"t": t}
        case SaidCall(t, team, said, seat):
            data = {"t": t, "team": team, "call": str(said)} | ({} if seat is None else {"seat": seat})
        case Answered(t, number, choice):
            data = {"t": t, "question": number, "choice": asdict(choice)}
        case Decided(t, action):
            data = {"t": t, "action": None if action is None else action_to_data(action)}
        case Entered(t, event):
            data = {"t": t, "entered": _event_to_data(event)}
    return json.dumps(data)


def input_from_json(text: str) -> Input:
    """The reverse; ValueError in one sentence for anything else."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("it is no JSON object")
    t = data.get("t")
    if isinstance(t, bool) or not isinstance(t, int | float) or not math.isfinite(t):
        raise ValueError('"t" must be a number of seconds')
    try:
        if "call" in data:
            return SaidCall(float(t), int(data["team"]), Said(data["call"]), data.get("seat"))
        if "question" in data:
            return Answered(float(t), int(data["question"]), _choice_from_data(data["choice"]))
        if "entered" in data:
            return Entered(float(t), _event_from_data(data["entered"]))
        if "action" in data:
            given = data["action"]
            return Decided(float(t), None if given is None else action_from_data(given))
        return Looked(float(t), tuple(_event_from_data(one) for one in data.get("events", ())))
    except (KeyError, TypeError) as error:
        raise ValueError(f"{error} is missing or no such value") from None


def _event_to_data(event: TableEvent) -> dict[str, Any]:
    """The fields of an event that say something."""
    plain = asdict(TableEvent(event.kind, event.t))
    data = {name: value for name, value in asdict(event).items() if value != plain[name]}
    return {"kind": str(event.kind), "t": event.t, **data}


def _event_from_data(data: dict[str, Any]) -> TableEvent:
    values: dict[str, Any] = {}
    for field in fields(TableEvent):
        if field.name in data:
            values[field.name] = _tuples(data[field.name])
    values["kind"] = EventKind(values["kind"])
    return TableEvent(**values)


def _choice_from_data(data: dict[str, Any]) -> Choice:
    return Choice(**data)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value
