"""What moved: change between frames, judged anywhere in the picture and for any outline in it.

The frame is reduced to a small picture once; everything here works on that. In a bar some hand always
moves, so that nobody waits for a picture at rest: each card's own place is asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT, GateConfig
from vision.crop import cut, order_quad
from vision.geometry import Quad, middle
from vision.shake import moved_by, shaken

_PATCH = (
    28,
    40,
)  # width and height of the picture of a card's place that is kept: pips and courts can be told
_COARSE = (14, 20)  # the same where only the table is to be known again
_STABLE = 1.0  # seconds without motion after which a pixel shows what lies there: plain sleeves slide unseen
_AROUND = 1.15  # enlargement of a card's outline: its shadow and the error of the outline are not the table
_ENOUGH_TABLE = 0.1  # share of the picture that must show plain table to tell from it how the light changed
_JOLT = 0.25  # share of the picture that moves from which it is the camera that moves, and no arm
_SEEN_BEFORE = 0.15  # share of a place that must have been seen bare to tell whether it looks as before
_EDGES = (5, 5)  # what is thinner in the reduced picture is no thing that was laid
_MEMORY = 4.0  # seconds of motion kept


@dataclass(frozen=True, slots=True)
class Change:
    """``new``: the picture differs from the one last looked at. ``black``: nothing is to be seen."""

    new: bool
    black: bool


class ChangeGate:
    """Follows one stream of frames of one size; a change of size starts it anew."""

    def __init__(self, config: GateConfig = DEFAULT.gate) -> None:
        self._config = config
        self._scale = 1.0
        self._t = 0.0
        self._small: NDArray[np.int16] | None = None
        self._looked_at: NDArray[np.int16] | None = None
        self._frame: NDArray[np.uint8] = np.zeros((1, 1, 3), np.uint8)
        self._now: NDArray[np.uint8] = np.zeros((1, 1, 3), np.uint8)
        self._bare: NDArray[np.float32] = self._now.astype(np.float32)  # the table without cards
        self._bare_known: NDArray[np.bool_] = np.zeros((1, 1), np.bool_)
        self._bare_t: NDArray[np.float32] = np.zeros((1, 1), np.float32)  # when it was last seen
        self._moving: NDArray[np.bool_] = np.zeros((1, 1), np.bool_)
        self._last_motion: NDArray[np.float32] = np.zeros((1, 1), np.float32)
        self._history: deque[tuple[float, NDArray[np.bool_]]] = deque()

    def look(self, image: NDArray[np.uint8], t: float) -> Change:
        """Take in a frame (HxWx3 BGR) of time ``t``."""
        high, wide = image.shape[:2]
        self._scale = min(1.0, self._config.width / wide)
        size = (max(1, round(wide * self._scale)), max(1, round(high * self._scale)))
        now = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        small = np.asarray(cv2.GaussianBlur(now, (3, 3), 0), np.int16)
        black = max(float(small.mean()), float(small.std())) < self._config.black_level
        self._t = t
        if self._small is None or self._small.shape != small.shape:
            self._moving = np.zeros(small.shape[:2], np.bool_)
            self._last_motion = np.full(small.shape[:2], t - _MEMORY, np.float32)
            self._bare = now.astype(np.float32)
            self._bare_known = np.zeros(small.shape[:2], np.bool_)
            self._bare_t = np.full(small.shape[:2], t, np.float32)
            self._looked_at = None
            self._history.clear()
        else:
            self._moving = self._differs(small, self._small)
            self._last_motion[self._moving] = t
        self._small, self._now, self._frame = small, now, image
        self._history.append((t, self._moving))
        while self._history[0][0] < t - _MEMORY:
            self._history.popleft()
        new = self._looked_at is None or bool(
            self._differs(small, self._looked_at).mean() > self._config.changed_share
        )
        return Change(new, black)

    def looked(self, cards: Iterable[Quad]) -> None:
        """The detector has seen the present frame; ``cards``: all outlines where a card is or may be.

        What rests outside of them is the table, and is remembered for the time when a card leaves.
        """
        self._looked_at = self._small
        table = (self._last_motion < self._t - _STABLE).astype(np.uint8)
        for quad in cards:
            cv2.fillConvexPoly(table, self._enlarged(quad), 0)
        now = self._now.astype(np.float32)
        self._bare = np.asarray(cv2.copyTo(now, table, self._bare * self._brighter(table > 0)), np.float32)
        self._bare_known |= table > 0
        self._bare_t[table > 0] = self._t

    def _brighter(self, table: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Factors by which each colour of the table has grown since the last look.

        Where cards lie it has grown as well, although nobody sees it: a lamp was switched, or the camera set
        its exposure.
        """
        known = (table & self._bare_known)[::2, ::2]
        if known.mean() < _ENOUGH_TABLE:
            return np.ones(3, np.float32)
        was, now = (picture[::2, ::2][known].mean(axis=0) for picture in (self._bare, self._now))
        return np.asarray((now + 1) / (was + 1), np.float32)

    def carry(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: the bare table goes where the homography (old to new pixels) puts it."""
        scale = np.diag([self._scale, self._scale, 1.0])
        small = scale @ matrix @ np.linalg.inv(scale)
        size = (self._bare.shape[1], self._bare.shape[0])
        known = cv2.warpPerspective(self._bare_known.astype(np.uint8), small, size, flags=cv2.INTER_NEAREST)
        self._bare = np.asarray(cv2.warpPerspective(self._bare, small, size), np.float32)
        self._bare_known = np.asarray(known > 0, np.bool_)
        self._bare_t[:] = self._t  # nothing passed over what was moved with the camera

    def _differs(self, one: NDArray[np.int16], other: NDArray[np.int16]) -> NDArray[np.bool_]:
        """Where two pictures differ, a shaking of the camera left aside."""
        plain = self._differs_as_is(one, other)
        if plain.mean() <= self._config.changed_share:
            return plain
        shift = shaken(_grey(one), _grey(other))
        if max(map(abs, shift)) > self._config.most_shake:
            return plain
        steadied = self._differs_as_is(one, moved_by(other, shift))
        return steadied if steadied.sum() < plain.sum() else plain

    def _differs_as_is(self, one: NDArray[np.int16], other: NDArray[np.int16]) -> NDArray[np.bool_]:
        difference = one - other
        # a lamp switched on or the camera's own exposure changes all pixels alike: that is no motion
        difference -= np.median(difference[::4, ::4], axis=(0, 1)).astype(np.int16)
        # in colour: a blue back on green cloth may be as bright as the cloth
        blue, green, red = cv2.split(np.abs(difference))  # three colours in one step take four times as long
        most = np.maximum(np.maximum(blue, green), red)
        return np.asarray(most > self._config.difference, np.bool_)

    def moving(self, quad: Quad) -> float:
        """Share of an outline (picture pixels) that differs from the frame before, 0..1."""
        return self._share(self._moving, quad)

    def moved_since(self, quad: Quad, t: float) -> float:
        """Share of an outline in which something moved at time ``t`` or later, 0..1; at most 4 s back."""
        return self._share(self._last_motion >= t, quad)

    def patch(self, quad: Quad) -> NDArray[np.float32]:
        """Small colour picture of a place as it is now, 40x28x3."""
        return cut(self._frame, quad, _PATCH, margin=0.0).astype(np.float32)

    def visible(self, quad: Quad, hidden: Sequence[Quad]) -> NDArray[np.bool_]:
        """Which part of a place's patch, 40x28, lies under none of the other outlines."""
        return self._free(quad, hidden, _PATCH)

    def unlike_before(self, quad: Quad, hidden: Sequence[Quad], since: float) -> float:
        """Mean difference (grey levels of 255) between the free part of a place and what was seen there bare.

        Only what was seen before something passed over it counts, or where nothing has since ``since``: not
        what may have been brought and not been found at once. Infinity where that is next to nothing.
        """
        told = (self._last_motion > self._bare_t) | (self._last_motion < since)
        known = self._mask(self._bare_known & told, quad) & self._free(quad, hidden, _COARSE)
        return self._unlike_bare(quad, known) if known.mean() > _SEEN_BEFORE else float("inf")

    def laid_things(self, known: Sequence[Quad], length: float) -> list[Quad]:
        """Outlines of what came to lie on the bare table and might be a card by its shape, picture pixels.

        ``known``: outlines that are left out; ``length``: long side of a card. Whatever a back looks like, it
        hides the table: so one is noticed that the detector does not know.
        """
        limits = self._config
        away = cv2.absdiff(self._now, self._table).max(axis=2) > limits.thing_difference
        laid = (away & self._bare_known).astype(np.uint8)
        for quad in known:
            cv2.fillConvexPoly(laid, self._enlarged(quad), 0)
        # edges of things and prints show wherever the camera has moved by a hair
        laid = np.asarray(cv2.morphologyEx(laid, cv2.MORPH_OPEN, np.ones(_EDGES, np.uint8)), np.uint8)
        found = []
        for contour in cv2.findContours(laid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            middle_of, (one, other), angle = cv2.minAreaRect(contour)
            short, long = sorted((one + 1, other + 1))  # a contour runs through the middles of pixels
            least, most = (share * length * self._scale for share in limits.thing_sides)
            if not least <= long <= most or long > limits.thing_ratio * short:
                continue
            inside = cv2.contourArea(contour) + len(contour) / 2 + 1
            corners = cv2.boxPoints((middle_of, (one + 1, other + 1), angle))
            quad = order_quad((corners + 0.5) / self._scale)
            # as a whole: of an arm that is held over the table a part may look as still
            rests = self.moved_since(quad, self._t - limits.thing_still) <= limits.thing_stir
            brought = self.moved_since(quad, self._t - limits.thing_memory) >= limits.thing_brought
            shaped = inside >= limits.thing_fill * long * short
            if shaped and rests and brought and self._stands_out(quad):
                found.append(quad)
        return found

    def _stands_out(self, quad: Quad) -> bool:
        """Whether the picture has an edge round a place where the bare table has less of one.

        Else something was taken for the table there, an arm that rested, and is away now.
        """
        border = np.zeros(self._now.shape[:2], np.uint8)
        cv2.polylines(border, [np.round(quad * self._scale - 0.5).astype(np.int32)], True, 1, 2)
        now, before = (
            cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)[border > 0]
            for picture in (self._now, self._table)
        )
        return float(now.mean()) > float(before.mean())

    def unlike_table(self, quad: Quad, hidden: Sequence[Quad]) -> float:
        """Mean difference (grey levels of 255) between the free part of a place and the bare table."""
        part = self._free(quad, hidden, _COARSE)
        known = self._mask(self._bare_known, quad) & part
        if known.sum() > 0.6 * part.sum():
            return self._unlike_bare(quad, known)
        # a card has lain here from the start: the table is what can be seen around it
        centre = quad.mean(axis=0)
        wide = np.asarray(centre + (quad - centre) * 1.7, np.float32)
        known = self._mask(self._bare_known, wide)
        if known.mean() < 0.2:
            return 255.0
        colour = np.median(self._cut(self._table, wide)[known], axis=0)
        return float(np.abs(self._cut(self._now, quad) - colour)[part].mean())

    def _unlike_bare(self, quad: Quad, part: NDArray[np.bool_]) -> float:
        """Mean difference between a part (20x14) of a place and the bare table as it was last seen there."""
        return float(np.abs(self._cut(self._now, quad) - self._cut(self._table, quad))[part].mean())

    @property
    def _table(self) -> NDArray[np.uint8]:
        """The bare table as far as it was seen."""
        return np.asarray(np.clip(self._bare, 0, 255), np.uint8)

    def _free(self, quad: Quad, hidden: Sequence[Quad], size: tuple[int, int]) -> NDArray[np.bool_]:
        covers = np.zeros((*self._now.shape[:2], 3), np.uint8)
        for other in hidden:
            cv2.fillConvexPoly(covers, self._enlarged(other), (255, 255, 255))
        scaled = np.asarray(quad * self._scale, np.float32)
        return np.asarray(cut(covers, scaled, size, margin=0.0)[:, :, 0] < 64, np.bool_)

    def _enlarged(self, quad: Quad) -> NDArray[np.int32]:
        around = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * _AROUND
        return np.asarray(np.round(around * self._scale), np.int32)

    def _mask(self, seen: NDArray[np.bool_], quad: Quad) -> NDArray[np.bool_]:
        """The part of the reduced picture that lies in a place, 20x14."""
        whole = np.repeat(seen[:, :, None].astype(np.uint8) * 255, 3, axis=2)
        return np.asarray(self._cut(whole, quad)[:, :, 0] > 127, np.bool_)

    def came_from(
        self, quad: Quad, since: float, until: float = float("inf")
    ) -> tuple[float, float] | None:
        """Direction from a card's place to the side an arm reached it from in that time, as a unit vector.

        It is where the moving things that touched the place had the rest of themselves; None if unclear.
        """
        middle_x, middle_y = (value * self._scale for value in middle(quad))
        reach = float(np.sqrt(((quad - quad.mean(axis=0)) ** 2).sum(axis=1)).max()) * self._scale
        total, weight = np.zeros(2), 0.0
        for t, moving in self._history:
            if not since <= t <= until or not 0 < moving.mean() < _JOLT:
                continue
            joined = cv2.dilate(moving.astype(np.uint8), np.ones((7, 7), np.uint8))
            _, labels = cv2.connectedComponents(joined)
            place = labels[self._box(middle_x, middle_y, reach, labels.shape)]
            here = set(np.unique(place).tolist()) - {0}
            if not here:
                continue
            rows, columns = np.nonzero(np.isin(labels, list(here)) & moving)
            away = np.stack([columns - middle_x, rows - middle_y], axis=1)
            distance = np.hypot(away[:, 0], away[:, 1])
            outside = distance > 1.3 * reach
            if outside.sum() < 10:
                continue
            pull = (away[outside] / distance[outside, None]).mean(axis=0)
            total += pull
            weight += 1.0
        length = float(np.hypot(*total))
        if weight < 1 or length < 0.5 * weight:
            return None
        return float(total[0] / length), float(total[1] / length)

    @staticmethod
    def _box(x: float, y: float, reach: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
        top, bottom = max(0, int(y - reach)), min(shape[0], int(y + reach) + 1)
        left, right = max(0, int(x - reach)), min(shape[1], int(x + reach) + 1)
        return slice(top, max(bottom, top)), slice(left, max(right, left))

    def _share(self, mask: NDArray[np.bool_], quad: Quad) -> float:
        corners = quad * self._scale
        left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
        right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 1
        part = mask[top:bottom, left:right]
        if part.size == 0:
            return 0.0
        outline = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(outline, np.round(corners - (left, top)).astype(np.int32), 1)
        inside = int(outline.sum())
        return float(part[outline > 0].sum()) / inside if inside else 0.0

    def _cut(self, picture: NDArray[np.uint8], quad: Quad) -> NDArray[np.float32]:
        return cut(picture, np.asarray(quad * self._scale, np.float32), _COARSE, margin=0.0).astype(
            np.float32
        )


def _grey(picture: NDArray[np.int16]) -> NDArray[np.float32]:
    """The mean of a picture's three colours."""
    blue, green, red = cv2.split(picture)
    return np.asarray((blue + green + red) / np.float32(3), np.float32)
