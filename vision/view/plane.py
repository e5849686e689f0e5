"""The table plane, found from the cards themselves or from four taps.

Cards have a known size, so every outline says how large a millimetre is where it lies; together they say how
the table is tilted. The detector draws smallest rectangles, not corners in perspective: they are
compared with the rectangles that cards on a supposed plane would give.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.config import DEFAULT, ViewConfig
from vision.crop import order_quad, sides
from vision.geometry import Quad

Array = NDArray[np.float64]

CARD_SIZES_MM = ((57.0, 88.0), (63.0, 88.0))
"""Width and height of the two sizes playing cards come in, millimetres."""

_STARTS = ((0.0, 0.0), (0.0, 0.5), (0.0, 1.3), (0.5, 0.0), (-0.5, 0.0), (0.0, -0.5))
_STEPS = 12
_NOT_SEEN = 9.0  # log ratio of a place beyond the horizon: no card can lie there


@dataclass(frozen=True, slots=True)
class TablePlane:
    """Where the table is, as a pin-hole camera of an assumed opening sees it.

    ``normal``: unit vector of the table in camera axes (x right, y down, z forward). ``distance``: mm from
    the camera to the plane. ``focal``: pixels. ``size``: width and height of the picture in pixels.
    ``card_mm``: width and height of the cards that fit best.
    """

    normal: tuple[float, float, float]
    distance: float
    focal: float
    size: tuple[int, int]
    card_mm: tuple[float, float]

    @property
    def tilt_deg(self) -> float:
        """Angle between the line of sight and the table's normal in degrees: 0 looks straight down."""
        return math.degrees(math.acos(min(1.0, abs(self.normal[2]))))

    @property
    def matrix(self) -> Array:
        """3x3 homography from millimetres on the table (origin in the picture's middle) to pixels."""
        n = np.array(self.normal)
        origin = np.array([0.0, 0.0, self.distance / n[2]])
        along = np.array([n[2], 0.0, -n[0]])
        along /= np.linalg.norm(along)
        columns = np.stack([along, np.cross(n, along), origin], axis=1)
        width, height = self.size
        camera = np.array([[self.focal, 0, width / 2], [0, self.focal, height / 2], [0, 0, 1.0]])
        return np.asarray(camera @ columns, np.float64)

    def project(self, points: ArrayLike) -> Array:
        """Nx2 millimetres on the table to Nx2 pixels."""
        return _through(self.matrix, points)

    def on_table(self, pixels: ArrayLike) -> Array:
        """Nx2 pixels to the Nx2 millimetres of the table seen there."""
        return _through(np.asarray(np.linalg.inv(self.matrix), np.float64), pixels)

    def px_per_mm(self, pixel: tuple[float, float] | None = None) -> float:
        """Pixels a millimetre takes up around a pixel (None: the picture's middle); 0 beyond the horizon.

        The root of the area scale: along the tilt a millimetre takes up less, across it more.
        """
        x, y = pixel if pixel is not None else (self.size[0] / 2, self.size[1] / 2)
        ray = np.array([(x - self.size[0] / 2) / self.focal, (y - self.size[1] / 2) / self.focal, 1.0])
        towards = float(np.dot(self.normal, ray))
        if towards <= 1e-3:
            return 0.0
        return float(self.focal * towards**1.5 / self.distance)

    def misfit(self, quads: Sequence[Quad] | NDArray[np.float32]) -> Array:
        """How far each outline is from that of a card lying there: 0.1 is a side 10 % too long or short."""
        if not len(quads):
            return np.zeros(0)
        boxes = _boxes(quads, self.size)
        a, b = self.normal[0] / self.normal[2], self.normal[1] / self.normal[2]
        errors = _errors(np.array([math.log(self.distance), a, b]), boxes, self.focal, self.card_mm)
        return np.asarray(np.abs(errors).max(axis=1), np.float64)

    def lying(
        self, quads: Sequence[Quad] | NDArray[np.float32], tolerance: float = DEFAULT.view.plane_tolerance
    ) -> NDArray[np.bool_]:
        """Which outlines can be cards lying on the table; held fans, phones and the like are not."""
        return np.asarray(self.misfit(quads) <= tolerance, np.bool_)


def fit_plane(
    quads: Sequence[Quad] | NDArray[np.float32],
    size: tuple[int, int],
    start: TablePlane | None = None,
    config: ViewConfig = DEFAULT.view,
) -> TablePlane | None:
    """The plane on which most outlines (4x2 pixels, long side first) are cards; None without a usable one.

    ``size``: width and height of the picture. ``start``: the plane so far, which makes it quick. Outlines
    that do not fit (held cards, phones) hardly count. With fewer than three cards the tilt is a guess that
    leans to small angles.
    """
    if not len(quads):
        return None
    boxes = _boxes(quads, size)
    boxes = boxes[(boxes[:, 2:4] > 4).all(axis=1)]
    if not len(boxes):
        return None
    focal = config.focal * max(size)
    best: tuple[float, TablePlane] | None = None
    for card in CARD_SIZES_MM:
        scale = float(np.median(np.sqrt(boxes[:, 2] * boxes[:, 3]))) / math.sqrt(card[0] * card[1])
        starts = [np.array([math.log(focal / scale), a, b]) for a, b in _STARTS]
        if start is not None and start.size == size:
            n = start.normal
            # a guess that was far off must not hold for ever: look straight down as well
            starts = [np.array([math.log(start.distance), n[0] / n[2], n[1] / n[2]]), starts[0]]
        for first in starts:
            cost, (log_distance, a, b) = _descend(first, boxes, focal, card, config)
            if best is None or cost < best[0]:
                length = math.sqrt(a * a + b * b + 1)
                normal = (float(a / length), float(b / length), float(1 / length))
                best = cost, TablePlane(normal, float(math.exp(log_distance)), focal, size, card)
    return best[1] if best else None


def plane_from_taps(
    taps: ArrayLike,
    size: tuple[int, int],
    rectangle_mm: tuple[float, float] = CARD_SIZES_MM[1],
    config: ViewConfig = DEFAULT.view,
) -> TablePlane:
    """The plane of a rectangle of known sides, from taps (4x2 pixels, in any order) on its corners.

    ``rectangle_mm``: its two sides in millimetres; the one that fits better comes first. ValueError where
    the taps are no rectangle seen by a camera.
    """
    corners = np.asarray(taps, np.float64).reshape(-1, 2)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise ValueError("a rectangle has four corners")
    hull = cv2.convexHull(corners.astype(np.float32))[:, 0]
    if len(hull) != 4 or cv2.contourArea(hull) < 100:
        raise ValueError("the four taps are no rectangle; tap its corners, not points between them")
    quad = order_quad(hull).astype(np.float64)
    focal = config.focal * max(size)
    camera = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    found: list[tuple[float, TablePlane]] = []
    for width, height in (rectangle_mm, rectangle_mm[::-1]):
        flat = np.array([[0, 0], [height, 0], [height, width], [0, width]], np.float64)
        good, turn, shift = cv2.solvePnP(
            np.column_stack([flat, np.zeros(4)]), quad, camera, np.zeros(4), flags=cv2.SOLVEPNP_IPPE
        )
        if not good:
            continue
        rotation = cv2.Rodrigues(turn)[0]
        seen = (rotation @ np.column_stack([flat, np.zeros(4)]).T + shift).T
        drawn = seen[:, :2] / seen[:, 2:] * focal + (size[0] / 2, size[1] / 2)
        normal = rotation[:, 2] * math.copysign(1.0, rotation[2, 2])
        distance = float(normal @ shift[:, 0])
        if distance > 0 and normal[2] > 0.05:
            plane = TablePlane((normal[0], normal[1], normal[2]), distance, focal, size, CARD_SIZES_MM[1])
            found.append((float(np.abs(drawn - quad).max()), plane))
    if not found:
        raise ValueError("the four taps are no rectangle; tap its corners one after the other")
    return min(found, key=lambda one: one[0])[1]


def _through(matrix: Array, points: ArrayLike) -> Array:
    rows = np.asarray(points, np.float64).reshape(-1, 2)
    seen = np.column_stack([rows, np.ones(len(rows))]) @ matrix.T
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)


def _boxes(quads: Sequence[Quad] | NDArray[np.float32], size: tuple[int, int]) -> Array:
    """Nx6: middle x and y from the picture's middle, long side, short side, unit vector of the long side."""
    rows = np.zeros((len(quads), 6))
    for row, quad in zip(rows, quads, strict=True):
        row[:2] = quad.mean(axis=0) - np.array(size) / 2
        row[2:4] = sides(quad)
        way = (quad[1] - quad[0]) + (quad[2] - quad[3])
        row[4:] = way / max(float(np.hypot(*way)), 1e-9)
    return rows


def _errors(point: Array, boxes: Array, focal: float, card: tuple[float, float]) -> Array:
    """Nx2: log of the drawn over the expected length of both sides of each box.

    A smallest rectangle shares the direction of one edge of what it encloses. Which edge of the card lies
    along which side of the box is not known: of the four ways the best counts.
    """
    count = len(boxes)
    normal = np.array([point[1], point[2], 1.0])
    normal /= np.linalg.norm(normal)
    rays = np.column_stack([boxes[:, :2] / focal, np.ones(count)])
    towards = rays @ normal
    seen = towards > 1e-3
    rays, towards = rays[seen], towards[seen]
    spots = rays * (math.exp(point[0]) / towards)[:, None]
    first, second = boxes[seen, 4:], np.stack([-boxes[seen, 5], boxes[seen, 4]], axis=1)
    best = np.full((len(rays), 2), _NOT_SEEN)
    for axis in (first, second):
        flat = np.column_stack([axis, np.zeros(len(axis))])
        along = towards[:, None] * flat - (flat @ normal)[:, None] * rays
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        across = np.cross(normal, along)
        for length, width in (card, card[::-1]):
            signs = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) / 2
            corners = (
                spots[:, None]
                + signs[None, :, :1] * length * along[:, None]
                + signs[None, :, 1:] * width * across[:, None]
            )
            drawn = corners[:, :, :2] / np.maximum(corners[:, :, 2:], 1e-6) * focal
            sizes = [np.ptp((drawn * side[:, None]).sum(axis=2), axis=1) for side in (first, second)]
            errors = np.log(boxes[seen, 2:4] / np.maximum(np.stack(sizes, axis=1), 1e-6))
            better = (errors * errors).sum(axis=1) < (best * best).sum(axis=1)
            best[better] = errors[better]
    every = np.full((count, 2), _NOT_SEEN)
    every[seen] = best
    return every


def _cost(errors: Array, point: Array, config: ViewConfig) -> tuple[float, Array]:
    """Sum over boxes that levels off for those that fit badly, and their weights."""
    far = (errors * errors).sum(axis=1) / config.plane_noise**2
    lean = (point[1] ** 2 + point[2] ** 2) / config.tilt_spread**2
    return float(np.log1p(far).sum() + lean), 1 / (1 + far)


def _descend(
    point: Array, boxes: Array, focal: float, card: tuple[float, float], config: ViewConfig
) -> tuple[float, Array]:
    """Damped Gauss-Newton with weights that leave out what does not fit."""
    errors = _errors(point, boxes, focal, card)
    cost, weights = _cost(errors, point, config)
    damping = 1e-2
    for _ in range(_STEPS):
        slopes = np.stack(
            [(_errors(point + step, boxes, focal, card) - errors) / 1e-4 for step in np.eye(3) * 1e-4], axis=2
        )
        heavy = weights[:, None, None] / config.plane_noise**2
        normal = np.einsum("nij,nik->jk", slopes * heavy, slopes)
        pull = np.einsum("nij,ni->j", slopes * heavy, errors)
        lean = np.array([0, 1, 1]) / config.tilt_spread**2
        normal += np.diag(lean)
        pull += lean * point
        for _ in range(4):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -pull)
            following = point + np.clip(step, -0.5, 0.5)
            further = _errors(following, boxes, focal, card)
            lower, fresh = _cost(further, following, config)
            if lower < cost:
                break
            damping *= 8
        else:
            return cost, point
        gained = cost - lower
        point, errors, cost, weights = following, further, lower, fresh
        damping = max(damping / 4, 1e-4)
        if gained < 1e-4:
            break
    return cost, point
