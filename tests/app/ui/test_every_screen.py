"""Every screen where room is scarcest: nothing is cut, over another, too small or off the screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.ui.registry import PAGES
from app.ui.theme import LOOKS, Theme, contrast

SURVEY = Path(__file__).with_name("survey.py")


@pytest.mark.parametrize(
    "size, language, text",
    [("7-landscape", "en", "1.0"), ("7-portrait", "pt_BR", "1.0"), ("7-portrait", "pt_BR", "1.3")],
)
def test_nothing_is_cut_covered_or_too_small_to_touch(
    display: str, size: str, language: str, text: str
) -> None:
    """At 7 inches, the smallest tablet; `make screens` looks at all sizes in both languages."""
    command = [sys.executable, str(SURVEY), size, "--languages", language, "--text", text]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "DISPLAY": display})
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


def test_every_page_is_in_the_survey() -> None:
    source = SURVEY.with_name("stage.py").read_text(encoding="utf-8")
    assert not [name for name in PAGES if f'"{name}"' not in source]


@pytest.mark.parametrize("name", LOOKS)
def test_text_can_be_read_on_everything_it_stands_on(name: str) -> None:
    theme: Theme = LOOKS[name]
    for ground in (theme.ground, theme.panel, theme.felt, theme.raised):
        for text in (theme.text, theme.quiet):
            assert contrast(text, ground) >= 4.5
    for ground in (theme.ground, theme.panel, theme.felt):
        assert contrast(theme.gold, ground) >= 4.5
    for kind in ("plain", "main", "alarm", "team0", "team1", "paper"):
        assert contrast(theme.on(kind), theme.fill(kind)) >= 4.5
    for team in (0, 1):
        assert contrast(theme.on_team[team], theme.team[team]) >= 7.0
    for suit in "CDHS":
        for four in (False, True):
            assert contrast(theme.ink(suit, four), theme.paper) >= 4.5


@pytest.mark.parametrize("name", LOOKS)
def test_the_teams_differ_in_light_and_not_in_hue_alone(name: str) -> None:
    first, second = LOOKS[name].team
    assert contrast(first, second) >= 3.0
