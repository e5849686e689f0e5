"""Cameras and streams: a thread that reads, and opens again what dies."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

import cv2
import numpy as np

from vision.config import DEFAULT, SourceConfig
from vision.source.decoders import quiet
from vision.source.frame import Image, SourceError
from vision.source.live import LiveSource

_MOST_HUNG = 2  # threads left behind in a driver: more would not help, and they must not pile up

quiet()


class Capture(Protocol):
    """What is asked of a camera (`cv2.VideoCapture` or something that behaves like it)."""

    def isOpened(self) -> bool: ...

    def read(self) -> tuple[bool, Any]:
        """Whether there is a picture, and the picture, HxWx3 uint8 BGR."""

    def release(self) -> None: ...


class CaptureSource(LiveSource):
    """A capture thread around a camera; opens it again when it dies, freezes or goes black.

    ``opener`` opens the camera; ``name`` is how sentences call it. SourceError when it does not open.
    """

    def __init__(
        self,
        opener: Callable[[], Capture],
        name: str,
        config: SourceConfig = DEFAULT.source,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(config, clock)
        self._opener = opener
        self._name = name
        self._beat = clock()  # when the capture thread last gave a sign of life
        capture = self._open()
        if capture is None:
            raise SourceError(f"{name} is not there or does not answer; check it, or name another source")
        self._stop = threading.Event()
        self._hung: list[threading.Thread] = []
        self._thread = self._begin(capture)

    def _begin(self, capture: Capture | None) -> threading.Thread:
        thread = threading.Thread(
            target=self._run, args=(capture, self._stop), name=f"capture {self._name}", daemon=True
        )
        thread.start()
        return thread

    def _run(self, capture: Capture | None, stop: threading.Event) -> None:
        pause, since = self._config.reopen_time, self._clock()
        try:
            while not stop.is_set():
                image = _read(capture)
                if stop.is_set():
                    return
                self._beat = now = self._clock()
                if image is None:
                    self.failed()
                else:
                    self.offer(image)
                    if self.trouble() is None:
                        pause, since = self._config.reopen_time, now
                        continue
                    if now - since < pause + self._config.silent_time:
                        continue  # frozen or black, but just opened: it gets its time
                if capture is not None:
                    capture.release()
                    capture = None
                stop.wait(pause)
                if stop.is_set():
                    return
                # a camera with its lid on is not opened every second for ever
                pause, since = min(2 * pause, self._config.reopen_most), self._clock()
                capture = self._open()
        finally:
            if capture is not None:
                capture.release()

    def _open(self) -> Capture | None:
        try:
            capture = self._opener()
        except Exception:  # drivers fail in any way; what counts is that there is no camera
            return None
        if capture.isOpened():
            return capture
        capture.release()
        return None

    def _check(self) -> None:
        """Put a new thread in the place of one that died or hangs in its driver."""
        now = self._clock()
        hangs = now - self._beat > self._config.hang_time
        if self._closed or (self._thread.is_alive() and not hangs):
            return
        if self._thread.is_alive():
            self._hung = [thread for thread in self._hung if thread.is_alive()]
            if len(self._hung) >= _MOST_HUNG:
                return
            self._hung.append(self._thread)
        self._stop.set()
        self._stop, self._beat = threading.Event(), now
        self.failed()
        self._thread = self._begin(None)

    def close(self) -> None:
        """Stop the capture thread; a camera that hangs is left to itself after a second."""
        super().close()
        self._stop.set()
        self._thread.join(timeout=1.0)


class CameraSource(CaptureSource):
    """A camera by its number."""

    def __init__(self, number: int, config: SourceConfig = DEFAULT.source) -> None:
        super().__init__(lambda: _open_camera(number), f"camera {number}", config)


class StreamSource(CaptureSource):
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


def _read(capture: Capture | None) -> Image | None:
    """The next picture, or None where there is none: a broken one costs only itself."""
    if capture is None:
        return None
    try:
        good, image = capture.read()
    except cv2.error:
        return None
    return np.asarray(image, np.uint8) if good and image is not None and image.ndim == 3 else None


def _open_camera(number: int) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(number)
    if capture.isOpened():
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # an older picture is of no use
    return capture
