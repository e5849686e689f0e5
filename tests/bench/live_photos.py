"""The photographs kept for measuring, and their labels. Nothing is ever trained on them or committed."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.picture import open_picture

ROOT: Final = Path(__file__).resolve().parents[2]


def photos_folder() -> Path | None:
    """Where the photographs lie (`VIRA_PHOTOS`), None where there are none."""
    folder = Path(os.environ.get("VIRA_PHOTOS", ROOT.parent / "shared" / "photos"))
    return folder if (folder / "labels.json").is_file() else None


@dataclass(frozen=True, slots=True)
class Labelled:
    """A card of a photograph: its name, whether all of it is seen, its middle in pixels."""

    card: str
    full: bool
    centre: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph with what is known of it. ``complete``: no other card that can be read is on it."""

    path: Path
    source: str
    complete: bool
    cards: tuple[Labelled, ...]

    @property
    def image(self) -> NDArray[np.uint8]:
        """The picture, BGR. PictureError where the file cannot be read."""
        return open_picture(self.path).image


def load_photos(folder: Path) -> dict[str, list[Photo]]:
    """The photographs that count, by their source, in a fixed order."""
    found: dict[str, list[Photo]] = {}
    entries: list[dict[str, Any]] = json.loads((folder / "labels.json").read_text("utf-8"))
    for entry in entries:
        if not entry["scored"]:
            continue
        cards = tuple(
            Labelled(one["card"], one["visible"] == "full", tuple(one["center"])) for one in entry["cards"]
        )
        photo = Photo(folder / entry["image"], entry["source"], entry["complete"], cards)
        found.setdefault(photo.source, []).append(photo)
    return found
