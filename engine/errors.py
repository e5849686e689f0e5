"""The two ways the engine says no."""

from __future__ import annotations


class RulesError(ValueError):
    """A set of rules that cannot be played; the message is one sentence for the table."""


class IllegalAction(Exception):
    """An action the rules or the state of the match do not allow.

    ``key`` names the reason and ``values`` its figures; `engine.explain` turns both into an explanation.
    """

    def __init__(self, key: str, **values: int | str) -> None:
        super().__init__(key + "".join(f" {name}={value}" for name, value in values.items()))
        self.key = key
        self.values = values
