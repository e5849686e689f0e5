"""From many readings of one card to a name, or a doubt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.cards import CARD_NAMES, CLASS_COUNT, class_of
from vision.config import DEFAULT
from vision.track import Track
from vision.votes import Votes

CERTAIN = 0.9


def row(unreadable: float = 0.0, **cards: float) -> np.ndarray:
    """Probabilities of one view; what is left is spread over all names."""
    spread = (1.0 - unreadable - sum(cards.values())) / len(CARD_NAMES)
    made = np.full(CLASS_COUNT, spread, np.float32)
    for card, p in cards.items():
        made[class_of(card.removeprefix("c"))] += p
    made[-1] = unreadable
    return made


def votes(*rows: np.ndarray) -> Votes:
    made = Votes()
    for one in rows:
        made.add(one, 0.9)
    return made


def test_agreeing_views_name_the_card() -> None:
    card, confidence, likely = votes(*[row(c5H=0.93)] * 4).name({}, CERTAIN)
    assert card == "5H" and confidence > 0.9 and likely[0][0] == "5H"


def test_no_view_names_nothing_and_one_view_is_not_enough() -> None:
    assert Votes().name({}, CERTAIN) == (None, 0.0, ())
    assert votes(row(c5H=0.99)).name({}, CERTAIN)[0] is None


def test_many_doubtful_views_do_not_become_a_sure_one() -> None:
    few = votes(*[row(c5H=0.55, c6H=0.4)] * 3).name({}, CERTAIN)
    many = votes(*[row(c5H=0.55, c6H=0.4)] * 40).name({}, CERTAIN)
    assert few[0] is many[0] is None
    assert [card for card, _ in many[2]][:2] == ["5H", "6H"]


def test_views_that_contradict_each_other_are_a_doubt() -> None:
    card, _, likely = votes(*[row(c5H=0.95), row(c6H=0.95)] * 3).name({}, CERTAIN)
    assert card is None and {name for name, _ in likely} >= {"5H", "6H"}


def test_a_single_bad_view_outvotes_nothing() -> None:
    assert votes(*[row(c5H=0.95)] * 4, row(cKC=0.99)).name({}, CERTAIN)[0] == "5H"


def test_a_runner_up_keeps_the_card_in_doubt() -> None:
    assert votes(*[row(cKD=0.72, cAD=0.27)] * 4).name({}, CERTAIN)[0] is None
    assert votes(*[row(cKD=0.82)] * 4).name({}, CERTAIN)[0] == "KD"


def test_half_unreadable_views_with_one_name_and_no_other_are_enough() -> None:
    assert votes(*[row(0.38, c5H=0.58)] * 4).name({}, CERTAIN)[0] == "5H"
    assert votes(*[row(0.6, c5H=0.38)] * 4).name({}, CERTAIN) == (None, 0.0, ())


def test_a_card_that_already_lies_there_is_not_read_again() -> None:
    seen = votes(*[row(c5H=0.6, c5D=0.36)] * 4)
    assert seen.name({}, CERTAIN)[0] is None
    assert seen.name({"5D": 1.0}, CERTAIN)[0] == "5H"


def test_a_card_that_is_not_in_the_deck_counts_less() -> None:
    seen = votes(*[row(c7H=0.7, c8H=0.27)] * 4)
    assert seen.name({}, CERTAIN)[0] is None
    assert seen.name({}, CERTAIN, {"8H"})[0] == "7H"
    assert votes(*[row(c8H=0.5, c7H=0.46)] * 4).name({}, CERTAIN, {"8H"})[0] == "7H"
    unsure = votes(*[row(c8H=0.6, c7H=0.35)] * 4).name({}, CERTAIN, {"8H"})
    assert unsure[0] is None and {name for name, _ in unsure[2]} >= {"7H", "8H"}


@pytest.mark.parametrize("card", ["8H", "5D"])
def test_what_is_read_beyond_doubt_is_named_against_all_expectation(card: str) -> None:
    seen = votes(*[row(**{f"c{card}": 0.985})] * 4)
    assert seen.name({"5D": 1.0}, CERTAIN, {"8H"})[0] == card


def test_only_the_last_views_count() -> None:
    kept = DEFAULT.tracks.votes_kept
    assert votes(*[row(c5H=0.95)] * 9, *[row(cKC=0.95)] * kept).name({}, CERTAIN)[0] == "KC"


def test_a_card_that_moves_begins_anew_under_the_same_limits() -> None:
    limits = replace(DEFAULT.tracks, sharpness=3.0)
    track = Track(1, np.zeros((4, 2), np.float32), "face", 0.0, 0.0, votes=Votes(limits))
    track.votes.add(row(c7H=0.9), 0.9)
    track.stir()
    assert track.votes.count == 0
    for _ in range(3):
        track.votes.add(row(cQD=0.7, cJD=0.3), 0.9)
    assert track.votes.name({}, CERTAIN)[0] == "QD"
    assert votes(*[row(cQD=0.7, cJD=0.3)] * 3).name({}, CERTAIN)[0] is None
    assert Votes().fresh().count == 0


def test_views_say_less_than_they_mean() -> None:
    _, confidence, _ = votes(*[row(cKC=0.77, cQC=0.20)] * 4).name({}, CERTAIN)
    assert 0.8 < confidence < 0.9


def test_a_card_in_doubt_elsewhere_counts_less_here() -> None:
    seen = votes(*[row(cQC=0.6, cKC=0.36)] * 4)
    alone, beside = (seen.name(where, CERTAIN)[1] for where in ({}, {"KC": 0.7}))
    assert beside > alone + 0.1


def test_a_deck_that_was_not_sorted_keeps_its_foreign_cards_likely() -> None:
    seen = votes(*[row(c6C=0.6, c9C=0.38)] * 4)
    assert seen.name({}, CERTAIN, {"9C"})[0] == "6C"
    assert seen.name({}, CERTAIN, {"9C"}, unsorted=True)[0] is None
