"""What the app lets be heard: each thing once it is kept, as the settings want it."""

from __future__ import annotations

from typing import Any

from app.referee.calls import Said
from app.store import Seating
from app.voice import Signal
from engine import PRESETS


class Listening:
    """Sounds that are noted instead of played."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.followed: tuple[object, ...] = ()

    def say(self, phrases: tuple[str, ...]) -> None:
        self.heard += phrases

    def signal(self, kind: Signal) -> None:
        self.heard.append(str(kind))

    def follow(self, *settings: object) -> None:
        self.followed = settings

    def stop(self) -> None:
        self.heard.append("stopped")


def test_a_match_is_heard(open_app: Any) -> None:
    app = open_app("vira 5D", "0 KS", "1 6H", "2 4S", "3 4D")
    app.app.sounds = sounds = Listening()
    app.app.begin(PRESETS["paulista"], Seating(mode="camera"), 3, watch=True)
    app.until(lambda: "trick_1" in sounds.heard, 30)
    told = [one for one in sounds.heard if one != "card"]
    # A busy disk may hold several cards back until all are kept: then only the last thing is said.
    assert told in (["manilha_is", "rank_6", "trick_1"], ["trick_1"])
    assert sounds.heard.count("card") >= 1
    app.app.playing.say(0, Said.RUN)
    app.until(lambda: "score" in sounds.heard, 30)
    assert sounds.heard[-5:] == ["gave_up", "hand_1", "number_0", "score_to", "number_1"]


def test_settings_reach_what_is_heard(open_app: Any) -> None:
    app = open_app()
    app.app.sounds = sounds = Listening()
    app.app.change(volume=25, voice=False)
    assert sounds.followed == (0.25, False, True, "pt_BR")
    app.app.other_language()
    assert sounds.followed == (0.25, False, True, "en")


def test_without_sounds_all_is_silent(open_app: Any) -> None:
    app = open_app()
    assert app.app.sounds.silent
