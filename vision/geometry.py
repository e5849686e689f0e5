"""Overlap of outlines, in plain numbers: arrays of four corners take several times as long."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]


def area(quad: Quad) -> float:
    """Area of a convex outline in square pixels."""
    corners = quad.tolist()
    following = (*corners[1:], corners[0])
    return abs(float(sum(x * v - u * y for (x, y), (u, v) in zip(corners, following, strict=True)))) / 2


def intersection(first: Quad, second: Quad) -> float:
    """Area, in square pixels, that two convex outlines share."""
    for one, other in zip(first.T.tolist(), second.T.tolist(), strict=True):
        if max(one) <= min(other) or max(other) <= min(one):
            return 0.0
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared)


def iou(first: Quad, second: Quad) -> float:
    """Intersection over union of two convex outlines, 0..1."""
    shared = intersection(first, second)
    return shared / (area(first) + area(second) - shared) if shared > 0 else 0.0


def share_inside(inner: Quad, outer: Quad) -> float:
    """Share of ``inner`` that lies in ``outer``, 0..1."""
    whole = area(inner)
    return intersection(inner, outer) / whole if whole > 0 else 0.0


def middle(quad: Quad) -> tuple[float, float]:
    """Mean of the corners, pixels."""
    corners = quad.tolist()
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def distance(first: Quad, second: Quad) -> float:
    """Pixels between the middles of two outlines."""
    (ax, ay), (bx, by) = middle(first), middle(second)
    return math.hypot(ax - bx, ay - by)


def shrunk(quad: Quad, factor: float) -> Quad:
    """The same outline about its middle, its sides ``factor`` times as long."""
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * factor, np.float32)


def corner_shift(first: Quad, second: Quad) -> float:
    """Largest way of a corner between two outlines, which may be numbered from any corner, in pixels."""
    corners, others = first.tolist(), second.tolist()
    return min(
        max(math.dist(one, others[(place + turn) % 4]) for place, one in enumerate(corners))
        for turn in range(4)
    )


def between(first: Quad, second: Quad) -> Quad:
    """Mean of two outlines of one card, which may be numbered from any corner; numbered as the first."""
    turns = (np.roll(second, turn, axis=0) for turn in range(4))
    nearest = min(turns, key=lambda quad: float(np.abs(quad - first).max()))
    return np.asarray((first + nearest) / 2, np.float32)
