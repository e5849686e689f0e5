"""The watched hand survives what happens to the camera: moved, resized, frozen, unplugged, black."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from stage import Piece, Stage, StageReader, told

from vision.events import TableEvent
from vision.source import Frame, Lost
from vision.view.move import carried as carry
from vision.watch import TableWatcher

Visible = list[tuple[Piece, np.ndarray, float]]
Change = Callable[[Frame, Visible], tuple[Frame, Visible]]

CARDS = ("6H", "KS", "3C", "QD")


def hand(fps: float = 12.0) -> Stage:
    """Vira, stock, four cards until t = 4.8, one of them covered by none; gathered at 9, a card at 11."""
    stage = Stage(fps=fps)
    stage.lay("5D", 0, None, place=(120, 108), turn=0.1)
    stage.lay(None, 0, None, place=(120, 75), turn=1.5)
    first = [
        stage.lay("6H", 1.2, "bottom"),
        stage.lay("KS", 2.4, "right", turn=1.2),
        stage.lay("3C", 6.6, "top"),
        stage.lay(None, 7.8, "left", turn=-0.9),
    ]
    stage.gather(9.8, "right", first)
    stage.lay("7H", 11.6, "right", turn=1.2)
    return stage


def watch(change: Change, until: float = 13.0) -> tuple[list[TableEvent], TableWatcher]:
    reader = StageReader()
    watcher = TableWatcher(reader)
    events: list[TableEvent] = []
    for frame, visible in hand().frames(until):
        shown, reader.visible = change(frame, visible)
        reader.t = frame.t
        events += watcher.feed(shown)
    return events, watcher


def warped(matrix: np.ndarray, size: tuple[int, int]) -> Change:
    """What a camera sees that was moved by this homography."""

    def change(frame: Frame, visible: Visible) -> tuple[Frame, Visible]:
        image = cv2.warpPerspective(frame.image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        carried = [(piece, carry(quad, matrix), seen) for piece, quad, seen in visible]
        return replace(frame, image=np.asarray(image, np.uint8)), carried

    return change


def since(t: float, change: Change, gone: str = "", back: float = math.inf) -> Change:
    """Nothing until t, then the change; between t and ``back`` the picture is lost."""

    def both(frame: Frame, visible: Visible) -> tuple[Frame, Visible]:
        shown, there = change(frame, visible) if frame.t >= t else (frame, visible)
        lost = gone if t <= frame.t < back else ""
        return (replace(shown, image=np.zeros_like(shown.image), lost=lost), []) if lost else (shown, there)

    return both


def same(frame: Frame, visible: Visible) -> tuple[Frame, Visible]:
    return frame, visible


ALL = [
    "vira_shown 5D",
    "card_played 6H",
    "card_played KS",
    "card_played 3C",
    "card_covered",
    "table_cleared",
    "card_played 7H",
]


def moved(turn: float, zoom: float, shift: Sequence[float]) -> np.ndarray:
    matrix = np.vstack([cv2.getRotationMatrix2D((320, 180), turn, zoom), [0, 0, 1]])
    matrix[:2, 2] += shift
    return matrix


def test_the_hand_undisturbed() -> None:
    events, watcher = watch(same)
    assert told(events) == ALL and watcher.moves == 0


@pytest.mark.parametrize(
    "matrix",
    [moved(0, 0.9, (70, 25)), moved(14, 0.85, (0, 0)), moved(-8, 0.8, (-45, 20))],
    ids=["shifted", "turned", "farther"],
)
def test_a_moved_camera_is_noticed_and_the_hand_goes_on(matrix: np.ndarray) -> None:
    events, watcher = watch(since(4.6, warped(matrix, (640, 360))))
    assert told(events) == ALL
    assert watcher.moves == 1
    # the cards that lay there before are outlined where they are now
    names = {reading.card for reading in watcher.readings}
    assert names >= {"5D", "7H"}


@pytest.mark.parametrize("size", [(320, 180), (960, 540), (640, 480)])
def test_a_picture_of_another_size_is_said_and_the_hand_goes_on(size: tuple[int, int]) -> None:
    scale = np.diag([size[0] / 640, size[1] / 360, 1.0])
    events, watcher = watch(since(4.6, warped(scale, size), Lost.RESIZED, back=4.7))
    assert told(events) == [*ALL[:3], "view_lost resized", *ALL[3:]]
    assert watcher.moves == 0  # nothing had to be searched for


@pytest.mark.parametrize("why", [Lost.SILENT, Lost.FROZEN, Lost.BLACK, Lost.GONE])
def test_a_lost_picture_is_said_once_and_the_hand_goes_on(why: Lost) -> None:
    events, _ = watch(since(4.0, same, why, back=6.2))
    assert told(events) == [*ALL[:3], f"view_lost {why}", *ALL[3:]]


def test_a_camera_unplugged_and_put_up_elsewhere() -> None:
    events, watcher = watch(since(4.0, warped(moved(-10, 0.85, (30, 10)), (640, 360)), Lost.GONE, back=6.0))
    assert told(events) == [*ALL[:3], "view_lost gone", *ALL[3:]]
    assert watcher.moves == 1


def test_a_card_laid_while_nothing_was_seen_is_not_lost() -> None:
    """The third card comes while the camera is unplugged: it is told, or asked about, when it is seen."""
    events, _ = watch(since(5.8, same, Lost.GONE, back=7.0))
    assert "view_lost gone" in told(events)
    third = [event for event in events if event.card == "3C" or any(c == "3C" for c, _ in event.candidates)]
    assert third and third[0].t < 8.0
