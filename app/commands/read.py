"""``vira read``: name the cards on pictures, one JSON line a picture."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import cv2

from vision.events import Reading
from vision.models import WeightsError, load_networks
from vision.overlay import draw
from vision.picture import Picture, PictureError, open_picture
from vision.read import TableReader


def add_parser(subparsers: Any) -> None:
    """Add the command to the program's parser."""
    parser = subparsers.add_parser(
        "read",
        help="name the cards on pictures",
        description="Names the cards on pictures: one JSON line a picture with every card found, its side, "
        "confidence (0 to 1) and four corners in pixels of the file as stored. A card of null is a card that "
        "cannot be read. The exit code is 2 when a file could not be read; the others are read all the same.",
    )
    parser.add_argument("images", nargs="*", metavar="IMAGE", help="picture file (JPEG, PNG, WebP or BMP)")
    parser.add_argument("--list", metavar="FILE", help="read the pictures named in FILE, one name a line")
    parser.add_argument("--root", metavar="DIR", default="", help="folder that the names are relative to")
    parser.add_argument(
        "--json", metavar="FILE", default="-", help="write the lines to FILE (-: here, default)"
    )
    parser.add_argument(
        "--overlay", metavar="DIR", help="also save every picture with outlines and names to DIR"
    )
    parser.add_argument("--models", metavar="DIR", help="folder of weights to use instead of Vira's own")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; 0, or 2 after a sentence on standard error for whatever could not be done."""
    try:
        names = _names(args)
        reader = TableReader(load_networks(Path(args.models) if args.models else None))
        with ExitStack() as stack:
            return _read_all(names, args, reader, _output(args.json, stack))
    except (_UsageError, WeightsError) as error:
        print(f"vira read: {error}", file=sys.stderr)
        return 2


class _UsageError(Exception):
    pass


def _names(args: argparse.Namespace) -> list[str]:
    if bool(args.images) == bool(args.list):
        raise _UsageError("name the pictures either one by one or by --list FILE")
    if args.images:
        return list(args.images)
    try:
        lines = Path(args.list).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _UsageError(
            f"the list {args.list} cannot be read; it must be a text file with one name a line"
        ) from error
    names = [line.strip() for line in lines if line.strip()]
    if not names:
        raise _UsageError(f"the list {args.list} names no picture")
    return names


def _output(target: str, stack: ExitStack) -> IO[str]:
    if target == "-":
        return sys.stdout
    try:
        return stack.enter_context(open(target, "w", encoding="utf-8"))
    except OSError as error:
        raise _UsageError(f"{target} cannot be written ({error.strerror}); choose another file") from error


def _read_all(names: list[str], args: argparse.Namespace, reader: TableReader, lines: IO[str]) -> int:
    status = 0
    for name in names:
        try:
            picture = open_picture(Path(args.root) / name)
            readings, timing = reader.read_timed(picture.image)
        except PictureError as error:
            status = _complain(name, str(error))
            _write(lines, {"image": name, "cards": [], "error": str(error)})
            continue
        cards = [_card(one, picture) for one in readings]
        _write(
            lines, {"image": name, "size": list(picture.size), "cards": cards, "ms": round(timing.total, 1)}
        )
        if args.overlay:
            try:
                _save_overlay(Path(args.overlay), name, picture, readings)
            except _UsageError as error:
                status = _complain(name, str(error))
    return status


def _complain(name: str, sentence: str) -> int:
    print(f"vira read: {name}: {sentence}", file=sys.stderr)
    return 2


def _write(lines: IO[str], record: dict[str, Any]) -> None:
    lines.write(json.dumps(record) + "\n")
    lines.flush()


def _card(one: Reading, picture: Picture) -> dict[str, Any]:
    return {
        "card": one.card,
        "side": one.side,
        "confidence": round(one.confidence, 4),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in picture.in_file(one.quad)],
    }


def _save_overlay(folder: Path, name: str, picture: Picture, readings: list[Reading]) -> None:
    parts = [part for part in Path(name).parts if part not in ("..", Path(name).anchor)]
    target = folder.joinpath(*parts)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        saved = cv2.imwrite(str(target), draw(picture.image, readings))
    except OSError as error:
        raise _UsageError(f"the overlay {target} cannot be written ({error.strerror})") from error
    if not saved:
        raise _UsageError(f"the overlay {target} cannot be written")
