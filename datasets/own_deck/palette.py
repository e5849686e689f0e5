"""Writes pictures of few colours as small PNG files with a palette, which OpenCV reads but does not write."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt


def palette_png(picture: npt.NDArray[np.uint8], colours: int = 64) -> bytes:
    """PNG file of a blue-green-red-alpha picture, reduced to its ``colours`` most common colours (at most
    256).

    Similar colours are counted together and their most common member is kept, so that flat areas stay exact.
    """
    pixels = picture[..., [2, 1, 0, 3]].reshape(-1, 4)
    flat, index, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    buckets = np.unique(flat // 24, axis=0, return_inverse=True)[1].ravel()
    weight = np.bincount(buckets, counts)
    common = np.argsort(-weight, kind="stable")[:colours]
    order = np.argsort(-counts, kind="stable")
    # The first of a bucket in falling order of counts is its most common member.
    first = {
        int(bucket): int(colour) for colour, bucket in zip(order[::-1], buckets[order[::-1]], strict=True)
    }
    kept = flat[[first[int(bucket)] for bucket in common]].astype(np.int32)
    distance = ((flat[:, None, :].astype(np.int32) - kept[None]) ** 2).sum(axis=2)
    mapped = distance.argmin(axis=1).astype(np.uint8)[index.ravel()]
    height, width = picture.shape[:2]
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = mapped.reshape(height, width)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", kept[:, :3].astype(np.uint8).tobytes()),
            _chunk(b"tRNS", kept[:, 3].astype(np.uint8).tobytes()),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
