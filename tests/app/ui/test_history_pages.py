"""The history screens, touched like by a finger: list, match, hand by hand, files, deleting."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from app.store import Keeper, Seating, Store
from engine import PRESETS, Card, Match

SEATING = Seating(("Nós", "Eles"), ("Ana", "Beto", "Caio", "Duda"))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with one finished match and one that runs; files go to a folder of the test."""
    monkeypatch.setenv("VIRA_DATA", str(tmp_path / "data"))
    path = tmp_path / "kept.sqlite3"
    store = Store.open(path)
    keeper = Keeper(store, SEATING)
    match = Match(PRESETS["paulista"])
    match.show_vira(Card.parse("5D"))
    for seat, card in enumerate(("4D", "KD", "KH", "5S")):
        match.play(seat, Card.parse(card))
    match.call(1, "raise")
    match.call(0, "accept")
    for seat, card in enumerate(("3C", "2D", "6C", "4S")):
        match.play((seat + 1) % 4, Card.parse(card))
    while match.series_winner is None:
        match.next_hand()
        if match.must_decide is not None:
            match.decide_special(match.must_decide, False)
        else:
            match.call(1, "run")
    keeper.keep(match)
    running = Match(PRESETS["mineiro"])
    running.play(0, Card.parse("4D"))
    Keeper(store, Seating(("Casa", "Visita"))).keep(running)
    store.close()
    return path


def opened(open_app: Any, kept: Path, **settings: Any) -> Any:
    driven = open_app(path=kept, **settings)
    driven.touch("Histórico")
    driven.until(lambda: driven.app.current.filled)
    return driven


def in_match(open_app: Any, kept: Path, title: str) -> Any:
    driven = opened(open_app, kept)
    driven.touch(title)
    driven.until(lambda: driven.says("Placar mão a mão"))
    return driven


def finished_title(path: Path) -> str:
    store = Store.open(path)
    row = store.matches()[-1]
    store.close()
    return f"Nós {row.score[0]} × {row.score[1]} Eles"


def test_the_list_shows_every_match_newest_first(open_app: Any, kept: Path) -> None:
    driven = opened(open_app, kept)
    assert driven.says("Casa 0 × 0 Visita") and driven.says("em andamento")
    assert driven.says(finished_title(kept))
    driven.picture("history")


def test_a_match_shows_who_raised_and_every_hand(open_app: Any, kept: Path) -> None:
    driven = in_match(open_app, kept, finished_title(kept))
    assert driven.says("Eles: TRUCO! · Nós: aceitou")
    assert driven.says("Mão 1") and driven.says("pediu aumento")
    driven.picture("match")


def test_a_hand_is_replayed_step_by_step(open_app: Any, kept: Path) -> None:
    driven = in_match(open_app, kept, finished_title(kept))
    driven.touch("Mão 1")
    driven.until(lambda: driven.says("1 de 12"))
    page = driven.app.current
    assert driven.says("Duda: deu as cartas")
    for _ in range(5):
        driven.touch("▶")
    assert driven.says("6 de 12") and driven.says("Rodada 1: empatou")
    driven.picture("replay")
    driven.touch("▶")
    assert driven.says("Eles: TRUCO!") and driven.says("vale 1, pediu TRUCO")
    driven.touch("Próxima mão")
    assert driven.says("Mão 2") and driven.says("1 de 2")
    # At both ends there is nowhere to go.
    driven.touch("Mão anterior")
    driven.touch("Mão anterior")
    assert page.place == "1 de 12"


@pytest.mark.parametrize("kind", ["JSON", "CSV"])
def test_a_match_is_exported(open_app: Any, kept: Path, tmp_path: Path, kind: str) -> None:
    driven = in_match(open_app, kept, finished_title(kept))
    driven.touch("Exportar")
    driven.touch(kind)
    driven.until(lambda: driven.says("Guardado em"))
    (path,) = (tmp_path / "data" / "exports").glob(f"*.{kind.lower()}")
    assert driven.says(str(path))
    text = path.read_text(encoding="utf-8-sig")
    if kind == "JSON":
        assert len(json.loads(text)["matches"]) == 1
    else:
        assert next(csv.DictReader(text.splitlines()))["team_1"] == "Eles"


def test_everything_is_exported_at_once(open_app: Any, kept: Path, tmp_path: Path) -> None:
    driven = opened(open_app, kept)
    driven.touch("Exportar tudo")
    driven.touch("JSON")
    driven.until(lambda: driven.says("Guardado em"))
    (path,) = (tmp_path / "data" / "exports").glob("*.json")
    assert len(json.loads(path.read_text(encoding="utf-8"))["matches"]) == 2


def test_a_file_that_cannot_be_written_is_said(
    open_app: Any, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driven = in_match(open_app, kept, finished_title(kept))
    (tmp_path / "file").touch()
    monkeypatch.setenv("VIRA_DATA", str(tmp_path / "file"))
    for what in ("Exportar", "Imagem"):
        driven.touch(what)
        if what == "Exportar":
            driven.touch("CSV")
        driven.until(lambda: driven.says("Não deu para gravar"))
        driven.touch("Certo")


def test_the_picture_to_share_has_the_score_line_and_words(open_app: Any, kept: Path, tmp_path: Path) -> None:
    driven = in_match(open_app, kept, finished_title(kept))
    driven.touch("Imagem")
    driven.until(lambda: driven.says("Guardado em"))
    (path,) = (tmp_path / "data" / "exports").glob("*.png")
    image = cv2.imread(str(path))
    assert image.shape[:2] == (1350, 1080)
    # The heading, the chart and the table below it are drawn: each band has ink of its own.
    ground = image[5, 5].astype(int)
    for top, bottom in ((60, 180), (330, 640), (700, 1100)):
        band = image[top:bottom].astype(int)
        assert (abs(band - ground).max(axis=2) > 60).mean() > 0.004


def test_a_match_is_deleted_only_when_asked_twice(open_app: Any, kept: Path) -> None:
    title = finished_title(kept)
    driven = in_match(open_app, kept, title)
    driven.touch("Apagar")
    driven.touch("Manter")
    assert driven.app.current.heading == title
    driven.touch("Apagar")
    driven.touch("Sim, apagar")
    driven.until(lambda: driven.says("Histórico") and driven.app.current.filled)
    assert not driven.says(title) and driven.says("Casa 0 × 0 Visita")


def test_a_match_is_gone_on_with_from_the_history(open_app: Any, kept: Path) -> None:
    driven = in_match(open_app, kept, "Casa 0 × 0 Visita")
    driven.touch("Continuar esta partida")
    assert driven.app.playing.match.current_trick == ((0, Card.parse("4D")),)
    # The match on the table cannot be deleted from under it.
    driven.app.go("match", number=driven.app.playing.keeper.match_id)
    driven.until(lambda: driven.says("Placar mão a mão"))
    assert not driven.says("Apagar")


def test_a_match_that_cannot_be_read_says_so(open_app: Any, kept: Path) -> None:
    store = Store.open(kept)
    number = store.matches()[-1].id
    store.submit((("UPDATE actions SET action = '{}' WHERE match_id = ?", (number,)),))
    store.close()
    driven = opened(open_app, kept)
    driven.app.go("match", number=number)
    driven.until(lambda: driven.says("não pode ser aberta"))
    assert driven.says("Apagar") and not driven.says("Exportar")


def test_a_language_switched_in_a_match_is_followed(open_app: Any, kept: Path) -> None:
    driven = in_match(open_app, kept, finished_title(kept))
    driven.app.other_language()
    driven.steps()
    assert driven.says("Score hand by hand") and driven.says("Hand 1")
