"""A back that the detector does not know hides the table as any other does: it is noticed all the same."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from painted import BACK, paint
from stage import Hover, Stage, play, table_with_vira, told

from vision.crop import quad_of_box
from vision.events import EventKind
from vision.gate import ChangeGate
from vision.geometry import iou

LENGTH = 110.0
CARD = quad_of_box((600.0, 300.0, LENGTH, 72.0, 0.4))

Draw = Callable[[np.ndarray], None]


def card(image: np.ndarray) -> None:
    cv2.fillConvexPoly(image, np.round(CARD).astype(np.int32), (120, 30, 140))


def glass(image: np.ndarray) -> None:
    cv2.circle(image, (600, 300), 50, (120, 30, 140), -1)


def sheet(image: np.ndarray) -> None:
    cv2.rectangle(image, (500, 200), (760, 400), (200, 200, 200), -1)


def stick(image: np.ndarray) -> None:
    cv2.rectangle(image, (540, 290), (650, 320), (200, 200, 200), -1)


def shadow(image: np.ndarray) -> None:
    image[250:350, 540:650] = image[250:350, 540:650] * 0.85


def things(first: Draw | None, then: Draw | None, known: tuple[np.ndarray, ...] = ()) -> list[np.ndarray]:
    """What a gate has noticed after 3 s on a printed cloth: ``first`` lies there for 1.5 s, then ``then``."""
    rng = np.random.default_rng(3)
    cloth = cv2.GaussianBlur(rng.normal(110, 90, (720, 1280, 3)), (0, 0), 4).clip(0, 255).astype(np.uint8)
    gate = ChangeGate()
    for number in range(30):
        image = cloth.copy()
        draw = first if number < 15 else then
        if draw is not None:
            draw(image)
        gate.look(np.clip(image + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8), number / 10)
        found = gate.laid_things(known, LENGTH)
        gate.looked([CARD] if number >= 15 else [])
    return found


def test_what_has_the_shape_of_a_card_is_noticed() -> None:
    (found,) = things(None, card)
    assert iou(found, CARD) > 0.8


@pytest.mark.parametrize("other", [glass, sheet, stick, shadow])
def test_what_has_another_shape_is_not(other: Draw) -> None:
    assert things(None, other) == []


def test_nothing_is_noticed_where_a_card_is_known() -> None:
    assert things(None, card, (CARD,)) == []


def test_what_was_taken_for_the_table_and_is_away_now_was_nothing_laid() -> None:
    assert things(card, None) == []


def laid(**more: object) -> Stage:
    stage, _ = table_with_vira()
    stage.lay("3H", 1.2, "top")
    stage.lay(None, 2.4, "bottom", place=(330, 215), **more)  # type: ignore[arg-type]
    return stage


def test_an_unknown_back_is_told_late_and_as_doubtful() -> None:
    events, _, _ = play(laid(score=0.0, back=(40, 160, 30)), 7)
    assert told(events)[-1] == "card_covered" and events[-1].t > 3.5
    assert events[-1].confidence < 0.5 and events[-1].came_from is not None


@pytest.mark.parametrize("score", [0.0, 0.44, 0.55])
def test_a_back_like_those_of_the_stock_is_believed(score: float) -> None:
    events, _, _ = play(laid(score=score, back=BACK), 7)
    assert told(events)[-1] == "card_covered" and events[-1].t < 3.5
    assert events[-1].confidence >= 0.6


def test_a_back_in_the_colour_of_the_faces_is_not() -> None:
    face = np.zeros((100, 100, 3), np.uint8)
    paint(face, "3H", (50.0, 50.0, 90.0, 60.0, 0.0))
    blue, green, red = (int(face[20:80, 5:95, colour].mean()) for colour in range(3))
    stage = laid(score=0.55, back=(blue, green, red))
    for piece in stage.pieces[1:3]:
        piece.back = (blue, green, red)
    events, _, _ = play(stage, 7)
    assert told(events)[-1] == "card_covered" and events[-1].confidence < 0.6


def test_an_arm_that_rests_over_the_table_lays_nothing() -> None:
    stage, _ = table_with_vira()
    stage.lay("3H", 1.2, "top")
    stage.hovers = [Hover("bottom", (330, 215), 2.5, 5.0, still=True), Hover("left", (250, 190), 5.5, 8.0)]
    events, _, _ = play(stage, 10)
    assert [event.kind for event in events] == [EventKind.VIRA_SHOWN, EventKind.CARD_PLAYED]
