"""Where frames come from: camera, stream, video file, folder of photos, or a platform that pushes them."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, SourceConfig
from vision.picture import PictureError, open_picture

Image = NDArray[np.uint8]
_PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")

# the decoders' own chatter on standard error; what is wrong is said by SourceError
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
_set_log_level = getattr(cv2, "setLogLevel", None)  # OpenCV 4; OpenCV 5 has it in cv2.utils.logging
if _set_log_level is not None:
    _set_log_level(0)
else:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class SourceError(Exception):
    """There are no frames, or no more although there should be; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source.

    ``image``: HxWx3 uint8 BGR. ``t``: seconds of film time, starting near 0. ``number`` counts from 0; live
    sources leave numbers out where nobody asked in time. ``lost``: why there is no picture, empty if there
    is one; the image is then black.
    """

    image: Image
    t: float
    number: int
    lost: str = ""


class FrameSource(Protocol):
    """Frames in order; also a context manager that closes it.

    Files and folders are read in full and end; live sources give the newest frame only, never end by
    themselves, say in ``Frame.lost`` when the picture is gone, and go on when it is back.
    """

    @property
    def live(self) -> bool:
        """True where frames come by the clock on the wall."""

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Stop; a running iteration ends. Closing twice is fine."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class _Closing:
    """Context manager of all sources."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


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


class VideoSource(_Closing):
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
        if path.suffix.lower() in _PHOTOS:
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


class FolderSource(_Closing):
    """A folder of photos in the natural order of their names, at a fixed rate."""

    live = False

    def __init__(self, folder: Path, fps: float = DEFAULT.source.folder_fps) -> None:
        self._photos = sorted(
            (path for path in folder.iterdir() if path.suffix.lower() in _PHOTOS), key=_natural
        )
        self._step = 1 / fps
        self._closed = False
        if not self._photos:
            raise SourceError(f"the folder {folder} holds no photo ({', '.join(_PHOTOS)}); name another one")

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


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Sort key in which photo2 comes before photo10."""
    pieces = re.split(r"(\d+)", path.name.lower())
    return [(0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in pieces]


class _NewestFrame(_Closing):
    """Hand-over of the newest frame from whoever makes frames to whoever looks at them."""

    live = True

    def __init__(self, config: SourceConfig) -> None:
        self._config = config
        self._ready = threading.Condition()
        self._image: Image | None = None
        self._t = 0.0
        self._number = -1
        self._start = time.monotonic()
        self._fresh = self._start  # when the picture last was another one
        self._print = b""
        self._trouble = ""
        self._closed = False

    def _offer(self, image: Image, t: float | None = None) -> None:
        now = time.monotonic()
        fingerprint = image[::7, ::7].tobytes()
        with self._ready:
            if self._closed:
                return
            if fingerprint != self._print:
                self._fresh = now
                self._print = fingerprint
            self._image = image
            self._t = now - self._start if t is None else t
            self._number += 1
            self._trouble = ""
            self._ready.notify_all()

    def _lost(self) -> str:
        if time.monotonic() - self._fresh < self._config.silent_time:
            return ""
        return self._trouble or "the camera sends no new picture; check the camera and its cable"

    def __iter__(self) -> Iterator[Frame]:
        seen = -1
        shape: tuple[int, ...] = (720, 1280, 3)
        while True:
            with self._ready:
                if not self._closed and self._number <= seen:
                    self._ready.wait(timeout=self._config.silent_time / 2)
                if self._closed:
                    return
                lost, image, t, number = self._lost(), self._image, self._t, self._number
                fresh = number > seen
            if image is not None:
                shape = image.shape
            if lost:
                t = max(t, time.monotonic() - self._start) if image is None or not fresh else t
                seen = number
                yield Frame(np.zeros(shape, np.uint8), t, max(number, 0), lost)
            elif fresh and image is not None:
                seen = number
                yield Frame(image, t, number)

    def close(self) -> None:
        """Stop; waiting iterations end."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()


class PushSource(_NewestFrame):
    """Frames that a platform camera pushes from its own thread."""

    def __init__(self, config: SourceConfig = DEFAULT.source) -> None:
        super().__init__(config)

    def push(self, image: Image, t: float | None = None) -> None:
        """Offer a HxWx3 uint8 BGR picture taken at ``t`` seconds of film time (default: now); any thread."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
            raise ValueError(f"a frame is H x W x 3 of uint8, not {image.shape} of {image.dtype}")
        self._offer(image, t)


class _CaptureSource(_NewestFrame):
    """A capture thread around an OpenCV capture; opens it again when it dies."""

    def __init__(self, opener: Callable[[], cv2.VideoCapture], name: str, config: SourceConfig) -> None:
        super().__init__(config)
        self._opener = opener
        self._name = name
        capture = opener()
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"{name} is not there or does not answer; check it, or name another source")
        self._thread = threading.Thread(
            target=self._run, args=(capture,), name=f"capture {name}", daemon=True
        )
        self._thread.start()

    def _run(self, capture: cv2.VideoCapture) -> None:
        while not self._closed:
            good, image = capture.read() if capture.isOpened() else (False, None)
            frozen = time.monotonic() - self._fresh > 2 * self._config.silent_time
            if good and image is not None:
                self._offer(np.asarray(image, np.uint8))
            if not good or frozen:
                with self._ready:
                    self._trouble = f"{self._name} sends no new picture; check it and its cable"
                capture.release()
                time.sleep(self._config.reopen_time)
                capture = self._opener()
        capture.release()

    def close(self) -> None:
        """Stop the capture thread; a camera that hangs is left to itself after a second."""
        super().close()
        self._thread.join(timeout=1.0)


class CameraSource(_CaptureSource):
    """A camera by its number."""

    def __init__(self, number: int, config: SourceConfig = DEFAULT.source) -> None:
        super().__init__(lambda: _open_camera(number), f"camera {number}", config)


class StreamSource(_CaptureSource):
    """A network stream (HTTP/MJPEG, RTSP …), for example a phone used as a camera."""

    def __init__(self, address: str, config: SourceConfig = DEFAULT.source) -> None:
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            config.open_timeout_ms,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            config.open_timeout_ms,
        ]
        super().__init__(
            lambda: cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits), f"the stream {address}", config
        )


def _open_camera(number: int) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(number)
    if capture.isOpened():
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
    return capture
