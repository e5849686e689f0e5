"""Judges filmed tables and compares them with their truth. Run by `make bench-live`.

``FILMS`` says how many disturbed films (200): seven ordinary hands in ten, judged without help, and three odd
ones in which the table answers truthfully. A tenth of them, at least two, are films of a minute without play.
Ten plain films (held-out decks and surfaces, nothing else that disturbs) come first. What was judged already
by these weights is taken from ``tests/bench/live_results.json``; ``FRESH=1`` judges everything again.
``ONLY=plain|disturbed|idle|speed`` leaves the others out.

Prints a line a film, tables and, as its last line, one JSON object.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from app.errors import UserError
from app.table import open_reader
from tests.bench.live_film import code_now, false_announcements, film_print, judge_film, weights_now
from tests.bench.live_speed import measure
from vision.read import TableReader

ROOT: Final = Path(__file__).resolve().parents[2]
KEYS: Final = (
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
FIRST: Final = {"plain": 400, "disturbed": 1000, "idle": 2000}
"""Seeds of the measured films. Lower ones were looked at while tracks and referee were written."""
OPTIONS: Final = {"plain": [], "disturbed": ["--disturbed"], "idle": ["--idle", "60"]}
NAMES: Final = {"plain": "hand", "disturbed": "table", "idle": "idle"}
FOLDER: Final = ROOT / "data" / "films"
RESULTS: Final = Path(__file__).with_name("live_results.json")
PLAIN_FILMS: Final = 10


def film_of(kind: str, number: int) -> Path:
    """The film, made where it is not there yet; held-out decks and surfaces if ``make data`` ran."""
    seed = FIRST[kind] + number
    path = FOLDER / f"{NAMES[kind]}{seed:03}.mp4"
    if not path.with_suffix(".facts.json").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        data = ["--data", str(ROOT / "data")] if (ROOT / "data" / "decks" / "decks.json").is_file() else []
        command = [sys.executable, "-m", "datasets.film", "--out", str(FOLDER), "--seed", str(seed)]
        options = [*command, "--count", "1", *OPTIONS[kind], *data]
        subprocess.run(options, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return path


class Results:
    """What came of each film, kept in a small file."""

    def __init__(self, path: Path = RESULTS) -> None:
        self._path = path
        self._kept: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        self.older = 0
        """Results taken from the file that older code has judged."""

    def known(self, film: Path, code: str) -> dict[str, Any] | None:
        """The result of a film by the present weights; None if there is none."""
        kept = self._kept.get(film.stem)
        if kept is None or kept["weights"] != weights_now() or kept["film"] != film_print(film):
            return None
        self.older += kept["code"] != code
        return dict(kept)

    def keep(self, film: Path, result: dict[str, Any], code: str) -> dict[str, Any]:
        """Adds a result, and writes the file at once."""
        made = {**result, "weights": weights_now(), "film": film_print(film), "code": code}
        self._kept[film.stem] = made
        lines = [f"{json.dumps(name)}: {json.dumps(self._kept[name])}" for name in sorted(self._kept)]
        self._path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        return made


def told_of(name: str, result: dict[str, Any]) -> str:
    """One line about a film."""
    if result["kind"] == "idle":
        return f"{name:<9} {'quiet' if not result['told'] else 'TOLD'}  {result['told'] or ''}"
    verdict = "right" if result["right"] else "asked" if result["questions"] else "WRONG"
    silent = "".join(f"\n    SILENT {fault}" for fault in result["silent"])
    what = result["oddity"] or "-"
    problem = "" if result["kind"] != "odd" else " problem named" if result["problem"] else " NOT NAMED"
    more = " ".join(result["disturbances"])
    return f"{name:<9} {verdict:<6}{problem} {what} questions {result['questions']} [{more}]{silent}"


def by_disturbance(results: Iterable[dict[str, Any]]) -> list[str]:
    """A table: for each disturbance how many ordinary films, how many right, silently wrong, questions."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for result in results:
        for kind in (*result["disturbances"], *([result["oddity"]] if result["oddity"] else ())):
            rows.setdefault(kind, []).append(result)
    table = [f"{'with':<30}{'films':>6}{'right':>7}{'silent':>8}{'questions':>11}"]
    for kind, films in sorted(rows.items()):
        right, silent = sum(one["right"] for one in films), sum(bool(one["silent"]) for one in films)
        asked = sum(len(one["questions"]) for one in films)
        table.append(f"{kind:<30}{len(films):>6}{right:>7}{silent:>8}{asked:>11}")
    return table


def share(part: int, whole: int) -> float | None:
    """A share, None of nothing."""
    return part / whole if whole else None


def figures_of(results: list[dict[str, Any]]) -> dict[str, float | None]:
    """The figures that films give."""
    hands = [one for one in results if one["kind"] in ("disturbed", "odd")]
    ordinary = [one for one in hands if one["kind"] == "disturbed"]
    odd = [one for one in hands if one["kind"] == "odd"]
    idle = [one for one in results if one["kind"] == "idle"]
    # at ten frames a second or as near as there is: a settled card needs three views whatever the rate
    delays = [delay for one in ordinary for delay in one["delays"]]
    asked = sum(len(one["questions"]) for one in ordinary)
    return {
        "films": len(hands),
        "right_without_help": share(sum(one["right"] for one in ordinary), len(ordinary)),
        "problems_raised": share(sum(one["problem"] for one in odd), len(odd)),
        "silent_wrong": sum(bool(one["silent"]) for one in hands),
        "questions_per_hand": share(asked, len(ordinary)),
        "latency_median_s": statistics.median(delays) if delays else None,
        "false_announcements": sum(len(one["told"]) for one in idle) if idle else None,
    }


def plain_summary(plain: list[dict[str, Any]]) -> str:
    """What the plain films gave, in one line."""
    right, silent = sum(one["right"] for one in plain), sum(bool(one["silent"]) for one in plain)
    asked = sum(len(one["questions"]) for one in plain)
    whole = f"{right} of {len(plain)} right without help"
    return f"plain films: {whole}, {silent} silently wrong, {asked} questions"


def main() -> int:
    """Measures and prints."""
    figures: dict[str, float | None] = dict.fromkeys(KEYS)
    try:
        reader = open_reader()
    except UserError as error:
        print(f"bench-live: {error}", file=sys.stderr)
        return 2
    if not (ROOT / "data" / "decks" / "decks.json").is_file():
        print("Without `make data` the films show the committed deck only.")
    only, films = os.environ.get("ONLY", ""), int(os.environ.get("FILMS", "200"))
    counts = {"plain": PLAIN_FILMS, "disturbed": films, "idle": max(2, films // 10)}
    results = Results()
    found = {
        kind: run(kind, counts[kind], results, reader) for kind in counts if only in ("", kind)
    }
    everything = [one for part in found.values() for one in part]
    figures |= figures_of(everything)
    if only in ("", "speed"):
        speed = measure(reader)
        figures |= {key: value for key, value in speed.items() if key in KEYS}
        print("\n1280x720, twelve cards lying:", {key: round(value, 3) for key, value in speed.items()})
    if found.get("disturbed"):
        print("\n" + "\n".join(by_disturbance(found["disturbed"])))
    if found.get("plain"):
        print("\n" + plain_summary(found["plain"]))
    if results.older:
        print(f"{results.older} of the results were judged by older code; FRESH=1 judges them again.")
    figures = {key: None if value is None else round(value, 4) for key, value in figures.items()}
    print()
    for key, value in figures.items():
        print(f"{key:<20} {'not measured' if value is None else value}")
    print(json.dumps(figures))
    return 0


def run(kind: str, count: int, results: Results, reader: TableReader) -> list[dict[str, Any]]:
    """The results of the first films of a kind, judged where they are not known."""
    code, fresh = code_now(), os.environ.get("FRESH") == "1"
    found = []
    for number in range(count):
        film = film_of(kind, number)
        result = None if fresh else results.known(film, code)
        if result is None:
            made = false_announcements(film, reader) if kind == "idle" else judge_film(film, reader)
            result = results.keep(film, made, code)
        print(told_of(film.stem, result), flush=True)
        found.append(result)
    return found


if __name__ == "__main__":
    sys.exit(main())
