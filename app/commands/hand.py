"""`vira hand`: judges a hand written on one line, or a file of them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from app.errors import UserError
from app.referee.lines import Line, LineType
from app.referee.telling import SaidLine, left_out_line, lines_of_hand
from app.words import Words, language_of
from engine import LeftOut, Match, NotationError, Rules, explain, format_hand, judge_line, preset
from engine.actions import Call, Decide, Say


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "hand",
        help="judge a hand written down",
        description="Judges a hand written on one line: trick winners with reasons, who leads next, the "
        "hand's winner and points, the new score. docs/notation.md has the grammar. "
        "Example: vira hand 'paulista 0-0 d3 : v5D 4D KD KH 5S | 3C 2D 6C 4S'",
    )
    parser.add_argument("notation", nargs="?", metavar="NOTATION", help="the hand")
    parser.add_argument("--file", type=Path, metavar="FILE", help="judge every line (# begins a remark)")
    parser.add_argument(
        "--rules", metavar="NAME", help="rules of a line that names none; others are an error"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a hand")
    parser.add_argument("--lang", default="pt", help="words in pt (default) or en")


def run(args: argparse.Namespace) -> int:
    """Judges what was given; 2 when a line of a file could not be judged (the others are all the same)."""
    if (args.notation is None) == (args.file is None):
        raise UserError("Give one hand, or --file with a file of hands.")
    try:
        language = language_of(args.lang)
        rules = None if args.rules is None else preset(args.rules)
    except ValueError as error:
        raise UserError(str(error)) from None
    if args.notation is not None:
        _judge(args.notation, rules, language, args.json)
        return 0
    code = 0
    for number, text in _lines(args.file):
        try:
            _judge(text, rules, language, args.json)
        except UserError as error:
            print(f"vira: {args.file}, line {number}: {error}", file=sys.stderr)
            code = 2
    return code


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"There is no file {path}: check its name.") from None
    except (OSError, UnicodeDecodeError):
        raise UserError(f"{path} cannot be read as text: give a file with one hand a line.") from None
    for number, line in enumerate(text.splitlines(), start=1):
        hand = line.partition("#")[0].strip()
        if hand:
            yield number, hand


def _judge(text: str, rules: Rules | None, language: str, as_json: bool) -> None:
    try:
        line, match = judge_line(text, rules)
    except NotationError as error:
        raise UserError(_sentence(error)) from None
    if as_json:
        print(json.dumps(verdict(match)))
        return
    words = Words(language, match.rules)
    print(format_hand(line))
    for told in lines_of_hand(match, _said(match), 0.0):
        print(f"  {words.line(told)}")
    for left in _all_left_out(match):
        print(f"  {words.line(left_out_line(left, match, 0.0))}")
    for told in _open_problems(match):
        print(f"  {words.line(told)}")


def _sentence(error: NotationError) -> str:
    """The error with the engine's reason, where it gave one, put into words."""
    if error.refusal is None:
        return str(error)
    words = Words("en", preset("paulista"))
    values = error.refusal.values
    seat, team = values.get("seat"), values.get("team")
    reason = words.problem(
        error.refusal.key,
        seat if isinstance(seat, int) else None,
        str(values.get("card", "")),
        team if isinstance(team, int) else None,
    )
    return f"{str(error).partition(' (')[0].rstrip('.')}: {reason}."


def verdict(match: Match) -> dict[str, object]:
    """What ``--json`` prints: tricks, how the hand ended (null while it has not), what went wrong in it."""
    outcome = match.hand_outcome
    problems = [
        str(problem.name).lower() for record in match.history for problem in record.problems if problem.name
    ]
    return {
        "tricks": [
            {
                "winner_team": trick.winner_team,
                "winner_seat": trick.winner_seat,
                "leader_next": trick.leader_next,
                "reason": trick.reason,
            }
            for trick in match.tricks
        ],
        "winner": None if outcome is None else outcome.winner,
        "points": 0 if outcome is None else outcome.points,
        "reason": None if outcome is None else outcome.reason,
        "score": list(match.score),
        "next_dealer": match.next_dealer,
        "problems": list(dict.fromkeys(problems)),
        "left_out": [_left_out(left, match.rules) for left in _all_left_out(match)],
    }


def _all_left_out(match: Match) -> list[LeftOut]:
    """What counts no more; a correction that went on names again what its parts have left out."""
    return list(dict.fromkeys(left for record in match.history for left in record.left_out))


def _left_out(left: LeftOut, rules: Rules) -> dict[str, object]:
    chief = explain(left, rules)[0]
    return {"what": chief.key.partition(".")[2], **chief.values, "why": left.key}


def _open_problems(match: Match) -> list[Line]:
    """What is wrong in the open case, all of it."""
    if match.case is None:
        return []
    action = match.case.action
    seat, team = getattr(action, "seat", None), getattr(action, "team", None)
    card = str(getattr(action, "card", ""))
    names = [str(problem.name).lower() for problem in match.problems]
    return [Line(0.0, LineType.PROBLEM, seat, card, team, name) for name in names]


def _said(judged: Match) -> list[SaidLine]:
    """The calls that count as transcript lines, each with the number of cards that lay when it was said."""
    match = Match(judged.rules, *judged.start)
    said: list[SaidLine] = []
    for move in judged.moves():
        rung, laid = match.next_raise, match.moment.laid
        record = match.do(move)
        reason = ""
        if isinstance(move, Decide):
            reason = "play" if move.play else "give_up"
        elif isinstance(move, Say) and not record.problems:
            reason = str(move.call)
        if reason and isinstance(move, Say | Decide):
            asked = isinstance(move, Say) and move.call is Call.RAISE
            values: dict[str, object] = {}
            if asked and rung is not None:
                values["rung"] = match.rung_name(rung)
            seat = move.seat if isinstance(move, Say) else None
            told = Line(0.0, LineType.CALL, seat, team=move.team, reason=reason, values=values)
            said.append(SaidLine(told, record.number, laid))
    return said
