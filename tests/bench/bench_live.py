"""Judges filmed tables and compares them with their truth. Run by `make bench-live`.

``FILMS`` says how many disturbed films (200): seven ordinary hands in ten, judged without help, and three odd
ones in which the table answers truthfully. A tenth as many, at least two, are made of card cut-outs of real
photographs, and as many minutes are filmed in which nobody plays. Ten plain films (held-out decks and
surfaces, nothing else that disturbs) come first, the photographs themselves as slides last (``SLIDES``: how
many of each source, else all). What was judged already by these weights is taken from
``tests/bench/live_results.json``; ``FRESH=1`` judges everything again.
``ONLY=plain,disturbed,cutouts,idle,slides,speed`` leaves the others out; films lie in ``VIRA_FILMS``.

Prints a line a film, tables and, as its last line, one JSON object.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from app.errors import UserError
from app.table import open_reader
from tests.bench.live_cutouts import shoot_cutouts
from tests.bench.live_film import code_now, false_announcements, film_print, judge_film, weights_now
from tests.bench.live_photos import load_photos, photos_folder
from tests.bench.live_slides import judge_slides, slides_print, summed, table
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
FIRST: Final = {"plain": 420, "disturbed": 1000, "idle": 2000, "cutouts": 3000}
"""Seeds of the measured films. Lower ones were looked at while tracks and referee were written."""
OPTIONS: Final = {"plain": [], "disturbed": ["--disturbed"], "idle": ["--idle", "60"]}
NAMES: Final = {"plain": "hand", "disturbed": "table", "idle": "idle", "cutouts": "cutout"}
FOLDER: Final = Path(os.environ.get("VIRA_FILMS", ROOT / "data" / "films"))
RESULTS: Final = Path(__file__).with_name("live_results.json")
PLAIN_FILMS: Final = 10


@dataclass(frozen=True, slots=True)
class Showing:
    """Something that is shown: its name, what tells it from another of that name, and how it is judged."""

    name: str
    stamp: str
    judge: Callable[[TableReader], dict[str, Any]]


def film_of(kind: str, number: int) -> Path | None:
    """The film, made where it is not there yet; held-out decks and surfaces if ``make data`` ran.

    None for one of cut-outs where there are no photographs.
    """
    seed = FIRST[kind] + number
    path = FOLDER / f"{NAMES[kind]}{seed:03}.mp4"
    if path.with_suffix(".facts.json").exists():
        return path
    FOLDER.mkdir(parents=True, exist_ok=True)
    data = ROOT / "data" if (ROOT / "data" / "decks" / "decks.json").is_file() else None
    if kind == "cutouts":
        photos = photos_folder()
        if photos is None:
            return None
        shoot_cutouts(photos, data, seed, path)
        return path
    command = [sys.executable, "-m", "datasets.film", "--out", str(FOLDER), "--seed", str(seed)]
    options = [*command, "--count", "1", *OPTIONS[kind], *([] if data is None else ["--data", str(data)])]
    subprocess.run(options, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return path


def films(kind: str, count: int) -> Iterator[Showing]:
    """The first films of a kind."""
    for number in range(count):
        path = film_of(kind, number)
        if path is None:
            print("There are no photographs (VIRA_PHOTOS) to cut cards from.")
            return
        judge = false_announcements if kind == "idle" else judge_film
        yield Showing(path.stem, film_print(path), partial(judge, path))


def slides(most: int | None) -> Iterator[Showing]:
    """The photographs of each source, ``most`` of them at most."""
    folder = photos_folder()
    if folder is None:
        print("There are no photographs (VIRA_PHOTOS) to show as slides.")
        return
    for source, photos in load_photos(folder).items():
        # evenly over the whole source: its photographs were taken in runs
        step = max(1, len(photos) // most) if most else 1
        shown = photos[::step][:most]
        name = f"slides-{source}" + ("" if len(shown) == len(photos) else f"-{len(shown)}")
        yield Showing(name, slides_print(shown), partial(judge_slides, source, shown))


class Results:
    """What came of each film, kept in a small file."""

    def __init__(self, path: Path = RESULTS) -> None:
        self._path = path
        self._kept: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        self.older = 0
        """Results taken from the file that older code has judged."""

    def known(self, shown: Showing, code: str) -> dict[str, Any] | None:
        """The result of a film by the present weights; None if there is none."""
        kept = self._kept.get(shown.name)
        if kept is None or kept["weights"] != weights_now() or kept["film"] != shown.stamp:
            return None
        self.older += kept["code"] != code
        return dict(kept)

    def keep(self, shown: Showing, result: dict[str, Any], code: str) -> dict[str, Any]:
        """Adds a result, and writes the file at once."""
        made = {**result, "weights": weights_now(), "film": shown.stamp, "code": code}
        self._kept[shown.name] = made
        lines = [f"{json.dumps(name)}: {json.dumps(self._kept[name])}" for name in sorted(self._kept)]
        self._path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        return made


def told_of(name: str, result: dict[str, Any]) -> str:
    """One line about what was shown, more where it went wrong."""
    if result["kind"] == "idle":
        return f"{name:<9} {'quiet' if not result['told'] else 'TOLD'}  {result['told'] or ''}"
    if result["kind"] == "slides":
        faults = "".join(f"\n    {fault}" for fault in result["faults"])
        return f"{name:<9} {result['once']} of {result['named']} announced once{faults}"
    verdict = "right" if result["right"] else "asked" if result["questions"] else "WRONG"
    silent = "".join(f"\n    SILENT {fault}" for fault in result["silent"])
    what = result["oddity"] or "-"
    problem = "" if not result["oddity"] else " problem named" if result["problem"] else " NOT NAMED"
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
        "silent_wrong": sum(bool(one["silent"]) for one in hands) if hands else None,
        "questions_per_hand": share(asked, len(ordinary)),
        "latency_median_s": statistics.median(delays) if delays else None,
        "false_announcements": sum(len(one["told"]) for one in idle) if idle else None,
    }


def summary(name: str, results: list[dict[str, Any]]) -> str:
    """What some films gave, in one line."""
    right, silent = sum(one["right"] for one in results), sum(bool(one["silent"]) for one in results)
    asked = sum(len(one["questions"]) for one in results)
    whole = f"{right} of {len(results)} right without help"
    return f"{name} films: {whole}, {silent} silently wrong, {asked} questions"


def main() -> int:
    """Measures and prints."""
    figures: dict[str, Any] = dict.fromkeys(KEYS)
    try:
        reader = open_reader()
    except UserError as error:
        print(f"bench-live: {error}", file=sys.stderr)
        return 2
    if not (ROOT / "data" / "decks" / "decks.json").is_file():
        print("Without `make data` the films show the committed deck only.")
    only, count = os.environ.get("ONLY", ""), int(os.environ.get("FILMS", "200"))
    most = int(os.environ.get("SLIDES", "0")) or None
    counts = {
        "plain": PLAIN_FILMS,
        "disturbed": count,
        "cutouts": max(2, count // 10),
        "idle": max(2, count * 3 // 10),
    }
    wanted = set(only.split(",")) if only else {*counts, "slides", "speed"}
    results = Results()
    found = {kind: run(films(kind, counts[kind]), results, reader) for kind in counts if kind in wanted}
    if "slides" in wanted:
        found["slides"] = run(slides(most), results, reader)
    figures |= figures_of([one for kind in found if kind != "cutouts" for one in found[kind]])
    if "speed" in wanted:
        speed = measure(reader)
        figures |= {key: value for key, value in speed.items() if key in KEYS}
        print("\n1280x720, twelve cards lying:", {key: round(value, 3) for key, value in speed.items()})
    for kind in ("disturbed", "cutouts"):
        if found.get(kind):
            print(f"\n{kind} films\n" + "\n".join(by_disturbance(found[kind])))
    for kind in ("plain", "cutouts"):
        if found.get(kind):
            print("\n" + summary(kind, found[kind]))
    if found.get("cutouts"):
        apart = figures_of(found["cutouts"])
        figures["cutouts"] = {key: apart[key] for key in KEYS if apart.get(key) is not None}
    if found.get("slides"):
        figures["slides"] = summed(found["slides"])
        print("\n" + "\n".join(table(found["slides"])))
    if results.older:
        print(f"{results.older} of the results were judged by older code; FRESH=1 judges them again.")
    print()
    for key, value in figures.items():
        print(f"{key:<20} {'not measured' if value is None else rounded(value)}")
    print(json.dumps({key: rounded(value) for key, value in figures.items()}))
    return 0


def rounded(value: Any) -> Any:
    """Figures with four digits behind the point."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return round(value, 4) if isinstance(value, float) else value


def run(shown: Iterable[Showing], results: Results, reader: TableReader) -> list[dict[str, Any]]:
    """The results of what is shown, judged where they are not known."""
    code, fresh = code_now(), os.environ.get("FRESH") == "1"
    found = []
    for one in shown:
        result = None if fresh else results.known(one, code)
        if result is None:
            result = results.keep(one, one.judge(reader), code)
        print(told_of(one.name, result), flush=True)
        found.append(result)
    return found


if __name__ == "__main__":
    sys.exit(main())
