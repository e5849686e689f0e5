"""Whether a back lies at the vira."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import Quad
from vision.track import Track
from vision.tracks import _beside
from vision.votes import Votes


def box(x: float, y: float, wide: float, high: float) -> Quad:
    return np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], np.float32)


@pytest.mark.parametrize(
    ("back", "beside"),
    [
        (box(30, 0, 60, 45), True),
        (box(-55, 4, 60, 45), True),  # a card's width away, but seen at a slant and over a strip of it
        (box(-60, 0, 60, 45), False),
        (box(0, 50, 60, 45), True),
        (box(0, 70, 60, 45), False),
    ],
)
def test_a_back_that_touches_the_vira_lies_beside_it(back: Quad, beside: bool) -> None:
    vira = Track(1, box(0, 0, 60, 45), "face", 0.0, 0.0, votes=Votes())
    assert _beside(back, vira) == beside
