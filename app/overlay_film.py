"""Writes what Vira saw as a film: the picture with outlines, names and the last lines of the transcript."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from app.errors import UserError
from vision.events import Reading
from vision.overlay import draw
from vision.source import Frame

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_WHITE = (255, 255, 255)

DEFAULT_FPS = 10.0
"""Frames a second where two frames do not tell: that of a slow camera."""


class OverlayFilm:
    """An mp4 file that grows frame by frame; nothing is written where no path is given."""

    def __init__(self, path: Path | None) -> None:
        if path is not None and path.suffix.lower() != ".mp4":
            raise UserError(f"The overlay {path} must be named FILE.mp4.")
        if path is not None and not path.resolve().parent.is_dir():
            raise UserError(f"The folder of {path} does not exist.")
        self._path = path
        self._writer: cv2.VideoWriter | None = None
        self._first: tuple[Frame, Sequence[Reading], list[str]] | None = None
        self._size = (0, 0)

    def add(self, frame: Frame, readings: Sequence[Reading], captions: Sequence[str]) -> None:
        """Adds one frame; the second tells how many a second there are."""
        if self._path is None:
            return
        if self._writer is None and self._first is None:
            self._first = (frame, list(readings), list(captions))
            return
        if self._first is not None:
            self._open(frame.t - self._first[0].t)
        self._write(frame, readings, captions)

    def __enter__(self) -> OverlayFilm:
        return self

    def __exit__(self, *_: object) -> None:
        if self._first is not None:
            self._open(0.0)
        if self._writer is not None:
            self._writer.release()

    def _open(self, step: float) -> None:
        assert self._first is not None
        frame, readings, captions = self._first
        self._first = None
        self._size = (frame.image.shape[1], frame.image.shape[0])
        fps = min(60.0, max(1.0, 1.0 / step)) if step > 0 else DEFAULT_FPS
        self._writer = cv2.VideoWriter(str(self._path), cv2.VideoWriter.fourcc(*"mp4v"), fps, self._size)
        if not self._writer.isOpened():
            raise UserError(f"The film {self._path} cannot be written.")
        self._write(frame, readings, captions)

    def _write(self, frame: Frame, readings: Sequence[Reading], captions: Sequence[str]) -> None:
        if self._writer is None:
            return
        image = draw(frame.image, readings)
        scale = image.shape[0] / 720.0
        for number, caption in enumerate(captions):
            bottom = image.shape[0] - round((len(captions) - number) * 30 * scale) + round(14 * scale)
            (wide, high), base = cv2.getTextSize(caption, _FONT, 0.6 * scale, 1)
            corner, opposite = (8, bottom - high - 4), (16 + wide, bottom + base)
            cv2.rectangle(image, corner, opposite, (20, 20, 20), cv2.FILLED)
            cv2.putText(image, caption, (12, bottom), _FONT, 0.6 * scale, _WHITE, 1, cv2.LINE_AA)
        if (image.shape[1], image.shape[0]) != self._size:
            image = np.asarray(cv2.resize(image, self._size, interpolation=cv2.INTER_AREA), np.uint8)
        self._writer.write(image)
