"""Vira killed while it plays: a short form of `tests.bench.sigkill`, without a window."""

from __future__ import annotations

from pathlib import Path

from tests.bench.sigkill import run_kills


def test_killed_at_any_moment_it_comes_back_to_the_same_hand(tmp_path: Path) -> None:
    findings = run_kills(10, 11, tmp_path / "vira.sqlite3")
    assert findings.faults == []
    assert (findings.kills, findings.lost) == (10, 0)
    assert findings.between, "some of the kills fall on the way to the disk"
