"""A filmed hand before which cards are burned: seen by a reader that knows the script, judged by the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from app.judging import Sitting
from app.referee.lines import Line, judged
from app.referee.questions import Ask
from app.referee.referee import Referee
from app.table import kind_of
from datasets.feed import load_stage
from datasets.film import Filming, Look
from datasets.oddities import write_odd
from datasets.scene import card_quad
from datasets.script import Script, Wishes
from engine import PRESETS
from tests.bench.answers import Answers
from tests.bench.strict import Moment, silent_faults
from vision.cards import CARD_NAMES, CLASS_COUNT, class_of
from vision.crop import order_quad
from vision.events import Detection, Reading
from vision.source import Frame
from vision.watch import TableWatcher

PAULISTA = PRESETS["paulista"]
LANDED = 0.4
"""Seconds before its time in the script at which a card lies; the hand is still over it."""


class Knowing:
    """Detector and reader that know where the cards of a film lie at ``t``."""

    threshold = 0.6

    def __init__(self, filming: Filming) -> None:
        self.t = 0.0
        self._cards: list[dict[str, Any]] = filming.cards()
        self._stock = card_quad(filming._camera, filming._stock, filming._size)
        self._names: dict[int, str] = {}

    def detect(self, image: np.ndarray) -> list[Detection]:
        found = [Detection(order_quad(self._stock), "back", 0.9)]
        self._names = {}
        for card in self._cards:
            until = card.get("until")
            if card["from"] - LANDED <= self.t and (until is None or self.t < until - LANDED):
                found.append(Detection(order_quad(card["corners"]), "face", 0.9))
                self._names[id(found[-1])] = card["card"]
        self._kept = found  # ids stay unique while these live
        return found

    def name(
        self, image: np.ndarray, found: Sequence[Detection], around: Sequence[Detection] = ()
    ) -> list[Reading]:
        readings = []
        for one in found:
            row = np.full(CLASS_COUNT, 0.0002, np.float32)
            if one.side == "back":
                readings.append(Reading(one.quad, "back", None, 0.9, row[:0]))
                continue
            row[class_of(self._names[id(one)])] = 0.98
            readings.append(Reading(one.quad, "face", CARD_NAMES[int(row.argmax())], 0.98, row))
        return readings


def script_with(stays: bool) -> Script:
    """A hand before which two cards at least are burned; they stay there, or are put back."""
    for seed in range(60):
        script = write_odd(np.random.default_rng(seed), PAULISTA, "burned", Wishes(raises=0.0, longest=40.0))
        if len(script.shown) >= 2 and (script.shown[0].until is None) == stays:
            return script
    raise AssertionError("no such hand came up")


@pytest.mark.parametrize("stays", [True, False])
def test_burned_cards_are_neither_vira_nor_plays(stays: bool) -> None:
    script = script_with(stays)
    filming = Filming(load_stage(None), script, Look(size=(640, 360), card_px=42), np.random.default_rng(4))
    reader = Knowing(filming)
    referee = Referee(PAULISTA, script.dealer % 4)
    watcher, sitting = TableWatcher(reader, table=kind_of(PAULISTA)), Sitting(referee, ())
    people = Answers({"cards": filming.cards(), "answer": script.answer, "problems": script.problems})
    truth = tuple(Line.from_dict(line) for line in script.truth)
    moments = []
    until = script.lays[3].at + 1.2  # the first trick
    for number in range(int(until * 8)):
        reader.t = number / 8
        sitting.take(reader.t, watcher.feed(Frame(filming.frame(reader.t), reader.t, number)))
        people.give(referee, reader.t)
        watcher.vira_is(referee.vira_track)
        moments.append(Moment(reader.t, len(referee.lines), bool(referee.questions)))
    assert silent_faults(moments, referee.lines, truth) == []
    assert judged(referee.lines) == judged([line for line in truth if line.t <= until])
    asked = [line.reason for line in referee.lines if line.type == "question"]
    assert len(asked) <= 2 and set(asked) <= {Ask.IS_IT_VIRA}
