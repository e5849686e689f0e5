"""Paper that lay there all along looks like a card now that a card lies on it: no card was laid."""

from __future__ import annotations

import numpy as np
import pytest
from stage import Stage, StageReader, play, table_with_vira, told

from vision.crop import quad_of_box
from vision.events import Detection, EventKind


class SeesPaper(StageReader):
    """From a time on a card as well that nobody can name, in a place where nothing but the table is."""

    def __init__(self, since: float, side: str, box: tuple[float, float, float, float, float]) -> None:
        super().__init__()
        self._since, self._side, self._quad = since, side, quad_of_box(box)

    def detect(self, image: np.ndarray) -> list[Detection]:
        found = super().detect(image)
        if self.t >= self._since:
            found.append(Detection(self._quad, self._side, 0.75))
            self._read[id(found[-1])] = np.full(54, 1 / 54, np.float32)
        self._kept = found
        return found


def played() -> Stage:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KS", 3.0, "right", turn=1.2)
    return stage


@pytest.mark.parametrize("side", ["back", "face"])
@pytest.mark.parametrize("since", [1.0, 3.0])
def test_what_looks_as_it_did_before_the_arm_came_is_no_card(since: float, side: str) -> None:
    # beside the second card, a part of it under that
    events, _, _ = play(played(), 7.0, SeesPaper(since, side, (425, 190, 55, 36, 0.4)))
    assert told(events) == ["vira_shown 5D", "card_played 6H", "card_played KS"]


def test_a_back_laid_there_is_one() -> None:
    stage = played()
    stage.lay(None, 3.9, "top", place=(330, 120))
    events, _, _ = play(stage, 6.0)
    assert [event.kind for event in events][-1] is EventKind.CARD_COVERED
