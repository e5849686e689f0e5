"""Films with known contents: what the watcher tells, and above all what it does not tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from stage import Hover, Piece, Stage, StageReader, play, table_with_vira, told

from vision.cards import CARD_NAMES
from vision.config import DEFAULT
from vision.crop import quad_of_box, sides
from vision.events import Detection, Reading
from vision.source import Frame
from vision.track import TableKind
from vision.watch import TableWatcher


def test_a_whole_hand() -> None:
    stage, deck = table_with_vira()
    first = [
        stage.lay("6H", 1.2, "bottom"),
        stage.lay("KS", 2.4, "right", turn=1.2),
        stage.lay("3C", 3.6, "top"),
        stage.lay("QD", 4.8, "left", turn=-0.9),
    ]
    stage.gather(6.6, "right", first)
    second = [
        stage.lay("7H", 8.4, "right", turn=1.2),
        stage.lay("2S", 9.6, "top", place=(390, 175), turn=0.5),  # on the other card
        stage.lay(None, 10.8, "left"),
        stage.lay("AC", 12.0, "bottom", place=(380, 190), turn=2.0),
    ]
    stage.gather(13.8, "top", second)
    stage.gather(15.6, "left", deck)
    events, _, _ = play(stage, 18)
    assert told(events) == [
        "vira_shown 5D",
        *(f"card_played {card}" for card in ("6H", "KS", "3C", "QD")),
        "table_cleared",
        "card_played 7H",
        "card_played 2S",
        "card_covered",
        "card_played AC",
        "table_cleared",
        "table_cleared all",
    ]
    plays = [e for e in events if e.kind in ("card_played", "card_covered")]
    laid = [*first, *second]
    assert len({e.track for e in plays}) == 8
    for event, piece in zip(plays, laid, strict=True):
        assert 0 < event.t - piece.t0 < 0.7, "announced when it lies still, and soon"
        assert event.place == pytest.approx((piece.place[0] / 640, piece.place[1] / 360), abs=0.02)
        assert event.came_from is not None and event.confidence > 0.8 and len(event.corners) == 4
        side = {"bottom": (0, 1), "right": (1, 0), "top": (0, -1), "left": (-1, 0)}[str(piece.brought)]
        assert np.dot(event.came_from, side) > 0.8


def test_nothing_is_told_twice_when_the_networks_falter() -> None:
    class Faltering(StageReader):
        """Misses a third of the cards and shifts the others about."""

        def detect(self, image: np.ndarray) -> list:  # type: ignore[type-arg]
            return [one for one in super().detect(image) if self._rng.random() > 0.33]

    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KS", 2.6, "right", turn=1.2)
    stage.hovers = [Hover("top", (330, 170), 4, 5.5), Hover("left", (300, 230), 5, 7)]
    events, _, _ = play(stage, 9, Faltering())
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS"]


def test_a_covered_card_keeps_its_name() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom", place=(320, 190), turn=0.2)
    over = stage.lay("KS", 2.6, "right", place=(324, 193), turn=0.3)
    stage.gather(5.0, "right", [over])
    events, watcher, _ = play(stage, 8.5)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS", "card_removed KS"]
    assert {one.card for one in watcher.readings if one.side == "face"} == {"5D", "6H"}


def test_parallel_cards_fifteen_millimetres_apart_are_two() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom", place=(320, 190), turn=0.0)
    stage.lay("KS", 2.6, "right", place=(320, 199.4), turn=0.0)
    events, _, _ = play(stage, 5)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS"]


@pytest.mark.parametrize("still", [True, False])
def test_a_hand_resting_on_cards_takes_nothing_away(still: bool) -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KS", 2.4, "right", turn=1.2)
    stage.hovers = [Hover("right", (390, 185), 4, 5.9, still), Hover("bottom", (320, 250), 4, 5.9, still)]
    events, _, _ = play(stage, 8)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS"]


def test_a_card_taken_back_is_removed_and_can_be_played_again() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    back = stage.lay("KS", 2.4, "right", turn=1.2)
    stage.gather(4, "right", [back])
    stage.lay("KS", 7.5, "right", turn=1.0)
    events, _, _ = play(stage, 9)
    assert told(events) == [
        "vira_shown 5D",
        "card_played 6H",
        "card_played KS",
        "card_removed KS",
        "card_played KS",
    ]


def test_the_only_card_that_leaves_is_named_and_can_be_played_again() -> None:
    stage, _ = table_with_vira()
    back = stage.lay("KS", 1.2, "right", turn=1.2)
    stage.gather(4, "right", [back])
    stage.lay("KS", 7.5, "right", turn=1.0)
    events, _, _ = play(stage, 9)
    assert told(events) == ["vira_shown 5D", "card_played KS", "table_cleared KS", "card_played KS"]


def test_a_card_taken_back_is_told_before_the_one_that_is_laid_for_it() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    back = stage.lay("KS", 2.4, "right", turn=1.2)
    stage.gather(4, "right", [back])
    stage.lay("2C", 5.2, "right", place=(405, 200), turn=1.0)
    events, _, _ = play(stage, 7)
    assert told(events)[-3:] == ["card_played KS", "card_removed KS", "card_played 2C"]


def test_a_pushed_card_is_the_same_card() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom", pushed=(3.5, 30.0, -20.0))
    stage.lay(None, 2.3, "left", pushed=(5.5, 35.0, 10.0))
    stage.hovers = [Hover("bottom", (330, 240), 3.2, 3.9), Hover("left", (260, 190), 5.2, 5.9)]
    events, watcher, _ = play(stage, 8)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_covered"]
    moved = next(one for one in watcher.readings if one.card == "6H")
    assert moved.quad.mean(axis=0) == pytest.approx((350, 230), abs=3)


def test_the_same_card_twice_is_asked_about_and_never_played() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    stage.lay("6H", 2.6, "top")
    stage.lay("5D", 4.0, "left")
    events, _, _ = play(stage, 7)
    assert told(events) == [
        "vira_shown 5D",
        "card_played 6H",
        "uncertain duplicate",
        "uncertain duplicate",
    ]
    assert [event.candidates[0][0] for event in events[2:]] == ["6H", "5D"]


def test_what_cannot_be_named_is_asked_about_once() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom", read_as=(("6H", 0.55), ("6D", 0.4)))
    events, _, _ = play(stage, 6)
    assert told(events) == ["vira_shown 5D", "uncertain"]
    assert [card for card, _ in events[1].candidates][:2] == ["6H", "6D"]
    assert events[1].card is None and events[1].track > 0


def test_what_was_asked_about_is_told_when_it_can_be_read() -> None:
    stage, _ = table_with_vira()
    dim = stage.lay("6H", 1.2, "bottom", read_as=(("6H", 0.6), ("6D", 0.3)))
    reader = StageReader()
    watcher = TableWatcher(reader)
    events = []
    for frame, visible in stage.frames(7):
        if frame.t > 4:
            dim.read_as = ()
        reader.visible, reader.t = visible, frame.t
        events += watcher.feed(frame)
    assert told(events) == ["vira_shown 5D", "uncertain", "card_played 6H"]
    assert events[1].track == events[2].track


def test_a_card_known_in_the_hand_sharpens_a_doubtful_reading() -> None:
    stage, _ = table_with_vira()
    stage.lay("6D", 1.2, "bottom")
    stage.lay("6H", 2.6, "top", read_as=(("6H", 0.62), ("6D", 0.36)))
    events, _, _ = play(stage, 5)
    assert told(events) == ["vira_shown 5D", "card_played 6D", "card_played 6H"]


def test_backs_that_are_no_covered_cards() -> None:
    """Stock, dealt hands put down before play and again later, a phone, the gathered trick turned over."""
    stage, _ = table_with_vira()
    dealt = [stage.lay(None, 1.0 + 0.3 * i, "right", place=(520 + 8 * i, 180), turn=1.4) for i in range(3)]
    first = [stage.lay("6H", 3.0, "bottom"), stage.lay("KS", 4.2, "right")]
    stage.gather(5.4, "right", dealt)
    stage.lay(None, 7.0, "right", place=(525, 184), turn=1.5)
    stage.lay(None, 8.2, "top", place=(420, 60), turn=0.1, size=2.2)
    stage.gather(10.0, "left", first)
    stage.lay(None, 10.7, "left", place=(60, 250), turn=0.1)
    events, _, _ = play(stage, 13)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS", "table_cleared"]


@pytest.mark.parametrize(
    ("place", "fan", "covered"),
    [((320, 250), 1, True), ((320, 305), 1, False), ((320, 235), 3, False)],
)
def test_the_first_card_of_a_hand_may_be_covered(place: tuple[float, float], fan: int, covered: bool) -> None:
    stage, _ = table_with_vira()
    for card in range(fan):
        stage.lay(None, 1.2, "bottom", place=(place[0] + 14 * card, place[1]), turn=1.5)
    stage.lay("KS", 3.4, "right")
    events, _, _ = play(stage, 5)
    assert told(events) == ["vira_shown 5D", *["card_covered"] * covered, "card_played KS"]


def test_a_hand_put_down_again_behind_the_card_its_player_laid_is_no_covered_card() -> None:
    stage, _ = table_with_vira()
    hand = [stage.lay(None, 1.0, "top", place=(320, 62), turn=1.5)]
    stage.lay("KS", 3.0, "top")
    stage.gather(4.0, "top", hand)
    stage.lay(None, 5.2, "top", place=(326, 70), turn=1.4)
    stage.lay("3C", 6.5, "left")
    events, _, _ = play(stage, 8)
    assert told(events) == ["vira_shown 5D", "card_played KS", "card_played 3C"]


def test_a_card_turned_over_in_its_place() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    stage.lay(None, 2.4, "right", turned=(5.0, "QS"))
    stage.hovers = [Hover("right", (400, 185), 4.6, 5.4)]
    events, _, _ = play(stage, 8)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_covered", "card_turned QS"]
    assert events[2].track == events[3].track


def test_a_covered_card_thrown_onto_a_face_turns_nothing_over() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom", place=(320, 190), turn=0.0)
    stage.lay(None, 2.6, "right", place=(330, 197), turn=0.15)
    stage.lay("QS", 4.0, "top", place=(322, 190), turn=0.1)
    events, _, _ = play(stage, 6.5)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_covered", "card_played QS"]


def test_a_card_laid_right_on_another_is_a_new_card() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom", turn=0.2)
    stage.lay("KS", 3.0, "right", place=(321, 251), turn=0.2)
    events, _, _ = play(stage, 6)
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS"]


def test_a_card_read_differently_although_nobody_touched_it_is_no_new_card() -> None:
    stage, _ = table_with_vira()
    piece = stage.lay("6H", 1.2, "bottom")
    stage.hovers = [Hover("left", (240, 185), 7.0, 8.5)]  # something moves, but elsewhere
    reader = StageReader()
    watcher = TableWatcher(reader)
    events = []
    for frame, visible in stage.frames(11):
        if frame.t > 3:
            piece.read_as = (("9S", 0.95),)
        reader.visible, reader.t = visible, frame.t
        events += watcher.feed(frame)
    assert [line for line in told(events) if "9S" in line] == []
    assert told(events)[:2] == ["vira_shown 5D", "card_played 6H"]


def test_a_card_outlined_amiss_at_first_is_told_where_it_lies() -> None:
    class Hasty(StageReader):
        """Draws the newest card's first outlines a fifth of its length away."""

        def detect(self, image: np.ndarray) -> list[Detection]:
            found = super().detect(image)
            away = [float(np.hypot(*(one.quad.mean(axis=0) - piece.place))) for one in found]
            if away and min(away) < 20 and self.t < piece.t0 + 0.2:
                at = int(np.argmin(away))
                moved = found[at].quad + np.float32([0.2 * max(sides(found[at].quad)), 0])
                amiss = Detection(moved, found[at].side, found[at].score)
                self._read[id(amiss)] = self._read[id(found[at])]
                self._kept = found = [*found[:at], amiss, *found[at + 1 :]]
            return found

    stage, _ = table_with_vira()
    piece = stage.lay("6H", 1.2, "bottom")
    events, _, _ = play(stage, 4, Hasty())
    assert told(events) == ["vira_shown 5D", "card_played 6H"]
    assert events[1].place == pytest.approx((piece.place[0] / 640, piece.place[1] / 360), abs=0.03)


def test_clutter_that_looks_like_a_card_for_a_while_is_not_played() -> None:
    stage, _ = table_with_vira()
    reader = StageReader()
    watcher = TableWatcher(reader)
    coaster = Piece("9C", (500, 90), 0.3, 0)
    quad = quad_of_box((*coaster.place, 55, 36, 0.3))
    stage.hovers = [Hover("left", (240, 185), 2.0, 8)]
    events = []
    for frame, visible in stage.frames(9):
        reader.visible, reader.t = [*visible, (coaster, quad, 1.0)] if frame.t > 3 else visible, frame.t
        events += watcher.feed(frame)
    assert told(events) == ["vira_shown 5D"]


def test_a_card_laid_on_clutter_that_was_taken_for_one_is_played() -> None:
    stage, _ = table_with_vira()
    stage.lay("QS", 4.0, "right")
    reader = StageReader()
    watcher = TableWatcher(reader)
    paper = Piece("9C", (405, 188), 0.3, 0)
    quad = quad_of_box((*paper.place, 57, 40, 0.15))
    events = []
    for frame, visible in stage.frames(7):
        lying = [*visible, (paper, quad, 1.0)] if frame.t < 3.9 else visible
        reader.visible, reader.t = lying if frame.t > 0.5 else visible, frame.t
        events += watcher.feed(frame)
    assert [line for line in told(events) if "9C" not in line] == ["vira_shown 5D", "card_played QS"]


def test_where_no_vira_is_turned_the_first_face_is_a_play() -> None:
    stage = Stage()
    stage.lay(None, 0, None, place=(120, 75), turn=1.5)
    doubtful = (("8D", 0.6), ("6D", 0.36))
    first = [stage.lay("6H", 1.2, "bottom"), stage.lay("8D", 2.6, "right", read_as=doubtful)]
    stage.gather(5.0, "left", first)
    reader = StageReader()
    watcher = TableWatcher(reader)
    watcher.plays(TableKind(frozenset(CARD_NAMES) - {"8C", "8D", "8H", "8S"}, turns_vira=False))
    events = []
    for frame, visible in stage.frames(8):
        reader.visible, reader.t = visible, frame.t
        events += watcher.feed(frame)
    assert told(events) == ["card_played 6H", "uncertain", "table_cleared"]
    assert {card for card, _ in events[1].candidates} >= {"8D", "6D"}


def test_a_new_hand_begins_with_a_new_vira_and_may_bring_the_same_cards() -> None:
    stage, deck = table_with_vira()
    first = [stage.lay("6H", 1.2, "bottom")]
    stage.gather(3.0, "left", [*first, *deck])
    stage.lay(None, 6.0, "right", place=(120, 75), turn=1.5)
    stage.lay("KC", 7.0, "right", place=(120, 108), turn=0.1)
    stage.lay("6H", 8.4, "right")
    events, _, _ = play(stage, 10)
    shown = told(events)
    assert shown[:2] == ["vira_shown 5D", "card_played 6H"] and shown[-2:] == [
        "vira_shown KC",
        "card_played 6H",
    ]
    assert shown[2:-2] in (["table_cleared all"], ["table_cleared 6H", "table_cleared all"])


def test_light_switched_is_no_motion_and_nothing_happens() -> None:
    stage, _ = table_with_vira(light=[(3.0, 0.6), (4.5, 1.0), (5.0, 0.75)])
    stage.lay("6H", 1.2, "bottom")
    events, _, _ = play(stage, 7)
    assert told(events) == ["vira_shown 5D", "card_played 6H"]


def test_no_frame_is_looked_at_while_nothing_changes() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    reader = StageReader()
    watcher = TableWatcher(reader)
    looks = {}
    for frame, visible in stage.frames(6):
        reader.visible, reader.t = visible, frame.t
        watcher.feed(frame)
        looks[round(frame.t, 2)] = watcher.looks
    assert watcher.looks == looks[2.5] and 12 < watcher.looks < 30


def test_what_stays_undecided_is_looked_at_only_now_and_then() -> None:
    class Jumping(StageReader):
        """Draws an outline now here, now there."""

        def detect(self, image: np.ndarray) -> list[Detection]:
            there = quad_of_box((500.0 + 40 * (self.looks % 2), 500.0, 100.0, 65.0, 0.0))
            return [*super().detect(image), Detection(there, "face", 0.4)]

    stage, _ = table_with_vira()
    reader = Jumping()
    watcher = TableWatcher(reader)
    looks = {}
    for frame, visible in stage.frames(30):
        reader.visible, reader.t = visible, frame.t
        watcher.feed(frame)
        looks[round(frame.t, 2)] = watcher.looks
    assert 5 <= looks[29.0] - looks[9.0] <= 12


def test_a_face_that_turns_out_a_back_is_no_surer_than_that() -> None:
    class Turning(StageReader):
        """Finds the back on the right as a sure face and says afterwards what it is, hardly surely."""

        def detect(self, image: np.ndarray) -> list[Detection]:
            found = super().detect(image)
            turned = [replace(one, side="face") if one.quad[:, 0].mean() > 380 else one for one in found]
            self._read |= {id(new): self._read[id(old)] for new, old in zip(turned, found, strict=True)}
            self._kept = turned
            return turned

        def name(
            self, image: np.ndarray, found: Sequence[Detection], around: Sequence[Detection] = ()
        ) -> list[Reading]:
            nothing = np.zeros(0, np.float32)
            return [
                Reading(one.quad, "back", None, 0.52, nothing) if one.quad[:, 0].mean() > 380 else one
                for one in super().name(image, found, around)
            ]

    stage, _ = table_with_vira()
    stage.lay("KS", 1.2, "bottom")
    stage.lay(None, 2.4, "right")
    events, _, _ = play(stage, 5, Turning())
    assert told(events) == ["vira_shown 5D", "card_played KS", "card_covered"]
    # it has the colour of the stock; its score as a face counts for nothing
    assert events[-1].confidence == pytest.approx(DEFAULT.tracks.same_back_score)


def test_a_hand_over_many_cards_has_few_of_them_read_again_in_a_frame() -> None:
    class Counting(StageReader):
        """Counts the cards read in each frame."""

        read: list[int]

        def name(
            self, image: np.ndarray, found: Sequence[Detection], around: Sequence[Detection] = ()
        ) -> list[Reading]:
            self.read.append(len(found))
            return super().name(image, found, around)

    stage, _ = table_with_vira()
    cards = ("6H", "KS", "3C", "QD", "7H", "2S", "AC", "4D")
    for number, card in enumerate(cards):
        x, y = 200 + 75 * (number % 4), 150 + 100 * (number // 4)
        stage.lay(card, 1.0 + 0.8 * number, "bottom", place=(x, y), turn=1.5)
    stage.hovers = [Hover("top", (310, 150), 9.0, 11.0)]
    reader = Counting()
    reader.read = []
    watcher = TableWatcher(reader)
    events = []
    for frame, visible in stage.frames(13):
        reader.visible, reader.t = visible, frame.t
        events += watcher.feed(frame)
        if frame.t < 8.5:
            reader.read.clear()
    assert told(events) == ["vira_shown 5D", *(f"card_played {card}" for card in cards)]
    assert 0 < max(reader.read) <= DEFAULT.reader.read_again


def test_a_black_picture_is_said_once_and_the_hand_goes_on() -> None:
    stage, _ = table_with_vira(light=[(3.0, 0.0), (6.0, 1.0)])
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KS", 7.5, "right")
    events, _, _ = play(stage, 9)
    assert [event.kind.value for event in events] == [
        "vira_shown",
        "card_played",
        "view_lost",
        "card_played",
    ]
    assert events[2].t - 3.0 < 2 and "black" in events[2].message


def test_a_lost_camera_is_said_once_and_the_hand_goes_on() -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KS", 5.0, "right")
    reader = StageReader()
    watcher = TableWatcher(reader)
    events = []
    for frame, visible in stage.frames(7):
        reader.visible, reader.t = visible, frame.t
        lost = 3 < frame.t < 4
        events += watcher.feed(replace(frame, lost="the camera is unplugged") if lost else frame)
    assert told(events) == [
        "vira_shown 5D",
        "card_played 6H",
        "view_lost the camera is unplugged",
        "card_played KS",
    ]


def test_frames_that_go_back_in_time_are_left_out_and_sizes_may_change() -> None:
    stage, _ = table_with_vira()
    reader = StageReader()
    watcher = TableWatcher(reader)
    for frame, visible in stage.frames(1):
        reader.visible = visible
        watcher.feed(frame)
    looks = watcher.looks
    assert watcher.feed(Frame(np.full((360, 640, 3), 90, np.uint8), 0.5, 99)) == [] and watcher.looks == looks
    reader.visible = []
    watcher.feed(Frame(np.full((720, 1280, 3), 90, np.uint8), 1.5, 100))
    assert watcher.looks == looks + 1


def test_a_card_laid_where_another_was_taken_behind_a_hand_is_a_new_card() -> None:
    stage, _ = table_with_vira()
    first = stage.lay("AC", 1.2, "top")
    stage.gather(3.6, "top", [first])
    stage.hovers = [Hover("top", (320, 130), 3.4, 4.1)]
    stage.lay("KS", 3.9, "top", read_as=(("KS", 0.6), ("QS", 0.35)))
    events, _, _ = play(stage, 7.5)
    assert told(events) == ["vira_shown 5D", "card_played AC", "uncertain"]
    assert events[-1].candidates[0][0] == "KS"


@pytest.mark.parametrize(("way", "covered"), [(34.0, True), (6.0, False)])
def test_a_card_pushed_from_its_hand_into_the_trick_is_covered(way: float, covered: bool) -> None:
    stage, _ = table_with_vira()
    stage.lay("KS", 1.2, "bottom")
    stage.lay("4C", 2.4, "top", place=(320, 130))
    stage.lay(None, 0, None, place=(320, 62), turn=1.5)
    stage.pieces[-1].pushed = (4.5, 0.0, way)
    stage.hovers.append(Hover("top", (320, 62), 4.0, 5.0))
    events, _, _ = play(stage, 7)
    played = ["vira_shown 5D", "card_played KS", "card_played 4C"]
    assert told(events) == [*played, *(["card_covered"] if covered else [])]


@pytest.mark.parametrize(("place", "covered"), [((120, 145), True), ((122, 60), False)])
def test_a_covered_card_beside_the_vira_is_none_of_the_stock_on_its_other_side(
    place: tuple[float, float], covered: bool
) -> None:
    stage, _ = table_with_vira()
    stage.lay("KS", 1.2, "bottom")
    stage.lay(None, 3.0, "left", place=place)
    events, _, _ = play(stage, 6)
    assert told(events) == ["vira_shown 5D", "card_played KS", *(["card_covered"] if covered else [])]


def test_a_stock_too_faint_to_be_believed_alone_still_tells_the_vira() -> None:
    stage = Stage()
    stage.lay("5D", 0.8, "left", place=(120, 108), turn=0.1)
    stage.lay(None, 0, None, place=(120, 75), turn=1.5, score=0.4)
    stage.lay("6H", 2.4, "bottom")
    events, _, _ = play(stage, 4)
    assert told(events) == ["vira_shown 5D", "card_played 6H"]
