"""Photographs shown as slides: what is counted, and that the watcher sees each one anew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench.live_photos import Labelled, Photo, load_photos
from tests.bench.live_slides import Slide, judge_slides, show, summed, table
from vision.cards import CARD_NAMES, CLASS_COUNT, class_of
from vision.crop import quad_of_box
from vision.events import Detection, EventKind, Reading, TableEvent

PLACES = ((200.0, 160.0), (420.0, 160.0), (310.0, 300.0))


def box(place: tuple[float, float]) -> np.ndarray:
    return quad_of_box((*place, 90.0, 60.0, 0.4))


def picture(path: Path, cards: Sequence[str], complete: bool = True) -> Photo:
    """A photograph of cards, each a grey sheet whose level is its class."""
    image = np.full((400, 640, 3), (60, 90, 50), np.uint8)
    for card, place in zip(cards, PLACES, strict=False):
        cv2.fillConvexPoly(image, np.round(box(place)).astype(np.int32), (255, 255, 255))
        inner = quad_of_box((*place, 60.0, 40.0, 0.4))
        cv2.fillConvexPoly(image, np.round(inner).astype(np.int32), (0, 4 * class_of(card), 200))
    cv2.imwrite(str(path), image)
    labels = tuple(Labelled(card, True, place) for card, place in zip(cards, PLACES, strict=False))
    return Photo(path, "drawn", complete, labels)


class GreyReader:
    """Finds the sheets, and reads their level; ``sure``: its probability, the rest is a neighbour's."""

    threshold = 0.6

    def __init__(self, sure: float = 0.98) -> None:
        self.sure = sure

    def detect(self, image: np.ndarray) -> list[Detection]:
        """A sheet's middle has no blue in it, the table has."""
        return [Detection(box((x, y)), "face", 0.9) for x, y in PLACES if image[int(y), int(x), 0] < 30]

    def name(
        self, image: np.ndarray, found: Sequence[Detection], around: Sequence[Detection] = ()
    ) -> list[Reading]:
        readings = []
        for one in found:
            x, y = one.quad.mean(axis=0).astype(int)
            row = np.full(CLASS_COUNT, 1e-4, np.float32)
            _, green, red = image[y - 8 : y + 8, x - 8 : x + 8].mean(axis=(0, 1))
            best = min(round(float(green / red) * 50), 51)  # whatever the light
            row[best], row[best - 1 or 1] = self.sure, 1 - self.sure
            card = CARD_NAMES[best] if self.sure >= self.threshold else None
            readings.append(Reading(one.quad, "face", card, self.sure, row))
        return readings


def test_every_slide_is_seen_anew_and_each_card_told_once(tmp_path: Path) -> None:
    photos = [
        picture(tmp_path / "a.png", ["AS", "4C", "7H"]),
        picture(tmp_path / "b.png", ["4C", "AS"]),  # the same cards in other places
        picture(tmp_path / "c.png", ["KD"]),
    ]
    slides = list(show(photos, GreyReader()))
    told = [sorted(event.card or "" for event in slide.events if event.card) for slide in slides]
    assert told == [["4C", "7H", "AS"], ["4C", "AS"], ["KD"]]
    result = judge_slides("drawn", photos, GreyReader())
    counted = {key: result[key] for key in ("photos", "named", "once", "missing", "twice", "not_there")}
    assert counted == {"photos": 3, "named": 6, "once": 6, "missing": 0, "twice": 0, "not_there": 0}
    assert result["faults"] == []


def test_a_card_that_can_hardly_be_read_is_asked_about(tmp_path: Path) -> None:
    photos = [picture(tmp_path / "a.png", ["AS", "4C", "7H"])]
    result = judge_slides("drawn", photos, GreyReader(sure=0.62))
    assert (result["named"], result["once"], result["asked"], result["missing"]) == (3, 0, 3, 0)


def told(card: str, place: int = 0, kind: EventKind = EventKind.CARD_PLAYED) -> TableEvent:
    corners = tuple((float(x), float(y)) for x, y in box(PLACES[place]))
    return TableEvent(kind, 1.0, place + 1, card, corners=corners)


def read(card: str, place: int) -> Reading:
    return Reading(box(PLACES[place]), "face", card, 0.9, np.zeros(CLASS_COUNT, np.float32))


@pytest.mark.parametrize(
    ("still", "events", "wanted"),
    [
        (["AS"], [told("AS"), told("AS")], {"once": 0, "twice": 1}),
        (["AS", "4C"], [told("AS")], {"once": 1, "missing": 1}),
        (["AS", "4C"], [told("AS"), told("", 1, EventKind.UNCERTAIN)], {"once": 1, "asked": 1}),
        (["AS"], [told("AS"), told("KD", 2)], {"once": 1, "not_there": 1, "not_in_still": 1}),
        (["KD"], [told("KD", 0)], {"once": 1, "not_there": 1, "not_in_still": 0}),
        ([], [told("AS")], {"named": 0, "twice": 0, "not_there": 0}),
    ],
)
def test_what_is_counted(
    still: list[str], events: list[TableEvent], wanted: dict[str, int], tmp_path: Path
) -> None:
    photo = picture(tmp_path / "a.png", ["AS", "4C"])
    slide = Slide(photo, tuple(read(card, place) for place, card in enumerate(still)), tuple(events))
    counts = slide.counts()
    assert {key: counts[key] for key in wanted} == wanted


def test_on_a_photograph_with_unlabelled_cards_nothing_is_called_false(tmp_path: Path) -> None:
    photo = picture(tmp_path / "a.png", ["AS"], complete=False)
    assert Slide(photo, (), (told("KD"),)).counts()["not_there"] == 0


def test_the_table_has_a_row_a_source_and_their_sum() -> None:
    keys = ("photos", "named", "once", "asked", "missing", "twice", "not_there", "not_in_still")
    results = [{"source": name, **dict.fromkeys(keys, number)} for name, number in (("a", 1), ("b", 2))]
    assert summed(results) == dict.fromkeys(keys, 3)
    assert [row.split()[0] for row in table(results)] == ["slides", "a", "b", "all"]


def test_photographs_that_do_not_count_are_left_out(tmp_path: Path) -> None:
    card = '{"card": "AS", "visible": "full", "center": [10, 20], "box": [0, 0, 20, 40]}'
    (tmp_path / "labels.json").write_text(
        f'[{{"image": "s/a.png", "source": "s", "scored": true, "complete": true, "cards": [{card}]}},'
        ' {"image": "s/b.png", "source": "s", "scored": false, "complete": true, "cards": []}]',
        "utf-8",
    )
    (photo,) = load_photos(tmp_path)["s"]
    assert photo.path == tmp_path / "s" / "a.png" and photo.cards == (Labelled("AS", True, (10, 20)),)
