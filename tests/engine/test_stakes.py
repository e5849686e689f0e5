"""rules.md §2 and §3: raising, answering, running; `raise_timing`, `raise_cap`, `last_trick_raiser`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seated import deal, match_at, play_hand, play_trick, raise_to

from engine import (
    PRESETS,
    Call,
    Card,
    IllegalAction,
    Match,
    Problem,
    Raise,
    Way,
    format_hand,
    hands_of,
    judge_line,
)

RAISE, ACCEPT, RUN = Call.RAISE, Call.ACCEPT, Call.RUN
PAULISTA = PRESETS["paulista"]


def refused(match: Match, team: int, call: Call, seat: int | None = None) -> str:
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.call(team, call, seat)
    assert match.state == before
    assert not match.can_call(team, call, seat)
    return caught.value.key


@pytest.mark.parametrize("name", PRESETS)
def test_ladder_one_rung_at_a_time_and_sides_alternate(name: str) -> None:
    rules = PRESETS[name]
    match = match_at(rules)
    assert match.stake == rules.ladder[0]
    team = 0
    for low, high in zip(rules.ladder, rules.ladder[1:], strict=False):
        assert match.next_raise == high
        if rules.raise_cap and low >= rules.target:
            break
        match.call(team, RAISE, team)
        # The stake counts only when it is accepted; a re-raise accepts what was asked.
        assert match.stake == low
        assert match.pending_raise == Raise(team, high, team, 0)
        assert refused(match, team, RAISE) in ("raise_twice", "no_rung_left")
        assert refused(match, team, ACCEPT) == "own_raise"
        team = 1 - team
    assert match.next_raise is None
    assert refused(match, team, RAISE) == "no_rung_left"
    match.call(team, ACCEPT)
    assert match.stake == rules.ladder[-1]
    assert match.pending_raise is None
    assert refused(match, 0, RAISE) == "no_rung_left"


@pytest.mark.parametrize(
    ("line", "winner", "points", "reason"),
    [
        ("t0 r1", 0, 1, "ran_from_raise"),
        ("t0 t1 r0", 1, 3, "ran_from_raise"),
        ("t0 t1 t0 r1", 0, 6, "ran_from_raise"),
        ("t0 t1 t0 t1 r0", 1, 9, "ran_from_raise"),
        ("t0 a1 KC t1 r0", 1, 3, "ran_from_raise"),
        ("r0", 1, 1, "gave_up"),
        ("t0 a1 r0", 1, 3, "gave_up"),
        ("t0 a1 r1", 0, 3, "gave_up"),
    ],
)
def test_running_pays_the_last_accepted_stake(line: str, winner: int, points: int, reason: str) -> None:
    match = judge_line(f"paulista 2-1 d3 : v5D {line}")[1]
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.points, match.hand_outcome.reason) == (
        winner,
        points,
        reason,
    )
    assert match.score == ((2 + points, 1) if winner == 0 else (2, 1 + points))
    assert match.hand_outcome.values["team"] == 1 - winner
    assert match.turn is None
    assert match.next_dealer == 0


def test_running_tells_the_raise_it_ran_from() -> None:
    match = judge_line("paulista 0-0 d3 : v5D t0 t1 r0")[1]
    assert match.hand_outcome is not None
    assert match.hand_outcome.values == {"team": 0, "value": 6, "stake": 3}


def test_same_side_never_raises_twice_in_a_row() -> None:
    match = judge_line("paulista 0-0 d3 : v5D t0 a1")[1]
    assert refused(match, 0, RAISE) == "raise_twice"
    match.play(0, Card.parse("KC"))
    match.call(1, RAISE)
    match.call(0, ACCEPT)
    assert match.stake == 6
    assert refused(match, 1, RAISE) == "raise_twice"


def test_answers_need_a_raise() -> None:
    match = match_at(PAULISTA)
    assert refused(match, 0, ACCEPT) == "no_raise"
    assert refused(match, 1, ACCEPT) == "no_raise"


def test_one_opponents_acceptance_binds_the_team() -> None:
    match = match_at(PAULISTA)
    match.call(0, RAISE, 0)
    match.call(1, ACCEPT, 3)
    assert match.stake == 3


def test_a_seat_speaks_for_its_own_team() -> None:
    match = match_at(PAULISTA)
    assert refused(match, 0, RAISE, 1) == "seat_of_other_team"
    assert refused(match, 2, RAISE) == "no_such_team"
    assert refused(match, 0, RAISE, 4) == "no_such_seat"
    assert refused(match, 0, RAISE, -2) == "no_such_seat"


# (timing, words before the raise, the raise, whether it is in time)
TIMING = [
    ("own_turn", "", "t0", True),
    ("own_turn", "", "t0@0", True),
    ("own_turn", "", "t0@2", False),
    ("own_turn", "", "t1", False),
    ("own_turn", "KC", "t0", False),
    ("own_turn", "KC", "t0@0", False),
    ("own_turn", "KC", "t0@0+", True),
    ("own_turn", "KC", "t0+", True),
    ("own_turn", "KC", "t1@1+", True),
    ("own_turn", "KC", "t1@3+", False),
    ("own_turn", "KC QC", "t0@0+", False),
    ("own_turn", "KC", "t1@1", True),
    ("own_turn", "KC", "t1@3", False),
    ("own_turn", "KC QC JC 7C |", "t0@0", True),
    ("own_turn", "KC QC JC 7C |", "t1", False),
    ("before_own_card", "", "t0@0", True),
    ("before_own_card", "", "t0@2", True),
    ("before_own_card", "", "t1@3", True),
    ("before_own_card", "KC", "t0@0", False),
    ("before_own_card", "KC", "t0@0+", True),
    ("before_own_card", "KC", "t0@2", True),
    ("before_own_card", "KC", "t0", True),
    ("before_own_card", "KC QC JC", "t0", False),
    ("before_own_card", "KC QC JC", "t1", True),
    ("before_own_card", "KC QC JC", "t1@1", False),
    ("before_own_card", "KC 3=QC !stands", "t1@3", False),
    ("before_own_card", "KC 3=QC !stands", "t1@1", True),
    ("any_time", "", "t1@3", True),
    ("any_time", "KC", "t0@0", True),
    ("any_time", "KC QC JC", "t0", True),
    ("any_time", "KC QC JC 7C |", "t1", True),
]


@pytest.mark.parametrize(("timing", "before", "call", "in_time"), TIMING)
def test_raise_timing(timing: str, before: str, call: str, in_time: bool) -> None:
    match = judge_line(f"paulista{{raise_timing={timing}}} 0-0 d3 : v5D {before} {call}")[1]
    assert match.problems == (Problem(0) if in_time else Problem.RAISE_UNTIMELY)
    assert (match.pending_raise is not None) is in_time
    if not in_time:
        assert match.case is not None
        assert match.case.ways == (Way.IGNORE, Way.STANDS)
        state = match.state
        match.settle(Way.IGNORE)
        assert match.pending_raise is None
        match.undo()
        assert match.state == state
        match.settle(Way.STANDS)
        assert match.pending_raise is not None


def test_a_re_raise_is_an_answer_and_needs_no_turn() -> None:
    match = judge_line("paulista 0-0 d3 : v5D t0@0 t1@3 t0@2 a1@1")[1]
    assert match.stake == 9
    assert not match.problems


@pytest.mark.parametrize(
    ("score", "calls", "capped"),
    [
        ("5-9", "t0", False),
        ("5-9", "t0 t1", False),
        # 5 + 6 = 11 does not suffice; 5 + 9 does.
        ("5-9", "t0 t1 t0", False),
        ("5-9", "t0 t1 t0 t1", True),
        ("9-9", "t0", False),
        ("9-9", "t0 t1", True),
        ("6-10", "t0 t1 t0", True),
        ("10-6", "t0 t1 t0", True),
        ("9-3", "t0 a1 KC t1", False),
        ("9-9", "t0 a1 KC t1", True),
    ],
)
def test_raise_cap_when_the_stake_suffices_the_trailing_team(score: str, calls: str, capped: bool) -> None:
    match = judge_line(f"paulista{{raise_cap=yes}} {score} d3 : v5D {calls}")[1]
    assert match.problems == (Problem.RAISE_CAPPED if capped else Problem(0))
    if capped:
        assert match.case is not None
        assert match.case.ways == (Way.IGNORE,)
    assert not judge_line(f"paulista {score} d3 : v5D {calls}")[1].problems


@pytest.mark.parametrize(
    ("tricks_before", "all_tied", "winner", "reason"),
    [
        (2, "nobody", 1, "last_trick_raiser"),
        (2, "opener", 1, "last_trick_raiser"),
        (1, "nobody", None, "all_tied_nobody"),
        (0, "dealer", 1, "all_tied_dealer"),
    ],
)
def test_last_trick_raiser_loses_three_ties(
    tricks_before: int, all_tied: str, winner: int | None, reason: str
) -> None:
    """D: all three tie, the team that raised last, in the third trick, loses."""
    rules = replace(PRESETS["torneio"], all_tied=all_tied)
    match = match_at(rules)
    for number, held in enumerate(deal(rules, "TTT")):
        if number == tricks_before:
            assert match.turn is not None
            team = match.turn % 2
            match.call(team, RAISE)
            match.call(1 - team, ACCEPT)
        play_trick(match, held)
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.reason) == (winner, reason)
    if reason == "last_trick_raiser":
        assert match.hand_outcome.points == 3
        assert match.hand_outcome.values == {"stake": 3, "team": 0}


def test_last_trick_raiser_wins_a_tie_after_the_first_trick() -> None:
    """D: a tie in the last trick wins for him who won the first."""
    rules = PRESETS["torneio"]
    match = match_at(rules)
    first, second, third = deal(rules, "WLT")
    play_trick(match, first)
    play_trick(match, second)
    match.call(1, RAISE)
    match.call(0, ACCEPT)
    play_trick(match, third)
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.points) == (0, 3)


def test_a_raise_that_was_not_accepted_is_nobodys_last() -> None:
    match = match_at(replace(PRESETS["torneio"], all_tied="raiser_loses"))
    rules = match.rules
    first, second, third = deal(rules, "TTT")
    play_trick(match, first)
    play_trick(match, second)
    match.call(0, RAISE)
    match.call(1, RUN)
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.points) == (0, 1)
    assert len(third) == 4


def test_only_the_raisers_own_card_may_lie_with_the_raise() -> None:
    """rules.md §4: a raise may come together with a card; nothing is settled until it is answered."""
    match = judge_line("paulista 0-0 d3 : v5D KC QC JC t1@3 7C")[1]
    assert not match.problems
    assert match.current_trick[-1] == (3, Card.parse("7C"))
    assert match.tricks == ()
    assert match.turn is None
    record = match.call(0, ACCEPT)
    assert record.trick is not None
    assert record.trick.winner_seat == 0
    assert match.turn == 0


@pytest.mark.parametrize("said", ["t1@3+", "t1+"])
@pytest.mark.parametrize("timing", ["own_turn", "before_own_card", "any_time"])
def test_a_raise_said_with_the_card_that_filled_the_trick_counts_before_it(timing: str, said: str) -> None:
    line = f"paulista{{raise_timing={timing}}} 0-0 d3 : v5D KC QC JC 7C | {said}"
    match = judge_line(line)[1]
    assert (match.tricks, match.turn, match.problems) == ((), None, Problem(0))
    assert match.pending_raise == Raise(1, 3, 3, 0)
    assert match.current_trick[-1] == (3, Card.parse("7C"))
    assert Match.replay(match.rules, match.log, *match.start).state == match.state
    after = match.state
    match.undo()
    assert len(match.tricks) == 1
    match.redo()
    assert match.state == after
    match.call(0, ACCEPT)
    assert (len(match.tricks), match.stake, match.turn) == (1, 3, 0)


def test_a_raise_said_with_the_card_that_ended_the_hand_counts_before_it() -> None:
    line = "paulista 0-0 d3 : v5D KC QC JC 7C | KD QD JD 3D | 3C 4C 4D 5C |"
    match = judge_line(line)[1]
    assert (match.score, match.hand_over) == ((0, 1), True)
    assert match.can_call_heard(0, 2, RAISE, with_card=True)
    assert not match.can_call_heard(0, 2, RAISE)
    match.call_heard(0, 2, RAISE, with_card=True)
    assert (match.score, match.hand_over, match.pending_raise) == ((0, 0), False, Raise(0, 3, 2, 2))
    match.call(1, ACCEPT)
    assert match.score == (0, 3)
    (line_again,) = hands_of(match)
    assert format_hand(line_again).endswith("| 3C 4C 4D t0@2 5C a1 |")


@pytest.mark.parametrize("said", ["t0@2+", "t1@1+", "t0+"])
def test_a_raise_with_somebody_elses_card_does_not_go_back(said: str) -> None:
    match = judge_line(f"paulista{{raise_timing=before_own_card}} 0-0 d3 : v5D KC QC JC 7C | {said}")[1]
    assert len(match.tricks) == 1


def test_a_raise_twice_with_the_last_card_is_still_named() -> None:
    match = judge_line("paulista 0-0 d3 : v5D KC t1 a0 QC JC 7C | t1@3+")[1]
    assert match.problems == Problem.RAISE_TWICE | Problem.RAISE_UNTIMELY
    assert len(match.tricks) == 1


def test_running_from_a_raise_laid_with_the_last_card() -> None:
    match = judge_line("paulista 0-0 d3 : v5D KC QC JC t1@3 3C r0")[1]
    assert match.tricks == ()
    assert match.score == (0, 1)


@pytest.mark.parametrize("words", ["t0@0 KC QC", "t0 KC QC"])
def test_a_card_before_the_answer(words: str) -> None:
    match = judge_line(f"paulista 0-0 d3 : v5D {words}")[1]
    assert match.problems == Problem.UNANSWERED
    assert match.case is not None
    assert match.case.ways == (Way.ACCEPT, Way.BACK)
    match.settle(Way.ACCEPT)
    assert match.stake == 3
    assert match.current_trick[-1] == (1, Card.parse("QC"))
    match.undo()
    match.settle(Way.BACK)
    assert match.pending_raise is not None
    assert match.current_trick == ((0, Card.parse("KC")),)


def test_the_raisers_partner_waits_too() -> None:
    match = judge_line("paulista{raise_timing=any_time} 0-0 d3 : v5D KC t0@0 QC")[1]
    assert match.problems == Problem.UNANSWERED
    match = judge_line("paulista{raise_timing=any_time} 0-0 d3 : v5D KC QC t0@0 JC")[1]
    assert match.problems == Problem.UNANSWERED
    assert match.case is not None
    assert match.case.ways == (Way.BACK, Way.SEAT)
    # Asked by the team, without a seat: whoever of it is in turn may lay the card with it.
    assert not judge_line("paulista{raise_timing=any_time} 0-0 d3 : v5D KC QC t0 JC")[1].problems


def test_rung_names() -> None:
    match = match_at(PRESETS["mineiro"])
    assert [match.rung_name(value) for value in match.rules.ladder] == ["2", "truco", "seis", "nove", "doze"]


def test_carried_stake_and_the_next_rung() -> None:
    """rules.md §3 `all_tied` carry: either team may raise to the next rung."""
    rules = PRESETS["mineiro"]
    match = match_at(rules)
    assert raise_to(match, 6)
    play_hand(match, "TTT")
    assert match.next_carry == 6
    match.next_hand()
    assert (match.stake, match.carried, match.next_raise) == (6, 6, 10)
    assert match.can_call(0, RAISE)
    assert match.can_call(1, RAISE)
    match.call(1, RUN)
    assert match.score == (6, 0)
    match.next_hand()
    assert (match.stake, match.carried) == (2, 0)


def test_carried_stake_gives_way_to_special_and_iron_hands() -> None:
    rules = PRESETS["mineiro"]
    assert Match(rules, score=(10, 0), carry=6).stake == 2
    assert match_at(rules, (10, 0), carry=6).stake == 4
    assert match_at(rules, (10, 10), carry=6).stake == 4
    assert match_at(rules, (8, 8), carry=6).stake == 6


def test_the_last_raise_is_the_one_accepted_last() -> None:
    match = judge_line("paulista 0-0 d3 : v5D t0")[1]
    assert match.last_raise is None
    match.call(1, RAISE)
    assert match.last_raise == Raise(0, 3, None, 0)
    match.call(0, Call.ACCEPT)
    assert match.last_raise == Raise(1, 6, None, 0)
    match.call(0, RUN)
    match.next_hand()
    assert match.last_raise is None
