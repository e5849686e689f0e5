"""Turns checkpoints into what the program loads: two ONNX files, their checksums and settings.

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

from vision.crop import CROP_SIZE
from vision.training.reader_network import load_reader

MODELS = Path(__file__).resolve().parents[2] / "models"
OPSET = 17


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


def export_reader(checkpoint: Path, folder: Path) -> None:
    """Writes reader.onnx (any number of crops; logits and embedding) and reader.pt (half precision)."""
    state = load_reader(checkpoint).state_dict()
    half = {key: value.half() if value.is_floating_point() else value for key, value in state.items()}
    torch.save(half, folder / "reader.pt")
    network = load_reader(folder / "reader.pt")  # so that both files hold the very same numbers
    crops = torch.zeros(2, 3, CROP_SIZE[1], CROP_SIZE[0])
    network.forward = network.both  # type: ignore[assignment, method-assign]
    torch.onnx.export(
        network,
        (crops,),
        str(folder / "reader.onnx"),
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
    }
    index = {}
    for name, fresh in defaults.items():
        file = folder / f"{name}.onnx"
        entry = {**fresh, **before.get(name, {}), **settings.get(name, {})}
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
    parser.add_argument("--side", type=int, default=416)
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.detector:
        export_detector(args.detector, args.out, args.side)
    if args.reader:
        export_reader(args.reader, args.out)
    write_index(args.out, args.side)


if __name__ == "__main__":
    main()
