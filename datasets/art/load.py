"""Gives the scene renderer its decks, surfaces, clutter and backs, fetched or not, in one form.

``root`` is the data folder that ``make data`` fills (``data``). Without it the committed deck of our own
drawing and procedural surfaces, backs and clutter stand in, so that everything can be made and tested from a
fresh clone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from datasets.art import backs as drawn_backs
from datasets.art import clutter as drawn_clutter
from datasets.art.pack import PackedCards, packed_names, read_pack, same_size, scaled
from datasets.art.picture import Picture, read_picture
from datasets.art.procedural import Image, surface
from vision.cards import JOKER

Split = Literal["train", "val"]

OWN_DECK = Path(__file__).resolve().parent.parent / "own_deck" / "cards"
OWN_WEIGHT = 5.0
OWN_FAMILY = "own"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of cards: ``cards`` maps card names (``7H``, ``JK``) to pictures, blue-green-red-alpha, 8 bits.

    All faces of a deck have one size. ``jokers`` holds every joker drawing (``cards["JK"]`` is the first),
    ``backs`` the backs printed for this deck, perhaps none. ``weight`` is relative: how often to draw the
    deck.
    """

    name: str
    family: str
    weight: float
    cards: Mapping[str, Picture]
    jokers: tuple[Picture, ...]
    backs: tuple[Picture, ...]


def load_decks(root: Path, split: Split, include_own: bool = True) -> list[Deck]:
    """Every deck of a split. The own decks belong to "train", and stand in where there is nothing else.

    OSError when a picture is broken.
    """
    index = root / "decks" / "decks.json"
    decks: list[Deck] = []
    if index.is_file():
        for entry in json.loads(index.read_text("utf-8")):
            if entry["split"] == split:
                folder = index.parent / entry["folder"]
                decks.append(_deck(folder, entry["name"], entry["family"], entry["weight"], entry["cards"]))
    if not decks or (include_own and split == "train"):
        decks += load_own_decks()
    return decks


def load_own_decks() -> list[Deck]:
    """The committed decks of our own drawing: jumbo index first, then standard index."""
    decks = []
    for folder in sorted(path for path in OWN_DECK.iterdir() if path.is_dir()):
        names = sorted(
            path.stem for path in folder.glob("*.png") if path.stem[0] != "b" and path.stem != "JK2"
        )
        decks.append(_deck(folder, f"own-{folder.name}", OWN_FAMILY, OWN_WEIGHT, names))
    return decks


def load_surfaces(root: Path, split: Split, procedural: int = 40) -> list[Image]:
    """Table tops, BGR: the fetched ones (up to 1024 px) and ``procedural`` drawn ones of 640 x 640."""
    rng = np.random.default_rng([7, split == "val"])
    drawn = [surface(rng, 640, 640) for _ in range(procedural)]
    return [read_picture(path)[..., :3].copy() for path in _files(root / "surfaces" / split)] + drawn


def load_clutter(root: Path, split: Split, procedural: int = 40) -> list[Picture]:
    """Things that lie on tables, BGRA cut-outs: the fetched photographs and ``procedural`` drawn ones."""
    rng = np.random.default_rng([11, split == "val"])
    drawn = [drawn_clutter.thing(rng) for _ in range(procedural)]
    return [read_picture(path) for path in _files(root / "clutter" / split)] + drawn


def load_backs(root: Path, split: Split, procedural: int = 40) -> list[Picture]:
    """Backs of cards, BGRA, PACK_HEIGHT high: the stored ones, or drawn ones; and the own deck's."""
    pictures = [read_picture(path) for path in _files(root / "backs" / split)]
    if not pictures:
        rng = np.random.default_rng([13, split == "val"])
        pictures = [drawn_backs.back(rng) for _ in range(procedural)]
    if split == "train":
        pictures += [back for deck in load_own_decks() for back in deck.backs]
    return [scaled(picture) for picture in pictures]


def _deck(folder: Path, name: str, family: str, weight: float, cards: list[str]) -> Deck:
    stored = packed_names(folder)
    if stored:
        pictures = read_pack(folder)
    else:
        stored = (*cards, *(["JK2"] if (folder / "JK2.png").is_file() else []))
        pictures = same_size([read_picture(folder / f"{card}.png") for card in stored])
    jokers = tuple(pictures[stored.index(joker)] for joker in (JOKER, "JK2") if joker in stored)
    faces = PackedCards({card: row for row, card in enumerate(stored) if card in cards}, pictures)
    backs = tuple(scaled(read_picture(path)) for path in _files(folder, "back*.png"))
    return Deck(name, family, weight, faces, jokers, backs)


def _files(folder: Path, pattern: str = "*.*g") -> list[Path]:
    """PNG and JPEG files in a fixed order."""
    return sorted(folder.glob(pattern)) if folder.is_dir() else []
