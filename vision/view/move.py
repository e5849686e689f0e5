"""A camera that was moved: where everything went in the picture, told from cards that are known by name."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, ViewConfig
from vision.crop import sides
from vision.geometry import Quad, corner_shift

Array = NDArray[np.float64]


def moved_view(
    known: Mapping[str, Quad], seen: Mapping[str, Quad], config: ViewConfig = DEFAULT.view
) -> Array | None:
    """The 3x3 homography from old pixels to new ones where the camera was moved; None where it was not.

    ``known``: outlines of the named cards that lay there, ``seen``: of the named cards that lie there now
    (4x2 pixels, by name). A camera moves all cards alike: two or more must have gone the same way, and only
    few another. One card that was pushed, or a trick that was gathered, is no moved camera.
    """
    names = sorted(known.keys() & seen.keys())
    if len(names) < 2:
        return None
    old = np.array([known[name].mean(axis=0) for name in names], np.float64)
    new = np.array([seen[name].mean(axis=0) for name in names], np.float64)
    length = float(np.median([max(sides(known[name])) for name in names]))
    stayed = np.hypot(*(new - old).T) <= config.move_least * length
    if stayed.mean() > 1 - config.move_share:
        return None
    best: tuple[int, float, Array] | None = None
    for i in range(len(names)):
        for j in range(i):
            matrix = _similarity(old[[i, j]], new[[i, j]], config)
            if matrix is None:
                continue
            off = np.hypot(*(carried_points(old, matrix) - new).T)
            near = off <= config.move_fit * length
            one = (int(near.sum()), -float(off[near].sum()), matrix)
            if best is None or one[:2] > best[:2]:
                best = one
    if best is None or best[0] < max(2, math.ceil(config.move_share * len(names))):
        return None
    matrix = best[2]
    near = np.hypot(*(carried_points(old, matrix) - new).T) <= config.move_fit * length
    together = [name for name, good in zip(names, near, strict=True) if good]
    # cards do not turn over or spin in place while the camera moves
    if any(
        corner_shift(carried(known[name], matrix), _either_way(carried(known[name], matrix), seen[name]))
        > 2 * config.move_fit * length
        for name in together
    ):
        return None
    if len(together) > 2:
        matrix = _least_squares(old[near], new[near])
    return matrix


def carried(quad: Quad, matrix: Array) -> Quad:
    """An outline where the homography puts it."""
    return np.asarray(carried_points(np.asarray(quad, np.float64), matrix), np.float32)


def carried_points(points: Array, matrix: Array) -> Array:
    """Nx2 pixels where the homography puts them."""
    seen = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)


def resized(old: tuple[int, int], new: tuple[int, int]) -> Array:
    """The homography of a picture whose width and height became others, showing the same."""
    return np.diag([new[0] / old[0], new[1] / old[1], 1.0])


def _similarity(old: Array, new: Array, config: ViewConfig) -> Array | None:
    """Turn, zoom and shift that carry two points onto two others; None for what no camera on a table does."""
    before, after = complex(*(old[1] - old[0])), complex(*(new[1] - new[0]))
    if abs(before) < 1 or abs(after) < 1:
        return None
    turn = after / before
    if not 1 / config.move_zoom <= abs(turn) <= config.move_zoom:
        return None
    shift = complex(*new[0]) - turn * complex(*old[0])
    return np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag], [0, 0, 1.0]])


def _least_squares(old: Array, new: Array) -> Array:
    """The map over all cards: a homography from six on, an affine one from four, else a similarity.

    Fewer cards do not bear more freedom: their outlines are some pixels off.
    """
    x, y = old.T
    one, none = np.ones(len(old)), np.zeros(len(old))
    if len(old) >= 6:
        rows = np.concatenate(
            [
                np.stack([x, y, one, none, none, none, -x * new[:, 0], -y * new[:, 0]], axis=1),
                np.stack([none, none, none, x, y, one, -x * new[:, 1], -y * new[:, 1]], axis=1),
            ]
        )
        solved = np.linalg.lstsq(rows, new.T.reshape(-1), rcond=None)[0]
        return np.append(solved, 1.0).reshape(3, 3)
    if len(old) >= 4:
        solved = np.linalg.lstsq(np.stack([x, y, one], axis=1), new, rcond=None)[0]
        return np.vstack([solved.T, [0, 0, 1.0]])
    rows = np.concatenate([np.stack([x, -y, one, none], axis=1), np.stack([y, x, none, one], axis=1)])
    a, b, u, v = np.linalg.lstsq(rows, new.T.reshape(-1), rcond=None)[0]
    return np.array([[a, -b, u], [b, a, v], [0, 0, 1.0]])


def _either_way(like: Quad, quad: Quad) -> Quad:
    """An outline with the middle of another one, so that only turn and size are compared."""
    return np.asarray(quad - quad.mean(axis=0) + like.mean(axis=0), np.float32)
