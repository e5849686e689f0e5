"""Films of whole hands: arms bring cards to a table and take tricks away; the truth lies beside.

python -m datasets.film --out FOLDER [--count 10] [--data data] [--split val] [--seed 1] [--rules paulista]
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from datasets.art.procedural import felt
from datasets.camera import Camera
from datasets.canvas import Canvas, Image, Texture
from datasets.feed import load_stage
from datasets.hands import Arm, draw_arm
from datasets.layout import Pose
from datasets.light import add_noise, illuminate
from datasets.scene import CARD_SIZES_MM, Stage, card_quad, deck_look, ground, lay_card, paper_tint, strew
from datasets.script import Lay, Script, Wishes, seated, write_script
from engine import PRESETS

_BRING: Final = 0.4
"""Seconds an arm takes to bring a card."""
_LEAVE: Final = 0.3
"""Seconds it takes to leave again; a card counts as laid when the arm has left it."""
_HOLD: Final = 0.1
_TAKE: Final = 0.9
"""Seconds it takes to gather a trick."""
_BUNDLED_SEED: Final = 5


@dataclass(frozen=True, slots=True)
class Look:
    """How a film looks. ``tilt`` in degrees, ``card_px`` width of a card in the middle of the picture.

    ``reach``: millimetres from the table's middle to a played card (small: cards lie on each other), give or
    take ``spread``. ``fps``: frames a second.
    """

    size: tuple[int, int] = (1280, 720)
    tilt: float = 15.0
    card_px: float = 85.0
    reach: float = 85.0
    spread: float = 7.0
    fps: float = 12.0

    @classmethod
    def random(cls, rng: np.random.Generator, *, overlap: bool) -> Look:
        """A camera on an arm above a table of which 65 to 95 cm are seen."""
        reach = rng.uniform(42, 58) if overlap else rng.uniform(72, 100)
        return cls(
            tilt=rng.uniform(0, 30),
            card_px=rng.uniform(80, 115),
            reach=reach,
            spread=rng.uniform(3, 9),
            fps=float(rng.choice([10, 12, 15])),
        )


class Filming:
    """The state of one film: what lies where, and the pictures of it."""

    def __init__(self, stage: Stage, script: Script, look: Look, rng: np.random.Generator) -> None:
        self._script, self._look, self._rng = script, look, rng
        self._seats = script.rules.seats
        self._camera = Camera.over_table(
            look.size,
            look.card_px,
            tilt=math.radians(look.tilt),
            heading=rng.normal(0, 0.03),
            roll=rng.normal(0, 0.02),
            field_of_view=math.radians(rng.uniform(50, 70)),
        )
        canvas = Canvas(np.ascontiguousarray(ground(rng, stage, self._camera)))
        strew(rng, stage, canvas, self._camera, int(rng.integers(0, 3)), above=False)
        self._ground = canvas.image
        needed = {script.vira, *(lay.card for lay in script.lays)}
        boxes = [box for box in stage.boxes if needed <= set(box.deck.cards)]
        chances = np.array([box.deck.weight for box in boxes])
        self._box = boxes[rng.choice(len(boxes), p=chances / chances.sum())]
        self._back = stage.backs[rng.integers(len(stage.backs))]
        self._size = CARD_SIZES_MM[rng.integers(2)]
        self._look_table = deck_look(rng, paper_tint(rng))
        self._shadow = rng.normal(0, 0.03, 2)
        self._light = int(rng.integers(1 << 31))
        self._noise = abs(rng.normal(0, 3))
        self._blur = rng.uniform(0.3, 0.9)
        self._arms = [self._arm(seat) for seat in range(self._seats)]
        self._poses = [self._pose(lay) for lay in script.lays]
        side = 1 if rng.random() < 0.5 else -1
        self._stock = Pose(side * rng.uniform(210, 260), rng.uniform(-40, 110), rng.normal(0, 0.2), True)
        self._vira = Pose(
            self._stock.x - side * rng.uniform(42, 60), self._stock.y + rng.normal(0, 6), rng.normal(0, 0.15)
        )
        self._still: dict[tuple[int, ...], Canvas] = {}

    def _towards(self, seat: int) -> np.ndarray:
        """Unit vector on the table from its middle to a seat: seat 0 at the bottom, then anticlockwise."""
        angle = -math.pi / 2 + 2 * math.pi * seat / self._seats
        return np.array([math.cos(angle), math.sin(angle)])

    def _arm(self, seat: int) -> Arm:
        return Arm.random(self._rng, (0, 0), (0, 1), self._look.card_px * self._rng.uniform(1.25, 1.5))

    def _pose(self, lay: Lay) -> Pose:
        place = self._towards(lay.seat) * self._look.reach + self._rng.normal(0, self._look.spread, 2)
        turn = math.atan2(place[1], place[0]) + math.pi / 2 + self._rng.normal(0, 0.25)
        return Pose(place[0], place[1], turn, lay.covered)

    def _lay(self, canvas: Canvas, texture: Texture, pose: Pose, height: float, number: int) -> None:
        quad = card_quad(self._camera, pose, self._size, (height,) * 4)
        rng = np.random.default_rng(number)  # the same edge and shadow in every frame
        lay_card(rng, canvas, texture, quad, number, self._look_table, self._shadow)

    def _texture(self, lay: Lay) -> Texture:
        return self._back if lay.covered else self._box.texture(lay.card, self._rng)

    def _still_table(self, shown: tuple[int, ...], vira: bool) -> Canvas:
        """The table with its resting cards; kept until something changes."""
        key = (int(vira), *shown)
        if key not in self._still:
            canvas = Canvas(self._ground.copy())
            for layer in range(5):
                self._lay(canvas, self._back, self._stock, 1.2 * layer, 1)
            if vira:
                self._lay(canvas, self._box.texture(self._script.vira, self._rng), self._vira, 6.5, 2)
            for order, index in enumerate(shown):
                lay = self._script.lays[index]
                self._lay(canvas, self._texture(lay), self._poses[index], 0.3 * order, 3 + index)
            self._still = {key: canvas}
        kept = self._still[key]
        copy = Canvas(kept.image.copy())
        copy.owner = kept.owner.copy()
        return copy

    def _reach_in(
        self,
        canvas: Canvas,
        seat: int,
        target: np.ndarray,
        share: float,
        carried: list[tuple[Texture, Pose, int]],
    ) -> None:
        """Draw an arm ``share`` (0..1) of its way from outside to ``target`` (mm), with what it carries."""
        out = self._towards(seat)
        ease = share * share * (3 - 2 * share)
        shift = out * (1 - ease) * 620
        for texture, pose, number in carried:
            self._lay(
                canvas, texture, Pose(pose.x + shift[0], pose.y + shift[1], pose.turn, pose.back), 8.0, number
            )
        points = self._camera.project(
            np.array([[*(target + shift + out * 22), 10.0], [*(target + shift + out * 60), 10.0]])
        )
        way = points[1] - points[0]
        arm = self._arms[seat]
        direction = way / np.linalg.norm(way)
        placed = Arm(
            (points[0][0], points[0][1]),
            (direction[0], direction[1]),
            arm.width,
            arm.skin,
            arm.sleeve,
            arm.bare,
            arm.spread,
        )
        draw_arm(np.random.default_rng(seat), canvas, placed)

    def _instant(self, t: float) -> Canvas:
        """The unlit table at one moment."""
        script = self._script
        cleared = sum(t > at - _TAKE * 0.5 for at in script.cleared)
        landed = _LEAVE + _HOLD
        shown = tuple(i for i, lay in enumerate(script.lays) if lay.trick >= cleared and t >= lay.at - landed)
        canvas = self._still_table(shown, t >= script.vira_at - landed)
        dealer = self._seats - 1
        vira = (self._box.texture(script.vira, self._rng), self._vira, 2)
        moves = [(script.vira_at, dealer, self._vira, vira)]
        moves += [
            (lay.at, lay.seat, self._poses[i], (self._texture(lay), self._poses[i], 3 + i))
            for i, lay in enumerate(script.lays)
        ]
        for at, seat, pose, card in moves:
            since = t - (at - landed)
            target = np.array([pose.x, pose.y])
            if -_BRING < since < 0:
                self._reach_in(canvas, seat, target, 1 + since / _BRING, [card])
            elif 0 <= since < _HOLD:
                self._reach_in(canvas, seat, target, 1.0, [])
            elif _HOLD <= since < landed:
                self._reach_in(canvas, seat, target, 1 - (since - _HOLD) / _LEAVE, [])
        for number, at in enumerate(script.cleared):
            since = (t - (at - _TAKE)) / _TAKE
            if 0 < since < 1:
                # the winner gathers, and leads the next trick unless the hand ends before a card of it
                later = (lay.seat for lay in script.lays if lay.trick == number + 1)
                seat = next(later, self._seats - 1)
                half = since * 2 if since < 0.5 else 2 - since * 2
                taken = [
                    (self._texture(lay), self._poses[i], 3 + i)
                    for i, lay in enumerate(script.lays)
                    if lay.trick == number
                ]
                self._reach_in(canvas, seat, np.zeros(2), half, taken if since >= 0.5 else [])
        return canvas

    def frames(self) -> Iterator[Image]:
        """Every frame of the film, BGR."""
        moving = [(self._script.vira_at - 0.8, self._script.vira_at)]
        moving += [(lay.at - 0.8, lay.at) for lay in self._script.lays]
        moving += [(at - _TAKE, at) for at in self._script.cleared]
        for number in range(int(self._script.length * self._look.fps)):
            t = number / self._look.fps
            canvas = self._instant(t)
            image = canvas.image
            if any(start <= t <= end for start, end in moving):
                image = np.asarray(cv2.addWeighted(image, 0.5, self._instant(t - 0.02).image, 0.5, 0))
            mask = (canvas.owner > 0).astype(np.uint8)
            image = illuminate(np.random.default_rng(self._light), image, mask, mild=True)
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self._blur))
            yield add_noise(self._rng, image, self._noise)


def film(stage: Stage, script: Script, look: Look, seed: int, path: Path) -> None:
    """Write ``path`` (.mp4), NAME.truth.jsonl and NAME.calls.jsonl. OSError when they cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), look.fps, look.size)
    if not writer.isOpened():
        raise OSError(
            f"{path.name} cannot be written: the folder is not writable or OpenCV has no video encoder."
        )
    for image in Filming(stage, script, look, np.random.default_rng([seed, 2])).frames():
        writer.write(image)
    writer.release()
    for kind, lines in (("truth", script.truth), ("calls", script.calls)):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        path.with_suffix(f".{kind}.jsonl").write_text(text, "utf-8")


def shoot(stage: Stage, seed: int, path: Path, rules: str = "paulista", seats: int = 4) -> None:
    """Film the hand of a seed: four of ten show overlapping cards, three of them a covered card and a tie."""
    rng = np.random.default_rng([seed, 1])
    special = seed % 10 < 3
    wishes = Wishes(pace=rng.uniform(1.15, 1.35), raises=0.8, covered=special, tie=special)
    script = write_script(rng, seated(PRESETS[rules], seats), wishes)
    film(stage, script, Look.random(rng, overlap=special or seed % 10 == 3), seed, path)


def shoot_bundled(path: Path) -> None:
    """The film that comes with Vira: our own jumbo deck on felt, a raise, a tie, a covered card."""
    stage = load_stage(None)
    jumbo = tuple(box for box in stage.boxes if box.deck.name == "own-jumbo")
    cloth = felt(np.random.default_rng(25), 640, 640)
    back = Texture(np.ascontiguousarray(jumbo[0].deck.backs[0]))
    stage = replace(stage, boxes=jumbo, chances=np.ones(1), surfaces=(cloth,), backs=(back,), things=())
    wishes = Wishes(pace=1.25, raises=1.5, covered=True, tie=True)
    script = write_script(np.random.default_rng(_BUNDLED_SEED), PRESETS["paulista"], wishes)
    film(stage, script, Look(tilt=14, card_px=92, reach=80, spread=6, fps=12), _BUNDLED_SEED, path)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, help="folder of the films")
    where.add_argument("--bundled", type=Path, help="make the film that comes with Vira, here")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first film")
    parser.add_argument(
        "--data", type=Path, help="folder made by `make data`; without it only what is committed is used"
    )
    parser.add_argument("--split", choices=("train", "val"), default="val")
    parser.add_argument("--rules", default="paulista")
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    if args.bundled:
        shoot_bundled(args.bundled)
        return
    stage = load_stage(args.data, args.split)
    for seed in range(args.seed, args.seed + args.count):
        path = args.out / f"hand{seed:03}.mp4"
        shoot(stage, seed, path, args.rules, args.seats)
        print(path, flush=True)


if __name__ == "__main__":
    main()
