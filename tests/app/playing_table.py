"""A match being played, without a camera, a window or a file: for the tests of presenters."""

from __future__ import annotations

from film_doubles import film

from app.playing import Playing
from app.referee.referee import Referee
from app.store import Seating
from engine import PRESETS, Rules


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def playing(
    *steps: str,
    rules: Rules = PRESETS["paulista"],
    score: tuple[int, int] = (0, 0),
    seating: Seating = Seating(),  # noqa: B008  (frozen)
    clock: Clock | None = None,
    dealer: int | None = None,
) -> Playing:
    """A match in which a script of table events (`film_doubles.film`) was seen."""
    made = Playing(Referee(rules, dealer, score=score), seating, None, clock or Clock())
    for event in film(*steps):
        made.take(event.t, [event])
    return made
