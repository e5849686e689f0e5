"""How long somebody new waits for Vira: from its start to the first judged hand, in the real program.

``python -m tests.bench.newcomer [--think 3]`` on a display, also part of `make bench-app`. Set-up is done and
nothing is known but what is on the screen: `tests/app/ui/newcomer.py` touches what stands out, ``think``
seconds after it has come, first in the demonstration's film as if it were a camera, then without a camera.
The last line is JSON: seconds to the first screen, from the last touch to the camera's first picture, of both
ways to the judged hand, and how many touches each took.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "app"), str(ROOT / "tests" / "app" / "ui")]

FILM_DEALER = 3
"""Which of the offered seats deals in the bundled film: the left one."""

PATIENCE = 120.0
"""Seconds after which somebody new gives up: the bar."""


def watch(began: float, think: float) -> None:
    """Runs Vira in this process with a newcomer before it; prints what was noted, as JSON."""
    import app.commands.app as command
    from app.main import main as vira

    open_window = command._open_window
    noted: dict[str, float] = {}

    def note(name: str) -> None:
        noted.setdefault(name, round(time.time() - began, 1))

    def opened(*given: object) -> None:
        from kivy.app import App
        from kivy.clock import Clock
        from newcomer import Newcomer, judged

        newcomer = Newcomer(None, [FILM_DEALER])
        due = [0.0]

        def look(_: float) -> None:
            app = App.get_running_app()
            if app is None or not app._way:
                return
            newcomer.app = app
            if "screen" not in noted:
                note("screen")
                due[0] = time.time() + think
            if app.host.shown is not None:
                note("picture")
            if judged(app) or time.time() - began > PATIENCE:
                note("judged" if judged(app) else "given_up")
                app.stop()
            elif time.time() >= due[0] and newcomer.touch():
                noted["touches"] = len(newcomer.touched)
                due[0] = time.time() + think
                noted["last_touch"] = round(time.time() - began, 1)

        Clock.schedule_interval(look, 0.1)
        open_window(*given)

    command._open_window = opened  # type: ignore[assignment]
    vira(["app"])
    print(json.dumps(noted))


def walk(camera: str, think: float) -> dict[str, float]:
    """One newcomer with an empty store but for the camera chosen in the settings."""
    from app.store import Store

    folder = Path(tempfile.mkdtemp())
    store = Store.open(folder / "vira.sqlite3")
    store.settings.set("camera", camera)
    store.close()
    began = time.time()
    command = [sys.executable, "-m", "tests.bench.newcomer", "--began", str(began), "--think", str(think)]
    environment = {**os.environ, "VIRA_DATA": str(folder)}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, env=environment)
    found: dict[str, float] = json.loads((done.stdout.strip().splitlines() or ["{}"])[-1])
    return found


def main() -> int:
    """Both ways, printed; exit code 1 where one was not gone to its end in time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--think", type=float, default=3.0, help="seconds before each touch")
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.began is not None:
        watch(args.began, args.think)
        return 0
    from app.paths import FILM

    film, hand = walk(str(FILM), args.think), walk("", args.think)
    figures = {
        "first_screen_s": film.get("screen"),
        "camera_s": round(film.get("picture", float("nan")) - film.get("last_touch", float("nan")), 1),
        "judged_by_camera_s": film.get("judged"),
        "touches_by_camera": film.get("touches"),
        "judged_by_hand_s": hand.get("judged"),
        "touches_by_hand": hand.get("touches"),
    }
    print(json.dumps(figures))
    return 0 if "judged" in film and "judged" in hand else 1


if __name__ == "__main__":
    sys.exit(main())
