"""Shows every screen at one size: ``python tests/app/ui/survey.py SIZE [--out FOLDER] [--scenes A,B]``.

Prints one line for each fault that `audit` finds, and ends with exit code 1 if there was one. With ``--out``
a picture of each screen is kept there.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[2])]

SIZES: Final = {
    "7-landscape": (1280, 800, 7.0),
    "7-portrait": (800, 1280, 7.0),
    "10-landscape": (1920, 1200, 10.1),
    "10-portrait": (1200, 1920, 10.1),
    "13-landscape": (2560, 1600, 13.0),
    "13-portrait": (1600, 2560, 13.0),
}
"""Width and height in pixels, diagonal in inches."""


def density_of(size: str) -> float:
    """Pixels a dp."""
    wide, high, inches = SIZES[size]
    return float((wide * wide + high * high) ** 0.5 / inches / 160)


def small_scores(window: Any, density: float) -> list[str]:
    """Scores that are not read from two metres: digits of less than 28 mm on a tablet of 10 inches."""
    heights = [
        digits.font_size * 0.729 / density / 160 * 25.4
        for digits in window.walk()
        if type(digits).__name__ == "Digits"
    ]
    return [f"the score is {height:.1f} mm high" for height in heights if height < 28]


def survey(
    size: str, languages: list[str], scenes: list[str], out: Path | None, **settings: object
) -> list[str]:
    """Shows the scenes and gives what is wrong with them."""
    from app.ui.opening import before_kivy

    wide, high, _ = SIZES[size]
    before_kivy(wide, high)
    from kivy.metrics import Metrics

    Metrics.density = density_of(size)
    import cv2
    from audit import faults
    from driven import Driven
    from stage import SCENES, Finder, TableSource, TableWatcher

    from app.settings import Settings
    from app.store import Store
    from app.ui.application import ViraApp
    from app.ui.eyes import Eyes

    folder = Path(tempfile.mkdtemp())
    os.environ["VIRA_DATA"] = str(folder)
    store = Store.open(folder / "vira.sqlite3")
    steps = ("vira 5D", "0 KS")
    eyes = Eyes(lambda spec: TableSource(steps), lambda: TableWatcher(steps), Finder)
    window = Driven(ViraApp(store, Settings(voice=False, sounds=False, **settings), eyes), folder)
    wrong = []
    for language in languages:
        window.app.change(language=language)
        for name in scenes or list(SCENES):
            SCENES[name](window)
            window.steps(6)
            wrong += [f"{size} {language} {name}: {fault}" for fault in faults(window, Metrics.density)]
            if size.startswith("10-") and name.startswith("table-"):
                wrong += [
                    f"{size} {language} {name}: {fault}" for fault in small_scores(window, Metrics.density)
                ]
            if out is not None:
                picture = window.picture(name)
                cv2.imwrite(str(out / f"{name}-{size}-{language}.png"), picture[..., ::-1])
    window.app.stop()
    store.close()
    return wrong


def main() -> int:
    """Runs one survey."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--scenes", default="")
    parser.add_argument("--languages", default="pt_BR,en")
    parser.add_argument("--look", default="dark")
    parser.add_argument("--text", type=float, default=1.0)
    args = parser.parse_args()
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    scenes = [name for name in args.scenes.split(",") if name]
    wrong = survey(args.size, args.languages.split(","), scenes, args.out, look=args.look, text=args.text)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
