"""The check over a stream: what it reports and advises, and when it holds its tongue."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from app.paths import CARDS
from datasets.camera import Camera
from datasets.canvas import Canvas, Texture
from datasets.layout import Pose
from datasets.scene import card_quad
from vision.config import DEFAULT
from vision.crop import quad_of_points
from vision.events import Detection
from vision.source import Frame
from vision.view.advice import AdviceKey
from vision.view.check import ViewCheck, ViewReport
from vision.view.plane import plane_from_taps

SIZE = (1280, 720)
POSES = {
    "7C": Pose(-130, 20, 0.3),
    "KD": Pose(10, -70, 1.2),
    "3S": Pose(130, 50, -0.5),
    "AH": Pose(-20, 90, 2.0),
    "5D": Pose(150, -80, 0.9),
    "QC": Pose(-150, -80, 1.7),
}


def table(
    tilt: float = 15, card_px: float = 90, cards: int = 6
) -> tuple[np.ndarray, list[Detection], Camera]:
    """Cards of our own deck on green cloth seen by a camera, and what a good detector finds."""
    eye = Camera.over_table(SIZE, card_px, tilt=math.radians(tilt))
    canvas = Canvas(np.full((SIZE[1], SIZE[0], 3), (60, 105, 40), np.uint8))
    found = []
    for number, (name, pose) in enumerate(list(POSES.items())[:cards], 1):
        quad = card_quad(eye, pose, (63.0, 88.0))
        picture = cv2.imread(str(CARDS / f"{name}.png"), cv2.IMREAD_UNCHANGED)
        canvas.lay(Texture(np.ascontiguousarray(picture)), quad, number)
        found.append(Detection(quad_of_points(quad), "face", 0.9))
    return canvas.image, found, eye


def look(
    image: np.ndarray, found: list[Detection], check: ViewCheck | None = None, t: float = 0.0
) -> ViewReport:
    return (check or ViewCheck()).look(Frame(image, t, 0), found)


def keys(report: ViewReport) -> list[AdviceKey]:
    return [one.key for one in report.advice]


def test_a_good_view_is_measured_and_needs_no_advice() -> None:
    report = look(*table()[:2])
    assert report.good and report.cards == 6 and report.plane is not None
    assert report.tilt_deg == pytest.approx(15, abs=6)
    assert report.card_px == pytest.approx(85, abs=9)
    assert report.px_per_mm == pytest.approx(90 / 58, rel=0.05)
    assert report.sharpness is not None and report.sharpness > 0.8
    assert report.light > 220 and report.glare == 0


def blurred(image: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(image, (0, 0), 4)


def dimmed(image: np.ndarray) -> np.ndarray:
    return (image * 0.2).astype(np.uint8)


def lit(image: np.ndarray) -> np.ndarray:
    lamp = (image * 0.7).astype(np.uint8)
    eye = table()[2]
    x, y = eye.project(np.array([[10.0, -70.0, 0.0]]))[0]
    cv2.circle(lamp, (int(x), int(y)), 26, (255, 255, 255), cv2.FILLED)
    return lamp


@pytest.mark.parametrize(
    ("change", "key"), [(blurred, AdviceKey.FOCUS), (dimmed, AdviceKey.DARK), (lit, AdviceKey.GLARE)]
)
def test_what_is_amiss_with_the_picture_is_the_one_advice(change: object, key: AdviceKey) -> None:
    image, found, _ = table()
    assert keys(look(change(image), found)) == [key]  # type: ignore[operator]


@pytest.mark.parametrize(("tilt", "flat"), [(35, False), (55, False), (72, True)])
def test_a_tablet_that_lies_too_flat_is_told(tilt: float, flat: bool) -> None:
    image, found, _ = table(tilt=tilt, card_px=100)
    report = look(image, found)
    assert (AdviceKey.TOO_FLAT in keys(report)) == flat
    if flat:
        assert next(one.value for one in report.advice if one.key is AdviceKey.TOO_FLAT) > 60


@pytest.mark.parametrize(("card_px", "far"), [(45, True), (55, True), (75, False)])
def test_cards_that_are_too_small_are_told_with_their_size(card_px: float, far: bool) -> None:
    image, found, _ = table(card_px=card_px)
    report = look(image, found)
    assert (AdviceKey.CLOSER in keys(report)) == far
    if far:
        assert 0.8 * card_px < report.advice[-1].value < 60


def test_a_card_cut_off_by_the_edge_is_told() -> None:
    image, found, _ = table()
    shift = np.array([found[0].quad[:, 0].min() + 40, 0], np.float32)
    outside = Detection(found[0].quad - shift, "face", 0.9)
    assert keys(look(image, [*found, outside])) == [AdviceKey.EDGE]


def test_few_cards_leave_the_tilt_open_and_everything_counts_as_lying() -> None:
    image, found, _ = table(cards=2)
    check = ViewCheck()
    report = look(image, found, check)
    assert report.tilt_deg is None and not check.sure and report.px_per_mm is not None
    huge = Detection(found[0].quad * 3, "face", 0.9)
    assert check.lying([*found, huge]) == [*found, huge]


def test_what_is_no_card_on_the_table_is_left_out_of_report_and_advice() -> None:
    image, found, eye = table()
    check = ViewCheck()
    look(image, found, check)
    assert check.sure
    phone = Detection(quad_of_points(card_quad(eye, Pose(60, 0, 0.8), (76, 158))), "back", 0.8)
    tiny = Detection(quad_of_points(card_quad(eye, Pose(0, 0, 0.8), (28, 40))), "face", 0.8)
    assert check.lying([*found, phone, tiny]) == found
    assert look(image, [*found, phone, tiny], check, 0.1).cards == 6


def test_only_what_is_surely_off_the_table_is_left_out_of_what_is_watched() -> None:
    image, found, eye = table()
    check = ViewCheck()
    phone = Detection(quad_of_points(card_quad(eye, Pose(60, 0, 0.8), (88, 185))), "back", 0.8)
    look(image, found[:5], check)
    assert check.without_what_is_off([*found, phone]) == [*found, phone]  # five cards are not enough
    look(image, found, check, 1.0)
    assert check.without_what_is_off([*found, phone]) == found
    larger = Detection(quad_of_points(card_quad(eye, Pose(0, 0, 0.8), (80, 115))), "face", 0.8)
    cut_off = Detection(phone.quad - np.float32(phone.quad.min() + 30), "face", 0.8)
    assert check.without_what_is_off([larger, cut_off]) == [larger, cut_off]
    # a face that is seen surely is one, however badly the plane came out
    face, faint = (Detection(phone.quad, "face", score) for score in (0.8, 0.5))
    assert check.without_what_is_off([face, faint]) == [face]


def test_a_passing_hand_is_no_advice_and_lasting_blur_is() -> None:
    image, found, _ = table()
    check = ViewCheck()
    soft = blurred(image)
    reports = [look(soft if 1.0 <= t < 1.3 else image, found, check, t) for t in np.arange(0, 3, 0.1)]
    assert all(report.good for report in reports)
    reports = [look(soft, found, check, t) for t in np.arange(3, 6, 0.1)]
    assert keys(reports[-1]) == [AdviceKey.FOCUS]
    first = next(i for i, report in enumerate(reports) if not report.good)
    assert first / 10 <= DEFAULT.view.memory


def test_without_detections_the_last_ones_hold() -> None:
    image, found, _ = table()
    check = ViewCheck()
    first = look(image, found, check)
    again = check.look(Frame(image, 0.1, 1))
    assert (again.cards, again.plane) == (first.cards, first.plane)


def test_a_lost_picture_is_not_judged_and_what_was_known_stays() -> None:
    image, found, _ = table()
    check = ViewCheck()
    plane = look(image, found, check).plane
    lost = check.look(Frame(np.zeros_like(image), 0.1, 1, "black"))
    assert lost.good and lost.cards == 0 and lost.plane == plane
    assert look(image, found, check, 0.2).plane == plane


def test_a_moved_camera_begins_anew() -> None:
    image, found, _ = table(tilt=0, card_px=80)
    check = ViewCheck()
    look(image, found, check)
    check.moved()
    assert check.plane is None and not check.sure
    image, found, _ = table(tilt=40, card_px=110)
    assert look(image, found, check, 1.0).tilt_deg == pytest.approx(40, abs=5)


def test_four_taps_hold_until_cards_say_otherwise() -> None:
    image, found, eye = table(tilt=30)
    corners = eye.project(np.array([[0, 0, 0], [700, 0, 0], [700, 400, 0], [0, 400, 0.0]]))
    taps = plane_from_taps(corners, SIZE, (700, 400))
    check = ViewCheck(taps)
    report = look(image, found[:1], check)
    assert check.sure and report.tilt_deg == pytest.approx(30, abs=3)
    look(image, found, check, 1.0)
    assert check.plane is taps  # the cards agree with it
    image, found, _ = table(tilt=60, card_px=60)
    assert look(image, found, check, 2.0).tilt_deg == pytest.approx(60, abs=6)
