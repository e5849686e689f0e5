"""Measures reading: real photos by their own scorer, milliseconds a picture. Run by `make bench-read`.

Prints a table and, as its last line, one JSON object. What needs something that is not here (the photos,
the training environment) is null, and a sentence says so.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import fields, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2
import numpy as np

from tests.bench.memory import memory_mb
from vision.models import MODELS_FOLDER, Networks, WeightsError, load_networks
from vision.picture import PictureError, open_picture
from vision.read import TableReader

ROOT = Path(__file__).resolve().parents[2]
OWN_DECK = ROOT / "datasets" / "own_deck" / "cards" / "jumbo"
TRAIN_PYTHON = ROOT / ".venv-train" / "bin" / "python"
SIX = ("AS", "4C", "QH", "KD", "7D", "3C")
KEYS = (
    "right_full",
    "misread_full",
    "right_partial",
    "misread_partial",
    "backs_found",
    "false_cards_per_photo",
    "false_backs_per_photo",
    "exact_photos",
    "ms_read_median",
    "ms_detector_median",
    "ms_ultralytics_median",
    "share_outside_networks",
    "memory_growth",
)

_ULTRALYTICS = """
import statistics, sys, time
import cv2, torch
from ultralytics import YOLO
torch.set_num_threads(2)
cv2.setNumThreads(2)
model, image, times = YOLO(sys.argv[1], task="obb"), cv2.imread(sys.argv[2]), []
for _ in range(int(sys.argv[4])):
    start = time.perf_counter()
    model.predict(image, imgsz=int(sys.argv[3]), device="cpu", verbose=False)
    times.append((time.perf_counter() - start) * 1e3)
print(statistics.median(times[3:]))
"""


def six_cards() -> np.ndarray:
    """A 1280x720 picture of a table with six cards of our own deck, about 90 pixels wide, two overlapping."""
    rng = np.random.default_rng(6)
    cloth = np.full((720, 1280, 3), (70, 95, 55), np.float32) + rng.normal(0, 6, (720, 1280, 1))
    image = np.clip(cv2.GaussianBlur(cloth.astype(np.float32), (0, 0), 1.2), 0, 255).astype(np.uint8)
    places = (
        (300, 200, 0.2),
        (640, 170, 1.4),
        (980, 220, 2.4),
        (360, 520, -0.5),
        (700, 500, 0.9),
        (760, 540, 0.5),
    )
    for name, (x, y, turn) in zip(SIX, places, strict=True):
        card = cv2.imread(str(OWN_DECK / f"{name}.png"))
        if card is None:
            raise FileNotFoundError(f"the card {name} of our own deck is missing; fetch the repository anew")
        high, wide = card.shape[:2]
        scale, cosine, sine = 90 / wide, math.cos(turn), math.sin(turn)
        small = cv2.resize(card, (90, round(high * scale)), interpolation=cv2.INTER_AREA)
        high, wide = small.shape[:2]
        warp = np.array(
            [
                [cosine, -sine, x - cosine * wide / 2 + sine * high / 2],
                [sine, cosine, y - sine * wide / 2 - cosine * high / 2],
            ]
        )
        mask = cv2.warpAffine(np.full((high, wide), 255, np.uint8), warp, (1280, 720))[:, :, None] / 255
        laid = cv2.warpAffine(small, warp, (1280, 720))
        image = np.asarray(image * (1 - mask) + laid * mask, np.uint8)
    return image


class Clocked:
    """A network whose answers are timed."""

    def __init__(self, network: Any) -> None:
        self._network = network
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._network, name)

    def forward(self, batch: np.ndarray) -> np.ndarray:
        """What the network answers."""
        start = perf_counter()
        answer = self._network.forward(batch)
        self.seconds += perf_counter() - start
        return answer


def time_reading(networks: Networks, image: np.ndarray, rounds: int) -> dict[str, float]:
    """Median milliseconds a picture, by stage."""
    given = {one.name: getattr(networks, one.name) for one in fields(networks)}
    clocked = {name: Clocked(network) for name, network in given.items() if network is not None}
    reader = TableReader(replace(networks, **clocked))
    for _ in range(3):
        readings = reader.read(image)
    timings, outside = [], []
    for _ in range(rounds):
        before = sum(one.seconds for one in clocked.values())
        timing = reader.read_timed(image)[1]
        timings.append(timing)
        inside = sum(one.seconds for one in clocked.values()) - before
        outside.append(1 - inside * 1000 / timing.total)
    stages: dict[str, list[float]] = {
        "finding": [timing.detector for timing in timings],
        "fitting": [timing.outline for timing in timings],
        "naming": [timing.reader for timing in timings],
        "merging": [timing.total - timing.detector - timing.outline - timing.reader for timing in timings],
        "all": [timing.total for timing in timings],
    }
    names = " ".join(sorted(str(one.card) for one in readings))
    print(f"one 1280x720 picture with six cards (read: {names}), {rounds} times:")
    for name, values in stages.items():
        print(f"  {name:8} {statistics.median(values):7.1f} ms")
    print(f"  outside the networks: {statistics.median(outside):.1%} of it")
    return {
        "ms_read_median": round(statistics.median(stages["all"]), 1),
        "ms_detector_median": round(statistics.median(stages["finding"]), 1),
        "share_outside_networks": round(statistics.median(outside), 3),
    }


def memory_over(networks: Networks, image: np.ndarray, frames: int) -> dict[str, float]:
    """How much the memory of this process grows from a tenth of so many frames to their end.

    The cards lie elsewhere in every frame, some of them cut by its border.
    """
    reader = TableReader(networks)
    rng = np.random.default_rng(7)
    memory = []
    print(f"{frames} frames:")
    for number in range(1, frames + 1):
        shift = (int(rng.integers(image.shape[0])), int(rng.integers(image.shape[1])))
        reader.read(np.roll(image, shift, (0, 1)))
        if number % max(frames // 10, 1) == 0:
            memory.append(memory_mb())
            print(f"  after {number:6d}: {memory[-1]:.1f} MB", flush=True)
    return {"memory_growth": round(memory[-1] / memory[0] - 1, 4)}


def time_ultralytics(image: np.ndarray, size: int, rounds: int) -> float | None:
    """Median milliseconds of ultralytics' own predict on the same picture, None where it cannot be run."""
    weights = MODELS_FOLDER / "detector.pt"
    if not TRAIN_PYTHON.exists() or not weights.exists():
        print("ultralytics is not measured: it needs the training environment and models/detector.pt")
        return None
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "six.png"
        cv2.imwrite(str(picture), image)
        command = [
            str(TRAIN_PYTHON),
            "-c",
            _ULTRALYTICS,
            str(weights),
            str(picture),
            str(size),
            str(rounds + 3),
        ]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            env={**os.environ, "YOLO_OFFLINE": "true", "OMP_NUM_THREADS": "2"},
        )
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
        print(f"ultralytics is not measured: it failed ({reason[0]})")
        return None
    milliseconds = float(done.stdout.split()[-1])
    print(f"  ultralytics predict, the same picture: {milliseconds:.1f} ms (finding only)")
    return round(milliseconds, 1)


def score_photos(networks: Networks, photos: Path, keep: Path | None) -> dict[str, Any]:
    """Reads every photo and scores it with the scorer beside the photos; empty where they are absent."""
    scorer, labels = photos / "score.py", photos / "labels.json"
    if not scorer.exists() or not labels.exists():
        print(f"the photos are not measured: {photos} has no score.py with labels.json")
        return {}
    reader = TableReader(networks)
    lines = []
    for entry in json.loads(labels.read_text(encoding="utf-8")):
        try:
            picture = open_picture(photos / entry["image"])
        except PictureError as error:
            print(f"{entry['image']}: {error}")
            continue
        cards = [
            {
                "card": one.card,
                "side": one.side,
                "confidence": round(one.confidence, 4),
                "corners": [[round(float(v), 1) for v in corner] for corner in picture.in_file(one.quad)],
            }
            for one in reader.read(picture.image)
        ]
        lines.append(json.dumps({"image": entry["image"], "cards": cards}))
    with tempfile.TemporaryDirectory() as folder:
        readings = keep or Path(folder) / "readings.jsonl"
        readings.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(run_scorer(scorer, readings))
        report = json.loads(run_scorer(scorer, readings, "--json"))
    total, macro = report["all"], report["macro"]
    photos_count = max(total["photos"], 1)
    return {
        "right_full": round(macro["truco_full"]["right_rate"], 4),
        "misread_full": round(macro["truco_full"]["misread_rate"], 4),
        "right_partial": round(macro["truco_partial"]["right_rate"], 4),
        "misread_partial": round(macro["truco_partial"]["misread_rate"], 4),
        "backs_found": round(total["backs"]["found"] / max(total["backs"]["labelled"], 1), 4),
        "false_cards_per_photo": round(total["false_cards"]["per_complete_photo"], 4),
        "false_backs_per_photo": round(total["backs"]["false"] / photos_count, 4),
        "exact_photos": round(total["exact_photos"] / max(total["complete_photos"], 1), 4),
    }


def run_scorer(scorer: Path, readings: Path, *more: str) -> str:
    """What the scorer prints."""
    command = [sys.executable, str(scorer), str(readings), *more]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Measure, print, end with the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30, help="how often the six cards are read")
    parser.add_argument("--models", type=Path, help="folder of weights (default: Vira's own)")
    parser.add_argument("--keep", type=Path, help="keep the readings of the photos in this file")
    parser.add_argument("--frames", type=int, default=0, help="read so many frames and watch the memory")
    parser.add_argument("--no-photos", action="store_true", help="measure time only")
    args = parser.parse_args()
    cv2.setNumThreads(2)
    try:
        networks = load_networks(args.models)
    except WeightsError as error:
        print(f"bench-read: {error}", file=sys.stderr)
        return 2
    figures: dict[str, Any] = dict.fromkeys(KEYS)
    if not args.no_photos:
        photos = Path(os.environ.get("VIRA_PHOTOS", ROOT.parent / "shared" / "photos"))
        figures |= score_photos(networks, photos, args.keep)
    image = six_cards()
    figures |= time_reading(networks, image, args.rounds)
    figures["ms_ultralytics_median"] = time_ultralytics(image, networks.detector.size, args.rounds)
    if args.frames:
        figures |= memory_over(networks, image, args.frames)
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
