"""Files and disks that fail: nothing is overwritten, nothing is silent, play goes on."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from app.store import Keeper, NoticeKind, Store
from app.store.opening import connect
from app.store.schema import VERSION
from engine import PRESETS, Card, Match


def begun() -> Match:
    match = Match(PRESETS["paulista"])
    match.show_vira(Card.parse("5D"))
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vira.sqlite3"


def filled(path: Path) -> int:
    """A file with one match in it; its number."""
    store = Store.open(path)
    keeper = Keeper(store)
    keeper.keep(begun())
    store.close()
    assert keeper.match_id is not None
    return keeper.match_id


def kinds(store: Store) -> list[NoticeKind]:
    return [notice.kind for notice in store.notices]


def as_text(path: Path) -> None:
    path.write_text("not a database, but somebody's notes " * 100, encoding="utf-8")


def as_half(path: Path) -> None:
    filled(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def as_scrambled(path: Path) -> None:
    filled(path)
    data = bytearray(path.read_bytes())
    for place in range(4096, len(data)):
        data[place] ^= 0x5A
    path.write_bytes(bytes(data))


def as_somebody_elses(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()


@pytest.mark.parametrize("spoil", [as_text, as_half, as_scrambled, as_somebody_elses])
def test_a_damaged_file_is_put_aside_unchanged_and_said(path: Path, spoil: object) -> None:
    spoil(path)  # type: ignore[operator]
    before = path.read_bytes()
    store = Store.open(path)
    assert kinds(store) == [NoticeKind.DAMAGED]
    aside = Path(store.notices[0].place)
    assert aside.parent == path.parent and aside.read_bytes() == before
    keeper = Keeper(store)
    keeper.keep(begun())
    store.close()
    assert [row.id for row in Store.open(path).matches()] == [keeper.match_id]
    assert aside.read_bytes() == before


def test_a_newer_file_is_put_aside_and_another_one_beside_it(path: Path) -> None:
    for _ in range(2):
        filled(path)
        newer = sqlite3.connect(path)
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
        newer.close()
        store = Store.open(path)
        assert kinds(store) == [NoticeKind.NEWER]
        assert store.matches() == ()
        store.dismiss(store.notices[0])
        assert store.notices == ()
        store.close()
    assert len(list(path.parent.glob("vira.newer-*.sqlite3"))) == 2


def test_an_empty_file_is_begun_in(path: Path) -> None:
    path.touch()
    assert filled(path)
    assert Store.open(path).notices == ()


def test_an_older_file_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = filled(path)
    for module in ("app.store.schema", "app.store.opening", "app.store.store"):
        monkeypatch.setattr(f"{module}.VERSION", VERSION + 1)
    more = ("ALTER TABLE matches ADD COLUMN place TEXT NOT NULL DEFAULT 'bar'",)
    from app.store import schema

    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, more))
    monkeypatch.setattr(schema.migrate, "__defaults__", (VERSION + 1,))
    store = Store.open(path)
    assert store.notices == () and [row.id for row in store.matches()] == [number]
    store.close()
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT place FROM matches").fetchall() == [("bar",)]


def test_a_migration_that_breaks_off_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = filled(path)
    from app.store import schema

    broken = ("ALTER TABLE matches ADD COLUMN place TEXT", "ALTER TABLE no_such_table ADD COLUMN x TEXT")
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
    monkeypatch.setattr(schema.migrate, "__defaults__", (VERSION + 1,))
    store = Store.open(path)
    assert kinds(store) == [NoticeKind.TROUBLE]
    keeper = Keeper(store)
    keeper.keep(begun())
    assert store.flush() and keeper.settled
    store.close()
    monkeypatch.undo()
    assert [row.id for row in Store.open(path).matches()] == [number]


class SmallDisk:
    """Opens files that cannot grow until there is room again; SQLite says the same of a full disk."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.opened: list[sqlite3.Connection] = []

    def __call__(self, name: str) -> sqlite3.Connection:
        connection = connect(name)
        if "mode=ro" not in name:
            connection.execute(f"PRAGMA max_page_count = {self.pages}")
            self.opened.append(connection)
        return connection

    def make_room(self) -> None:
        self.opened[-1].execute("PRAGMA max_page_count = 100000")


def test_a_full_disk_is_said_and_play_goes_on_in_memory(path: Path) -> None:
    number = filled(path)
    disk = SmallDisk(1)
    store = Store(path, disk, retry=0.05)
    said = Event()
    store.on_notice = said.set
    keeper = Keeper(store)
    match = begun()
    for _ in range(600):
        match.play(0, Card.parse("4D"))
        match.undo()
    keeper.keep(match, {"cards": ["5D"]})
    assert store.flush() and keeper.settled
    assert said.wait(1) and kinds(store) == [NoticeKind.FULL]
    # What is only in memory is there all the same, beside what is on the disk.
    assert keeper.match_id is not None
    assert {row.id for row in store.matches()} == {number, keeper.match_id}
    saved = store.unfinished()
    assert saved is not None and saved.match().state == match.state and saved.table == {"cards": ["5D"]}
    # Nothing of it is in the file: no half of a match is ever written.
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    said.clear()
    disk.make_room()
    assert said.wait(5) and store.notices == ()
    store.close()
    again = Store.open(path).load(keeper.match_id)
    assert again.match().log == match.log


def test_what_waited_and_what_came_meanwhile_is_written_in_order(path: Path) -> None:
    disk = SmallDisk(2)
    filled(path)
    store = Store(path, disk, retry=60)
    ticket = store.settings.set("big", "x" * 100_000)
    store.settings.set("volume", 1)
    last = store.settings.set("volume", 2)
    assert last.wait(5) and not last.kept and not ticket.kept
    disk.make_room()
    assert store.settings.set("more", True).wait(5)
    assert ticket.kept and last.kept
    store.close()
    assert Store.open(path).settings.get("volume") == 2


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file where the folder should be")
    store = Store.open(tmp_path / "file" / "deep" / "vira.sqlite3")
    assert kinds(store) == [NoticeKind.NO_FOLDER]
    keeper = Keeper(store)
    match = begun()
    keeper.keep(match)
    assert store.flush() and keeper.settled
    saved = [store.load(row.id) for row in store.matches()]
    assert [one.match().state for one in saved] == [match.state]
    store.settings.set("volume", 3)
    assert store.settings.get("volume") == 3
    store.close()


def test_a_file_that_cannot_be_written_can_still_be_read(path: Path) -> None:
    number = filled(path)

    def read_only(name: str) -> sqlite3.Connection:
        return connect(name if name.startswith("file:") else f"file:{name}?mode=ro")

    store = Store(path, read_only, retry=60)
    assert kinds(store) == [NoticeKind.READ_ONLY] or store.settings.set("volume", 1).wait(5)
    assert kinds(store) == [NoticeKind.READ_ONLY]
    saved = store.unfinished()
    assert saved is not None and saved.row.id == number
    match = saved.match()
    keeper = Keeper.resume(store, saved, match)
    match.play(0, Card.parse("4D"))
    keeper.keep(match)
    assert len(store.load(number).actions) == 2
    store.close()
    assert len(Store.open(path).load(number).actions) == 1


def test_a_second_vira_on_the_same_file_plays_in_memory(path: Path) -> None:
    number = filled(path)
    first = Store.open(path)
    second = Store(path, retry=0.05)
    assert kinds(second) == [NoticeKind.IN_USE]
    assert [row.id for row in second.matches()] == [number], "it may look"
    assert second.unfinished() is None, "but not go on with the match of the other"
    Keeper(second).keep(begun())
    said = Event()
    second.on_notice = said.set
    first.close()
    assert said.wait(5) and second.notices == ()
    second.close()
    assert len(Store.open(path).matches()) == 2


def test_the_lock_goes_with_the_process_that_held_it(path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from app.store import Store;"
        "store = Store.open(Path(sys.argv[1])); store.settings.set('a', 1).wait(); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)]).returncode == 9
    store = Store.open(path)
    assert store.notices == () and store.settings.get("a") == 1
    store.close()


def test_a_callback_that_fails_does_not_stop_the_writing(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("the screen is gone")

    store = Store.open(path)
    Keeper(store, on_settled=fail).keep(begun())
    assert store.settings.set("a", 1).wait(5)
    assert "the screen is gone" in caplog.text
    store.close()
