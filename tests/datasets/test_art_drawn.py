"""Surfaces, backs and clutter drawn from numbers."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.art.backs import back, fitted, printed, recoloured
from datasets.art.clutter import THINGS, thing
from datasets.art.procedural import SURFACE_KINDS, surface


@pytest.mark.parametrize("kind", SURFACE_KINDS)
def test_a_surface_fills_its_picture_and_follows_its_seed(kind: str) -> None:
    pictures = [surface(np.random.default_rng(seed), 120, 200, kind) for seed in (1, 1, 2)]
    assert all(picture.shape == (120, 200, 3) and picture.dtype == np.uint8 for picture in pictures)
    assert np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])
    assert pictures[0].reshape(-1, 3).std(axis=0).max() > 0


def test_a_random_surface_is_of_some_kind_and_an_unknown_kind_is_a_key_error() -> None:
    looks = {surface(np.random.default_rng(seed), 40, 40).tobytes() for seed in range(12)}
    assert len(looks) == 12
    with pytest.raises(KeyError):
        surface(np.random.default_rng(0), 40, 40, "lava")


@pytest.mark.parametrize("seed", range(12))
def test_a_drawn_back_has_card_proportions_and_reads_the_same_either_end_up(seed: int) -> None:
    picture = back(np.random.default_rng(seed))
    height, width = picture.shape[:2]
    assert 0.63 < width / height < 0.73
    assert picture[0, 0, 3] == 0
    assert picture[height // 2, width // 2, 3] == 255
    unlike = np.abs(picture.astype(int) - picture[::-1, ::-1]).max(axis=2) > 60
    assert unlike.mean() < 0.03
    assert picture[..., :3].reshape(-1, 3).std(axis=0).max() > 4


def test_recolouring_keeps_white_and_turns_colours() -> None:
    picture = np.zeros((4, 4, 4), np.uint8)
    picture[:2] = (255, 255, 255, 255)
    picture[2:] = (30, 30, 200, 255)
    other = recoloured(picture, np.random.default_rng(3))
    assert np.array_equal(other[:2], picture[:2])
    assert not np.array_equal(other[2:], picture[2:])


@pytest.mark.parametrize("size", [(60, 900), (640, 640), (20, 20)])
def test_any_picture_can_be_printed_on_a_back(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    picture = rng.integers(0, 256, (*size, 3)).astype(np.uint8)
    made = [printed(rng, picture) for _ in range(12)]
    for one in made:
        assert one.shape[0] == back(rng).shape[0] and 0.62 < one.shape[1] / one.shape[0] < 0.74
        assert one[0, 0, 3] == 0 and one[one.shape[0] // 2, one.shape[1] // 2, 3] == 255
    assert len({one.tobytes() for one in made}) == 12


def test_a_square_back_loses_its_sides_alone() -> None:
    square = np.arange(100, dtype=np.uint8)[None, :, None].repeat(100, 0).repeat(4, 2)
    card = fitted(square)
    assert card.shape == (100, 72, 4)
    assert int(card[0, 0, 0]) == 14
    assert fitted(card).shape == card.shape


@pytest.mark.parametrize("kind", THINGS)
def test_a_thing_is_a_cut_out_of_moderate_size(kind: str) -> None:
    for seed in range(5):
        picture = thing(np.random.default_rng(seed), kind)
        assert picture.ndim == 3 and picture.shape[2] == 4
        assert 50 <= max(picture.shape[:2]) <= 400
        assert (picture[..., 3] > 200).mean() > 0.3
        assert picture[0, 0, 3] < 255
