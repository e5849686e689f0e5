"""Suits drawn from numbers."""

import cv2
import numpy as np
import pytest

from datasets.art.suits import drawn_suits


@pytest.mark.parametrize("seed", range(20))
def test_suits_are_whole_tight_and_symmetric(seed: int) -> None:
    suits = drawn_suits(np.random.default_rng(seed))
    assert sorted(suits) == ["C", "D", "H", "S"]
    for suit, mask in suits.items():
        assert mask[0].any() and mask[-1].any() and mask[:, 0].any() and mask[:, -1].any()
        parts, _ = cv2.connectedComponents((mask > 127).astype(np.uint8))
        assert parts == 2, f"{suit} is in {parts - 1} pieces"
        assert np.abs(mask.astype(int) - mask[:, ::-1]).mean() < 8
        assert 0.5 < mask.shape[1] / mask.shape[0] < 1.4


def test_every_printer_draws_them_otherwise_and_a_seed_always_alike() -> None:
    one, same, other = (drawn_suits(np.random.default_rng(seed)) for seed in (1, 1, 2))
    for suit, mask in one.items():
        assert np.array_equal(mask, same[suit]) and not np.array_equal(mask, other[suit])


def test_a_spade_has_one_tip_and_a_club_a_round_head() -> None:
    for seed in range(20):
        suits = drawn_suits(np.random.default_rng(seed))
        tip, head = ((suits[suit] > 127)[: suits[suit].shape[0] // 12].mean() for suit in "SC")
        assert tip < 0.8 * head
