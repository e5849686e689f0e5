"""Crops for the reader, and the supply of both networks."""

from collections import Counter

import cv2
import numpy as np
import pytest

from datasets.crops import render_crop
from datasets.feed import CoverPool, CropPool, OutlinePool, detector_scene, letterbox
from datasets.scene import CardLabel, Scene, Stage
from vision.cards import CLASS_COUNT, UNREADABLE
from vision.crop import CORNER_SIZE, CROP_SIZE, OUTLINE_MARGIN, OUTLINE_SIZE, UNIT_QUAD


def test_crops_have_the_readers_size_and_reach_nearly_every_class(own_stage: Stage) -> None:
    counts: Counter[int] = Counter()
    for seed in range(400):
        crop, named = render_crop(own_stage, np.random.default_rng(seed))
        assert crop.shape == (CROP_SIZE[1], CROP_SIZE[0], 3) and crop.dtype == np.uint8
        counts[named] += 1
    assert set(counts) <= set(range(CLASS_COUNT)) and len(counts) > 48
    assert 0.03 < counts[UNREADABLE] / 400 < 0.25


def test_the_same_seed_gives_the_same_crop(own_stage: Stage) -> None:
    first, second = (render_crop(own_stage, np.random.default_rng(3)) for _ in range(2))
    assert first[1] == second[1] and (first[0] == second[0]).all()


def test_a_pool_gives_whole_batches_and_renews_itself(own_stage: Stage) -> None:
    pool = CropPool(own_stage, [1], size=32, looks=2.0)
    batches = [pool.batch(16) for _ in range(8)]
    assert all(
        crops.shape == (16, CROP_SIZE[1], CROP_SIZE[0], 3) and len(classes) == 16
        for crops, classes in batches
    )
    assert pool.drawn == 64 and len(pool) == 32


def test_a_pool_of_index_corners_shows_the_same_cards(own_stage: Stage) -> None:
    cards, corners = (CropPool(own_stage, [1], size=16, part=part) for part in ("card", "index"))
    (crops, classes), (pairs, same) = cards.batch(16), corners.batch(16)
    assert pairs.shape == (16, CORNER_SIZE[1], CORNER_SIZE[0], 6) and crops.dtype == pairs.dtype
    assert classes[:4].tolist() == same[:4].tolist()  # what was drawn for this batch


def test_letterboxed_boxes_lie_where_the_cards_are() -> None:
    quad = np.array([[400.0, 100], [500, 100], [500, 250], [400, 250]])
    cards = (
        CardLabel("AS", quad, 1.0),
        CardLabel("2S", quad + 200, 0.05),
        CardLabel(None, quad + 300.0, 1.0),
    )
    image, classes, boxes = letterbox(
        Scene(np.zeros((720, 1280, 3), np.uint8), cards, np.zeros((720, 1280), np.int16)), 416
    )
    assert image.shape == (416, 416, 3) and (image[0] == 114).all()
    assert classes.tolist() == [0, 1]  # the hidden card is not labelled
    scale, top = 416 / 1280, (416 - 234) / 2
    assert boxes[0, 0] * 416 == pytest.approx(450 * scale, abs=0.6)
    assert boxes[0, 1] * 416 == pytest.approx(175 * scale + top, abs=0.6)
    assert sorted(boxes[0, 2:4] * 416) == pytest.approx([100 * scale, 150 * scale], abs=0.6)


def test_detector_scenes_cover_card_sizes_at_network_size(own_stage: Stage) -> None:
    widths = []
    for index in range(40):
        image, classes, boxes = detector_scene(own_stage, [9, index], 256)
        assert image.shape == (256, 256, 3) and len(classes) == len(boxes)
        widths += [min(box[2], box[3]) * 416 for box in boxes]
    assert min(widths) < 16 and max(widths) > 90


def test_turned_and_mirrored_outlines_still_fit_their_pictures(own_stage: Stage) -> None:
    pool = OutlinePool(own_stage, [3], size=64, looks=1.0)
    pictures, moves = pool.batch(64)
    assert pictures.shape == (64, OUTLINE_SIZE[1], OUTLINE_SIZE[0], 3) and moves.shape == (64, 4, 2)
    # what is inside the true outline is brighter than what is outside: cards are white, most tables are not
    brighter = 0
    for picture, move in zip(pictures, moves, strict=True):
        corners = (UNIT_QUAD + move + OUTLINE_MARGIN) / (1 + 2 * OUTLINE_MARGIN) * OUTLINE_SIZE
        middle = corners.mean(axis=0)
        inside, outside = np.zeros(picture.shape[:2], np.uint8), np.full(picture.shape[:2], 1, np.uint8)
        cv2.fillConvexPoly(inside, np.round(middle + 0.97 * (corners - middle)).astype(np.int32), 1)
        cv2.fillConvexPoly(outside, np.round(middle + 1.06 * (corners - middle)).astype(np.int32), 0)
        edge = inside - cv2.erode(inside, np.ones((7, 7), np.uint8))
        near = (outside > 0) & (cv2.dilate(1 - outside, np.ones((7, 7), np.uint8)) > 0)
        brighter += picture[edge > 0].mean() > picture[near].mean() + 5
    assert brighter > 40


def test_what_lies_on_cards_is_told_and_often_nothing_does(own_stage: Stage) -> None:
    pictures, covers = CoverPool(own_stage, [4], size=200, looks=1.0).batch(120)
    assert pictures.shape == (120, 112, 80, 3) and covers.shape == (120, 28, 20)
    shares = (covers > 127).mean(axis=(1, 2))
    assert (shares < 0.02).sum() > 15 and (shares > 0.15).sum() > 30
    assert shares.max() < 0.97, "something of every card can be seen"


def test_turned_and_mirrored_covers_still_fit_their_pictures(own_stage: Stage) -> None:
    pool = CoverPool(own_stage, [3], size=64, looks=1.0)
    pictures, covers = pool.batch(40)
    ways = [(slice(None, None, a), slice(None, None, b)) for a in (1, -1) for b in (1, -1)]
    used = set()
    for picture, cover in zip(pictures, covers, strict=True):
        fits = {
            n
            for crop, hidden in pool._crops
            for n, way in enumerate(ways)
            if (crop[way] == picture).all() and (hidden[way] == cover).all()
        }
        assert fits
        used |= fits
    assert len(used) == 4
