"""`vira app`: the window. Without a display it prints the transcript of the bundled film instead."""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
from ctypes.util import find_library
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.errors import UserError
from app.paths import FILM, FILM_CALLS
from app.table import add_table_options, calls_of, open_reader, rules_of
from app.ui.opening import before_kivy
from app.ui.trial import Trial
from app.words import LANGUAGES, Words, language_of

if TYPE_CHECKING:
    from app.settings import Settings
    from app.store import Store
    from app.ui.sound import Sounds
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
        help="camera number, video, folder or stream address to judge at once, without the start screen",
    )
    add_table_options(parser)
    parser.set_defaults(lang=None)


def run(args: argparse.Namespace) -> int:
    """Opens the window and stays until it is closed."""
    rules = rules_of(args.rules, args.seats, args.dealer)
    words = Words(language_of(args.lang or LANGUAGES[0]), rules)
    if not has_display():
        print(words("cli.no_screen"), file=sys.stderr)
        return _transcript(args)
    watched = None if args.source is None else _watched(args, rules)
    trial = Trial()
    before_kivy()
    from app.settings import Settings
    from app.store import Store
    from app.ui.sound import preload

    store = Store.open()
    try:
        settings = Settings.from_dict(dict(store.settings.items()))
        if args.lang is not None:
            settings = replace(settings, language=language_of(args.lang))
        # Sounds are loaded before the window opens: afterwards that may hang.
        sounds = preload(settings.language, trial)
        from kivy.core.window import Window

        if Window is not None:
            _open_window(args, rules, watched, store, settings, sounds)
            return 0
    finally:
        store.close()
    print(words("cli.no_screen"), file=sys.stderr)
    return _transcript(args)


def _open_window(
    args: argparse.Namespace,
    rules: Rules,
    watched: Watched | None,
    store: Store,
    settings: Settings,
    sounds: Sounds,
) -> None:
    """The start screen; with a source named, the table that it shows."""
    import cv2

    from app.playing import Playing
    from app.store import Seating
    from app.ui.apart import vision_threads
    from app.ui.application import ViraApp

    cv2.setNumThreads(vision_threads())
    opened = None
    if watched is not None:
        # A film is looked at; only what a camera sees is a match of its own.
        kept = store if watched.live else None
        opened = (Playing.begin(kept, rules, Seating(), args.dealer), watched)
    ViraApp(store, settings, opened=opened, sounds=sounds).run()


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
    parser = argparse.ArgumentParser()
    judge.add_parser(parser.add_subparsers())
    asked = ["judge", source, "--rules", args.rules, "--lang", args.lang or LANGUAGES[0]]
    for option, value in (("--seats", args.seats), ("--dealer", args.dealer), ("--calls", calls)):
        if value is not None:
            asked += [option, str(value)]
    told = parser.parse_args(asked)
    return judge.run(told)


def _need_film() -> None:
    if not FILM.exists():
        raise UserError(f"The bundled film {FILM.name} is missing; install Vira again or name a --source.")


def _watched(args: argparse.Namespace, rules: Rules) -> Watched:
    """What the command line asks to watch; UserError in one sentence where it cannot be opened."""
    from app.commands.judge import sentence
    from app.photos import open_table
    from app.ui.eyes import open_watcher
    from app.ui.watching import Watched
    from vision.source import SourceError

    open_reader()  # Missing or altered weights are said before anything else.
    calls = calls_of(args.calls, rules)
    try:
        opened = open_table(args.source)
    except SourceError as error:
        raise UserError(sentence(error)) from None
    live = opened.live
    # It was only tried: whoever watches it opens it anew, maybe in a process of its own.
    opened.close()
    name = args.source if live else os.path.basename(args.source.rstrip("/"))
    return Watched(name, partial(open_table, args.source), open_watcher, calls, live=live, apart=True)
