"""What lies on a card is told apart from it and made grey before anybody reads it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cards import CLASS_COUNT
from vision.cover import CoverFinder, quarter_turned, without
from vision.crop import CROP_SIZE, OUTSIDE, cut, quad_of_box, quarter_turn
from vision.reader import CardReader

IMAGE = np.random.default_rng(1).integers(120, 256, (400, 600, 3), dtype=np.uint8)
CARD = quad_of_box((200.0, 200.0, 170.0, 120.0, 0.3))
ON_IT = quad_of_box((270.0, 200.0, 170.0, 120.0, 1.1))
APART = quad_of_box((480.0, 200.0, 170.0, 120.0, 1.4))


class LeftHalf:
    """Answers that the left half of every crop is hidden."""

    def __init__(self) -> None:
        self.counts: list[int] = []

    def forward(self, batch: np.ndarray) -> np.ndarray:
        assert batch.shape[1:] == (3, 112, 80)
        self.counts.append(len(batch))
        places = np.full((28, 20), -3.0, np.float32)
        places[:, :10] = 3.0
        return np.repeat(places.reshape(1, -1), len(batch), axis=0)


def test_what_lies_on_a_card_is_told_in_its_places() -> None:
    found = CoverFinder(LeftHalf()).hidden(IMAGE, [CARD])[0]
    assert found[:, :10].all() and not found[:, 10:].any()


def test_only_outlines_that_touch_a_card_and_are_none_of_its_own_may_lie_on_it() -> None:
    touching = CoverFinder(LeftHalf()).touching(CARD, [CARD, CARD + 2, ON_IT, APART])
    assert len(touching) == 1 and touching[0] is ON_IT


def test_many_go_in_batches() -> None:
    network = LeftHalf()
    assert len(CoverFinder(network).hidden(IMAGE, [CARD] * 37)) == 37
    assert network.counts == [16, 16, 5]


def test_what_is_hidden_becomes_grey_and_the_rest_stays() -> None:
    crop = cut(IMAGE, CARD)
    hidden = CoverFinder(LeftHalf()).hidden(IMAGE, [CARD])[0]
    seen = without(crop, hidden)
    assert (seen[:, :50] == OUTSIDE).all() and (seen[:, 60:] == crop[:, 60:]).all()
    assert without(crop, None) is crop


@pytest.mark.parametrize("corner", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_a_card_read_the_other_way_round_hides_the_same_corner(corner: tuple[int, int]) -> None:
    hidden = np.zeros((28, 20), bool)
    rows = slice(0, 9) if corner[0] == 0 else slice(19, None)
    hidden[rows, slice(0, 6) if corner[1] == 0 else slice(14, None)] = True
    upright = without(cut(IMAGE, CARD), hidden)
    turned = without(cut(IMAGE, quarter_turn(CARD)), quarter_turned(hidden))
    grey_upright, grey_turned = ((one == OUTSIDE).all(axis=2) for one in (upright, turned))
    height, width = grey_turned.shape
    corners = {
        name: bool(grey_turned[y * (height - 1), x * (width - 1)])
        for name, (y, x) in {"tl": (0, 0), "tr": (0, 1), "bl": (1, 0), "br": (1, 1)}.items()
    }
    height, width = grey_upright.shape
    # turned against the clock: top left comes to lie bottom left, top right comes to lie top left
    assert corners == {
        "bl": bool(grey_upright[0, 0]),
        "tl": bool(grey_upright[0, width - 1]),
        "tr": bool(grey_upright[height - 1, width - 1]),
        "br": bool(grey_upright[height - 1, 0]),
    }
    assert sum(corners.values()) == 1


class Recording:
    """A reader network that keeps what it is shown and names the ace of clubs."""

    size, threshold, temperature = CROP_SIZE, 0.5, 1.0

    def __init__(self) -> None:
        self.seen: list[np.ndarray] = []

    def forward(self, batch: np.ndarray) -> np.ndarray:
        self.seen += list(batch)
        row = np.zeros(CLASS_COUNT, np.float32)
        row[0] = 20.0
        return np.repeat(row[None], len(batch), axis=0)


def test_the_reader_is_shown_no_part_of_what_lies_on_a_card() -> None:
    network = Recording()
    reader = CardReader(network, cover=CoverFinder(LeftHalf()))
    covered, free = reader.read(IMAGE, [CARD, APART], [CARD, ON_IT, APART])
    assert covered.card == free.card is not None
    grey = (np.array(OUTSIDE[::-1], np.float32) / 255 - 0.5) / 0.25
    assert np.abs(network.seen[0][:, :, :50] - grey[:, None, None]).max() < 1e-5
    assert np.abs(network.seen[1][:, :, :50] - grey[:, None, None]).max() > 0.5


class Corners:
    """An index network that names cards in the order in which it is shown them, each as surely as told."""

    temperature = 1.0

    def __init__(self, *named: tuple[int, float]) -> None:
        self.named = list(named)

    def forward(self, batch: np.ndarray) -> np.ndarray:
        rows = np.zeros((len(batch), CLASS_COUNT), np.float32)
        for row, (card, logit) in zip(rows, self.named, strict=False):
            row[card] = logit
        return rows


@pytest.mark.parametrize(
    ("named", "around", "looked_at"),
    [
        pytest.param([(3, 20.0), (7, 20.0)], [], [], id="both surely, by two names"),
        pytest.param([(3, 20.0), (3, 20.0)], [], [2], id="both by one name: one shows the other's index"),
        pytest.param([(3, 20.0), (7, 1.0)], [], [1], id="one unsurely"),
        pytest.param([(3, 20.0), (3, 1.0)], [], [2], id="the unsure one rather has the sure one's name"),
        pytest.param([(3, 20.0), (7, 20.0)], [ON_IT + 1], [1], id="a third that is not read touches one"),
    ],
)
def test_what_hides_a_card_is_looked_for_where_its_index_may_be_anothers(
    named: list[tuple[int, float]], around: list[np.ndarray], looked_at: list[int]
) -> None:
    cover = LeftHalf()
    reader = CardReader(Recording(), index=Corners(*named), cover=CoverFinder(cover))
    reader.read(IMAGE, [CARD, ON_IT], [CARD, ON_IT, *around])
    assert cover.counts == looked_at
