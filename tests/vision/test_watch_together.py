"""Cards that come to be seen at the same moment, lying on each other."""

from __future__ import annotations

from stage import Hover, Stage, play, told


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
