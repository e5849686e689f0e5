"""Reads a saved moment and puts the same into a fresh referee."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.judging import Sitting
from app.moments.format import (
    CALLS,
    HEAD,
    INPUT,
    PICTURES,
    TRANSCRIPT,
    VERSION,
    Answered,
    Decided,
    Entered,
    Input,
    Looked,
    MomentError,
    input_from_json,
)
from app.referee.calls import SaidCall, read_calls
from app.referee.lines import Line, read_lines
from app.referee.referee import Referee
from engine import Rules, RulesError
from engine.rules import rules_from_text


@dataclass(frozen=True, slots=True)
class Moment:
    """A saved moment: how the referee began, what was put in, what was told then, and the key frames."""

    rules: Rules
    dealer: int | None
    goes_on: bool
    calls: tuple[SaidCall, ...]
    inputs: tuple[Input, ...]
    told: tuple[Line, ...]
    pictures: tuple[Path, ...]


def is_moment(spec: str) -> bool:
    """Whether a name is that of a folder with a saved moment."""
    return (Path(spec) / HEAD).is_file()


def read_moment(folder: Path) -> Moment:
    """The moment in a folder; MomentError in one sentence where it is none or damaged."""
    try:
        head = json.loads((folder / HEAD).read_text(encoding="utf-8"))
        texts = (folder / INPUT).read_text(encoding="utf-8").splitlines()
        told = read_lines(folder / TRANSCRIPT)
        calls = read_calls(folder / CALLS)
        version, dealer, goes_on = head["version"], head["dealer"], bool(head["goes_on"])
        rules = rules_from_text(head["rules"])
    except (OSError, ValueError, KeyError, TypeError, RulesError) as error:
        raise MomentError(f"The moment {folder} cannot be read ({error}).") from None
    if version != VERSION:
        raise MomentError(f"The moment {folder} is of version {version}; this Vira knows {VERSION}.")
    inputs = []
    for number, text in enumerate(texts, start=1):
        try:
            inputs.append(input_from_json(text))
        except ValueError as error:
            raise MomentError(f"The moment {folder}, {INPUT}, line {number}: {error}.") from None
    pictures = tuple(sorted((folder / PICTURES).glob("*.jpg")))
    return Moment(rules, dealer, goes_on, calls, tuple(inputs), told, pictures)


def replay(moment: Moment, say: Callable[[Line], None] = lambda line: None) -> Sitting:
    """Puts everything in again, in the order it came; the sitting as it was when the moment was saved.

    ``say`` is given every line as it comes. Call `Sitting.end` for what stays open.
    """
    referee = Referee(moment.rules, moment.dealer, goes_on=moment.goes_on)
    sitting = Sitting(referee, moment.calls, say)
    for one in moment.inputs:
        match one:
            case Looked(t, events):
                sitting.take(t, events)
            case SaidCall():
                sitting.tell(referee.hear(one))
            case Answered(t, number, choice):
                if any(question.number == number for question in referee.questions):
                    sitting.tell(referee.answer(number, choice, t))
            case Entered(_, event):
                sitting.tell(referee.see(event))
            case Decided(t, None):
                sitting.tell(referee.undo(t))
            case Decided(t, action) if action is not None:
                sitting.tell(referee.decide(action, t))
    return sitting
