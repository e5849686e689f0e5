"""The measurements: what they make of answers, and that their last line is one JSON object."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.bench import engine, finish, live, read
from app.referee.lines import Line, LineType


def test_the_last_line_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    finish({"right": 0.123456, "films": 10, "mutants": None})
    assert json.loads(capsys.readouterr().out) == {"right": 0.1235, "films": 10, "mutants": None}


def test_hands_and_random_actions_are_counted() -> None:
    assert engine.play_hands(0.2) > 50
    actions, faults = engine.act_at_random(0.3)
    assert actions > 50 and faults == 0


def row(right: int, misread: int) -> dict[str, float]:
    return {"right_rate": right / 100, "misread_rate": misread / 100}


def test_accuracy_takes_macro_averages_and_rates_a_photo() -> None:
    scored = {
        "macro": {"truco_full": row(95, 1), "truco_partial": None},
        "all": {
            "complete_photos": 200,
            "exact_photos": 150,
            "backs": {"labelled": 40, "found": 38, "false": 10},
            "false_cards": {"per_complete_photo": 0.05},
        },
    }
    assert read.accuracy(scored) == {
        "right_full": 0.95,
        "misread_full": 0.01,
        "right_partial": None,
        "misread_partial": None,
        "backs_found": 0.95,
        "false_cards_per_photo": 0.05,
        "false_backs_per_photo": 0.05,
        "exact_photos": 0.75,
    }


def test_without_photos_nothing_is_claimed(tmp_path: Path) -> None:
    assert read.score_photos(tmp_path) is None
    assert set(read.accuracy(None).values()) == {None}


def test_delays_run_from_rest_to_the_first_announcement() -> None:
    told = [Line(3.6, LineType.CARD, 0, "KS", 0), Line(9.0, LineType.CARD, 0, "KS", 0)]
    truth = (Line(3.0, LineType.CARD, 0, "KS", 0), Line(4.0, LineType.CARD, 1, "3C", 1))
    assert live.delays_of(told, truth) == [pytest.approx(0.6)]
