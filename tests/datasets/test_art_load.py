"""Loading: from a fresh clone, and from a small data folder made here."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.art.backs import make_backs
from datasets.art.load import load_backs, load_clutter, load_decks, load_own_decks, load_surfaces
from datasets.art.pack import PACK_HEIGHT, write_pack
from datasets.art.picture import write_picture

OWN = load_own_decks()[0]


def put_deck(data: Path, name: str, split: str, cards: list[str], *, packed: bool = True) -> None:
    """A deck folder as ``make data`` leaves it, with the own deck's pictures."""
    folder = data / "decks" / f"family__{name}"
    folder.mkdir(parents=True)
    for card in cards:
        write_picture(folder / f"{card}.png", OWN.jokers[1] if card == "JK2" else OWN.cards[card])
    write_picture(folder / "back.png", OWN.backs[0].repeat(2, axis=0).repeat(2, axis=1))
    if packed:
        write_pack(folder, tuple(cards))
    index = data / "decks" / "decks.json"
    entries = json.loads(index.read_text()) if index.exists() else []
    faces = [card for card in cards if card != "JK2"]
    entry = {
        "name": name,
        "family": "family",
        "split": split,
        "weight": 2.0,
        "folder": folder.name,
        "cards": faces,
    }
    index.write_text(json.dumps([*entries, entry]))


def test_a_fresh_clone_has_the_own_decks_in_both_splits(tmp_path: Path) -> None:
    for split in ("train", "val"):
        assert [deck.name for deck in load_decks(tmp_path, split)] == ["own-jumbo", "own-standard"]


def test_splits_do_not_mix_and_own_decks_are_for_training_only(tmp_path: Path) -> None:
    put_deck(tmp_path, "one", "train", ["7H", "JK", "JK2"])
    put_deck(tmp_path, "two", "val", ["7H"])
    assert [deck.name for deck in load_decks(tmp_path, "train")] == ["one", "own-jumbo", "own-standard"]
    assert [deck.name for deck in load_decks(tmp_path, "train", include_own=False)] == ["one"]
    assert [deck.name for deck in load_decks(tmp_path, "val")] == ["two"]


@pytest.mark.parametrize("packed", [True, False])
def test_a_deck_holds_its_cards_jokers_and_back(tmp_path: Path, packed: bool) -> None:
    put_deck(tmp_path, "one", "train", ["7H", "JK", "AC", "JK2"], packed=packed)
    deck = load_decks(tmp_path, "train", include_own=False)[0]
    assert set(deck.cards) == {"7H", "JK", "AC"}
    assert (deck.family, deck.weight) == ("family", 2.0)
    assert np.array_equal(deck.cards["AC"], OWN.cards["AC"])
    assert [joker.shape for joker in deck.jokers] == [OWN.cards["AC"].shape] * 2
    assert deck.backs[0].shape[0] == PACK_HEIGHT


def test_an_unknown_card_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        OWN.cards["1H"]


def test_without_data_everything_is_drawn_and_always_the_same(tmp_path: Path) -> None:
    for load in (load_surfaces, load_clutter, load_backs):
        first, again, other = load(tmp_path, "train", 4), load(tmp_path, "train", 4), load(tmp_path, "val", 4)
        assert len(first) >= 4
        assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
        assert not np.array_equal(first[0], other[0])


def test_stored_surfaces_and_clutter_come_first(tmp_path: Path) -> None:
    for kind in ("surfaces", "clutter"):
        (tmp_path / kind / "val").mkdir(parents=True)
        write_picture(tmp_path / kind / "val" / "a.png", np.full((9, 12, 4), 77, np.uint8))
    assert load_surfaces(tmp_path, "val", 1)[0].shape == (9, 12, 3)
    assert load_clutter(tmp_path, "val", 1)[0].shape == (9, 12, 4)
    assert len(load_surfaces(tmp_path, "train", 1)) == 1


def test_backs_of_a_deck_stay_in_its_split(tmp_path: Path) -> None:
    put_deck(tmp_path, "one", "train", ["7H"])
    put_deck(tmp_path, "two", "val", ["7H"])
    counts = make_backs(tmp_path)
    names = {
        split: {path.name for path in (tmp_path / "backs" / split).iterdir()} for split in ("train", "val")
    }
    assert {name for name in names["train"] if not name.startswith("drawn")} == {
        f"one__{n}.png" for n in range(3)
    }
    assert {name for name in names["val"] if not name.startswith("drawn")} == {
        f"two__{n}.png" for n in range(3)
    }
    assert counts == {split: len(names[split]) for split in names}
    assert {back.shape[0] for back in load_backs(tmp_path, "val")} == {PACK_HEIGHT}
