"""What a hand's story tells: who raised, who ran, what a step shows and why."""

from __future__ import annotations

import pytest

from app.history import CallKind, StepKind, steps_of
from app.history.hand import HandStory, hand_of
from engine import hands_of, judge_hand, parse_hand


def story(text: str) -> HandStory:
    return hand_of(parse_hand(text), 0, 0.0, 0.0)


def said(text: str) -> list[tuple[CallKind, int, int]]:
    return [(call.kind, call.team, call.value) for call in story(text).calls]


RAISE, ACCEPT, RUN = CallKind.RAISE, CallKind.ACCEPT, CallKind.RUN


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("paulista 0-0 : v5D 4D KD KH 5S", []),
        ("paulista 0-0 : v5D t0 a1 4D", [(RAISE, 0, 3), (ACCEPT, 1, 3)]),
        ("paulista 0-0 : v5D t0 r1", [(RAISE, 0, 3), (RUN, 1, 1)]),
        (
            "paulista 0-0 : v5D t0 t1 a0 4D",
            [(RAISE, 0, 3), (ACCEPT, 1, 3), (RAISE, 1, 6), (ACCEPT, 0, 6)],
        ),
        ("paulista 0-0 : v5D t0 t1 r0", [(RAISE, 0, 3), (ACCEPT, 1, 3), (RAISE, 1, 6), (RUN, 0, 3)]),
        ("paulista 0-0 : v5D 4D r1", [(CallKind.GIVE_UP, 1, 1)]),
        ("paulista 11-3 : v5D s0-", [(CallKind.REFUSE_SPECIAL, 0, 1)]),
        ("paulista 11-3 : v5D s0+ 4D", [(CallKind.PLAY_SPECIAL, 0, 3)]),
        # A card laid while the raise waits: the table says it was accepted.
        ("paulista 0-0 : v5D t0 4D KD !accept", [(RAISE, 0, 3), (ACCEPT, 1, 3)]),
    ],
)
def test_who_raised_and_who_ran(text: str, calls: list[tuple[CallKind, int, int]]) -> None:
    assert said(text) == calls


def test_a_raise_undone_was_never_said() -> None:
    match = judge_hand(parse_hand("paulista 0-0 : v5D t0 a1 u u 4D"))
    (line,) = hands_of(match)
    assert hand_of(line, 0, 0.0, 0.0).calls == ()


def test_the_stake_corrected_afterwards_is_told() -> None:
    hand = story("paulista 0-0 : v5D 4D KD KH 5S | 3C 2D 6C 4S $3")
    assert hand.corrected and hand.stake == 3
    assert hand.outcome is not None and hand.outcome.points == 3


def test_a_hand_step_by_step() -> None:
    steps = steps_of(parse_hand("paulista 3-2 d3 : v5D t0 a1 4D KD KH 5S | 3C 2D 6C 4S |"))
    assert [step.kind for step in steps] == [
        StepKind.BEGIN,
        StepKind.VIRA,
        StepKind.CALL,
        StepKind.CALL,
        *[StepKind.CARD] * 8,
    ]
    begin, vira, raised, accepted, first = steps[:5]
    assert (begin.seat, begin.position.score, begin.position.manilhas) == (3, (3, 2), ())
    assert [str(card) for card in vira.position.manilhas] == ["6C", "6H", "6S", "6D"]
    assert (raised.position.asked, raised.position.stake) == (3, 1)
    assert (accepted.position.asked, accepted.position.stake) == (None, 3)
    assert (first.seat, str(first.card), first.position.winning) == (0, "4D", 0)
    tied = steps[7]
    # The finished trick stays to be looked at, with its reason and who leads.
    assert tied.position.full and len(tied.position.plays) == 4 and tied.position.winning is None
    assert [reason.key for reason in tied.reasons] == ["trick.tie", "leads.first_tied"]
    last = steps[-1]
    assert last.position.score == (3, 5)
    assert [reason.key for reason in last.reasons] == [
        "trick.manilha",
        "leads.winner",
        "hand.tie_breaking_trick",
    ]


def test_a_problem_and_its_way_out_are_steps() -> None:
    steps = steps_of(parse_hand("paulista 0-0 d3 : v5D 2=4D !stands"))
    assert [step.kind for step in steps[2:]] == [StepKind.CARD, StepKind.SETTLED]
    assert [reason.key for reason in steps[2].reasons] == ["problem.out_of_turn"]
    assert steps[3].way == "stands"


def test_a_call_against_the_rules_is_no_raise() -> None:
    steps = steps_of(parse_hand("paulista 0-0 d3 : v5D t0 a1 t0"))
    assert [step.kind for step in steps[2:]] == [StepKind.CALL, StepKind.CALL, StepKind.UNHEARD]
    assert steps[4].reasons
