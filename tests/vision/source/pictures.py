"""Pictures that say which one they are, and ways to bring them: files, a stand-in camera, a real stream."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.config import SourceConfig
from vision.source import Frame, FrameSource

QUICK = replace(
    SourceConfig(), silent_time=0.4, reopen_time=0.05, reopen_most=0.2, lost_pause=0.1, hang_time=0.6
)
"""Thresholds for tests that run by the clock on the wall."""


def numbered(number: int, size: tuple[int, int] = (160, 120)) -> np.ndarray:
    """A picture that says which one it is (0..63), even after lossy compression and in another size."""
    image = np.full((120, 160, 3), 40, np.uint8)
    for bit in range(6):
        if number >> bit & 1:
            image[40:80, 10 + 24 * bit : 28 + 24 * bit] = 220
    return image if size == (160, 120) else cv2.resize(image, size, interpolation=cv2.INTER_NEAREST)


def number_of(image: np.ndarray) -> int:
    """Which `numbered` picture it is."""
    high, wide = image.shape[:2]
    return sum(1 << bit for bit in range(6) if image[high // 2, (19 + 24 * bit) * wide // 160].mean() > 128)


def write_video(path: Path, count: int = 30, fps: float = 10.0, code: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), fps, (160, 120))
    assert writer.isOpened()
    for number in range(count):
        writer.write(numbered(number))
    writer.release()
    return path


class StandInCamera:
    """A camera in a driver's hands, fifty pictures a second; does what ``mode`` says.

    ``play``, ``freeze``, ``black``, ``unplugged``, ``hang`` (reads never return), ``dies`` (kills the thread
    that reads), ``fails`` (the driver raises), ``small`` (another size). ``opened``: how often it was opened.
    """

    def __init__(self) -> None:
        self.mode = "play"
        self.opened = 0
        self.released = 0
        self._number = 0
        self._unblock = threading.Event()

    def open(self) -> _Handle:
        self.opened += 1
        return _Handle(self)

    def end(self) -> None:
        """Let go of everything that hangs."""
        self._unblock.set()

    def picture(self) -> tuple[bool, np.ndarray | None]:
        time.sleep(0.02)
        if self.mode == "hang":
            self._unblock.wait(20)
            return False, None
        if self.mode == "dies":
            self.mode = "play"
            raise SystemExit
        if self.mode == "fails":
            raise cv2.error("the driver gave up")
        if self.mode == "unplugged":
            return False, None
        if self.mode == "black":
            return True, np.full((120, 160, 3), 2, np.uint8) + np.uint8(self._number % 2)
        if self.mode != "freeze":
            self._number += 1
        return True, numbered(self._number % 64, (80, 60) if self.mode == "small" else (160, 120))


class _Handle:
    def __init__(self, camera: StandInCamera) -> None:
        self._camera = camera

    def isOpened(self) -> bool:
        return self._camera.mode != "unplugged"

    def read(self) -> tuple[bool, np.ndarray | None]:
        return self._camera.picture()

    def release(self) -> None:
        self._camera.released += 1


class Stream:
    """An MJPEG stream over HTTP on this machine, twenty pictures a second; does what ``mode`` says.

    ``play``, ``freeze``, ``hang up``, ``silent`` (the line stays open), ``broken`` (two of three pictures are
    damaged), ``small`` (another size).
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.mode = "play"


@contextmanager
def mjpeg_server() -> Iterator[Stream]:
    """A running server; hangs up at the end."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            number = 0
            while stream.mode != "hang up":
                time.sleep(0.05)
                if stream.mode == "silent":
                    continue
                if stream.mode != "freeze":
                    number += 1
                size = (80, 60) if stream.mode == "small" else (160, 120)
                data = cv2.imencode(".jpg", numbered(number % 64, size))[1].tobytes()
                if stream.mode == "broken" and number % 3:
                    data = data[: len(data) // 3] if number % 3 == 1 else bytes(len(data))
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + data + b"\r\n")
                except OSError:
                    return

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    stream = Stream(f"http://127.0.0.1:{server.server_address[1]}/video.mjpg")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stream
    finally:
        stream.mode = "hang up"
        server.shutdown()
        server.server_close()


def until(
    source: FrameSource, frames: Iterator[Frame], wanted: Callable[[Frame], bool], limit: float = 10.0
) -> Frame:
    """The first frame that is as wanted; closes the source and fails after ``limit`` seconds."""
    end = time.monotonic() + limit
    for frame in frames:
        if wanted(frame):
            return frame
        if time.monotonic() > end:
            break
    source.close()
    raise AssertionError("no such frame came")
