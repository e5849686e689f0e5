"""The cut-out stands a card upright, is not mirrored, and keeps small marks of large cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import crop


def marked_card(long_side: int) -> np.ndarray:
    """A white upright card with a red top-left corner, blue top-right, green bottom-left."""
    short = round(long_side * 0.7)
    card = np.full((long_side, short, 3), 255, np.uint8)
    tall, wide = long_side // 4, short // 4
    card[:tall, :wide] = (0, 0, 255)
    card[:tall, -wide:] = (255, 0, 0)
    card[-tall:, :wide] = (0, 255, 0)
    return card


def on_table(card: np.ndarray, degrees: float, middle: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """The card turned about its middle on a dark table, and its corners from top-left, clockwise."""
    high, wide = card.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), -degrees, 1.0)
    turn[:, 2] += np.array(middle) - (wide / 2, high / 2)
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    continuous = corners @ turn[:, :2].T + turn[:, 2]
    shift = turn.copy()
    shift[:, 2] += turn[:, :2] @ (0.5, 0.5) - 0.5
    image = cv2.warpAffine(card, shift, (900, 900), borderValue=(40, 40, 40))
    return image, continuous.astype(np.float32)


def corner_colours(cut: np.ndarray) -> list[str]:
    high, wide = cut.shape[:2]
    dy, dx = high // 8, wide // 8
    spots = [cut[dy, dx], cut[dy, -dx], cut[-dy, -dx], cut[-dy, dx]]
    names = {(0, 0, 255): "red", (255, 0, 0): "blue", (0, 255, 0): "green", (255, 255, 255): "white"}
    return [min(names.items(), key=lambda n: float(np.abs(np.array(n[0]) - spot).sum()))[1] for spot in spots]


@pytest.mark.parametrize("degrees", [0, 17, 89, 90, 91, 135, 180, 250, 359])
@pytest.mark.parametrize("long_side", [90, 300, 600])
def test_upright_either_end_up_and_never_mirrored(degrees: float, long_side: int) -> None:
    image, corners = on_table(marked_card(long_side), degrees, (450, 450))
    for given in (corners, corners[::-1], np.roll(corners, 1, axis=0)):
        colours = corner_colours(crop.cut(image, crop.order_quad(given)))
        assert colours in (["red", "blue", "white", "green"], ["white", "green", "red", "blue"])


def test_the_box_of_a_turned_card_gives_the_same_crop_as_its_corners() -> None:
    image, corners = on_table(marked_card(300), 30, (430, 460))
    by_points = crop.cut(image, crop.quad_of_points(corners))
    by_corners = crop.cut(image, crop.order_quad(corners))
    either_end = (by_corners, by_corners[::-1, ::-1])
    assert min(float(np.abs(by_points.astype(int) - c.astype(int)).mean()) for c in either_end) < 3


def test_margin_shows_the_table_around_the_card() -> None:
    image, corners = on_table(marked_card(320), 0, (450, 450))
    wide = crop.cut(image, crop.order_quad(corners), margin=0.10)
    tight = crop.cut(image, crop.order_quad(corners), margin=0.0)
    assert wide[80, 3].tolist() == [40, 40, 40]
    assert tight[80, 3].min() > 200


def test_perspective_is_taken_out() -> None:
    card = marked_card(400)
    target = np.array([[300, 200], [520, 230], [600, 640], [220, 600]], np.float32)
    high, wide = card.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, target)
    image = cv2.warpPerspective(card, warp, (900, 900), borderValue=(40, 40, 40))
    cut = crop.cut(image, crop.order_quad(target), margin=0.0)
    upright = min((cut, cut[::-1, ::-1]), key=lambda c: float(c[20, 14, :2].sum()))
    expected = cv2.resize(card, (112, 160), interpolation=cv2.INTER_AREA)
    assert float(np.abs(upright.astype(int) - expected.astype(int)).mean()) < 6


def test_fine_pattern_of_a_large_card_is_averaged_not_sampled() -> None:
    image = np.zeros((1400, 1000, 3), np.uint8)
    image[::2] = 255
    quad = crop.order_quad([[20, 20], [980, 20], [980, 1380], [20, 1380]])
    cut = crop.cut(image, quad)
    assert cut.min() > 100 and cut.max() < 155


def test_boxes_have_the_long_side_first() -> None:
    for width, height, angle in [(100, 60, 0.3), (60, 100, 0.3), (60, 100, -1.2), (100, 60, 3.0)]:
        quad = crop.quad_of_box((200, 150, width, height, angle))
        assert crop.sides(quad) == pytest.approx((100, 60), abs=0.01)
        assert quad.mean(axis=0) == pytest.approx((200, 150), abs=0.01)
        assert np.array_equal(crop.order_quad(quad), quad)


def test_square_outlines_can_be_cut_both_ways() -> None:
    quad = crop.quad_of_box((200, 150, 100, 95, 0.2))
    assert crop.length_ratio(quad) == pytest.approx(100 / 95) and crop.length_ratio(quad) < crop.SQUARE_RATIO
    assert crop.length_ratio(crop.quad_of_box((0, 0, 60, 90, 0.2))) == pytest.approx(1.5)
    first, second = crop.sides(crop.quarter_turn(quad))
    assert (first, second) == pytest.approx((95, 100), abs=0.01)


def test_beyond_the_picture_is_grey_and_no_area_is_grey() -> None:
    image = np.full((100, 100, 3), 255, np.uint8)
    cut = crop.cut(image, crop.quad_of_box((0, 50, 80, 56, np.pi / 2)))
    assert cut[80, 5].tolist() in ([114] * 3, [255] * 3)
    assert {tuple(cut[80, 5].tolist()), tuple(cut[80, -5].tolist())} == {(114, 114, 114), (255, 255, 255)}
    assert (crop.cut(image, np.zeros((4, 2), np.float32)) == 114).all()


@pytest.mark.parametrize("bad", [[[0, 0], [1, 1], [2, 2]], [[0, 0], [1, 0], [1, float("nan")], [0, 1]]])
def test_what_is_no_quad_is_refused(bad: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="four corners"):
        crop.order_quad(bad)


def test_the_index_corners_of_both_ends_stand_upright_and_change_places_when_the_card_is_turned() -> None:
    image, corners = on_table(marked_card(300), 25, (450, 450))
    quad = crop.order_quad(corners)
    sheet = crop.cut(image, quad, crop.SHEET_SIZE)
    pair = crop.index_corners(sheet)
    assert pair.shape == (crop.CORNER_SIZE[1], crop.CORNER_SIZE[0], 6)
    colours = {corner_colours(part)[0] for part in (pair[..., :3], pair[..., 3:])}
    assert colours == {"red", "white"}  # the upper left mark, and the unmarked corner opposite
    turned = crop.index_corners(np.ascontiguousarray(sheet[::-1, ::-1]))
    assert (turned[..., :3] == pair[..., 3:]).all() and (turned[..., 3:] == pair[..., :3]).all()
