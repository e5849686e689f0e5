"""The pin-hole camera over the table."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.camera import Camera
from datasets.layout import Pose
from datasets.scene import card_quad

ANGLES = st.floats(-math.pi, math.pi)


@given(
    tilt=st.floats(0, math.radians(65)),
    heading=ANGLES,
    roll=ANGLES,
    x=st.floats(10, 1270),
    y=st.floats(10, 710),
)
def test_a_pixel_goes_to_the_table_and_back(
    tilt: float, heading: float, roll: float, x: float, y: float
) -> None:
    camera = Camera.over_table(
        (1280, 720), 80, tilt=tilt, heading=heading, roll=roll, field_of_view=math.radians(40)
    )
    spot = camera.on_table(np.array([[x, y]]))
    assert camera.project(np.array([[*spot[0], 0.0]]))[0] == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize("card_px", [35, 80, 300])
def test_a_card_in_the_middle_is_as_wide_as_asked_for(card_px: float) -> None:
    camera = Camera.over_table((1280, 720), card_px, card_mm=57)
    quad = card_quad(camera, Pose(0, 0, 0), (57, 88))
    assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(card_px)
    assert quad.mean(axis=0) == pytest.approx((640, 360))


def test_corners_start_top_left_and_run_clockwise_on_the_screen() -> None:
    quad = card_quad(Camera.over_table((1280, 720), 80), Pose(0, 0, 0), (57, 88))
    assert quad[0][0] < quad[1][0] and quad[0][1] < quad[3][1]
    following = np.roll(quad, -1, axis=0)
    assert (quad[:, 0] * following[:, 1] - following[:, 0] * quad[:, 1]).sum() > 0


def test_heading_zero_shows_seat_zero_at_the_bottom_and_seat_one_on_the_right() -> None:
    camera = Camera.over_table((1280, 720), 80, tilt=0.4)
    below, right = camera.project(np.array([[0, -100.0, 0], [100.0, 0, 0]]))
    assert below[1] > 360 and right[0] > 640


def test_what_stands_nearer_to_a_tilted_camera_is_larger() -> None:
    camera = Camera.over_table((1280, 720), 80, tilt=math.radians(50))
    near, far = (card_quad(camera, Pose(0, y, 0), (57, 88)) for y in (-150, 150))
    assert np.linalg.norm(near[1] - near[0]) > np.linalg.norm(far[1] - far[0])
