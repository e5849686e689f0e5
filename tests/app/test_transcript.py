"""Transcript lines as files, and two transcripts compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.referee.compare import compare
from app.referee.lines import Line, LineType, judged, read_lines

LINES = [
    Line(1.23456, LineType.VIRA, card="5D"),
    Line(2.0, LineType.CARD, 1, "KS", 1),
    Line(3.0, LineType.TRICK, reason="tie"),
    Line(4.0, LineType.SCORE, score=(1, 0)),
]


def test_lines_leave_out_what_does_not_apply() -> None:
    assert [line.to_json() for line in LINES] == [
        '{"t": 1.235, "type": "vira", "card": "5D"}',
        '{"t": 2.0, "type": "card", "seat": 1, "card": "KS", "team": 1}',
        '{"t": 3.0, "type": "trick", "reason": "tie"}',
        '{"t": 4.0, "type": "score", "score": [1, 0]}',
    ]


def test_lines_come_back_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(line.to_json() for line in LINES[1:]) + "\n", encoding="utf-8")
    assert read_lines(path) == tuple(LINES[1:])


@pytest.mark.parametrize("text", ["{", "[]", '{"t": 1}', '{"t": 1, "type": "dance"}'])
def test_what_is_no_line_is_refused_by_number(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(LINES[0].to_json() + "\n" + text, encoding="utf-8")
    with pytest.raises(ValueError, match="line 2"):
        read_lines(path)


def test_undo_takes_back_one_judged_line() -> None:
    undone = [*LINES, Line(5.0, LineType.UNDO, reason="score"), Line(5.0, LineType.UNDO, reason="trick")]
    assert judged(undone) == judged(LINES[:2])


def test_questions_and_times_do_not_count_in_a_comparison() -> None:
    later = [
        Line(line.t + 0.6, line.type, line.seat, line.card, line.team, line.reason, line.score)
        for line in LINES
    ]
    assert compare([*later, Line(9.0, LineType.QUESTION, reason="which_card")], LINES).same


def test_the_first_difference_is_named() -> None:
    other = [LINES[0], Line(2.0, LineType.CARD, 1, "KC", 1), *LINES[2:]]
    found = compare(other, LINES)
    assert (found.same, found.differs_at, found.silently_wrong) == (False, 1, True)
    assert found.told is not None and found.truth is not None
    assert (found.told["card"], found.truth["card"]) == ("KC", "KS")


def test_a_missing_end_is_a_difference_and_a_question_makes_it_no_silent_one() -> None:
    found = compare(LINES[:3], LINES, asked=True)
    assert (found.same, found.told, found.silently_wrong) == (False, None, False)
