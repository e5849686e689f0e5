"""What the start screen offers."""

from __future__ import annotations

from dataclasses import dataclass

from app.store import MatchRow
from app.words import Words


@dataclass(frozen=True, slots=True)
class Offer:
    """One large button. ``go``: what a touch begins; ``more``: a line below, "" for none."""

    go: str
    text: str
    more: str = ""
    kind: str = "plain"


def offers(unfinished: MatchRow | None, words: Words) -> tuple[Offer, ...]:
    """What can be begun, the likeliest first."""
    first = () if unfinished is None else (_go_on(unfinished, words),)
    chief = "plain" if first else "main"
    return (
        *first,
        Offer("setup", words("start.new_match"), words("start.new_match.more"), chief),
        Offer("board", words("start.board"), words("start.board.more")),
        Offer("demo", words("start.demo"), words("start.demo.more")),
        Offer("learn", words("start.learn"), words("start.learn.more")),
        Offer("history", words("start.history"), words("start.history.more")),
        Offer("settings", words("start.settings"), words("start.settings.more")),
    )


def _go_on(row: MatchRow, words: Words) -> Offer:
    us, them = row.seating.teams or (words.team(0), words.team(1))
    score = words("start.go_on.more", us=us, them=them, ours=row.score[0], theirs=row.score[1])
    return Offer("go_on", words("start.go_on"), score, "main")
