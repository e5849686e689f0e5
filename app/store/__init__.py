"""What lasts: matches, settings and learning progress in one SQLite file. No kivy. This is the contract.

Opening
-------
``store = Store.open()``: the file ``vira.sqlite3`` in the folder of `data_folder()` (``VIRA_DATA``, else the
    user's data folder). Never raises: where the file cannot be used, play goes on in memory and a notice
    says so. ``Store.open(path)`` for another file. ``store.close()`` writes what waits and ends the thread.
``store.notices``: tuple of `Notice` (``kind``: a `NoticeKind`, ``place``: file or folder meant, "" if none);
    empty when all is well. The words stand under ``store.KIND`` in the catalogues. A file put aside
    (DAMAGED, NEWER) is said until ``store.dismiss(notice)``; FULL, READ_ONLY, NO_FOLDER, IN_USE, TROUBLE
    last as long as they hold: rows wait in memory and are written when the fault has gone.
``store.on_notice``: called without arguments, from the writer's thread, when the notices have changed.

A match while it is played
--------------------------
``keeper = Keeper(store, seating, on_settled)``: ``seating`` a `Seating` (``teams``, ``players``, ``mode``:
    "camera" or "board"); ``on_settled()`` is called from the writer's thread whenever everything handed over
    is acknowledged (with kivy: a ``Clock.create_trigger``).
``keeper.keep(match, table)``: call it after everything that may have changed ``match`` (an `engine.Match`).
    Every new entry of its log becomes one row, undo, redo and corrections as well; another match than the
    last begins a new stored one. ``table``: what the referee must know again after a restart, as plain JSON
    data (``referee.remember()``; leave it out without a camera); it is kept with the actions in one
    transaction.
``keeper.settled``: everything handed over is acknowledged. **The screen shows a state only when it is
    settled**: on ``on_settled``, or when ``settled`` is true after ``keep``.
``keeper.match_id``: the stored match, None before the first ``keep``. ``keeper.give_up()``: the match is not
    offered again. ``keeper.rename(seating)``: the same people under other names. A match is finished once its
    series is won, and runs again when that is undone.

After a restart
---------------
``saved = store.unfinished()``: the running match changed last as `SavedMatch`, or None.
``saved.match()`` is the `engine.Match` as it stood (StoreError, one sentence, where the log cannot be done
    again), ``saved.table`` the data given to ``keep``, ``saved.row`` a `MatchRow`.
``Keeper.resume(store, saved, match, on_settled)``: goes on with that match, ``match`` being its `Match`.

Looking back
------------
``store.matches()``: every stored match as `MatchRow`, newest first: ``id``, ``rules``, ``start``,
    ``seating``, ``began``, ``changed`` (seconds since 1970), ``state`` (`MatchState`), ``score``, ``games``,
    ``winner``, ``hands`` (begun; 0: nothing has been done in it yet).
``store.load(id)``: the `SavedMatch`; StoreError if there is none. ``store.forget(id)``: deletes a match.
``store.ask(question, then)``: runs ``question(store)`` on a thread of its own and calls ``then(answer)`` from
    it: for screens, which never wait for a disk. An error in ``question`` is its own to catch.

Settings and progress
---------------------
``store.settings`` and ``store.progress``: `Values`, each a mapping of names to plain JSON values, read from
    memory: ``get(name, default)``, ``set(name, value)``, ``items()``. ``set`` returns a `Ticket`.

``Ticket``: ``settled`` (acknowledged), ``kept`` (on the disk; False: in memory so far), ``wait(seconds)``.
``store.flush(seconds)``: waits until everything handed over so far is acknowledged.
"""

from app.store.keeper import Keeper
from app.store.notices import Notice, NoticeKind, StoreError
from app.store.place import data_folder
from app.store.saved import MatchRow, MatchState, SavedAction, SavedMatch, Seating
from app.store.store import Store
from app.store.ticket import Ticket
from app.store.values import Values

__all__ = [
    "Keeper",
    "MatchRow",
    "MatchState",
    "Notice",
    "NoticeKind",
    "SavedAction",
    "SavedMatch",
    "Seating",
    "Store",
    "StoreError",
    "Ticket",
    "Values",
    "data_folder",
]
