"""Judges one film for `bench_live`, and keeps what came of it as plain data."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from app.judging import Sitting
from app.referee.calls import read_calls
from app.referee.compare import compare
from app.referee.lines import JUDGED, Line, LineType, read_lines
from app.referee.questions import Ask
from app.referee.referee import Referee
from app.table import kind_of
from engine import preset
from tests.bench.answers import Answers
from tests.bench.strict import Fault, Moment, silent_faults
from vision.source import VideoSource
from vision.watch import FrameReader, TableWatcher

ROOT: Final = Path(__file__).resolve().parents[2]
CODE: Final = (
    "vision/*.py",
    "vision/view/*.py",
    "app/referee/*.py",
    "app/judging.py",
    "engine/*.py",
)
"""What judges; a result of older code is named as such."""
_CALLED: Final = (Ask.RAISE, Ask.SPECIAL_HAND)
"""Questions that wait for a call: no doubt about what was seen."""
_DOUBTS: Final = {Ask.WHICH_CARD, Ask.WHOSE_CARD, Ask.DIRECTION, Ask.IS_IT_VIRA}
"""Questions about what was seen: no problems of the table."""


def judge_film(path: Path, reader: FrameReader, recorded: bool = False) -> dict[str, Any]:
    """Judges one film with its calls. In an odd hand the table answers truthfully, else nobody does."""
    facts: dict[str, Any] = json.loads(path.with_suffix(".facts.json").read_text("utf-8"))
    truth = read_lines(path.with_suffix(".truth.jsonl"))
    rules = replace(preset(facts["rules"]), seats=facts["seats"])
    odd = bool(facts["oddity"])
    referee = Referee(rules, facts["dealer"], score=tuple(facts["score"]), goes_on=not odd)
    watcher = TableWatcher(reader, table=kind_of(rules))
    sitting = Sitting(referee, read_calls(path.with_suffix(".calls.jsonl")))
    people = Answers(facts) if odd else None
    moments: list[Moment] = []
    busy = 0.0
    with VideoSource(path) as film:
        for frame in film:
            if recorded:
                reader.number = frame.number  # type: ignore[attr-defined]
            looks, start = watcher.looks, time.perf_counter()
            events = watcher.feed(frame)
            if watcher.looks > looks:
                busy += time.perf_counter() - start
            sitting.take(frame.t, events)
            if people is not None:
                people.give(referee, frame.t)
            watcher.vira_is(referee.vira_track)
            asking = any(one.key not in _CALLED for one in (*referee.questions, *referee.left_open))
            moments.append(Moment(frame.t, len(referee.lines), asking))
    still_open = sitting.end()
    found = compare(referee.lines, truth, asked=bool(still_open))
    faults = silent_faults(moments, referee.lines, truth)
    if not found.same and not faults and all(one.key == Ask.HAND_OPEN for one in still_open):
        # a film is over before what is missing is three seconds late
        faults = [Fault(moments[-1].t if moments else 0.0, found.told is None, found.told, found.truth)]
    named = {line.reason for line in referee.lines if line.type in (LineType.PROBLEM, LineType.QUESTION)}
    asked = [line.reason for line in referee.lines if line.type is LineType.QUESTION]
    wrongly = set() if facts["problems"] else named - _DOUBTS
    return {
        "kind": "odd" if odd else "plain" if path.stem.startswith("hand") else "disturbed",
        "right": found.same,
        "problem": bool(named & set(facts["problems"])) if facts["problems"] else not wrongly,
        "silent": [
            [round(one.t, 1), "missing" if one.missing else "told", one.told, one.truth] for one in faults
        ],
        "differs": None if found.same else [found.told, found.truth],
        "questions": asked,
        "delays": [round(delay, 2) for delay in delays_of(referee.lines, truth)],
        "looks": watcher.looks,
        "seconds": round(busy, 2),
        "film_s": round(moments[-1].t, 1) if moments else 0.0,
        "oddity": facts["oddity"],
        "disturbances": facts["disturbances"],
        "deck": facts["deck"],
        "rules": facts["rules"],
        "seats": facts["seats"],
    }


def false_announcements(path: Path, reader: FrameReader) -> dict[str, Any]:
    """What is told and asked of a film in which nobody plays."""
    rules = preset("paulista")
    referee = Referee(rules)
    watcher = TableWatcher(reader, table=kind_of(rules))
    sitting = Sitting(referee, ())
    last = 0.0
    with VideoSource(path) as film:
        for frame in film:
            sitting.take(frame.t, watcher.feed(frame))
            last = frame.t
    told = [line.to_dict() for line in referee.lines if line.type in JUDGED]
    asked = [line.reason for line in referee.lines if line.type is LineType.QUESTION]
    seen = {"kind": "idle", "told": told, "questions": asked, "film_s": round(last, 1)}
    return {**seen, "looks": watcher.looks}


def delays_of(told: list[Line], truth: tuple[Line, ...]) -> list[float]:
    """How long after it was due each card of the truth was told."""
    said = {line.card: line.t for line in reversed(told) if line.type is LineType.CARD}
    due = {line.card: line.t for line in truth if line.type is LineType.CARD}
    return [said[card] - t for card, t in due.items() if card in said]


def weights_now() -> str:
    """Which weights judge: the beginning of the checksum of `models/models.json`, which holds theirs."""
    return hashlib.sha256((ROOT / "models" / "models.json").read_bytes()).hexdigest()[:12]


def code_now() -> str:
    """Which code judges."""
    digest = hashlib.sha256()
    for pattern in CODE:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def film_print(path: Path) -> str:
    """Which film it is: the beginning of the checksum of its truth and facts."""
    digest = hashlib.sha256()
    for kind in (".truth.jsonl", ".facts.json"):
        digest.update(path.with_suffix(kind).read_bytes())
    return digest.hexdigest()[:12]
