"""Detector and judge of backs are weighed by what is so, and no more false backs count than before."""

from __future__ import annotations

import numpy as np
import pytest

from vision.config import DEFAULT
from vision.training.fit_backs import Found, fit, line, regression


def test_a_regression_finds_the_weights_its_data_were_made_with() -> None:
    rng = np.random.default_rng(1)
    inputs = np.column_stack([rng.normal(0, 2, (20_000, 2)), np.ones(20_000)])
    wanted = np.array([0.5, 1.0, -1.0])
    truth = rng.random(20_000) < 1 / (1 + np.exp(-inputs @ wanted))
    assert regression(inputs, truth) == pytest.approx(wanted, abs=0.08)


def test_as_many_false_backs_count_as_before_and_more_true_ones() -> None:
    rng = np.random.default_rng(2)
    true = rng.random(4000) < 0.5
    detector = rng.normal(0, 1.5, 4000) + true
    judge = rng.normal(0, 1.0, 4000) + 4 * true - 2
    found = Found(detector, judge, np.where(true, 1.0, 0.0))
    weights = fit(found)
    before = detector >= np.log(DEFAULT.detector.least_back / (1 - DEFAULT.detector.least_back))
    now = weights[0] * detector + weights[1] * judge + weights[2] >= np.log(
        DEFAULT.back.least / (1 - DEFAULT.back.least)
    )
    assert abs(int((now & ~true).sum()) - int((before & ~true).sum())) <= 1
    assert (now & true).sum() > 1.2 * (before & true).sum()
    assert line("x", now, found).split(",")[0].endswith(f"free {(now & true).sum()} of {true.sum()}")
