"""Teaching while a match runs: the line on the table by level, and everything behind "por quê?"."""

from __future__ import annotations

import os
from typing import Any

import pytest

from app.store import Seating
from engine import PRESETS


def table(open_app: Any, *script: str, **settings: str) -> Any:
    """A match of Paulista that a camera watches; the last seat deals."""
    app = open_app(*script, **settings)
    app.app.begin(PRESETS["paulista"], Seating(mode="camera"), 3, watch=True)
    app.steps()
    return app


def shot(app: Any, name: str) -> None:
    """A screenshot, where somebody wants to look at them."""
    if os.environ.get("VIRA_SHOTS"):
        app.picture(name)


def test_short_says_in_one_line_what_beats_the_card_lying(open_app: Any) -> None:
    app = table(open_app, "vira 5D", "0 KS", "1 6H", teaching="short")
    app.until(lambda: app.says("Ganha de 6♥: só 6♣"), 30)
    assert not app.says("Manilha só perde")
    shot(app, "teaching_short")


def test_full_says_why_in_sentences(open_app: Any) -> None:
    app = table(open_app, "vira 5D", "0 KS", "1 6H", teaching="full")
    app.until(lambda: app.says("Manilha só perde para manilha mais forte"), 30)
    shot(app, "teaching_full")


def test_off_says_nothing_of_its_own(open_app: Any) -> None:
    app = table(open_app, "vira 5D", "0 KS", "1 6H", teaching="off")
    app.until(
        lambda: app.app.playing.match.best is not None and len(app.app.playing.match.current_trick) == 2
    )
    app.steps(10)
    assert not app.says("Ganha de")
    assert not any("por quê" in text for text in app.texts())


@pytest.mark.parametrize("language", ["pt_BR", "en"])
def test_everything_is_behind_why(open_app: Any, language: str) -> None:
    app = table(open_app, "vira 5D", "0 KS", "1 6H", teaching="short", language=language)
    app.until(lambda: len(app.app.playing.match.current_trick) == 2, 30)
    app.steps(10)
    app.touch(app.app.words("teach.why"))
    for said in ("Só 6♣ ganha dela.", "TRUCO: se aceitam, vale 3") if language == "pt_BR" else ("Only 6♣",):
        assert app.says(said)
    shot(app, f"teaching_why_{language}")
    app.touch(app.app.words("table.close"))
    assert app.app.dialog is None
