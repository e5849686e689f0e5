"""Backs get a score from both networks; what is too faint by then is left out, faces stay as they are."""

from __future__ import annotations

import math

import numpy as np
import pytest
from painted import PaintedDetector, PaintedReader, paint, table

from vision.back import BackJudge
from vision.config import DEFAULT
from vision.crop import quad_of_box
from vision.detector import CardDetector
from vision.events import Detection
from vision.models import Networks
from vision.read import TableReader

IMAGE = np.zeros((300, 400, 3), np.uint8)
QUAD = quad_of_box((200.0, 150.0, 120.0, 80.0, 0.5))


class Tells:
    """Answers in turn with the logits it was given."""

    def __init__(self, *logits: float, weights: tuple[float, float, float] = (1.0, 1.0, 0.0)) -> None:
        self.weights = weights
        self.logits = list(logits)
        self.shapes: list[tuple[int, ...]] = []

    def forward(self, batch: np.ndarray) -> np.ndarray:
        self.shapes.append(batch.shape)
        return np.array([[self.logits.pop(0)] for _ in batch], np.float32)


class SeesBlue:
    """Believes in what is blue in its middle: a painted back."""

    weights = (0.0, 1.0, 0.0)

    def forward(self, batch: np.ndarray) -> np.ndarray:
        middle = batch[:, :, 50:60, 35:45].mean(axis=(2, 3))
        return np.where(middle[:, 2] > middle[:, 1], 3.0, -3.0)[:, None].astype(np.float32)


@pytest.mark.parametrize(
    ("found", "look", "weights", "score"),
    [
        (0.5, 0.0, (1.0, 1.0, 0.0), 0.5),
        (0.05, 4.0, (1.0, 1.0, 0.0), 0.742),  # faint, and surely a back
        (0.9, -1.0, (0.5, 1.0, 0.0), 0.525),
        (0.5, 0.0, (1.0, 1.0, 1.0), 0.731),
    ],
)
def test_the_score_is_what_both_say(
    found: float, look: float, weights: tuple[float, float, float], score: float
) -> None:
    (judged,) = BackJudge(Tells(look, weights=weights)).judge(IMAGE, [Detection(QUAD, "back", found)])
    assert judged.score == pytest.approx(score, abs=1e-3) and judged.quad is QUAD


@pytest.mark.parametrize("found", [0.0, 1.0])
@pytest.mark.parametrize("look", [-1e6, 1e6])
def test_no_score_is_out_of_range(found: float, look: float) -> None:
    for one in BackJudge(Tells(look)).judge(IMAGE, [Detection(QUAD, "back", found)]):
        assert math.isfinite(one.score) and 0 <= one.score <= 1


def test_faces_stay_and_faint_backs_go() -> None:
    found = [
        Detection(QUAD, "back", 0.9),
        Detection(QUAD, "face", 0.31),
        Detection(QUAD, "back", 0.35),
        Detection(QUAD, "back", 0.04),
    ]
    network = Tells(-9.0, 1.0, 4.0)
    judged = BackJudge(network).judge(IMAGE, found)
    told = [(one.side, round(one.score, 2)) for one in judged]
    assert told == [("face", 0.31), ("back", 0.59), ("back", 0.69)]
    assert network.shapes == [(3, 3, 112, 80)]


def test_many_backs_go_in_batches_and_none_at_all_asks_nobody() -> None:
    network = Tells(*range(20))
    BackJudge(network).judge(IMAGE, [Detection(QUAD, "back", 0.5)] * 20)
    assert [shape[0] for shape in network.shapes] == [16, 4]
    assert BackJudge(Tells()).judge(IMAGE, [Detection(QUAD, "face", 0.5)])[0].side == "face"


def test_faint_backs_are_given_to_whoever_judges_them_and_hide_no_card() -> None:
    box = (400.0, 300.0, 90.0, 60.0, 0.0)
    shown = PaintedDetector([(box, "face", 0.9), ((400.0, 300.0, 300.0, 200.0, 0.0), "back", 0.1)])
    shown.score_threshold = 0.03
    assert [one.side for one in CardDetector(shown).detect(table())] == ["face"]
    assert [one.side for one in CardDetector(shown, faintest_back=0.03).detect(table())] == ["face", "back"]


@pytest.mark.parametrize(("card", "side"), [(None, "back"), ("KS", "face")])
def test_a_face_that_nobody_can_read_may_be_a_back(card: str | None, side: str) -> None:
    image = table()
    box = (400.0, 300.0, 120.0, 80.0, 0.3)
    paint(image, card, box)
    shown = PaintedDetector([(box, "face", 0.9)])
    (one,) = TableReader(Networks(shown, PaintedReader(), back=SeesBlue())).read(image)
    assert (one.side, one.card) == (side, card)
    (alone,) = TableReader(Networks(shown, PaintedReader())).read(image)
    assert (alone.side, alone.card) == ("face", card)


def test_a_table_is_read_with_the_backs_that_the_judge_believes_in() -> None:
    image = table()
    there, nothing = (400.0, 300.0, 120.0, 80.0, 0.3), (800.0, 300.0, 120.0, 80.0, 0.3)
    paint(image, None, there)
    shown = PaintedDetector([(there, "back", 0.1), (nothing, "back", 0.8)])
    shown.score_threshold = 0.03
    alone = TableReader(Networks(shown, PaintedReader()))
    judged = TableReader(Networks(shown, PaintedReader(), back=SeesBlue()))
    assert [round(float(one.quad[:, 0].mean())) for one in alone.read(image)] == [800]
    assert [round(float(one.quad[:, 0].mean())) for one in judged.read(image)] == [400]
    assert DEFAULT.back.candidate < 0.1 < DEFAULT.detector.least_back
