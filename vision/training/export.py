"""Turns checkpoints into what the program loads: ONNX files, their checksums and settings.

Half-precision weights to go on training from are written beside them.

    python -m vision.training.export --detector runs/detector/weights/last.pt --reader runs/reader/last.pt
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")

import torch
from ultralytics.nn.tasks import OBBModel

from vision.crop import CROP_SIZE
from vision.training.parts import PARTS, PartName, load_part
from vision.training.reader_network import IndexNetwork, ReaderNetwork

MODELS = Path(__file__).resolve().parents[2] / "models"
OPSET = 17
_OUTPUTS = {"cover": "hidden", "outline": "corners", "back": "back"}


def export_detector(checkpoint: Path, folder: Path, side: int) -> None:
    """Writes detector.onnx (maps of the head) and detector.pt (half precision).

    The shape written is that of a wide picture ``side`` pixels long. OpenCV runs any other as well, but its
    version 4 reads no file without one.
    """
    state = torch.load(checkpoint, map_location="cpu", weights_only=False)
    model = state.get("ema") or state["model"]
    # A plain network, so that nobody needs our training code to load it
    model.__class__ = OBBModel
    model.criterion = None
    torch.save({"model": model.half(), "train_args": state.get("train_args", {})}, folder / "detector.pt")
    network = model.float().eval().fuse(verbose=False)
    head = network.model[-1]
    head.forward = lambda levels: [
        torch.cat([branch[n](level) for branch in (head.cv2, head.cv3, head.cv4)], 1)
        for n, level in enumerate(levels)
    ]
    outputs = [f"stride{int(stride)}" for stride in head.stride]
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, side * 3 // 5 // 32 * 32, side),),
        str(folder / "detector.onnx"),
        opset_version=OPSET,
        dynamo=False,
        input_names=["images"],
        output_names=outputs,
    )


def export_part(name: PartName, checkpoint: Path, folder: Path) -> None:
    """Writes the ONNX file of a small network (any number of crops) and its half-precision .pt."""
    file = PARTS[name].file
    state = load_part(name, checkpoint).state_dict()
    half = {key: value.half() if value.is_floating_point() else value for key, value in state.items()}
    torch.save(half, folder / f"{file}.pt")
    network = load_part(name, folder / f"{file}.pt")  # so that both files hold the very same numbers
    outputs = [_OUTPUTS.get(name, "")]
    if isinstance(network, ReaderNetwork | IndexNetwork):
        network.forward = network.both  # type: ignore[assignment, method-assign]
        outputs = ["logits", "embedding"]
    torch.onnx.export(
        network,
        (PARTS[name].example(),),
        str(folder / f"{file}.onnx"),
        opset_version=OPSET,
        dynamo=False,
        input_names=["crops"],
        output_names=outputs,
        dynamic_axes={axis: {0: "count"} for axis in ("crops", *outputs)},
    )


def write_index(folder: Path, side: int, **settings: dict[str, float | list[float]]) -> None:
    """Writes models.json: files, checksums, input sizes; settings given here replace those written before."""
    path = folder / "models.json"
    before: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    defaults = {
        "detector": {"size": side, "score_threshold": 0.03},
        "reader": {"size": list(CROP_SIZE), "threshold": 0.8, "temperature": 1.0},
        "index": {"temperature": 1.0},
        "outline": {},
        "cover": {},
        "back": {"weights": [0.5, 0.5, -0.5]},
    }
    index = {}
    for name, fresh in defaults.items():
        file = folder / f"{name}.onnx"
        if name in ("index", "outline", "cover", "back") and not file.is_file():
            continue  # Vira reads without them, not as well
        given = {
            key: [round(one, 4) for one in value] if isinstance(value, list) else round(value, 4)
            for key, value in settings.get(name, {}).items()
        }
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
    for part in PARTS.values():
        parser.add_argument(f"--{part.file}", type=Path)
    parser.add_argument("--side", type=int, default=640, help="longer side of the pictures it will see")
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.detector:
        export_detector(args.detector, args.out, args.side)
    for name, part in PARTS.items():
        checkpoint = getattr(args, part.file)
        if checkpoint:
            export_part(name, checkpoint, args.out)
    write_index(args.out, args.side)


if __name__ == "__main__":
    main()
