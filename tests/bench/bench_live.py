"""Judges filmed hands without help and compares them with their truth. Run by `make bench-live`.

``FILMS`` says how many (10). Prints a line a film, a table and, as its last line, one JSON object.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from app.errors import UserError
from app.judging import Sitting
from app.referee.calls import read_calls
from app.referee.compare import Comparison, compare
from app.referee.lines import Line, LineType, read_lines
from app.referee.referee import Referee
from app.table import open_reader
from engine import PRESETS
from vision.read import TableReader
from vision.source import VideoSource
from vision.watch import TableWatcher

ROOT = Path(__file__).resolve().parents[2]
KEYS = (
    "films",
    "right_without_help",
    "problems_raised",
    "silent_wrong",
    "questions_per_hand",
    "latency_median_s",
    "false_announcements",
    "fps_busy",
    "idle_core_share",
)
FIRST_SEED = 300
"""Films of lower seeds were looked at while the tracks were written; these were not."""
FILMS_FOLDER = ROOT / "data" / "films"


@dataclass(slots=True)
class Judged:
    """One film's result. ``delays``: seconds from a card at rest to its announcement."""

    name: str
    comparison: Comparison
    questions: int
    delays: list[float] = field(default_factory=list)
    looks: int = 0
    seconds: float = 0.0


def judge_film(path: Path, reader: TableReader) -> Judged:
    """Judges one film with its calls and compares it with its truth."""
    truth = read_lines(path.with_suffix(".truth.jsonl"))
    referee = Referee(PRESETS["paulista"], goes_on=True)
    watcher = TableWatcher(reader)
    sitting = Sitting(referee, read_calls(path.with_suffix(".calls.jsonl")))
    busy = 0.0
    with VideoSource(path) as film:
        for frame in film:
            looks, start = watcher.looks, time.perf_counter()
            events = watcher.feed(frame)
            if watcher.looks > looks:
                busy += time.perf_counter() - start
            sitting.take(frame.t, events)
    still_open = sitting.end()
    questions = sum(line.type is LineType.QUESTION for line in referee.lines)
    comparison = compare(referee.lines, truth, asked=bool(still_open))
    delays = delays_of(referee.lines, truth)
    return Judged(path.stem, comparison, questions, delays, watcher.looks, busy)


def delays_of(told: list[Line], truth: tuple[Line, ...]) -> list[float]:
    """How long after it was due each card of the truth was told."""
    said = {line.card: line.t for line in reversed(told) if line.type is LineType.CARD}
    due = {line.card: line.t for line in truth if line.type is LineType.CARD}
    return [said[card] - t for card, t in due.items() if card in said]


def films(wanted: int) -> list[Path]:
    """The films, made where they are not there yet; held-out decks and surfaces if ``make data`` ran."""
    paths = {seed: FILMS_FOLDER / f"hand{seed:03}.mp4" for seed in range(FIRST_SEED, FIRST_SEED + wanted)}
    data = ["--data", str(ROOT / "data")] if (ROOT / "data" / "decks").is_dir() else []
    if not data:
        print("Without `make data` the films show the committed deck only.")
    FILMS_FOLDER.mkdir(parents=True, exist_ok=True)
    for seed, path in paths.items():
        if not path.with_suffix(".truth.jsonl").exists():
            command = [sys.executable, "-m", "datasets.film", "--out", str(FILMS_FOLDER)]
            subprocess.run([*command, "--seed", str(seed), "--count", "1", *data], cwd=ROOT, check=True)
    return list(paths.values())


def main() -> int:
    """Measures and prints."""
    figures: dict[str, float | None] = dict.fromkeys(KEYS)
    try:
        reader = open_reader()
    except UserError as error:
        print(f"bench-live: {error}", file=sys.stderr)
        return 2
    results = []
    for path in films(int(os.environ.get("FILMS", "10"))):
        result = judge_film(path, reader)
        results.append(result)
        found = result.comparison
        verdict = "right" if found.same else "asked" if found.asked else "SILENTLY WRONG"
        print(f"{result.name}  {verdict:<14}  questions {result.questions}", flush=True)
        if not found.same:
            print(f"    told  {found.told}\n    truth {found.truth}", flush=True)
    delays = [delay for result in results for delay in result.delays]
    looks, seconds = sum(one.looks for one in results), sum(one.seconds for one in results)
    figures |= {
        "films": len(results),
        "right_without_help": sum(one.comparison.same for one in results) / max(1, len(results)),
        "silent_wrong": sum(one.comparison.silently_wrong for one in results),
        "questions_per_hand": sum(one.questions for one in results) / max(1, len(results)),
        "latency_median_s": statistics.median(delays) if delays else None,
        "fps_busy": looks / seconds if seconds else None,
    }
    figures = {key: None if value is None else round(value, 4) for key, value in figures.items()}
    print()
    for key, value in figures.items():
        print(f"{key:<20} {'not measured yet' if value is None else value}")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
