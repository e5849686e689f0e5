"""``python -m datasets.art [--data FOLDER] [--only NAME]``: fetches and renders what is not there yet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from datasets.art.catalogue import CARD_PACKAGES, DECKS
from datasets.art.fetch import FetchError, fetch
from datasets.art.render import render_deck, write_index


def make_decks(data: Path, only: str = "") -> None:
    """Renders every deck whose name contains ``only`` and writes data/decks/decks.json after each one."""
    unpacked = {package.name: fetch(package, data) for package in CARD_PACKAGES}
    decks = data / "decks"
    decks.mkdir(parents=True, exist_ok=True)
    entries: list[dict[str, object]] = []
    for deck in DECKS:
        if only in deck.name:
            entries.append(render_deck(deck, unpacked[deck.package], decks))
            write_index(entries, decks)
    print(f"decks: {len(entries)} in {decks}")


def main(arguments: list[str] | None = None) -> int:
    """Command line; 2 when a package cannot be fetched."""
    parser = argparse.ArgumentParser(prog="python -m datasets.art", description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="where everything is kept (default: data)"
    )
    parser.add_argument("--only", default="", help="only the decks whose name contains this")
    options = parser.parse_args(arguments)
    try:
        make_decks(options.data.resolve(), options.only)
    except (FetchError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
