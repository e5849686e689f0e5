"""Keeps what is put into a referee, and the pictures that matter, until someone says: save this moment."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from app.moments.format import (
    CALLS,
    HEAD,
    INPUT,
    PICTURES,
    TRANSCRIPT,
    VERSION,
    Answered,
    Decided,
    Entered,
    Input,
    Looked,
    MomentError,
    input_to_json,
)
from app.moments.pictures import KeyFrames
from app.referee.calls import SaidCall
from app.referee.lines import Line
from app.referee.questions import Choice
from engine import Rules
from engine.actions import Action
from engine.rules import rules_to_text
from vision.events import TableEvent
from vision.source import Frame

MOST_PICTURES: Final = 60
"""Key frames kept: the last ones; some six megabytes."""


class Recorder:
    """The inputs of one referee since it began; cheap enough to run all the time.

    ``rules``, ``dealer`` and ``goes_on`` are those the referee began with: a moment replays from there.
    ``calls``: timed calls that the sitting was given.
    """

    def __init__(
        self,
        rules: Rules,
        dealer: int | None,
        *,
        goes_on: bool = False,
        calls: Iterable[SaidCall] = (),
        most_pictures: int = MOST_PICTURES,
    ) -> None:
        self._rules, self._dealer, self._goes_on = rules, dealer, goes_on
        self._calls = tuple(calls)
        self._inputs: list[Input] = []
        self._pictures: deque[tuple[float, bytes]] = deque(maxlen=most_pictures)
        self._most = most_pictures
        self._keys = KeyFrames()

    def frame(self, frame: Frame, events: Iterable[TableEvent]) -> None:
        """A frame that was looked at and what vision told; keeps its picture where it told something."""
        told = tuple(events)
        self.looked(frame.t, told)
        self.picture(frame.t, self._keys.take(frame, told=bool(told)))

    def looked(self, t: float, events: Iterable[TableEvent]) -> None:
        """What vision told of a frame; one of which nothing came, and by which nothing became due, may be
        left out.
        """
        self._inputs.append(Looked(t, tuple(events)))

    def picture(self, t: float, jpeg: bytes) -> None:
        """A key frame; empty for none."""
        if jpeg:
            self._pictures.append((t, jpeg))

    def entered(self, event: TableEvent) -> None:
        """A card that was named by a touch, as the event it was taken for."""
        self._inputs.append(Entered(event.t, event))

    def expect(self, calls: Iterable[SaidCall]) -> None:
        """Timed calls that come with a source which begins only now."""
        self._calls = (*self._calls, *calls)

    def copy(self) -> Recorder:
        """What was recorded so far, to be saved on another thread."""
        made = Recorder(
            self._rules, self._dealer, goes_on=self._goes_on, calls=self._calls, most_pictures=self._most
        )
        made._inputs, made._pictures = self._inputs[:], self._pictures.copy()
        return made

    def call(self, call: SaidCall) -> None:
        """A call that was said, when it was heard."""
        self._inputs.append(call)

    def answer(self, t: float, number: int, choice: Choice) -> None:
        """The question ``number`` was answered."""
        self._inputs.append(Answered(t, number, choice))

    def decide(self, t: float, action: Action | None) -> None:
        """A button's action; None: undo."""
        self._inputs.append(Decided(t, action))

    def save(self, folder: Path, lines: Iterable[Line]) -> Path:
        """Write all of it into ``folder``, which is made; MomentError where that is not possible.

        ``lines``: the transcript so far. An older moment in that folder is written over.
        """
        head = {
            "version": VERSION,
            "rules": rules_to_text(self._rules),
            "dealer": self._dealer,
            "goes_on": self._goes_on,
        }
        try:
            (folder / PICTURES).mkdir(parents=True, exist_ok=True)
            for old in (folder / PICTURES).glob("*.jpg"):
                old.unlink()
            for t, picture in self._pictures:
                (folder / PICTURES / f"{round(t * 1000):09}.jpg").write_bytes(picture)
            _write(folder / TRANSCRIPT, (line.to_json() for line in lines))
            _write(folder / CALLS, (input_to_json(call) for call in self._calls))
            _write(folder / INPUT, (input_to_json(one) for one in self._inputs))
            (folder / HEAD).write_text(json.dumps(head, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise MomentError(
                f"The moment cannot be saved in {folder} ({error.strerror}); name another folder."
            ) from None
        return folder


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
