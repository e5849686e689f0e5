"""A folder of photos in order, shown like a film: each photo lies there long enough to be believed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from vision.source import FrameSource, HeldPhotos, open_source

PHOTOS_A_SECOND: Final = 1.0
"""How fast photos follow each other if nothing else is asked for: a card is believed after half a second."""


def open_table(spec: str, fps: float | None = None) -> FrameSource:
    """Opens what a table is to be judged from; SourceError when there is nothing to see."""
    source = open_source(spec, fps=fps)
    if Path(spec).is_dir() and "://" not in spec and not spec.isdecimal():
        return HeldPhotos(source, fps or PHOTOS_A_SECOND)
    return source
