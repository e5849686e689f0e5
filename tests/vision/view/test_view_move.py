"""Where everything went when the camera was moved, and when it was only the cards."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.camera import Camera
from datasets.layout import Pose
from datasets.scene import card_quad
from vision.crop import quad_of_points
from vision.geometry import iou
from vision.view.move import carried, carried_points, moved_view, resized

SIZE = (1280, 720)
POSES = {
    "7C": Pose(-130, 20, 0.3),
    "KD": Pose(10, -70, 1.2),
    "3S": Pose(130, 50, -0.5),
    "AH": Pose(-20, 90, 2.0),
    "5D": Pose(150, -80, 0.9),
    "QC": Pose(-150, -80, 1.7),
    "2S": Pose(60, 10, 0.2),
}
HIDDEN = Pose(-60, -10, 0.7)  # a card that cannot be named, before or after


def seen(eye: Camera, names: list[str], noise: float = 1.0, seed: int = 1) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {
        name: quad_of_points(card_quad(eye, POSES[name], (63, 88)) + rng.normal(0, noise, (1, 2)))
        for name in names
    }


def eye(
    tilt: float = 15, roll: float = 0.0, card_px: float = 90, shift: tuple[float, float] = (0, 0)
) -> Camera:
    camera = Camera.over_table(SIZE, card_px, tilt=math.radians(tilt), roll=roll)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]])
    return Camera(move @ camera.matrix, SIZE)


@pytest.mark.parametrize("count", [2, 3, 4, 6, 7])
@pytest.mark.parametrize(
    "after",
    [
        eye(shift=(140, -60)),
        eye(roll=0.5),
        eye(roll=math.pi, shift=(20, 10)),
        eye(card_px=70, shift=(-90, 30)),
        eye(tilt=24, shift=(60, 40), roll=-0.2),
    ],
    ids=["shifted", "turned", "upside down", "farther", "tilted"],
)
def test_a_moved_camera_is_found_from_the_cards(after: Camera, count: int) -> None:
    names = list(POSES)[:count]
    matrix = moved_view(seen(eye(), names), seen(after, names, seed=2))
    assert matrix is not None
    # also what has no name is where it should be, well enough to be taken up again
    hidden = carried(quad_of_points(card_quad(eye(), HIDDEN, (63, 88))), matrix)
    assert iou(hidden, quad_of_points(card_quad(after, HIDDEN, (63, 88)))) > (0.75 if count > 2 else 0.5)


def test_a_card_misread_somewhere_else_does_not_matter() -> None:
    names = list(POSES)[:5]
    there = seen(eye(roll=0.4, shift=(80, 0)), names)
    there["7C"] = there["7C"] + np.float32(260)
    matrix = moved_view(seen(eye(), names), there)
    assert matrix is not None
    assert carried(seen(eye(), names)["KD"], matrix).mean(axis=0) == pytest.approx(
        there["KD"].mean(axis=0), abs=6
    )


def test_cards_that_moved_by_themselves_are_no_moved_camera() -> None:
    names = list(POSES)[:5]
    before = seen(eye(), names)
    assert moved_view(before, seen(eye(), names, seed=3)) is None  # nothing moved but the outlines' noise
    pushed = {**before, "KD": before["KD"] + np.float32(90)}
    assert moved_view(before, pushed) is None
    two_pushed = {**pushed, "3S": before["3S"] + np.float32(90)}
    assert moved_view(before, two_pushed) is None
    rng = np.random.default_rng(4)
    gathered = {name: quad - quad.mean(axis=0) + rng.normal(300, 15, 2) for name, quad in before.items()}
    assert moved_view(before, {n: q.astype(np.float32) for n, q in gathered.items()}) is None


def test_one_card_or_none_tells_nothing() -> None:
    before = seen(eye(), ["7C"])
    assert moved_view(before, {"7C": before["7C"] + np.float32(200)}) is None
    assert moved_view({}, before) is None and moved_view(before, {"KD": before["7C"]}) is None


def test_a_resized_picture() -> None:
    matrix = resized((1280, 720), (640, 480))
    assert carried_points(np.array([[1280.0, 720.0], [10, 30]]), matrix) == pytest.approx(
        np.array([[640, 480], [5, 20]])
    )
