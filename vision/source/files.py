"""Sources that are read in full on their own clock: a video file, a folder of photos."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.config import DEFAULT, SourceConfig
from vision.picture import PictureError, open_picture
from vision.source.decoders import quiet
from vision.source.frame import Closing, Frame, FrameSource, SourceError

PHOTOS: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""Endings of the photos in a folder."""

LOOK_STEP: Final = 0.1
"""Seconds of film time between two looks at one held photo."""

quiet()


class VideoSource(Closing):
    """A video file, every frame, on its own clock."""

    live = False

    def __init__(self, path: Path, fps: float | None = None, config: SourceConfig = DEFAULT.source) -> None:
        self._path = path
        self._config = config
        self._given_fps = fps
        if not path.exists():
            raise SourceError(f"the video {path} does not exist; check its name")
        if path.stat().st_size == 0:
            raise SourceError(f"the video {path} is empty; copy or film it again")
        if path.suffix.lower() in PHOTOS:
            raise SourceError(f"{path} is a picture, not a video; read it with: vira read {path}")
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise SourceError(
                f"{path} is no video that can be opened, or it is cut off; copy or film it again"
            )
        self._closed = False

    def __iter__(self) -> Iterator[Frame]:
        fps = self._given_fps or self._capture.get(cv2.CAP_PROP_FPS)
        step = 1 / fps if 0 < fps <= 240 else 1 / 25
        announced = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        number, t = 0, 0.0
        while not self._closed:
            good, image = self._capture.read()
            if not good:
                break
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1e3
            if number and self._given_fps:
                t = number * step
            elif number:
                # phones film at a varying rate: believe the stamps as long as they advance
                t = stamp if t < stamp < t + 10 else t + step
            yield Frame(np.asarray(image, np.uint8), t, number)
            number += 1
        if self._closed:
            return
        if number == 0:
            raise SourceError(f"the video {self._path} holds no frame that can be decoded; film it again")
        if announced - number > max(2, announced * self._config.missing_frames):
            raise SourceError(
                f"the video {self._path} ends in the middle, after {number} of {announced} frames; "
                "copy or film it again"
            )

    def close(self) -> None:
        """Stop reading and free the file."""
        self._closed = True
        self._capture.release()


class FolderSource(Closing):
    """A folder of photos in the natural order of their names, at a fixed rate."""

    live = False

    def __init__(self, folder: Path, fps: float = DEFAULT.source.folder_fps) -> None:
        self._photos = sorted(
            (path for path in folder.iterdir() if path.suffix.lower() in PHOTOS), key=_natural
        )
        self._step = 1 / fps
        self._closed = False
        if not self._photos:
            raise SourceError(f"the folder {folder} holds no photo ({', '.join(PHOTOS)}); name another one")

    def __iter__(self) -> Iterator[Frame]:
        bad: list[str] = []
        for number, path in enumerate(self._photos):
            if self._closed:
                return
            try:
                picture = open_picture(path)
            except PictureError as error:
                bad.append(f"{path.name}: {error}")
                continue
            yield Frame(picture.image, number * self._step, number)
        if bad:
            raise SourceError(f"{len(bad)} of {len(self._photos)} photos could not be read ({bad[0]})")

    def close(self) -> None:
        """Stop after the current photo."""
        self._closed = True


class HeldPhotos(Closing):
    """A folder shown like a film: every photo again and again until the next is due.

    Vision believes what lies still, and a photo that is seen once lies nowhere long enough.
    """

    live = False

    def __init__(self, photos: FrameSource, photos_a_second: float) -> None:
        self._photos = photos
        self._looks = max(1, round(1 / photos_a_second / LOOK_STEP))
        self._closed = False

    def __iter__(self) -> Iterator[Frame]:
        for place, photo in enumerate(self._photos):
            for look in range(self._looks):
                if self._closed:
                    return
                number = place * self._looks + look
                yield Frame(photo.image, number * LOOK_STEP, number)

    def close(self) -> None:
        """Stop; a photo that is being shown is not shown again."""
        self._closed = True
        self._photos.close()


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Sort key in which photo2 comes before photo10."""
    pieces = re.split(r"(\d+)", path.name.lower())
    return [(0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in pieces]
