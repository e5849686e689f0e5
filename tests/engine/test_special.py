"""rules.md §2 and §3: the special hand, the iron hand, and what a raise in them costs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seated import cards, deal, match_at, play_hand, play_trick

from engine import PRESETS, Call, Card, IllegalAction, Match, Problem, Rules, Way, judge_line

PAULISTA, MINEIRO = PRESETS["paulista"], PRESETS["mineiro"]


@pytest.mark.parametrize(
    ("name", "score", "special", "team"),
    [
        ("paulista", (10, 0), None, None),
        ("paulista", (11, 0), "eleven", 0),
        ("paulista", (10, 11), "eleven", 1),
        ("paulista", (11, 11), "iron", None),
        ("paulista-15", (11, 13), None, None),
        ("paulista-15", (13, 14), "eleven", 1),
        ("paulista-15", (14, 14), "iron", None),
        ("mineiro", (9, 8), None, None),
        ("mineiro", (10, 8), "eleven", 0),
        ("mineiro", (8, 11), "eleven", 1),
        ("mineiro", (11, 10), "iron", None),
    ],
)
def test_special_hand_within_one_base_stake(
    name: str, score: tuple[int, int], special: str | None, team: int | None
) -> None:
    match = Match(PRESETS[name], score=score)
    assert (match.special, match.special_team, match.must_decide) == (special, team, team)


@pytest.mark.parametrize(
    ("name", "score", "given", "played"),
    [("paulista", "11-3", 1, 3), ("paulista-15", "14-3", 1, 3), ("mineiro", "10-2", 2, 4)],
)
def test_play_for_the_second_rung_or_give_the_first_away(
    name: str, score: str, given: int, played: int
) -> None:
    vira = "" if name == "mineiro" else "v5D"
    given_up = judge_line(f"{name} {score} d3 : {vira} s0-")[1]
    assert given_up.hand_outcome is not None
    assert (given_up.hand_outcome.winner, given_up.hand_outcome.points) == (1, given)
    assert given_up.hand_outcome.reason == "special_refused"
    assert given_up.hand_outcome.values == {"team": 0}
    # The decision may come before the vira is turned.
    match = judge_line(f"{name} {score} d3 : s0+ {vira}")[1]
    assert match.stake == played
    assert match.must_decide is None
    assert match.next_raise is None
    play_hand(match, "LL")
    assert match.score == (int(score.split("-")[0]), int(score.split("-")[1]) + played)


def test_running_from_the_decision_gives_the_first_rung() -> None:
    match = judge_line("paulista 11-3 d3 : v5D r0")[1]
    assert match.hand_outcome is not None
    assert (match.hand_outcome.reason, match.score) == ("special_refused", (11, 4))


def test_the_other_team_can_give_up_before_the_decision() -> None:
    match = judge_line("paulista 10-11 d3 : v5D r0")[1]
    assert match.hand_outcome is not None
    assert (match.hand_outcome.reason, match.score) == ("gave_up", (10, 12))
    assert match.match_winner == 1


def test_giving_up_a_special_hand_that_is_played_pays_its_stake() -> None:
    match = judge_line("paulista 11-3 d3 : v5D s0+ r0")[1]
    assert match.score == (11, 6)


@pytest.mark.parametrize(("team", "key"), [(1, "not_your_decision"), (2, "no_such_team")])
def test_only_the_team_concerned_decides(team: int, key: str) -> None:
    match = Match(PAULISTA, score=(11, 0))
    with pytest.raises(IllegalAction) as caught:
        match.decide_special(team, True)
    assert caught.value.key == key
    match.decide_special(0, True)
    assert not match.can_decide_special(0, True)
    assert not Match(PAULISTA).can_decide_special(0, True)
    assert not Match(PAULISTA, score=(11, 11)).can_decide_special(0, True)


def test_no_card_before_the_decision() -> None:
    match = Match(PAULISTA, score=(11, 0))
    match.show_vira(Card.parse("5D"))
    with pytest.raises(IllegalAction) as caught:
        match.play(0, Card.parse("KC"))
    assert caught.value.key == "undecided"
    match.see_card(0, Card.parse("KC"))
    assert match.problems == Problem.UNDECIDED
    assert match.case is not None
    assert match.case.ways == (Way.PLAY, Way.BACK)
    match.settle(Way.PLAY)
    assert (match.stake, match.turn, match.current_trick) == (3, 1, ((0, Card.parse("KC")),))
    match.undo()
    match.settle(Way.BACK)
    assert (match.must_decide, match.current_trick) == (0, ())


@pytest.mark.parametrize("score", ["11-3", "3-11"])
@pytest.mark.parametrize(
    ("penalty", "decided", "points", "reason"),
    [
        ("match", "s+", 9, "penalty"),
        ("tento", "", 1, "penalty"),
        ("tento", "s+", 3, "penalty"),
        ("warn", "s+", 0, None),
    ],
)
def test_special_raise_penalty(
    score: str, penalty: str, decided: str, points: int, reason: str | None
) -> None:
    """A raise by the team with 11: the other, with 3, wins the match, a tento, or nothing."""
    raiser = 0 if score == "11-3" else 1
    word = f"s{raiser}{decided[1:]}" if decided else ""
    match = judge_line(f"paulista{{special_raise_penalty={penalty}}} {score} d3 : v5D {word} t{raiser}")[1]
    assert match.problems == Problem.RAISE_IN_SPECIAL
    assert match.case is not None
    if penalty == "warn":
        assert match.case.ways == (Way.IGNORE,)
    else:
        assert match.case.ways == (Way.PENALTY, Way.IGNORE)
        state = match.state
        match.settle(Way.PENALTY)
        assert match.hand_outcome is not None
        assert (match.hand_outcome.winner, match.hand_outcome.points) == (1 - raiser, points)
        assert match.hand_outcome.reason == reason
        assert match.hand_outcome.values == {"team": raiser, "penalty": "raised_in_special"}
        assert match.score[1 - raiser] == 3 + points
        assert match.match_winner == (1 - raiser if penalty == "match" else None)
        match.undo()
        assert match.state == state
    # Always confirmed first: a slip of the finger ends no match.
    match.settle(Way.IGNORE)
    assert match.score == tuple(map(int, score.split("-")))
    assert match.pending_raise is None
    assert not match.hand_over


@pytest.mark.parametrize("penalty", ["match", "tento"])
def test_special_raise_penalty_in_the_iron_hand_is_the_match(penalty: str) -> None:
    match = judge_line(f"paulista{{special_raise_penalty={penalty}}} 11-11 d3 : v5D t0 !penalty")[1]
    assert match.score == (11, 12)
    assert match.match_winner == 1


def test_the_raise_is_refused_to_a_button() -> None:
    match = match_at(PAULISTA, (11, 3))
    for team in (0, 1):
        with pytest.raises(IllegalAction) as caught:
            match.call(team, Call.RAISE)
        assert caught.value.key == "raise_in_special"


@pytest.mark.parametrize(("value", "stake"), [("second", 3), ("first", 1)])
def test_iron_value(value: str, stake: int) -> None:
    match = match_at(replace(PAULISTA, iron_value=value), (11, 11))
    assert (match.stake, match.must_decide, match.next_raise) == (stake, None, None)
    play_hand(match, "WW")
    assert match.hand_outcome is not None
    assert (match.hand_outcome.points, match.score, match.match_winner) == (stake, (12, 11), 0)


@pytest.mark.parametrize(
    ("iron_hand", "blind"),
    [
        ("blind", [True, True, True]),
        ("blind_first", [True, False, False]),
        ("hidden_vira", [True, True, True]),
        ("open", [False, False, False]),
        ("open_own", [False, False, False]),
    ],
)
def test_iron_hand_blind_tricks(iron_hand: str, blind: list[bool]) -> None:
    """§4: in blind tricks no card may be covered."""
    rules = replace(PAULISTA, iron_hand=iron_hand, covered_from="first")
    match = Match(rules, score=(11, 11))
    if iron_hand != "hidden_vira":
        match.show_vira(Card.parse("5D"))
    tricks = (cards("KC QC JC 7C"), cards("KD QD JD 7D"), cards("KH QH JH 7H"))
    for number, trick in enumerate(tricks):
        assert match.blind is blind[number]
        assert match.can_cover(match.turn or 0) is not blind[number]
        seats = [((match.turn or 0) + place) % 4 for place in range(4)]
        # Whoever leads wins but in the second trick, so that there is a third.
        for seat, card in zip(
            seats, trick if number != 1 else [trick[1], trick[0], trick[2], trick[3]], strict=True
        ):
            match.play(seat, card)
        if number == 0 and iron_hand == "hidden_vira":
            assert (match.turn, match.tricks, match.needs_vira) == (None, (), True)
            match.show_vira(Card.parse("5D"))
    assert match.hand_over
    assert match.match_winner == 0 or match.match_winner == 1


def test_hidden_vira_shown_early_is_a_problem() -> None:
    rules = replace(PAULISTA, iron_hand="hidden_vira")
    match = Match(rules, score=(11, 11))
    match.see_vira(Card.parse("5D"))
    assert match.problems == Problem.VIRA_EARLY
    assert match.case is not None
    assert match.case.ways == (Way.IGNORE, Way.STANDS)
    match.settle(Way.IGNORE)
    assert match.vira is None
    match.undo()
    match.settle(Way.STANDS)
    assert match.vira == Card.parse("5D")
    # An ordinary hand hides nothing.
    ordinary = Match(rules)
    ordinary.show_vira(Card.parse("5D"))
    assert not ordinary.problems


def test_no_blind_tricks_outside_the_iron_hand() -> None:
    assert not match_at(PAULISTA, (11, 3)).blind
    assert not match_at(PAULISTA).blind


@pytest.mark.parametrize(
    ("option", "allowed"),
    [("second", [False, True, True]), ("first", [True, True, True]), ("never", [False, False, False])],
)
def test_covered_from(option: str, allowed: list[bool]) -> None:
    match = match_at(replace(PAULISTA, covered_from=option))
    for number, result in enumerate("WL"):
        assert match.can_cover(match.turn or 0) is allowed[number]
        play_one(match, result, number)
    assert match.can_cover(match.turn or 0) is allowed[2]


def play_one(match: Match, result: str, number: int) -> None:
    play_trick(match, deal(match.rules, "WL"[:number] + result)[number])


@pytest.mark.parametrize(("allowed", "first"), [(True, "T"), (False, "T"), (False, "W")])
def test_covered_after_tie(allowed: bool, first: str) -> None:
    match = match_at(replace(PAULISTA, covered_after_tie=allowed))
    play_one(match, first, 0)
    assert match.can_cover(match.turn or 0) is (allowed or first == "W")


def test_a_forbidden_covered_card_is_turned_or_taken_back() -> None:
    match = match_at(PAULISTA)
    match.see_back(0)
    assert match.problems == Problem.COVERED_FORBIDDEN
    assert match.case is not None
    assert match.case.ways == (Way.SHOW, Way.BACK)
    match.settle(Way.SHOW, Card.parse("KC"))
    assert match.current_trick == ((0, Card.parse("KC")),)
    match.undo()
    match.settle(Way.BACK)
    assert match.current_trick == ()
    assert match.turn == 0


def test_games_to_win_and_the_deal_keeps_rotating() -> None:
    rules: Rules = replace(PAULISTA, games_to_win=2, target=2, ladder=(1, 3), rung_names=("truco",))
    match = Match(rules)
    for hand in range(2):
        assert match.dealer == (3 + hand) % 4
        if match.must_decide is not None:
            match.decide_special(match.must_decide, True)
        match.call(1, Call.RUN)
        match.next_hand()
    assert (match.games, match.score, match.match_winner, match.dealer) == ((1, 0), (0, 0), None, 1)
    match.call(1, Call.RUN)
    match.next_hand()
    match.decide_special(0, True)
    match.call(1, Call.RUN)
    assert (match.games, match.score, match.match_winner, match.series_winner) == ((2, 0), (2, 0), 0, 0)
    with pytest.raises(IllegalAction) as caught:
        match.next_hand()
    assert caught.value.key == "match_over"
    assert not match.can_see_vira(Card.parse("5D"))


def test_a_new_match_begins_at_nothing_and_at_the_first_rung() -> None:
    match = Match(replace(MINEIRO, games_to_win=2, target=4), score=(0, 2))
    match.decide_special(1, True)
    match.call(0, Call.RUN)
    assert (match.score, match.games) == ((0, 4), (0, 1))
    match.next_hand()
    assert (match.score, match.match_winner) == ((0, 0), None)
    assert (match.stake, match.carried, match.next_carry, match.special) == (2, 0, 0, None)


def test_the_board_shows_at_most_the_target() -> None:
    match = match_at(PAULISTA, (10, 0))
    match.call(0, Call.RAISE)
    match.call(1, Call.ACCEPT)
    match.call(1, Call.RUN)
    assert match.score == (12, 0)
    assert match.match_winner == 0
    match.undo()
    assert match.score == (10, 0)
    assert match.match_winner is None


def test_the_deal_passes_on_after_a_hand_nobody_won() -> None:
    match = play_hand(match_at(PAULISTA), "TTT")
    match.next_hand()
    assert (match.dealer, match.opener, match.turn, match.hand_number) == (0, 1, 1, 1)


def test_mineiro_tento_is_worth_two_before_and_four_after_the_decision() -> None:
    before = judge_line("mineiro 10-2 d3 : t0 !penalty")[1]
    assert before.score == (10, 4)
    after = judge_line("mineiro 10-2 d3 : s0+ t0 !penalty")[1]
    assert after.score == (10, 6)
    assert match_at(MINEIRO, (10, 2)).stake == 4
