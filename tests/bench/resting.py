"""Cards filmed only while they rest, and what the votes of their readings are worth.

Whole films show each card for seconds in which nothing is new. Here every hand of a seed is filmed for a few
frames round the moment at which a card lies alone on top, so that a thousand cards take minutes.

python -m tests.bench.resting shoot FOLDER 100 199   films (held-out decks; `make data` first; once)
python -m tests.bench.resting read  FOLDER           reads them with the present weights (after each training)
python -m tests.bench.resting fit   FOLDER           prints the loss by `sharpness` (least is best), the
                                                     table of confidence, and what is asked and misnamed

Seeds 100 to 159 are plain, 160 to 189 have the cameras of disturbed films (steep, large). From 190 on the
cards laid are eights, nines and tens, which are not in the deck: who forgot to sort it must be told so. Seeds
from 400 on measure and are not to be fitted to. The limits found go into `vision.config.TrackConfig`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from app.table import kind_of, open_reader
from datasets.feed import load_stage
from datasets.film import Filming, Look
from datasets.programme import disturbances_of, look_of
from datasets.scene import Stage
from datasets.script import Wishes, write_script
from engine import PRESETS, preset
from vision.cards import CARD_NAMES
from vision.config import DEFAULT, TrackConfig
from vision.detector import FACE
from vision.geometry import Quad, iou
from vision.source import VideoSource
from vision.votes import Candidates, Votes

DATA: Final = Path(__file__).resolve().parents[2] / "data"
_MOMENTS: Final = (0.0, 0.08, 0.16, 0.24)
"""Seconds after a card was laid at which it is filmed: views that count before it is announced."""
SHARPNESSES: Final = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
CERTAIN: Final = (0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99)
BINS: Final = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.001)
FOREIGN: Final = frozenset(CARD_NAMES) - kind_of(preset("paulista")).deck
_STEEP_FROM: Final = 160
_FOREIGN_FROM: Final = 190
_SAME: Final = 0.5
"""Rotated IoU with the true place from which an outline is the card."""


@dataclass(frozen=True, slots=True)
class Resting:
    """One card at rest: its name, the readings (Nx54), the detector's scores, the cards lying beside it."""

    hand: str
    deck: str
    card: str
    rows: NDArray[np.float32]
    scores: NDArray[np.float32]
    taken: tuple[str, ...]


def shoot(stage: Stage, seed: int, folder: Path) -> None:
    """Film the cards of a seed's hand at rest: ``restSEED.mp4`` and what it shows beside it."""
    rng = np.random.default_rng([seed, 1])
    wishes = Wishes(pace=rng.uniform(1.15, 1.35))
    script = write_script(rng, PRESETS["paulista"], wishes)
    look = Look.random(rng, overlap=seed % 10 < 4)
    if seed >= _STEEP_FROM:
        look = look_of(rng, disturbances_of(rng))
    if seed >= _FOREIGN_FROM:
        names = [str(name) for name in rng.permutation(sorted(FOREIGN - {"JK"}))]
        lays = [lay for lay in script.lays if not lay.covered][: len(names)]
        script = replace(
            script, lays=tuple(replace(lay, card=name) for lay, name in zip(lays, names, strict=False))
        )
    filming = Filming(stage, script, look, np.random.default_rng([seed, 2]))
    path = folder / f"rest{seed}.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 12.0, look.size)
    shown, number = [], 0
    for entry in sorted(filming.cards(), key=lambda one: float(one["from"])):
        if entry.get("covered"):
            continue
        lying = [one for one in filming.cards() if one["from"] < entry["from"] and not one.get("covered")]
        taken = [one["card"] for one in lying if one.get("vira") or _same_trick(script, one, entry)]
        shown.append({**entry, "frames": list(range(number, number + len(_MOMENTS))), "taken": taken})
        for later in _MOMENTS:
            writer.write(filming.frame(entry["from"] + later))
            number += 1
    writer.release()
    path.with_suffix(".json").write_text(json.dumps({"deck": filming.deck, "cards": shown}), "utf-8")


def _same_trick(script: Any, one: dict[str, Any], other: dict[str, Any]) -> bool:
    tricks = {lay.card: lay.trick for lay in script.lays}
    return tricks.get(one["card"]) == tricks.get(other["card"])


def read(path: Path, reader: Any) -> None:
    """Reads the cards of one such film: ``restSEED.rows.npz``."""
    told = json.loads(path.with_suffix(".json").read_text("utf-8"))
    wanted = {frame: card for card in told["cards"] for frame in card["frames"]}
    rows: list[NDArray[np.float32]] = []
    owners, scores = [], []
    with VideoSource(path) as film:
        for frame in film:
            card = wanted[frame.number]
            true: Quad = np.array(card["corners"], np.float32)
            found = [one for one in reader.detect(frame.image) if one.side == FACE]
            best = max(found, key=lambda one: iou(one.quad, true), default=None)
            if best is None or iou(best.quad, true) < _SAME:
                continue
            rows.append(reader.name(frame.image, [best])[0].probabilities)
            owners.append(card["card"])
            scores.append(best.score)
    np.savez_compressed(
        path.with_suffix(".rows.npz"),
        rows=np.array(rows, np.float32),
        owners=np.array(owners),
        scores=np.array(scores, np.float32),
    )


def resting(folder: Path) -> Iterator[Resting]:
    """All cards that were read in a folder."""
    for path in sorted(folder.glob("rest*.json")):
        if not path.with_suffix(".rows.npz").exists():
            continue
        told, data = json.loads(path.read_text("utf-8")), np.load(path.with_suffix(".rows.npz"))
        for card in told["cards"]:
            mine = data["owners"] == card["card"]
            yield Resting(
                path.stem, told["deck"], card["card"], data["rows"][mine], data["scores"][mine],
                tuple(card["taken"]),
            )  # fmt: skip


def answer(card: Resting, limits: TrackConfig, certain: float = 2.0) -> tuple[str | None, float, Candidates]:
    """What the votes of a card say under some limits, as a track that rested would be named."""
    votes = Votes(limits)
    for row, score in zip(card.rows, card.scores, strict=True):
        votes.add(row, float(score))
    return votes.name(dict.fromkeys(card.taken, 1.0), certain, FOREIGN)


def loss(cards: Sequence[Resting], limits: TrackConfig) -> float:
    """Mean -log of the probability that the votes give the true name."""
    true = [dict(answer(card, limits)[2]).get(card.card, 0.0) for card in cards]
    return float(-np.log(np.maximum(true, 1e-3)).mean()) if true else 0.0


def fit(cards: Sequence[Resting]) -> None:
    """Prints what the votes of these cards are worth."""
    ours = [card for card in cards if card.card not in FOREIGN]
    others = [card for card in cards if card.card in FOREIGN]
    decks = sorted({card.deck for card in cards})
    print(f"{len(ours)} cards of the deck and {len(others)} others, held-out decks: {', '.join(decks)}")
    sharpened = {one: replace(DEFAULT.tracks, sharpness=one) for one in SHARPNESSES}
    print("\nsharpness  loss (mean -log of the true name's probability), all and by deck")
    for sharpness, limits in sharpened.items():
        each = [loss([card for card in ours if card.deck == deck], limits) for deck in decks]
        print(f"{sharpness:9.2f}  {loss(ours, limits):.4f}  " + "  ".join(f"{one:.4f}" for one in each))
    firsts = [(card, *answer(card, DEFAULT.tracks)[1:]) for card in ours]
    print("\nwith the present sharpness\nconfidence   cards   mean   right")
    for low, high in pairwise(BINS):
        inside = [
            (p, bool(likely) and likely[0][0] == card.card) for card, p, likely in firsts if low <= p < high
        ]
        if inside:
            mean, share = np.mean(inside, axis=0)
            print(f"{low:.3f}-{high:.3f} {len(inside):6} {mean:6.3f} {share:7.3f}")
    print("\nsharpness  from   deck: asked misnamed   others: asked misnamed")
    for sharpness, limits in sharpened.items():
        for certain in CERTAIN:
            counts = []
            for group in (ours, others):
                named = [(card.card, answer(card, limits, certain)[0]) for card in group]
                counts += [
                    sum(name is None for _, name in named),
                    sum(name not in (None, true) for true, name in named),
                ]
            print("{:9.2f}  {:.3f} {:11} {:8} {:15} {:8}".format(sharpness, certain, *counts))
    print("\nnot named rightly with the present limits")
    for card in cards:
        name, _, likely = answer(card, DEFAULT.tracks, DEFAULT.tracks.patient)
        if name != card.card:
            shown = " ".join(f"{one} {p:.2f}" for one, p in likely)
            print(f"{card.hand} {card.deck:<22} {card.card:<3} {'MISNAMED' if name else 'asked':<8} {shown}")


def main() -> int:
    """Command line."""
    if len(sys.argv) < 3 or sys.argv[1] not in ("shoot", "read", "fit"):
        print(__doc__, file=sys.stderr)
        return 2
    what, folder = sys.argv[1], Path(sys.argv[2])
    if what == "shoot":
        folder.mkdir(parents=True, exist_ok=True)
        stage = load_stage(DATA, "val")
        for seed in range(int(sys.argv[3]), int(sys.argv[4]) + 1):
            if not (folder / f"rest{seed}.json").exists():
                shoot(stage, seed, folder)
    elif what == "read":
        reader = open_reader()
        for path in sorted(folder.glob("rest*.mp4")):
            if path.with_suffix(".json").exists():
                read(path, reader)
    elif what == "fit":
        fit(list(resting(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
