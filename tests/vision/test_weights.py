"""The committed weights answer in OpenCV as they do in onnxruntime, on cards of the committed deck."""

import numpy as np
import onnxruntime

from datasets.crops import render_crop
from datasets.feed import BackPool, CoverPool, OutlinePool, detector_scene, load_stage
from vision.crop import SHEET_SIZE, index_corners, normalised
from vision.head import decode_head
from vision.models import MODELS_FOLDER, OnnxDetector, load_networks
from vision.training.candidates import Candidates


def _session(name: str) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(MODELS_FOLDER / f"{name}.onnx", providers=["CPUExecutionProvider"])


def test_the_detector_draws_the_same_boxes() -> None:
    size = load_networks().detector.size
    network = OnnxDetector((MODELS_FOLDER / "detector.onnx").read_bytes(), size, 0.0)
    session = _session("detector")
    stage, sure_boxes = load_stage(None), 0
    for number in range(6):
        image = detector_scene(stage, [5, number], size)[0][: session.get_inputs()[0].shape[2]]
        blob = np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        maps = session.run(None, {session.get_inputs()[0].name: blob})
        wanted = decode_head(maps, blob.shape[3], 0.0)[0]
        given = network.forward(blob)[0]
        sure = wanted[4:6].max(axis=0) > 0.25
        sure_boxes += int(sure.sum())
        assert np.abs(given[:4, sure] - wanted[:4, sure]).max(initial=0) < 0.5  # pixels
        assert np.abs(given[4:6, sure] - wanted[4:6, sure]).max(initial=0) < 0.01
    assert sure_boxes > 50


def test_the_index_reader_gives_the_same_readings() -> None:
    index = load_networks().index
    assert index is not None
    session, stage = _session("index"), load_stage(None)
    sheets = [render_crop(stage, np.random.default_rng([6, n]), SHEET_SIZE)[0] for n in range(40)]
    corners = [index_corners(sheet) for sheet in sheets]
    wanted = session.run(["logits"], {session.get_inputs()[0].name: normalised(corners)})[0]
    for start, count in ((0, 16), (16, 16), (32, 8)):
        given = index.forward(normalised(corners[start : start + count]))
        part = wanted[start : start + count]
        assert (given.argmax(axis=1) == part.argmax(axis=1)).all()
        assert np.abs(given - part).max() < 1e-2


def test_the_outline_fitter_moves_corners_alike_and_nearer_to_the_card() -> None:
    outline = load_networks().outline
    assert outline is not None
    session = _session("outline")
    pictures, moves = OutlinePool(load_stage(None), [6], size=64, looks=1.0).batch(48)
    batch = normalised(list(pictures))
    wanted = session.run(None, {session.get_inputs()[0].name: batch})[0]
    given = np.concatenate([outline.forward(batch[:16]), outline.forward(batch[16:])])
    assert np.abs(given - wanted).max() < 2e-3  # shares of a side: far below half a pixel
    assert np.abs(given.reshape(-1, 4, 2) - moves).mean() < 0.5 * np.abs(moves).mean()


def test_the_cover_finder_says_the_same_and_mostly_what_is_so() -> None:
    cover = load_networks().cover
    assert cover is not None
    session = _session("cover")
    pictures, covers = CoverPool(load_stage(None, "val"), [6], size=128, looks=1.0).batch(96)
    batch = normalised(list(pictures))
    wanted = session.run(None, {session.get_inputs()[0].name: batch})[0]
    given = np.concatenate([cover.forward(batch[:16]), cover.forward(batch[16:])])
    assert np.abs(given - wanted).max() < 2e-2 and ((given > 0) == (wanted > 0)).mean() > 0.999
    hidden = covers.reshape(96, -1) > 127
    # that nothing is hidden would be right for 72 % of the places
    assert hidden.mean() > 0.25 and ((given > 0) == hidden).mean() > 0.87


def test_the_judge_of_backs_says_the_same_and_mostly_what_is_so() -> None:
    back = load_networks().back
    assert back is not None
    session, find = _session("back"), Candidates()
    pool = BackPool(load_stage(None, "val"), [6], 128, lambda image: [one.quad for one in find(image)])
    pictures, truths = pool.batch(96)
    batch = normalised(list(pictures))
    wanted = session.run(None, {session.get_inputs()[0].name: batch})[0]
    given = np.concatenate([back.forward(batch[:16]), back.forward(batch[16:])])
    assert np.abs(given - wanted).max() < 1e-2
    assert 0.2 < truths.mean() < 0.95 and ((given > 0) == (truths > 0.5)).mean() > 0.8


def test_the_reader_gives_the_same_readings() -> None:
    reader = load_networks().reader
    session = _session("reader")
    stage = load_stage(None)
    crops = [render_crop(stage, np.random.default_rng([6, n]))[0] for n in range(40)]
    wanted = session.run(["logits"], {session.get_inputs()[0].name: normalised(crops)})[0]
    for start, count in ((0, 16), (16, 16), (32, 8)):
        given = reader.forward(normalised(crops[start : start + count]))
        part = wanted[start : start + count]
        assert (given.argmax(axis=1) == part.argmax(axis=1)).all()
        assert np.abs(given - part).max() < 1e-2
