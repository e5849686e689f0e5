"""rules.md §4: what is seen while a problem is open belongs to a hand, also when that is the next one."""

from __future__ import annotations

import pytest

from engine import (
    Call,
    Card,
    IllegalAction,
    Match,
    Problem,
    Way,
    format_hand,
    hands_of,
    judge_line,
    parse_hand,
)
from engine.actions import Play, Say, ShowVira

P = "paulista 0-0 d3 : v5D "
GIVEN_UP = P + "8C r0 v7H 1=QC !back"
"""Team 0 gives up and the next hand is dealt while the 8 is still in question."""


def at(line: str) -> Match:
    return judge_line(line)[1]


def held_together(match: Match) -> None:
    """Replay, loading, the moves that count and the written hands say the same."""
    assert Match.replay(match.rules, match.log, *match.start).state == match.state
    assert Match.load(match.save()).state == match.state
    assert Match.replay(match.rules, match.moves(), *match.start).state == match.state
    written = [format_hand(line) for line in hands_of(match)]
    assert [format_hand(parse_hand(line)) for line in written] == written
    again = at(written[-1])
    assert (again.vira, again.current_trick, again.problems, again.score) == (
        match.vira,
        match.current_trick,
        match.problems,
        match.score,
    )


def test_a_vira_seen_while_a_problem_is_open_counts_for_the_hand_it_begins() -> None:
    match = at(GIVEN_UP)
    assert match.hand_outcome is not None
    assert (match.hand_outcome.reason, match.score) == ("gave_up", (0, 1))
    assert match.waiting == (ShowVira(Card.parse("7H")), Play(1, Card.parse("QC")))
    held_together(match)
    match.next_hand()
    assert (match.vira, match.needs_vira, match.waiting) == (Card.parse("7H"), False, ())
    assert match.current_trick == ((1, Card.parse("QC")),)
    held_together(match)
    match.undo()
    assert len(match.waiting) == 2


def test_the_same_vira_shown_again_begins_the_hand_once() -> None:
    match = at(GIVEN_UP)
    record = match.see_vira(Card.parse("7H"))
    assert not record.problems
    assert (match.vira, match.current_trick) == (Card.parse("7H"), ((1, Card.parse("QC")),))
    held_together(match)
    # Also one that cannot be.
    match = at(P + "8C r0 v8H 1=QC !back")
    match.see_vira(Card.parse("8H"))
    assert match.problems == Problem.NOT_IN_DECK
    assert match.waiting == (Play(1, Card.parse("QC")),)
    held_together(match)


def test_another_vira_than_the_one_that_waits_is_a_problem() -> None:
    match = at(GIVEN_UP)
    match.show_vira(Card.parse("6H"))
    assert (match.vira, match.problems) == (Card.parse("6H"), Problem.VIRA_CHANGED)
    assert match.waiting == (Play(1, Card.parse("QC")),)
    held_together(match)


@pytest.mark.parametrize(
    ("words", "vira"),
    [
        # The hand had its vira: one seen since is the next hand's.
        ("v5D KC KC v7H !void", "7H"),
        ("v5D 1=QC v7H !penalty", "7H"),
        ("v5D 1=QC v7H p1=cheat", "7H"),
        ("v5D n2=4 v7H !pass_deal", "7H"),
        # The hand had none: the first is its own, and ends with it.
        ("8C v7H !void", None),
        ("8C v7H p0=cheat", None),
        ("8C v7H v6H !void", "6H"),
        ("8C v7H v6H p0=cheat", "6H"),
        # It was given up before the vira was seen: that one is the next hand's.
        ("8C r0 v7H !back", "7H"),
        # Cards of the ended hand end with it.
        ("v5D 8C r0 1=JC !back", None),
    ],
)
def test_which_hand_a_vira_belongs_to(words: str, vira: str | None) -> None:
    match = at(f"paulista 0-0 d3 : {words}")
    assert match.hand_over
    match.next_hand()
    assert match.vira == (None if vira is None else Card.parse(vira))
    assert match.waiting == ()
    held_together(match)


def test_a_next_hand_that_ended_too_hands_its_vira_on() -> None:
    match = at(P + "8C r0 v7H 0=8D r1 3=KD v6H !back")
    match.next_hand()
    # Its own card is in question first.
    assert match.problems == Problem.NOT_IN_DECK | Problem.OUT_OF_TURN
    match.settle(Way.BACK)
    assert (match.hand_number, match.score) == (1, (1, 1))
    assert match.waiting == (ShowVira(Card.parse("6H")),)
    match.next_hand()
    assert match.vira == Card.parse("6H")
    held_together(match)
    # So does one that ends while it is taken in.
    match = at(P + "8C r0 v7H r1 3=KD v6H !back")
    record = match.next_hand()
    assert (match.hand_number, match.score, record.score) == (1, (1, 1), (1, 1))
    assert match.waiting == (ShowVira(Card.parse("6H")),)
    held_together(match)
    match.next_hand()
    assert match.vira == Card.parse("6H")
    held_together(match)


def test_what_waits_for_the_next_hand_outlives_a_word_about_the_last() -> None:
    match = at(P + "8C r0 v7H !back")
    match.correct_stake(3)
    assert match.score == (0, 3)
    assert match.waiting == (ShowVira(Card.parse("7H")),)
    held_together(match)
    match = at(
        "mineiro{tie_leader=first_tied} 0-0 d3 : KC KD 6C 6D | 5C QD QC 5D | 3D 6S 6H 8D v5D !card=4D |"
    )
    assert (match.score, match.waiting) == ((0, 2), (ShowVira(Card.parse("5D")),))
    match.penalty(1, "highest_not_shown")
    assert (match.score, match.waiting) == ((2, 0), (ShowVira(Card.parse("5D")),))
    match.next_hand()
    assert match.problems == Problem.NO_VIRA_HERE
    held_together(match)


def test_what_has_no_meaning_in_the_next_hand_is_left_out() -> None:
    # An acceptance that nobody asked for is named; a removal of nothing means nothing.
    match = at(P + "8C r0 v7H a1 1=QC !back")
    match.next_hand()
    assert match.problems == Problem.NO_RAISE
    match.settle(Way.IGNORE)
    assert match.current_trick == ((1, Card.parse("QC")),)
    held_together(match)


@pytest.mark.parametrize(
    "words",
    [
        "KC QC JC 7C | 2<",
        "KC QC JC 7C | 0<",
        # A card has been laid since, or one is in question, or waits.
        "KC QC JC 7C | KD 3<",
        "KC QC JC 7C | 1=QD 3<",
        "KC QC JC 7C | t1 2=QD 3<",
        "KC QC JC 7C | KD 0< !back 3<",
        "1=QC !stands 2=JC !stands 3=7C !stands KC | 3<",
        "1=QC !stands 2=JC !stands 3=7C !stands KC | 0< !back QD | 1<",
        "3<",
    ],
)
def test_only_the_card_that_filled_the_trick_can_be_taken_back_from_it(words: str) -> None:
    line, removed = words.rsplit(" ", 1) if " " in words else ("", words)
    match = at(P + line)
    seat = int(removed[0])
    assert not match.can_see_removed(seat)
    with pytest.raises(IllegalAction) as caught:
        match.see_removed(seat)
    assert (caught.value.key, caught.value.values) == ("no_card_there", {"seat": seat})


def test_a_card_taken_back_after_the_hand_is_refused_by_name() -> None:
    match = at(P + "KC QC JC 7C | KD QD JD 7D |")
    with pytest.raises(IllegalAction) as caught:
        match.see_removed(3)
    assert caught.value.key == "hand_over"


def test_a_card_laid_stays_laid_also_when_it_filled_the_trick() -> None:
    match = at(P + "KC QC JC 3C |")
    assert match.turn == 3
    moment = match.moment
    match.see_removed(3)
    assert match.problems == Problem.TAKEN_BACK
    assert match.case is not None
    assert match.case.values == {"seat": 3, "turn": 3, "stake": 1}
    assert (len(match.tricks), match.moment) == (1, moment)
    match.settle(Way.BACK)
    assert (match.tricks, match.trick_number, match.opener, match.turn) == ((), 0, 0, 3)
    assert match.moment == (0, 5)
    held_together(match)
    # The seat may lay another card, and the trick is judged by that.
    record = match.play(3, Card.parse("7C"))
    assert record.trick is not None
    assert (record.trick.number, record.trick.winner_seat, match.turn) == (0, 0, 0)
    # Taken back, the first card has not been seen in this hand.
    match.play(0, Card.parse("3C"))
    held_together(match)


def test_a_raise_since_the_trick_that_runs_again_was_made_in_it() -> None:
    match = at(P + "KC QC JC 7C | t0@0 3< !back")
    assert match.pending_raise is not None
    assert (match.pending_raise.trick, match.pending_raise.value) == (0, 3)
    # Accepted, it is no raise in the last trick: three ties are nobody's.
    ties = "torneio 0-0 d3 : v5D KC KD 7C 7D | QC QD 7H 7S | "
    for raised in ("t0 3< !back a1 7S |", "t0 a1 3< !back 7S |"):
        match = at(ties + raised + " JC JD 4C 4D |")
        assert match.hand_outcome is not None
        assert match.hand_outcome.reason == "all_tied_nobody"
    match = at(ties + "t0 a1 JC JD 4C 4D |")
    assert match.hand_outcome is not None
    assert match.hand_outcome.reason == "last_trick_raiser"


def test_a_waiting_call_is_heard_once_the_card_lies_again() -> None:
    match = at(P + "KC QC JC 7C | 3< t0@0")
    assert match.waiting == (Say(0, Call.RAISE, 0),)
    match.settle(Way.RETURN)
    assert match.pending_raise is not None
    assert match.tricks[0].winner_seat == 0
    held_together(match)
