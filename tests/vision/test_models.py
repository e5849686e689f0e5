"""Weights are checked before they are used, and OpenCV computes what onnxruntime computes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from onnx_bytes import tiny_detector, tiny_reader

from vision.head import decode_head
from vision.models import WeightsError, load_networks


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"detector": tiny_detector(), "reader": tiny_reader()}
    manifest = {
        "detector": {"size": 416, "score_threshold": 0.3},
        "reader": {"size": [112, 160], "threshold": 0.8, "temperature": 1.3},
    }
    for name, data in files.items():
        (tmp_path / f"{name}.onnx").write_bytes(data)
        manifest[name] |= {"file": f"{name}.onnx", "sha256": hashlib.sha256(data).hexdigest()}
    (tmp_path / "models.json").write_text(json.dumps(manifest))
    return tmp_path


def change(folder: Path, part: str, **fields: object) -> None:
    path = folder / "models.json"
    manifest = json.loads(path.read_text())
    manifest[part] |= fields
    path.write_text(json.dumps(manifest))


def reference(path: Path, blob: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(None, {"images": blob})[0]


@pytest.mark.parametrize("shape", [(416, 416), (256, 416), (416, 32), (256, 416)])
def test_the_detector_computes_what_onnxruntime_computes_at_any_size(
    folder: Path, shape: tuple[int, int]
) -> None:
    blob = np.random.default_rng(1).random((1, 3, *shape), np.float32)
    detector = load_networks(folder).detector
    assert detector.size == 416 and detector.score_threshold == 0.3
    detector.forward(blob[:, :, :32, :32])  # another size before
    expected = decode_head([reference(folder / "detector.onnx", blob)], shape[1], 0.3)
    assert expected.size and np.allclose(detector.forward(blob), expected, atol=1e-3)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 5, 1])
def test_the_reader_computes_what_onnxruntime_computes_in_any_batch(folder: Path, count: int) -> None:
    batch = np.random.default_rng(count).normal(size=(count, 3, 160, 112)).astype(np.float32)
    reader = load_networks(folder).reader
    assert (reader.size, reader.threshold, reader.temperature) == ((112, 160), 0.8, 1.3)
    reader.forward(batch[:1])
    assert np.allclose(reader.forward(batch), reference(folder / "reader.onnx", batch), atol=1e-3)


@pytest.mark.parametrize("part", ["detector", "reader"])
def test_missing_weights_are_named(folder: Path, part: str) -> None:
    (folder / f"{part}.onnx").unlink()
    with pytest.raises(WeightsError, match=rf"weights .*{part}\.onnx are missing; "):
        load_networks(folder)


@pytest.mark.parametrize("part", ["detector", "reader"])
def test_one_altered_byte_is_noticed(folder: Path, part: str) -> None:
    path = folder / f"{part}.onnx"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(WeightsError, match="checksum"):
        load_networks(folder)


def test_weights_that_are_no_network_are_refused(folder: Path) -> None:
    data = b"not a network"
    (folder / "reader.onnx").write_bytes(data)
    change(folder, "reader", sha256=hashlib.sha256(data).hexdigest())
    with pytest.raises(WeightsError, match="cannot run the weights"):
        load_networks(folder)


def test_a_network_of_another_shape_is_refused(folder: Path) -> None:
    data = (folder / "reader.onnx").read_bytes()
    (folder / "detector.onnx").write_bytes(data)
    change(folder, "detector", sha256=hashlib.sha256(data).hexdigest())
    networks = load_networks(folder)
    with pytest.raises(WeightsError, match="detector answers"):
        networks.detector.forward(np.zeros((1, 3, 160, 112), np.float32))


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("detector", "size", "large"),
        ("detector", "score_threshold", 0),
        ("reader", "size", [112]),
        ("reader", "temperature", True),
        ("reader", "file", "../reader.onnx"),
        ("detector", "sha256", None),
    ],
)
def test_a_senseless_list_of_weights_is_refused(folder: Path, part: str, field: str, value: object) -> None:
    change(folder, part, **{field: value})
    with pytest.raises(WeightsError, match="list of weights"):
        load_networks(folder)


@pytest.mark.parametrize("weights", [None, [1.0, 2.0], [1.0, "2", 0.0]])
def test_a_judge_of_backs_without_its_three_weights_is_refused(folder: Path, weights: object) -> None:
    path = folder / "models.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"back": {**manifest["reader"], "weights": weights}}))
    with pytest.raises(WeightsError, match="list of weights"):
        load_networks(folder)


@pytest.mark.parametrize("text", [None, "{", "[]", "{}"])
def test_a_missing_or_broken_list_is_one_sentence(folder: Path, text: str | None) -> None:
    if text is None:
        (folder / "models.json").unlink()
    else:
        (folder / "models.json").write_text(text)
    with pytest.raises(WeightsError, match="list of weights") as caught:
        load_networks(folder)
    assert "\n" not in str(caught.value)
