"""Progress is counted, kept and read again; what is damaged is left out and the rest lives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.learn import Progress, keep_progress, read_progress
from app.learn.progress import NAME
from app.store import Store


class Held(dict[str, Any]):
    """Values in memory."""

    def set(self, name: str, value: Any) -> None:
        self[name] = value


def test_answers_and_steps_are_counted() -> None:
    progress = Progress().stepped("order", "deck").stepped("order", "deck").stepped("ties", "tie")
    assert progress.done("order", ("deck", "ranks")) == 1
    for right in (True, True, False, True):
        progress = progress.answered(1, right)
    progress = progress.answered(3, True)
    assert progress.of_level(1) == (4, 3)
    assert progress.of_level(2) == (0, 0)
    assert progress.of_level(3) == (1, 1)
    assert progress.streak == (2, 2)


def test_progress_outlives_the_app(tmp_path: Path) -> None:
    progress = Progress().stepped("order", "deck").answered(2, True).answered(1, False)
    store = Store.open(tmp_path / "vira.sqlite3")
    keep_progress(store.progress, progress)
    store.close()
    again = Store.open(tmp_path / "vira.sqlite3")
    assert read_progress(again.progress) == progress
    again.close()


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        (None, Progress()),
        ("nonsense", Progress()),
        ({"steps": {"order": ["deck", 3]}, "quiz": 7}, Progress(frozenset({("order", "deck")}))),
        ({"steps": [1], "quiz": {"1": [2, 1], "2": [1, 2], "x": [1, 1]}}, Progress(quiz=((1, 2, 1),))),
        ({"streak": [-1, 2], "quiz": {"1": "a"}}, Progress()),
        ({"streak": [1, 4]}, Progress(streak=(1, 4))),
    ],
)
def test_what_can_be_read_is_read(kept: object, expected: Progress) -> None:
    assert read_progress(Held({NAME: kept})) == expected
