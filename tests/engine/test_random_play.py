"""Random players over all presets: refusals change nothing, undo and replay go back, matches end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from random_play import attempt, careful, careless, check_replay, stake_is_sound

from engine import PRESETS, Match, Problem, format_hand, hands_of, judge_line, parse_hand
from engine.actions import Correct, CorrectStake, Undo

SEEDS = st.integers(0, 2**32 - 1)


class Table(RuleBasedStateMachine):
    """A table where anything may be said and laid; hypothesis picks what, and shrinks what fails."""

    @initialize(name=st.sampled_from(sorted(PRESETS)), games=st.integers(1, 2), base=st.integers(0, 11))
    def sit_down(self, name: str, games: int, base: int) -> None:
        self.rules = replace(PRESETS[name], games_to_win=games)
        self.match = Match(self.rules, score=(base, max(0, base - 1)))
        self.corrected = False

    @rule(seed=SEEDS)
    def play_on(self, seed: int) -> None:
        if self.match.series_winner is None:
            assert attempt(self.match, careful(Random(seed), self.match)) in (True, False)

    @rule(seed=SEEDS)
    def do_anything(self, seed: int) -> None:
        action = careless(Random(seed), self.match)
        if attempt(self.match, action) and isinstance(action, Correct | CorrectStake | Undo):
            self.corrected = True

    @rule()
    def every_legal_action_is_accepted(self) -> None:
        for action in self.match.legal_actions()[:3]:
            assert attempt(self.match, action)
            self.match.undo()

    @invariant()
    def the_stake_is_sound(self) -> None:
        assert stake_is_sound(self.match, self.corrected)

    @invariant()
    def a_suspended_hand_has_a_way_out(self) -> None:
        assert (self.match.case is None) is (not self.match.problems)
        if self.match.case is not None:
            assert self.match.case.ways
            assert self.match.history[-1].problems or self.match.history

    @precondition(lambda self: not self.match.problems & Problem.CORRECTED)
    @rule()
    def the_written_hand_says_the_same(self) -> None:
        written = [format_hand(line) for line in hands_of(self.match)]
        assert [format_hand(parse_hand(line)) for line in written] == written
        again = judge_line(written[-1])[1]
        assert (again.score, again.problems, again.tricks) == (
            self.match.score,
            self.match.problems,
            self.match.tricks,
        )

    def teardown(self) -> None:
        if hasattr(self, "match"):
            check_replay(self.match, self.rules)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_whose_problems_are_settled_ends_within_2000_hands(name: str) -> None:
    rng = Random(name)
    for _ in range(3):
        match = Match(PRESETS[name])
        while match.series_winner is None:
            if match.case is None and rng.random() < 0.05:
                action = careless(rng, match)
                if not isinstance(action, Correct | CorrectStake | Undo) and match.hand_number < 2000:
                    attempt(match, action)
                continue
            attempt(match, careful(rng, match))
            assert match.hand_number <= 2000
        check_replay(match, PRESETS[name])


@pytest.mark.parametrize("name", PRESETS)
def test_random_players_find_no_fault(name: str) -> None:
    rng = Random(f"{name} careless")
    match = Match(PRESETS[name])
    for _ in range(1500):
        pick = careful if match.series_winner is None and rng.random() < 0.7 else careless
        attempt(match, pick(rng, match))
    check_replay(match, PRESETS[name])
    assert Match.load(match.save()).state == match.state
    if not match.problems & Problem.CORRECTED:
        assert Match.replay(match.rules, match.moves(), *match.start).state == match.state
