"""Endless seeded supply of training examples for all networks, already at their input size."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Generic, Literal, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art.backs import printed
from datasets.art.load import Split
from datasets.canvas import Image, Quad, Texture
from datasets.crops import render_crop, shaken
from datasets.scene import Scene, Stage, render_scene
from vision.crop import (
    COVER_SIZE,
    COVER_STEP,
    CROP_SIZE,
    OUTLINE_MARGIN,
    OUTLINE_SIZE,
    SHEET_SIZE,
    UNIT_QUAD,
    cut,
    index_corners,
    order_quad,
    quad_of_points,
)
from vision.geometry import iou

_SHAPES: Final = ((16, 9, 0.15), (4, 3, 0.15), (1, 1, 0.65), (3, 4, 0.05))
"""Width, height, share. Mostly square: grey bands teach nothing, and the network never sees wide ones."""
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


_SMALL_SCENE: Final = (960, 540)
_OUTLINE_VISIBLE: Final = 0.35
"""Share of a card that must be seen for its corners to be guessed."""
_BOXES_A_CARD: Final = 3
_BOXES_A_COVER: Final = 2
_COVER_VISIBLE: Final = 0.15
"""Share of a card that must be seen for anybody to tell what lies on it."""
_FREE: Final = 0.95
_FREE_KEPT: Final = 0.4
"""Share from which a card counts as lying free, and how many of those are shown."""

_BACK_VISIBLE: Final = 0.3
_NO_BACK: Final = 0.5
_A_BACK: Final = 0.7
"""Overlap (IoU) with a back below which an outline is none, and from which it is that one."""
_PRINTED: Final = 400
_BACK_LOOKS: Final = 12.0
"""How often a candidate is seen: finding them costs more than drawing."""

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


Truth = TypeVar("Truth", bound=NDArray[np.generic])


class _ScenePool(ABC, Generic[Truth]):
    """As `CropPool`, of cards in boxes that are off, a whole scene of them at a time."""

    def __init__(self, stage: Stage, seed: list[int], size: int = 4096, looks: float = 3.0) -> None:
        self._stage = stage
        self._seed = seed
        self._scenes = 0
        self._size = size
        self._looks = looks
        self._owed = 0.0
        self._rng = np.random.default_rng(seed)
        self._crops: list[tuple[Image, Truth]] = []

    def _some(self, count: int) -> list[tuple[Image, Truth]]:
        """``count`` crops and their truths, after as many fresh ones as they cost."""
        self._owed += count / self._looks
        while self._owed > 0 or not self._crops:
            self._scenes += 1
            rng = np.random.default_rng([*self._seed, self._scenes])
            scene = render_scene(self._stage, rng, _SMALL_SCENE, (_ANY[0] * 960, _ANY[1] * 960))
            for crop in self._cut_out(scene, rng):
                self._owed -= 1
                if len(self._crops) < self._size:
                    self._crops.append(crop)
                else:
                    self._crops[self._rng.integers(self._size)] = crop
        return [self._crops[index] for index in self._rng.integers(0, len(self._crops), count)]

    @abstractmethod
    def _cut_out(self, scene: Scene, rng: np.random.Generator) -> list[tuple[Image, Truth]]:
        """The crops of a scene with their truths."""


class OutlinePool(_ScenePool[NDArray[np.float32]]):
    """Cards in boxes that are off, and where their true corners lie."""

    def batch(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """``count`` crops (BxHxWx3 BGR) and their corners' distances from the box's (Bx4x2, shares of its
        width and height, in the order of `UNIT_QUAD`), turned and mirrored at random."""
        images, moves = [], []
        for image, move in self._some(count):
            if self._rng.random() < 0.5:  # the other end up
                image, move = image[::-1, ::-1], -np.roll(move, 2, axis=0)
            if self._rng.random() < 0.5:  # mirrored: corners of the left and of the right change places
                image, move = image[:, ::-1], move[::-1] * np.array([-1, 1], np.float32)
            images.append(image)
            moves.append(move)
        return np.stack(images), np.stack(moves).astype(np.float32)

    def _cut_out(self, scene: Scene, rng: np.random.Generator) -> list[tuple[Image, NDArray[np.float32]]]:
        found = []
        for card in scene.cards:
            if card.visible < _OUTLINE_VISIBLE:
                continue
            for _ in range(_BOXES_A_CARD):
                box = shaken(rng, card.quad, math.exp(rng.uniform(math.log(0.4), math.log(4.5))))
                found.append(
                    (cut(scene.image, box, OUTLINE_SIZE, OUTLINE_MARGIN), corner_moves(box, card.quad))
                )
        return found


class CoverPool(_ScenePool[Image]):
    """Faces and what lies on them."""

    def batch(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """``count`` crops (BxHxWx3 BGR, `COVER_SIZE`) and how much of each of their places something hides
        (Bx28x20, 0..255), turned and mirrored at random."""
        images, covers = [], []
        for image, cover in self._some(count):
            flips = tuple(slice(None, None, step) for step in self._rng.choice([-1, 1], 2))
            images.append(image[flips])
            covers.append(cover[flips])
        return np.stack(images), np.stack(covers)

    def _cut_out(self, scene: Scene, rng: np.random.Generator) -> list[tuple[Image, Image]]:
        found = []
        for number, card in enumerate(scene.cards, start=1):
            if card.card is None or card.visible < _COVER_VISIBLE:
                continue
            if card.visible > _FREE and rng.random() > _FREE_KEPT:
                continue
            own = np.zeros(scene.owner.shape, np.uint8)
            cv2.fillConvexPoly(own, np.round(card.quad).astype(np.int32), 255)
            own[scene.owner == number] = 0
            hides = cv2.cvtColor(own, cv2.COLOR_GRAY2BGR)
            for _ in range(_BOXES_A_COVER):
                box = shaken(rng, card.quad, rng.choice([0.4, 1.0, 2.0]))
                hidden = cut(hides, box, COVER_SIZE)[..., 0]
                hidden[hidden < 128] = 0  # beyond the picture it is grey already
                places = COVER_SIZE[0] // COVER_STEP, COVER_SIZE[1] // COVER_STEP
                told = np.asarray(cv2.resize(hidden, places, interpolation=cv2.INTER_AREA), np.uint8)
                found.append((cut(scene.image, box, COVER_SIZE), told))
        return found


class BackPool(_ScenePool[NDArray[np.float32]]):
    """What is taken for a back, and whether one lies just there.

    Half of the backs bear parts of pictures (`datasets.art.backs.printed`), and colours are mixed at random.
    """

    def __init__(
        self, stage: Stage, seed: list[int], size: int, find: Callable[[Image], Sequence[NDArray[np.float32]]]
    ) -> None:
        """``find``: the outlines of a picture's backs, as the detector takes them for such."""
        rng = np.random.default_rng(seed)
        pictures = [stage.surfaces[rng.integers(len(stage.surfaces))] for _ in range(_PRINTED)]
        more = [Texture(np.ascontiguousarray(printed(rng, picture))) for picture in pictures]
        super().__init__(replace(stage, backs=(*stage.backs, *more)), seed, size, looks=_BACK_LOOKS)
        self._find = find

    def batch(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """``count`` crops (BxHxWx3 BGR, `OUTLINE_SIZE`), turned and mirrored at random; 1 or 0 for each."""
        images, truths = [], []
        for image, truth in self._some(count):
            flips = tuple(slice(None, None, step) for step in self._rng.choice([-1, 1], 2))
            images.append(self._dyed(image[flips]))
            truths.append(truth)
        return np.stack(images), np.stack(truths)

    def _dyed(self, image: Image) -> Image:
        image = image[..., self._rng.permutation(3)]
        if self._rng.random() < 0.5:
            return np.ascontiguousarray(image)
        mixed = np.eye(3) + self._rng.normal(0, 0.25, (3, 3))
        return np.asarray(cv2.transform(np.ascontiguousarray(image), mixed), np.uint8)

    def _cut_out(self, scene: Scene, rng: np.random.Generator) -> list[tuple[Image, NDArray[np.float32]]]:
        outlines = list(self._find(scene.image))
        backs = [card for card in scene.cards if card.card is None]
        for card in backs:
            if card.visible >= _BACK_VISIBLE and rng.random() < 0.5:
                outlines.append(shaken(rng, card.quad, rng.uniform(0.1, 1.0)).astype(np.float32))
        found = []
        for quad in outlines:
            overlap = max((iou(quad, card.quad.astype(np.float32)) for card in backs), default=0.0)
            if not _NO_BACK <= overlap < _A_BACK:
                truth = np.array([overlap >= _A_BACK], np.float32)
                found.append((cut(scene.image, quad, OUTLINE_SIZE, OUTLINE_MARGIN), truth))
        return found


def corner_moves(box: NDArray[np.float32], card: Quad) -> NDArray[np.float32]:
    """How far the card's corners lie from the box's, 4x2, as shares of the box's width and height."""
    matrix = cv2.getPerspectiveTransform(np.asarray(box, np.float32), UNIT_QUAD)
    corners = order_quad(cv2.perspectiveTransform(card[None].astype(np.float32), matrix)[0])
    turns = [np.roll(corners, turn, axis=0) - UNIT_QUAD for turn in range(4)]
    return np.asarray(min(turns, key=lambda moves: float(np.abs(moves).sum())), np.float32)


def load_stage(data: Path | None, split: Split = "train") -> Stage:
    """The stage of a split from a data folder, or from what is committed where ``data`` is None."""
    return Stage.load(data if data is not None else Path("no-data-folder"), split)
