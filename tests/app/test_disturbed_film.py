"""The bundled hand with the real weights while its camera fails: resized, unplugged, put up elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from app.judging import Sitting
from app.paths import FILM, FILM_CALLS, FILM_TRUTH
from app.referee.calls import read_calls
from app.referee.compare import compare
from app.referee.lines import LineType, read_lines
from app.referee.referee import Referee
from app.table import kind_of, open_reader
from engine import PRESETS
from vision.source import Frame, Lost, VideoSource
from vision.watch import TableWatcher

RESIZED, UNPLUGGED, BACK = 5.3, 9.2, 10.4  # seconds of film time
SIZE = (960, 540)


def disturbed() -> Iterator[Frame]:
    """The film; smaller from `RESIZED` on, without picture for a while, then seen from another place."""
    elsewhere = np.vstack([cv2.getRotationMatrix2D((480, 270), 9, 0.88), [0, 0, 1]])
    elsewhere[:2, 2] += (25, -12)
    said = False
    with VideoSource(FILM) as film:
        for frame in film:
            if frame.t < RESIZED:
                yield frame
                continue
            small = cv2.resize(frame.image, SIZE, interpolation=cv2.INTER_AREA)
            if frame.t >= BACK:
                small = cv2.warpPerspective(small, elsewhere, SIZE, borderMode=cv2.BORDER_REPLICATE)
            lost = "" if said else Lost.RESIZED
            said = True
            if UNPLUGGED <= frame.t < BACK:
                lost = Lost.GONE
            image = np.zeros_like(small) if lost else small
            yield replace(frame, image=np.asarray(image, np.uint8), lost=lost)


def test_the_hand_is_judged_right_although_the_camera_fails() -> None:
    rules = PRESETS["paulista"]
    watcher = TableWatcher(open_reader(), table=kind_of(rules))
    sitting = Sitting(Referee(rules, goes_on=True), read_calls(FILM_CALLS))
    for frame in disturbed():
        sitting.take(frame.t, watcher.feed(frame))
    assert not sitting.end()
    lines = sitting.referee.lines
    found = compare(lines, read_lines(FILM_TRUTH))
    assert found.same, found
    lost = [(line.reason, line.t) for line in lines if line.type is LineType.VIEW_LOST]
    assert [reason for reason, _ in lost] == [Lost.RESIZED, Lost.GONE]
    assert 0 <= lost[0][1] - RESIZED < 0.2 and 0 <= lost[1][1] - UNPLUGGED < 0.2
    assert watcher.moves >= 1
