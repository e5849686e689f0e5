"""Every screen filled as it is in use: for screenshots, and for tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np
from driven import Driven
from film_doubles import CORNERS, HAND, PLACES, FakeSource, FakeWatcher, film

from app.paths import CARDS
from app.playing import Playing
from app.referee.calls import Said
from app.referee.referee import Referee
from app.store import Keeper, Seating
from app.ui.eyes import Eyes
from engine import PRESETS, Card, Match
from vision.events import Detection, Reading
from vision.source import Frame

NAMES: Final = ("Ana", "Beto", "Caio", "Duda", "Edu", "Fabi")

_LOOKS: Final = np.zeros(0, np.float32)


class TableSource(FakeSource):
    """Frames with drawn cards where the script lays them."""

    def __init__(self, steps: tuple[str, ...]) -> None:
        super().__init__(600.0)
        self._image = table_picture(steps)

    def __iter__(self) -> Any:
        for number in range(6000):
            yield Frame(self._image, number / 10, number)


class TableWatcher(FakeWatcher):
    """Sees what the script says, and outlines the cards of the picture."""

    def __init__(self, steps: tuple[str, ...]) -> None:
        super().__init__(film(*steps, pace=0.01, start=0.0))
        self.readings = [
            Reading(np.float32(corners), "face", None if card.startswith("?") else card, 0.99, _LOOKS)
            for card, corners in laid_in(steps)
        ]


class Finder:
    """Finds the cards of `table_picture`."""

    def detect(self, image: Any) -> list[Detection]:
        return [Detection(np.float32(corners), "face", 0.99) for _, corners in laid_in(("vira 5D", "0 KS"))]


def laid_in(steps: tuple[str, ...]) -> list[tuple[str, list[tuple[float, float]]]]:
    """Cards of a script with their corners in a picture of 640x360."""
    found = []
    for step in steps[-5:]:
        who, _, what = step.partition(" ")
        place = (0.17, 0.5) if who == "vira" else PLACES.get(int(who)) if who.isdigit() else None
        if place is not None and what != "covered":
            middle = (place[0] * 640, place[1] * 360)
            found.append((what, [(middle[0] + x * 1.1, middle[1] + y * 1.2) for x, y in CORNERS]))
    return found


def table_picture(steps: tuple[str, ...]) -> Any:
    """A table as a camera above it would see it (360x640x3 BGR)."""
    image = np.full((360, 640, 3), (58, 82, 40), np.uint8)
    for card, corners in laid_in(steps):
        drawn = cv2.imread(str(CARDS / f"{card.lstrip('?').split(',')[0]}.png"))
        (left, top), (right, bottom) = corners[0], corners[2]
        size = (round(right - left), round(bottom - top))
        image[round(top) : round(top) + size[1], round(left) : round(left) + size[0]] = cv2.resize(
            drawn, size
        )
    return image


def table(
    window: Driven,
    *steps: str,
    rules: str = "paulista",
    seats: int | None = None,
    score: tuple[int, int] = (0, 0),
    camera: bool = True,
    dealer: int | None = None,
) -> Playing:
    """A match on the table screen, with what a script lays."""
    app = window.app
    agreed = PRESETS[rules] if seats is None else replace(PRESETS[rules], seats=seats)
    seating = Seating((), NAMES[: agreed.seats])
    playing = Playing(Referee(agreed, dealer, score=score), seating, Keeper(app.store, seating, app._kept))
    app.eyes = Eyes(lambda spec: TableSource(steps), lambda: TableWatcher(steps), Finder)
    app.open_table(playing, app.eyes.watched("0", app.words) if camera else None)
    if camera:
        window.until(lambda: len(playing.match.log) or playing.referee.questions or not steps, 20)
        window.until(lambda: app.host.shown is not None, 20)
    else:
        for step in steps:
            playing.cover() if step.endswith("covered") else playing.lay(step.split()[1])
    shown(window)
    return playing


def shown(window: Driven) -> None:
    """Waits until everything is kept and shown."""
    window.settled()
    window.app._show_table()
    window.steps()


def trick(window: Driven) -> None:
    table(window, "vira 5D", "0 KS", "1 3C", "2 6H", score=(9, 11 - 2))


def trick_by_hand(window: Driven) -> None:
    table(window, *HAND["tie and cover"][:7], camera=False)


def hand_over(window: Driven) -> None:
    playing = table(window, *HAND["two tricks"], camera=False)
    playing.ended_at = playing.now + 1000
    shown(window)


def pending_raise(window: Driven) -> None:
    playing = table(window, "vira 5D", "0 KS", camera=False)
    playing.say(1, Said.RAISE)
    shown(window)


def doubt(window: Driven) -> None:
    table(window, "vira 5D", "0 KS", "1 ?AS,4S")


def out_of_turn(window: Driven) -> None:
    playing = table(window, "vira 5D", "0 KS", camera=False)
    playing.referee.match.see_card(2, Card.parse("3C"))
    playing.tick()
    playing.referee._settle_down()
    shown(window)


def hand_of_eleven(window: Driven) -> None:
    table(window, "vira 5D", score=(11, 3))


def truco_in_eleven(window: Driven) -> None:
    playing = table(window, "vira 5D", score=(11, 3), camera=False)
    playing.say(0, Said.ACCEPT)
    playing.say(1, Said.RAISE)
    playing._base += 10
    playing.tick()
    shown(window)


def match_over(window: Driven) -> None:
    table(window, *HAND["two tricks"], score=(11, 11), camera=False)


def six_players(window: Driven) -> None:
    table(window, "0 7C", "1 3C", "2 KS", "3 4H", rules="mineiro-6", camera=False)


def two_players(window: Driven) -> None:
    table(window, "vira 5D", "0 KS", seats=2, camera=False)


def enter_card(window: Driven) -> None:
    table(window, "vira 5D", "0 KS", "1 3C", camera=False)
    window.app.current.enter_card()


def menu(window: Driven) -> None:
    table(window, "vira 5D", "0 KS")
    window.app.current.open_menu()


def confirm_end(window: Driven) -> None:
    playing = table(window, "vira 5D", "0 KS", score=(2, 10), camera=False)
    playing.say(1, Said.RAISE)
    playing.say(0, Said.ACCEPT)
    shown(window)
    page = window.app.current
    page._said(0, page._view.buttons[0][-1])


def setup_table(window: Driven) -> None:
    window.app.go("setup", tab="table")


def setup_camera(window: Driven) -> None:
    steps = ("vira 5D", "0 KS")
    window.app.eyes = Eyes(lambda spec: TableSource(steps), lambda: TableWatcher(steps), Finder)
    window.app.go("setup", tab="camera")
    window.until(lambda: window.app.current._texture is not None, 20)


def setup_dealer(window: Driven) -> None:
    window.app.go("setup")
    window.app.current.begin()


def option(window: Driven) -> None:
    window.app.go("setup")
    words = window.app.words
    page = window.app.current
    page._ask_option("all_tied", words("setup.option.all_tied"), words("setup.why.all_tied"), None)


def board(window: Driven) -> None:
    window.app.score(PRESETS["paulista"], Seating(("Os bons", "Os outros"), mode="board"))
    playing = window.app.playing
    playing.stake(9)
    playing.point(1)
    playing.ended_at = playing.now + 1000
    shown(window)


def board_special(window: Driven) -> None:
    window.app.score(PRESETS["paulista"], Seating(mode="board"))
    playing = window.app.playing
    for stake in (9, 1, 1):
        if playing.match.hand_over:
            playing.next_hand()
        if stake != playing.match.stake:
            playing.stake(stake)
        playing.point(0)
    playing.next_hand()
    playing.ended_at = -1e9
    shown(window)


def history(window: Driven) -> None:
    keep_a_match(window)
    window.app.go("history")
    window.until(lambda: window.app.current.filled, 20)


def match(window: Driven) -> None:
    keep_a_match(window)
    number = next(row.id for row in window.app.store.matches() if row.hands > LONG)
    window.app.go("match", number=number)
    window.until(lambda: window.app.current._story is not None, 20)


def replay(window: Driven) -> None:
    match(window)
    window.app.go("replay", story=window.app.current._story, hand=0, at=1)


LONG: Final = 5
"""Hands that only the match kept for the history has more of."""


def keep_a_match(window: Driven) -> None:
    """A match that was played to its end."""
    store = window.app.store
    if any(row.hands > LONG for row in store.matches()):
        return
    kept = Match(PRESETS["paulista"])
    for card in ("5D", "4D", "KD", "KH", "5S"):
        _lay(kept, card)
    kept.call(1, "raise")
    kept.call(0, "accept")
    for card in ("3C", "2D", "6C", "4S"):
        _lay(kept, card)
    while kept.series_winner is None:
        kept.next_hand()
        if kept.must_decide is not None:
            kept.decide_special(kept.must_decide, False)
        else:
            kept.call(kept.hand_number % 2, "run")
    Keeper(store, Seating((), NAMES[:4])).keep(kept)
    store.flush()


def _lay(kept: Match, name: str) -> None:
    card = Card.parse(name)
    if kept.needs_vira:
        kept.show_vira(card)
    else:
        kept.play(kept.turn, card)


def page(name: str, **what: Any) -> Callable[[Driven], None]:
    def show(window: Driven) -> None:
        window.app.go(name, **what)

    return show


SCENES: Final[Mapping[str, Callable[[Driven], None]]] = {
    "start": page("start"),
    "setup": page("setup"),
    "setup-option": option,
    "setup-table": setup_table,
    "setup-camera": setup_camera,
    "setup-dealer": setup_dealer,
    "table-trick": trick,
    "table-by-hand": trick_by_hand,
    "table-raise": pending_raise,
    "table-doubt": doubt,
    "table-out-of-turn": out_of_turn,
    "table-eleven": hand_of_eleven,
    "table-truco-in-eleven": truco_in_eleven,
    "table-hand-over": hand_over,
    "table-match-over": match_over,
    "table-six": six_players,
    "table-two": two_players,
    "table-enter-card": enter_card,
    "table-menu": menu,
    "table-confirm-end": confirm_end,
    "board": board,
    "board-eleven": board_special,
    "settings": page("settings"),
    "learn": page("learn"),
    "lesson": page("lesson", lesson="order"),
    "quiz": page("quiz"),
    "show": page("show"),
    "history": history,
    "match": match,
    "replay": replay,
}
"""Name to what sets the scene; every page of the registry is among them."""
