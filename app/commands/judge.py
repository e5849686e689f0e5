"""`vira judge`: watches a film, photos, a camera or a stream, and prints the transcript as it goes."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from app.errors import UserError
from app.table import add_table_options, calls_of, kind_of, open_reader, rules_of
from app.words import Words, language_of

if TYPE_CHECKING:
    from app.judging import Sitting
    from app.moments import Recorder
    from app.referee.lines import Line
    from app.referee.questions import Question


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("judge", help="judge a filmed or live table", description=__doc__)
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="video file, folder of photos, camera number, stream address, or folder of a saved moment",
    )
    add_table_options(parser)
    parser.add_argument("--fps", type=float, help="photos a second where SOURCE is a folder (default: 1)")
    parser.add_argument(
        "--json", metavar="FILE", help="also write the transcript as JSON lines (-: instead, to the screen)"
    )
    parser.add_argument(
        "--overlay", type=Path, metavar="FILE.mp4", help="also write the film with outlines and names"
    )
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="also save what was seen, to be judged again from DIR"
    )


def run(args: argparse.Namespace) -> int:
    """Judges the source; 2 where it cannot be used to its end."""
    from app.moments import is_moment

    if is_moment(args.source):
        return _judge_again(args)
    rules = rules_of(args.rules, args.seats, args.dealer)
    calls = calls_of(args.calls, rules)
    if args.fps is not None and not args.fps > 0:
        raise UserError("--fps must be a number of photos a second above 0.")
    from app.judging import Sitting
    from app.moments import Recorder
    from app.overlay_film import OverlayFilm
    from app.photos import open_table
    from app.referee.referee import Referee
    from app.viewing import AdviceTeller, advice_words
    from vision.source import SourceError
    from vision.watch import TableWatcher

    words = Words(language_of(args.lang), rules)
    watcher = TableWatcher(open_reader(), table=kind_of(rules))
    try:
        source = open_table(args.source, fps=args.fps)
    except SourceError as error:
        raise UserError(sentence(error)) from None
    with ExitStack() as stack:
        lines = _lines_file(args.json, stack)
        film = stack.enter_context(OverlayFilm(args.overlay))
        stack.enter_context(source)
        last: list[str] = []

        def say(line: Line) -> None:
            if lines is not None:
                print(line.to_json(), file=lines, flush=True)
            seat = "" if line.seat is None else line.seat
            last[:] = [*last[-2:], f"{line.t:.1f} {line.type} {line.card} {seat}"]
            if args.json != "-":
                print(f"{line.t:7.1f} s  {words.line(line)}", flush=True)

        sitting = Sitting(Referee(rules, args.dealer, goes_on=True), calls, say)
        recorder = None if args.record is None else Recorder(rules, args.dealer, goes_on=True, calls=calls)
        if recorder is not None:
            _save(recorder, args.record, sitting)  # a folder that cannot be written is said before the match
        teller = AdviceTeller()
        fault = ""
        try:
            for frame in source:
                events = watcher.feed(frame)
                if recorder is not None:
                    recorder.frame(frame, events)
                sitting.take(frame.t, events)
                watcher.vira_is(sitting.referee.vira_track)
                for advice in teller.take(frame.t, watcher.view):
                    print(f"{frame.t:7.1f} s  {advice_words(advice, words)}", file=sys.stderr, flush=True)
                film.add(frame, watcher.readings, last)
        except SourceError as error:
            fault = sentence(error)
        except KeyboardInterrupt:
            # A live table is ended by hand; what was judged still gets its closing words.
            pass
        still_open = sitting.end()
        if recorder is not None:
            _save(recorder, args.record, sitting)
    report(still_open, sitting.referee.lines, words)
    if fault:
        raise UserError(fault)
    return 0


def _judge_again(args: argparse.Namespace) -> int:
    """Judges a saved moment: the same camera events and presses, under its own rules."""
    from app.moments import MomentError, read_moment, replay

    try:
        moment = read_moment(Path(args.source))
    except MomentError as error:
        raise UserError(str(error)) from None
    words = Words(language_of(args.lang), moment.rules)
    with ExitStack() as stack:
        lines = _lines_file(args.json, stack)

        def say(line: Line) -> None:
            if lines is not None:
                print(line.to_json(), file=lines)
            if args.json != "-":
                print(f"{line.t:7.1f} s  {words.line(line)}")

        sitting = replay(moment, say)
        still_open = sitting.end()
    report(still_open, sitting.referee.lines, words)
    return 0


def _save(recorder: Recorder, folder: Path, sitting: Sitting) -> None:
    from app.moments import MomentError

    try:
        recorder.save(folder, sitting.referee.lines)
    except MomentError as error:
        raise UserError(str(error)) from None


def _lines_file(name: str | None, stack: ExitStack) -> TextIO | None:
    """Where the JSON lines go: a file, the screen for ``-``, nowhere for None."""
    if name is None:
        return None
    if name == "-":
        return sys.stdout
    try:
        return stack.enter_context(open(name, "w", encoding="utf-8"))
    except OSError as error:
        raise UserError(f"The file {name} cannot be written ({error.strerror}).") from None


def report(still_open: tuple[Question, ...], told: list[Line], words: Words) -> None:
    """Says at the end what nobody has answered."""
    if not told:
        print(words("cli.none_seen"), file=sys.stderr)
    for question in still_open:
        print(words("cli.open", question=words.question(question), t=f"{question.t:.1f}"), file=sys.stderr)


def sentence(error: Exception) -> str:
    """An error's message with a capital and a full stop."""
    text = str(error).strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
