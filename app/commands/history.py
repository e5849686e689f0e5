"""`vira history`: the matches that are kept, as a list or as a file, without a window."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from app.errors import UserError
from app.words import Words, language_of
from engine import preset


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("history", help="list or export the matches kept", description=__doc__)
    parser.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="write all of them to FILE.json (everything) or FILE.csv (one line a hand)",
    )
    parser.add_argument("--lang", default="pt", help="words in pt (default) or en")


def run(args: argparse.Namespace) -> int:
    """Lists or exports; what cannot be read of it is said on standard error."""
    from app.history import story_of, to_csv, to_json
    from app.store import Store, StoreError
    from app.ui.present.history import match_lines

    try:
        words = Words(language_of(args.lang), preset("paulista"))
    except ValueError as error:
        raise UserError(str(error)) from None
    ending = "" if args.export is None else args.export.suffix.lower()
    if args.export is not None and ending not in (".json", ".csv"):
        raise UserError(f"{args.export} is neither JSON nor CSV: give a name that ends in .json or .csv.")
    store = Store.open()
    try:
        for notice in store.notices:
            print(words(f"store.{notice.kind}", place=notice.place), file=sys.stderr)
        rows = tuple(row for row in store.matches() if row.hands)
        if args.export is None:
            for line in match_lines(rows, words):
                print(f"{line.title}\n  {line.below}")
            if not rows:
                print(words("history.none"), file=sys.stderr)
            return 0
        stories, code = [], 0
        for row in rows:
            try:
                stories.append(story_of(store.load(row.id)))
            except StoreError as error:
                print(f"vira: {error}", file=sys.stderr)
                code = 2
    finally:
        store.close()
    text = to_csv(stories) if ending == ".csv" else to_json(stories)
    try:
        args.export.write_text(text, encoding="utf-8-sig" if ending == ".csv" else "utf-8", newline="")
    except OSError as error:
        raise UserError(f"{args.export} cannot be written ({error.strerror}): choose another file.") from None
    return code
