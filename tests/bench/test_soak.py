"""Hours of play in small: the same hand again and again leaves nothing behind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from datasets.feed import load_stage
from datasets.film import Look, film
from datasets.script import Wishes, write_script
from engine import PRESETS
from tests.bench.soak import Reel, live, sit, soak, told_of
from vision.cards import CLASS_COUNT
from vision.events import Detection, EventKind, Reading


class Blind:
    threshold = 0.6

    def detect(self, image: np.ndarray) -> list[Detection]:
        return []

    def name(
        self, image: np.ndarray, found: Sequence[Detection], around: Sequence[Detection] = ()
    ) -> list[Reading]:
        return []


def small_film(folder: Path) -> Path:
    script = write_script(np.random.default_rng(3), PRESETS["paulista"], Wishes(raises=0.0, pace=0.4))
    path = folder / "hand.mp4"
    film(load_stage(None), script, Look(size=(160, 90), card_px=12, fps=4), 3, path)
    facts = json.loads(path.with_suffix(".facts.json").read_text())
    vira = next(card for card in facts["cards"] if card.get("vira"))
    frames = np.arange(4, 20, dtype=np.int32)
    np.savez(
        path.with_suffix(".seen.npz"),
        frame=frames,
        quad=np.array([vira["corners"]] * len(frames), np.float32),
        face=np.ones(len(frames), np.bool_),
        score=np.full(len(frames), 0.9, np.float32),
        rows=np.full((len(frames), CLASS_COUNT), 1 / CLASS_COUNT, np.float16),
        threshold=np.array(0.6),
    )
    return path


def test_hours_of_hands_leave_the_referee_as_it_was() -> None:
    found = sit(1.0)
    assert found["referee_hands"] >= 79 and found["referee_questions"] == 0
    assert found["referee_matches"] >= 2
    assert found["referee_kept_end"] <= found["referee_kept_start"] + 4


def test_a_reel_is_played_again_and_again(tmp_path: Path) -> None:
    reel = Reel.load(small_film(tmp_path), every=2)
    said: list[str] = []
    found = soak([reel], 0.02, said.append)
    assert [index for _, index, _ in reel.frames[:3]] == [0, 2, 4]
    assert found["hands"] >= 4 and len(said) >= 4
    assert found["hands_judged_otherwise_than_before"] == 0
    assert found["most_kept_end"] <= found["most_kept_start"] + 2


def test_frames_that_are_pushed_are_judged_and_their_age_is_noted(tmp_path: Path) -> None:
    found = live([small_film(tmp_path)], 0.02, Blind())
    assert 0 < found["frames_judged"] <= found["frames_pushed"]
    assert 0 <= found["median_age_s"] <= found["oldest_frame_s"]


def test_what_is_told_of_a_hand_is_its_script() -> None:
    script = write_script(np.random.default_rng(4), PRESETS["paulista"], Wishes(covered=True))
    events = told_of(script, 100.0, 7)
    assert events[0].kind is EventKind.VIRA_SHOWN and events[0].t > 100 and events[0].track == 8
    laid = [event for event in events if event.kind in (EventKind.CARD_PLAYED, EventKind.CARD_COVERED)]
    assert [event.card for event in laid] == [None if lay.covered else lay.card for lay in script.lays]
    assert len({event.track for event in laid}) == len(laid)
