"""A camera that trembles: the table is seen through it, and hands are not mistaken for it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from stage import Hover, Stage, StageReader, told

from vision.events import TableEvent
from vision.gate import ChangeGate
from vision.shake import shaken
from vision.source import Frame
from vision.watch import TableWatcher


def scene() -> np.ndarray:
    """A grey picture with edges every way, smooth as a reduced frame is."""
    rng = np.random.default_rng(3)
    image = np.full((180, 320), 90, np.uint8)
    for _ in range(12):
        box = cv2.boxPoints(((rng.uniform(20, 300), rng.uniform(20, 160)), (28, 20), rng.uniform(0, 90)))
        cv2.fillConvexPoly(image, np.round(box).astype(np.int32), float(rng.uniform(150, 250)))
    return cv2.GaussianBlur(image.astype(np.float32), (0, 0), 1.0)


def moved(image: np.ndarray, x: float, y: float) -> np.ndarray:
    matrix = np.array([[1, 0, x], [0, 1, y]])
    return cv2.warpAffine(image, matrix, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("shift", [(0.3, -0.2), (-0.6, 0.1), (0.0, 0.0), (0.15, 0.7)])
def test_a_shift_is_measured_whatever_the_light_does(shift: tuple[float, float]) -> None:
    before = scene()
    assert shaken(moved(before, *shift) + 20, before) == pytest.approx(shift, abs=0.08)


def test_a_hand_that_comes_in_is_no_shaking() -> None:
    before = scene()
    now = before.copy()
    now[60:180, 100:150] = 40
    assert shaken(now, before) == pytest.approx((0.0, 0.0), abs=0.05)


def test_a_plain_picture_tells_of_no_shaking() -> None:
    assert shaken(np.full((180, 320), 90, np.float32), np.full((180, 320), 90, np.float32)) == (0.0, 0.0)


def trembling(frames: int) -> tuple[list[TableEvent], TableWatcher]:
    """A hand seen by a camera that trembles by a pixel, until that many frames have been shown."""
    stage = Stage(fps=12.0)
    stage.lay("5D", 0, None, place=(120, 108), turn=0.1)
    stage.lay(None, 0, None, place=(120, 75), turn=1.5)
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KS", 3.0, "right", turn=1.2)
    stage.hovers = [Hover("top", (330, 170), 4.5, 5.5)]
    rng = np.random.default_rng(2)
    reader, events = StageReader(), []
    watcher = TableWatcher(reader)
    for frame, visible in stage.frames(frames / 12):
        reader.visible, reader.t = visible, frame.t
        image = moved(frame.image, *rng.normal(0, 0.5, 2))
        events += watcher.feed(replace(frame, image=image))
    return events, watcher


def test_cards_are_told_by_a_trembling_camera() -> None:
    events, _ = trembling(84)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS"]
    assert events[-1].t - 3.0 < 0.9


def test_a_trembling_picture_of_a_table_at_rest_is_not_looked_at_again_and_again() -> None:
    image = cv2.cvtColor(scene().astype(np.uint8), cv2.COLOR_GRAY2BGR)
    large = cv2.resize(image, (1280, 720), interpolation=cv2.INTER_CUBIC)
    rng = np.random.default_rng(4)
    gate, new = ChangeGate(), 0
    for number in range(30):
        frame = Frame(moved(large, *rng.normal(0, 0.7, 2)), number / 10, number)
        new += gate.look(frame.image, frame.t).new
        if number == 0:
            gate.looked([])
    assert new <= 2
