"""Cut a card out of a picture and stand it upright: the one place for it, at run time and in training.

Corners are continuous picture coordinates: pixel ``i`` covers ``i .. i+1``. An *ordered quad* has its four
corners clockwise on the screen with a long side first (corner 0 to corner 1); which end of the card comes
first means nothing, because a card looks the same from both ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

CROP_SIZE: Final = (112, 160)
"""Width and height of a crop in pixels."""

CROP_MARGIN: Final = 0.04
"""Share of the card's side added on each of the four sides: a box drawn too small still holds the index."""

SHEET_SIZE: Final = (152, 228)
"""Width and height in pixels of the crop that the two index corners are cut from."""

CORNER_SIZE: Final = (64, 96)
"""Width and height of an index corner: 42 % of the crop each way, room for a jumbo index and for boxes that
are off, and little of the picture in the middle."""

OUTLINE_SIZE: Final = (80, 112)
"""Width and height in pixels of the crop that a card's true corners are looked for in."""

OUTLINE_MARGIN: Final = 0.2
"""Its margin: as `CROP_MARGIN`, wide enough for corners that lie well outside the box."""

COVER_SIZE: Final = (80, 112)
"""Width and height in pixels of the crop in which it is told what of a card is covered; `CROP_MARGIN`."""

COVER_STEP: Final = 4
"""Pixels of it, each way, that are told as one place."""

UNIT_QUAD: Final = np.array([[0, 1], [0, 0], [1, 0], [1, 1]], np.float32)
"""Where `cut` puts the corners of an ordered quad, as shares of the card's width and height in the crop."""

SQUARE_RATIO: Final = 1.25
"""Below this ratio of long to short side the longer side of the *box* may be the shorter of the *card*."""

OUTSIDE: Final = (114, 114, 114)
"""Blue, green, red of what lies beyond the picture: the grey the detector is padded with."""

_SHARP: Final = 1.5  # source pixels per crop pixel that bilinear sampling bears without aliasing
_MOST_OVERSAMPLING: Final = 8


def order_quad(corners: ArrayLike) -> NDArray[np.float32]:
    """Put four corners of a card, given around it in either sense, into the order of an ordered quad.

    ``corners``: 4x2, pixels. The corners themselves stay as they are (perspective is kept). ValueError
    unless there are exactly four finite corners.
    """
    quad = np.asarray(corners, dtype=np.float32)
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise ValueError(f"a card has four corners with finite x and y, not {quad.shape}")
    following = np.roll(quad, -1, axis=0)
    if float((quad[:, 0] * following[:, 1] - following[:, 0] * quad[:, 1]).sum()) < 0:
        quad = quad[::-1]
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    if sides[0] + sides[2] < sides[1] + sides[3]:
        quad = np.roll(quad, -1, axis=0)
    return np.ascontiguousarray(quad)


def quad_of_box(box: ArrayLike) -> NDArray[np.float32]:
    """Ordered quad of a box ``(cx, cy, w, h, angle)``: pixels, angle in radians clockwise on the screen."""
    quad: NDArray[np.float32] = quads_of_boxes(np.asarray(box, dtype=np.float32).reshape(1, 5))[0]
    return quad


def quads_of_boxes(boxes: ArrayLike) -> NDArray[np.float32]:
    """Ordered quads, Nx4x2, of oriented boxes ``(cx, cy, w, h, angle)``, Nx5; the longer side comes first."""
    rows = np.asarray(boxes, dtype=np.float32).reshape(-1, 5)
    width, height, angle = rows[:, 2], rows[:, 3], rows[:, 4]
    lying = width >= height
    long_side, short_side = np.maximum(width, height), np.minimum(width, height)
    angle = np.where(lying, angle, angle + np.float32(np.pi / 2))
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1) * (long_side / 2)[:, None]
    across = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * (short_side / 2)[:, None]
    middle = rows[:, :2]
    start, end = middle - along, middle + along
    quads = np.stack([start - across, end - across, end + across, start + across], axis=1)
    return np.asarray(quads, dtype=np.float32)


def quad_of_points(points: ArrayLike) -> NDArray[np.float32]:
    """Ordered quad of the smallest oriented rectangle around points (Nx2): what the detector is taught."""
    cloud = np.asarray(points, dtype=np.float32).reshape(-1, 2)
    (cx, cy), (width, height), degrees = cv2.minAreaRect(cloud)
    return quad_of_box((cx, cy, width, height, np.deg2rad(degrees)))


def sides(quad: NDArray[np.float32]) -> tuple[float, float]:
    """Mean length of the first pair of sides (the long one of an ordered quad) and of the second, pixels."""
    one, two, three, four = quad.tolist()
    return (dist(one, two) + dist(three, four)) / 2, (dist(two, three) + dist(four, one)) / 2


def length_ratio(quad: NDArray[np.float32]) -> float:
    """Longer side of an outline over the shorter; below `SQUARE_RATIO` either may be the card's long side."""
    first, second = sides(quad)
    return max(first, second) / max(min(first, second), 1e-6)


def quarter_turn(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same corners with the other pair of sides first."""
    return np.roll(quad, -1, axis=0)


def cut(
    image: NDArray[np.uint8],
    quad: NDArray[np.float32],
    size: tuple[int, int] = CROP_SIZE,
    margin: float = CROP_MARGIN,
) -> NDArray[np.uint8]:
    """Straighten one card: the first side of ``quad`` becomes vertical, nothing is mirrored.

    ``image``: HxWx3 uint8 BGR. ``quad``: 4x2 ordered quad in pixels, perspective allowed. ``size``: width
    and height of the crop. Cards larger than the crop are averaged down, not sampled, so that small marks
    survive. Parts beyond the picture are grey. A quad without area gives a grey crop.
    """
    width, height = size
    first, second = sides(quad)
    if first < 1e-3 or second < 1e-3:
        return np.full((height, width, 3), OUTSIDE, dtype=np.uint8)
    oversampling = 1
    scale = max(first / height, second / width)
    while scale > _SHARP * oversampling and oversampling < _MOST_OVERSAMPLING:
        oversampling *= 2
    wide, high = width * oversampling, height * oversampling
    left, top = wide * margin / (1 + 2 * margin), high * margin / (1 + 2 * margin)
    right, bottom = wide - left, high - top
    target = np.array([[left, bottom], [left, top], [right, top], [right, bottom]], dtype=np.float32)
    # OpenCV puts the middle of pixel i at i, continuous coordinates put it at i + 0.5
    source, target = np.asarray(quad, dtype=np.float32) - np.float32(0.5), target - np.float32(0.5)
    skew = source[0] - source[1] + source[2] - source[3]
    if float(np.abs(skew).max()) < 0.05:  # a parallelogram: the affine warp is the same and quicker
        crop = cv2.warpAffine(
            image,
            cv2.getAffineTransform(source[:3], target[:3]),
            (wide, high),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=OUTSIDE,
        )
    else:
        crop = cv2.warpPerspective(
            image,
            cv2.getPerspectiveTransform(source, target),
            (wide, high),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=OUTSIDE,
        )
    if oversampling > 1:
        crop = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, dtype=np.uint8)


def index_corners(sheet: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The two ends' index corners of a straightened card, both upright, one behind the other.

    ``sheet``: a crop of `SHEET_SIZE`. Returns HxWx6 of `CORNER_SIZE`: BGR of the upper left corner, and BGR
    of the lower right one turned by half. Turning the card by half swaps the two.
    """
    width, height = CORNER_SIZE
    return np.concatenate([sheet[:height, :width], sheet[::-1, ::-1][:height, :width]], axis=2)


def normalised(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Network input, Bx3xHxW or Bx6xHxW float32 RGB, from HxWx3 or HxWx6 BGR pictures of one size."""
    stack = np.stack(pictures)
    count, high, wide, channels = stack.shape
    rgb = stack.reshape(count, high, wide, -1, 3)[..., ::-1].transpose(0, 3, 4, 1, 2)
    # put in order as bytes, a quarter of what the numbers weigh
    batch = np.ascontiguousarray(rgb).reshape(count, channels, high, wide).astype(np.float32)
    batch *= np.float32(4 / 255)
    batch -= np.float32(2)
    return batch
