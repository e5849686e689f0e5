"""A match kept while it is played, and found again."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Event

import pytest

from app.store import Keeper, MatchState, Seating, Store, StoreError
from engine import PRESETS, Card, Match

SEATING = Seating(("Nós", "Eles"), ("Ana", "Beto", "Caio", "Duda"), "camera")


def begun(card: str = "5D") -> Match:
    match = Match(PRESETS["paulista"])
    match.show_vira(Card.parse(card))
    return match


def finished() -> Match:
    match = begun()
    for _ in range(12):
        match.call(0, "run")
        if match.series_winner is None:
            match.next_hand()
            if match.must_decide is not None:
                match.decide_special(match.must_decide, True)
            match.show_vira(Card.parse("5D"))
    assert match.series_winner == 1
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "vira.sqlite3"


def test_a_match_is_found_again_as_it_stood(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store, SEATING)
    match = begun()
    keeper.keep(match, {"cards": ["5D"]})
    match.play(0, Card.parse("4D"))
    keeper.keep(match, {"cards": ["5D", "4D"]})
    store.close()
    again = Store.open(path)
    saved = again.unfinished()
    assert saved is not None
    assert saved.match().state == match.state
    assert saved.match().log == match.log
    assert saved.table == {"cards": ["5D", "4D"]}
    assert saved.row.seating == SEATING
    again.close()


def test_undo_redo_and_corrections_are_rows_too(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store)
    match = begun()
    match.play(0, Card.parse("4D"))
    match.undo()
    match.redo()
    match.correct(1, Card.parse("KD"))
    match.undo()
    keeper.keep(match)
    store.close()
    saved = Store.open(path).unfinished()
    assert saved is not None
    assert len(saved.actions) == 6
    assert saved.match().can_redo()
    assert saved.match().state == match.state


def test_nothing_is_settled_before_it_is_committed(path: Path) -> None:
    settled = Event()
    store = Store.open(path)
    keeper = Keeper(store, on_settled=settled.set)
    keeper.keep(begun())
    assert settled.wait(5)
    assert keeper.settled
    # Another connection sees the row: it is in the file, not only in the writer's hands.
    assert keeper.match_id is not None
    assert len(Store(path, retry=60).load(keeper.match_id).actions) == 1
    store.close()


def test_a_resumed_match_goes_on_in_the_same_rows(path: Path) -> None:
    store = Store.open(path)
    Keeper(store).keep(begun())
    store.close()
    store = Store.open(path)
    saved = store.unfinished()
    assert saved is not None
    match = saved.match()
    keeper = Keeper.resume(store, saved, match)
    match.play(0, Card.parse("4D"))
    keeper.keep(match)
    store.flush()
    assert len(store.matches()) == 1
    assert len(store.load(saved.row.id).actions) == 2
    store.close()


def test_another_match_is_another_row_and_a_won_one_is_not_offered(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store)
    keeper.keep(finished())
    assert store.unfinished() is None
    (row,) = store.matches()
    assert (row.state, row.winner, row.score) == (MatchState.WON, 1, (0, 12))
    keeper.keep(begun())
    assert [row.state for row in store.matches()] == [MatchState.RUNNING, MatchState.WON]
    store.close()


def test_an_undo_over_the_end_makes_the_match_run_again(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store)
    match = finished()
    keeper.keep(match)
    match.undo()
    keeper.keep(match)
    saved = store.unfinished()
    assert saved is not None and saved.match().state == match.state
    store.close()


def test_a_match_given_up_is_not_offered(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store)
    match = begun()
    keeper.keep(match)
    keeper.give_up()
    assert store.unfinished() is None
    assert store.matches()[0].state is MatchState.GIVEN_UP
    match.play(0, Card.parse("4D"))
    keeper.keep(match)
    assert store.unfinished() is not None
    store.close()


def test_a_forgotten_match_is_gone_and_what_follows_in_it_stops_nothing(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store)
    match = begun()
    keeper.keep(match)
    assert keeper.match_id is not None
    store.forget(keeper.match_id)
    match.play(0, Card.parse("4D"))
    keeper.keep(match)
    store.settings.set("volume", 3)
    store.flush()
    assert keeper.settled
    assert store.notices, "an action that cannot be written is said"
    with pytest.raises(StoreError):
        store.load(keeper.match_id)
    store.close()
    assert Store.open(path).settings.get("volume") == 3


def test_a_log_that_breaks_its_own_rules_is_a_sentence(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store)
    keeper.keep(begun())
    assert keeper.match_id is not None
    wrong = '{"do": "Decide", "team": 0, "play": true}'
    sql = "INSERT INTO actions (match_id, number, at, action) VALUES (?, 1, 0, ?)"
    store.submit(((sql, (keeper.match_id, wrong)),))
    with pytest.raises(StoreError, match="rules"):
        store.load(keeper.match_id).match()
    assert store.unfinished() is None
    assert len(store.matches()) == 1
    store.close()


def test_two_players_random_names_survive(path: Path) -> None:
    rng = Random(7)
    names = tuple("".join(chr(rng.randrange(32, 0x2FFF)) for _ in range(9)) for _ in range(2))
    store = Store.open(path)
    Keeper(store, Seating((), names, "board")).keep(begun())
    assert store.matches()[0].seating == Seating((), names, "board")
    store.close()


def test_people_may_be_renamed(path: Path) -> None:
    store = Store.open(path)
    keeper = Keeper(store, SEATING)
    keeper.keep(begun())
    keeper.rename(Seating(("Casa", "Visita"), (), "camera"))
    assert store.matches()[0].seating.teams == ("Casa", "Visita")
    keeper.keep(begun())
    assert [row.seating.teams for row in store.matches()] == [("Casa", "Visita")] * 2
    store.close()
