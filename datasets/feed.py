"""Endless seeded supply of training examples for both networks, already at their input size."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art.load import Split
from datasets.canvas import Image
from datasets.crops import render_crop
from datasets.scene import Scene, Stage, render_scene
from vision.crop import CROP_SIZE, SHEET_SIZE, index_corners, quad_of_points

_SHAPES: Final = ((16, 9, 0.35), (4, 3, 0.25), (1, 1, 0.25), (3, 4, 0.1), (9, 16, 0.05))
_OVERSAMPLING: Final = 1.5
"""Scenes are drawn larger than the network sees them and averaged down, as a camera's picture is."""
_PAD: Final = 114
_ANY: Final = (0.027, 0.4)
"""Card widths as shares of the picture's long side: 35 to 500 pixels of 1280."""
_WIDE: Final = (0.13, 0.42)
_WIDE_SHARE: Final = 0.4
"""Large cards fill few pictures of a log-uniform range, and are the ones whose outlines come out worst."""


def detector_scene(
    stage: Stage, seed: list[int], side: int
) -> tuple[Image, NDArray[np.int64], NDArray[np.float32]]:
    """A letterboxed side x side BGR picture, the classes (0 face, 1 back) and oriented boxes of its cards.

    Boxes are Nx5: middle, width, height as shares of the side, angle in radians.
    """
    rng = np.random.default_rng(seed)
    wide, tall = _SHAPES[rng.choice(len(_SHAPES), p=[share for *_, share in _SHAPES])][:2]
    scale = _OVERSAMPLING * side / max(wide, tall)
    size = (round(wide * scale), round(tall * scale))
    least, most = _WIDE if rng.random() < _WIDE_SHARE else _ANY
    scene = render_scene(stage, rng, size, (least * max(size), most * max(size)))
    return letterbox(scene, side)


def letterbox(scene: Scene, side: int) -> tuple[Image, NDArray[np.int64], NDArray[np.float32]]:
    """A scene as the detector sees it: scaled to fit, grey bands, boxes as in `detector_scene`."""
    height, width = scene.image.shape[:2]
    scale = side / max(width, height)
    inner = (round(width * scale), round(height * scale))
    left, top = (side - inner[0]) // 2, (side - inner[1]) // 2
    picture = np.full((side, side, 3), _PAD, np.uint8)
    picture[top : top + inner[1], left : left + inner[0]] = cv2.resize(
        scene.image, inner, interpolation=cv2.INTER_AREA
    )
    classes, boxes = [], []
    for card in scene.labelled():
        quad = quad_of_points(card.quad * scale + (left, top))
        first, second = quad[1] - quad[0], quad[2] - quad[1]
        middle = quad.mean(axis=0)
        if not ((middle > 0) & (middle < side)).all() or np.linalg.norm(second) < 5:
            continue
        angle = np.arctan2(first[1], first[0]) % np.pi
        classes.append(int(card.side == "back"))
        boxes.append([*(middle / side), np.linalg.norm(first) / side, np.linalg.norm(second) / side, angle])
    return picture, np.array(classes, np.int64), np.array(boxes, np.float32).reshape(-1, 5)


Part = Literal["card", "index"]
"""What of a card a reading network looks at: all of it, or the index corners of both ends."""


class CropPool:
    """A pool of crops renewed a little with every batch: drawing a crop costs more than looking again."""

    def __init__(
        self, stage: Stage, seed: list[int], size: int = 4096, looks: float = 4.0, part: Part = "card"
    ) -> None:
        """``looks``: how often each crop is seen on average before another takes its place."""
        self._stage = stage
        self._part = part
        self._seed = seed
        self._drawn = 0
        self._size = size
        self._looks = looks
        self._rng = np.random.default_rng(seed)
        self._crops: list[tuple[Image, int]] = []

    def __len__(self) -> int:
        return len(self._crops)

    @property
    def drawn(self) -> int:
        """Crops drawn so far."""
        return self._drawn

    def _draw(self) -> tuple[Image, int]:
        self._drawn += 1
        rng = np.random.default_rng([*self._seed, self._drawn])
        if self._part == "card":
            return render_crop(self._stage, rng, CROP_SIZE)
        sheet, named = render_crop(self._stage, rng, SHEET_SIZE)
        return index_corners(sheet), named

    def batch(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """``count`` crops (BxHxWx3 BGR) and their classes, half of them upside down.

        Of index corners (BxHxWx6) both ends are seen at once, so they are not turned.
        """
        fresh = max(1, round(count / self._looks))
        for _ in range(fresh):
            crop = self._draw()
            if len(self._crops) < self._size:
                self._crops.append(crop)
            else:
                self._crops[self._rng.integers(self._size)] = crop
        newest = min(fresh, len(self._crops)) if len(self._crops) < self._size else 0
        chosen = self._rng.integers(0, len(self._crops), count)
        if newest:
            chosen[:newest] = np.arange(len(self._crops) - newest, len(self._crops))
        turning = 0.5 if self._part == "card" else 0.0
        images = [
            self._crops[i][0][::-1, ::-1] if self._rng.random() < turning else self._crops[i][0]
            for i in chosen
        ]
        return np.stack(images), np.array([self._crops[i][1] for i in chosen], np.int64)


def load_stage(data: Path | None, split: Split = "train") -> Stage:
    """The stage of a split from a data folder, or from what is committed where ``data`` is None."""
    return Stage.load(data if data is not None else Path("no-data-folder"), split)
