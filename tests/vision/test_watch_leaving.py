"""Cards that leave: noticed at once, in another light and under the next card too."""

from __future__ import annotations

import pytest
from stage import Hover, Stage, play, table_with_vira, told

from vision.events import EventKind, TableEvent


def trick(stage: Stage, gathered: float) -> None:
    cards = [
        stage.lay(card, 1.2 + 1.2 * number, side, turn=turn)
        for number, (card, side, turn) in enumerate(
            (("6H", "bottom", 0.2), ("KS", "right", 1.2), ("4D", "top", 0.1), ("7C", "left", 1.4))
        )
    ]
    stage.gather(gathered, "right", cards, each=0.0)


def cleared(events: list[TableEvent]) -> list[TableEvent]:
    return [event for event in events if event.kind is EventKind.TABLE_CLEARED]


@pytest.mark.parametrize("factor", [0.6, 0.8, 1.15])
def test_a_trick_that_leaves_in_another_light_is_noticed_at_once(factor: float) -> None:
    stage, _ = table_with_vira()
    trick(stage, 8.0)
    stage.light = [(0, 1.0), (6.0, factor)]
    events, _, _ = play(stage, 9.6)
    (one,) = cleared(events)
    assert one.t < 8.9 and one.message == ""


@pytest.mark.parametrize("laid", [9.0, 9.2, 9.4])
def test_a_card_laid_where_one_of_the_last_trick_lay_belongs_to_the_next(laid: float) -> None:
    stage, _ = table_with_vira()
    trick(stage, 8.0)
    stage.lay("2C", laid, "bottom", turn=0.25)
    events, _, _ = play(stage, laid + 2)
    assert told(events)[-2:] == ["table_cleared", "card_played 2C"]
    assert not [event for event in events if event.kind is EventKind.CARD_REMOVED]


@pytest.mark.parametrize("laid", [8.7, 9.0])
def test_a_card_covered_where_one_of_the_last_trick_lay_turns_nothing_over(laid: float) -> None:
    stage, _ = table_with_vira()
    trick(stage, 8.0)
    stage.lay(None, laid, "bottom", turn=0.2)
    events, _, _ = play(stage, laid + 2)
    assert told(events)[-2:] == ["table_cleared", "card_covered"]


def test_a_card_of_a_trick_that_left_laid_once_more_is_a_duplicate() -> None:
    stage, _ = table_with_vira()
    trick(stage, 7.0)
    stage.lay("KS", 9.6, "left", turn=1.3)
    events, _, _ = play(stage, 12)
    *_, gone, again = events
    assert gone.kind is EventKind.TABLE_CLEARED and again.kind is EventKind.UNCERTAIN
    assert again.message == "duplicate" and again.candidates[0][0] == "KS" and again.t < 11.2


def test_a_trick_put_aside_with_its_faces_up_is_no_duplicate() -> None:
    stage, _ = table_with_vira()
    trick(stage, 7.0)
    stage.lay("KS", 9.6, "left", place=(560, 60), turn=1.3)
    events, _, _ = play(stage, 12)
    assert told(events)[-1] == "table_cleared"


def test_a_faint_back_is_told_late_where_a_covered_card_would_lie() -> None:
    stage, _ = table_with_vira()
    stage.lay("3H", 1.2, "top")
    stage.lay(None, 2.4, "bottom", place=(330, 215), score=0.44, back=(40, 160, 30))
    events, _, _ = play(stage, 7)
    assert told(events)[-1] == "card_covered" and events[-1].t > 3.5
    assert events[-1].confidence < 0.5 and events[-1].came_from is not None


def test_a_card_played_face_down_from_those_before_its_player_is_no_pushed_one() -> None:
    stage, _ = table_with_vira()
    dealt = stage.lay(None, 0, None, place=(330, 305))
    stage.lay("3H", 1.4, "top")
    stage.gather(3.0, "bottom", [dealt])
    stage.lay(None, 3.3, "bottom", place=(330, 215))
    events, _, _ = play(stage, 6)
    assert told(events)[-1] == "card_covered"


def test_a_faint_second_outline_of_the_vira_is_no_play() -> None:
    stage, _ = table_with_vira()
    stage.hovers = [Hover("left", (110, 112), 1.0, 1.6)]
    stage.lay("3H", 2.0, None, place=(106, 112), turn=0.1, score=0.33)
    stage.lay("6H", 4.2, "bottom")
    events, _, _ = play(stage, 6)
    assert told(events) == ["vira_shown 5D", "card_played 6H"]
