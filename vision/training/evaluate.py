"""Measures the exported networks on scenes of held-out decks, surfaces and backs; sets the threshold.

    python -m vision.training.evaluate --data data [--scenes 400] [--models models] [--fit]
        [--plot models/reliability.svg]

``--fit`` first sets the threshold (in models.json) from as many other scenes. The temperatures come from
`vision.training.held_out`: in scenes a finding is now and then matched with the card under the one it shows.
"""

from __future__ import annotations

import argparse
import json
import math
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
from vision.cards import CARD_NAMES, JOKER, UNREADABLE
from vision.events import Reading
from vision.geometry import iou
from vision.models import MODELS_FOLDER, load_networks
from vision.read import TableReader
from vision.training.export import write_index

FULL: Final = 0.93
TRUCO_RANKS: Final = frozenset(("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"))
_MATCH_IOU: Final = 0.5
_TILTS: Final = ((0, 20), (20, 40), (40, 66))
_FIT_SEED: Final = 98
_REPORT_SEED: Final = 99
_WANTED_MISREADS: Final = 0.01
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
    reader's 54 probabilities, None where nothing or a back was found; ``deck``: empty for a back; ``tilt``:
    the camera's, degrees; ``slant``: angle in degrees between the card and the nearer edge of the picture;
    ``notes``: what light and lens did; ``overlap``: IoU of the outline found with the card's own."""

    card: str | None
    visible: float
    width: float
    found: bool
    side_right: bool
    scores: NDArray[np.float32] | None
    deck: str = ""
    tilt: float = 0.0
    slant: float = 45.0
    notes: frozenset[str] = frozenset()
    overlap: float = 0.0


@dataclass(slots=True)
class Survey:
    """What a set of scenes gave: an answer a labelled card, and findings that belong to none."""

    answers: list[Answer]
    false_faces: list[NDArray[np.float32]]
    false_backs: int = 0
    scenes: int = 0


def survey(reader: TableReader, data: Path | None, scenes: int, seed: int) -> Survey:
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
            edges = np.roll(card.quad, -1, axis=0) - card.quad
            sides = np.linalg.norm(edges, axis=1)
            turn = np.degrees(np.arctan2(edges[1, 1], edges[1, 0])) % 90
            scores = reading.probabilities if reading is not None and len(reading.probabilities) else None
            right_side = reading is not None and reading.side == card.side
            result.answers.append(
                Answer(
                    card.card,
                    card.visible,
                    float(sides.min()),
                    reading is not None,
                    right_side,
                    scores,
                    card.deck,
                    float(np.degrees(scene.tilt)),
                    float(min(turn, 90 - turn)),
                    scene.notes,
                    iou(reading.quad, card.quad.astype(np.float32)) if reading is not None else 0.0,
                )
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


def fit(result: Survey) -> float:
    """The lowest threshold that keeps misreads of fully visible cards at the wanted share."""
    full = [a for a in result.answers if a.card is not None and a.visible >= FULL]
    for threshold in np.arange(0.3, 0.996, 0.005):
        if np.mean([outcome(answer, float(threshold)) == "misread" for answer in full]) <= _WANTED_MISREADS:
            return float(threshold)
    return 0.995


def confidences(result: Survey) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Of every face that got a reading: the best card's probability, and whether it is the right card."""
    rows = [(a.scores, a.card) for a in result.answers if a.scores is not None and a.card is not None]
    cards = len(CARD_NAMES)
    sure = np.array([float(scores[:cards].max()) for scores, _ in rows])
    right = np.array([CARD_NAMES[int(scores[:cards].argmax())] == card for scores, card in rows], bool)
    return sure, right


def calibration_error(result: Survey) -> float:
    """Expected calibration error of the best card's probability over ten equal bins of it."""
    sure, right = confidences(result)
    bins = np.minimum((sure * 10).astype(int), 9)
    return float(
        sum(
            abs(sure[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
            for b in set(bins.tolist())
        )
    )


def slices(faces: list[Answer]) -> dict[str, list[Answer]]:
    """The faces by what may make them hard to read; all but the covered ones are of fully visible cards."""
    full = [answer for answer in faces if answer.visible >= FULL]
    truco = [a for a in full if a.card is not None and a.card[:-1] in TRUCO_RANKS]
    found = {
        "fully visible": full,
        "full, truco ranks": truco,
        "partly covered": [a for a in faces if a.visible < FULL],
    }
    for least, most in ((0.6, FULL), (0.3, 0.6), (0.0, 0.3)):
        found[f"{least:.0%}-{most:.0%} visible"] = [a for a in faces if least <= a.visible < most]
    for least, most in ((0, 35), (35, 60), (60, 100), (100, 999)):
        found[f"full, {least}-{most} px wide"] = [a for a in full if least <= a.width < most]
    for least, most in _TILTS:
        found[f"full, tilt {least}-{most}"] = [a for a in full if least <= a.tilt < most]
    for note in ("dim", "overexposed", "hard shadow", "glare", "defocus", "motion blur"):
        found[f"full, {note}"] = [a for a in full if note in a.notes]
    found["full, none of these"] = [a for a in full if not a.notes]
    found["full, along the edge (<5)"] = [a for a in full if a.slant < 5]
    found["full, jokers"] = [a for a in full if a.card == JOKER]
    for deck in sorted({answer.deck for answer in full}):
        found[f"full, {deck}"] = [a for a in full if a.deck == deck]
    return found


def reliability(result: Survey) -> str:
    """Ten bins of confidence: how many readings, how sure they were, how many of them were right."""
    sure, right = confidences(result)
    bins = np.minimum((sure * 10).astype(int), 9)
    lines = [f"{'confidence':12} {'readings':>8} {'mean':>7} {'right':>7}"]
    for number in sorted(set(bins.tolist())):
        inside = bins == number
        lines.append(
            f"{number / 10:.1f}-{number / 10 + 0.1:.1f}      {inside.sum():8} {sure[inside].mean():7.1%} "
            f"{right[inside].mean():7.1%}"
        )
    return "\n".join(lines)


def reliability_plot(result: Survey) -> str:
    """The same as a drawing (SVG): how often readings of each confidence are right; area by their number."""
    sure, right = confidences(result)
    bins = np.minimum((sure * 10).astype(int), 9)
    side, edge = 360, 40
    corner = side + edge
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 2 * edge} {side + 2 * edge}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{side + 2 * edge}" height="{side + 2 * edge}" fill="white"/>',
        f'<path d="M{edge} {edge}V{corner}H{corner}" fill="none" stroke="black"/>',
        f'<path d="M{edge} {corner}L{corner} {edge}" stroke="grey" stroke-dasharray="4"/>',
        f'<text x="{edge + side / 2}" y="{corner + 30}" text-anchor="middle">confidence</text>',
        f'<text transform="translate(14 {edge + side / 2}) rotate(-90)" text-anchor="middle">right</text>',
    ]
    for tenth in range(0, 11, 2):
        at = side * tenth / 10
        parts.append(f'<text x="{edge + at}" y="{corner + 15}" text-anchor="middle">{tenth / 10}</text>')
        parts.append(f'<text x="{edge - 5}" y="{corner - at + 4}" text-anchor="end">{tenth / 10}</text>')
    for number in sorted(set(bins.tolist())):
        inside = bins == number
        x, y = edge + side * sure[inside].mean(), corner - side * right[inside].mean()
        radius = 1.5 + 0.3 * math.sqrt(inside.sum())
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="steelblue"/>')
    return "\n".join([*parts, "</svg>", ""])


def report(result: Survey, threshold: float) -> str:
    """A readable table: slices by visibility and width, backs, false findings, pairs that decide tricks."""
    lines = [f"{'slice':28} {'cards':>6} {'right':>7} {'misread':>8} {'unread':>7} {'missed':>7}"]
    faces = [answer for answer in result.answers if answer.card is not None]
    for title, answers in slices(faces).items():
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
    outlines = [
        (low, [a.overlap for a in faces if a.found and a.visible >= FULL and low <= a.tilt < high])
        for low, high in _TILTS
    ]
    lines.append(
        "mean IoU of outlines of full cards by tilt: "
        + ", ".join(f"from {low} degrees {np.mean(found):.3f}" for low, found in outlines if found)
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
    lines.append(reliability(result))
    return "\n".join(lines)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS_FOLDER)
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--plot", type=Path, help="draw the reliability of the confidence into this SVG file")
    args = parser.parse_args()
    networks = load_networks(args.models)
    if args.fit:
        threshold = fit(survey(TableReader(networks), args.data, args.scenes, _FIT_SEED))
        write_index(args.models, networks.detector.size, reader={"threshold": threshold})
        print(json.dumps({"threshold": threshold}))
        networks = load_networks(args.models)
    result = survey(TableReader(networks), args.data, args.scenes, _REPORT_SEED)
    print(report(result, networks.reader.threshold))
    if args.plot is not None:
        args.plot.write_text(reliability_plot(result), encoding="utf-8")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
