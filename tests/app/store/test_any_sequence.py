"""Whatever is done to a match, in any order, and whenever Vira is closed: opened again it stands the same."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.store import Keeper, Store
from engine import PRESETS, IllegalAction, Match
from engine.actions import Redo, Undo
from tests.engine.random_play import careful, careless

DEEDS = st.one_of(
    st.tuples(st.just("careful"), st.integers(0, 2**32 - 1)),
    st.tuples(st.just("careless"), st.integers(0, 2**32 - 1)),
    st.tuples(st.sampled_from(("undo", "redo", "close")), st.just(0)),
)


def attempt(match: Match, what: str, seed: int) -> bool:
    """Does something to the match; False where it was refused."""
    try:
        match.do(
            {
                "careful": lambda: careful(Random(seed), match),
                "careless": lambda: careless(Random(seed), match),
                "undo": Undo,
                "redo": Redo,
            }[what]()
        )
    except IllegalAction:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(sorted(PRESETS)), deeds=st.lists(DEEDS, max_size=60))
def test_opened_again_it_stands_the_same(name: str, deeds: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vira.sqlite3"
        store = Store.open(path)
        match = Match(PRESETS[name])
        keeper = Keeper(store)
        keeper.keep(match)
        for what, seed in [*deeds, ("close", 0)]:
            if what != "close":
                if match.series_winner is not None and what == "careful":
                    continue
                if attempt(match, what, seed):
                    keeper.keep(match, {"laid": match.moment.laid})
                continue
            store.close()
            store = Store.open(path)
            (row,) = store.matches()
            saved = store.load(row.id)
            again = saved.match()
            assert again.state == match.state
            assert again.log == match.log
            assert again.history == match.history
            assert (again.can_undo(), again.can_redo()) == (match.can_undo(), match.can_redo())
            assert (row.score, row.games, row.winner) == (match.score, match.games, match.series_winner)
            assert saved.table == ({"laid": match.moment.laid} if match.log else {})
            match, keeper = again, Keeper.resume(store, saved, again)
        store.close()
