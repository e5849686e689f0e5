"""Crops for the reader, and the supply of both networks."""

from collections import Counter

import numpy as np
import pytest

from datasets.crops import render_crop
from datasets.feed import CropPool, detector_scene, letterbox
from datasets.scene import CardLabel, Scene, Stage
from vision.cards import CLASS_COUNT, UNREADABLE
from vision.crop import CORNER_SIZE, CROP_SIZE


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
    image, classes, boxes = letterbox(Scene(np.zeros((720, 1280, 3), np.uint8), cards), 416)
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
