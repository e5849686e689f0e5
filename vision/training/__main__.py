"""``make train``: both networks from the starting weights (or from the committed ones) to models/.

python -m vision.training [--data data] [--detector-hours 2] [--reader-hours 2] [--go-on]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from vision.training.start import starting_weights


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--detector-hours", type=float, default=2.0)
    parser.add_argument("--reader-hours", type=float, default=2.0)
    parser.add_argument(
        "--go-on", action="store_true", help="start from models/*.pt instead of the published weights"
    )
    args = parser.parse_args()
    detector_start = Path("models/detector.pt") if args.go_on else starting_weights(args.data)
    reader_start = ["--weights", "models/reader.pt"] if args.go_on else []
    common = [sys.executable, "-m"]
    # Side by side, one thread each: two small networks fill two cores better than one does
    commands = [
        [
            *common,
            "vision.training.train_detector",
            "--data",
            str(args.data),
            "--out",
            str(args.runs / "detector"),
            "--weights",
            str(detector_start),
            "--hours",
            str(args.detector_hours),
        ],
        [
            *common,
            "vision.training.train_reader",
            "--data",
            str(args.data),
            "--out",
            str(args.runs / "reader"),
            *reader_start,
            "--hours",
            str(args.reader_hours),
        ],
    ]
    running = [subprocess.Popen(command) for command in commands]
    if any([process.wait() for process in running]):
        raise SystemExit("training stopped early: see above; what was reached lies in the runs folder")
    detector, reader = args.runs / "detector/weights/last.pt", args.runs / "reader/last.pt"
    subprocess.run(
        [*common, "vision.training.export", "--detector", str(detector), "--reader", str(reader)], check=True
    )
    subprocess.run([*common, "vision.training.evaluate", "--data", str(args.data), "--fit"], check=True)


if __name__ == "__main__":
    main()
