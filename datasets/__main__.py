"""``make data``: fetches and renders everything training is made of, and shows what comes of it.

    python -m datasets [--data data]

Prints how many scenes and crops a second one core makes, and writes contact sheets of both beside the data.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from datasets.art.__main__ import make_art
from datasets.art.fetch import FetchError
from datasets.canvas import Image
from datasets.crops import render_crop
from datasets.feed import load_stage
from datasets.scene import Scene, Stage, render_scene
from vision.cards import CARD_NAMES

_WARM, _TIMED = 600, 200


def outlined(scene: Scene) -> Image:
    """The scene's picture with its labels drawn on it."""
    image = scene.image.copy()
    for card in scene.labelled():
        colour = (0, 220, 0) if card.card else (220, 0, 220)
        cv2.polylines(image, [np.round(card.quad).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
        if card.card:
            middle = card.quad.mean(axis=0).astype(int)
            cv2.putText(image, card.card, (int(middle[0]), int(middle[1])), 0, 1, (0, 0, 255), 2, cv2.LINE_AA)
    return image


def sheets(stage: Stage, folder: Path) -> None:
    """Contact sheets scenes.jpg and crops.jpg in ``folder``."""
    scenes = [outlined(render_scene(stage, np.random.default_rng([3, n]))) for n in range(20)]
    small = [cv2.resize(scene, (480, 270), interpolation=cv2.INTER_AREA) for scene in scenes]
    _write(folder / "scenes.jpg", np.vstack([np.hstack(small[row : row + 4]) for row in range(0, 20, 4)]))
    tiles = []
    for number in range(96):
        crop, named = render_crop(stage, np.random.default_rng([4, number]))
        crop = crop.copy()
        cv2.putText(crop, (*CARD_NAMES, "-")[named], (2, 157), 0, 0.6, (255, 0, 255), 2)
        tiles.append(crop)
    _write(folder / "crops.jpg", np.vstack([np.hstack(tiles[row : row + 16]) for row in range(0, 96, 16)]))


def _write(path: Path, image: Image) -> None:
    if not cv2.imwrite(str(path), image):
        raise OSError(f"{path.name} cannot be written: is the disk full or the folder read-only?")


def rate(draw: Callable[[np.random.Generator], object]) -> float:
    """Pictures a second, once the cards' textures are made."""
    for seed in range(_WARM):
        draw(np.random.default_rng([1, seed]))
    start = time.perf_counter()
    for seed in range(_TIMED):
        draw(np.random.default_rng([2, seed]))
    return _TIMED / (time.perf_counter() - start)


def main() -> int:
    """Command line; 2 when a package cannot be fetched or a file not be written."""
    parser = argparse.ArgumentParser(prog="python -m datasets", description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="where everything is kept (default: data)"
    )
    data = parser.parse_args().data.resolve()
    cv2.setNumThreads(1)
    try:
        make_art(data)
        stage = load_stage(data)
        sheets(stage, data)
    except (FetchError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"scenes of 1280x720 a second on one core: {rate(lambda rng: render_scene(stage, rng)):.1f}")
    print(f"crops a second on one core: {rate(lambda rng: render_crop(stage, rng)):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
