"""The command `vira`: reads pictures, judges films, judges hands written down, or starts the app."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from app.errors import UserError

COMMANDS = ("read", "judge", "hand", "history", "app")
"""Modules of `app.commands`. Each has ``add_parser(subparsers)`` and ``run(args) -> int``."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help says what is possible.\n")


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of these commands; one alone loads only what it needs (`vira hand` needs no OpenCV)."""
    parser = _Parser(prog="vira", description="A referee for real truco tables. Without a command: the app.")
    subparsers = parser.add_subparsers(dest="command", metavar="{" + ",".join(COMMANDS) + "}")
    for name in names:
        import_module(f"app.commands.{name}").add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; exit code 0, or 2 with one sentence where something given cannot be used."""
    given = list(sys.argv[1:] if argv is None else argv) or ["app"]
    parser = build_parser(given[:1] if given[0] in COMMANDS else COMMANDS)
    args = parser.parse_args(given)
    if args.command is None:
        parser.error("a command is missing")
    try:
        return int(import_module(f"app.commands.{args.command}").run(args))
    except UserError as error:
        print(f"vira: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone (`vira judge … | head`); Python must not complain at its own end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
