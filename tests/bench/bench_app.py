"""Measures the app: kills, a monkey, and how long the main thread is away: `make bench-app`.

``VIRA_MONKEY_MINUTES`` (10) and ``VIRA_KILLS`` (200) make it shorter. The main thread is measured twice:
while the bundled film is judged by the real networks, and while the monkey plays; the last line has the
former, for nobody touches a table twelve times a second. Prints a table and, as its last line, one JSON
object.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

KEYS = (
    "sigkills",
    "actions_lost",
    "monkey_minutes",
    "exceptions",
    "main_thread_max_ms",
    "main_thread_p99_ms",
)

FILM_SECONDS = 60.0
"""Length of the measurement with the film: once, with the pause before it begins anew."""

FIRST = 30
"""Looks left out: the first frames load fonts and pictures, before anybody can touch anything."""


def gaps_with_film() -> tuple[list[float], list[float]]:
    """Milliseconds between two looks of the main thread while the bundled film is judged; and how many of
    them it was itself at work (on a busy machine the rest is waiting for a core).
    """
    from app.ui.opening import before_kivy

    before_kivy()
    from kivy.clock import Clock

    from app.store import Store
    from app.ui.application import ViraApp

    store = Store.open(Path(tempfile.mkdtemp()) / "vira.sqlite3")
    app = ViraApp(store)
    gaps: list[float] = []
    work: list[float] = []
    last = [time.perf_counter(), time.thread_time()]

    def note(_: float) -> None:
        now, spent = time.perf_counter(), time.thread_time()
        gaps.append((now - last[0]) * 1e3)
        work.append((spent - last[1]) * 1e3)
        last[:] = now, spent

    Clock.schedule_once(lambda _: app.demonstrate())
    Clock.schedule_interval(note, 0)
    Clock.schedule_once(lambda _: app.stop(), FILM_SECONDS)
    app.run()
    store.close()
    return gaps[FIRST:], work[FIRST:]


def last_line(module: str, *arguments: str) -> dict[str, Any]:
    """The JSON that a program of its own prints last; its other lines go to the error stream."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    *others, last = done.stdout.strip().splitlines() or ["{}"]
    print("\n".join(others), file=sys.stderr)
    found: dict[str, Any] = json.loads(last)
    return found


def share(gaps: list[float], part: float) -> float:
    """The delay that this part of the looks does not exceed."""
    ordered = sorted(gaps)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 1) if ordered else float("nan")


def shares(gaps: list[float]) -> list[float]:
    """p99, p99.9 and the longest."""
    return [share(gaps, part) for part in (0.99, 0.999, 1.0)]


def main() -> int:
    """Measures and prints."""
    minutes = float(os.environ.get("VIRA_MONKEY_MINUTES", "10"))
    kills = int(os.environ.get("VIRA_KILLS", "200"))
    windows = kills // 10
    film, work = gaps_with_film()
    monkey = last_line("tests.bench.monkey", "--minutes", str(minutes))
    killed = last_line("tests.bench.sigkill", "--kills", str(kills - windows), "--windows", str(windows))
    played = list(monkey.get("gaps", []))
    newcomer = last_line("tests.bench.newcomer")
    table = {
        "film: p99, p99.9, max (ms)": shares(film),
        "film, at work: p99, p99.9, max": shares(work),
        "monkey: p99, p99.9, max (ms)": shares(played),
        "monkey, at work: p99, p99.9, max": shares(list(monkey.get("work", []))),
        "monkey, table watched: p99, p99.9, max": shares(list(monkey.get("watched", []))),
        "touches": monkey.get("touches"),
        "table events": monkey.get("events"),
        "sources opened": monkey.get("sources"),
        "dead ends": monkey.get("dead_ends"),
        "screens": monkey.get("screens"),
        "kills with faults": killed.get("faults"),
        "newcomer (s)": newcomer,
    }
    figures = {
        "sigkills": killed.get("sigkills"),
        "actions_lost": killed.get("actions_lost"),
        "monkey_minutes": monkey.get("minutes"),
        "exceptions": monkey.get("exceptions"),
        "main_thread_max_ms": share(film, 1.0),
        "main_thread_p99_ms": share(film, 0.99),
    }
    for key, value in {**table, **figures}.items():
        print(f"{key:<40} {value}")
    print(json.dumps({key: figures[key] for key in KEYS}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
