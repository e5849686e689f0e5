"""``vira read``: the JSON lines, and one clear sentence for everything that is wrong."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from onnx_bytes import tiny_detector, tiny_reader
from painted import PaintedDetector, PaintedReader, paint, table

from app.commands import read
from vision.geometry import iou
from vision.models import Networks

BOX = (400.0, 300.0, 180.0, 120.0, 0.4)


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    read.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["read", *arguments])
    return int(args.run(args))


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with one picture of a seven of hearts and a back, and networks that understand it."""
    image = table()
    paint(image, "7H", BOX)
    (tmp_path / "set").mkdir()
    cv2.imwrite(str(tmp_path / "set" / "table.png"), image)
    boxes = [(BOX, "face", 0.9), ((900.0, 400.0, 180.0, 120.0, 2.0), "back", 0.7)]
    networks = Networks(PaintedDetector(boxes), PaintedReader())
    monkeypatch.setattr(read, "load_networks", lambda folder: networks)
    return tmp_path


def test_one_line_a_picture(painted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("set/table.png", "--root", str(painted)) == 0
    out, err = capsys.readouterr()
    (record,) = [json.loads(line) for line in out.splitlines()]
    assert err == "" and list(record) == ["image", "size", "cards", "ms"]
    assert record["image"] == "set/table.png" and record["size"] == [1280, 720] and record["ms"] > 0
    face, back = sorted(record["cards"], key=lambda card: card["side"], reverse=True)
    assert (face["card"], face["side"]) == ("7H", "face") and face["confidence"] > 0.8
    assert (back["card"], back["side"], back["confidence"]) == (None, "back", 0.7)
    quad = paint(table(), "7H", BOX)
    assert iou(np.array(face["corners"], np.float32), quad) > 0.97


def test_a_bad_file_costs_only_itself(painted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["no.jpg", "set/table.png", "empty.png", "text.jpg", "cut.jpg", "dot.png", "set/table.png"]
    (painted / "empty.png").touch()
    (painted / "text.jpg").write_text("no picture")
    cv2.imwrite(str(painted / "cut.jpg"), table())
    (painted / "cut.jpg").write_bytes((painted / "cut.jpg").read_bytes()[:-100])
    cv2.imwrite(str(painted / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    (painted / "list.txt").write_text("\n".join(names) + "\n\n")
    target = painted / "out.jsonl"
    assert run("--list", str(painted / "list.txt"), "--root", str(painted), "--json", str(target)) == 2
    out, err = capsys.readouterr()
    records = [json.loads(line) for line in target.read_text().splitlines()]
    assert out == "" and [record["image"] for record in records] == names
    for record, words in zip(
        records, ["no such file", None, "empty", "not a picture", "cut off", "1 x 1", None], strict=True
    ):
        if words is None:
            assert len(record["cards"]) == 2 and "error" not in record
        else:
            assert record["cards"] == [] and words in record["error"]
            assert f"vira read: {record['image']}: {record['error']}" in err.splitlines()
    assert len(err.splitlines()) == 5


def test_overlays_are_saved_beside_nothing_else(painted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = painted / "drawn"
    assert run("set/table.png", "--root", str(painted), "--overlay", str(folder)) == 0
    drawn = cv2.imread(str(folder / "set" / "table.png"))
    original = cv2.imread(str(painted / "set" / "table.png"))
    assert drawn.shape == original.shape and (drawn != original).any()
    assert run(str(painted / "set" / ".." / "set" / "table.png"), "--overlay", str(folder)) == 0
    assert all(folder in path.parents for path in painted.rglob("table.png") if path.parent.name != "set")
    (painted / "file").touch()
    capsys.readouterr()
    assert run("set/table.png", "--root", str(painted), "--overlay", str(painted / "file")) == 2
    out, err = capsys.readouterr()
    assert len(json.loads(out)["cards"]) == 2 and "overlay" in err and "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "one by one or by --list"),
        (["a.png", "--list", "b.txt"], "one by one or by --list"),
        (["--list", "nowhere.txt"], "cannot be read"),
        (["a.png", "--json", "nowhere/out.jsonl"], "cannot be written"),
    ],
)
def test_wrong_use_is_one_sentence(
    painted: Path,
    arguments: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(painted)
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in err and len(err.splitlines()) == 1


def test_weights_missing_or_altered_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), table())
    assert run(str(picture), "--models", str(tmp_path)) == 2
    assert "list of weights" in capsys.readouterr().err
    detector, reader = tiny_detector(), tiny_reader()
    sums = [hashlib.sha256(data).hexdigest() for data in (detector, reader)]
    (tmp_path / "d.onnx").write_bytes(detector)
    (tmp_path / "r.onnx").write_bytes(reader[:-1] + bytes([reader[-1] ^ 1]))
    manifest = {
        "detector": {"file": "d.onnx", "sha256": sums[0], "size": 416, "score_threshold": 0.3},
        "reader": {
            "file": "r.onnx",
            "sha256": sums[1],
            "size": [112, 160],
            "threshold": 0.8,
            "temperature": 1.0,
        },
    }
    (tmp_path / "models.json").write_text(json.dumps(manifest))
    assert run(str(picture), "--models", str(tmp_path)) == 2
    assert "checksum" in capsys.readouterr().err
    (tmp_path / "r.onnx").write_bytes(reader)
    assert run(str(picture), "--models", str(tmp_path)) == 0
    assert json.loads(capsys.readouterr().out)["image"] == str(picture)
