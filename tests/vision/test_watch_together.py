"""Cards that come to be seen at the same moment, lying on each other."""

from __future__ import annotations

import pytest
from stage import Hover, Stage, play, table_with_vira, told

from vision.events import EventKind
from vision.tracks import CardTracks


def test_cards_uncovered_together_are_all_told() -> None:
    stage = Stage()
    stage.lay("5D", 0, None, place=(120, 108), turn=0.1)
    stage.lay(None, 0, None, place=(120, 75), turn=1.5)
    stage.hovers = [Hover("bottom", (320, 130), 1.0, 2.6, still=True)]
    # under the arm a back comes to lie, and half on it a face; both are seen when the arm leaves
    stage.lay(None, 2.4, None, place=(320, 180), turn=0.0)
    stage.lay("KS", 2.4, None, place=(320, 204), turn=0.0)
    events, _, _ = play(stage, 5)
    assert "card_played KS" in told(events)


@pytest.mark.parametrize(("likely", "asked"), [(0.6, True), (0.4, False)])
def test_what_seems_to_lie_under_others_is_asked_about_when_it_is_rather_a_new_card(
    likely: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, _ = table_with_vira()
    stage.lay("6H", 1.2, "bottom")
    stage.lay("KH", 3.0, "right", turn=1.2, read_as=(("KH", likely), ("QH", 0.3)))
    monkeypatch.setattr(CardTracks, "_lies_under", lambda self, track, place: track.number > 4)
    events, _, _ = play(stage, 6.5)
    kinds = [event.kind for event in events if event.t > 3.0]
    assert kinds == ([EventKind.UNCERTAIN] if asked else [])
