"""Measures the exported networks on scenes of held-out decks, surfaces and backs; calibrates them.

    python -m vision.training.evaluate --data data [--scenes 400] [--models models] [--fit]

``--fit`` sets the reader's temperature and threshold (in models.json) from those scenes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.feed import load_stage
from datasets.scene import CardLabel, render_scene
from vision.cards import CARD_NAMES, UNREADABLE, class_of
from vision.events import Reading
from vision.geometry import iou
from vision.models import MODELS_FOLDER, load_networks
from vision.read import TableReader
from vision.training.export import write_index

FULL: Final = 0.93
_MATCH_IOU: Final = 0.5
_WANTED_MISREADS: Final = 0.02
"""Share of the fully visible cards that may be misread at the threshold that ``--fit`` chooses."""
_DECISIVE: Final[dict[str, Callable[[str, str], bool]]] = {
    "A/4": lambda a, b: {a[:-1], b[:-1]} == {"A", "4"},
    "A/J": lambda a, b: {a[:-1], b[:-1]} == {"A", "J"},
    "Q/K/J": lambda a, b: a[:-1] != b[:-1] and {a[:-1], b[:-1]} <= set("QKJ"),
    "clubs/spades": lambda a, b: {a[-1], b[-1]} == set("CS"),
    "hearts/diamonds": lambda a, b: {a[-1], b[-1]} == set("HD"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One labelled card and what was found there. ``width``: pixels of the card's short side; ``scores``: the
    reader's 54 probabilities, None where nothing or a back was found."""

    card: str | None
    visible: float
    width: float
    found: bool
    side_right: bool
    scores: NDArray[np.float32] | None


@dataclass(slots=True)
class Survey:
    """What a set of scenes gave: an answer a labelled card, and findings that belong to none."""

    answers: list[Answer]
    false_faces: list[NDArray[np.float32]]
    false_backs: int = 0
    scenes: int = 0


def survey(reader: TableReader, data: Path | None, scenes: int, seed: int = 99) -> Survey:
    """Read held-out scenes (1280x720) and match findings with labels."""
    stage = load_stage(data, "val")
    result = Survey([], [])
    for number in range(scenes):
        scene = render_scene(stage, np.random.default_rng([seed, number]))
        readings = reader.read(scene.image)
        result.scenes += 1
        pairs = sorted(
            (
                (iou(reading.quad, card.quad.astype(np.float32)), r, c)
                for r, reading in enumerate(readings)
                for c, card in enumerate(scene.cards)
            ),
            reverse=True,
        )
        taken: dict[int, int] = {}
        used: set[int] = set()
        for overlap, r, c in pairs:
            if overlap >= _MATCH_IOU and c not in taken and r not in used:
                taken[c] = r
                used.add(r)
        labelled = {id(card) for card in scene.labelled()}
        for c, card in enumerate(scene.cards):
            if id(card) not in labelled:
                continue
            reading = readings[taken[c]] if c in taken else None
            sides = np.linalg.norm(np.roll(card.quad, -1, axis=0) - card.quad, axis=1)
            scores = reading.probabilities if reading is not None and len(reading.probabilities) else None
            right_side = reading is not None and reading.side == card.side
            result.answers.append(
                Answer(card.card, card.visible, float(sides.min()), reading is not None, right_side, scores)
            )
        for r, reading in enumerate(readings):
            if r not in used and not _hidden(reading, scene.cards):
                if reading.side == "back":
                    result.false_backs += 1
                else:
                    result.false_faces.append(reading.probabilities)
    return result


def _hidden(reading: Reading, cards: Iterable[CardLabel]) -> bool:
    """Whether a finding lies on a card too little of which can be seen to be labelled."""
    return any(iou(reading.quad, card.quad.astype(np.float32)) >= 0.3 for card in cards)


def outcome(answer: Answer, threshold: float) -> str:
    """right, misread, unreadable or missed, for a face."""
    if not answer.found:
        return "missed"
    name = named(answer.scores, threshold)
    return "unreadable" if name is None else "right" if name == answer.card else "misread"


def named(scores: NDArray[np.float32] | None, threshold: float) -> str | None:
    """The card that probabilities name, None below the threshold."""
    if scores is None or not len(scores):
        return None
    best = int(scores.argmax())
    return CARD_NAMES[best] if best != UNREADABLE and scores[best] >= threshold else None


def tempered(scores: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """Probabilities with their logits divided by a temperature."""
    logits = np.log(np.maximum(scores, 1e-12)) / temperature
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


def fit(result: Survey) -> tuple[float, float]:
    """Temperature of least cross-entropy, lowest threshold that keeps misreads at the wanted share."""
    # Of less than half a card the name is often nowhere to be seen, which says nothing about confidence
    faces = [a for a in result.answers if a.card is not None and a.scores is not None and a.visible >= 0.5]
    scores = np.stack([answer.scores for answer in faces if answer.scores is not None])
    truth = np.array([class_of(answer.card) for answer in faces if answer.card is not None])
    temperatures = np.geomspace(0.5, 3, 40)
    losses = [
        -np.log(np.maximum(tempered(scores, t)[np.arange(len(truth)), truth], 1e-12)).mean()
        for t in temperatures
    ]
    temperature = float(temperatures[int(np.argmin(losses))])
    warm = tempered(scores, temperature)
    best, sure = warm.argmax(axis=1), warm.max(axis=1)
    full = np.array([answer.visible >= FULL for answer in faces])
    for threshold in np.arange(0.3, 0.996, 0.005):
        wrong = (best != truth) & (best != UNREADABLE) & (sure >= threshold)
        if wrong[full].mean() <= _WANTED_MISREADS:
            return temperature, float(threshold)
    return temperature, 0.995


def calibration_error(result: Survey) -> float:
    """Expected calibration error of the best name over ten equal bins of confidence."""
    rows = [(a.scores, a.card) for a in result.answers if a.scores is not None and a.card is not None]
    sure = np.array([float(scores.max()) for scores, _ in rows])
    right = np.array(
        [
            CARD_NAMES[int(scores.argmax())] == card if scores.argmax() != UNREADABLE else False
            for scores, card in rows
        ]
    )
    bins = np.minimum((sure * 10).astype(int), 9)
    return float(
        sum(
            abs(sure[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
            for b in set(bins.tolist())
        )
    )


def report(result: Survey, threshold: float) -> str:
    """A readable table: slices by visibility and width, backs, false findings, pairs that decide tricks."""
    lines = [f"{'slice':28} {'cards':>6} {'right':>7} {'misread':>8} {'unread':>7} {'missed':>7}"]
    faces = [answer for answer in result.answers if answer.card is not None]
    slices = {
        "fully visible": [a for a in faces if a.visible >= FULL],
        "partly covered": [a for a in faces if a.visible < FULL],
    }
    for least, most in ((0, 35), (35, 60), (60, 100), (100, 999)):
        inside = [a for a in slices["fully visible"] if least <= a.width < most]
        slices[f"full, {least}-{most} px wide"] = inside
    for title, answers in slices.items():
        counts = Counter(outcome(answer, threshold) for answer in answers)
        total = max(1, counts.total())
        shares = [counts[kind] / total for kind in ("right", "misread", "unreadable", "missed")]
        lines.append(
            f"{title:28} {counts.total():6} {shares[0]:7.1%} {shares[1]:8.2%} "
            f"{shares[2]:7.1%} {shares[3]:7.1%}"
        )
    backs = [answer for answer in result.answers if answer.card is None]
    lines.append(f"backs found {sum(a.side_right for a in backs)} of {len(backs)}")
    false = sum(named(scores, threshold) is not None for scores in result.false_faces)
    lines.append(
        f"false cards a scene {false / result.scenes:.3f}, "
        f"false backs a scene {result.false_backs / result.scenes:.3f}"
    )
    confused: Counter[tuple[str, str]] = Counter()
    for answer in faces:
        name = named(answer.scores, threshold)
        if answer.card and name and name != answer.card:
            confused[answer.card, name] += 1
    decisive = {
        pair: sum(n for (a, b), n in confused.items() if test(a, b)) for pair, test in _DECISIVE.items()
    }
    lines.append(
        "decisive pairs confused: " + ", ".join(f"{pair} {count}" for pair, count in decisive.items())
    )
    lines.append("most frequent: " + ", ".join(f"{a} as {b} {n}" for (a, b), n in confused.most_common(8)))
    lines.append(f"expected calibration error {calibration_error(result):.4f}")
    return "\n".join(lines)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS_FOLDER)
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--fit", action="store_true")
    args = parser.parse_args()
    networks = load_networks(args.models)
    result = survey(TableReader(networks), args.data, args.scenes)
    threshold = networks.reader.threshold
    if args.fit:
        change, threshold = fit(result)
        temperature = networks.reader.temperature * change
        for answer in (*result.answers,):
            if answer.scores is not None and len(answer.scores):
                answer.scores[:] = tempered(answer.scores, change)
        for scores in result.false_faces:
            scores[:] = tempered(scores, change)
        write_index(
            args.models,
            networks.detector.size,
            reader={"temperature": round(temperature, 4), "threshold": round(threshold, 3)},
        )
        print(json.dumps({"temperature": temperature, "threshold": threshold}))
    print(report(result, threshold))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
