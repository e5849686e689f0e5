"""rules.md §2: the best of three tricks, at every stake, from every score, under every preset."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from seated import deal, match_at, play_hand, play_trick, raise_to

from engine import PRESETS, Call, Card, IllegalAction, Match
from engine.tricks import hand_winner

WIN = ("WW", "WLW", "WT", "WLT", "LWW", "TW", "TTW")
LOSE = ("LL", "LWL", "LT", "LWT", "WLL", "TL", "TTL")
OPEN = ("", "W", "L", "T", "WL", "LW", "TT")
TEAM = {"W": 0, "L": 1, "T": None}
REASON = {
    "WW": "two_tricks",
    "WLW": "two_tricks",
    "LWW": "two_tricks",
    "WT": "first_trick_after_tie",
    "WLT": "first_trick_after_tie",
    "TW": "tie_breaking_trick",
    "TTW": "tie_breaking_trick",
}


@pytest.mark.parametrize("results", WIN)
def test_complete_hand_won(results: str) -> None:
    assert hand_winner(tuple(TEAM[result] for result in results)) == 0


@pytest.mark.parametrize("results", LOSE)
def test_complete_hand_lost(results: str) -> None:
    assert hand_winner(tuple(TEAM[result] for result in results)) == 1


@pytest.mark.parametrize("results", OPEN)
def test_incomplete_hand_goes_on(results: str) -> None:
    assert hand_winner(tuple(TEAM[result] for result in results)) is None


def test_three_ties_are_an_option() -> None:
    assert hand_winner((None, None, None)) == "all_tied"


def _expect(match: Match, results: str, score: tuple[int, int], stake: int) -> None:
    if results in OPEN:
        assert match.hand_outcome is None
        assert match.score == score
        return
    outcome = match.hand_outcome
    assert outcome is not None
    if results == "TTT":
        carries = match.rules.all_tied == "carry"
        assert (outcome.winner, outcome.points) == (None, 0)
        assert outcome.reason == ("all_tied_carry" if carries else "all_tied_nobody")
        assert match.next_carry == (stake if carries else 0)
        assert match.score == score
        return
    winner = 0 if results in WIN else 1
    assert (outcome.winner, outcome.points) == (winner, stake)
    as_won = results if winner == 0 else results.translate(str.maketrans("WL", "LW"))
    assert outcome.reason == REASON[as_won]
    reached = min(match.rules.target, score[winner] + stake)
    assert match.score == ((reached, score[1]) if winner == 0 else (score[0], reached))
    assert match.match_winner == (winner if reached == match.rules.target else None)
    assert match.next_dealer == 0


def _grow(match: Match, results: str, score: tuple[int, int], stake: int, seen: set[str]) -> None:
    """Play every hand that begins with these results, going back by undo."""
    seen.add(results)
    _expect(match, results, score, stake)
    if match.hand_over:
        return
    for result in "WLT":
        held = deal(match.rules, results + result)[-1]
        play_trick(match, held)
        _grow(match, results + result, score, stake, seen)
        for _ in held:
            match.undo()


@pytest.mark.parametrize("name", PRESETS)
def test_every_hand_at_every_stake_from_every_score(name: str) -> None:
    rules = PRESETS[name]
    base = rules.ladder[0]
    for ours in range(rules.target):
        for theirs in range(rules.target):
            score = (ours, theirs)
            near = [points >= rules.target - base for points in score]
            stakes = rules.ladder
            if all(near):
                stakes = (base,) if rules.iron_value == "first" else (rules.ladder[1],)
            elif any(near):
                stakes = (rules.ladder[1],)
            for stake in stakes:
                match = match_at(rules, score)
                if not raise_to(match, stake):
                    assert rules.raise_cap
                    assert min(score) + max(rung for rung in rules.ladder if rung < stake) >= rules.target
                    continue
                seen: set[str] = set()
                _grow(match, "", score, stake, seen)
                assert seen == {*WIN, *LOSE, *OPEN, "TTT"}


@pytest.mark.parametrize(
    ("changed", "winner", "reason"),
    [
        ({"all_tied": "nobody"}, None, "all_tied_nobody"),
        ({"all_tied": "carry"}, None, "all_tied_carry"),
        ({"all_tied": "opener"}, 0, "all_tied_opener"),
        ({"all_tied": "dealer"}, 1, "all_tied_dealer"),
        ({"all_tied": "raiser_loses"}, 1, "all_tied_raiser"),
    ],
)
def test_all_tied_option(changed: dict[str, str], winner: int | None, reason: str) -> None:
    match = match_at(replace(PRESETS["paulista"], **changed))
    assert raise_to(match, 3)
    outcome = play_hand(match, "TTT").hand_outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, reason)
    assert outcome.points == (3 if winner is not None else 0)


def test_all_tied_raiser_loses_nobody_when_none_raised() -> None:
    match = play_hand(match_at(replace(PRESETS["paulista"], all_tied="raiser_loses")), "TTT")
    assert match.hand_outcome is not None
    assert match.hand_outcome.reason == "all_tied_nobody"
    assert match.score == (0, 0)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        (name, seats)
        for name, rules in PRESETS.items()
        for seats in (2, 4, 6)
        # Twelve low cards, as the six seats need here, are in the full deck only.
        if rules.deck == "full" or (rules.deck == "clean" and seats < 6)
    ],
)
def test_two_four_and_six_seats(name: str, seats: int) -> None:
    match = play_hand(match_at(replace(PRESETS[name], seats=seats)), "WLT")
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.reason) == (0, "first_trick_after_tie")
    assert match.dealer == seats - 1
    assert match.next_dealer == 0


@pytest.mark.parametrize(
    ("changed", "raiser", "winner", "reason"),
    [
        ({"all_tied": "nobody"}, None, None, "all_tied_nobody"),
        ({"all_tied": "carry"}, None, None, "all_tied_carry"),
        ({"all_tied": "opener"}, None, 0, "all_tied_opener"),
        ({"all_tied": "dealer"}, 0, 1, "all_tied_dealer"),
        ({"all_tied": "raiser_loses"}, 0, 1, "all_tied_raiser"),
        ({"all_tied": "raiser_loses"}, None, None, "all_tied_nobody"),
        ({"last_trick_raiser": True}, 1, 0, "last_trick_raiser"),
    ],
)
def test_three_ties_without_cards(
    changed: dict[str, Any], raiser: int | None, winner: int | None, reason: str
) -> None:
    match = Match(replace(PRESETS["paulista"], name="own", **changed))
    match.correct_stake(3)
    outcome = match.tie_all(raiser).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.points, outcome.reason) == (winner, 0 if winner is None else 3, reason)
    assert match.next_carry == (3 if reason == "all_tied_carry" else 0)
    assert match.next_dealer == (match.dealer + 1) % 4


def test_cards_that_were_seen_are_not_called_ties() -> None:
    match = Match(PRESETS["mineiro"])
    match.play(0, Card.parse("KC"))
    for team in (None, 0):
        with pytest.raises(IllegalAction) as refused:
            match.tie_all(team)
        assert refused.value.key == "card_already_laid"


def test_ties_wait_for_the_decision_and_for_the_answer() -> None:
    eleven = Match(PRESETS["paulista"], score=(11, 3))
    assert not eleven.can_tie_all()
    eleven.decide_special(0, True)
    assert eleven.can_tie_all() and not eleven.can_tie_all(2)
    raised = Match(PRESETS["paulista"])
    raised.call(0, Call.RAISE)
    assert not raised.can_tie_all()
    raised.call(1, Call.ACCEPT)
    assert raised.can_tie_all()
