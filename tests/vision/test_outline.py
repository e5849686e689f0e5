"""Boxes are moved onto the cards, and left alone where the answer is no card."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.feed import corner_moves
from vision.crop import UNIT_QUAD, cut, order_quad, quad_of_box
from vision.geometry import iou
from vision.outline import OutlineFitter

IMAGE = np.full((300, 400, 3), 90, np.uint8)
BOX = quad_of_box((200.0, 150.0, 120.0, 80.0, 0.5))


class Moves:
    """Answers every box with the same moves."""

    def __init__(self, moves: np.ndarray) -> None:
        self.moves = moves.astype(np.float32)
        self.shapes: list[tuple[int, ...]] = []

    def forward(self, batch: np.ndarray) -> np.ndarray:
        self.shapes.append(batch.shape)
        return np.repeat(self.moves.reshape(1, 8), len(batch), axis=0)


@pytest.mark.parametrize(
    "card",
    [
        np.array([[150, 190], [165, 95], [255, 110], [240, 200]], np.float32),  # turned
        np.array([[140, 120], [240, 105], [262, 200], [150, 190]], np.float32),  # seen at a slant
        BOX * 1.05 - 8,
    ],
)
def test_the_moves_the_trainer_teaches_lead_back_to_the_card(card: np.ndarray) -> None:
    moves = corner_moves(BOX, card)
    assert np.abs(moves).max() < 0.6
    network = Moves(moves)
    fitted = OutlineFitter(network).fit(IMAGE, [BOX])[0]
    assert network.shapes == [(1, 3, 112, 80)]
    assert iou(fitted, order_quad(card)) > 0.999


def test_no_move_leaves_the_box_and_many_boxes_go_in_batches() -> None:
    network = Moves(np.zeros((4, 2)))
    fitted = OutlineFitter(network).fit(IMAGE, [BOX] * 37)
    assert [shape[0] for shape in network.shapes] == [16, 16, 5]
    assert all(np.abs(quad - BOX).max() < 1e-3 for quad in fitted)
    assert OutlineFitter(network).fit(IMAGE, []) == []


@pytest.mark.parametrize(
    "moves",
    [
        np.array([[0, 0], [0, 0], [-1.5, 1.5], [0, 0]]),  # folded over itself
        np.array([[-1, 1], [-1, -1], [1, -1], [1, 1]]),  # nine times as large
        np.array([[0.4, -0.4], [0.4, 0.4], [-0.4, 0.4], [-0.4, -0.4]]),  # a twenty-fifth
        np.full((4, 2), np.nan),
    ],
)
def test_an_outline_that_is_no_card_is_not_believed(moves: np.ndarray) -> None:
    assert OutlineFitter(Moves(moves)).fit(IMAGE, [BOX])[0] is BOX


def test_where_the_cut_puts_the_corners_is_what_the_unit_quad_says() -> None:
    image = np.zeros((300, 400, 3), np.uint8)
    x, y = np.round(BOX[2]).astype(int)  # upper right in the crop
    image[y - 3 : y + 3, x - 3 : x + 3] = 255
    crop = cut(image, BOX, (80, 112), 0.2)
    bright = np.argwhere(crop[..., 0] > 128).mean(axis=0)[::-1] + 0.5
    wanted = (UNIT_QUAD[2] + 0.2) / 1.4 * (80, 112)
    assert np.abs(bright - wanted).max() < 2
