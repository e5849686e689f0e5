"""What a survey of scenes is summed up to."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from vision.cards import CLASS_COUNT, class_of
from vision.training.evaluate import (
    Answer,
    Survey,
    calibration_error,
    fit,
    outcome,
    reliability,
    reliability_plot,
    report,
)


def answer(card: str, told: str | None, sure: float) -> Answer:
    """A fully visible face that was read as ``told`` with so much confidence; None: not found."""
    scores = None
    if told is not None:
        scores = np.full(CLASS_COUNT, (1 - sure) / (CLASS_COUNT - 1), np.float32)
        scores[class_of(told)] = sure
    return Answer(card, 1.0, 60.0, told is not None, told is not None, scores, "deck")


SURVEY = Survey(
    [
        *[answer("4S", "4S", 0.95)] * 19,
        answer("4S", "AS", 0.95),
        *[answer("QH", "QH", 0.45)] * 3,
        answer("QH", "KH", 0.45),
        answer("7D", None, 0.0),
    ],
    [],
    scenes=10,
)


@pytest.mark.parametrize(
    ("told", "sure", "threshold", "wanted"),
    [
        ("4S", 0.9, 0.8, "right"),
        ("AS", 0.9, 0.8, "misread"),
        ("AS", 0.7, 0.8, "unreadable"),
        (None, 0.0, 0.8, "missed"),
    ],
)
def test_what_came_of_a_face(told: str | None, sure: float, threshold: float, wanted: str) -> None:
    assert outcome(answer("4S", told, sure), threshold) == wanted


def test_confidence_that_is_right_too_seldom_or_too_often_is_an_error() -> None:
    assert calibration_error(SURVEY) == pytest.approx((20 * 0.0 + 4 * 0.3) / 24, abs=1e-4)


def test_the_lowest_threshold_with_few_misreads_is_chosen() -> None:
    assert fit(SURVEY) == pytest.approx(0.955)
    assert fit(Survey([a for a in SURVEY.answers if a.card == "QH"], [])) == pytest.approx(0.455)


def test_the_report_names_the_pairs_that_decide_tricks() -> None:
    text = report(SURVEY, 0.4)
    assert "A/4 1, A/J 0, Q/K/J 1, clubs/spades 0, hearts/diamonds 0" in text
    row = next(line for line in text.splitlines() if line.startswith("fully visible"))
    assert row.split() == ["fully", "visible", "25", "88.0%", "8.00%", "0.0%", "4.0%"]


def test_the_reliability_is_drawn_as_it_is_printed() -> None:
    drawn = ElementTree.fromstring(reliability_plot(SURVEY))
    circles = [one.attrib for one in drawn.iter() if one.tag.endswith("circle")]
    assert [re.split(r" +", line)[1:] for line in reliability(SURVEY).splitlines()[1:]] == [
        ["4", "45.0%", "75.0%"],
        ["20", "95.0%", "95.0%"],
    ]
    places = [((float(one["cx"]) - 40) / 360, (400 - float(one["cy"])) / 360) for one in circles]
    assert places == [pytest.approx((0.45, 0.75), abs=0.001), pytest.approx((0.95, 0.95), abs=0.001)]
    assert float(circles[1]["r"]) > float(circles[0]["r"])
