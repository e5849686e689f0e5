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
_TRIED = 3  # starts from which the search goes on to the end
_STEPS = 12
_WIDE = 3.0  # times the usual error: so far off may an outline be for a start
_LEAN = 0.3  # outlines that the lean to small angles is worth
_STILL_FITS = 0.75  # share of outlines that must fit the plane so far for it to be only improved
_LEAST_SIDE = 4.0  # pixels
_CORNERS = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) / 2
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
        errors = _errors(_point(self), boxes, self.focal, self.card_mm)
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

    ``size``: width and height of the picture. ``start``: the plane so far; where it still fits most
    outlines it is only improved, which is several times quicker. Outlines that do not fit (held cards,
    phones) hardly count. With fewer than three cards the tilt is a guess that leans to small angles.
    """
    boxes = _boxes(quads, size)
    boxes = boxes[(boxes[:, 2:4] > _LEAST_SIDE).all(axis=1)]
    if not len(boxes):
        return None
    focal = config.focal * max(size)
    if start is not None and start.size == size:
        first = _point(start)
        near = np.abs(_errors(first, boxes, focal, start.card_mm)).max(axis=1) <= config.plane_tolerance
        if near.mean() >= _STILL_FITS:
            return _plane(_search(first, boxes, focal, start.card_mm, config)[1], focal, size, start.card_mm)
    tried = []
    for card in CARD_SIZES_MM:
        scale = float(np.median(np.sqrt(boxes[:, 2] * boxes[:, 3]))) / math.sqrt(card[0] * card[1])
        for a, b in _STARTS:
            first = np.array([math.log(focal / scale), a, b])
            first[0] -= float(np.median(_errors(first, boxes, focal, card).mean(axis=1)))
            wide = _WIDE * config.plane_noise
            tried.append((_cost(_errors(first, boxes, focal, card), first, wide, config)[0], card, first))
    tried.sort(key=lambda one: one[0])
    ends = [(*_search(first, boxes, focal, card, config), card) for _, card, first in tried[:_TRIED]]
    _, point, card = min(ends, key=lambda one: one[0])
    return _plane(point, focal, size, card)


def _point(plane: TablePlane) -> Array:
    """What is searched for: log of the distance and the slopes of the normal."""
    x, y, z = plane.normal
    return np.array([math.log(plane.distance), x / z, y / z])


def _plane(point: Array, focal: float, size: tuple[int, int], card: tuple[float, float]) -> TablePlane:
    a, b = float(point[1]), float(point[2])
    length = math.sqrt(a * a + b * b + 1)
    return TablePlane((a / length, b / length, 1 / length), math.exp(point[0]), focal, size, card)


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
    axes = np.stack([first, second])
    flat = np.concatenate([axes, np.zeros((2, len(rays), 1))], axis=2)
    along = towards[None, :, None] * flat - (flat @ normal)[:, :, None] * rays
    along /= np.linalg.norm(along, axis=2, keepdims=True)
    x, y, z = normal
    across = along @ np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])
    lengths = np.array([card, card[::-1]])
    # the corners of every way to lie: axis, order of the card's sides, box, corner, x y z
    corners = (
        spots[None, None, :, None]
        + _CORNERS[None, None, None, :, :1] * lengths[None, :, None, None, :1] * along[:, None, :, None]
        + _CORNERS[None, None, None, :, 1:] * lengths[None, :, None, None, 1:] * across[:, None, :, None]
    )
    drawn = corners[..., :2] / np.maximum(corners[..., 2:], 1e-6) * focal
    reach = np.einsum("wsnkx,anx->wsnak", drawn, axes)
    sizes = np.maximum(np.ptp(reach, axis=4), 1e-6).reshape(4, len(rays), 2)
    errors = np.log(boxes[seen, 2:4]) - np.log(sizes)
    best = (errors * errors).sum(axis=2).argmin(axis=0)
    every = np.full((count, 2), _NOT_SEEN)
    every[seen] = errors[best, np.arange(len(rays))]
    return every


def _cost(errors: Array, point: Array, noise: float, config: ViewConfig) -> tuple[float, Array]:
    """About the number of boxes that do not fit, and their weights: no wrong one counts more than another."""
    far = (errors * errors).sum(axis=1) / noise**2
    lean = (point[1] ** 2 + point[2] ** 2) / config.tilt_spread**2
    return float((far / (1 + far)).sum() + _LEAN * math.log1p(lean)), 1 / (1 + far) ** 2


def _search(
    point: Array, boxes: Array, focal: float, card: tuple[float, float], config: ViewConfig
) -> tuple[float, Array]:
    """The best point near a start: first with a wide eye, then with a sharp one."""
    for noise in (_WIDE * config.plane_noise, config.plane_noise):
        cost, point = _descend(point, boxes, focal, card, noise, config)
    return cost, point


def _descend(
    point: Array, boxes: Array, focal: float, card: tuple[float, float], noise: float, config: ViewConfig
) -> tuple[float, Array]:
    """Damped Gauss-Newton with weights that leave out what does not fit."""
    errors = _errors(point, boxes, focal, card)
    cost, weights = _cost(errors, point, noise, config)
    damping = 1e-2
    for _ in range(_STEPS):
        slopes = np.stack(
            [(_errors(point + step, boxes, focal, card) - errors) / 1e-4 for step in np.eye(3) * 1e-4], axis=2
        )
        heavy = weights[:, None, None] / noise**2
        normal = np.einsum("nij,nik->jk", slopes * heavy, slopes)
        pull = np.einsum("nij,ni->j", slopes * heavy, errors)
        lean = _LEAN * np.array([0, 1, 1]) / (config.tilt_spread**2 + point[1] ** 2 + point[2] ** 2)
        normal += np.diag(lean)
        pull += lean * point
        for _ in range(4):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -pull)
            following = point + np.clip(step, -0.5, 0.5)
            further = _errors(following, boxes, focal, card)
            lower, fresh = _cost(further, following, noise, config)
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
