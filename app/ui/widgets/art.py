"""Textures of the own deck, drawn once; with four colours clubs are green and diamonds blue."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from app.paths import CARDS

FRAME = (0.27, 0.73)
"""Share of a court card's width where its figure stands: that keeps its colours."""

_GREEN = (0x0F, 0x6B, 0x2F)
_BLUE = (0x17, 0x47, 0xA8)


@cache
def card_texture(name: str, four_colours: bool = False) -> Texture:
    """The card ``name`` ("7H", "JK1", "back-blue") as a texture that may be shared."""
    pixels = card_pixels(name, four_colours)
    high, wide = pixels.shape[:2]
    texture = Texture.create(size=(wide, high), colorfmt="rgba", mipmap=True)
    texture.blit_buffer(np.ascontiguousarray(pixels[::-1]).tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def card_pixels(name: str, four_colours: bool = False) -> NDArray[np.uint8]:
    """HxWx4 RGBA of a card; FileNotFoundError for a name that the deck has not."""
    path = CARDS / f"{'JK' if name == 'JK1' else name}.png"
    read = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if read is None:
        raise FileNotFoundError(path)
    pixels = np.asarray(cv2.cvtColor(read, cv2.COLOR_BGRA2RGBA), np.uint8)
    if four_colours and name[-1] in "CD" and not name.startswith("back"):
        _recolour(pixels, name)
    return pixels


def _recolour(pixels: NDArray[np.uint8], name: str) -> None:
    """Paints the ink of index and pips in the suit's own colour, as strong as it was."""
    paper = np.array((0xFD, 0xFC, 0xF8), np.float32)
    ink = np.array(_GREEN if name[-1] == "C" else _BLUE, np.float32)
    wide = pixels.shape[1]
    if name[0] in "JQK":
        left, right = round(FRAME[0] * wide), round(FRAME[1] * wide)
        parts = [pixels[:, :left], pixels[:, right:]]
    else:
        parts = [pixels]
    for part in parts:
        # Green is low in red ink and in black ink alike.
        strength = np.clip((paper[1] - part[..., 1:2]) / (paper[1] - 20), 0, 1)
        part[..., :3] = (paper * (1 - strength) + ink * strength).astype(np.uint8)
