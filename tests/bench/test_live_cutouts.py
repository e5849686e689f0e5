"""Cards cut out of photographs: straight, to the paper's edge, and only those that were read as labelled."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.art.load import load_own_decks
from datasets.feed import load_stage
from datasets.programme import enough, script_of
from engine import PRESETS
from tests.bench.live_cutouts import SIZE, cutouts, paper_edge, staged
from tests.bench.live_photos import Labelled, Photo
from vision.crop import cut, quad_of_points

CLOTH = (60, 90, 50)


@functools.cache
def own_card(card: str) -> np.ndarray:
    return np.ascontiguousarray(load_own_decks()[0].cards[card])


def photograph(card: str, slant: float, cloth: tuple[int, int, int] = CLOTH) -> tuple[np.ndarray, np.ndarray]:
    """A card of our own deck on cloth, its far side shorter by ``slant``; the picture and its corners."""
    face = own_card(card)
    high, wide = face.shape[:2]
    turn = 0.4
    flat = np.array([[-70, -98], [70, -98], [70, 98], [-70, 98]], float)
    flat[:2, 0] *= 1 - slant
    way = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    corners = (flat @ way + (320, 240)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), corners
    )
    laid = cv2.warpPerspective(face, matrix, (640, 480), flags=cv2.INTER_AREA)
    opacity = laid[..., 3:] / 255
    image = (laid[..., :3] * opacity + np.full((480, 640, 3), cloth) * (1 - opacity)).astype(np.uint8)
    return image, corners


def photo(card: str, full: bool = True) -> Photo:
    return Photo(Path("a.png"), "drawn", True, (Labelled(card, full, (320, 240)),))


def likeness(cutout: np.ndarray, card: str) -> float:
    """Correlation between a cut-out and the card, whichever end is up."""
    face = cv2.resize(own_card(card)[..., :3], SIZE)
    inner = (slice(20, -20), slice(15, -15))
    return max(
        float(np.corrcoef(one[inner].ravel(), face[inner].ravel())[0, 1])
        for one in (cutout[..., :3], cutout[::-1, ::-1, :3])
    )


@pytest.mark.parametrize("slant", [0.0, 0.12])
def test_a_card_is_straightened_to_the_edge_of_its_paper(slant: float) -> None:
    image, corners = photograph("7H", slant)
    box = quad_of_points(corners)  # what a detector draws: a rectangle round it
    ((name, cutout),) = cutouts(photo("7H"), image, [(box, "7H")])
    assert name == "7H" and cutout.shape == (SIZE[1], SIZE[0], 4)
    assert likeness(cutout, "7H") > 0.7 > max(likeness(cutout, other) for other in ("6H", "7D", "8H", "QS"))
    if slant:
        assert likeness(cutout, "7H") > likeness(cut(image, box, SIZE, margin=0.0), "7H") + 0.1
    assert cutout[0, 0, 3] == 0 and cutout[0, SIZE[0] // 2, 3] == 255, "rounded corners"


def test_what_was_read_otherwise_or_is_covered_is_not_cut_out() -> None:
    image, corners = photograph("7H", 0.0)
    box = quad_of_points(corners)
    assert cutouts(photo("7H"), image, [(box, "7D")]) == []
    assert cutouts(photo("7H"), image, [(box, None)]) == []
    assert cutouts(photo("7H", full=False), image, [(box, "7H")]) == []


def test_a_card_on_a_table_as_bright_as_itself_is_not_cut_out() -> None:
    image, corners = photograph("7H", 0.1, cloth=(250, 250, 250))
    assert paper_edge(image, quad_of_points(corners)) is None


def test_a_film_is_played_with_the_cards_that_there_are() -> None:
    names = [f"{rank}{suit}" for rank in "4567QJ" for suit in "CDHS"]
    cards: Mapping[str, tuple[np.ndarray, ...]] = {
        name: (np.full((350, 250, 4), 200, np.uint8),) for name in names
    }
    stage = staged(load_stage(None, "val"), cards, 3)
    assert [box.deck.name for box in stage.boxes] == ["cutouts"] and len(stage.chances) == 1
    held = frozenset(names)
    assert enough(PRESETS["paulista"], 6, held) and not enough(PRESETS["paulista-limpo"], 4, held)
    for seed in range(12):
        script = script_of(np.random.default_rng([seed, 3]), seed, frozenset(), held)
        if script.oddity != "eight":
            assert {lay.card for lay in script.lays} | {script.vira} - {""} <= held | {""}


def test_without_an_eight_none_is_laid() -> None:
    held = frozenset(f"{rank}{suit}" for rank in "4567QJ" for suit in "CDHS")
    seed = next(
        s for s in range(30) if script_of(np.random.default_rng([s, 3]), s, frozenset()).oddity == "eight"
    )
    with pytest.raises(ValueError, match="no hand"):
        script_of(np.random.default_rng([seed, 3]), seed, frozenset(), held)
