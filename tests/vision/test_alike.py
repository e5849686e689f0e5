"""Whether two patches show the same: in another light they may, in another place they do not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.config import DEFAULT
from vision.track import alike

CREAM, WOOD = (215.0, 230.0, 245.0), (60.0, 100.0, 150.0)
EVERYWHERE = np.ones((40, 28), np.bool_)


def patch(colour: tuple[float, float, float], pip: bool) -> np.ndarray:
    picture = np.full((40, 28, 3), colour, np.float32)
    if pip:
        picture[15:25, 10:18] = (40, 30, 200)
    return picture + np.random.default_rng(1).normal(0, 2, picture.shape).astype(np.float32)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (patch(CREAM, True), patch(CREAM, True), True),
        (patch(CREAM, True), patch(CREAM, True) * 0.6, True),
        (patch(CREAM, True), patch(WOOD, False), False),
        (patch(CREAM, True), patch(CREAM, False), False),
    ],
)
def test_a_place_is_known_by_what_is_printed_there(first: np.ndarray, second: np.ndarray, same: bool) -> None:
    assert alike(first, second.astype(np.float32), EVERYWHERE, DEFAULT.tracks) is same
