"""Seats round the picture."""

from __future__ import annotations

import pytest

from app.referee.seating import Seating


@pytest.mark.parametrize(
    "seating, angles",
    [
        (Seating(4), [270, 0, 90, 180]),
        (Seating(4, clockwise=True), [270, 180, 90, 0]),
        (Seating(2), [270, 90]),
        (Seating(6), [270, 330, 30, 90, 150, 210]),
    ],
)
def test_seats_rise_in_play_direction_from_the_bottom(seating: Seating, angles: list[float]) -> None:
    assert [seating.angle(seat) for seat in range(seating.seats)] == angles


@pytest.mark.parametrize(
    "place, side, allowed",
    [
        ((0.5, 0.8), None, {0}),
        ((0.5, 0.5), None, {0, 1, 2, 3}),
        ((0.5, 0.5), (1.0, 0.0), {1}),
        ((0.5, 0.5), (0.7, 0.7), {0, 1}),
        ((0.68, 0.7), None, {0, 1}),
        ((0.5, 0.2), (0.0, 1.0), set()),
    ],
)
def test_place_and_side_together(
    place: tuple[float, float], side: tuple[float, float] | None, allowed: set[int]
) -> None:
    evidence = Seating(4).evidence(place, side)
    assert {seat for seat in range(4) if evidence.allows(seat)} == allowed


def test_the_likeliest_seat_is_the_nearest() -> None:
    assert Seating(4).likeliest((0.5, 0.5), (0.9, 0.3)) == 1
    assert Seating(6).likeliest((0.5, 0.1), None) == 3
