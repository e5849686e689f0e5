"""Random matches through the store: opened again they stand the same, and their story holds together."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from app.history import CallKind, MatchStory, steps_of, story_of, to_csv, to_json
from app.store import Keeper, Store
from engine import PRESETS, IllegalAction, Match, Rules, parse_hand
from engine.notation import judge_line
from tests.engine.random_play import careful, careless


def play(rng: Random, rules: Rules, keeper: Keeper, tries: int) -> Match:
    """A match of careful and careless players, kept after every action that was not refused."""
    match = Match(rules)
    keeper.keep(match)
    for _ in range(tries):
        pick = careful if match.series_winner is None and rng.random() < 0.75 else careless
        try:
            match.do(pick(rng, match))
        except IllegalAction:
            continue
        keeper.keep(match)
    return match


def check(story: MatchStory, match: Match) -> None:
    hands = story.hands
    assert [hand.number for hand in hands] == list(range(len(hands)))
    for before, after in pairwise(hands):
        assert before.outcome is not None
        assert after.score_before == (before.score if before.match_winner is None else (0, 0))
        assert after.line.start.games == before.games
        assert before.began <= before.ended <= story.row.changed
    if hands:
        last = hands[-1]
        assert (last.score, last.tricks, last.outcome) == (match.score, match.tricks, match.hand_outcome)
        assert len(hands) == match.hand_number + 1
    for hand in hands:
        steps = steps_of(hand.line)
        assert len(steps) == len(hand.line.actions) + 1
        assert steps[-1].position.score == hand.score
        assert [call for step in steps for call in step.calls] == list(hand.calls)
        judged = judge_line(hand.notation)[1]
        assert (judged.score, judged.tricks) == (hand.score, hand.tricks)
    points = story.score_line
    assert len([point for point in points if point.hand >= 0]) == len([h for h in hands if h.outcome])


@pytest.mark.parametrize("name", PRESETS)
def test_a_random_match_opened_again_stands_the_same(name: str, tmp_path: Path) -> None:
    rng = Random(f"{name} stored")
    path = tmp_path / "vira.sqlite3"
    for games in (1, 2):
        rules = replace(PRESETS[name], games_to_win=games)
        store = Store.open(path)
        match = play(rng, rules, Keeper(store), 600)
        store.close()
        store = Store.open(path)
        saved = store.load(store.matches()[0].id)
        again = saved.match()
        assert (again.state, again.log, again.history) == (match.state, match.log, match.history)
        assert again.can_redo() == match.can_redo()
        check(story_of(saved), match)
        # And it goes on from there.
        keeper = Keeper.resume(store, saved, again)
        for _ in range(60):
            try:
                again.do(careless(rng, again))
            except IllegalAction:
                continue
            keeper.keep(again)
        store.flush()
        assert store.load(saved.row.id).match().state == again.state
        store.close()


def test_the_exports_say_what_was_played(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "vira.sqlite3")
    rng = Random("exports")
    keeper = Keeper(store)
    match = play(rng, PRESETS["paulista"], keeper, 500)
    assert keeper.match_id is not None
    story = story_of(store.load(keeper.match_id))
    store.close()
    data = json.loads(to_json([story]))
    (told,) = data["matches"]
    assert len(told["hands"]) == match.hand_number + 1
    assert told["hands"][-1]["score"] == list(match.score) == told["score"]
    rows = list(csv.DictReader(io.StringIO(to_csv([story]))))
    assert len(rows) == len(told["hands"])
    for row, hand in zip(rows, told["hands"], strict=True):
        assert [int(row["score_0"]), int(row["score_1"])] == hand["score"]
        assert parse_hand(row["notation"]) == parse_hand(hand["notation"])
    raised = sum(call.kind is CallKind.RAISE for hand in story.hands for call in hand.calls)
    assert raised == story.tally(0).raises + story.tally(1).raises > 0
