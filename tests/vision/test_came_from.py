"""From which side a card came: the arm that brought it, not the next one nor a knock against the camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.crop import quad_of_box
from vision.gate import ChangeGate

CARD = quad_of_box((540.0, 280.0, 60.0, 40.0, 0.0))
ARMS = {"right": (640, 280), "top": (540, 0)}


def watched(*arms: tuple[str, float, float], jolt: float | None = None) -> ChangeGate:
    """A gate that saw arms reach the card, each from a side and between two times; 10 frames a second."""
    rng = np.random.default_rng(2)
    cloth = cv2.GaussianBlur(rng.normal(110, 90, (360, 640, 3)), (0, 0), 2).clip(0, 255).astype(np.uint8)
    gate = ChangeGate()
    for number in range(40):
        t = number / 10
        image = cloth.copy()
        for side, start, end in arms:
            if start <= t <= end:
                tip = (540 + int(6 * np.sin(9 * t)), 280)
                cv2.line(image, tip, ARMS[side], (90, 130, 220 - number), 34)
        if jolt is not None and t >= jolt:
            image = np.roll(image, (9, 14), axis=(0, 1))
        gate.look(image, t)
    return gate


@pytest.mark.parametrize(
    ("since", "until", "side"),
    [(0.5, 1.8, (1.0, 0.0)), (2.2, 3.4, (0.0, -1.0)), (3.5, 3.9, None)],
)
def test_only_what_moved_in_its_time_counts(
    since: float, until: float, side: tuple[float, float] | None
) -> None:
    gate = watched(("right", 1.0, 1.6), ("top", 2.5, 3.2))
    seen = gate.came_from(CARD, since, until)
    if side is None:
        assert seen is None
    else:
        assert seen is not None and np.dot(seen, side) > 0.9


def test_a_knock_against_the_camera_is_no_arm() -> None:
    assert watched(jolt=2.0).came_from(CARD, 1.0, 3.0) is None
    seen = watched(("right", 1.0, 1.6), jolt=2.0).came_from(CARD, 0.5, 3.0)
    assert seen is not None and np.dot(seen, (1.0, 0.0)) > 0.9
