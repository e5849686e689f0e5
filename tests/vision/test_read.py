"""Detector decoding, reading and merging on a painted table."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest
from painted import PaintedDetector, PaintedReader, paint, table

from vision.cards import CARD_NAMES, CLASS_COUNT, class_of
from vision.config import OutlineConfig, ReaderConfig
from vision.crop import quad_of_box
from vision.detector import CardDetector, blend, group, letterbox, without_inner
from vision.events import Detection, Reading
from vision.geometry import iou
from vision.models import Networks
from vision.overlay import draw
from vision.read import TableReader, merge
from vision.reader import CardReader


def read(image: np.ndarray, detector: PaintedDetector, reader: PaintedReader | None = None) -> list[Reading]:
    return TableReader(Networks(detector, reader or PaintedReader())).read(image)


@pytest.mark.parametrize(
    "picture", [(1280, 720), (720, 1280), (640, 480), (416, 416), (4000, 3000), (200, 900)]
)
def test_boxes_come_back_in_pixels_of_the_picture(picture: tuple[int, int]) -> None:
    wide, high = picture
    unit = min(picture)
    box = (wide * 0.6, high * 0.4, unit * 0.3, unit * 0.2, 0.4)
    found = CardDetector(PaintedDetector([(box, "face", 0.9)], picture)).detect(table(wide, high))
    assert len(found) == 1 and found[0].side == "face"
    assert iou(found[0].quad, quad_of_box(box)) > 0.97


def test_letterbox_fits_and_pads_with_grey() -> None:
    image = np.full((720, 1280, 3), (10, 20, 250), np.uint8)
    blob, scale, (left, top) = letterbox(image, 416)
    assert blob.shape == (1, 3, 256, 416) and scale == pytest.approx(416 / 1280)
    assert (left, top) == (0, 11)
    assert blob[0, :, 128, 208] == pytest.approx(np.array([250, 20, 10]) / 255)
    assert blob[0, :, 10, 208] == pytest.approx(np.array([114, 114, 114]) / 255)


def test_every_card_is_named_either_end_up() -> None:
    image = table()
    boxes = []
    for i, card in enumerate(CARD_NAMES):
        box = (80 + 80 * (i % 14), 90 + 150 * (i // 14), 100, 66, 1.2 + 0.31 * i)
        paint(image, card, box)
        boxes.append((box, "face", 0.9 - 0.001 * i))
    readings = read(image, PaintedDetector(boxes))
    assert sorted(str(one.card) for one in readings) == sorted(CARD_NAMES)
    assert all(one.confidence > 0.8 and one.probabilities.shape == (54,) for one in readings)


def test_faces_go_through_the_reader_in_few_batches_and_backs_do_not() -> None:
    image = table()
    boxes = [((100 + 120 * (i % 9), 120 + 200 * (i // 9), 100, 46, 1.5), "face", 0.9) for i in range(18)]
    boxes += [((1210, 200, 100, 66, 1.5), "back", 0.8)]
    reader = PaintedReader()
    readings = read(image, PaintedDetector(boxes), reader)
    assert reader.batches == [16, 2, 16, 2]  # none is sure enough from one end
    assert [one.side for one in readings].count("back") == 1
    back = next(one for one in readings if one.side == "back")
    assert back.card is None and back.confidence == pytest.approx(0.8) and back.probabilities.size == 0


def test_what_is_not_certain_is_not_named() -> None:
    image = table()
    box = (400.0, 300.0, 120.0, 80.0, 0.3)
    paint(image, "7H", box)
    assert read(image, PaintedDetector([(box, "face", 0.9)]))[0].card == "7H"
    unsure = read(image, PaintedDetector([(box, "face", 0.9)]), PaintedReader(sharpness=0.5))[0]
    assert unsure.card is None and 0 < unsure.confidence < 0.8
    nothing = read(table(), PaintedDetector([(box, "face", 0.9)]))[0]
    assert nothing.card is None and nothing.probabilities[-1] > 0.8


@pytest.mark.parametrize(("score", "painted", "found"), [(0.35, False, 0), (0.45, False, 1), (0.35, True, 1)])
def test_a_faint_outline_is_a_card_only_where_somebody_can_name_it(
    score: float, painted: bool, found: int
) -> None:
    image = table()
    box = (400.0, 300.0, 120.0, 80.0, 0.3)
    if painted:
        paint(image, "7H", box)
    assert len(read(image, PaintedDetector([(box, "face", score)]))) == found


def test_the_two_ends_of_a_card_are_averaged() -> None:
    class TwoFaced:
        size, threshold, temperature = (112, 160), 0.5, 1.0

        def forward(self, batch: np.ndarray) -> np.ndarray:
            logits = np.zeros((len(batch), CLASS_COUNT), np.float32)
            for row, crop in zip(logits, batch, strict=True):
                row[0 if crop[:, :80].mean() > crop[:, 80:].mean() else 1] = 4
            return logits

    crop = np.zeros((160, 112, 3), np.uint8)
    crop[:80] = 200
    mean = CardReader(TwoFaced()).probabilities(np.zeros((1, CLASS_COUNT), np.float32), [crop].__getitem__)[0]
    assert mean[0] == pytest.approx(mean[1]) and mean[0] > 5 * mean[2]
    one_end = CardReader(TwoFaced(), ReaderConfig(one_end_enough=0.4)).probabilities(
        np.zeros((1, CLASS_COUNT), np.float32), [crop].__getitem__
    )[0]
    assert one_end[0] > 10 * one_end[1]


def test_only_unsure_cards_are_read_from_the_other_end() -> None:
    class Sure:
        size, threshold, temperature = (112, 160), 0.5, 1.0
        batches: ClassVar[list[int]] = []

        def forward(self, batch: np.ndarray) -> np.ndarray:
            self.batches.append(len(batch))
            logits = np.zeros((len(batch), CLASS_COUNT), np.float32)
            logits[:, 3] = np.where(batch.mean(axis=(1, 2, 3)) > 0, 20, 1)
            return logits

    bright, dark = np.full((160, 112, 3), 200, np.uint8), np.zeros((160, 112, 3), np.uint8)
    rows = CardReader(Sure()).probabilities(
        np.zeros((3, CLASS_COUNT), np.float32), [bright, dark, bright].__getitem__
    )
    assert Sure.batches == [3, 1]
    assert rows[0, 3] > 0.99 and rows[2, 3] > 0.99 and rows[1, 3] < 0.1


class Fixed:
    """Answers every card alike: ``sure`` logits for class ``card``."""

    size, threshold, temperature = (112, 160), 0.5, 1.0

    def __init__(self, card: int, sure: float) -> None:
        self.card, self.sure = card, sure
        self.shapes: list[tuple[int, ...]] = []

    def forward(self, batch: np.ndarray) -> np.ndarray:
        self.shapes.append(batch.shape)
        logits = np.zeros((len(batch), CLASS_COUNT), np.float32)
        logits[:, self.card] = self.sure
        return logits


@pytest.mark.parametrize(
    ("card", "corners", "named"),
    [((3, 7.7), (3, 7.7), 3), ((3, 7.7), (7, 7.7), None), ((3, 2.0), (7, 7.7), 7), ((3, 7.7), (7, 2.0), 3)],
)
def test_a_card_is_named_where_the_whole_and_the_corners_do_not_contradict(
    card: tuple[int, float], corners: tuple[int, float], named: int | None
) -> None:
    whole, index = Fixed(*card), Fixed(*corners)
    image = table()
    quad = quad_of_box((400.0, 300.0, 90.0, 42.0, 0.4))
    limits = ReaderConfig(one_end_enough=0.0, index_enough=0.98)
    answer = CardReader(whole, limits, index).read(image, [quad])[0]
    assert whole.shapes == [(1, 3, 160, 112)] and index.shapes == [(1, 6, 96, 64)]
    assert answer.card == (None if named is None else CARD_NAMES[named])
    if named is None:
        assert answer.confidence == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("corners", "asked", "named"),
    [((7, 9.0), 0, 7), ((7, 7.0), 1, None), ((CLASS_COUNT - 1, 9.0), 1, None)],
)
def test_the_whole_card_is_not_asked_where_its_corners_leave_no_doubt(
    corners: tuple[int, float], asked: int, named: int | None
) -> None:
    whole = Fixed(3, 7.0)
    quad = quad_of_box((400.0, 300.0, 90.0, 42.0, 0.4))
    reader = CardReader(whole, ReaderConfig(one_end_enough=0.0), Fixed(*corners))
    answer = reader.read(table(), [quad])[0]
    assert len(whole.shapes) == asked
    assert answer.card == (None if named is None else CARD_NAMES[named])


@pytest.mark.parametrize(
    ("score", "sure", "side"), [(0.5, 9.0, "face"), (0.5, 3.0, "back"), (0.8, 9.0, "back")]
)
def test_only_a_faint_back_with_a_sure_name_is_a_face(score: float, sure: float, side: str) -> None:
    box = (400.0, 300.0, 90.0, 60.0, 0.4)
    networks = Networks(PaintedDetector([(box, "back", score)]), Fixed(3, sure))
    found = TableReader(networks).read(table())[0]
    assert (found.side, found.card) == (side, CARD_NAMES[3] if side == "face" else None)


def test_a_foreshortened_card_is_read_both_ways() -> None:
    image = table()
    box = (400.0, 300.0, 80.0, 76.0, 0.0)
    paint(image, "QS", box)
    reader = PaintedReader()
    assert read(image, PaintedDetector([(box, "face", 0.9)]), reader)[0].card == "QS"
    assert reader.batches == [1, 1, 1, 1]  # two quarter turns, neither sure enough from one end


class Upright:
    """Names a card whose upper half is of one colour, the left one being red."""

    size, threshold, temperature = (112, 160), 0.8, 1.0

    def __init__(self) -> None:
        self.asked = 0

    def forward(self, batch: np.ndarray) -> np.ndarray:
        self.asked += len(batch)
        logits = np.zeros((len(batch), CLASS_COUNT), np.float32)
        left, right = batch[:, 0, 40:70, 20:50].mean(axis=(1, 2)), batch[:, 0, 40:70, 62:92].mean(axis=(1, 2))
        logits[np.arange(len(batch)), np.where(np.abs(left - right) < 0.5, 7, CLASS_COUNT - 1)] = 12.0
        return logits


@pytest.mark.parametrize(
    ("wide", "halves", "named", "asked"),
    [
        (66.0, "ends", True, 1),  # as it should be
        (66.0, "sides", True, 2),  # seen flatly: its long side is the outline's shorter one
        (50.0, "sides", True, 2),
        (40.0, "sides", False, 1),  # no card is so wide
    ],
)
def test_a_card_seen_flatly_is_read_the_other_way_round_when_it_has_no_name(
    wide: float, halves: str, named: bool, asked: int
) -> None:
    image = table()
    image[200:400, 300:500] = (0, 0, 255)
    if halves == "ends":
        image[200:400, 400:500] = (255, 0, 0)
    else:
        image[300:400, 300:500] = (255, 0, 0)
    network = Upright()
    quad = quad_of_box((400.0, 300.0, 90.0, wide, 0.0))
    answer = CardReader(network, ReaderConfig(one_end_enough=0.0)).read(image, [quad])[0]
    assert (answer.card is not None, network.asked) == (named, asked)
    assert np.array_equal(answer.quad, quad) == (halves == "ends" or not named)


def test_weak_boxes_go_and_duplicates_are_one() -> None:
    boxes = [
        ((400.0, 300.0, 120.0, 80.0, 0.3), "face", 0.9),
        ((402.0, 301.0, 122.0, 80.0, 0.3), "face", 0.8),
        ((402.0, 301.0, 80.0, 122.0, 0.3 + np.pi / 2), "back", 0.7),
        ((800.0, 300.0, 120.0, 80.0, 0.3), "face", 0.29),
        ((800.0, 500.0, 120.0, 80.0, 0.3), "face", 0.31),
        ((1000.0, 300.0, 120.0, 80.0, 0.3), "back", 0.39),
        ((1000.0, 500.0, 120.0, 80.0, 0.3), "back", 0.41),
    ]
    found = CardDetector(PaintedDetector(boxes)).detect(table())
    kept = [(one.side, round(one.score, 2)) for one in found]
    assert kept == [("face", 0.9), ("back", 0.41), ("face", 0.31)]


def test_parallel_cards_fifteen_millimetres_apart_both_live() -> None:
    # 57 mm wide cards, 2 px a millimetre
    first, second = (400.0, 300.0, 176.0, 114.0, 0.0), (400.0, 330.0, 176.0, 114.0, 0.0)
    assert 0.55 < iou(quad_of_box(first), quad_of_box(second)) < 0.65
    image = table()
    paint(image, "KH", first)
    paint(image, "4C", second)
    shown = PaintedDetector([(first, "face", 0.9), (second, "face", 0.9)])
    assert len(CardDetector(shown).detect(image)) == 2


def test_groups_are_exact_at_the_limit_and_begin_with_the_best() -> None:
    quads = np.stack([quad_of_box((100 + d, 100, 90, 60, 0)) for d in (0, 9, 11, 40)])
    overlap = [iou(quads[0], q) for q in quads]
    assert overlap[1] > 0.8 > overlap[2]
    assert group(quads, 0.8, 60) == [[0, 1], [2], [3]]
    assert group(quads, 0.8, 2) == [[0, 1], [2]]
    assert group(quads[:0], 0.8, 60) == []


def test_outlines_of_one_card_are_averaged_from_whichever_end_they_are_numbered() -> None:
    first, second = quad_of_box((100, 100, 90, 60, 0.1)), quad_of_box((104, 100, 90, 60, 0.1 + np.pi))
    alike = blend(np.stack([first, second]), np.array([0.8, 0.8], np.float32))
    assert alike.mean(axis=0) == pytest.approx((102, 100), abs=0.01)
    assert iou(alike, quad_of_box((102, 100, 90, 60, 0.1))) > 0.99
    surer = blend(np.stack([first, second]), np.array([0.9, 0.3], np.float32))
    assert surer.mean(axis=0)[0] == pytest.approx(100.4, abs=0.01)


@pytest.mark.parametrize(
    ("second", "box", "kept"),
    [
        pytest.param(("face", 0.5), (200.0, 205.0, 130.0, 90.0, 0.9), 1, id="a faint one inside"),
        pytest.param(("face", 0.7), (200.0, 205.0, 130.0, 90.0, 0.9), 2, id="nearly as sure"),
        pytest.param(("back", 0.5), (200.0, 205.0, 130.0, 90.0, 0.9), 2, id="of the other side"),
        pytest.param(("face", 0.5), (270.0, 205.0, 130.0, 90.0, 0.9), 2, id="sticking out"),
        pytest.param(("face", 0.5), (200.0, 200.0, 178.0, 118.0, 0.3), 2, id="of the same size"),
    ],
)
def test_a_faint_outline_inside_that_of_a_surer_face_is_no_card_of_its_own(
    second: tuple[str, float], box: tuple[float, float, float, float, float], kept: int
) -> None:
    limits = OutlineConfig()
    found = [
        Detection(quad_of_box((200.0, 200.0, 180.0, 120.0, 0.3)), "face", 0.9),
        Detection(quad_of_box(box), *second),
    ]
    left = without_inner(found, limits.inside_share, limits.inside_area, limits.inside_score)
    assert left == found[:kept]


def test_a_picture_inside_a_card_is_no_card() -> None:
    boxes = [
        ((400.0, 300.0, 220.0, 150.0, 0.0), "face", 0.6),
        ((400.0, 300.0, 90.0, 60.0, 0.0), "back", 0.9),
    ]
    assert [one.side for one in CardDetector(PaintedDetector(boxes)).detect(table())] == ["face"]


def reading(card: str | None, shift: float, confidence: float, side: str = "face") -> Reading:
    probabilities = np.zeros(54 if side == "face" else 0, np.float32)
    return Reading(quad_of_box((300 + shift, 200, 180, 120, 0)), side, card, confidence, probabilities)


@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        # the same card twice in one place is one card, two places are two
        ([reading("7H", 0, 0.9), reading("7H", 40, 0.8)], ["7H"]),
        ([reading("7H", 0, 0.9), reading("7H", 120, 0.8)], ["7H", "7H"]),
        # parallel cards that read differently are two
        ([reading("7H", 0, 0.9), reading("4C", 35, 0.8)], ["7H", "4C"]),
        # in one and the same place only one card can be read
        ([reading("7H", 0, 0.85), reading("4C", 20, 0.95)], ["4C"]),
        # an outline nobody can read adds nothing to a named one, whatever its confidence
        ([reading(None, 10, 0.95), reading("7H", 0, 0.85)], ["7H"]),
        ([reading(None, 150, 0.5), reading("7H", 0, 0.85)], ["7H", None]),
        # face and back in one place: what was named counts, else the back
        ([reading(None, 0, 0.9, "back"), reading("7H", 10, 0.85)], ["7H"]),
        ([reading(None, 0, 0.9, "back"), reading(None, 10, 0.5)], [None]),
        ([reading(None, 0, 0.9, "back"), reading(None, 20, 0.8, "back")], [None]),
        ([], []),
    ],
)
def test_merging(readings: list[Reading], expected: list[str | None]) -> None:
    assert [one.card for one in merge(readings)] == expected


def face_of(x: float, **cards: float) -> Reading:
    """A reading with these probabilities (cKS: the king of spades), the first of them its name."""
    row = np.zeros(CLASS_COUNT, np.float32)
    for card, probability in cards.items():
        row[class_of(card[1:])] = probability
    best = next(iter(cards))
    return Reading(quad_of_box((x, 300.0, 120.0, 80.0, 1.5)), "face", best[1:], cards[best], row)


@pytest.mark.parametrize(
    ("readings", "names"),
    [
        # the surer one has the name; the other is what it reads like besides
        ([face_of(100, cKS=0.99, cKC=0.01), face_of(400, cKS=0.9, cKC=0.09)], ["KS", "KC"]),
        # or nobody can say
        ([face_of(100, cKS=0.99, cKC=0.01), face_of(400, cKS=0.9, cKC=0.02, cQS=0.02)], ["KS", None]),
        # a second card beyond all doubt is from another deck
        ([face_of(100, cKS=1.0), face_of(400, cKS=1.0)], ["KS", "KS"]),
        # a deck has several jokers
        ([face_of(100, cJK=0.99, cKC=0.01), face_of(400, cJK=0.9, cKC=0.09)], ["JK", "JK"]),
        ([face_of(100, cKS=0.99), face_of(400, cQS=0.9), face_of(700, c2H=0.8)], ["KS", "QS", "2H"]),
    ],
)
def test_a_card_is_named_in_the_knowledge_of_those_read_more_surely(
    readings: list[Reading], names: list[str | None]
) -> None:
    told = TableReader(Networks(PaintedDetector([]), PaintedReader()))._one_of_each(readings)
    placed = {float(one.quad[:, 0].mean()): one.card for one in told}
    assert [placed[float(one.quad[:, 0].mean())] for one in readings] == names
    assert [one.confidence for one in told] == sorted((one.confidence for one in told), reverse=True)


def test_overlay_marks_facts_and_doubts_on_a_copy() -> None:
    image = table()
    before = image.copy()
    shown = draw(image, [reading("7H", 0, 0.9), reading(None, 300, 0.5), reading(None, 600, 0.9, "back")])
    assert np.array_equal(image, before) and shown.shape == image.shape
    solid, dashed = (
        [tuple(shown[140, x]) != tuple(image[140, x]) for x in range(int(left), int(left) + 170)]
        for left in (215.0, 515.0)
    )
    assert all(solid) and any(dashed) and not all(dashed)
