"""Times ultralytics' own predict with the committed detector on one picture.

    python -m vision.training.time_predict PICTURE [--runs 30]

The last line is a JSON object: ``{"ms_median"}``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

import cv2
from ultralytics import YOLO

from vision.models import MODELS_FOLDER


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.time_predict", description=__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--weights", type=Path, default=MODELS_FOLDER / "detector.pt")
    args = parser.parse_args()
    index = json.loads((MODELS_FOLDER / "models.json").read_text(encoding="utf-8"))
    model, image = YOLO(str(args.weights)), cv2.imread(str(args.picture))
    spent = []
    for number in range(args.runs + 3):
        start = time.perf_counter()
        model.predict(image, imgsz=index["detector"]["size"], device="cpu", verbose=False)
        if number >= 3:
            spent.append((time.perf_counter() - start) * 1e3)
    print(json.dumps({"ms_median": round(statistics.median(spent), 1)}))


if __name__ == "__main__":
    main()
