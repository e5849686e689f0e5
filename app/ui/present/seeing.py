"""What the table screen says about how the camera sees: one thing, while it lasts."""

from __future__ import annotations

from typing import Final

from app.ui.watching import BLIND, STOPPED, Saw
from app.viewing import LASTING, advice_words
from app.words import Words
from vision.events import EventKind
from vision.view.advice import Advice, AdviceKey

MOVED_SECONDS: Final = 6.0
"""Seconds of film time for which it is said that the camera was moved and the hand goes on."""


def fault_text(fault: str, *, live: bool, words: Words) -> str:
    """Why there is no picture any more, in words and with what can be done; "" for no fault."""
    if not fault:
        return ""
    named = {STOPPED: "vision", BLIND: "weights"}.get(fault, "camera" if live else "file")
    return words(f"view.fault.{named}")


class Sight:
    """Takes what was seen, frame by frame. ``opens``: a source is being opened, and shows nothing yet."""

    def __init__(self, *, opens: bool = False) -> None:
        self._opens = opens
        self._since: dict[AdviceKey, float] = {}
        self._advice: dict[AdviceKey, Advice] = {}
        self._lost = ""
        self._moves = 0
        self._moved_at = -1e9
        self._now = 0.0

    def take(self, saw: Saw) -> None:
        """One frame. A view measured anew means that there is a picture again."""
        self._now, self._opens = saw.t, False
        if saw.moves > self._moves:
            self._moved_at = saw.t
        self._moves = saw.moves
        if saw.view is not None:
            self._lost = ""
            self._advice = {one.key: one for one in saw.view.advice}
            self._since = {key: self._since.get(key, saw.t) for key in self._advice}
        for event in saw.events:
            if event.kind is EventKind.VIEW_LOST:
                self._lost = event.message

    def text(self, words: Words) -> str:
        """The most urgent thing that has lasted, "" where all is well: a passing hand is no advice."""
        if self._opens:
            return words("view.opening")
        if self._lost:
            return words.view_lost(self._lost)
        lasting = [key for key in self._advice if self._now - self._since[key] >= LASTING]
        if lasting:
            return advice_words(self._advice[lasting[0]], words)
        return words("view.moved") if self._now - self._moved_at <= MOVED_SECONDS else ""
