"""`vira app`: the window. Without a display it prints the transcript of the bundled film instead."""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
from ctypes.util import find_library
from functools import partial
from typing import TYPE_CHECKING

from app.errors import UserError
from app.paths import FILM, FILM_CALLS
from app.table import add_table_options, calls_of, open_reader, rules_of
from app.words import Words, language_of

if TYPE_CHECKING:
    from app.ui.watching import Watched
    from engine import Rules


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "app", help="the window (what runs without a command)", description=__doc__
    )
    parser.add_argument(
        "--source",
        metavar="SOURCE",
        help="camera number, video, folder or stream address (default: camera 0, else the bundled film)",
    )
    add_table_options(parser)


def run(args: argparse.Namespace) -> int:
    """Opens the window and stays until it is closed."""
    rules = rules_of(args.rules, args.seats, args.dealer)
    words = Words(language_of(args.lang), rules)
    if not has_display():
        print(words("cli.no_screen"), file=sys.stderr)
        return _transcript(args)
    watched = _watched(args, rules, words)
    # Kivy must neither read our arguments nor write its own log over ours.
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    from kivy.config import Config

    Config.set("graphics", "width", "1280")
    Config.set("graphics", "height", "800")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    from kivy.core.window import Window

    if Window is None:
        print(words("cli.no_screen"), file=sys.stderr)
        return _transcript(args)
    from app.ui.application import ViraApp

    ViraApp(rules, args.dealer, words.language, watched).run()
    return 0


def has_display() -> bool:
    """Whether a window can be opened at all; other systems than Linux always have a screen."""
    if not sys.platform.startswith("linux"):
        return True
    if os.environ.get("WAYLAND_DISPLAY") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    library = find_library("X11")
    if not os.environ.get("DISPLAY") or library is None:
        return bool(os.environ.get("DISPLAY"))
    # A display that is named but does not answer would give a window that nobody sees.
    x11 = ctypes.CDLL(library)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    screen = x11.XOpenDisplay(None)
    if screen:
        x11.XCloseDisplay(screen)
    return bool(screen)


def _transcript(args: argparse.Namespace) -> int:
    """What the window would show, as text."""
    from app.commands import judge

    source, calls = args.source, args.calls
    if source is None:
        _need_film()
        source, calls = str(FILM), calls or FILM_CALLS
    told = argparse.Namespace(
        source=source,
        rules=args.rules,
        seats=args.seats,
        dealer=args.dealer,
        calls=calls,
        lang=args.lang,
        fps=None,
        json=None,
        overlay=None,
    )
    return judge.run(told)


def _need_film() -> None:
    if not FILM.exists():
        raise UserError(f"The bundled film {FILM.name} is missing; install Vira again or name a --source.")


def _watched(args: argparse.Namespace, rules: Rules, words: Words) -> Watched:
    """What to watch: the source asked for, else camera 0 if one opens, else the bundled film."""
    import cv2

    from app.commands.judge import sentence
    from app.photos import open_table
    from app.ui.watching import Watched
    from vision.source import SourceError
    from vision.watch import TableWatcher

    # One core is left to the screen.
    cv2.setNumThreads(max(1, (os.cpu_count() or 2) - 1))
    reader = open_reader()
    watcher = partial(TableWatcher, reader)
    asked = "0" if args.source is None else args.source
    calls = calls_of(args.calls, rules)
    try:
        opened = open_table(asked)
    except SourceError as error:
        if args.source is not None:
            raise UserError(sentence(error)) from None
    else:
        if opened.live:
            return Watched(f"{words('source.camera')} {asked}", lambda: opened, watcher, calls)
        opened.close()
        name = words("source.film", name=os.path.basename(asked.rstrip("/")))
        return Watched(name, partial(open_table, asked), watcher, calls)
    _need_film()
    return Watched(
        words("source.film", name=FILM.name),
        partial(open_table, str(FILM)),
        watcher,
        calls or calls_of(FILM_CALLS if FILM_CALLS.exists() else None, rules),
        again=True,
        note=words("source.no_camera"),
    )
