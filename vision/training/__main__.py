"""``make train``: all networks from the starting weights (or from the committed ones) to models/.

python -m vision.training [--data data] [--go-on] [--detector-hours 5.8] [--reader-hours 4.6] ...
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from vision.training.parts import PARTS
from vision.training.start import starting_weights


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--detector-hours", type=float, default=5.8)
    parser.add_argument("--reader-hours", type=float, default=4.6)
    parser.add_argument("--index-hours", type=float, default=2.5)
    parser.add_argument("--outline-hours", type=float, default=0.8)
    parser.add_argument("--cover-hours", type=float, default=0.6)
    parser.add_argument("--back-hours", type=float, default=0.6)
    parser.add_argument(
        "--go-on", action="store_true", help="start from models/*.pt instead of the published weights"
    )
    args = parser.parse_args()

    def trainer(name: str, folder: str, hours: float, weights: Path | None, *more: str) -> list[str]:
        start = ["--weights", str(weights)] if weights else []
        common = ["--data", str(args.data), "--out", str(args.runs / folder), "--hours", str(hours)]
        return [sys.executable, "-m", f"vision.training.{name}", *common, *start, *more]

    go_on = args.go_on
    detector_start = Path("models/detector.pt") if go_on else starting_weights(args.data)
    # One thread each: two small networks side by side fill two cores better than one does
    detector = subprocess.Popen(trainer("train_detector", "detector", args.detector_hours, detector_start))
    hours = {
        "card": args.reader_hours,
        "index": args.index_hours,
        "outline": args.outline_hours,
        "cover": args.cover_hours,
        "back": args.back_hours,
    }
    parts = [
        trainer(
            "train_part",
            part.file,
            hours[name],
            Path(f"models/{part.file}.pt") if go_on else None,
            name,
            "--pool",
            "32768",
        )
        for name, part in PARTS.items()
    ]
    stopped = any([subprocess.run(command, check=False).returncode for command in parts])
    if detector.wait() or stopped:
        raise SystemExit("training stopped early: see above; what was reached lies in the runs folder")
    made = [f"--detector={args.runs / 'detector/weights/last.pt'}"]
    made += [f"--{part.file}={args.runs / part.file / 'last.pt'}" for part in PARTS.values()]
    for module, *options in (
        ("export", *made),
        ("fit_backs", "--data", str(args.data)),
        ("held_out", "--data", str(args.data), "--fit"),
        ("evaluate", "--data", str(args.data), "--scenes", "1000", "--fit"),
    ):
        subprocess.run([sys.executable, "-m", f"vision.training.{module}", *options], check=True)


if __name__ == "__main__":
    main()
