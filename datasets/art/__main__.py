"""``python -m datasets.art [--data FOLDER]``: fetches and renders cards, surfaces, clutter and backs."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2

from datasets.art.backs import make_backs
from datasets.art.catalogue import CARD_PACKAGES, DECKS
from datasets.art.fetch import FetchError, fetch
from datasets.art.render import folder_of, render_deck, write_index
from datasets.art.surfaces import TABLE_PACKAGES, make_clutter, make_surfaces
from datasets.art.typeset import FONT_PACKAGES, make_typeset


def make_art(data: Path) -> None:
    """Fills a data folder, saying what it holds; decks that are there already are not rendered again.

    FetchError or OSError, with one sentence, when a package cannot be fetched or the folder not be written.
    """
    packages = (*CARD_PACKAGES, *TABLE_PACKAGES, *FONT_PACKAGES)
    unpacked = {package.name: fetch(package, data) for package in packages}
    decks = data / "decks"
    decks.mkdir(parents=True, exist_ok=True)
    # the vectors are drawn by a program of its own: threads do to keep every core at it
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        entries = list(cores.map(lambda deck: render_deck(deck, unpacked[deck.package], decks), DECKS))
    lenders = [
        decks / folder_of(deck)
        for deck in DECKS
        if deck.split == "train" and deck.kind == "full" and not deck.jumbo
    ]
    entries += make_typeset(decks, data / "unpacked", lenders)
    write_index(entries, decks)
    _say("decks", {split: sum(entry["split"] == split for entry in entries) for split in ("train", "val")})
    _say("surfaces", make_surfaces(data, unpacked))
    _say("clutter", make_clutter(data, unpacked))
    _say("backs", make_backs(data))


def _say(what: str, counts: dict[str, int]) -> None:
    print(f"{what}: {counts['train']} to train on, {counts['val']} held out", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Command line; 2 when a package cannot be fetched or a file not be written."""
    parser = argparse.ArgumentParser(prog="python -m datasets.art", description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="where everything is kept (default: data)"
    )
    cv2.setNumThreads(1)
    try:
        make_art(parser.parse_args(arguments).data.resolve())
    except (FetchError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
