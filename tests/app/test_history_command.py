"""`vira history`: the list, the files, and what cannot be done, in one sentence."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from app.main import main
from app.store import Keeper, Seating, Store
from app.store.place import FILE_NAME
from engine import PRESETS, Card, Match


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one match of two hands; the second has just begun."""
    folder = tmp_path / "data"
    monkeypatch.setenv("VIRA_DATA", str(folder))
    store = Store.open(folder / FILE_NAME)
    match = Match(PRESETS["paulista"])
    match.show_vira(Card.parse("5D"))
    match.call(0, "raise")
    match.call(1, "run")
    match.next_hand()
    Keeper(store, Seating(("=Nós", "Eles"), ("Ana", "Beto", "Caio", "Duda"))).keep(match)
    store.close()
    return folder


def test_the_list_names_teams_score_and_rules(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "--lang", "en"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "=Nós 1 × 0 Eles"
    assert "Paulista" in told[1] and "hands: 2" in told[1] and "unfinished" in told[1]


def test_csv_has_a_line_a_hand(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert main(["history", "--export", str(path)]) == 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    assert first["team_0"] == "'=Nós", "a name is no formula"
    assert (first["winner"], first["points"], first["reason"]) == ("0", "1", "ran_from_raise")
    assert first["raises"] == "raise:0:3 run:1:1"
    assert first["notation"] == "paulista 0-0 d3 : v5D t0 r1"
    assert (second["hand"], second["winner"], second["score_0"]) == ("2", "", "1")


def test_json_has_everything(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.JSON"
    assert main(["history", "--export", str(path)]) == 0
    (match,) = json.loads(path.read_text(encoding="utf-8"))["matches"]
    assert match["teams"] == ["=Nós", "Eles"] and match["players"][1] == "Beto"
    assert [hand["score"] for hand in match["hands"]] == [[1, 0], [1, 0]]
    assert [call["call"] for call in match["hands"][0]["calls"]] == ["raise", "run"]


@pytest.mark.parametrize("name", ["out.xls", "out", "missing/out.csv"])
def test_a_file_that_cannot_be_written_is_one_sentence(
    kept: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", "--export", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_matches_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VIRA_DATA", str(tmp_path))
    assert main(["history", "--lang", "en"]) == 0
    assert capsys.readouterr().err == "No match has been kept yet.\n"


def test_a_folder_that_cannot_be_used_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("VIRA_DATA", str(tmp_path / "file" / "deep"))
    assert main(["history", "--lang", "en"]) == 0
    assert "cannot be used" in capsys.readouterr().err


def test_a_match_that_cannot_be_read_is_said_and_the_others_are_written(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store.open(kept / FILE_NAME)
    match = Match(PRESETS["paulista"])
    match.show_vira(Card.parse("5D"))
    keeper = Keeper(store)
    keeper.keep(match)
    spoil = "UPDATE actions SET action = '{}' WHERE match_id = ?"
    store.submit(((spoil, (keeper.match_id,)),))
    store.close()
    assert main(["history", "--export", str(tmp_path / "out.csv")]) == 2
    assert "cannot be understood" in capsys.readouterr().err
    assert len((tmp_path / "out.csv").read_text(encoding="utf-8-sig").splitlines()) == 3
