"""From what a person names to a source."""

from __future__ import annotations

from pathlib import Path

from vision.config import DEFAULT, SourceConfig
from vision.source.capture import CameraSource, StreamSource
from vision.source.files import FolderSource, VideoSource
from vision.source.frame import FrameSource, SourceError


def open_source(spec: str, fps: float | None = None, config: SourceConfig = DEFAULT.source) -> FrameSource:
    """Open what a person names: camera number, stream address, folder of photos or video file.

    ``fps``: photos a second for a folder; frames a second for a video, instead of its own time stamps.
    SourceError when there is nothing to see.
    """
    if fps is not None and not 0 < fps <= 240:
        raise SourceError(f"{fps:g} frames a second is no speed; choose between 0 and 240")
    if spec.isdecimal():
        return CameraSource(int(spec), config)
    if "://" in spec:
        return StreamSource(spec, config)
    path = Path(spec)
    if path.is_dir():
        return FolderSource(path, fps or config.folder_fps)
    return VideoSource(path, fps, config)
