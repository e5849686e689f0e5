"""Card pictures: blue, green, red, alpha as 8-bit numbers, with transparent corners."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""Height x width x 4 (blue, green, red, alpha), 8 bits each, alpha not premultiplied."""

CORNER_SHARE = 0.055
"""Corner radius as a share of the card's width: printed cards have 3 to 4 mm on 57 to 63 mm."""


def read_picture(path: Path) -> Picture:
    """Reads a PNG of any kind as a four-channel picture; OSError when it is missing or not a picture."""
    raw = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    if raw is None:
        raise OSError(f"{path.name} is not a picture that can be read.")
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


def trim_outline(picture: Picture, limit: float = 0.02) -> Picture:
    """Cuts off empty margins and the dark line that decks drawn for screens have around the card.

    At most ``limit`` of the width is cut on each side beyond the empty margin: printed cards have no such line.
    """
    rows = np.flatnonzero(picture[..., 3].max(axis=1) > 128)
    columns = np.flatnonzero(picture[..., 3].max(axis=0) > 128)
    if rows.size == 0 or columns.size == 0:
        return picture
    card = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = card.shape[:2]
    grey = cv2.cvtColor(card, cv2.COLOR_BGRA2GRAY).astype(np.float32)
    grey[card[..., 3] < 200] = 0
    middle_rows = slice(height // 4, -height // 4)
    middle_columns = slice(width // 4, -width // 4)
    most = max(1, round(limit * width))
    cut = 0
    for depth in range(most):
        ring = (
            grey[depth, middle_columns],
            grey[-1 - depth, middle_columns],
            grey[middle_rows, depth],
            grey[middle_rows, -1 - depth],
        )
        # 225: paper is lighter, the anti-aliased line and its grey shade are darker.
        if min(float(np.median(line)) for line in ring) < 225:
            cut = depth + 1
    # A card whose whole rim is coloured (backs, dark decks) has no outline to cut.
    if cut >= most:
        return card
    return card[cut : height - cut, cut : width - cut]
