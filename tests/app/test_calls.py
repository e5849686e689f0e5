"""Files of timed calls: what is read, and what is refused with its line number."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.referee.calls import CallsError, Said, SaidCall, read_calls


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "calls.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def test_calls_come_in_order_of_time(tmp_path: Path) -> None:
    text = '{"t": 4.9, "team": 0, "call": "accept"}\n\n{"t": 4, "team": 1, "seat": 1, "call": "truco"}\n'
    assert read_calls(written(tmp_path, text)) == (
        SaidCall(4.0, 1, Said.RAISE, 1),
        SaidCall(4.9, 0, Said.ACCEPT),
    )


def test_the_team_follows_from_the_seat(tmp_path: Path) -> None:
    assert read_calls(written(tmp_path, '{"t": 1, "seat": 3, "call": "run"}')) == (
        SaidCall(1.0, 1, Said.RUN, 3),
    )


@pytest.mark.parametrize(
    "line, wrong",
    [
        ("truco!", "it is no JSON"),
        ("[1]", "it is no JSON object"),
        ('{"team": 0, "call": "truco"}', '"t" must be a number'),
        ('{"t": "soon", "team": 0, "call": "truco"}', '"t" must be a number'),
        ('{"t": NaN, "team": 0, "call": "truco"}', '"t" must be a number'),
        ('{"t": 1, "call": "truco"}', '"team" must be 0 or 1'),
        ('{"t": 1, "team": 2, "call": "truco"}', '"team" must be 0 or 1'),
        ('{"t": 1, "team": 0, "seat": 1, "call": "truco"}', "seat 1 does not belong to team 0"),
        ('{"t": 1, "team": 0, "seat": 8, "call": "truco"}', '"seat" must be a seat number'),
        ('{"t": 1, "team": 0, "call": "envido"}', '"call" must be one of'),
        ('{"t": 1, "team": 0, "call": []}', '"call" must be one of'),
    ],
)
def test_what_is_no_call_is_refused_by_line(tmp_path: Path, line: str, wrong: str) -> None:
    path = written(tmp_path, '{"t": 0, "team": 0, "call": "truco"}\n' + line)
    with pytest.raises(CallsError) as caught:
        read_calls(path)
    assert f"line 2: {wrong}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(CallsError, match="no calls file"):
        read_calls(tmp_path / "nothing.jsonl")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(CallsError, match="cannot be read as text"):
        read_calls(binary)
    with pytest.raises(CallsError, match="cannot be read as text"):
        read_calls(tmp_path)
