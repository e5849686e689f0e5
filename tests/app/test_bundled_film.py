"""The filmed hand that comes with Vira, judged end to end with the real weights, against its truth."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from app.commands import judge
from app.main import main
from app.paths import FILM, FILM_CALLS, FILM_TRUTH
from app.referee.compare import compare
from app.referee.lines import LineType, read_lines


def test_the_bundled_hand_is_judged_right_without_help(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "told.jsonl"
    assert main(["judge", str(FILM), "--calls", str(FILM_CALLS), "--json", str(path)]) == 0
    told, truth = read_lines(path), read_lines(FILM_TRUTH)
    found = compare(told, truth)
    assert found.same, found
    assert capsys.readouterr().err == ""
    said = {line.card: line.t for line in told if line.type is LineType.CARD}
    due = {line.card: line.t for line in truth if line.type is LineType.CARD}
    assert all(-0.5 < said[card] - due[card] < 3 for card in due)


def test_without_display_and_source_the_bundled_hand_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[argparse.Namespace] = []

    def run(args: argparse.Namespace) -> int:
        asked.append(args)
        return 0

    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delitem(os.environ, name, raising=False)
    monkeypatch.setattr(judge, "run", run)
    assert main([]) == 0
    assert [(args.source, args.calls) for args in asked] == [(str(FILM), FILM_CALLS)]
    assert "Não há tela" in capsys.readouterr().err
