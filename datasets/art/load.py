"""Gives the scene renderer its decks, surfaces, clutter and backs, in one form, whether or not they were fetched.

``root`` is the data folder that ``make data`` fills (``data``). Without it the committed deck of our own drawing and
procedural surfaces, backs and clutter stand in, so that everything can be made and tested from a fresh clone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from datasets.art import backs as drawn_backs
from datasets.art import clutter as drawn_clutter
from datasets.art.picture import Picture, read_picture
from datasets.art.procedural import Image, surface
from vision.cards import JOKER

Split = Literal["train", "val"]

PACK_HEIGHT = 448
"""Height in pixels of the cards as loaded: a card 300 pixels wide, the largest in a scene, is about 440 high."""

OWN_DECK = Path(__file__).resolve().parent.parent / "own_deck" / "cards"
OWN_WEIGHT = 5.0
OWN_FAMILY = "own"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of cards: ``cards`` maps card names (``7H``, ``JK``) to pictures, blue-green-red-alpha, 8 bits.

    All faces of a deck have one size. ``jokers`` holds every joker drawing (``cards["JK"]`` is the first), ``backs``
    the backs printed for this deck, perhaps none. ``weight`` is relative: how often to draw the deck.
    """

    name: str
    family: str
    weight: float
    cards: Mapping[str, Picture]
    jokers: tuple[Picture, ...]
    backs: tuple[Picture, ...]


class PackedCards(Mapping[str, Picture]):
    """Card pictures of one height in one memory-mapped array, so that worker processes share them."""

    def __init__(self, rows: dict[str, int], pictures: npt.NDArray[np.uint8]) -> None:
        """``pictures`` is cards x height x width x 4; ``rows`` says where in it each card is."""
        self._rows = rows
        self._pictures = pictures

    def __getitem__(self, name: str) -> Picture:
        return self._pictures[self._rows[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def load_decks(root: Path, split: Split, include_own: bool = True) -> list[Deck]:
    """Every deck of a split. The own decks (committed) belong to "train" and are given where there is nothing else.

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
    """The committed decks of our own drawing, from small palette PNG files: jumbo index first, then standard index."""
    decks = []
    for folder in sorted(path for path in OWN_DECK.iterdir() if path.is_dir()):
        names = sorted(
            path.stem for path in folder.glob("*.png") if path.stem[0] != "b" and path.stem != "JK2"
        )
        decks.append(_deck(folder, f"own-{folder.name}", OWN_FAMILY, OWN_WEIGHT, names))
    return decks


def load_surfaces(root: Path, split: Split, procedural: int = 40) -> list[Image]:
    """Table tops, BGR, long side up to 1024 px: the fetched ones and ``procedural`` drawn ones of 640 x 640."""
    rng = np.random.default_rng([7, split == "val"])
    drawn = [surface(rng, 640, 640) for _ in range(procedural)]
    return [read_picture(path)[..., :3].copy() for path in _files(root / "surfaces" / split)] + drawn


def load_clutter(root: Path, split: Split, procedural: int = 40) -> list[Picture]:
    """Things that lie on tables, BGRA cut-outs: the fetched photographs and ``procedural`` drawn ones."""
    rng = np.random.default_rng([11, split == "val"])
    drawn = [drawn_clutter.thing(rng) for _ in range(procedural)]
    return [read_picture(path) for path in _files(root / "clutter" / split)] + drawn


def load_backs(root: Path, split: Split, procedural: int = 40) -> list[Picture]:
    """Backs of cards, BGRA with rounded corners: those of the decks and of our own, or drawn ones where absent."""
    pictures = [read_picture(path) for path in _files(root / "backs" / split)]
    if not pictures:
        rng = np.random.default_rng([13, split == "val"])
        pictures = [drawn_backs.back(rng) for _ in range(procedural)]
    if split == "train":
        pictures += [back for deck in load_own_decks() for back in deck.backs]
    return [_scaled(picture) for picture in pictures]


def pack_deck(folder: Path) -> None:
    """Writes folder/pack.npy and pack.json: all faces at PACK_HEIGHT, so that loading a deck reads no PNG."""
    names = tuple(sorted(path.stem for path in folder.glob("*.png") if path.stem != "back"))
    pictures = _same_size([read_picture(folder / f"{name}.png") for name in names])
    np.save(folder / "pack.npy", pictures)
    (folder / "pack.json").write_text(json.dumps(names), "utf-8")


def _deck(folder: Path, name: str, family: str, weight: float, cards: list[str]) -> Deck:
    if (folder / "pack.json").is_file():
        stored = tuple(json.loads((folder / "pack.json").read_text("utf-8")))
        pictures = np.load(folder / "pack.npy", mmap_mode="r")
    else:
        stored = tuple(cards) + (("JK2",) if (folder / "JK2.png").is_file() else ())
        pictures = _same_size([read_picture(folder / f"{card}.png") for card in stored])
    jokers = tuple(pictures[stored.index(joker)] for joker in (JOKER, "JK2") if joker in stored)
    faces = PackedCards({card: row for row, card in enumerate(stored) if card in cards}, pictures)
    return Deck(
        name, family, weight, faces, jokers, tuple(read_picture(path) for path in _files(folder, "back*.png"))
    )


def _same_size(pictures: list[Picture]) -> npt.NDArray[np.uint8]:
    """All at PACK_HEIGHT and at the first one's proportions, stacked."""
    height, width = pictures[0].shape[:2]
    return np.stack([_scaled(picture, round(width * PACK_HEIGHT / height)) for picture in pictures])


def _scaled(picture: Picture, width: int = 0) -> Picture:
    """PACK_HEIGHT high and ``width`` wide (0: as its proportions are)."""
    width = width or round(picture.shape[1] * PACK_HEIGHT / picture.shape[0])
    how = cv2.INTER_AREA if picture.shape[0] >= PACK_HEIGHT else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, PACK_HEIGHT), interpolation=how), np.uint8)


def _files(folder: Path, pattern: str = "*.*g") -> list[Path]:
    """PNG and JPEG files in a fixed order."""
    return sorted(folder.glob(pattern)) if folder.is_dir() else []
