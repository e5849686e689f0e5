"""What the live measurement makes of a transcript."""

from __future__ import annotations

import pytest

from app.referee.lines import Line, LineType
from tests.bench.bench_live import delays_of


def test_delays_run_from_rest_to_the_first_announcement() -> None:
    told = [Line(3.6, LineType.CARD, 0, "KS", 0), Line(9.0, LineType.CARD, 0, "KS", 0)]
    truth = (Line(3.0, LineType.CARD, 0, "KS", 0), Line(4.0, LineType.CARD, 1, "3C", 1))
    assert delays_of(told, truth) == [pytest.approx(0.6)]
