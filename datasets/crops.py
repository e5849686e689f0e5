"""Training pictures for the reader: single cards cut out as the detector would have found them."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from datasets.camera import Camera
from datasets.canvas import Canvas, Image, Quad
from datasets.hands import draw_arm, random_arm
from datasets.layout import Pose
from datasets.light import illuminate, photograph
from datasets.scene import (
    CARD_SIZES_MM,
    Stage,
    card_quad,
    deck_look,
    ground,
    lay_card,
    lifts,
    paper_tint,
    strew,
)
from vision.cards import CARD_NAMES, UNREADABLE, class_of
from vision.crop import CROP_SIZE, cut, quad_of_points, quarter_turn

_WIDEST: Final = 150.0
"""Pixels; crops are 112 wide, so a card drawn larger would only cost time."""
_MILD: Final = 0.4
"""Share of the crops in ordinary light and focus: clear cards must be named with confidence."""
_AT_THE_EDGE: Final = 0.12
"""Share of the cards that the picture's edge cuts through."""
_INDEX: Final = np.array([[0.0, 0.0], [0.23, 0.0], [0.23, 0.3], [0.0, 0.3]])
"""Where a card's index lies, as shares of its width and height from a corner."""


def _index_seen(owner: np.ndarray, quad: Quad, number: int) -> float:
    """Largest visible share of the card's two index corners."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    best = 0.0
    for corner in (_INDEX, 1 - _INDEX):
        outline = cv2.perspectiveTransform(corner[None].astype(np.float32), matrix)[0]
        left, top = np.floor(outline.min(axis=0)).astype(int)
        right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 1
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillPoly(mask, [np.round(outline - (left, top)).astype(np.int32)], 1)
        x0, y0 = max(left, 0), max(top, 0)
        window = owner[y0 : max(bottom, 0), x0 : max(right, 0)]
        part = mask[y0 - top : y0 - top + window.shape[0], x0 - left : x0 - left + window.shape[1]]
        best = max(best, float(((window == number) & (part > 0)).sum()) / max(1, int(mask.sum())))
    return best


def shaken(rng: np.random.Generator, quad: Quad, amount: float) -> np.ndarray:
    """The box the detector might have drawn: moved, scaled and turned a little."""
    box = quad_of_points(quad)
    middle = box.mean(axis=0)
    long_side, short_side = np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[2] - box[1])
    along, across = (box[1] - box[0]) / long_side, (box[2] - box[1]) / short_side
    size = np.array([long_side, short_side]) * np.exp(rng.normal(0, 0.035 * amount, 2))
    move = rng.normal(0, 0.03 * amount, 2) * (long_side, short_side)
    angle = rng.normal(0, 0.03 * amount)
    turned = (
        math.cos(angle) * along + math.sin(angle) * across,
        math.cos(angle) * across - math.sin(angle) * along,
    )
    middle = middle + move[0] * along + move[1] * across
    half_l, half_s = turned[0] * size[0] / 2, turned[1] * size[1] / 2
    return np.array(
        [
            middle - half_l - half_s,
            middle + half_l - half_s,
            middle + half_l + half_s,
            middle - half_l + half_s,
        ],
        np.float32,
    )


def _neighbours(rng: np.random.Generator, height: float, width: float) -> tuple[list[Pose], list[Pose]]:
    """Cards below and above one that lies upright at the origin."""
    kind = rng.random()
    below: list[Pose] = []
    above: list[Pose] = []
    if kind < 0.3:
        return below, above
    if kind < 0.6:  # parallel: fans, rows, columns, on either side and in either order
        step = rng.choice([rng.uniform(10, 30), rng.uniform(30, 56), rng.uniform(57, 66)])
        drop = rng.choice([0.0, rng.normal(0, 4), rng.uniform(12, 60)], p=[0.5, 0.25, 0.25])
        bend = rng.normal(0, 0.12)
        if rng.random() < 0.25:
            step, drop = rng.normal(0, 3), rng.uniform(12, 70)
        sign = rng.choice([-1, 1])
        for reach in (1, 2):
            below.append(Pose(-sign * step * reach, -sign * drop * reach, -bend * reach))
            if rng.random() < 0.7:
                above.append(Pose(sign * step * reach, sign * drop * reach, bend * reach))
        below.reverse()
        return below, above
    for _ in range(int(rng.integers(1, 4))):
        angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(25, 85)
        pose = Pose(reach * math.cos(angle), reach * math.sin(angle), rng.uniform(0, 2 * math.pi))
        (above if rng.random() < 0.45 else below).append(pose)
    return below, above


def render_crop(
    stage: Stage, rng: np.random.Generator, size: tuple[int, int] = CROP_SIZE
) -> tuple[Image, int]:
    """One crop (HxWx3 BGR; ``size``: its width and height) and its class number (`vision.cards`).

    About one in twelve cannot be read: backs, bare tables, cards turned by a quarter, boxes far off,
    cards whose indices are hidden.
    """
    while True:
        found = _attempt(stage, rng, size)
        if found is not None:
            return found


def _attempt(stage: Stage, rng: np.random.Generator, crop_size: tuple[int, int]) -> tuple[Image, int] | None:
    wide = min(_WIDEST, math.exp(rng.uniform(math.log(24), math.log(280))))
    side = int(wide * 2.1)
    tilt = abs(rng.normal(0, 0.35)) if rng.random() < 0.7 else rng.uniform(0, math.radians(62))
    camera = Camera.over_table(
        (side, side),
        wide,
        tilt=min(tilt, math.radians(62)),
        heading=rng.uniform(0, 2 * math.pi),
        roll=rng.uniform(0, 2 * math.pi),
        field_of_view=math.radians(rng.uniform(6, 22)),
    )
    canvas = Canvas(np.ascontiguousarray(ground(rng, stage, camera)))
    if rng.random() < 0.2:
        strew(rng, stage, canvas, camera, 2, above=False)
    if rng.random() < 0.02:
        image = photograph(rng, illuminate(rng, canvas.image), wide / 90)
        spot = Pose(rng.normal(0, 10), rng.normal(0, 10), rng.uniform(0, 6.3))
        return cut(image, quad_of_points(card_quad(camera, spot, CARD_SIZES_MM[0])), crop_size), UNREADABLE

    box = stage.pick_box(rng)
    names = list(box.deck.cards)
    size = CARD_SIZES_MM[rng.integers(2)]
    tint, light = paper_tint(rng), rng.normal(0, 0.04, 2)
    back_scene = rng.random() < 0.2
    back = stage.backs[rng.integers(len(stage.backs))]
    below, above = _neighbours(rng, size[1], size[0])
    # Every class equally often in the long run, whatever cards a deck lacks
    wanted = CARD_NAMES[rng.integers(len(CARD_NAMES))]
    target = wanted if wanted in box.deck.cards else names[rng.integers(len(names))]
    is_back = rng.random() < 0.025
    quad: Quad | None = None
    target_lift = lifts(rng, 0.0)
    for index, pose in enumerate([*below, Pose(0, 0, 0), *above]):
        mine = index == len(below)
        outline = card_quad(camera, pose, size, target_lift if mine else lifts(rng, 0.3 * index))
        hidden = is_back if mine else back_scene and rng.random() < 0.6
        name = target if mine else names[rng.integers(len(names))]
        number = 1 if mine else 2
        lay_card(
            rng,
            canvas,
            back if hidden else box.texture(name, rng),
            outline,
            number,
            deck_look(rng, tint),
            light,
        )
        if mine:
            quad = outline
    assert quad is not None
    if rng.random() < 0.12:
        strew(rng, stage, canvas, camera, 1, above=True)
    if rng.random() < 0.08:
        draw_arm(rng, canvas, random_arm(rng, canvas, wide))
    if rng.random() < _AT_THE_EDGE:
        canvas, quad = _at_the_edge(rng, canvas, quad)
    share = canvas.visible_shares([quad])[0]
    index_share = _index_seen(canvas.owner, quad, 1)
    mild = rng.random() < _MILD
    lit = illuminate(rng, canvas.image, (canvas.owner > 0).astype(np.uint8), mild=mild)
    image = photograph(rng, lit, max(0.35, wide / 90) * (0.5 if mild else 1.0))

    oddity = rng.random()
    amount = 1.0 + 0.8 * (share < 0.6)
    ordered = shaken(rng, quad, amount * rng.choice([1.0, 2.0, 3.2], p=[0.6, 0.27, 0.13]))
    if is_back:
        return cut(image, ordered, crop_size), UNREADABLE
    if oddity < 0.02:  # half a card off
        push = rng.uniform(0.35, 0.8) * rng.choice([-1, 1], 2) * (rng.random(2) < 0.7)
        shift = push[0] * (ordered[1] - ordered[0]) + push[1] * (ordered[2] - ordered[1])
        return (cut(image, ordered + shift, crop_size), UNREADABLE) if np.abs(push).max() > 0.3 else None
    long_is_height = _long_side_is_height(quad)
    if oddity < 0.04:
        return cut(image, quarter_turn(ordered) if long_is_height else ordered, crop_size), UNREADABLE
    if not long_is_height:
        ordered = quarter_turn(ordered)
    if index_share > 0.88 or share > 0.8:
        return cut(image, ordered, crop_size), class_of(target)
    if index_share < 0.35 and share < 0.5 and rng.random() < 0.35:
        return cut(image, ordered, crop_size), UNREADABLE
    return None


def _at_the_edge(rng: np.random.Generator, canvas: Canvas, quad: Quad) -> tuple[Canvas, Quad]:
    """The picture with its left edge, or another one, moved into the card; and the card's place in it."""
    height, width = canvas.owner.shape
    left, top = quad.min(axis=0)
    right, bottom = quad.max(axis=0)
    reach = rng.uniform(0.05, 0.7)
    x0, y0, x1, y1 = 0, 0, width, height
    match int(rng.integers(4)):
        case 0:
            x0 = int(left + reach * (right - left))
        case 1:
            y0 = int(top + reach * (bottom - top))
        case 2:
            x1 = int(right - reach * (right - left))
        case _:
            y1 = int(bottom - reach * (bottom - top))
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    part = Canvas(np.ascontiguousarray(canvas.image[y0:y1, x0:x1]))
    part.owner = np.ascontiguousarray(canvas.owner[y0:y1, x0:x1])
    return part, quad - (x0, y0)


def _long_side_is_height(quad: Quad) -> bool:
    """Whether the long side of the box around the quad runs along the card's height."""
    box = quad_of_points(quad)
    along = (box[1] - box[0]) / np.linalg.norm(box[1] - box[0])
    height, width = quad[3] - quad[0], quad[1] - quad[0]
    return abs(float(along @ height)) / np.linalg.norm(height) > abs(float(along @ width)) / np.linalg.norm(
        width
    )
