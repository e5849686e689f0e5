"""Decks set in fonts."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.art.fetch import FetchError
from datasets.art.pack import PACK_HEIGHT
from datasets.art.typeset import Art, Look, Mask, Types, Typesetter, random_look
from vision.cards import CARD_NAMES, RANKS, SUITS

INK = {"C": (20, 20, 20), "S": (20, 20, 20), "D": (30, 20, 200), "H": (30, 20, 200)}


def _glyphs() -> tuple[dict[str, Mask], dict[str, Mask]]:
    """Stand-ins of one height each: letters as bars of different width, suits as discs."""
    letters = {
        letter: np.full((140, 40 + 6 * number), 255, np.uint8)
        for number, letter in enumerate((*RANKS, *"OER"))
    }
    disc = np.zeros((100, 100), np.uint8)
    cv2.circle(disc, (50, 50), 49, 255, -1)
    return letters, dict.fromkeys(SUITS, disc)


def _look(**changes: object) -> Look:
    values: Mapping[str, object] = {
        "wide": 290, "rank_high": 0.12, "rank_narrow": 1.0, "suit_high": 0.08, "margin": (0.03, 0.03),
        "beside": False, "four_corners": False, "paper": (255, 255, 255), "inks": INK, "pip_high": 0.12,
        "pip_columns": 0.16, "pip_rise": 0.3, "centre": "pips", "courts": "one", "frame": False,
    }  # fmt: skip
    return Look(**{**values, **changes})  # type: ignore[arg-type]


def _set(look: Look, art: Art | None = None) -> Typesetter:
    return Typesetter(np.random.default_rng(0), look, *_glyphs(), art or Art({}))


def test_every_card_has_the_size_of_a_card_and_clear_corners() -> None:
    for seed in range(12):
        look = random_look(np.random.default_rng(seed))
        setter = _set(look)
        for name in (*CARD_NAMES, "JK2"):
            card = setter.card(name)
            assert card.shape == (PACK_HEIGHT, look.wide, 4) and card.dtype == np.uint8
            assert card[0, 0, 3] == 0 and card[PACK_HEIGHT // 2, look.wide // 2, 3] == 255


@pytest.mark.parametrize("four_corners", [False, True])
def test_the_index_reads_the_same_from_either_end(four_corners: bool) -> None:
    card = _set(_look(four_corners=four_corners, centre="one")).card("7H")[..., :3].astype(int)
    high, wide = round(0.25 * PACK_HEIGHT), round(0.25 * 290)
    corners = {
        "first": card[:high, :wide],
        "across": card[::-1, ::-1][:high, :wide],
        "beside": card[:high, ::-1][:, :wide][:, ::-1],
    }
    inked = {place: int((part.sum(axis=2) < 500).sum()) for place, part in corners.items()}
    assert inked["first"] > 500
    assert abs(corners["first"] - corners["across"]).max() <= 1
    assert (inked["beside"] > 500) == four_corners


def test_the_suits_have_their_inks() -> None:
    setter = _set(_look(centre="one"))
    for suit in SUITS:
        middle = setter.card(f"4{suit}")[PACK_HEIGHT // 2, 145, :3]
        assert tuple(int(value) for value in middle) == INK[suit]


@pytest.mark.parametrize(("rank", "pips"), [("2", 2), ("5", 5), ("7", 7), ("8", 8), ("9", 9), ("10", 10)])
def test_a_number_card_shows_as_many_pips(rank: str, pips: int) -> None:
    card = _set(_look(pip_high=0.06)).card(f"{rank}S")[..., :3]
    inside = (card[:, 80:210].max(axis=2) < 128).astype(np.uint8)
    assert cv2.connectedComponents(inside)[0] - 1 == pips


def test_a_borrowed_court_lies_under_the_index() -> None:
    art = Art({name + suit: np.full((360, 200, 3), 77, np.uint8) for name in "JQK" for suit in SUITS})
    card = _set(_look(courts="any", rank_high=0.25), art).card("KD")[..., :3]
    assert (card[PACK_HEIGHT // 2, 145] == 77).all()
    ink = (card.astype(int) == INK["D"]).all(axis=2)
    assert ink[: PACK_HEIGHT // 3, :100].sum() > 1000


def test_missing_glyphs_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = cv2.imencode(".png", np.zeros((260, 520, 4), np.uint8))[1].tobytes()

    def answer(*_: object, **__: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess([], 0, empty, b"")

    monkeypatch.setattr(subprocess, "run", answer)
    with pytest.raises(FetchError, match="Nobody Sans lacks a sign"):
        Types(tmp_path, tmp_path).glyphs("Nobody Sans", ["A", "2"])


def test_without_the_renderer_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FetchError, match="librsvg2-bin"):
        Types(tmp_path, tmp_path).own_suits()
