"""Seats round the picture."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.referee.referee import Referee, _where
from app.referee.seating import Seating
from engine import PRESETS
from vision.events import EventKind, TableEvent


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


@pytest.mark.parametrize("seats", [4, 6])
def test_the_neighbours_middle_is_never_a_seats_own(seats: int) -> None:
    seating = Seating(seats)
    for seat in range(seats):
        angle = math.radians(seating.angle((seat + 1) % seats))
        away = (math.cos(angle), -math.sin(angle))
        place = (0.5 + 0.3 * away[0], 0.5 + 0.3 * away[1])
        assert not seating.evidence((0.5, 0.5), away).allows(seat)
        assert not seating.evidence(place, None).allows(seat)


def test_places_in_a_wide_picture_lie_where_they_are_seen() -> None:
    """Seat 1 of six sits 30 degrees below the right: half as far down as it is wide away, in pixels."""
    referee = Referee(replace(PRESETS["paulista"], seats=6))
    referee.see(TableEvent(EventKind.VIRA_SHOWN, 0.5, 1, "5D"))
    for seat, (x, y) in enumerate(((640, 560), (813, 460), (813, 260))):
        corners = ((x - 30.0, y - 45.0), (x + 30.0, y - 45.0), (x + 30.0, y + 45.0), (x - 30.0, y + 45.0))
        card = ("KS", "3C", "4D")[seat]
        referee.see(
            TableEvent(
                EventKind.CARD_PLAYED, 1.0 + seat, 2 + seat, card, (x / 1280, y / 720), corners=corners
            )
        )
        evidence = referee.seating.evidence(_where(referee._events[2 + seat]), None)
        assert evidence.by_place == {seat}
    assert [seat for seat, _ in referee.match.current_trick] == [0, 1, 2]


@pytest.mark.parametrize(
    "place, side, against",
    [
        ((0.5, 0.5), None, False),  # says nothing
        ((0.5, 0.6), (0.7, 0.6), False),  # the place is its own, the arm between the seats
        ((0.56, 0.54), (0.2, 1.0), False),  # the arm is its own, the place is not
        ((0.56, 0.54), (0.8, 0.6), True),  # both between the seats, and nearer to the other
        ((0.56, 0.54), None, True),
    ],
)
def test_what_lies_between_two_seats_speaks_for_the_nearer(
    place: tuple[float, float], side: tuple[float, float] | None, against: bool
) -> None:
    assert Seating(4).speaks_against(0, place, side) is against
