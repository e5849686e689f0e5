"""What is cut out of the packages: names, held-out families, trimming, patterns and cut-outs; no network."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from datasets.art.__main__ import main
from datasets.art.catalogue import CARD_PACKAGES, DECKS, Package
from datasets.art.fetch import FetchError, fetch
from datasets.art.picture import picture_of, read_picture, round_corners, trim_outline
from datasets.art.render import CARD_HEIGHT, elements_of, finish
from datasets.art.sheet import contact_sheet
from datasets.art.surfaces import CLUTTER, SURFACES, TABLE_PACKAGES, as_clutter, as_surface, read_pattern
from vision.cards import CARD_NAMES, JOKER

PAPER = (255, 255, 255, 255)


def white_card(height: int = 320, width: int = 220, line: int = 0) -> np.ndarray:
    card = np.full((height, width, 4), PAPER, np.uint8)
    if line:
        card[:line], card[-line:], card[:, :line], card[:, -line:] = ((0, 0, 0, 255),) * 4
    return card


def test_no_family_is_in_both_splits() -> None:
    families = {split: {deck.family for deck in DECKS if deck.split == split} for split in ("train", "val")}
    assert families["train"] and families["val"]
    assert not families["train"] & families["val"]


def test_every_deck_comes_from_a_package_that_is_fetched_and_has_its_own_name() -> None:
    packages = {package.name for package in CARD_PACKAGES}
    assert all(deck.package in packages for deck in DECKS)
    assert len({deck.name for deck in DECKS}) == len(DECKS)
    tables = {package.name for package in TABLE_PACKAGES}
    assert all(group.package in tables for group in (*SURFACES, *CLUTTER))


def test_groups_of_surfaces_and_clutter_are_in_one_split_each() -> None:
    for groups in (SURFACES, CLUTTER):
        assert len({group.name for group in groups}) == len(groups)
        assert {group.split for group in groups} == {"train", "val"}


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_a_deck_offers_the_cards_it_should(deck) -> None:
    names = elements_of(deck)
    assert len(set(names.values())) == len(names)
    faces = set(names) - {"back", "JK2", JOKER}
    wanted = {card for card in CARD_NAMES[:-1] if deck.kind == "full" or card[:-1] not in ("J", "Q", "K")}
    assert faces == wanted - set(deck.drop)


@pytest.mark.parametrize(
    ("layout", "card", "element"),
    [
        ("gnome", "AC", "club_1"),
        ("gnome", "KS", "spade_king"),
        ("kde", "10H", "10_heart"),
        ("kde", "QD", "queen_diamond"),
        ("kennard", "10S", "TS.svg"),
        ("aguilar", "JH", "11h.svg"),
        ("blackjack", "QC", "queen_of_clubs.png"),
        ("blackjack2", "QC", "queen_of_clubs2.png"),
        ("blackjack2", "AS", "ace_of_spades.png"),
    ],
)
def test_card_names_become_the_names_of_the_package(layout: str, card: str, element: str) -> None:
    deck = next(deck for deck in DECKS if deck.layout == layout)
    assert elements_of(deck)[card] == element


@pytest.mark.parametrize("line", [0, 1, 3, 6])
def test_the_outline_of_screen_decks_is_cut_off_and_no_more(line: int) -> None:
    assert trim_outline(white_card(line=line)).shape == (320 - 2 * line, 220 - 2 * line, 4)


def test_a_coloured_back_keeps_its_rim() -> None:
    back = white_card()
    back[:] = (120, 30, 20, 255)
    back[40:-40, 40:-40] = PAPER
    back[50:-50, 50:-50] = (120, 30, 20, 255)
    assert trim_outline(back).shape == back.shape


def test_empty_margins_are_cut_off() -> None:
    wide = np.zeros((500, 900, 4), np.uint8)
    wide[100:420, 300:520] = white_card(line=2)
    assert trim_outline(wide).shape == (316, 216, 4)


def test_a_finished_card_is_opaque_but_for_its_corners() -> None:
    card = white_card()
    card[150:170, 100:120] = 0
    done = finish(card)
    assert done.shape == (CARD_HEIGHT, 440, 4)
    assert done[0, 0, 3] == done[-1, -1, 3] == 0
    assert done[20:-20, 20:-20, 3].min() == 255
    assert done[320, 220, :3].min() > 240


def test_rounding_twice_changes_nothing() -> None:
    once = round_corners(white_card())
    assert np.array_equal(round_corners(once)[..., 3], once[..., 3])


def test_a_broken_picture_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.png").write_bytes(b"not a picture")
    with pytest.raises(OSError, match=r"bad\.png is not a picture"):
        read_picture(tmp_path / "bad.png")
    assert picture_of(b"") is None


def test_a_pattern_file_is_read_and_a_cut_one_refused() -> None:
    pixels = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    content = struct.pack(">6I", 27, 1, 3, 2, 3, 0x47504154) + b"ab\0" + pixels.tobytes()
    picture = read_pattern(content)
    assert picture is not None
    assert np.array_equal(picture[..., :3], pixels[..., ::-1])
    assert read_pattern(content[:-1]) is None
    assert read_pattern(b"GPAT") is None


def test_small_textures_are_mirrored_without_a_seam_and_large_ones_shrunk() -> None:
    ramp = np.full((200, 200, 4), 255, np.uint8)
    ramp[..., 0] = np.arange(200)
    tiled = as_surface(ramp)
    assert tiled.shape[0] >= 512 and tiled.shape[1] >= 512
    assert np.abs(np.diff(tiled[..., 0].astype(int), axis=1)).max() <= 1
    assert max(as_surface(np.zeros((900, 3000, 4), np.uint8) + 255).shape) == 1024


def test_a_cut_out_loses_its_margin_and_needs_a_transparent_ground() -> None:
    disc = np.zeros((900, 900, 4), np.uint8)
    y, x = np.mgrid[:900, :900]
    disc[(x - 450) ** 2 + (y - 450) ** 2 < 300**2] = (0, 0, 200, 255)
    thing = as_clutter(disc)
    assert thing is not None
    assert max(thing.shape[:2]) == 400
    rim = thing[(thing[..., 3] > 20) & (thing[..., 3] < 230)]
    assert rim[:, 2].min() > 190
    assert as_clutter(np.full((200, 200, 4), 255, np.uint8)) is None
    assert as_clutter(np.zeros((200, 200, 4), np.uint8)) is None


def test_a_contact_sheet_shows_every_card() -> None:
    sheet = contact_sheet([white_card()] * 5, columns=3, height=64)
    assert sheet.shape[0] == 2 * 70
    assert sheet.shape[1] == 3 * (44 + 6)


def test_a_package_that_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "unpacked" / "thing").mkdir(parents=True)
    assert fetch(Package("thing", "deb", "thing"), tmp_path) == tmp_path / "unpacked" / "thing"


def test_an_archive_is_unpacked_whole(tmp_path: Path) -> None:
    import zipfile

    folder = tmp_path / "packages" / "thing"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "thing-1.whl", "w") as wheel:
        wheel.writestr("a/b.txt", "inside")
    assert (fetch(Package("thing", "wheel", "thing==1"), tmp_path) / "a" / "b.txt").read_text() == "inside"


def test_a_client_that_is_missing_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FetchError, match="apt-get is not installed, and package thing needs it"):
        fetch(Package("thing", "deb", "thing"), tmp_path)
    assert main(["--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
