"""How well the reader's two networks name crops of held-out decks, each alone and both together.

    python -m vision.training.held_out --data data [--count 10000] [--models models] [--fit]

The crops are such as the trainer draws, of decks it never draws, and always the same (kept in the data
folder). ``--fit`` sets both temperatures (in models.json) for the least cross-entropy on the first half of
them; the table is of the second half.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import render_crop
from datasets.feed import load_stage
from vision.cards import CARD_NAMES, UNREADABLE
from vision.config import ReaderConfig
from vision.crop import CROP_SIZE, SHEET_SIZE, index_corners, normalised
from vision.models import MODELS_FOLDER, Networks, load_networks
from vision.reader import softmax
from vision.training.export import write_index

_SEED = 71
_BATCH = 32


def held_out(data: Path | None, count: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]:
    """``count`` crops (NxHxWx3), their index corners (NxHxWx6), their classes; kept beside the decks."""
    kept = data / f"held_out_{count}.npz" if data is not None else None
    if kept is not None and kept.is_file():
        with np.load(kept) as file:
            return file["crops"], file["corners"], file["truth"]
    stage = load_stage(data, "val")
    crops, corners, truth = [], [], []
    for number in range(count):
        # the same seed gives the same picture; only the size it is cut out in differs
        crop, named = render_crop(stage, np.random.default_rng([_SEED, number]), CROP_SIZE)
        sheet, _ = render_crop(stage, np.random.default_rng([_SEED, number]), SHEET_SIZE)
        crops.append(crop)
        corners.append(index_corners(sheet))
        truth.append(named)
    made = np.stack(crops), np.stack(corners), np.array(truth, np.int64)
    if kept is not None:
        np.savez(kept, crops=made[0], corners=made[1], truth=made[2])
    return made


def logits(
    networks: Networks, crops: NDArray[np.uint8], corners: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32] | None]:
    """Of one end of the whole cards, of the other end, and of the corners (None without such a network)."""
    one, other, index = [], [], []
    for start in range(0, len(crops), _BATCH):
        part = list(crops[start : start + _BATCH])
        one.append(networks.reader.forward(normalised(part)))
        other.append(networks.reader.forward(normalised([crop[::-1, ::-1] for crop in part])))
        if networks.index is not None:
            index.append(networks.index.forward(normalised(list(corners[start : start + _BATCH]))))
    return np.concatenate(one), np.concatenate(other), np.concatenate(index) if index else None


def right_at(scores: NDArray[np.float32], truth: NDArray[np.int64], misreads: float) -> float:
    """Share of the readable cards named rightly by the lowest threshold at which ``misreads`` are misread."""
    cards = truth != UNREADABLE
    best, sure = scores.argmax(axis=1), scores.max(axis=1)
    order = np.argsort(-sure)
    wrong = np.cumsum(((best != truth) & (best != UNREADABLE))[order]) / len(truth)
    right = np.cumsum(((best == truth) & cards)[order]) / cards.sum()
    allowed = np.flatnonzero(wrong <= misreads)
    return float(right[allowed[-1]]) if len(allowed) else 0.0


def line(title: str, scores: NDArray[np.float32], truth: NDArray[np.int64]) -> str:
    """One row of the table."""
    cards = truth != UNREADABLE
    named = scores[:, : len(CARD_NAMES)].argmax(axis=1)
    sure = scores.max(axis=1)
    bins = np.minimum((sure * 10).astype(int), 9)
    hit = scores.argmax(axis=1) == truth
    error = sum(abs(sure[bins == b].mean() - hit[bins == b].mean()) * (bins == b).mean() for b in set(bins))
    loss = -np.log(np.maximum(scores[np.arange(len(truth)), truth], 1e-9)).mean()
    return (
        f"{title:26} {(named == truth)[cards].mean():7.2%} {right_at(scores, truth, 0.01):9.2%} "
        f"{right_at(scores, truth, 0.002):10.2%} {loss:7.4f} {error:7.4f}"
    )


def fit(
    whole: NDArray[np.float32], index: NDArray[np.float32], truth: NDArray[np.int64]
) -> tuple[float, float]:
    """Temperatures of the whole card (mean of both ends) and of the corners: least cross-entropy together."""
    grid = np.geomspace(0.6, 6, 24)
    rows = np.arange(len(truth))
    losses = {
        (a, b): -np.log(np.maximum(softmax(whole / a + index / b)[rows, truth], 1e-9)).mean()
        for a in grid
        for b in grid
    }
    card, corner = min(losses, key=lambda pair: losses[pair])
    return float(card), float(corner)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.held_out", description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS_FOLDER)
    parser.add_argument("--count", type=int, default=10_000, help="crops")
    parser.add_argument("--fit", action="store_true", help="set both temperatures")
    args = parser.parse_args()
    networks = load_networks(args.models)
    crops, corners, truth = held_out(args.data, args.count)
    one, other, index = logits(networks, crops, corners)
    half = len(truth) // 2
    both = (one + other) / 2
    card, corner = networks.reader.temperature, networks.index.temperature if networks.index else 1.0
    if args.fit and index is not None:
        card, corner = fit(both[:half], index[:half], truth[:half])
        write_index(
            args.models,
            networks.detector.size,
            reader={"temperature": card},
            index={"temperature": corner},
        )
    print(
        f"{len(truth) - half} crops of held-out decks; temperatures {card:.3f} (card), {corner:.3f} (corners)"
    )
    print(f"{'':26} {'right':>7} {'at 1 %':>9} {'at 0.2 %':>10} {'loss':>7} {'ECE':>7}")
    rest = truth[half:]
    print(line("whole card, one end", softmax(one[half:] / card), rest))
    print(line("whole card, both ends", softmax(both[half:] / card), rest))
    if index is not None:
        alone = softmax(index[half:] / corner)
        print(line("index corners", alone, rest))
        first = softmax(one[half:] / card + index[half:] / corner)
        print(line("corners and one end", first, rest))
        print(line("corners and both ends", softmax(both[half:] / card + index[half:] / corner), rest))
        limits = ReaderConfig()
        asked = alone[:, :UNREADABLE].max(axis=1) < limits.index_enough
        twice = asked & (first.max(axis=1) < limits.one_end_enough)
        adaptive = np.where(asked[:, None], first, alone)
        adaptive[twice] = softmax(both[half:] / card + index[half:] / corner)[twice]
        print(line(f"as Vira reads ({asked.mean():.0%}, {twice.mean():.0%})", adaptive, rest))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
