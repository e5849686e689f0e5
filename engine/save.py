"""A match as text: rules, start and log. Loading does the log again, so nothing but actions is trusted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Final

from engine import actions
from engine.actions import Action, Call, Way
from engine.cards import Card
from engine.errors import RulesError
from engine.records import Record
from engine.rules import Rules, rules_from_text, rules_to_text
from engine.start import Start

FORMAT: Final = 1

_KINDS: Final[dict[str, type]] = {
    kind.__name__: kind
    for kind in (
        actions.ShowVira,
        actions.Play,
        actions.Cover,
        actions.Burn,
        actions.Remove,
        actions.Say,
        actions.Decide,
        actions.Deal,
        actions.AskDealt,
        actions.Settle,
        actions.Penalize,
        actions.ClaimExtra,
        actions.TieAll,
        actions.NextHand,
        actions.CorrectStake,
        actions.Correct,
        actions.Undo,
        actions.Redo,
    )
}


def action_to_data(action: Action) -> dict[str, object]:
    """An action as plain data for JSON: its kind under "do", and its fields that are set."""
    data: dict[str, object] = {"do": type(action).__name__}
    for field in fields(action):
        value = getattr(action, field.name)
        if (value is not None and value is not False) or field.name == "play":
            data[field.name] = str(value) if isinstance(value, Card | Call | Way) else value
    return data


def action_from_data(data: object) -> Action:
    """The action of `action_to_data`; ValueError in one sentence for anything else."""
    if not isinstance(data, dict) or data.get("do") not in _KINDS:
        raise ValueError(f"{data!r} is no action of a saved match: start from an older copy.")
    kind = _KINDS[data["do"]]
    values: dict[str, object] = {}
    for name, value in data.items():
        if name == "card":
            value = Card.parse(str(value))
        elif name == "call":
            value = Call(value)
        elif name == "way":
            value = Way(value)
        elif name != "do" and type(value) not in (int, bool, str):
            raise ValueError(f"{data!r} is no action of a saved match: start from an older copy.")
        values[name] = value
    del values["do"]
    try:
        action: Action = kind(**values)
    except TypeError:
        raise ValueError(f"{data!r} is no action of a saved match: start from an older copy.") from None
    return action


def match_to_text(rules: Rules, start: Start, log: Sequence[Record]) -> str:
    """Everything needed to do a match again, one action a line."""
    head = {"vira": FORMAT, **start._asdict(), "rules": json.loads(rules_to_text(rules))}
    lines = [json.dumps(head, ensure_ascii=False)]
    lines += [json.dumps(action_to_data(record.action), ensure_ascii=False) for record in log]
    return "\n".join(lines) + "\n"


def match_from_text(text: str) -> tuple[Rules, Start, list[Action]]:
    """Rules, start and actions of a saved match; ValueError in one sentence if it is none."""
    try:
        head, *rest = [json.loads(line) for line in text.splitlines()] or [None]
    except (json.JSONDecodeError, RecursionError):
        raise ValueError("This is not a saved match, or it was cut off: start from an older copy.") from None
    if not isinstance(head, dict) or head.get("vira") != FORMAT:
        raise ValueError(f"This is not a saved match of format {FORMAT}: start from an older copy.")
    try:
        rules = rules_from_text(json.dumps(head.get("rules")))
        score, games = tuple(head["score"]), tuple(head["games"])
        start = Start.checked(rules, head["dealer"], score, games, head["carry"])
    except RulesError as error:
        raise ValueError(f"This saved match does not hold together: {error}") from None
    except (KeyError, TypeError):
        raise ValueError("This saved match does not say how it began: start from an older copy.") from None
    return rules, start, [action_from_data(data) for data in rest]
