"""What lens and sensor do to a picture."""

import numpy as np
import pytest

from datasets.light import coarsened, photograph

STRIPES = np.tile(np.repeat(np.array([0, 255], np.uint8), 2), 40)


@pytest.mark.parametrize("softness", [0.3, 1.0, 3.0])
def test_a_photograph_keeps_its_size_whatever_the_camera(softness: float) -> None:
    image = np.dstack([np.tile(STRIPES, (90, 1))] * 3)
    for seed in range(40):
        shot = photograph(np.random.default_rng(seed), image, softness)
        assert shot.shape == image.shape and shot.dtype == np.uint8


def test_a_coarse_camera_has_at_least_the_share_of_pixels_that_was_asked_for() -> None:
    image = np.zeros((200, 300, 3), np.uint8)
    shapes = [coarsened(np.random.default_rng(seed), image, 0.5).shape[:2] for seed in range(60)]
    shares = np.array(shapes) / (200, 300)
    assert shares.min() >= 0.49 and shares.max() <= 1 and shares.min(axis=0).max() < 0.6
    uneven = np.abs(shares[:, 0] - shares[:, 1]) > 0.05
    assert 0.2 < uneven.mean() < 0.7
