"""The same people under other names."""

from __future__ import annotations

from pathlib import Path

from app.store import Keeper, Seating, Store
from engine import PRESETS, Match


def test_names_given_later_are_kept(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "vira.sqlite3")
    keeper = Keeper(store, Seating(mode="board"))
    keeper.keep(Match(PRESETS["paulista"]))
    keeper.rename(Seating(("Os bons", ""), mode="board"))
    store.flush()
    (row,) = store.matches()
    assert row.seating == Seating(("Os bons", ""), mode="board")
    store.close()
