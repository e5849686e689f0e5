"""The table plane from cards seen through a pin-hole camera, and from taps."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.camera import Camera
from datasets.layout import Pose
from datasets.scene import card_quad
from vision.crop import quad_of_points
from vision.view.plane import CARD_SIZES_MM, TablePlane, fit_plane, plane_from_taps

SIZE = (1280, 720)


def camera(tilt: float, *, card_px: float = 85, heading: float = 0.0, view: float = 60) -> Camera:
    return Camera.over_table(
        SIZE, card_px, tilt=math.radians(tilt), heading=heading, field_of_view=math.radians(view)
    )


def boxes(
    eye: Camera,
    count: int,
    rng: np.random.Generator,
    card: tuple[float, float] = (57.0, 88.0),
    noise: float = 0.0,
) -> list[np.ndarray]:
    """What a detector draws around cards strewn over the middle of a table, all of them in the picture."""
    found: list[np.ndarray] = []
    while len(found) < count:
        pose = Pose(rng.uniform(-200, 200), rng.uniform(-150, 150), rng.uniform(0, 2 * math.pi))
        quad = card_quad(eye, pose, card)
        if (quad < 0).any() or (quad > SIZE).any():
            continue
        box = quad_of_points(quad)
        middle = box.mean(axis=0)
        grown = middle + (box - middle) * math.exp(rng.normal(0, noise)) + rng.normal(0, 40 * noise, 2)
        found.append(grown.astype(np.float32))
    return found


def true_scale(eye: Camera) -> float:
    """Pixels a millimetre takes up in the picture's middle."""
    plane = eye.plane()
    return math.sqrt(abs(float(np.linalg.det(plane))) / float(plane[2, 2]) ** 3)


@pytest.mark.parametrize("card", CARD_SIZES_MM)
@pytest.mark.parametrize("tilt", [0, 15, 35, 50, 65])
def test_the_plane_of_exact_outlines(tilt: float, card: tuple[float, float]) -> None:
    rng = np.random.default_rng(int(tilt))
    eye = camera(tilt, heading=0.1)
    found = boxes(eye, 8, rng, card)
    plane = fit_plane(found, SIZE)
    assert plane is not None and plane.card_mm == card
    # the assumed opening is 60 degrees only to two digits
    assert plane.tilt_deg == pytest.approx(tilt, abs=2.5)
    assert plane.px_per_mm() == pytest.approx(true_scale(eye), rel=0.02)
    assert plane.misfit(found).max() < 0.03 and plane.lying(found).all()
    spots = np.array([[100.0, 600.0], [900.0, 200.0]])
    apart = np.linalg.norm(np.diff(plane.on_table(spots), axis=0))
    truly = np.linalg.norm(np.diff(eye.on_table(spots), axis=0))
    assert apart == pytest.approx(truly, rel=0.06)
    assert plane.project(plane.on_table(spots)) == pytest.approx(spots, abs=0.01)


@pytest.mark.parametrize("view", [50, 70])
@pytest.mark.parametrize("tilt", [15, 30, 45, 60])
def test_the_plane_of_drawn_outlines_seen_by_other_cameras(tilt: float, view: float) -> None:
    """Outlines 3 % off, an opening that is not the assumed one: a median over many tables."""
    errors = []
    for seed in range(12):
        rng = np.random.default_rng([seed, int(tilt)])
        eye = camera(tilt, heading=rng.normal(0, 0.1), view=view)
        plane = fit_plane(boxes(eye, 7, rng, CARD_SIZES_MM[seed % 2], noise=0.03), SIZE)
        assert plane is not None
        assert plane.px_per_mm() == pytest.approx(true_scale(eye), rel=0.15)
        errors.append(abs(plane.tilt_deg - tilt))
    assert np.median(errors) < 4 and max(errors) < 18


def lifted(eye: Camera, height: float, spot: tuple[float, float], turn: float, lean: float) -> np.ndarray:
    """The box of a card held ``height`` mm above the table, leaning by ``lean`` radians."""
    half = np.array([[-28.5, 44], [28.5, 44], [28.5, -44], [-28.5, -44]])
    local = np.column_stack([half[:, 0], half[:, 1] * math.cos(lean), half[:, 1] * math.sin(lean)])
    c, s = math.cos(turn), math.sin(turn)
    world = local @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + (*spot, height)
    return quad_of_points(eye.project(world))


@pytest.mark.parametrize("tilt", [0, 20, 35])
def test_what_is_held_above_the_table_does_not_lie_on_it(tilt: float) -> None:
    """A fan held not far from the camera and a phone; the cards stay what they are, few as they may be."""
    rng = np.random.default_rng(3)
    eye = camera(tilt)
    cards = boxes(eye, 6, rng, noise=0.02)
    fan = [lifted(eye, 330, (-30 + 15 * i, -60), 0.2 * i, 0.3) for i in range(3)]
    phone = quad_of_points(card_quad(eye, Pose(60, 40, 0.8), (76, 158)))
    plane = fit_plane([*cards, *fan, phone], SIZE)
    assert plane is not None and plane.tilt_deg == pytest.approx(tilt, abs=14)
    assert plane.lying(cards).all()
    assert not plane.lying([*fan, phone]).any()


def test_a_plane_known_before_is_kept_up_and_given_up_where_it_no_longer_fits() -> None:
    rng = np.random.default_rng(8)
    steep, flat = camera(50), camera(5, card_px=120)
    first = fit_plane(boxes(steep, 6, rng), SIZE)
    assert first is not None
    again = fit_plane(boxes(steep, 8, rng), SIZE, first)
    other = fit_plane(boxes(flat, 8, rng), SIZE, first)
    assert again is not None and again.tilt_deg == pytest.approx(50, abs=3)
    assert other is not None and other.tilt_deg < 9 and other.px_per_mm() > 1.9


def test_nothing_usable_gives_no_plane() -> None:
    assert fit_plane([], SIZE) is None
    assert fit_plane([np.zeros((4, 2), np.float32)], SIZE) is None
    plane = TablePlane((0.0, 0.0, 1.0), 600.0, 1100.0, SIZE, (57.0, 88.0))
    assert plane.misfit([]).shape == (0,) and plane.lying([]).shape == (0,)
    # a plane seen so flat that the upper half of the picture is beyond its horizon
    edge = TablePlane((0.0, 0.996, 0.087), 300.0, 1100.0, SIZE, (57.0, 88.0))
    assert edge.px_per_mm((640, 10)) == 0.0
    sky = quad_of_points(np.array([[600, 20], [690, 20], [690, 80], [600, 80]]))
    assert not edge.lying([sky]).any()


@pytest.mark.parametrize("tilt", [0, 25, 50])
@pytest.mark.parametrize(("rectangle", "turn"), [((63.0, 88.0), 0.4), ((700.0, 400.0), 0.0)])
def test_four_taps_on_a_card_or_on_the_table(
    tilt: float, rectangle: tuple[float, float], turn: float
) -> None:
    eye = camera(tilt, card_px=85)
    corners = card_quad(eye, Pose(10, -15, turn), rectangle)
    taps = np.random.default_rng(1).permutation(corners) + np.random.default_rng(2).normal(0, 0.4, (4, 2))
    plane = plane_from_taps(taps, SIZE, rectangle)
    assert plane.px_per_mm() == pytest.approx(true_scale(eye), rel=0.04)
    # four taps on one small card leave the tilt open by some degrees
    assert plane.tilt_deg == pytest.approx(tilt, abs=12 if rectangle[0] < 100 else 3)


@pytest.mark.parametrize(
    "taps",
    [
        [[0, 0], [1, 0], [2, 0], [3, 0]],
        [[0, 0], [100, 0], [100, 100]],
        [[0, 0], [300, 0], [150, 200], [150, 60]],
        [[0, 0], [300, 0], [300, math.nan], [0, 200]],
    ],
)
def test_taps_that_are_no_rectangle_are_refused(taps: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="rectangle"):
        plane_from_taps(taps, SIZE)
