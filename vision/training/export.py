"""Turns checkpoints into what the program loads: ONNX files, their checksums and settings.

Half-precision weights to go on training from are written beside them.

    python -m vision.training.export --detector runs/detector/weights/last.pt --reader runs/reader/last.pt
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")

import torch
from ultralytics import YOLO
from ultralytics.nn.tasks import OBBModel

from datasets.feed import Part
from vision.crop import CORNER_SIZE, CROP_SIZE
from vision.training.reader_network import load_reader

MODELS = Path(__file__).resolve().parents[2] / "models"
OPSET = 17
FILES: dict[Part, str] = {"card": "reader", "index": "index"}


def export_detector(checkpoint: Path, folder: Path, side: int) -> None:
    """Writes detector.onnx (raw head, fixed shape) and detector.pt (half precision) into ``folder``."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=False)
    model = state.get("ema") or state["model"]
    # A plain network, so that nobody needs our training code to load it
    model.__class__ = OBBModel
    model.criterion = None
    torch.save({"model": model.half(), "train_args": state.get("train_args", {})}, folder / "detector.pt")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "detector.pt"
        shutil.copy(folder / "detector.pt", copy)
        made = YOLO(str(copy), task="obb").export(
            format="onnx", imgsz=side, opset=OPSET, simplify=False, nms=False, device="cpu"
        )
        shutil.copy(made, folder / "detector.onnx")


def export_reader(checkpoint: Path, folder: Path, part: Part = "card") -> None:
    """Writes NAME.onnx (any number of crops; logits and embedding) and NAME.pt (half precision).

    NAME is "reader" for the network that looks at whole cards, "index" for the one that looks at corners.
    """
    name = FILES[part]
    state = load_reader(checkpoint, part).state_dict()
    half = {key: value.half() if value.is_floating_point() else value for key, value in state.items()}
    torch.save(half, folder / f"{name}.pt")
    network = load_reader(folder / f"{name}.pt", part)  # so that both files hold the very same numbers
    crops = torch.zeros(2, 3, CROP_SIZE[1], CROP_SIZE[0])
    if part == "index":
        crops = torch.zeros(2, 6, CORNER_SIZE[1], CORNER_SIZE[0])
    network.forward = network.both  # type: ignore[assignment, method-assign]
    torch.onnx.export(
        network,
        (crops,),
        str(folder / f"{name}.onnx"),
        opset_version=OPSET,
        dynamo=False,
        input_names=["crops"],
        output_names=["logits", "embedding"],
        dynamic_axes={name: {0: "count"} for name in ("crops", "logits", "embedding")},
    )


def write_index(folder: Path, side: int, **settings: dict[str, float]) -> None:
    """Writes models.json: files, checksums, input sizes; settings given here replace those written before."""
    path = folder / "models.json"
    before: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    defaults = {
        "detector": {"size": side, "score_threshold": 0.3},
        "reader": {"size": list(CROP_SIZE), "threshold": 0.8, "temperature": 1.0},
        "index": {"temperature": 1.0},
    }
    index = {}
    for name, fresh in defaults.items():
        file = folder / f"{name}.onnx"
        if name == "index" and not file.is_file():
            continue
        given = {key: round(value, 4) for key, value in settings.get(name, {}).items()}
        entry = {**fresh, **before.get(name, {}), **given}
        entry |= {"file": file.name, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
        if name == "detector":
            entry["size"] = side
        index[name] = entry
    path.write_text(json.dumps(index, indent=2) + "\n", "utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--detector", type=Path)
    parser.add_argument("--reader", type=Path)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--side", type=int, default=416)
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.detector:
        export_detector(args.detector, args.out, args.side)
    if args.reader:
        export_reader(args.reader, args.out)
    if args.index:
        export_reader(args.index, args.out, "index")
    write_index(args.out, args.side)


if __name__ == "__main__":
    main()
