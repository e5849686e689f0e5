"""The fit of the votes' limits: what it counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.bench.resting import Resting, answer, fit, loss
from vision.cards import CLASS_COUNT, class_of
from vision.config import DEFAULT


def resting(card: str, **read: float) -> Resting:
    row = np.full(CLASS_COUNT, 1e-5, np.float32)
    for name, p in read.items():
        row[class_of(name)] = p
    return Resting("rest1", "a deck", card, np.stack([row] * 4), np.ones(4, np.float32), ("4C",))


def test_the_loss_is_least_where_the_votes_mean_what_they_say() -> None:
    # three of four such doubts have the first name right: exponent 1 says so, others claim more or less
    cards = [resting("QD" if n else "JD", QD=0.75, JD=0.25) for n in range(4)]
    losses = [loss(cards, replace(DEFAULT.tracks, sharpness=one)) for one in (0.5, 1.0, 2.0)]
    assert min(losses) == losses[1]


def test_cards_that_lie_there_and_cards_of_other_decks_count_less() -> None:
    limits = DEFAULT.tracks
    assert answer(resting("7C", **{"7C": 0.6, "4C": 0.39}), limits, 0.9)[0] == "7C"
    assert answer(resting("7C", **{"7C": 0.6, "8C": 0.39}), limits, 0.9)[0] == "7C"
    assert answer(resting("7C", **{"7C": 0.6, "5C": 0.39}), limits, 0.9)[0] is None


def test_the_report_counts_questions_and_wrong_names(capsys: pytest.CaptureFixture[str]) -> None:
    fit(
        [
            resting("QD", QD=0.99),
            resting("QD", QD=0.5, JD=0.5),
            resting("QD", KD=0.99),
            resting("8C", JK=0.99),
        ]
    )
    printed = capsys.readouterr().out
    assert "3 cards of the deck and 1 others" in printed
    assert "1.50  0.900           1        1               0        1" in printed
    assert printed.count("MISNAMED") == 2 and printed.count("asked    ") >= 1
