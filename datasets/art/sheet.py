"""Contact sheets: one picture that shows every card of a deck, for checking the art by eye."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from datasets.art.picture import Picture, read_picture


def contact_sheet(pictures: list[Picture], columns: int = 14, height: int = 150) -> Picture:
    """The pictures side by side on a green ground, ``height`` pixels high each, as a BGR picture."""
    cells: list[Picture] = []
    widest = max(round(picture.shape[1] * height / picture.shape[0]) for picture in pictures)
    for picture in pictures:
        width = round(picture.shape[1] * height / picture.shape[0])
        small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        alpha = small[..., 3:].astype(np.float32) / 255
        cell = np.full((height + 6, widest + 6, 3), (70, 120, 40), np.uint8)
        ground = cell[3 : 3 + height, 3 : 3 + width]
        ground[:] = (small[..., :3] * alpha + ground * (1 - alpha)).round().astype(np.uint8)
        cells.append(cell)
    while len(cells) % columns:
        cells.append(np.full_like(cells[0], 60))
    rows = [np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    return np.vstack(rows)


def sheet_of_folder(folder: Path, names: list[str], columns: int = 14, height: int = 150) -> Picture:
    """Contact sheet of the named PNG files of a folder, leaving out those that are not there."""
    found = [folder / f"{name}.png" for name in names]
    return contact_sheet([read_picture(path) for path in found if path.exists()], columns, height)
