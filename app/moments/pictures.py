"""Which pictures of a film are worth keeping, as small JPEGs."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.source import Frame

PICTURE_WIDTH: Final = 1280
"""Pixels. Wider pictures are made smaller: what is to be seen is what happened, not to be read again."""

PAUSE: Final = 5.0
"""Seconds of film time after which a key frame is kept although nothing happened."""


class KeyFrames:
    """Takes frame after frame."""

    def __init__(self) -> None:
        self._last = -1e9

    def take(self, frame: Frame, *, told: bool) -> bytes:
        """The frame as JPEG where vision told something of it, or the last one is long ago; else empty."""
        if frame.lost or not (told or frame.t - self._last >= PAUSE):
            return b""
        self._last = frame.t
        return _jpeg(frame.image)


def _jpeg(image: np.ndarray) -> bytes:
    high, wide = image.shape[:2]
    if wide > PICTURE_WIDTH:
        size = (PICTURE_WIDTH, max(1, round(high * PICTURE_WIDTH / wide)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
