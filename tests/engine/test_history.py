"""Undo, redo, correction, stake corrections, replay, saving: the past is restored, never computed back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace

import pytest
from seated import cards, match_at, play_hand

from engine import PRESETS, Call, Card, IllegalAction, Match, Problem, Way, judge_line
from engine.actions import Correct, CorrectStake, NextHand, Play, Redo, Settle, Undo

PAULISTA = PRESETS["paulista"]
P = "paulista 0-0 d3 : v5D "


def at(line: str) -> Match:
    return judge_line(line)[1]


def held_together(match: Match) -> None:
    """What replay and loading must give back."""
    start = match.start
    again = Match.replay(match.rules, match.log, *start)
    assert again.state == match.state
    assert again.log == match.log
    assert again.history == match.history
    loaded = Match.load(match.save())
    assert loaded.state == match.state
    assert loaded.rules == match.rules
    assert loaded.save() == match.save()


def test_undo_and_redo_over_hands_and_matches() -> None:
    rules = replace(PAULISTA, target=2, games_to_win=2, ladder=(1, 3), rung_names=("truco",))
    match = Match(rules)
    states = [match.state]
    acts: list[Callable[[], object]] = [
        lambda: match.show_vira(Card.parse("5D")),
        lambda: match.call(1, Call.RUN),
        lambda: match.next_hand(),
        lambda: match.decide_special(0, True),
        lambda: match.call(1, Call.RUN),
        lambda: match.next_hand(),
        lambda: match.see_card(3, Card.parse("8C")),
        lambda: match.settle(Way.BACK),
    ]
    for act in acts:
        act()
        states.append(match.state)
    assert match.games == (1, 0)
    records = match.history
    for record, state in zip(reversed(records), reversed(states[:-1]), strict=True):
        assert match.can_undo()
        assert match.undo() == record
        assert match.state == state
    assert not match.can_undo()
    with pytest.raises(IllegalAction) as caught:
        match.undo()
    assert caught.value.key == "nothing_to_undo"
    for record, state in zip(records, states[1:], strict=True):
        assert match.can_redo()
        assert match.redo() == record
        assert match.state == state
    with pytest.raises(IllegalAction) as caught:
        match.redo()
    assert caught.value.key == "nothing_to_redo"
    assert match.history == records
    # The log only ever grows.
    assert len(match.log) == 3 * len(records)
    assert [record.number for record in match.log] == list(range(len(match.log)))
    assert match.log[len(records)].action == Undo()
    assert match.log[-1].action == Redo()
    held_together(match)


def test_replay_starts_where_a_match_starts() -> None:
    for name in ("paulista", "mineiro"):
        match = Match(PRESETS[name])
        match.call(0, Call.RUN)
        again = Match.replay(match.rules, match.log)
        assert again.state == match.state
        assert again.start == match.start == (3, (0, 0), (0, 0), 0)
        later = Match.replay(match.rules, [record.action for record in match.log], 1, (2, 4))
        assert (later.score, later.dealer) == ((2, 4 + match.stake), 1)


def test_a_new_action_ends_what_could_be_redone() -> None:
    match = at(P + "KC")
    match.undo()
    match.see_card(0, Card.parse("QC"))
    assert not match.can_redo()
    assert match.log[1].action == Play(0, Card.parse("KC"))
    held_together(match)


def test_what_was_done_is_kept_small_and_cannot_be_changed() -> None:
    match = at(P + "KC QC")
    for kept in (*match._done, *match.log):
        assert not hasattr(kept, "__dict__")
        for field in fields(kept):
            with pytest.raises(FrozenInstanceError):
                setattr(kept, field.name, None)


def test_undo_goes_back_to_a_state_not_by_arithmetic() -> None:
    """11 + 3 = 12 capped; undo is 11."""
    match = match_at(PAULISTA, (11, 0))
    play_hand(match, "WW")
    assert match.score == (12, 0)
    match.undo()
    assert match.score == (11, 0)


def test_correct_rejudges_the_trick_and_what_followed() -> None:
    match = at(P + "KC QC JC 7C | KD QD JD 7D |")
    assert match.score == (1, 0)
    assert match.hand_outcome is not None
    # Seat 3 had laid a manilha, in the second trick: no more than one trick each.
    number = match.log[8].number
    record = match.correct(number, Card.parse("6D"))
    assert record.action == Correct(number, Card.parse("6D"))
    assert record.outcome is None
    assert (match.score, match.hand_over, match.turn) == ((0, 0), False, 3)
    assert [trick.winner_seat for trick in match.tricks] == [0, 3]
    assert not match.problems
    held_together(match)
    match.undo()
    assert match.score == (1, 0)
    assert match.hand_over
    match.redo()
    assert [trick.winner_seat for trick in match.tricks] == [0, 3]
    held_together(match)


def test_correct_stops_at_the_first_action_no_longer_valid() -> None:
    match = at(P + "KC QC JC 7C | KD QD JD")
    # With the manilha seat 3 would lead, so that seat 0's next card was out of turn.
    record = match.correct(4, Card.parse("6D"))
    assert record.problems == Problem.CORRECTED | Problem.OUT_OF_TURN
    assert match.problems == record.problems
    assert match.case is not None
    assert match.case.action == Play(0, Card.parse("KD"))
    assert match.case.rest == tuple(Play(seat, card) for seat, card in enumerate(cards("KD QD JD")))
    assert match.case.ways == (Way.DROP, Way.GO_ON)
    assert match.case.values["dropped"] == 3
    assert match.tricks[0].winner_seat == 3
    assert match.current_trick == ()
    with pytest.raises(IllegalAction) as caught:
        match.next_hand()
    assert caught.value.key == "problem_open"
    held_together(match)
    match.settle(Way.DROP)
    assert (match.turn, match.current_trick, match.waiting) == (3, (), ())
    held_together(match)
    match.undo()
    match.settle(Way.GO_ON)
    assert match.problems == Problem.OUT_OF_TURN
    assert len(match.waiting) == 2
    match.settle(Way.STANDS)
    match.settle(Way.STANDS)
    match.settle(Way.STANDS)
    match.play(3, Card.parse("3S"))
    assert len(match.tricks) == 2
    held_together(match)


def test_correct_over_a_hands_end() -> None:
    match = at(P + "KC QC JC 7C | 7D QD JD KD | 3C 2C 7H JH |")
    assert match.score == (0, 1)
    match.next_hand()
    match.show_vira(Card.parse("5D"))
    match.play(1, Card.parse("KC"))
    match.play(2, Card.parse("QC"))
    match.correct(10, Card.parse("6C"))
    assert match.problems == Problem(0)
    assert match.hand_number == 1
    assert match.score == (1, 0)
    assert match.current_trick == ((1, Card.parse("KC")), (2, Card.parse("QC")))
    held_together(match)
    match.undo()
    assert match.score == (0, 1)


def test_correct_may_make_a_finished_hand_unfinished() -> None:
    match = at(P + "KC QC JC 7C | KD QD JD 7D |")
    match.next_hand()
    match.show_vira(Card.parse("5D"))
    match.correct(8, Card.parse("6D"))
    assert match.problems == Problem.CORRECTED
    assert match.case is not None
    assert match.case.action == NextHand()
    assert match.hand_number == 0
    match.settle(Way.DROP)
    assert match.turn == 3
    held_together(match)


def test_correct_may_end_a_hand_earlier() -> None:
    match = at(P + "KC QC JC 7C | 7D QD JD 6D | 3C")
    assert match.turn == 0
    match.correct(8, Card.parse("6S"))
    # Still seat 3's trick; its card of the third now came in turn as before.
    assert not match.problems
    match.correct(8, Card.parse("4S"))
    assert match.hand_over
    assert match.problems & Problem.CORRECTED
    assert match.case is not None
    assert match.case.ways == (Way.DROP,)
    held_together(match)
    match.settle(Way.DROP)
    match.next_hand()
    assert match.hand_number == 1
    held_together(match)


def test_two_corrections_and_undoing_them() -> None:
    match = at(P + "KC QC JC 7C | KD QD JD")
    states = [match.state]
    match.correct(4, Card.parse("6D"))
    states.append(match.state)
    match.settle(Way.DROP)
    states.append(match.state)
    match.play(3, Card.parse("3S"))
    states.append(match.state)
    # Corrected back: what was dropped is not conjured up again, and seat 3's card comes too early.
    match.correct(4, Card.parse("7C"))
    assert match.tricks[0].winner_seat == 0
    assert match.problems == Problem.CORRECTED | Problem.OUT_OF_TURN
    held_together(match)
    for state in reversed(states):
        match.undo()
        assert match.state == state
    for state in states[1:]:
        match.redo()
        assert match.state == state


def test_a_card_named_by_a_way_out_can_be_corrected() -> None:
    match = at(P + "8C !card=KC QC")
    match.correct(2, Card.parse("KH"))
    assert match.current_trick == ((0, Card.parse("KH")), (1, Card.parse("QC")))
    held_together(match)


def test_a_covered_card_that_was_an_open_one() -> None:
    match = at(P + "KC QC JC 7C | xx QD")
    match.correct(5, Card.parse("KD"))
    assert match.current_trick == ((0, Card.parse("KD")), (1, Card.parse("QD")))


@pytest.mark.parametrize(
    ("number", "card", "key"),
    [
        (99, "KC", "no_such_action"),
        (1, "KC", "same_card"),
        (1, "5D", "equals_vira"),
        (2, "KC", "duplicate"),
        (1, "8C", "not_in_deck"),
        (3, "KD", "no_card_there"),
    ],
)
def test_a_correction_is_verified(number: int, card: str, key: str) -> None:
    match = at(P + "KC QC t0+")
    match.settle(Way.IGNORE) if match.case is not None else None
    state = match.state
    with pytest.raises(IllegalAction) as caught:
        match.correct(number, Card.parse(card))
    assert caught.value.key == key
    assert not match.can_correct(number, Card.parse(card))
    assert match.state == state


def test_an_undone_action_cannot_be_corrected() -> None:
    match = at(P + "KC QC")
    match.undo()
    assert not match.can_correct(2, Card.parse("QD"))
    assert match.can_correct(1, Card.parse("QD"))


def test_a_card_in_question_can_be_corrected_to_another_with_the_same_problem() -> None:
    match = at(P + "8C")
    match.correct(match.log[1].number, Card.parse("9C"))
    assert match.problems == Problem.NOT_IN_DECK
    assert match.case is not None
    assert match.case.values["card"] == "9C"
    held_together(match)


def test_problems_settled_before_stay_settled_in_a_correction() -> None:
    match = at(P + "KC 3=7C !stands QC JC |")
    match.correct(1, Card.parse("4D"))
    assert not match.problems
    assert match.tricks[0].winner_seat == 2
    held_together(match)


def test_stake_corrected_after_the_hand() -> None:
    """ "Foi trucada": a logged action, not arithmetic."""
    match = at(P + "KC QC JC 7C | KD QD JD 7D |")
    record = match.correct_stake(3)
    assert record.action == CorrectStake(3, 0)
    assert match.score == (3, 0)
    assert match.hand_outcome is not None
    assert match.hand_outcome.points == 3
    assert match.hand_outcome.values["stake"] == 3
    assert match.next_dealer == 0
    held_together(match)
    match.undo()
    assert match.score == (1, 0)


def test_a_tento_is_worth_the_stake_that_it_was() -> None:
    match = at(P + "KC p1=cheat")
    match.correct_stake(3)
    assert match.hand_outcome is not None
    assert (match.hand_outcome.reason, match.hand_outcome.points, match.score) == ("penalty", 3, (3, 0))
    held_together(match)


def test_stake_corrected_while_the_hand_runs() -> None:
    match = at(P + "KC $6")
    assert match.stake == 6
    assert match.score == (0, 0)


def test_stake_corrected_over_the_end_of_a_match() -> None:
    match = at("paulista 9-0 d3 : v5D t0 a1 KC QC JC 7C | KD QD JD 7D |")
    assert (match.match_winner, match.games) == (0, (1, 0))
    match.correct_stake(1)
    assert (match.score, match.match_winner, match.games, match.series_winner) == (
        (10, 0),
        None,
        (0, 0),
        None,
    )
    match.correct_stake(6)
    assert (match.score, match.match_winner, match.games) == ((12, 0), 0, (1, 0))
    held_together(match)


def test_stake_of_an_earlier_hand_corrected() -> None:
    match = at(P + "KC QC JC 7C | KD QD JD 7D |")
    match.next_hand()
    match.show_vira(Card.parse("5D"))
    match.play(1, Card.parse("KC"))
    match.correct_stake(6, hand=0)
    assert (match.score, match.hand_number, match.current_trick) == ((6, 0), 1, ((1, Card.parse("KC")),))
    held_together(match)
    match.undo()
    assert match.score == (1, 0)
    match.redo()
    assert match.score == (6, 0)
    match.correct_stake(12, hand=0)
    # That ends the match: the next hand began in another one, which was a series of one.
    assert match.match_winner == 0
    assert match.problems == Problem.CORRECTED
    match.settle(Way.DROP)
    assert match.series_winner == 0
    held_together(match)


def test_carried_stake_corrected() -> None:
    match = play_hand(match_at(PRESETS["mineiro"]), "TTT")
    match.correct_stake(6)
    assert (match.score, match.next_carry) == ((0, 0), 6)
    match.next_hand()
    assert match.stake == 6


@pytest.mark.parametrize(
    ("line", "value", "hand", "key"),
    [
        (P, 5, None, "no_such_rung"),
        (P, 1, None, "same_stake"),
        (P, 3, 4, "no_such_hand"),
        (P + "t0", 6, None, "unanswered"),
        (P + "8C", 6, None, "problem_open"),
        (P + "8C !void", 3, None, "stake_without_effect"),
        ("mineiro 0-0 d3 : n0=4 !penalty", 4, None, "stake_without_effect"),
        ("paulista 11-0 d3 : v5D s0+", 6, None, "stake_fixed"),
        ("paulista 11-11 d3 : v5D", 6, None, "stake_fixed"),
    ],
)
def test_a_stake_correction_is_verified(line: str, value: int, hand: int | None, key: str) -> None:
    match = at(line)
    with pytest.raises(IllegalAction) as caught:
        match.correct_stake(value, hand)
    assert caught.value.key == key
    assert not match.can_correct_stake(value, hand)


def test_replay_and_load_of_a_match_with_everything() -> None:
    match = at("mineiro 4-2 d1 g0-0 c6 : t0@2 a1@3 KC 0=QC !stands JC 2=8C !card=KH u U ~2=KD p1=cheat")
    held_together(match)


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", "no", '{"vira": 1}', '{"vira": 2, "dealer": 0}', '{"vira": 1, "dealer": 9}']
)
def test_what_is_no_saved_match_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        Match.load(text)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        '{"do": "Fly"}',
        '{"do": "Play", "seat": 0}',
        '{"do": "Play", "seat": [0], "card": "7H"}',
        '{"do": "Play", "seat": 0, "card": "99"}',
        '{"do": "Say", "team": 0, "call": "sing"}',
        '{"do": "Settle", "way": "fight"}',
        '{"do": "Settle", "way": "back"}',
        '{"do": "Play", "seat": 0, "card": "7H", "wild": 1}',
        "[]",
        '{"do": "Pl',
    ],
)
def test_a_saved_match_with_a_broken_line_is_refused(line: str) -> None:
    text = Match(PAULISTA).save() + line
    with pytest.raises(ValueError) as caught:
        Match.load(text)
    assert "\n" not in str(caught.value)


def test_legal_actions_are_exactly_what_is_accepted() -> None:
    for line in (
        P,
        P + "KC",
        P + "t0",
        P + "8C",
        "paulista 11-0 d3 : v5D",
        P + "r0",
        "mineiro 0-0 d3 :",
        "paulista 0-0 d3 :",
    ):
        match = at(line)
        legal = match.legal_actions()
        assert legal
        assert len(set(legal)) == len(legal)
        for action in legal:
            record = match.do(action)
            # A card named by a way out may be the next problem; everything else is wholly by the rules.
            assert not record.problems or isinstance(action, Settle)
            match.undo()


def test_legal_actions_of_a_running_hand() -> None:
    match = at(P + "KC QC JC 7C | KD")
    plays = [action for action in match.legal_actions() if isinstance(action, Play)]
    assert len(plays) == 40 - 6
    assert {action.seat for action in plays} == {1}
    assert match.trick_number == 1
    assert match.best == (0, Card.parse("KD"))


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("", None),
        ("4D", (0, "4D")),
        ("4D KC", (1, "KC")),
        ("4D KC KD", None),
        ("4D KC KD 6D", (3, "6D")),
        ("KC 4D KD", (0, "KC")),
        ("KC 4D KD KH", None),
    ],
)
def test_best_card_so_far(words: str, best: tuple[int, str] | None) -> None:
    match = Match(replace(PAULISTA, seats=6))
    match.show_vira(Card.parse("5D"))
    for seat, card in enumerate(cards(words)):
        match.play(seat, card)
    assert match.best == (None if best is None else (best[0], Card.parse(best[1])))


def test_best_is_unknown_without_the_vira_and_when_covered() -> None:
    assert at("paulista{iron_hand=hidden_vira} 11-11 d3 : KC").best is None
    assert at(P + "KC QC JC 7C | xx").best is None
