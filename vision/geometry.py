"""Overlap of outlines."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]


def area(quad: Quad) -> float:
    """Area of a convex outline in square pixels."""
    following = np.roll(quad, -1, axis=0)
    return abs(float((quad[:, 0] * following[:, 1] - following[:, 0] * quad[:, 1]).sum())) / 2


def intersection(first: Quad, second: Quad) -> float:
    """Area, in square pixels, that two convex outlines share."""
    if (first.max(axis=0) <= second.min(axis=0)).any() or (second.max(axis=0) <= first.min(axis=0)).any():
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
    return float(quad[:, 0].mean()), float(quad[:, 1].mean())


def distance(first: Quad, second: Quad) -> float:
    """Pixels between the middles of two outlines."""
    (ax, ay), (bx, by) = middle(first), middle(second)
    return float(np.hypot(ax - bx, ay - by))


def shrunk(quad: Quad, factor: float) -> Quad:
    """The same outline about its middle, its sides ``factor`` times as long."""
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * factor, np.float32)


def corner_shift(first: Quad, second: Quad) -> float:
    """Largest way of a corner between two outlines, which may be numbered from any corner, in pixels."""
    ways = (np.roll(second, turn, axis=0) - first for turn in range(4))
    return min(float(np.hypot(way[:, 0], way[:, 1]).max()) for way in ways)


def between(first: Quad, second: Quad) -> Quad:
    """Mean of two outlines of one card, which may be numbered from any corner; numbered as the first."""
    turns = (np.roll(second, turn, axis=0) for turn in range(4))
    nearest = min(turns, key=lambda quad: float(np.abs(quad - first).max()))
    return np.asarray((first + nearest) / 2, np.float32)
