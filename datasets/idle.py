"""Films of a table without play: things are brought, pushed about and taken away; no card lies there."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from datasets.camera import Camera
from datasets.canvas import Canvas, Image
from datasets.clutter import Thing
from datasets.hands import Arm, draw_arm
from datasets.layout import Pose
from datasets.light import add_noise, illuminate
from datasets.scene import Stage, card_quad, ground, strew

_FPS = 10.0
_WAY = 0.6  # seconds an arm takes in, and out


@dataclass(frozen=True, slots=True)
class _Errand:
    """An arm that comes at ``t0``, stays until ``t1``; ``thing`` is brought (or taken, if ``takes``)."""

    t0: float
    t1: float
    angle: float
    spot: tuple[float, float]
    thing: int | None
    takes: bool


def film_idle(stage: Stage, rng: np.random.Generator, path: Path, seconds: float) -> None:
    """Write ``path`` (.mp4) and an empty NAME.truth.jsonl. OSError when it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    size = (1280, 720)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), _FPS, size)
    if not writer.isOpened():
        raise OSError(f"{path.name} cannot be written: there is no such folder or no video encoder.")
    for image in _Idle(stage, rng, size, seconds).frames():
        writer.write(image)
    writer.release()
    path.with_suffix(".truth.jsonl").write_text("", "utf-8")
    path.with_suffix(".calls.jsonl").write_text("", "utf-8")
    path.with_suffix(".facts.json").write_text(json.dumps({"idle": seconds}) + "\n", "utf-8")


class _Idle:
    """The table and what comes and goes on it."""

    def __init__(self, stage: Stage, rng: np.random.Generator, size: tuple[int, int], seconds: float) -> None:
        self._rng, self._seconds = rng, seconds
        self._camera = Camera.over_table(
            size, rng.uniform(80, 105), tilt=math.radians(rng.uniform(0, 50)), heading=rng.normal(0, 0.03)
        )
        canvas = Canvas(np.ascontiguousarray(ground(rng, stage, self._camera)))
        busy = rng.random() < 0.7
        strew(rng, stage, canvas, self._camera, int(rng.integers(1, 6)) if busy else 0, above=False)
        self._ground = canvas.image
        self._things: list[tuple[Thing, Pose]] = []
        self._errands: list[_Errand] = []
        self._light = int(rng.integers(1 << 31))
        self._arm = Arm.random(rng, (0, 0), (0, 1), rng.uniform(100, 150))
        t = rng.uniform(1, 4)
        while busy and t < seconds - 4:
            spot = (float(rng.uniform(-200, 200)), float(rng.uniform(-110, 110)))
            stays = rng.uniform(0.3, 2.5)
            lying = {one.thing for one in self._errands if one.thing is not None and not one.takes}
            lying -= {one.thing for one in self._errands if one.takes}
            kind = rng.random()
            number: int | None = None
            takes = False
            if kind < 0.4 and stage.things:
                number = len(self._things)
                thing = stage.things[rng.integers(len(stage.things))]
                self._things.append((thing, Pose(*spot, rng.uniform(0, 6.3))))
            elif kind < 0.65 and lying:
                number, takes = int(rng.choice(sorted(lying))), True
                pose = self._things[number][1]
                spot = (pose.x, pose.y)
            self._errands.append(_Errand(t, t + stays, rng.uniform(0, 6.3), spot, number, takes))
            t += stays + rng.uniform(0.5, 5)

    def frames(self) -> Iterator[Image]:
        """Every frame, BGR."""
        for number in range(int(self._seconds * _FPS)):
            yield self._frame(number / _FPS)

    def _frame(self, t: float) -> Image:
        canvas = Canvas(self._ground.copy())
        for number, (thing, pose) in enumerate(self._things):
            brought = next(one for one in self._errands if one.thing == number and not one.takes)
            taken = next((one for one in self._errands if one.thing == number and one.takes), None)
            if t < brought.t0 - _WAY or (taken is not None and t > taken.t1 + _WAY):
                continue
            shift = np.zeros(2)
            if t < brought.t0:
                shift = self._out(brought) * (brought.t0 - t) / _WAY * 600
            elif taken is not None and t > taken.t1:
                shift = self._out(taken) * (t - taken.t1) / _WAY * 600
            place = replace(pose, x=pose.x + shift[0], y=pose.y + shift[1])
            canvas.lay(thing.texture, card_quad(self._camera, place, thing.size), 0)
        for one in self._errands:
            if one.t0 - _WAY < t < one.t1 + _WAY:
                away = max(0.0, (one.t0 - t) / _WAY, (t - one.t1) / _WAY)
                self._draw(canvas, one, away, t)
        image = illuminate(np.random.default_rng(self._light), canvas.image, None, mild=True)
        return add_noise(self._rng, image, 3.0)

    @staticmethod
    def _out(one: _Errand) -> np.ndarray:
        return np.array([math.cos(one.angle), math.sin(one.angle)])

    def _draw(self, canvas: Canvas, one: _Errand, away: float, t: float) -> None:
        out = self._out(one)
        tip = np.array(one.spot) + out * away * 600 + np.array([math.sin(6 * t), math.cos(5 * t)]) * 8
        points = self._camera.project(np.array([[*(tip + out * 20), 10.0], [*(tip + out * 60), 10.0]]))
        way = points[1] - points[0]
        direction = way / np.linalg.norm(way)
        arm = replace(self._arm, tip=(points[0][0], points[0][1]), direction=(direction[0], direction[1]))
        draw_arm(np.random.default_rng(1), canvas, arm)
