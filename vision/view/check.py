"""Measures all the time how well the camera sees the table, and says what to change.

    check = ViewCheck()
    for frame in source:
        report = check.look(frame, reader.detect(frame.image))
        for advice in report.advice:
            print(words(f"view.{advice.key}", value=advice.value))
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.config import DEFAULT, ViewConfig
from vision.detector import FACE
from vision.events import Detection
from vision.geometry import Quad, between, iou
from vision.source import Frame
from vision.view.advice import Advice, AdviceKey
from vision.view.plane import TablePlane, fit_plane
from vision.view.quality import blur_px, glare_of, light_of


@dataclass(frozen=True, slots=True)
class ViewReport:
    """How the table is seen now; None: not to be told yet.

    ``px_per_mm``: in the picture's middle. ``card_px``: width in pixels of the smallest card lying there.
    ``tilt_deg``: 0 is straight from above; told from four cards on. ``sharpness``: 0..1, 1 is as sharp as
    the pixels allow, 0.3 is far out of focus; told where a card lies. ``light``: grey level 0..255 of
    paper, or of what is bright while no card lies there. ``glare``: share 0..1 of the worst card that a
    mirrored lamp hides. ``cards``: outlines lying on the table in this frame. ``plane``: where the table
    is. ``advice``: what to change, the most urgent first; empty: all is well.
    """

    px_per_mm: float | None
    card_px: float | None
    tilt_deg: float | None
    sharpness: float | None
    light: float
    glare: float
    cards: int
    plane: TablePlane | None
    advice: tuple[Advice, ...]

    @property
    def good(self) -> bool:
        """Whether nothing is to be changed."""
        return not self.advice


class ViewCheck:
    """Follows one stream of frames; `look` at every frame that is worth it, or at some a second.

    ``plane``: a plane known beforehand (`plane_from_taps`); it holds until cards say otherwise.
    """

    def __init__(self, plane: TablePlane | None = None, config: ViewConfig = DEFAULT.view) -> None:
        self._config = config
        self._tapped = plane
        self._plane = plane
        self._boxes: list[Quad] = []
        self._found: Sequence[Detection] = ()
        self._size = (0, 0)
        self._fitted = 0  # boxes behind the present plane
        self._stale = True
        self._tried = -1e9
        self._history: deque[tuple[float, float | None, float, float]] = deque()

    @property
    def plane(self) -> TablePlane | None:
        """The table plane as far as it is known."""
        return self._plane

    def look(self, frame: Frame, detections: Sequence[Detection] | None = None) -> ViewReport:
        """How the table is seen in a frame; ``detections``: what the detector found in it, None: as before.

        A lost picture gives a report without cards and advice: what is wrong then is said by the source.
        """
        high, wide = frame.image.shape[:2]
        if (wide, high) != self._size:
            self._begin((wide, high))
        if frame.lost:
            return ViewReport(None, None, None, None, 0.0, 0.0, 0, self._plane, ())
        if detections is not None:
            self._found = detections
            self._remember([one.quad for one in detections if one.score >= self._config.least_score])
        self._fit(frame.t)
        lying = self.lying(self._found)
        faces = [one.quad for one in lying if one.side == "face" and not self._cut_off(one.quad)]
        self._measure(frame, faces)
        return self._report(lying)

    def lying(self, detections: Sequence[Detection]) -> list[Detection]:
        """The detections that can be cards lying on the table; all of them while the plane is not sure."""
        if self._plane is None or not self.sure:
            return list(detections)
        fits = self._plane.lying([one.quad for one in detections], self._config.plane_tolerance)
        return [one for one, fit in zip(detections, fits, strict=True) if fit]

    def without_what_is_off(self, detections: Sequence[Detection]) -> list[Detection]:
        """The detections less what surely does not lie on the table; less strict than `lying`.

        What the picture's edge cuts is kept: its outline tells little.
        """
        if self._plane is None or self._fitted < self._config.off_cards:
            return list(detections)
        misfits = self._plane.misfit([one.quad for one in detections])
        return [
            one
            for one, misfit in zip(detections, misfits, strict=True)
            if misfit <= self._most_misfit(one) or self._cut_off(one.quad)
        ]

    def _most_misfit(self, one: Detection) -> float:
        sure = one.side == FACE and one.score >= self._config.sure_face
        return self._config.off_sure if sure else self._config.off_misfit

    @property
    def sure(self) -> bool:
        """Whether enough cards (or taps) stand behind the plane to say what does not lie on it."""
        return self._plane is not None and (
            self._plane is self._tapped or self._fitted >= self._config.plane_cards
        )

    def moved(self) -> None:
        """The camera was moved: what was known of the plane no longer holds."""
        self._begin(self._size)

    def _begin(self, size: tuple[int, int]) -> None:
        fits = self._tapped is not None and self._tapped.size == size and self._size in ((0, 0), size)
        self._plane = self._tapped if fits and not self._fitted else None
        self._tapped = self._plane
        self._size, self._fitted, self._stale, self._tried = size, 0, True, -1e9
        self._boxes, self._found = [], ()
        self._history.clear()

    def _cut_off(self, quad: Quad) -> bool:
        return bool((quad < -1).any() or (quad > np.array(self._size) + 1).any())

    def _remember(self, quads: Sequence[Quad]) -> None:
        """Keep one outline a place: a running mean of it, and of many places the last ones."""
        for quad in quads:
            if self._cut_off(quad):
                continue
            same = [box for box in self._boxes if iou(box, quad) >= self._config.same_place]
            self._stale |= not same  # a place that was not known
            if same:
                self._boxes = [box for box in self._boxes if not any(box is other for other in same)]
                nearest = max(same, key=lambda box: iou(box, quad))
                quad = between(nearest, quad) if iou(nearest, quad) >= self._config.same_card else quad
            self._boxes.append(quad)
        self._boxes = self._boxes[-self._config.places :]

    def _fit(self, t: float) -> None:
        since = t - self._tried
        if not self._boxes or since < (self._config.fit_pause if self._stale else self._config.fit_again):
            return
        self._stale, self._tried = False, t
        if self._plane is not None and self._plane is self._tapped:
            fitting = int(self._plane.lying(self._boxes).sum())
            if len(self._boxes) < self._config.plane_cards or 2 * fitting > len(self._boxes):
                return
        start = self._plane if len(self._boxes) >= self._config.settled_places else None
        plane = fit_plane(self._boxes, self._size, start, self._config)
        if plane is not None:
            self._plane = plane
            self._fitted = int(plane.lying(self._boxes, self._config.plane_tolerance).sum())

    def _measure(self, frame: Frame, faces: Sequence[Quad]) -> None:
        blur = blur_px(frame.image, faces, self._config)
        light, glare = light_of(frame.image, faces, self._config), glare_of(frame.image, faces, self._config)
        if self._history and frame.t < self._history[-1][0]:
            self._history.clear()
        self._history.append((frame.t, blur, light, glare))
        while self._history[0][0] < frame.t - self._config.memory:
            self._history.popleft()

    def _report(self, lying: Sequence[Detection]) -> ViewReport:
        blurs = [blur for _, blur, _, _ in self._history if blur is not None]
        blur = float(np.median(blurs)) if blurs else None
        light = float(np.median([light for _, _, light, _ in self._history]))
        glare = float(np.median([glare for _, _, _, glare in self._history]))
        plane, card_px = self._plane, None
        if plane is not None and lying:
            card_px = min(plane.px_per_mm((x, y)) for x, y in (one.quad.mean(axis=0) for one in lying))
            card_px *= plane.card_mm[0]
        tilt = plane.tilt_deg if plane is not None and self.sure else None
        cut_off = sum(self._cut_off(one.quad) for one in lying)
        return ViewReport(
            plane.px_per_mm() if plane is not None else None,
            card_px,
            tilt,
            None if blur is None else min(1.0, self._config.sharp_blur / blur),
            light,
            glare,
            len(lying),
            plane,
            self._advice(blur, light, glare, card_px, tilt, cut_off),
        )

    def _advice(
        self,
        blur: float | None,
        light: float,
        glare: float,
        card_px: float | None,
        tilt: float | None,
        cut_off: int,
    ) -> tuple[Advice, ...]:
        limits = self._config
        advice: list[Advice] = []
        dark = light < limits.least_light
        if dark:
            advice.append(Advice(AdviceKey.DARK, light))
        if tilt is not None and tilt > limits.most_tilt:
            advice.append(Advice(AdviceKey.TOO_FLAT, tilt))
        if glare > limits.most_glare:
            advice.append(Advice(AdviceKey.GLARE, glare))
        most_blur = max(limits.harmless_blur, limits.most_blur * (card_px or limits.least_card))
        if blur is not None and blur > most_blur and not dark:  # in the dark every camera is soft
            advice.append(Advice(AdviceKey.FOCUS, blur))
        if card_px is not None and card_px < limits.least_card:
            advice.append(Advice(AdviceKey.CLOSER, card_px))
        if cut_off:
            advice.append(Advice(AdviceKey.EDGE, float(cut_off)))
        return tuple(advice)
