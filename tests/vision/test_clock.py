"""Film time on a clock that only goes forward."""

from __future__ import annotations

import pytest

from vision.clock import STEP, SteadyClock


def test_ordinary_time_is_left_as_it_is() -> None:
    clock = SteadyClock()
    assert [clock.steady(t) for t in (3.0, 3.1, 4.7)] == [3.0, 3.1, 4.7]


def test_a_frame_that_comes_late_or_twice_is_left_out() -> None:
    clock = SteadyClock()
    assert [clock.steady(t) for t in (1.0, 1.2, 1.1, 1.2, 1.3)] == [1.0, 1.2, None, None, 1.3]


def test_a_clock_set_back_goes_on_where_it_was() -> None:
    clock = SteadyClock()
    times = [clock.steady(t) for t in (50.0, 50.1, 0.0, 0.1, 0.3)]
    assert times == pytest.approx([50.0, 50.1, 50.1 + STEP, 50.2 + STEP, 50.4 + STEP])


def test_a_clock_may_be_set_back_again_and_again() -> None:
    clock = SteadyClock()
    times = [clock.steady(t) for t in (5.0, 0.0, 5.0, 0.0, 5.0)]
    assert all(one is not None for one in times) and times == sorted(times, key=float)
