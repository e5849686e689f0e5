"""Find whole cards in a picture: letterbox, network, late rotated suppression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, DetectorConfig
from vision.crop import quads_of_boxes
from vision.events import Detection
from vision.geometry import area, intersection, iou

FACE = "face"
BACK = "back"
SIDES = (FACE, BACK)
_PAD = 114  # the grey that training pads with
_STEP = 32  # pixels of one place of the network's coarsest map


class DetectorNetwork(Protocol):
    """The trained network behind the detector, or something that answers like it."""

    @property
    def size(self) -> int:
        """Longer side of the input in pixels, a multiple of 32."""

    @property
    def score_threshold(self) -> float:
        """Score, 0..1, below which a box is no finding."""

    def forward(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """1x3xHxW RGB 0..1 to 1x7xN: cx, cy, w, h (input pixels), face score, back score, angle (radians)."""


class CardDetector:
    """Outlines of all cards of one picture."""

    def __init__(
        self,
        network: DetectorNetwork,
        config: DetectorConfig = DEFAULT.detector,
        faintest_back: float | None = None,
    ) -> None:
        """``faintest_back``: score from which backs are given where somebody judges the faint ones."""
        self._network = network
        self._config = config
        self._least_back = config.least_back if faintest_back is None else faintest_back

    def detect(self, image: NDArray[np.uint8]) -> list[Detection]:
        """Cards in a HxWx3 BGR picture, best first; quads in its pixels, long side first."""
        blob, scale, shift = letterbox(image, self._network.size)
        raw = self._network.forward(blob)
        return self.decode(raw, scale, shift)

    def decode(self, raw: NDArray[np.float32], scale: float, shift: tuple[float, float]) -> list[Detection]:
        """Findings from the boxes 1x7xN; network pixels are picture pixels x ``scale`` + ``shift``."""
        rows = np.asarray(raw, dtype=np.float32).reshape(7, -1).T
        scores = rows[:, 4:6].max(axis=1)
        backs = rows[:, 5] > rows[:, 4]
        least = np.where(backs, self._least_back, self._config.least_face).clip(self._network.score_threshold)
        keep = np.flatnonzero((scores >= least) & np.isfinite(rows).all(axis=1))
        keep = keep[np.argsort(-scores[keep], kind="stable")][: self._config.most_candidates]
        rows, scores = rows[keep], scores[keep]
        boxes = np.concatenate([rows[:, :4], rows[:, 6:7]], axis=1)
        boxes[:, 0] = (boxes[:, 0] - shift[0]) / scale
        boxes[:, 1] = (boxes[:, 1] - shift[1]) / scale
        boxes[:, 2:4] /= scale
        quads = quads_of_boxes(boxes)
        sides = rows[:, 4:6].argmax(axis=1)
        groups = group(quads, self._config.nms_iou, self._config.most_cards)
        mean = np.stack([blend(quads[g], scores[g]) for g in groups]) if groups else quads
        # blended outlines have moved towards each other: once more, with what they are now
        kept = group(mean, self._config.nms_iou, self._config.most_cards)
        best = [groups[g[0]][0] for g in kept]
        found = [
            Detection(mean[g[0]], SIDES[int(sides[i])], float(min(scores[i], 1.0)))
            for g, i in zip(kept, best, strict=True)
        ]
        counting = [one for one in found if one.side == FACE or one.score >= self._config.least_back]
        faint = [one for one in found if one.side == BACK and one.score < self._config.least_back]
        return [*without_inner(counting, self._config.inside_share, self._config.inside_area), *faint]


def letterbox(image: NDArray[np.uint8], size: int) -> tuple[NDArray[np.float32], float, tuple[float, float]]:
    """Fit a picture into the input: its longer side becomes ``size``, the shorter is padded with grey.

    Returns 1x3xHxW, the scale, and the shift of x and y.
    """
    high, wide = image.shape[:2]
    scale = size / max(high, wide)
    new_wide, new_high = max(1, round(wide * scale)), max(1, round(high * scale))
    full_wide, full_high = (-(-side // _STEP) * _STEP for side in (new_wide, new_high))
    left, top = round((full_wide - new_wide) / 2 - 0.1), round((full_high - new_high) / 2 - 0.1)
    # averaging, as training does it: bilinear sampling would skip pixels of a picture this much larger
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image, (new_wide, new_high), interpolation=how), np.uint8)
    padded = np.full((full_high, full_wide, 3), _PAD, dtype=np.uint8)
    padded[top : top + new_high, left : left + new_wide] = small
    blob = np.ascontiguousarray(padded[:, :, ::-1].transpose(2, 0, 1)[None], dtype=np.float32)
    blob *= np.float32(1 / 255)
    return blob, scale, (float(left), float(top))


def group(quads: NDArray[np.float32], limit: float, most: int) -> list[list[int]]:
    """Rotated suppression that remembers: outlines, given best first, as groups of one card each.

    A group begins with the index of its best outline; the others in it overlap that one by ``limit`` IoU or
    more, and no better one. At most ``most`` groups.
    """
    count = len(quads)
    if not count:
        return []
    middles = quads.mean(axis=1)
    areas = np.abs(_cross(quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]))
    reach = np.sqrt(((quads - middles[:, None]) ** 2).sum(axis=2)).max(axis=1)
    alive = np.ones(count, dtype=bool)
    groups: list[list[int]] = []
    for i in range(count):
        if not alive[i]:
            continue
        groups.append([i])
        if len(groups) == most:
            break
        rest = np.flatnonzero(alive[i + 1 :]) + i + 1
        # cheap bounds first: an IoU that high needs like areas and near middles
        near = np.hypot(*(middles[rest] - middles[i]).T) < (1 - limit) * (reach[rest] + reach[i])
        alike = np.minimum(areas[rest], areas[i]) >= limit * np.maximum(areas[rest], areas[i])
        for j in rest[near & alike]:
            if iou(quads[i], quads[j]) >= limit:
                alive[j] = False
                groups[-1].append(int(j))
    return groups


def blend(quads: NDArray[np.float32], scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean of the outlines of one card, the surer ones counting more: their errors partly cancel out."""
    first = quads[0]
    turned = np.stack([np.roll(quads, turn, axis=1) for turn in range(4)], axis=1)
    nearest = np.abs(turned - first).sum(axis=(2, 3)).argmin(axis=1)
    aligned = turned[np.arange(len(quads)), nearest]
    weights = (scores * scores)[:, None, None]
    return np.asarray((aligned * weights).sum(axis=0) / weights.sum(), dtype=np.float32)


def _cross(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0], dtype=np.float32)


def without_inner(
    found: Sequence[Detection], share: float, smaller: float, fainter: float | None = None
) -> list[Detection]:
    """The findings without those that lie inside a far larger one: pictures on cards, not cards.

    ``share``: how much of a finding must lie in the other one; ``smaller``: ratio of areas below which the
    other counts as larger. ``fainter``: only faces are left out, whose score is below this share of the score
    of the other face.
    """
    areas = [area(one.quad) for one in found]
    kept = []
    for i, one in enumerate(found):
        inside = any(
            areas[i] < smaller * areas[j]
            and (fainter is None or (one.side == other.side == FACE and one.score < fainter * other.score))
            and intersection(one.quad, other.quad) >= share * areas[i]
            for j, other in enumerate(found)
            if j != i
        )
        if not inside and areas[i] > 0:
            kept.append(one)
    return kept
