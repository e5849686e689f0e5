"""Measures how long the main thread is away while the window watches the bundled film: `make bench-app`.

Prints a table and, as its last line, one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.sigkill import measured

KEYS = (
    "sigkills",
    "actions_lost",
    "monkey_minutes",
    "exceptions",
    "main_thread_max_ms",
    "main_thread_p99_ms",
)

KILLS, KILLS_IN_WINDOW = 180, 20

SECONDS = 30.0
"""Length of the measurement: the bundled film once, with the pause before it begins anew."""


def main() -> int:
    """Measures and prints."""
    figures: dict[str, float | None] = dict.fromkeys(KEYS)
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
    from kivy.clock import Clock

    from app.store import Store
    from app.ui.application import ViraApp

    store = Store.open(Path(tempfile.mkdtemp()) / "vira.sqlite3")
    app = ViraApp(store)
    Clock.schedule_once(lambda _: app.demonstrate())
    gaps: list[float] = []
    last = [time.perf_counter()]

    def note(_: float) -> None:
        now = time.perf_counter()
        gaps.append((now - last[0]) * 1e3)
        last[0] = now

    Clock.schedule_interval(note, 0)
    Clock.schedule_once(lambda _: app.stop(), SECONDS)
    app.run()
    # The first frames load fonts and pictures, before anybody can touch anything.
    steady = sorted(gaps[30:])
    figures["main_thread_max_ms"] = round(steady[-1], 1)
    figures["main_thread_p99_ms"] = round(steady[int(len(steady) * 0.99)], 1)
    killed = measured(KILLS, KILLS_IN_WINDOW, seed=0)
    figures["sigkills"], figures["actions_lost"] = killed.kills, killed.lost
    for fault in killed.faults:
        print(fault)
    for key, value in figures.items():
        print(f"{key:<20} {'not measured yet' if value is None else value}")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
