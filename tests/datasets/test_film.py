"""Scripts of filmed hands and the films made of them."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.film import Look, film
from datasets.scene import Stage
from datasets.script import Wishes, write_script
from engine import PRESETS, Card

PAULISTA = PRESETS["paulista"]


@pytest.mark.parametrize("seed", range(12))
def test_a_script_keeps_its_wishes_and_its_time(seed: int) -> None:
    wishes = Wishes(covered=True, tie=True, raises=1.0)
    script = write_script(np.random.default_rng(seed), PAULISTA, wishes)
    assert script.length <= 20
    assert any(lay.covered for lay in script.lays)
    assert any(line["type"] == "trick" and "team" not in line for line in script.truth)
    times = [line["t"] for line in script.truth]
    assert times == sorted(times)
    cards = [lay.card for lay in script.lays] + [script.vira]
    assert len(cards) == len(set(cards))
    assert [line["type"] for line in script.truth[:2]] == ["vira", "manilhas"]
    assert [line["type"] for line in script.truth[-2:]] == ["hand", "score"]


def test_covered_cards_have_no_name_in_the_truth() -> None:
    script = write_script(np.random.default_rng(1), PAULISTA, Wishes(covered=True))
    assert all("card" not in line for line in script.truth if line["type"] == "covered")


def test_calls_stand_in_the_truth_at_the_same_time() -> None:
    for seed in range(30):
        script = write_script(np.random.default_rng(seed), PAULISTA, Wishes(raises=3.0))
        said = [(line["t"], line["team"]) for line in script.truth if line["type"] == "call"]
        assert said == [(press["t"], press["team"]) for press in script.calls]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_number_of_seats_can_be_scripted(seats: int) -> None:
    script = write_script(np.random.default_rng(2), replace(PAULISTA, seats=seats), Wishes(longest=60))
    assert {lay.seat for lay in script.lays} == set(range(seats))


def test_fixed_manilhas_are_told_at_the_first_card() -> None:
    script = write_script(np.random.default_rng(3), PRESETS["mineiro"], Wishes(longest=60))
    first, second = script.truth[:2]
    assert first["type"] == "manilhas" and first["card"] == "4C 7H AS 7D" and first["t"] == second["t"]
    assert second["type"] in ("card", "call")


def test_a_hand_that_ends_between_tricks_can_be_filmed(own_stage: Stage, tmp_path: Path) -> None:
    for seed in range(400):
        script = write_script(np.random.default_rng(seed), PAULISTA, Wishes(raises=3.0))
        if script.cleared and max(lay.trick for lay in script.lays) < len(script.cleared):
            break
    else:
        raise AssertionError("no such hand came up")
    film(own_stage, script, Look(size=(160, 90), card_px=12, fps=2), seed, tmp_path / "hand.mp4")
    assert (tmp_path / "hand.truth.jsonl").stat().st_size > 0


def test_wishes_that_cannot_be_met_are_refused() -> None:
    rules = replace(PAULISTA, covered_from="never")
    with pytest.raises(ValueError, match="no hand with these wishes"):
        write_script(np.random.default_rng(0), rules, Wishes(covered=True))


def test_a_film_shows_the_whole_hand_and_brings_its_files(own_stage: Stage, tmp_path: Path) -> None:
    script = write_script(np.random.default_rng(4), PAULISTA, Wishes(raises=3.0))
    look = Look(size=(320, 180), card_px=22, fps=5)
    path = tmp_path / "hand.mp4"
    film(own_stage, script, look, 4, path)
    video = cv2.VideoCapture(str(path))
    frames = 0
    while video.read()[0]:
        frames += 1
    assert frames == int(script.length * 5)
    truth = [json.loads(line) for line in (tmp_path / "hand.truth.jsonl").read_text().splitlines()]
    assert truth == list(script.truth)
    assert Card.parse(truth[0]["card"]) == Card.parse(script.vira)
    calls = [json.loads(line) for line in (tmp_path / "hand.calls.jsonl").read_text().splitlines()]
    assert calls == list(script.calls)


def test_a_film_that_cannot_be_written_says_so(own_stage: Stage, tmp_path: Path) -> None:
    script = write_script(np.random.default_rng(4), PAULISTA)
    blocked = tmp_path / "hand.mp4"
    blocked.mkdir()
    with pytest.raises(OSError, match="cannot be written"):
        film(own_stage, script, Look(size=(320, 180)), 4, blocked)


def test_a_seed_gives_the_same_hand_in_every_process() -> None:
    code = (
        "import numpy as np; from datasets.script import write_script; from engine import PRESETS;"
        "print(write_script(np.random.default_rng(5), PRESETS['paulista']).truth)"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
