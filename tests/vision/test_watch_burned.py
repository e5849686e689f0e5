"""Cards shown at the cut or while dealing: neither the vira nor plays; where it is not clear, a question."""

from __future__ import annotations

import pytest
from stage import Piece, Stage, StageReader, play, told

from vision.events import EventKind
from vision.watch import TableWatcher

ASIDE = (250.0, 80.0)  # away from the stock


def deck(stage: Stage, t: float = 0.0, vira: float = 4.0) -> Piece:
    """The stock lies there from ``t`` on, the vira is brought to it."""
    for i in range(2):
        stage.lay(None, t, None if t == 0 else "left", place=(120 + i, 75), turn=1.5)
    return stage.lay("5D", vira, "left", place=(120, 108), turn=0.1)


def hand(stage: Stage, t: float = 7.0) -> None:
    stage.lay("6H", t, "bottom")
    stage.lay("KS", t + 1.2, "right", turn=1.2)


PLAYS = ["card_played 6H", "card_played KS"]


def test_a_burned_card_that_stays_there_is_no_vira_and_no_play() -> None:
    stage = Stage()
    stage.lay("3C", 3.0, "left", place=ASIDE)  # a second before the vira is turned
    deck(stage)
    hand(stage)
    events, watcher, _ = play(stage, 10)
    assert told(events) == ["vira_shown 5D", *PLAYS]
    assert {one.card for one in watcher.readings if one.side == "face"} == {"3C", "5D", "6H", "KS"}


def test_a_burned_card_that_is_put_away_at_once_is_not_told() -> None:
    stage = Stage()
    burned = stage.lay("3C", 1.5, "left", place=ASIDE)
    deck(stage)
    stage.gather(2.7, "left", [burned])
    hand(stage)
    events, _, _ = play(stage, 10)
    assert told(events) == ["vira_shown 5D", *PLAYS]


def test_a_burned_card_that_lies_there_for_long_is_asked_about_until_the_vira_lies_at_the_stock() -> None:
    stage = Stage()
    stage.lay("3C", 1.0, "left", place=ASIDE)
    deck(stage)
    hand(stage)
    events, _, _ = play(stage, 10)
    assert told(events) == ["uncertain 3C vira", "vira_shown 5D", *PLAYS]
    asked, shown = events[:2]
    assert asked.t - 1.0 < 3.0 and asked.track != shown.track
    assert [card for card, _ in asked.candidates] == ["3C"]


def test_one_that_was_asked_about_and_is_put_away_is_removed() -> None:
    stage = Stage()
    burned = stage.lay("3C", 0.8, "left", place=ASIDE)
    deck(stage, vira=6.0)
    stage.gather(4.0, "left", [burned])
    hand(stage, 9.0)
    events, _, _ = play(stage, 12)
    assert told(events) == ["uncertain 3C vira", "card_removed 3C", "vira_shown 5D", *PLAYS]
    assert events[0].track == events[1].track


def test_cards_burned_while_the_dealer_holds_the_stock() -> None:
    stage = Stage()
    stage.lay("3C", 0.8, "top", place=ASIDE)
    stage.lay("QH", 1.8, "top", place=(320, 80))
    deck(stage, t=5.0, vira=6.2)
    hand(stage, 9.0)
    events, _, _ = play(stage, 12)
    assert told(events) == ["uncertain 3C vira", "uncertain QH vira", "vira_shown 5D", *PLAYS]


def test_cards_played_after_a_vira_that_lies_alone_are_told_with_a_doubt() -> None:
    stage = Stage()
    stage.lay("5D", 0.8, "left", place=(120, 108), turn=0.1)
    hand(stage, 4.0)
    stage.lay("3C", 6.4, "top")
    stage.lay(None, 8.6, "left")
    events, _, _ = play(stage, 10)
    doubtful = [f"uncertain {card} vira" for card in ("5D", "6H", "KS", "3C")]
    assert told(events) == [*doubtful, "card_covered"]


def test_the_stock_laid_on_a_card_makes_it_the_vira() -> None:
    stage = Stage()
    stage.lay("5D", 0.8, "left", place=(120, 108), turn=0.1)
    for i in range(2):
        stage.lay(None, 4.0, "left", place=(120 + i, 75), turn=1.5)
    hand(stage)
    events, _, _ = play(stage, 10)
    assert told(events) == ["uncertain 5D vira", "vira_shown 5D", *PLAYS]
    assert events[0].track == events[1].track


@pytest.mark.parametrize("seed", [1, 2])
def test_cards_that_lie_there_from_the_start_are_no_burned_ones(seed: int) -> None:
    stage = Stage(seed=seed)
    stage.lay("5D", 0, None, place=(120, 108), turn=0.1)
    stage.lay(None, 0, None, place=(120, 75), turn=1.5)
    stage.lay("6H", 0, None, place=(320, 250))
    stage.lay("KS", 2.0, "right", turn=1.2)
    events, _, _ = play(stage, 5)
    assert told(events) == ["vira_shown 5D", "card_played 6H lay_there", "card_played KS"]


@pytest.mark.parametrize(
    ("read", "asked"),
    [((("QC", 0.19), ("KC", 0.14), ("KD", 0.13)), False), ((("QC", 0.5), ("KC", 0.4)), True)],
)
def test_what_reads_like_nothing_before_the_vira_is_no_card(
    read: tuple[tuple[str, float], ...], asked: bool
) -> None:
    stage = Stage()
    stage.lay("QC", 0.6, "left", place=ASIDE, read_as=read)
    deck(stage, vira=9.0)
    events, _, _ = play(stage, 4)
    assert told(events) == (["uncertain vira"] if asked else [])


@pytest.mark.parametrize(("burned", "asked"), [(False, ["5D"]), (True, ["3C", "5D"])])
def test_what_the_table_says_of_the_vira_ends_the_doubt(burned: bool, asked: list[str]) -> None:
    stage = Stage()
    if burned:
        stage.lay("3C", 0.5, "top", place=ASIDE)
    stage.lay("5D", 0.8, "left", place=(120, 108), turn=0.1)
    stage.lay("6H", 4.0, "bottom")
    stage.lay("KS", 5.2, "right", turn=1.2)
    reader = StageReader()
    watcher = TableWatcher(reader)
    events = []
    for frame, visible in stage.frames(7):
        reader.visible, reader.t = visible, frame.t
        events += watcher.feed(frame)
        for event in events:
            if event.kind is EventKind.UNCERTAIN and event.candidates[0][0] == "5D":
                watcher.vira_is(event.track)
    assert told(events) == [*(f"uncertain {card} vira" for card in asked), "card_played 6H", "card_played KS"]
    assert events[-2].t < 5.0, "what is played is told at once again"
