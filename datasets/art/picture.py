"""Card pictures: blue, green, red, alpha as 8-bit numbers, with transparent corners."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""Height x width x 4 (blue, green, red, alpha), 8 bits each, alpha not premultiplied."""

_SOLID = 200

CORNER_SHARE = 0.055
"""Corner radius as a share of the card's width: printed cards have 3 to 4 mm on 57 to 63 mm."""


def read_picture(path: Path) -> Picture:
    """Reads a picture file as four channels; OSError when it is missing or not a picture."""
    picture = picture_of(path.read_bytes())
    if picture is None:
        raise OSError(f"{path.name} is not a picture that can be read.")
    return picture


def picture_of(content: bytes) -> Picture | None:
    """A PNG or JPEG file's content as four channels; None when it is not a picture."""
    raw = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED) if content else None
    if raw is None:
        return None
    if raw.dtype == np.uint16:
        raw = (raw // 257).astype(np.uint8)
    if raw.ndim == 2:
        raw = cv2.cvtColor(raw, cv2.COLOR_GRAY2BGR)
    if raw.shape[2] == 3:
        raw = cv2.cvtColor(raw, cv2.COLOR_BGR2BGRA)
    return np.asarray(raw, np.uint8)


def write_picture(path: Path, picture: Picture) -> None:
    """Writes a PNG; OSError when the folder cannot be written."""
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise OSError(f"{path.name} could not be written.")
    path.write_bytes(data.tobytes())


def corner_mask(height: int, width: int, share: float = CORNER_SHARE) -> Picture:
    """Alpha of a rounded rectangle that fills height x width, smoothed at the corners."""
    scale = 4
    radius = max(1, round(share * width * scale))
    mask = np.zeros((height * scale, width * scale), np.uint8)
    right, bottom = width * scale - 1, height * scale - 1
    cv2.rectangle(mask, (radius, 0), (right - radius, bottom), 255, -1)
    cv2.rectangle(mask, (0, radius), (right, bottom - radius), 255, -1)
    for x in (radius, right - radius):
        for y in (radius, bottom - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def round_corners(picture: Picture, share: float = CORNER_SHARE) -> Picture:
    """The card opaque everywhere except in its rounded corners; what was transparent becomes paper."""
    height, width = picture.shape[:2]
    alpha = picture[..., 3:].astype(np.float32) / 255
    paper = np.array([250, 252, 253], np.float32)
    colours = picture[..., :3] * alpha + paper * (1 - alpha)
    return np.dstack([colours.round().astype(np.uint8), corner_mask(height, width, share)])


def inked(picture: Picture) -> tuple[slice, slice]:
    """Rows and columns that a card really covers: atlas elements can have empty or faintly shaded margins."""
    rows = np.flatnonzero(picture[..., 3].max(axis=1) > _SOLID)
    columns = np.flatnonzero(picture[..., 3].max(axis=0) > _SOLID)
    if rows.size == 0 or columns.size == 0:
        return slice(0, 0), slice(0, 0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def trim_outline(picture: Picture, limit: float = 0.035) -> Picture:
    """Cuts off empty margins and the dark line that decks drawn for screens have around the card.

    At most ``limit`` of the width is cut on each side beyond the empty margin: printed cards have no such
    line. A card whose rim stays dark further in (backs, coloured decks) has no outline, and nothing is cut.
    """
    card = picture[inked(picture)]
    if card.size == 0:
        return picture
    height, width = card.shape[:2]
    grey = cv2.cvtColor(card, cv2.COLOR_BGRA2GRAY).astype(np.float32)
    paper = float(np.percentile(grey[card[..., 3] > _SOLID], 80))
    grey[card[..., 3] <= _SOLID] = 0
    rows, columns = slice(height // 4, -height // 4), slice(width // 4, -width // 4)
    most = max(2, round(limit * width))
    light = [
        min(
            float(np.median(line))
            for line in (
                grey[depth, columns],
                grey[-1 - depth, columns],
                grey[rows, depth],
                grey[rows, -1 - depth],
            )
        )
        > paper - 25
        for depth in range(most + 1)
    ]
    for depth in range(most):
        if light[depth] and light[depth + 1]:
            return card[depth : height - depth, depth : width - depth]
    return card
