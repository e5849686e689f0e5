"""The committed deck: complete, the same either end up, right suits and colours, small files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from datasets.art.load import load_own_decks
from datasets.own_deck.draw import BACKS, FOLDER, STYLES, card_svg
from datasets.own_deck.palette import palette_png
from datasets.own_deck.shapes import INK
from vision.cards import CARD_NAMES, JOKER

JUMBO, STANDARD = load_own_decks()


def test_both_styles_hold_every_card_and_two_jokers() -> None:
    for deck in (JUMBO, STANDARD):
        assert set(deck.cards) == set(CARD_NAMES)
        assert len(deck.jokers) == 2
        assert not np.array_equal(deck.jokers[0], deck.jokers[1])
    assert len(JUMBO.backs) == len(BACKS)


def test_no_two_cards_look_the_same() -> None:
    for deck in (JUMBO, STANDARD):
        seen = {picture.tobytes() for picture in deck.cards.values()}
        assert len(seen) == len(CARD_NAMES)


@pytest.mark.parametrize("deck", [JUMBO, STANDARD], ids=["jumbo", "standard"])
def test_cards_read_the_same_either_end_up(deck) -> None:
    # The sevens have a pip in the upper half alone, jokers and aces have one figure, odd middles point up.
    for name in ("2C", "4H", "10S", "JD", "QC", "KH", "KS"):
        card = deck.cards[name].astype(np.int32)
        unlike = np.abs(card - card[::-1, ::-1]).max(axis=2) > 120
        assert unlike.mean() < 0.01, name


@pytest.mark.parametrize("deck", [JUMBO, STANDARD], ids=["jumbo", "standard"])
def test_red_suits_are_red_and_black_suits_are_not(deck) -> None:
    for name in CARD_NAMES[:-1]:
        height, width = deck.cards[name].shape[:2]
        corner = deck.cards[name][: height // 3, : width // 6, :3].astype(np.int32)
        red = int(((corner[..., 2] - corner[..., :2].max(axis=2)) > 90).sum())
        black = int((corner.max(axis=2) < 60).sum())
        assert (red > 5 * black) == (name[-1] in "DH"), name


@pytest.mark.parametrize("deck", [JUMBO, STANDARD], ids=["jumbo", "standard"])
def test_corners_are_transparent_and_the_middle_is_not(deck) -> None:
    for name in CARD_NAMES:
        alpha = deck.cards[name][..., 3]
        assert alpha[0, 0] == alpha[0, -1] == alpha[-1, 0] == alpha[-1, -1] == 0
        assert alpha[8:-8, 8:-8].min() == 255, name


def test_the_jumbo_index_is_about_twice_the_standard_one() -> None:
    def inked_rows(deck) -> int:
        corner = deck.cards["AS"][:200, :70, :3]
        return int((corner.max(axis=2) < 90).any(axis=1).sum())

    assert inked_rows(JUMBO) > 1.7 * inked_rows(STANDARD)


def test_the_drawing_is_well_formed_and_uses_the_ink_of_the_suit() -> None:
    for style in STYLES:
        for name in (*CARD_NAMES, "JK2", *BACKS):
            text = card_svg(name, style)
            ElementTree.fromstring(text)
            if name not in (JOKER, "JK2", *BACKS):
                assert INK[name[-1]] in text


def test_the_number_of_pips_is_the_rank() -> None:
    for style in STYLES:
        for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10"):
            paths = ElementTree.fromstring(card_svg(f"{rank}H", style)).iter(
                "{http://www.w3.org/2000/svg}path"
            )
            filled = [path for path in paths if path.get("fill") == INK["H"]]
            assert len(filled) == int(rank) + 2, (style, rank)


def test_the_committed_files_are_small() -> None:
    files = list(FOLDER.rglob("*.png"))
    assert len(files) == 110
    assert sum(file.stat().st_size for file in files) < 1_500_000


def test_a_palette_file_keeps_flat_colours_exactly(tmp_path: Path) -> None:
    picture = np.zeros((20, 30, 4), np.uint8)
    picture[:10] = (10, 200, 30, 255)
    picture[10:, :15] = (0, 0, 250, 128)
    (tmp_path / "flat.png").write_bytes(palette_png(picture))
    assert np.array_equal(cv2.imread(str(tmp_path / "flat.png"), cv2.IMREAD_UNCHANGED), picture)


def test_a_palette_file_reduces_many_colours_to_near_ones() -> None:
    ramp = np.zeros((8, 256, 4), np.uint8)
    ramp[..., 0] = ramp[..., 1] = np.arange(256)
    ramp[..., 3] = 255
    back = cv2.imdecode(np.frombuffer(palette_png(ramp, 16), np.uint8), cv2.IMREAD_UNCHANGED)
    assert len(np.unique(back.reshape(-1, 4), axis=0)) <= 16
    assert np.abs(back.astype(int) - ramp).max() <= 24
