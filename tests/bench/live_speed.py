"""Frames a second with twelve cards lying, where the time goes, and what an idle table costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.disturb import Disturbance, Plan
from datasets.feed import load_stage
from datasets.film import Filming, Look
from datasets.script import Wishes, write_script
from engine import preset
from vision.read import TableReader
from vision.source import Frame
from vision.watch import TableWatcher

Image = NDArray[np.uint8]


@dataclass
class Stages:
    """Seconds spent in each stage."""

    spent: dict[str, float] = field(default_factory=dict)

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same work, its time taken."""

        def run(*args: Any) -> Any:
            start = time.perf_counter()
            try:
                return work(*args)
            finally:
                self.spent[name] = self.spent.get(name, 0.0) + time.perf_counter() - start

        return run


def twelve_cards() -> tuple[list[Image], list[Image]]:
    """Pictures (1280x720) of a table with twelve cards lying: with an arm over them, and at rest."""
    stage = load_stage(None)
    for seed in range(60):
        script = write_script(np.random.default_rng(seed), preset("paulista"), Wishes(raises=0.0, tricks=3))
        if sum(lay.trick == 2 for lay in script.lays) >= 3:
            break
    plan = Plan(frozenset([Disturbance.LEFT_LYING]))
    filming = Filming(stage, script, Look(tilt=12, card_px=75, spread=4), np.random.default_rng(4), plan)
    last = script.lays[-1].at
    moving = [filming.frame(last - 0.75 + 0.05 * step) for step in range(14)]
    return moving, [filming.frame(last + 1.0 + 0.1 * step) for step in range(6)]


def measure(reader: TableReader, seconds: float = 12.0) -> dict[str, float]:
    """Frames a second while something changes (real networks, all cores OpenCV is given), the milliseconds of
    each stage, and the share of one core that a table at rest costs at 10 frames a second.
    """
    cv2.setNumThreads(2)
    moving, resting = twelve_cards()
    stages = Stages()
    watcher = TableWatcher(reader)
    watcher._gate.look = stages.timed("gate", watcher._gate.look)  # type: ignore[method-assign]
    watcher._tracks.update = stages.timed("tracks", watcher._tracks.update)  # type: ignore[method-assign]
    timed = Timed(reader, stages)
    watcher._reader = timed
    number = 0

    def frames(pictures: list[Image]) -> Iterator[Frame]:
        nonlocal number
        while True:
            for picture in pictures:
                number += 1
                yield Frame(picture, number / 10, number)

    for _, frame in zip(range(40), frames(resting), strict=False):
        watcher.feed(frame)  # the cards come to be known
    stages.spent.clear()
    looks, start, start_cpu = watcher.looks, time.perf_counter(), time.process_time()
    for frame in frames(moving):
        watcher.feed(frame)
        if time.perf_counter() - start > seconds:
            break
    spent = time.perf_counter() - start
    count = watcher.looks - looks
    # on a busy machine the time of the cores says more than the frames a second
    figures = {"fps_busy": count / spent, "cpu_ms": 1000 * (time.process_time() - start_cpu) / max(count, 1)}
    figures |= {f"ms_{name}": 1000 * value / max(count, 1) for name, value in stages.spent.items()}
    for _, frame in zip(range(40), frames(resting), strict=False):
        watcher.feed(frame)
    start_cpu, frames_at_rest = time.process_time(), 100
    for _, frame in zip(range(frames_at_rest), frames(resting), strict=False):
        watcher.feed(frame)
    figures["idle_core_share"] = (time.process_time() - start_cpu) / (frames_at_rest / 10)
    return figures


class Timed:
    """A reader whose stages are timed."""

    def __init__(self, reader: TableReader, stages: Stages) -> None:
        self.threshold = reader.threshold
        self.detect = stages.timed("detector", reader.detect)
        self.name = stages.timed("reader", reader.name)
