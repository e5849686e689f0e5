"""Keeps the decoders' own chatter off standard error; what is wrong is said by SourceError."""

from __future__ import annotations

import os

import cv2


def quiet() -> None:
    """Silence OpenCV and FFmpeg; calling it twice is fine."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    set_log_level = getattr(cv2, "setLogLevel", None)  # OpenCV 4; OpenCV 5 has it in cv2.utils.logging
    if set_log_level is not None:
        set_log_level(0)
    else:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
