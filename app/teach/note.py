"""One thing that can be explained, before it is put into words."""

from __future__ import annotations

from dataclasses import dataclass

Facts = tuple[tuple[str, int | str], ...]


@dataclass(frozen=True, slots=True)
class Note:
    """``key``: "trick.tie", "lying.beats" … ``facts``: figures and names to fill in.

    ``cards``: names of the cards to draw, the one that matters first. ``rule``: the option of `Rules` that
    decided, or the paragraph of the rule notes ("§2 tricks"). ``more``: a key of one sentence to add at the
    full level, or "".
    """

    key: str
    rule: str
    facts: Facts = ()
    cards: tuple[str, ...] = ()
    more: str = ""

    @property
    def values(self) -> dict[str, int | str]:
        """The facts as a dict."""
        return dict(self.facts)
