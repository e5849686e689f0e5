"""Sets what detector and judge of backs count beside each other (in models.json), from held-out scenes.

    python -m vision.training.fit_backs --data data [--scenes 500] [--models models]

A logistic regression of whether a card lies face down where the detector sees one; moved so that as many
false backs have a score that counts as with the detector alone. Prints how many true ones have.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.feed import load_stage
from datasets.scene import render_scene
from vision.back import BackNetwork
from vision.config import DEFAULT
from vision.crop import OUTLINE_MARGIN, OUTLINE_SIZE, cut, normalised
from vision.geometry import iou
from vision.models import MODELS_FOLDER, load_networks
from vision.training.candidates import Candidates
from vision.training.evaluate import FULL
from vision.training.export import write_index

_SEED = 98
_A_BACK = 0.5
"""Overlap (IoU) with a back from which an outline counts as that one."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was taken for a back: the logits of detector and judge, and how much can be seen of the back that
    lies there, 0: none does."""

    detector: NDArray[np.float64]
    judge: NDArray[np.float64]
    visible: NDArray[np.float64]


def candidates(network: BackNetwork, data: Path | None, scenes: int) -> Found:
    """The candidates of so many held-out scenes (1280x720)."""
    find, stage = Candidates(), load_stage(data, "val")
    rows = []
    for number in range(scenes):
        scene = render_scene(stage, np.random.default_rng([_SEED, number]))
        backs = [card for card in scene.cards if card.card is None]
        for one in find(scene.image):
            crop = cut(scene.image, one.quad, OUTLINE_SIZE, OUTLINE_MARGIN)
            told = float(network.forward(normalised([crop]))[0, 0])
            overlaps = [(iou(one.quad, card.quad.astype(np.float32)), card.visible) for card in backs]
            overlap, visible = max(overlaps, default=(0.0, 0.0))
            rows.append((one.score, told, visible if overlap >= _A_BACK else 0.0))
    score, told, visible = np.array(rows, np.float64).T
    score = score.clip(1e-4, 1 - 1e-4)
    return Found(np.log(score / (1 - score)), told, visible)


def regression(inputs: NDArray[np.float64], truth: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Weights of a logistic regression, by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(30):
        told = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (truth - told)
        curve = (inputs.T * (told * (1 - told))) @ inputs + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def fit(found: Found) -> tuple[float, float, float]:
    """What the logits of detector and judge count, and what is added."""
    inputs = np.stack([found.detector, found.judge, np.ones_like(found.judge)], axis=1)
    true = found.visible > 0
    weights = regression(inputs, true)
    false = int((found.detector[~true] >= _logit(DEFAULT.detector.least_back)).sum())
    logits = np.sort((inputs @ weights)[~true])[::-1]
    weights[2] += _logit(DEFAULT.back.least) - logits[false]
    return float(weights[0]), float(weights[1]), float(weights[2])


def _logit(score: float) -> float:
    return math.log(score / (1 - score))


def line(title: str, counted: NDArray[np.bool_], found: Found) -> str:
    """How many backs lying free, partly covered ones and false ones count."""
    free, part = found.visible >= FULL, (found.visible > 0) & (found.visible < FULL)
    shares = [f"{(counted & kind).sum()} of {kind.sum()}" for kind in (free, part, found.visible == 0)]
    return f"{title:20} free {shares[0]}, partly covered {shares[1]}, false {shares[2]}"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.fit_backs", description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS_FOLDER)
    parser.add_argument("--scenes", type=int, default=500)
    args = parser.parse_args()
    networks = load_networks(args.models)
    if networks.back is None:
        parser.error(f"{args.models} has no judge of backs (back.onnx)")
    found = candidates(networks.back, args.data, args.scenes)
    weights = fit(found)
    write_index(args.models, networks.detector.size, back={"weights": list(weights)})
    logits = weights[0] * found.detector + weights[1] * found.judge + weights[2]
    print(f"weights {', '.join(f'{one:.3f}' for one in weights)}")
    print(line("detector alone", found.detector >= _logit(DEFAULT.detector.least_back), found))
    print(line("with the judge", logits >= _logit(DEFAULT.back.least), found))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
