"""The new match while it is agreed on, settings and start, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.settings import CHOICES, Settings
from app.store import Keeper, Seating, Store
from app.ui.present.settings import Choosing, rows
from app.ui.present.setup import Draft, advice_text, clean, seat_tags
from app.ui.present.start import offers
from app.words import LANGUAGES, Words
from engine import PRESETS, Match
from vision.view.advice import Advice, AdviceKey
from vision.view.check import ViewReport

WORDS = Words("pt_BR", PRESETS["paulista"])


def report(cards: int, *advice: Advice) -> ViewReport:
    return ViewReport(1.0, 70.0, 20.0, 1.0, 180.0, 0.0, cards, None, advice)


def test_names_and_dealer_stand_at_their_seats() -> None:
    draft = replace(Draft().named(0, "  Ana  Maria de Souza "), dealer=1)
    tags = seat_tags(draft, WORDS)
    assert [tag.name for tag in tags] == ["Ana Maria de", "à direita", "em cima", "à esquerda"]
    assert [tag.note for tag in tags] == ["", "dá as cartas", "sai", ""]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_seat_has_a_name_whatever_table_was_set_up_before(seats: int) -> None:
    tags = seat_tags(replace(Draft(), rules=replace(PRESETS["paulista"], seats=seats)), WORDS)
    assert [tag.seat for tag in tags] == list(range(seats))
    assert len({tag.name for tag in tags}) == seats and all(tag.name for tag in tags)


def test_a_dealer_who_no_longer_sits_there_is_the_last_seat() -> None:
    assert replace(Draft(), rules=replace(PRESETS["paulista"], seats=2), dealer=3).first_dealer == 1


def test_only_names_given_are_stored() -> None:
    assert Draft().seating("camera") == Seating((), (), "camera")
    named = Draft().team_named(1, "Os outros").named(2, "Caio").seating("board")
    assert named == Seating(("", "Os outros"), ("", "", "Caio", ""), "board")
    words = Words("pt_BR", PRESETS["paulista"], named.teams, named.players)
    assert (words.team(0), words.team(1), words.seat(2), words.seat(3)) == (
        "nós",
        "Os outros",
        "Caio",
        "à esquerda",
    )


def test_a_name_is_short_enough_to_stand_beside_a_card() -> None:
    assert clean("  a   b ") == "a b" and len(clean("x" * 50)) == 12


def test_the_camera_check_says_what_to_do() -> None:
    assert "não abriu" in advice_text(None, "camera 0 is away", WORDS)
    assert advice_text(None, "", WORDS) == "Abrindo a câmera…"
    assert "Ponha uma ou duas cartas" in advice_text(report(0), "", WORDS)
    assert advice_text(report(2), "", WORDS) == WORDS("view.good")
    for language in LANGUAGES:
        words = Words(language, PRESETS["paulista"])
        for key in AdviceKey:
            assert advice_text(report(2, Advice(key, 0.5)), "", words)


def test_every_setting_is_there_in_both_languages() -> None:
    for language in LANGUAGES:
        shown = rows(Settings(), Words(language, PRESETS["paulista"]))
        assert {row.name for row in shown} == set(Settings().to_dict())
        for row in shown:
            if isinstance(row, Choosing):
                assert row.value in [value for value, _ in row.options]
                assert row.name == "camera" or [value for value, _ in row.options] == list(CHOICES[row.name])


def test_a_camera_that_was_typed_is_among_the_choices() -> None:
    shown = {row.name: row for row in rows(Settings(camera="rtsp://x"), WORDS)}
    camera = shown["camera"]
    assert isinstance(camera, Choosing) and ("rtsp://x", "rtsp://x") in camera.options


def test_the_unfinished_match_is_offered_first(tmp_path: object) -> None:
    assert offers(None, WORDS)[0].go == "setup"
    store = Store.open(tmp_path / "vira.sqlite3")  # type: ignore[operator]
    match = Match(PRESETS["paulista"], score=(9, 11))
    Keeper(store, Seating(("Os bons", "Os outros"))).keep(match)
    store.flush()
    (row,) = store.matches()
    first = offers(row, WORDS)[0]
    assert (first.go, first.more) == ("go_on", "Os bons 9 × 11 Os outros")
    store.close()
