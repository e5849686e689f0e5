"""Films of whole hands: arms bring cards to a table and take tricks away; the truth lies beside.

python -m datasets.film --out FOLDER [--count 10] [--data data] [--split val] [--seed 1] [--rules paulista]
                        [--disturbed | --idle SECONDS]
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from datasets.art.procedural import felt
from datasets.camera import Camera
from datasets.canvas import Canvas, Image, Texture
from datasets.disturb import Disturbance, Incident, Plan
from datasets.feed import load_stage
from datasets.glass import draw_glass
from datasets.hands import Arm, draw_arm
from datasets.layout import Pose
from datasets.light import add_noise, illuminate
from datasets.scene import CARD_SIZES_MM, Stage, card_quad, deck_look, ground, lay_card, paper_tint, strew
from datasets.script import Lay, Script, Shown, Wishes, seated, write_script
from engine import PRESETS

_BRING: Final = 0.4
"""Seconds an arm takes to bring a card."""
_LEAVE: Final = 0.3
"""Seconds it takes to leave again; a card counts as laid when the arm has left it."""
_HOLD: Final = 0.1
_LANDED: Final = _LEAVE + _HOLD
_TAKE: Final = 0.9
"""Seconds it takes to gather a trick."""
_AFTERWARDS: Final = 2.5
"""Seconds that a film goes on after the last disturbance: what it hid is seen, read and told."""
_HAND_MM: Final = 178.0
"""Millimetres from the table's middle to a hand lying face down, and to a trick put aside."""
_CLEAR_MM: Final = 95.0
"""Millimetres between the middles of two piles that do not lie on each other."""
_GLASS_MM: Final = 31.0
"""Radius of a glass's foot in millimetres."""
_BURNED: Final = 50
"""Numbers of burned cards in the picture begin here."""
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


@dataclass(frozen=True, slots=True)
class _Reach:
    """An arm on its way at one moment: whose, to where (mm), how far in (0..1), and what it carries."""

    seat: int
    target: np.ndarray
    share: float
    carried: tuple[tuple[Texture, Pose, int], ...] = ()


class Filming:
    """The state of one film: what lies where, and the pictures of it."""

    def __init__(
        self, stage: Stage, script: Script, look: Look, rng: np.random.Generator, plan: Plan | None = None
    ) -> None:
        self._script, self._look, self._rng = script, look, rng
        self._plan = plan or Plan()
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
        laid = (one.card for one in (*script.lays, *script.shown))
        needed = {*filter(None, [script.vira]), *laid}
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
        self._dealt = Disturbance.DEALT in self._plan or script.oddity == "blind_iron"
        high = rng.uniform(-40, 110)
        if self._dealt:
            # beside the hands, not on one of them: six seats have two on each side
            high = 0.1 * high if self._seats == 6 else 75 + 0.25 * high
        self._stock = Pose(side * rng.uniform(210, 260), high, rng.normal(0, 0.2), True)
        self._vira = Pose(
            self._stock.x - side * rng.uniform(42, 60), self._stock.y + rng.normal(0, 6), rng.normal(0, 0.15)
        )
        self._jolt = (*rng.uniform(-9, 9, 2), rng.normal(0, 0.03))
        self._shake = (*rng.uniform(-7, 7, 2), rng.normal(0, 0.004))
        self._dimmed = float(rng.choice([0.62, 0.75, 1.3]))
        self._still: dict[tuple[object, ...], Canvas] = {}

    @property
    def deck(self) -> str:
        """Name of the deck that is played with."""
        return self._box.deck.name

    def _towards(self, seat: int) -> np.ndarray:
        """Unit vector on the table from its middle to a seat: seat 0 at the bottom, then anticlockwise."""
        angle = -math.pi / 2 + 2 * math.pi * seat / self._seats
        return np.array([math.cos(angle), math.sin(angle)])

    def _arm(self, seat: int) -> Arm:
        return Arm.random(self._rng, (0, 0), (0, 1), self._look.card_px * self._rng.uniform(1.25, 1.5))

    def _pose(self, lay: Lay) -> Pose:
        reach = self._look.reach
        if Disturbance.LEFT_LYING in self._plan:
            reach = max(reach - 24 + 26 * lay.trick, 40)  # each trick a little nearer to its players
        place = self._towards(lay.seat) * reach + self._rng.normal(0, self._look.spread, 2)
        turn = math.atan2(place[1], place[0]) + math.pi / 2 + self._rng.normal(0, 0.25)
        return Pose(place[0], place[1], turn, lay.covered)

    def _aside_pose(self, one: Shown) -> Pose:
        """Where a burned card is shown."""
        side = math.copysign(1.0, self._stock.x)
        return Pose(-side * one.place[0], one.place[1], 0.05 * one.place[1])

    def _beside(self, seat: int, sideways: float, out: float = _HAND_MM) -> Pose:
        """A place before a seat, ``sideways`` mm to its left."""
        way = self._towards(seat)
        place = way * out + np.array([way[1], -way[0]]) * sideways
        return Pose(place[0], place[1], math.atan2(way[1], way[0]) + math.pi / 2, True)

    def _aside_way(self, seat: int) -> int:
        """On which hand a seat puts its tricks: 1 or, where stock or vira lie there, -1."""
        place = self._beside(seat, 115.0)
        near = min(math.hypot(place.x - one.x, place.y - one.y) for one in (self._stock, self._vira))
        return 1 if near > _CLEAR_MM else -1

    def pose(self, number: int, t: float) -> Pose:
        """Where a laid card lies at a time, jolts included."""
        return self._jolted(self._poses[number], t, self._script.lays[number].at)

    def _jolted(self, pose: Pose, t: float, laid: float) -> Pose:
        for one in self._plan.incidents:
            if one.kind is Disturbance.TABLE_JOLT and laid < one.t0 < t:
                share = min(1.0, (t - one.t0) / 0.2)
                dx, dy, turn = (value * share for value in self._jolt)
                pose = replace(pose, x=pose.x + dx, y=pose.y + dy, turn=pose.turn + turn)
        return pose

    # ------------------------------------------------------------------ what lies there

    def _lay(self, canvas: Canvas, texture: Texture, pose: Pose, height: float, number: int) -> None:
        quad = card_quad(self._camera, pose, self._size, (height,) * 4)
        rng = np.random.default_rng(number)  # the same edge and shadow in every frame
        lay_card(rng, canvas, texture, quad, number, self._look_table, self._shadow)

    def _up(self, number: int, t: float) -> bool:
        """Whether the face of a laid card shows."""
        lay = self._script.lays[number]
        return not lay.covered or (lay.turned is not None and t >= lay.turned - _LANDED)

    def _texture(self, number: int, t: float) -> Texture:
        card = self._script.lays[number].card
        return self._box.texture(card, self._rng) if self._up(number, t) else self._back

    def _gone(self, number: int, t: float) -> bool:
        """Whether a card that was laid has left the table."""
        lay = self._script.lays[number]
        if lay.until is not None and t > lay.until - _LANDED:
            return True
        if Disturbance.LEFT_LYING in self._plan:
            return False
        return lay.trick < sum(t > at - _TAKE * 0.5 for at in self._script.cleared)

    def _shown(self, t: float) -> tuple[int, ...]:
        lays = self._script.lays
        return tuple(i for i, lay in enumerate(lays) if t >= lay.at - _LANDED and not self._gone(i, t))

    def _in_hand(self, seat: int, t: float) -> int:
        """Cards that lie face down before a seat."""
        lays = self._script.lays
        drawn = sum(lay.seat == seat and t >= lay.at - _LANDED - _BRING for lay in lays)
        back = sum(lay.seat == seat and lay.until is not None and t > lay.until for lay in lays)
        return max(0, 3 - drawn + back)

    def _aside(self, t: float) -> tuple[int, ...]:
        """Seats before which a gathered trick lies."""
        if Disturbance.ASIDE not in self._plan:
            return ()
        return tuple(
            self._gatherer(number) for number, at in enumerate(self._script.cleared) if t >= at + 0.05
        )

    def _gatherer(self, number: int) -> int:
        """Who takes a trick: the one who leads the next, unless the hand ends before a card of it."""
        later = (lay.seat for lay in self._script.lays if lay.trick == number + 1)
        return next(later, self._seats - 1)

    def _still_table(self, t: float) -> Canvas:
        """The table with its resting cards; kept until something changes."""
        shown = self._shown(t)
        vira = bool(self._script.vira) and t >= self._script.vira_at - _LANDED
        hands = tuple(self._in_hand(seat, t) for seat in range(self._seats)) if self._dealt else ()
        turned = tuple(self._script.lays[i].turned is not None and self._up(i, t) for i in shown)
        jolted = self._jolted(Pose(0, 0, 0), t, 0.0)
        burned = tuple(
            number
            for number, one in enumerate(self._script.shown)
            if one.at - _LANDED <= t and (one.until is None or t <= one.until - _LANDED)
        )
        key = (vira, shown, turned, hands, self._aside(t), burned, jolted.x, jolted.y)
        if key not in self._still:
            canvas = Canvas(self._ground.copy())
            for layer in range(5):
                self._lay(canvas, self._back, self._jolted(self._stock, t, 0), 1.2 * layer, 1)
            if vira:
                texture = self._box.texture(self._script.vira, self._rng)
                self._lay(canvas, texture, self._jolted(self._vira, t, 0), 6.5, 2)
            for seat, count in enumerate(hands):
                for card in range(count):
                    pose = self._beside(seat, -14.0 + 14.0 * card)
                    self._lay(canvas, self._back, self._jolted(pose, t, 0), 0.3 * card, 60 + 3 * seat + card)
            for place, seat in enumerate(self._aside(t)):
                way = self._aside_way(seat)
                for card in range(self._seats):
                    pose = self._beside(seat, way * (115.0 + 3.0 * card))
                    number = 90 + self._seats * place + card
                    self._lay(canvas, self._back, self._jolted(pose, t, 0), 0.3 * card, number)
            for number in burned:
                one = self._script.shown[number]
                pose = self._jolted(self._aside_pose(one), t, one.at)
                self._lay(canvas, self._box.texture(one.card, self._rng), pose, 0.3, _BURNED + number)
            for order, index in enumerate(shown):
                texture = self._texture(index, t)
                self._lay(canvas, texture, self.pose(index, t), 0.3 * order, 3 + index)
            self._still = {key: canvas}
        kept = self._still[key]
        copy = Canvas(kept.image.copy())
        copy.owner = kept.owner.copy()
        return copy

    # ------------------------------------------------------------------ what moves

    def _reaches(self, t: float) -> Iterator[_Reach]:
        """Every arm over the table at one moment."""
        script, still = self._script, np.zeros(2)
        if script.vira:
            vira = (self._box.texture(script.vira, self._rng), self._vira, 2)
            yield from self._bringing(t, script.vira_at, script.dealer % self._seats, vira)
        for number, one in enumerate(script.shown):
            card = (self._box.texture(one.card, self._rng), self._aside_pose(one), _BURNED + number)
            yield from self._bringing(t, one.at, script.dealer % self._seats, card)
            if one.until is not None:
                yield from self._taking(t, one.until, script.dealer % self._seats, card)
        for i, lay in enumerate(script.lays):
            pose = self.pose(i, t)
            where = np.array([pose.x, pose.y])
            yield from self._bringing(t, lay.at, lay.seat, (self._texture(i, lay.at), pose, 3 + i))
            if lay.until is not None:
                yield from self._taking(t, lay.until, lay.seat, (self._texture(i, t), pose, 3 + i))
            if lay.turned is not None:
                since = t - (lay.turned - _LANDED)
                if -_BRING < since < _LANDED:
                    yield _Reach(lay.seat, where, 1 + since / _BRING if since < 0 else 1 - since / _LANDED)
        for number, at in enumerate(script.cleared):
            since = (t - (at - _TAKE)) / _TAKE
            if 0 < since < 1 and Disturbance.LEFT_LYING not in self._plan:
                half = since * 2 if since < 0.5 else 2 - since * 2
                taken = tuple(
                    (self._texture(i, t), self.pose(i, t), 3 + i)
                    for i, lay in enumerate(script.lays)
                    if lay.trick == number and (lay.until is None or lay.until > at)
                )
                yield _Reach(self._gatherer(number), still, half, taken if since >= 0.5 else ())
        for one in self._plan.incidents:
            if one.kind is Disturbance.HOVER and one.t0 - _BRING < t < one.t1 + _BRING:
                pose = self.pose(one.lay, t)
                sway = np.array([math.sin(7 * t), math.cos(5 * t)]) * 12
                share = min(1.0, 1 + (t - one.t0) / _BRING, 1 + (one.t1 - t) / _BRING)
                yield _Reach(one.seat, np.array([pose.x, pose.y]) + sway, share)

    @staticmethod
    def _taking(t: float, until: float, seat: int, card: tuple[Texture, Pose, int]) -> Iterator[_Reach]:
        since = t - (until - _LANDED)
        where = np.array([card[1].x, card[1].y])
        if -_BRING < since <= 0:
            yield _Reach(seat, where, 1 + since / _BRING)
        elif 0 < since < _LANDED:
            yield _Reach(seat, where, 1 - since / _LANDED, (card,))

    @staticmethod
    def _bringing(t: float, at: float, seat: int, card: tuple[Texture, Pose, int]) -> Iterator[_Reach]:
        since = t - (at - _LANDED)
        where = np.array([card[1].x, card[1].y])
        if -_BRING < since < 0:
            yield _Reach(seat, where, 1 + since / _BRING, (card,))
        elif 0 <= since < _HOLD:
            yield _Reach(seat, where, 1.0)
        elif _HOLD <= since < _LANDED:
            yield _Reach(seat, where, 1 - (since - _HOLD) / _LEAVE)

    def _reach_in(self, canvas: Canvas, reach: _Reach) -> None:
        """Draw an arm on its way between the outside and its target, with what it carries."""
        out = self._towards(reach.seat)
        ease = reach.share * reach.share * (3 - 2 * reach.share)
        shift = out * (1 - ease) * 620
        for texture, pose, number in reach.carried:
            self._lay(canvas, texture, replace(pose, x=pose.x + shift[0], y=pose.y + shift[1]), 8.0, number)
        target = reach.target + shift
        points = self._camera.project(np.array([[*(target + out * 22), 10.0], [*(target + out * 60), 10.0]]))
        way = points[1] - points[0]
        direction = way / np.linalg.norm(way)
        placed = replace(
            self._arms[reach.seat],
            tip=(points[0][0], points[0][1]),
            direction=(direction[0], direction[1]),
        )
        draw_arm(np.random.default_rng(reach.seat), canvas, placed)

    def _glass(self, canvas: Canvas, one: Incident, t: float) -> None:
        """A glass is slid over a card, stands there, and is taken away."""
        if not one.t0 - _BRING < t < one.t1 + _BRING:
            return
        share = min(1.0, 1 + (t - one.t0) / _BRING, 1 + (one.t1 - t) / _BRING)
        pose, out = self.pose(one.lay, t), self._towards(one.seat)
        centre = np.array([pose.x, pose.y]) + out * (1 - share * share * (3 - 2 * share)) * 420
        angles = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        ring = centre + _GLASS_MM * np.column_stack([np.cos(angles), np.sin(angles)])
        draw_glass(canvas, self._camera.project(np.column_stack([ring, np.zeros(24)])))
        if share < 1:
            self._reach_in(canvas, _Reach(one.seat, centre + out * 20, 1.0))

    def _instant(self, t: float) -> Canvas:
        """The unlit table at one moment."""
        canvas = self._still_table(t)
        for reach in self._reaches(t):
            self._reach_in(canvas, reach)
        for one in self._plan.incidents:
            if one.kind is Disturbance.GLASS:
                self._glass(canvas, one, t)
        return canvas

    # ------------------------------------------------------------------ the film

    def _moving(self, t: float) -> bool:
        script = self._script
        spans = [(script.vira_at - 0.8, script.vira_at)]
        spans += [(lay.at - 0.8, lay.at) for lay in script.lays]
        spans += [(lay.until - 0.8, lay.until) for lay in script.lays if lay.until is not None]
        spans += [(at - _TAKE, at) for at in script.cleared]
        spans += [(at - 0.8, at) for one in script.shown for at in (one.at, one.until) if at is not None]
        spans += [(one.t0 - _BRING, one.t1 + _BRING) for one in self._plan.incidents]
        return any(start <= t <= end for start, end in spans)

    def _camera_jolt(self, t: float) -> np.ndarray | None:
        """Where the picture has gone, 2x3, once the camera was knocked; None before."""
        for one in self._plan.incidents:
            if one.kind is Disturbance.CAMERA_JOLT and t > one.t0:
                swing = math.exp(-(t - one.t0) * 5) * math.sin((t - one.t0) * 25)
                dx, dy, turn = (value * (0.5 + 2 * swing) for value in self._shake)
                wide, high = self._look.size
                matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), math.degrees(turn), 1.0)
                matrix[:, 2] += (dx * wide / 1280, dy * wide / 1280)
                return np.asarray(matrix)
        return None

    @property
    def length(self) -> float:
        """Seconds: that of the script, or longer where something hides a card towards its end."""
        return max([self._script.length, *(one.t1 + _AFTERWARDS for one in self._plan.incidents)])

    def frames(self) -> Iterator[Image]:
        """Every frame of the film, BGR."""
        for number in range(int(self.length * self._look.fps)):
            yield self.frame(number / self._look.fps)

    def frame(self, t: float) -> Image:
        """The picture at one moment."""
        canvas = self._instant(t)
        image = canvas.image
        if self._moving(t):
            image = np.asarray(cv2.addWeighted(image, 0.5, self._instant(t - 0.02).image, 0.5, 0))
        mask = (canvas.owner > 0).astype(np.uint8)
        image = illuminate(np.random.default_rng(self._light), image, mask, mild=True)
        for one in self._plan.incidents:
            if one.kind is Disturbance.LIGHT and t > one.t0:
                share = min(1.0, (t - one.t0) / (one.t1 - one.t0))
                image = np.asarray(cv2.convertScaleAbs(image, alpha=1 + share * (self._dimmed - 1)))
        moved = self._camera_jolt(t)
        if moved is not None:
            image = np.asarray(cv2.warpAffine(image, moved, self._look.size, borderMode=cv2.BORDER_REPLICATE))
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), self._blur))
        # the noise is kept for pictures up to 1536 pixels wide: a larger one gets it half by half
        halves = np.array_split(image, 2 if image.shape[1] > 1500 else 1, axis=1)
        return np.hstack([add_noise(self._rng, np.ascontiguousarray(half), self._noise) for half in halves])

    def cards(self) -> list[dict[str, Any]]:
        """Where each card comes to lie in the picture, and when: what a table would answer by."""
        made = []
        for number, lay in enumerate(self._script.lays):
            quad = card_quad(self._camera, self._poses[number], self._size)
            entry: dict[str, Any] = {"card": lay.card, "seat": lay.seat, "from": lay.at}
            entry |= {"covered": lay.covered, "counts": lay.counts, "until": lay.until, "turned": lay.turned}
            made.append({**entry, "corners": np.round(quad, 1).tolist()})
        for one in self._script.shown:
            quad = card_quad(self._camera, self._aside_pose(one), self._size)
            burned = {"card": one.card, "from": one.at, "until": one.until, "counts": False}
            made.append({**burned, "corners": np.round(quad, 1).tolist()})
        if self._script.vira:
            quad = card_quad(self._camera, self._vira, self._size)
            vira: dict[str, Any] = {"card": self._script.vira, "from": self._script.vira_at, "vira": True}
            made.append({**vira, "corners": np.round(quad, 1).tolist()})
        return made


def film(stage: Stage, script: Script, look: Look, seed: int, path: Path, plan: Plan | None = None) -> None:
    """Write ``path`` (.mp4), NAME.truth.jsonl, NAME.calls.jsonl and NAME.facts.json (how the table stands,
    what disturbs it, where the cards lie). OSError when they cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), look.fps, look.size)
    if not writer.isOpened():
        raise OSError(
            f"{path.name} cannot be written: the folder is not writable or OpenCV has no video encoder."
        )
    filming = Filming(stage, script, look, np.random.default_rng([seed, 2]), plan)
    for image in filming.frames():
        writer.write(image)
    writer.release()
    for kind, lines in (("truth", script.truth), ("calls", script.calls)):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        path.with_suffix(f".{kind}.jsonl").write_text(text, "utf-8")
    facts: dict[str, Any] = {
        "seed": seed,
        "rules": script.rules.name,
        "seats": script.rules.seats,
        "dealer": script.dealer % script.rules.seats,
        "score": list(script.score),
        "oddity": script.oddity,
        "problems": list(script.problems),
        "answer": script.answer,
        "disturbances": sorted((plan or Plan()).kinds),
        "deck": filming.deck,
        "size": list(look.size),
        "fps": look.fps,
        "tilt": round(look.tilt, 1),
        "card_px": round(look.card_px, 1),
        "cards": filming.cards(),
    }
    path.with_suffix(".facts.json").write_text(json.dumps(facts) + "\n", "utf-8")


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
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--disturbed", action="store_true", help="with everything that disturbs real tables")
    kind.add_argument("--idle", type=float, metavar="SECONDS", help="a table at which nobody plays")
    args = parser.parse_args()
    if args.bundled:
        shoot_bundled(args.bundled)
        return
    from datasets.programme import shoot_disturbed, shoot_idle

    stage = load_stage(args.data, args.split)
    for seed in range(args.seed, args.seed + args.count):
        if args.idle:
            path = args.out / f"idle{seed:03}.mp4"
            shoot_idle(stage, seed, path, args.idle)
        elif args.disturbed:
            path = args.out / f"table{seed:03}.mp4"
            shoot_disturbed(stage, seed, path)
        else:
            path = args.out / f"hand{seed:03}.mp4"
            shoot(stage, seed, path, args.rules, args.seats)
        print(path, flush=True)


if __name__ == "__main__":
    main()
