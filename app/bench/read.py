"""`make bench-read`: accuracy on the labelled photos, and where the milliseconds go.

The photos' folder is ``VIRA_PHOTOS``; it brings its own ``score.py``. ultralytics is timed on the same
picture where the training environment is installed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from app.bench import Figure, finish, table
from app.errors import UserError
from app.paths import FILM
from app.table import open_reader
from vision.read import TableReader
from vision.source import VideoSource

ROOT = Path(__file__).resolve().parent.parent.parent
TRAIN_PYTHON = ROOT / ".venv-train" / "bin" / "python"
RUNS = 30
"""Readings that are timed, after a few to warm up; the median of them is steady on a quiet machine."""
CARDS = 6
"""Cards on the timed picture: a full trick with vira and stock."""

Image = NDArray[np.uint8]


def timed_picture(reader: TableReader) -> Image | None:
    """A 1280x720 picture with about six cards: a frame of the bundled film; None without the film."""
    if not FILM.exists():
        return None
    best: tuple[int, Image] | None = None
    with VideoSource(FILM) as film:
        for frame in film:
            if frame.number % 10 == 0:
                away = abs(len(reader.read(frame.image)) - CARDS)
                if best is None or away < best[0]:
                    best = (away, frame.image)
    if best is None:
        return None
    return np.asarray(cv2.resize(best[1], (1280, 720), interpolation=cv2.INTER_AREA), np.uint8)


def time_reading(reader: TableReader, picture: Image) -> dict[str, Figure]:
    """Medians in milliseconds over `RUNS` readings of one picture."""
    for _ in range(3):
        reader.read(picture)
    timings = [reader.read_timed(picture)[1] for _ in range(RUNS)]
    return {
        "ms_read_median": statistics.median(timing.total for timing in timings),
        "ms_detector_median": statistics.median(timing.detector for timing in timings),
        "ms_reader_median": statistics.median(timing.reader for timing in timings),
    }


def time_ultralytics(picture: Image) -> float | None:
    """Median milliseconds of ultralytics' own predict on the same picture; None without the train extra."""
    if not TRAIN_PYTHON.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        cv2.imwrite(str(path), picture)
        done = subprocess.run(
            [TRAIN_PYTHON, "-m", "vision.training.time_predict", str(path), "--runs", str(RUNS)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        print(f"ultralytics could not be timed: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
        return None
    return float(json.loads(done.stdout.splitlines()[-1])["ms_median"])


def score_photos(folder: Path) -> dict[str, Any] | None:
    """What the photos' own ``score.py`` says about our readings; None without the photos."""
    script, labels = folder / "score.py", folder / "labels.json"
    if not (script.exists() and labels.exists()):
        return None
    images = [photo["image"] for photo in json.loads(labels.read_text(encoding="utf-8"))]
    with tempfile.TemporaryDirectory() as work:
        listed, read = Path(work) / "list.txt", Path(work) / "readings.jsonl"
        listed.write_text("\n".join(images), encoding="utf-8")
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "app.main", "read", "--list", listed, "--root", folder, "--json", read],
            cwd=ROOT,
            check=False,
        )
        print(f"{len(images)} photos read in {time.perf_counter() - start:.0f} s")
        print(_scored(script, read), flush=True)
        result: dict[str, Any] = json.loads(_scored(script, read, "--json"))
    return result


def _scored(script: Path, readings: Path, *options: str) -> str:
    command = [sys.executable, str(script), str(readings), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def accuracy(result: dict[str, Any] | None) -> dict[str, Figure]:
    """The figures of the last line, from the scorer's answer; rates are macro averages over the sources."""
    names = ("right_full", "misread_full", "right_partial", "misread_partial")
    if result is None:
        keys = (*names, "backs_found", "false_cards_per_photo", "false_backs_per_photo", "exact_photos")
        return dict.fromkeys(keys)
    full, partial = result["macro"]["truco_full"], result["macro"]["truco_partial"]
    everything = result["all"]
    backs, complete = everything["backs"], everything["complete_photos"]
    return {
        "right_full": full and full["right_rate"],
        "misread_full": full and full["misread_rate"],
        "right_partial": partial and partial["right_rate"],
        "misread_partial": partial and partial["misread_rate"],
        "backs_found": backs["found"] / backs["labelled"] if backs["labelled"] else None,
        "false_cards_per_photo": everything["false_cards"]["per_complete_photo"],
        "false_backs_per_photo": backs["false"] / complete if complete else None,
        "exact_photos": everything["exact_photos"] / complete if complete else None,
    }


def main() -> int:
    """Measures and prints."""
    try:
        reader: TableReader | None = open_reader()
    except UserError as error:
        print(f"{error} Nothing can be read without them.")
        reader = None
    folder = Path(os.environ.get("VIRA_PHOTOS", ROOT.parent / "shared" / "photos"))
    scored = None if reader is None else score_photos(folder)
    if scored is None and reader is not None:
        print(f"There are no labelled photos in {folder}: accuracy is not measured.")
    timings: dict[str, Figure] = {}
    ultralytics: Figure = None
    picture = None if reader is None else timed_picture(reader)
    if reader is not None and picture is not None:
        timings = time_reading(reader, picture)
        ultralytics = time_ultralytics(picture)
        rows: list[tuple[str, object]] = [
            (name, f"{value:.1f}") for name, value in timings.items() if value is not None
        ]
        told = "not installed here" if ultralytics is None else f"{ultralytics:.1f}"
        table([*rows, ("ms_ultralytics_median (its own predict, detector only)", told)])
    finish(
        {
            **accuracy(scored),
            "ms_read_median": timings.get("ms_read_median"),
            "ms_detector_median": timings.get("ms_detector_median"),
            "ms_ultralytics_median": ultralytics,
        }
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
