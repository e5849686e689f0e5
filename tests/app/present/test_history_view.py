"""The history screens' values: words, score line, tallies, steps."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from app.history import MatchStory, StepKind, steps_of, story_of
from app.store import Keeper, Seating, Store
from app.store.saved import NOBODY_NAMED
from app.teach import Level
from app.ui.present.history import match_lines, match_view, step_view, words_for
from app.words import LANGUAGES, Words
from engine import PRESETS, Call, Card, IllegalAction, Match, Rules
from engine.actions import CorrectStake, Say
from tests.engine.random_play import careful, careless


def told(match: Match, path: Path, seating: Seating = NOBODY_NAMED) -> MatchStory:
    store = Store.open(path / "vira.sqlite3")
    keeper = Keeper(store, seating)
    keeper.keep(match)
    assert keeper.match_id is not None
    saved = store.load(keeper.match_id)
    store.close()
    return story_of(saved)


def ran_twice(rules: Rules = PRESETS["paulista"]) -> Match:
    match = Match(replace(rules, raise_timing="any_time"))
    for _ in range(2):
        match.show_vira(Card.parse("5D"))
        match.call(0, "raise")
        match.call(1, "run")
        match.next_hand()
    return match


def test_a_line_names_the_teams_the_rules_and_how_it_stands(tmp_path: Path) -> None:
    story = told(ran_twice(), tmp_path, Seating(("Casa", "Visita"), ()))
    (line,) = match_lines((story.row,), Words("pt_BR", PRESETS["mineiro"]))
    assert line.title == "Casa 2 × 0 Visita" and line.running
    assert line.below.endswith("Paulista · mãos: 3 · em andamento")


def test_a_match_in_which_nothing_was_done_is_no_line(tmp_path: Path) -> None:
    story = told(Match(PRESETS["paulista"]), tmp_path)
    assert match_lines((story.row,), Words("en", PRESETS["paulista"])) == ()
    assert match_view(story, Words("en", PRESETS["paulista"])).chart is None


def test_the_tables_own_rules_have_a_name_too(tmp_path: Path) -> None:
    rules = replace(PRESETS["paulista"], name="own", target=15)
    story = told(ran_twice(rules), tmp_path)
    (line,) = match_lines((story.row,), Words("en", rules))
    assert "the table's own rules" in line.below


def test_the_tally_and_the_hands_say_who_raised_and_ran(tmp_path: Path) -> None:
    view = match_view(told(ran_twice(), tmp_path), Words("en", PRESETS["paulista"]))
    assert ("raised", "2", "0") in view.tally and ("ran", "0", "2") in view.tally
    first = view.hands[0]
    assert (first.result, first.score, first.team) == ("us +1", "1 × 0", 0)
    assert first.said == "us: TRUCO! · them ran"
    assert view.hands[-1].result == "has not ended"


def test_a_point_on_the_scoreboard_is_no_running_away(tmp_path: Path) -> None:
    match = Match(PRESETS["paulista"])
    match.do(CorrectStake(3, 0))
    match.do(Say(1, Call.RUN))
    view = match_view(told(match, tmp_path, Seating(mode="board")), Words("en", match.rules))
    (hand,) = view.hands
    assert (hand.result, hand.why, hand.said) == ("us +3", "worth 3", "")
    assert view.tally == (("hands won", "1", "0"), ("largest hand", "3", "0"))
    assert not view.can_replay


def test_the_score_line_of_a_series_begins_anew_with_each_match(tmp_path: Path) -> None:
    rules = replace(PRESETS["paulista"], games_to_win=2)
    match = Match(rules)
    for team, stake in ((1, 1), (1, 12), (0, 1)):
        match.show_vira(Card.parse("5D"))
        match.call(team, "run")
        if stake > 1:
            match.correct_stake(stake)
        match.next_hand()
    chart = match_view(told(match, tmp_path), Words("en", rules)).chart
    assert chart is not None and chart.top == 12 and chart.hands == 3
    assert [game[0] for game in chart.games] == [((0, 0), (1, 1), (2, 12)), ((2, 0), (3, 0))]
    assert [game[1] for game in chart.games] == [((0, 0), (1, 0), (2, 0)), ((2, 0), (3, 1))]


def test_a_step_says_what_was_done_and_why(tmp_path: Path) -> None:
    match = Match(PRESETS["paulista"])
    match.show_vira(Card.parse("5D"))
    for seat, card in enumerate(("4D", "KD", "KH", "5S")):
        match.play(seat, Card.parse(card))
    story = told(match, tmp_path, Seating((), ("Ana", "Beto", "Caio", "Duda")))
    words = words_for(Words("en", PRESETS["mineiro"]), story.row)
    (hand,) = story.hands
    steps = steps_of(hand.line)
    view = step_view(hand, steps, 5, words, Level.FULL)
    assert view.what == "Duda: 5♠"
    assert view.tricks == ("Trick 1: tied",)
    assert [seat.card for seat in view.seats] == ["4D", "KD", "KH", "5S"]
    assert len(view.why) == 2 and all(text for _, text in view.why)
    assert all(not text for _, text in step_view(hand, steps, 5, words).why)
    assert view.vira == "5D" and view.manilhas[0][0] == "6C"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_every_step_of_careless_matches_has_words(name: str, language: str, tmp_path: Path) -> None:
    rng = Random(f"{name} words")
    match = Match(PRESETS[name])
    for _ in range(1200):
        pick = careful if match.series_winner is None and rng.random() < 0.7 else careless
        try:
            match.do(pick(rng, match))
        except IllegalAction:
            continue
    story = told(match, tmp_path)
    words = words_for(Words(language, PRESETS["paulista"]), story.row)
    view = match_view(story, words)
    assert len(view.hands) == len(story.hands)
    kinds = set()
    for hand in story.hands:
        steps = steps_of(hand.line)
        kinds |= {step.kind for step in steps}
        views = [step_view(hand, steps, place, words, Level.FULL) for place in range(len(steps))]
        assert all(view.what and "{" not in view.what for view in views)
        assert all(before.place != after.place for before, after in pairwise(views))
    assert StepKind.CARD in kinds
