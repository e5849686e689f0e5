"""Films of hands played with real cards, cut out of the photographs kept for measuring.

A card is cut out where all of it is seen and `vira read` names it as its label does: what is measured then is
whether a hand is judged right, with print, wear and light no renderer drew. Nothing of it is committed.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from app.table import open_reader
from datasets.art.load import Deck
from datasets.feed import load_stage
from datasets.programme import shoot_disturbed
from datasets.scene import CardBox, Stage
from tests.bench.live_photos import Photo, load_photos
from vision.crop import cut, order_quad, sides
from vision.detector import FACE

SIZE: Final = (250, 350)
"""Width and height of a cut-out in pixels: more than any card of a film has."""
LEAST: Final = 115.0
"""Pixels of the long side below which a card of a photograph is too small to be filmed."""
RATIO: Final = (1.3, 1.6)
"""Long side over short side of a card seen from above; beyond it what is cut out would be warped."""
HAND: Final = 13
"""Cards of truco ranks that a deck must have: those of a hand of four, with the vira."""
_TRUCO: Final = "A234567QKJ"
_AROUND: Final = (0.1, 0.06, 0.03)
"""Shares of the side by which the outline is widened before the paper's own edge is looked for in it: the
widest one in which no other card lies."""
_PAPER: Final = 225.0
"""Grey level the paper is brought to: photographed in many lights, a deck lies in one light here."""
_INSET: Final = 0.012
"""Share of the side that is cut off all around: no table stays at the edge."""
_CORNER: Final = 0.055
"""Radius of the rounded corners, as a share of the width."""

Image = NDArray[np.uint8]


def shoot_cutouts(photos: Path, data: Path | None, seed: int, path: Path) -> None:
    """Film the disturbed hand of a seed with cards of one source; surfaces and backs are held-out ones."""
    decks = decks_of(photos)
    cards = decks[seed % len(decks)]
    shoot_disturbed(staged(load_stage(data, "val"), cards, seed), seed, path, frozenset(cards))


def staged(stage: Stage, cards: Mapping[str, tuple[Image, ...]], seed: int) -> Stage:
    """The stage with a deck of these cut-outs, any one of each card, as its only deck."""
    rng = np.random.default_rng([seed, 9])
    chosen = {name: found[rng.integers(len(found))] for name, found in sorted(cards.items())}
    deck = Deck("cutouts", "photographs", 1.0, chosen, (), ())
    return replace(stage, boxes=(CardBox(deck),), chances=np.ones(1))


@functools.cache
def decks_of(photos: Path) -> tuple[Mapping[str, tuple[Image, ...]], ...]:
    """The cut-outs of each source that gives enough cards for a hand: BGRA pictures by name."""
    reader = open_reader()
    decks = []
    for source in load_photos(photos).values():
        cards: dict[str, list[Image]] = {}
        for photo in source:
            image = photo.image
            found = [(one.quad, one.card) for one in reader.read(image) if one.side == FACE]
            for name, cutout in cutouts(photo, image, found):
                cards.setdefault(name, []).append(cutout)
        if sum(name[:-1] in _TRUCO for name in cards) >= HAND:
            decks.append({name: tuple(pictures) for name, pictures in cards.items()})
    if not decks:
        raise ValueError("no source of photographs gives enough cards for a hand")
    return tuple(decks)


def cutouts(
    photo: Photo, image: Image, found: list[tuple[NDArray[np.float32], str | None]]
) -> list[tuple[str, Image]]:
    """The cards of a photograph that can be cut out; ``found``: outlines with the names that were read."""
    made = []
    for label in photo.cards:
        here = [quad for quad, name in found if name == label.card and _holds(quad, label.centre)]
        if label.full and len(here) == 1:
            quad = paper_edge(image, here[0])
            long, short = (0.0, 1.0) if quad is None else sides(quad)
            if quad is not None and long >= LEAST and RATIO[0] <= long / short <= RATIO[1]:
                made.append((label.card, _cut_out(image, quad)))
    return made


def paper_edge(image: Image, quad: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The outline, drawn to the edge of the paper; None where that does not stand out from the table.

    The detector's outlines are rectangles; a card seen at a slant is none.
    """
    edges = (_edge_within(image, quad, around) for around in _AROUND)
    return next((edge for edge in edges if edge is not None), None)


def _edge_within(image: Image, quad: NDArray[np.float32], around: float) -> NDArray[np.float32] | None:
    wide, high = 200, 280
    cut_wide, cut_high = round(wide * (1 + 2 * around)), round(high * (1 + 2 * around))
    crop = cut(image, quad, (cut_wide, cut_high), margin=around)
    grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, paper = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea, default=np.zeros((1, 1, 2), np.int32)))
    x, y, across, down = cv2.boundingRect(hull)
    if min(x, y) < 2 or x + across > cut_wide - 2 or y + down > cut_high - 2:
        return None  # the table is as bright as the paper
    corners = next(
        (shape for share in (0.02, 0.03, 0.05, 0.08) if len(shape := _polygon(hull, share)) == 4), None
    )
    if corners is None or cv2.contourArea(corners) < 0.93 * cv2.contourArea(hull):
        return None
    edge = order_quad(corners.reshape(4, 2).astype(np.float32) + 0.5)
    left, top = (cut_wide - wide) / 2, (cut_high - high) / 2
    right, bottom = left + wide, top + high
    box = np.array([[left, bottom], [left, top], [right, top], [right, bottom]], np.float32)
    # the corner nearest to the box's first is the first: a card has a top and a bottom
    if np.linalg.norm(edge[0] - box[0]) > np.linalg.norm(edge[2] - box[0]):
        edge = np.roll(edge, -2, axis=0)
    if np.linalg.norm(edge - box, axis=1).max() > 0.14 * high:
        return None
    back = cv2.getPerspectiveTransform(box, np.asarray(quad, np.float32))
    return np.asarray(cv2.perspectiveTransform(edge[None], back)[0], np.float32)


def _polygon(hull: NDArray[np.int32], share: float) -> NDArray[np.int32]:
    return np.asarray(cv2.approxPolyDP(hull, share * cv2.arcLength(hull, True), True), np.int32)


def _cut_out(image: Image, quad: NDArray[np.float32]) -> Image:
    """The card, straightened, with rounded corners, BGRA."""
    wide, high = SIZE
    face = cut(image, quad, SIZE, margin=-_INSET)
    face = cv2.convertScaleAbs(face, alpha=_PAPER / max(float(np.percentile(face.max(axis=2), 80)), 1.0))
    alpha = np.zeros((high, wide), np.uint8)
    radius = round(_CORNER * wide)
    cv2.rectangle(alpha, (radius, 0), (wide - radius, high), 255, -1)
    cv2.rectangle(alpha, (0, radius), (wide, high - radius), 255, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(alpha, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([face, alpha])


def _holds(quad: NDArray[np.float32], point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(quad, point, False) >= 0
