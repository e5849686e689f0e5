"""Whatever a person may call a picture: it is opened, or refused with one sentence."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.config import PictureConfig
from vision.picture import PictureError, decode_picture, open_picture

FORMATS = [".jpg", ".png", ".bmp", ".webp"]


def scene(wide: int = 320, high: int = 200) -> np.ndarray:
    image = np.zeros((high, wide, 3), np.uint8)
    image[:, : wide // 2] = (0, 0, 255)
    cv2.circle(image, (wide // 4, high // 3), high // 8, (255, 255, 255), -1)
    return image


def encoded(kind: str, image: np.ndarray) -> bytes:
    return cv2.imencode(kind, image)[1].tobytes()


@pytest.mark.parametrize("kind", FORMATS)
def test_formats_are_opened_at_full_size(kind: str) -> None:
    picture = decode_picture(encoded(kind, scene()))
    assert picture.size == (320, 200) and picture.image.shape == (200, 320, 3)
    assert np.abs(picture.image.astype(int) - scene().astype(int)).mean() < 4


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95])
def test_files_cut_off_anywhere_are_noticed(kind: str, share: float) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (200, 320, 3), np.uint8)
    data = encoded(kind, noise)
    with pytest.raises(PictureError, match="cut off"):
        decode_picture(data[: int(len(data) * share)])


def test_a_whole_thumbnail_does_not_hide_that_the_photo_is_cut_off() -> None:
    data = encoded(".jpg", scene())
    thumbnail = encoded(".jpg", scene(64, 40))
    marked = data[:2] + b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + data[2:]
    assert decode_picture(marked).size == (320, 200)
    with pytest.raises(PictureError, match="cut off"):
        decode_picture(marked[:-40])


@pytest.mark.parametrize("data", [b"hello, this is no picture", b"\x00" * 4096, b"%PDF-1.7\n" + b"x" * 99])
def test_what_is_no_picture_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(PictureError, match="not a picture"):
        decode_picture(data)


def test_damage_inside_a_file_is_noticed() -> None:
    data = bytearray(encoded(".png", scene()))
    data[60:90] = bytes(30)
    with pytest.raises(PictureError, match="damaged"):
        decode_picture(bytes(data))


@pytest.mark.parametrize("kind", FORMATS)
def test_one_pixel_is_too_small(kind: str) -> None:
    with pytest.raises(PictureError, match=r"1 x 1 pixels, too few"):
        decode_picture(encoded(kind, scene(1, 1)))


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_large_files_are_read_reduced_and_corners_fit_the_file(kind: str) -> None:
    limits = replace(PictureConfig(), work_pixels=30_000)
    picture = decode_picture(encoded(kind, scene(803, 501)), limits)
    assert picture.size == (803, 501)
    assert picture.image.shape[0] * picture.image.shape[1] <= 30_000
    white = (picture.image.min(axis=2) > 200).nonzero()
    middle = np.array([[white[1].mean() + 0.5, white[0].mean() + 0.5]] * 4, np.float32)
    assert picture.in_file(middle)[0] == pytest.approx((803 // 4 + 0.5, 501 // 3 + 0.5), abs=3)


def bomb(wide: int, high: int) -> bytes:
    """A one-bit PNG of any size, a few kilobytes large."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compressobj(9)
    packed = b"".join(rows.compress(bytes((wide + 7) // 8 + 1)) for _ in range(high)) + rows.flush()
    head = struct.pack(">IIBBBBB", wide, high, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def test_two_hundred_megapixels_are_read_and_one_row_more_is_refused() -> None:
    picture = decode_picture(bomb(20_000, 10_000))
    assert picture.size == (20_000, 10_000)
    assert picture.image.shape[0] * picture.image.shape[1] <= 25_000_000
    with pytest.raises(PictureError, match=r"20000 x 10001 pixels, more than 200 million"):
        decode_picture(bomb(20_000, 10_001))


def test_camera_orientation_marks_are_ignored() -> None:
    data = encoded(".jpg", scene())
    tiff = b"MM\x00\x2a\x00\x00\x00\x08\x00\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) + bytes(4)
    exif = b"Exif\x00\x00" + tiff
    marked = data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    assert cv2.imdecode(np.frombuffer(marked, np.uint8), cv2.IMREAD_COLOR).shape == (320, 200, 3)
    picture = decode_picture(marked)
    assert picture.size == (320, 200) and picture.image.shape == (200, 320, 3)


def test_missing_empty_and_folder(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    for path, words in [
        (tmp_path / "no.jpg", "no such file"),
        (tmp_path / "empty.jpg", "empty"),
        (tmp_path, "folder"),
    ]:
        with pytest.raises(PictureError, match=words):
            open_picture(path)
