"""The committed ONNX files answer like the networks they were made from."""

import hashlib
import json

import numpy as np
import pytest
import torch
from ultralytics.nn.tasks import OBBModel

from datasets.feed import detector_scene, load_stage
from vision.crop import normalised
from vision.models import MODELS_FOLDER, OnnxDetector, load_networks
from vision.training.parts import PARTS, PartName, load_part, normalise


def test_the_index_names_the_files_as_they_are() -> None:
    index = json.loads((MODELS_FOLDER / "models.json").read_text())
    for entry in index.values():
        weights = (MODELS_FOLDER / entry["file"]).read_bytes()
        assert hashlib.sha256(weights).hexdigest() == entry["sha256"]
        assert len(weights) < 15_000_000


@pytest.mark.parametrize("name", list(PARTS))
def test_a_small_network_says_the_same_in_torch_and_in_opencv(name: PartName) -> None:
    pictures, truths = PARTS[name].pool(load_stage(None), [8], 64).batch(48)
    with torch.no_grad():
        wanted = load_part(name, MODELS_FOLDER / f"{PARTS[name].file}.pt")(
            normalise(torch.from_numpy(pictures))
        )
    network = getattr(load_networks(), PARTS[name].file)
    given = network.forward(normalised(list(pictures)))
    assert np.abs(given - wanted.numpy()).max() < 0.02
    assert PARTS[name].loss(wanted, torch.from_numpy(truths))[1] > 0.4


def test_the_detector_draws_the_same_boxes_in_torch_and_in_opencv() -> None:
    size = load_networks().detector.size
    network = OnnxDetector((MODELS_FOLDER / "detector.onnx").read_bytes(), size, 0.0)
    checkpoint = torch.load(MODELS_FOLDER / "detector.pt", map_location="cpu", weights_only=False)
    model: OBBModel = checkpoint["model"].float().eval()
    stage = load_stage(None)
    boxes = 0
    for number in range(6):
        image = detector_scene(stage, [21, number], size)[0][: size if number % 2 else size // 64 * 32]
        blob = np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        with torch.no_grad():
            wanted = model(torch.from_numpy(blob))[0].numpy()[0]
        given = network.forward(blob)[0]
        sure = wanted[4:6].max(axis=0) > 0.25
        boxes += int(sure.sum())
        assert np.abs(given[:4, sure] - wanted[:4, sure]).max(initial=0) < 0.5  # pixels
        assert np.abs(given[4:6, sure] - wanted[4:6, sure]).max(initial=0) < 0.01
    assert boxes > 30  # a table without cards may be among the six
