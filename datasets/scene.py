"""Pictures of tables with cards on them, and the truth about every card."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art.load import Deck, Split, load_backs, load_clutter, load_decks, load_surfaces
from datasets.camera import Camera
from datasets.canvas import Canvas, Image, Quad, Texture
from datasets.clutter import Thing, patterned_cloth, things
from datasets.hands import draw_arm, random_arm
from datasets.layout import Pose, arrange
from datasets.light import illuminate, photograph
from vision.cards import JOKER

CARD_SIZES_MM = ((57.0, 88.0), (63.0, 88.0))
LABELLED_SHARE = {"face": 0.14, "back": 0.15}
"""Cards of which less can be seen are drawn but not labelled: they could be neither read nor counted."""


@dataclass(frozen=True, slots=True)
class CardLabel:
    """One card in a picture.

    ``card``: its name, None for a back. ``quad``: 4x2 corners of the *whole* card in pixels (its own top
    left, then clockwise), also where it is covered or outside the picture. ``visible``: share 0..1 seen.
    ``deck``: the name of the deck it was drawn from, empty for a back.
    """

    card: str | None
    quad: Quad
    visible: float
    deck: str = ""

    @property
    def side(self) -> str:
        """``face`` or ``back``."""
        return "back" if self.card is None else "face"


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (BGR) and the cards in it, the lowest first; every card drawn is listed.

    ``owner``: for each pixel the number of the card on top (from 1, in their order), 0 for anything else.
    ``tilt``: the camera's, in radians. ``notes``: what light and lens did (`datasets.light`).
    """

    image: Image
    cards: tuple[CardLabel, ...]
    owner: NDArray[np.int16]
    tilt: float = 0.0
    notes: frozenset[str] = frozenset()

    def labelled(self) -> list[CardLabel]:
        """The cards of which enough can be seen to count."""
        return [card for card in self.cards if card.visible >= LABELLED_SHARE[card.side]]


class CardBox:
    """A deck's cards as textures, made when first asked for."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._textures: dict[tuple[str, int], Texture] = {}

    def texture(self, card: str, rng: np.random.Generator) -> Texture:
        """The card's texture (any of a deck's jokers for ``JK``); KeyError for a card the deck lacks."""
        which = int(rng.integers(len(self.deck.jokers))) if card == JOKER and self.deck.jokers else 0
        if (card, which) not in self._textures:
            picture = self.deck.jokers[which] if card == JOKER and self.deck.jokers else self.deck.cards[card]
            self._textures[card, which] = Texture(np.ascontiguousarray(picture))
        return self._textures[card, which]


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything scenes of one split ("train" or "val") are made of."""

    boxes: tuple[CardBox, ...]
    chances: NDArray[np.float64]
    backs: tuple[Texture, ...]
    surfaces: tuple[Image, ...]
    things: tuple[Thing, ...]
    dyes: bool = False
    """Whether every second back is printed in two colours of its own: nobody can collect them all."""

    @classmethod
    def load(cls, root: Path, split: Split = "train", seed: int = 1) -> Stage:
        """What a split is made of; where ``root`` does not exist, only what is committed."""
        decks = load_decks(root, split)
        surfaces = load_surfaces(root, split)
        rng = np.random.default_rng([seed, split == "val"])
        surfaces += [patterned_cloth(rng) for _ in range(max(24, len(surfaces)))]
        stamps = load_clutter(root, split)
        backs = load_backs(root, split)
        weights = np.array([deck.weight for deck in decks])
        return cls(
            tuple(CardBox(deck) for deck in decks),
            weights / weights.sum(),
            tuple(Texture(back) for back in backs),
            tuple(surfaces),
            tuple(things(seed + (split == "val"), stamps, surfaces[::6])),
            dyes=split == "train",
        )

    def pick_box(self, rng: np.random.Generator) -> CardBox:
        """A deck, by its weight."""
        return self.boxes[rng.choice(len(self.boxes), p=self.chances)]


def deck_look(rng: np.random.Generator, fresh: NDArray[np.float64] | None = None) -> Image:
    """A 256x1x3 table that ages a card: paper tint, faded ink, brightness of the card's own slant."""
    paper = np.array([0.97, 0.98, 0.98]) if fresh is None else fresh
    ink = rng.uniform(0.82, 1.0) if rng.random() < 0.85 else rng.uniform(0.55, 0.82)
    gain = rng.uniform(0.86, 1.04)
    levels = np.arange(256.0)[:, None]
    table = (255 - (255 - levels) * ink) * paper * gain
    return np.clip(table, 0, 255).astype(np.uint8)[:, None, :]


def dyed_look(rng: np.random.Generator) -> Image:
    """A 256x1x3 table that prints a back in two other colours, now and then hardly to be told apart."""
    dark, light = (
        cv2.cvtColor(
            np.array([[[rng.integers(0, 180), rng.integers(0, 256), rng.integers(20, 256)]]], np.uint8),
            cv2.COLOR_HSV2BGR,
        )[0, 0].astype(float)
        for _ in range(2)
    )
    if rng.random() < 0.3:
        light = np.array([250.0, 252.0, 253.0]) * rng.uniform(0.8, 1.0)
    if rng.random() < 0.3:
        light = dark + (light - dark) * rng.uniform(0.05, 0.3)
    levels = np.linspace(0, 1, 256)[:, None]
    if rng.random() < 0.3:
        levels = 1 - levels
    return (dark + (light - dark) * levels).astype(np.uint8)[:, None, :]


def paper_tint(rng: np.random.Generator) -> NDArray[np.float64]:
    """Blue, green, red share a deck's paper reflects: white, yellowed or bluish."""
    warm = rng.normal(0, 0.035)
    return np.clip(
        rng.uniform(0.84, 1.0) * np.array([1 - warm - abs(rng.normal(0, 0.03)), 1.0, 1 + warm]), 0.6, 1.02
    )


def card_quad(
    camera: Camera, pose: Pose, size: tuple[float, float], lift: Sequence[float] = (0, 0, 0, 0)
) -> Quad:
    """Projected corners of a card, its top left first, clockwise; ``lift``: height of each corner in mm."""
    half_w, half_h = size[0] / 2, size[1] / 2
    local = np.array([[-half_w, half_h], [half_w, half_h], [half_w, -half_h], [-half_w, -half_h]])
    c, s = math.cos(pose.turn), math.sin(pose.turn)
    flat = local @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)
    return camera.project(np.column_stack([flat, np.asarray(lift, float)]))


def lifts(rng: np.random.Generator, height: float) -> tuple[float, float, float, float]:
    """Heights (mm) of a card's corners: on what lies below, slightly bent now and then."""
    base = np.full(4, height)
    bend = rng.random()
    if bend < 0.2:
        base += rng.uniform(0, 6) * np.array([(1, 1, 0, 0), (1, 0, 0, 1), (0, 0, 1, 1)][rng.integers(3)])
    elif bend < 0.3:
        base[rng.integers(4)] += rng.uniform(0, 8)
    return (base[0], base[1], base[2], base[3])


def lay_card(
    rng: np.random.Generator,
    canvas: Canvas,
    texture: Texture,
    quad: Quad,
    number: int,
    look: Image,
    light: NDArray[np.float64],
) -> None:
    """Lay one card with its shadow, sometimes with a visible edge. ``light``: the shadow's way in widths."""
    width = float(np.linalg.norm(quad[1] - quad[0]))
    canvas.shade(quad + light * width, 0.25 + 0.3 * rng.random(), max(1.0, width * rng.uniform(0.015, 0.06)))
    canvas.lay(texture, quad, number, look)
    if rng.random() < 0.4:
        grey = int(rng.uniform(70, 200))
        outline = np.round(quad * 8).astype(np.int32)
        cv2.polylines(canvas.image, [outline], True, (grey, grey, grey), 1, cv2.LINE_AA, 3)


def ground(rng: np.random.Generator, stage: Stage, camera: Camera) -> Image:
    """The surface as the camera sees it: laid on the table plane, or simply a photo behind everything."""
    width, height = camera.size
    if rng.random() < 0.12:
        image = np.empty((height, width, 3), np.uint8)
        image[:] = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0, 255))
        return image
    surface = stage.surfaces[rng.integers(len(stage.surfaces))]
    if rng.random() < 0.4:
        side = rng.uniform(0.35, 1) * min(surface.shape[0] / height, surface.shape[1] / width)
        h, w = max(2, int(side * height)), max(2, int(side * width))
        y, x = rng.integers(0, surface.shape[0] - h + 1), rng.integers(0, surface.shape[1] - w + 1)
        return np.asarray(
            cv2.resize(surface[y : y + h, x : x + w], (width, height), interpolation=cv2.INTER_LINEAR)
        )
    mm = math.exp(rng.uniform(math.log(150), math.log(1200))) / surface.shape[1]
    turn = rng.uniform(0, 2 * math.pi)
    c, s = mm * math.cos(turn), mm * math.sin(turn)
    centre = np.array([surface.shape[1] / 2, surface.shape[0] / 2])
    shift = -np.array([[c, -s], [s, c]]) @ centre
    to_table = np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]])
    image = cv2.warpPerspective(
        surface, camera.plane() @ to_table, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(cv2.LUT(image, tint_table(rng))) if rng.random() < 0.4 else np.asarray(image)


def tint_table(rng: np.random.Generator) -> Image:
    """A 256x1x3 table that changes a surface's colour and brightness."""
    gains = np.exp(rng.normal(0, 0.25, 3)) * rng.uniform(0.4, 1.2)
    return np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)[:, None, :]


def strew(
    rng: np.random.Generator, stage: Stage, canvas: Canvas, camera: Camera, count: int, *, above: bool
) -> None:
    """Lay ``count`` random things; ``above`` the cards only small and tall ones."""
    pool = [thing for thing in stage.things if not above or min(thing.size) < 50 or thing.tall]
    for _ in range(count if pool else 0):
        thing = pool[rng.integers(len(pool))]
        scale = rng.uniform(0.7, 1.3) * (0.5 if above and min(thing.size) > 40 else 1)
        spot = camera.on_table(rng.uniform(0.02, 0.98, (1, 2)) * camera.size)[0]
        quad = card_quad(
            camera,
            Pose(spot[0], spot[1], rng.uniform(0, 2 * math.pi)),
            (thing.size[0] * scale, thing.size[1] * scale),
        )
        side = float(np.linalg.norm(quad[1] - quad[0]))
        if not np.isfinite(quad).all() or side > 3 * max(camera.size):
            continue
        canvas.shade(quad + rng.normal(0, 0.04, 2) * side, 0.3, max(1.0, side * 0.05))
        canvas.lay(thing.texture, quad, 0)


def random_camera(rng: np.random.Generator, size: tuple[int, int], card_px: tuple[float, float]) -> Camera:
    """A camera over the table, tilt 0-65 degrees; card width log-uniform in ``card_px`` (pixels)."""
    tilt = abs(rng.normal(0, 0.3)) if rng.random() < 0.55 else rng.uniform(0, math.radians(65))
    wide = math.exp(rng.uniform(math.log(card_px[0]), math.log(card_px[1])))
    return Camera.over_table(
        size,
        wide,
        tilt=min(tilt, math.radians(65)),
        heading=rng.uniform(0, 2 * math.pi) if rng.random() < 0.4 else rng.normal(0, 0.1),
        roll=rng.normal(0, 0.06),
        field_of_view=math.radians(rng.uniform(40, 78)),
    )


def _shuffled(rng: np.random.Generator, deck: Deck) -> Iterator[str]:
    """The deck's cards in random order, and again."""
    while True:
        yield from rng.permutation(list(deck.cards)).tolist()


def render_scene(
    stage: Stage,
    rng: np.random.Generator,
    size: tuple[int, int] = (1280, 720),
    card_px: tuple[float, float] = (35, 300),
) -> Scene:
    """Render one scene of ``size`` (width, height); ``card_px``: range of the cards' width in its pixels."""
    camera = random_camera(rng, size, card_px)
    canvas = Canvas(np.ascontiguousarray(ground(rng, stage, camera)))
    corners = camera.on_table(np.array([[0.5, 0.1], [0.5, 0.9], [0.08, 0.5], [0.92, 0.5]]) * size)
    seen_h = min(float(np.linalg.norm(corners[1] - corners[0])), 1500.0)
    seen_w = float(np.linalg.norm(corners[3] - corners[2]))
    strew(
        rng,
        stage,
        canvas,
        camera,
        int(rng.choice([0, 1, 2, 4, 7], p=[0.35, 0.2, 0.2, 0.15, 0.1])),
        above=False,
    )

    box, second = stage.pick_box(rng), stage.pick_box(rng)
    card_size = CARD_SIZES_MM[rng.integers(2)]
    tints = (paper_tint(rng), paper_tint(rng))
    backs = [stage.backs[i] for i in rng.integers(0, len(stage.backs), 2)]
    dyes = [dyed_look(rng) if stage.dyes and rng.random() < 0.5 else None for _ in backs]
    light = rng.normal(0, 0.04, 2)
    mixed = 0.5 if rng.random() < 0.1 else 0.0
    # a deck has each card once; only where a scene needs more of it is it shuffled anew
    hands = [_shuffled(rng, box.deck), _shuffled(rng, second.deck)]
    unfit = np.array([-1e4, -1e4]), np.array(size) + 1e4
    quads: list[Quad] = []
    names: list[str | None] = []
    decks: list[str] = []
    height = 0.0
    for pose in arrange(rng, seen_w, seen_h):
        other = rng.random() < mixed
        quad = card_quad(camera, pose, card_size, lifts(rng, height))
        if not ((quad > unfit[0]) & (quad < unfit[1])).all() or cv2.contourArea(quad.astype(np.float32)) < 60:
            continue
        name = None if pose.back else next(hands[other])
        texture = backs[other] if name is None else (second if other else box).texture(name, rng)
        quads.append(quad)
        names.append(name)
        decks.append("" if name is None else (second if other else box).deck.name)
        look = deck_look(rng, tints[other])
        dye = dyes[other] if name is None else None
        lay_card(rng, canvas, texture, quad, len(quads), look if dye is None else dye, light)
        height += 0.3
    wide = size[0] if not quads else float(np.linalg.norm(quads[0][1] - quads[0][0]))
    strew(rng, stage, canvas, camera, int(rng.choice([0, 1, 3], p=[0.75, 0.15, 0.1])), above=True)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.75, 0.2, 0.05]))):
        draw_arm(rng, canvas, random_arm(rng, canvas, min(wide, size[0] / 4)))
    shares = canvas.visible_shares(quads)
    notes: set[str] = set()
    image = illuminate(rng, canvas.image, (canvas.owner > 0).astype(np.uint8), notes=notes)
    image = photograph(rng, image, max(0.5, size[0] / 900), notes)
    labels = zip(names, quads, shares, decks, strict=True)
    cards = tuple(CardLabel(*label) for label in labels)
    return Scene(image, cards, canvas.owner, camera.tilt, frozenset(notes))
