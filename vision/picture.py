"""Open picture files of any origin: what is no whole picture is refused with one sentence."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, PictureConfig

_DECODE = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


class PictureError(Exception):
    """The file is no picture that can be read; the message is one sentence that names no path."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded file.

    ``image``: HxWx3 uint8 BGR, maybe reduced, never turned (camera orientation marks are ignored, so that
    corners fit the file as stored). ``size``: width and height of the file in pixels.
    """

    image: NDArray[np.uint8]
    size: tuple[int, int]

    def in_file(self, quad: NDArray[np.float32]) -> NDArray[np.float32]:
        """A 4x2 quad of ``image`` in pixels of the file."""
        high, wide = self.image.shape[:2]
        return np.asarray(quad * (self.size[0] / wide, self.size[1] / high), dtype=np.float32)


def open_picture(path: Path, config: PictureConfig = DEFAULT.picture) -> Picture:
    """Decode a picture file; PictureError when it is missing, empty, cut off, no picture, tiny or huge."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise PictureError("there is no such file; check its name") from error
    except IsADirectoryError as error:
        raise PictureError("this is a folder; name the pictures in it") from error
    except OSError as error:
        raise PictureError(f"the file cannot be opened ({error.strerror}); check its permissions") from error
    return decode_picture(data, config)


def decode_picture(data: bytes, config: PictureConfig = DEFAULT.picture) -> Picture:
    """Decode a picture from the bytes of its file; PictureError as `open_picture`."""
    if not data:
        raise PictureError("the file is empty; copy or take the picture again")
    kind = _kind(data)
    if kind is None:
        raise PictureError("the file is not a picture Vira knows; give it a JPEG, PNG, WebP or BMP file")
    size = _size(kind, data)
    if size is not None:
        _check_size(size, config)
    if size is None or not _whole(kind, data):
        raise PictureError(f"the {kind} file is cut off; copy or take the picture again")
    factor = next((f for f in _DECODE if size[0] * size[1] <= config.work_pixels * f * f), 8)
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), _DECODE[factor] | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error as error:
        raise PictureError(f"the {kind} file is damaged; copy or take the picture again") from error
    if decoded is None:
        raise PictureError(f"the {kind} file is damaged; copy or take the picture again")
    return Picture(np.asarray(decoded, dtype=np.uint8), size)


def _check_size(size: tuple[int, int], config: PictureConfig) -> None:
    wide, high = size
    if min(size) < config.least_side:
        raise PictureError(
            f"the picture has {wide} x {high} pixels, too few to show a card; use one of at least 640 x 480"
        )
    if wide * high > config.most_pixels:
        raise PictureError(
            f"the picture has {wide} x {high} pixels, more than {config.most_pixels // 1_000_000} million; "
            "make it smaller"
        )


def _kind(data: bytes) -> str | None:
    """Name of the format by its first bytes: those whose size and end can be checked before decoding."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"BM"):
        return "BMP"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    return None


def _size(kind: str, data: bytes) -> tuple[int, int] | None:
    """Width and height by the header, None if the file ends before it tells."""
    try:
        if kind == "PNG":
            wide, high = struct.unpack(">II", data[16:24])
        elif kind == "BMP":
            wide, high = struct.unpack("<ii", data[18:26])
        elif kind == "WebP":
            return _webp_size(data)
        else:
            return _jpeg_size(data)
    except struct.error:
        return None
    return abs(wide), abs(high)


def _webp_size(data: bytes) -> tuple[int, int] | None:
    chunk = data[12:16]
    if chunk == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if chunk == b"VP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 " and len(data) >= 30:
        wide, high = struct.unpack("<HH", data[26:30])
        return wide & 0x3FFF, high & 0x3FFF
    return None


def _jpeg_segments(data: bytes) -> tuple[tuple[int, int] | None, int | None]:
    """Width and height, and where the picture data begin; None where the file ends before."""
    size: tuple[int, int] | None = None
    place = 2
    while place + 4 <= len(data):
        if data[place] != 0xFF:
            place += 1
            continue
        marker = data[place + 1]
        if marker in (0xFF, 0x00, 0x01) or 0xD0 <= marker <= 0xD8:
            place += 1 if marker == 0xFF else 2
            continue
        length = int.from_bytes(data[place + 2 : place + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and place + 9 <= len(data):
            high, wide = struct.unpack(">HH", data[place + 5 : place + 9])
            size = (wide, high)
        if marker == 0xDA:
            return size, place + 2 + length
        place += 2 + length
    return size, None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    return _jpeg_segments(data)[0]


def _whole(kind: str, data: bytes) -> bool:
    """Whether the file has its end; decoders fill what is missing with grey and say nothing."""
    if kind == "JPEG":
        # within picture data a byte FF is always followed by 00 or a restart mark, so FFD9 is the end
        start = _jpeg_segments(data)[1]
        return start is not None and data.find(b"\xff\xd9", start) >= 0
    if kind == "PNG":
        return data.rfind(b"IEND\xaeB`\x82") >= 0
    announced = int.from_bytes(data[2:6] if kind == "BMP" else data[4:8], "little")
    return len(data) >= announced + (8 if kind == "WebP" else 0)
