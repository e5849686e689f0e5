"""A folder of photos in order, shown like a film: each photo lies there long enough to be believed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from vision.source import Frame, FrameSource, open_source

PHOTOS_A_SECOND: Final = 1.0
"""How fast photos follow each other if nothing else is asked for: a card is believed after half a second."""

STEP: Final = 0.1
"""Seconds of film time between two looks at one photo."""


class HeldPhotos:
    """Every photo of a folder again and again until the next is due; vision believes what lies still."""

    live = False

    def __init__(self, photos: FrameSource, photos_a_second: float) -> None:
        self._photos = photos
        self._looks = max(1, round(1 / photos_a_second / STEP))

    def __iter__(self) -> Iterator[Frame]:
        for place, photo in enumerate(self._photos):
            for look in range(self._looks):
                number = place * self._looks + look
                yield Frame(photo.image, number * STEP, number)

    def close(self) -> None:
        """Stop after the current photo."""
        self._photos.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_table(spec: str, fps: float | None = None) -> FrameSource:
    """Opens what a table is to be judged from; SourceError when there is nothing to see."""
    source = open_source(spec, fps=fps)
    if Path(spec).is_dir() and "://" not in spec and not spec.isdecimal():
        return HeldPhotos(source, fps or PHOTOS_A_SECOND)
    return source
