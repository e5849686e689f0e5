"""Decks as they are loaded: all faces of a deck in one array that worker processes map and share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.art.picture import Picture, read_picture

PACK_HEIGHT = 448
"""Height in pixels of a card as loaded: one 300 pixels wide, the widest in a scene, is about 440 high."""


class PackedCards(Mapping[str, Picture]):
    """Card pictures of one size, looked up by name in one array."""

    def __init__(self, rows: dict[str, int], pictures: npt.NDArray[np.uint8]) -> None:
        """``pictures`` is cards x height x width x 4; ``rows`` says where in it each card is."""
        self._rows = rows
        self._pictures = pictures

    def __getitem__(self, name: str) -> Picture:
        return np.asanyarray(self._pictures[self._rows[name]], np.uint8)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def scaled(picture: Picture, width: int = 0) -> Picture:
    """PACK_HEIGHT high and ``width`` wide (0: as its proportions are)."""
    width = width or round(picture.shape[1] * PACK_HEIGHT / picture.shape[0])
    how = cv2.INTER_AREA if picture.shape[0] >= PACK_HEIGHT else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, PACK_HEIGHT), interpolation=how), np.uint8)


def same_size(pictures: list[Picture]) -> npt.NDArray[np.uint8]:
    """All at PACK_HEIGHT and at the first one's proportions, stacked."""
    height, width = pictures[0].shape[:2]
    return np.stack([scaled(picture, round(width * PACK_HEIGHT / height)) for picture in pictures])


def write_pack(folder: Path, names: tuple[str, ...]) -> None:
    """Packs the named faces of a folder, in this order."""
    write_packed(folder, names, [read_picture(folder / f"{name}.png") for name in names])


def write_packed(folder: Path, names: tuple[str, ...], pictures: list[Picture]) -> None:
    """Writes folder/pack.npy and then pack.json: these faces under these names."""
    np.save(folder / "pack.npy", same_size(pictures))
    (folder / "pack.json").write_text(json.dumps(names), "utf-8")


def packed_names(folder: Path) -> tuple[str, ...]:
    """The faces in a folder's pack, in order; empty when it has none."""
    index = folder / "pack.json"
    return tuple(json.loads(index.read_text("utf-8"))) if index.is_file() else ()


def read_pack(folder: Path) -> npt.NDArray[np.uint8]:
    """The faces of a folder's pack, mapped from the disk and read when they are looked at."""
    return np.asanyarray(np.load(folder / "pack.npy", mmap_mode="r"))
