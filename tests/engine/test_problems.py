"""rules.md §4: what only a referee of real cards meets. Each line is a hand; each way out is tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from seated import cards, match_at

from engine import PRESETS, Call, Card, IllegalAction, Match, Problem, Way, judge_line

PAULISTA, MINEIRO, SIX = PRESETS["paulista"], PRESETS["mineiro"], PRESETS["mineiro-6"]
P = "paulista 0-0 d3 : v5D "


def at(line: str) -> Match:
    return judge_line(line)[1]


# line, problems, ways out
CASES = [
    (P + "8C", Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "9C", Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "10C", Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "JK", Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "JK1", Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    ("paulista-limpo 0-0 d3 : vKD 7C", Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    ("mineiro-limpo 0-0 d3 : 7C", Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "KC KC", Problem.DUPLICATE, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "5D", Problem.EQUALS_VIRA, (Way.CARD, Way.BACK, Way.VOID)),
    ("mineiro-6 0-0 d5 : JK", Problem.WHICH_JOKER, (Way.CARD, Way.BACK)),
    (P + "v6D", Problem.VIRA_CHANGED, (Way.IGNORE, Way.VIRA, Way.VOID)),
    (P + "KC QC JC 7C | v6D", Problem.VIRA_CHANGED, (Way.IGNORE, Way.VOID)),
    ("paulista 0-0 d3 : v8D", Problem.NOT_IN_DECK, (Way.VIRA, Way.IGNORE, Way.VOID)),
    (
        "paulista 0-0 d3 : v5D v8D",
        Problem.NOT_IN_DECK | Problem.VIRA_CHANGED,
        (Way.IGNORE, Way.VIRA, Way.VOID),
    ),
    ("mineiro 0-0 d3 : v5D", Problem.NO_VIRA_HERE, (Way.IGNORE,)),
    ("paulista 0-0 d3 : KC", Problem.VIRA_MISSING, (Way.VIRA, Way.BACK)),
    (P + "KC 0=QC", Problem.SECOND_CARD, (Way.BACK, Way.SEAT)),
    (P + "KC 3=QC !stands 3=JC", Problem.SECOND_CARD, (Way.BACK, Way.SEAT)),
    (
        P + "KC QC JC 7C | KD QD JD 3D | 3=3C 3=3H",
        Problem.SECOND_CARD | Problem.FOURTH_CARD,
        (Way.BACK, Way.PENALTY, Way.SEAT),
    ),
    (P + "1=QC", Problem.OUT_OF_TURN, (Way.STANDS, Way.BACK, Way.PENALTY, Way.SEAT)),
    (
        P + "2=xx",
        Problem.OUT_OF_TURN | Problem.COVERED_FORBIDDEN,
        (Way.STANDS, Way.BACK, Way.PENALTY, Way.SEAT),
    ),
    (P + "3=8C", Problem.OUT_OF_TURN | Problem.NOT_IN_DECK, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "KC 2=KC", Problem.OUT_OF_TURN | Problem.DUPLICATE, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "b8C", Problem.NOT_IN_DECK, (Way.CARD, Way.IGNORE, Way.VOID)),
    (P + "bKC bKC", Problem.DUPLICATE, (Way.CARD, Way.IGNORE, Way.VOID)),
    (P + "b5D", Problem.EQUALS_VIRA, (Way.CARD, Way.IGNORE, Way.VOID)),
    ("paulista 0-0 d3 : b5D v5D", Problem.DUPLICATE, (Way.VIRA, Way.IGNORE, Way.VOID)),
    (P + "bKC KC", Problem.DUPLICATE, (Way.CARD, Way.BACK, Way.VOID)),
    (P + "xx", Problem.COVERED_FORBIDDEN, (Way.SHOW, Way.BACK)),
    (P + "KC 0<", Problem.TAKEN_BACK, (Way.RETURN, Way.BACK)),
    (P + "KC QC JC 7C | 3<", Problem.TAKEN_BACK, (Way.RETURN, Way.BACK)),
    ("paulista 11-0 d3 : v5D bKC", Problem.BURNED_IN_SPECIAL, (Way.IGNORE, Way.STANDS, Way.VOID)),
    ("paulista 11-11 d3 : v5D bKC", Problem.BURNED_IN_SPECIAL, (Way.IGNORE, Way.STANDS, Way.VOID)),
    (
        "mineiro 10-0 d3 : b8C",
        Problem.NOT_IN_DECK | Problem.BURNED_IN_SPECIAL,
        (Way.CARD, Way.IGNORE, Way.VOID),
    ),
    ("paulista 11-0 d3 : v5D KC", Problem.UNDECIDED, (Way.PLAY, Way.BACK)),
    ("paulista 11-0 d3 : KC", Problem.UNDECIDED | Problem.VIRA_MISSING, (Way.VIRA, Way.BACK)),
    (P + "t0@0 1=QC", Problem.OUT_OF_TURN | Problem.UNANSWERED, (Way.ACCEPT, Way.BACK)),
    ("paulista 11-0 d3 : v5D s0+ t1", Problem.RAISE_IN_SPECIAL, (Way.PENALTY, Way.IGNORE)),
    (P + "t0 t0", Problem.RAISE_TWICE, (Way.IGNORE,)),
    (P + "t0 a1 t0", Problem.RAISE_TWICE, (Way.IGNORE,)),
    (P + "t0 a1 KC t0", Problem.RAISE_TWICE | Problem.RAISE_UNTIMELY, (Way.IGNORE,)),
    (P + "t1", Problem.RAISE_UNTIMELY, (Way.IGNORE, Way.STANDS)),
    (P + "a1", Problem.NO_RAISE, (Way.IGNORE,)),
    (P + "t0 a0", Problem.OWN_RAISE, (Way.IGNORE,)),
    (P + "t0 r0", Problem.OWN_RAISE, (Way.IGNORE, Way.STANDS)),
    (P + "n2=4", Problem.WRONG_COUNT, (Way.PASS_DEAL,)),
]


@pytest.mark.parametrize(("line", "problems", "ways"), CASES)
def test_an_observation_against_the_rules_suspends_the_hand(
    line: str, problems: Problem, ways: tuple[Way, ...]
) -> None:
    match = at(line)
    assert match.problems == problems
    assert match.case is not None
    assert match.case.ways == ways
    assert match.history[-1].problems == problems
    # Nothing is judged until it is settled, and no strict action passes.
    state = match.state
    for strict in (
        lambda: match.play(match.turn or 0, Card.parse("3D")),
        lambda: match.call(0, Call.RAISE),
        lambda: match.cover(match.turn or 0),
        lambda: match.decide_special(0, True),
        lambda: match.ask_dealt(),
        lambda: match.next_hand(),
    ):
        with pytest.raises(IllegalAction):
            strict()
    assert match.state == state
    # What is seen meanwhile waits.
    match.see_card(2, Card.parse("3H"))
    assert match.problems == problems
    assert len(match.waiting) == 1
    match.undo()
    assert match.state == state


@pytest.mark.parametrize(("line", "problems", "ways"), CASES)
def test_only_ways_these_rules_allow(line: str, problems: Problem, ways: tuple[Way, ...]) -> None:
    match = at(line)
    for way in Way:
        if way not in ways:
            with pytest.raises(IllegalAction) as caught:
                match.settle(way, Card.parse("AH"), 2)
            assert caught.value.key == "no_way_out"


@pytest.mark.parametrize(
    ("line", "outcome", "open_problems", "trick", "turn"),
    [
        # The card was misread.
        (P + "8C !card=KC", None, "", "0KC", 1),
        (P + "8C !card=9C", None, "not_in_deck", "", 0),
        (P + "KC KC !card=QC", None, "", "0KC 1QC", 2),
        (P + "5D !card=6D", None, "", "06D", 1),
        (P + "b8C !card=KC QC", None, "", "0QC", 1),
        (P + "b8C !card=KC KC", None, "duplicate", "", 0),
        (P + "bKC bKC !ignore QC", None, "", "0QC", 1),
        (P + "2=8C !card=QC", None, "out_of_turn", "", 0),
        (P + "2=8C !card=QC !stands", None, "", "", 0),
        (P + "8C !back", None, "", "", 0),
        (P + "8C !void", "void", "", "", None),
        ("mineiro-6 0-0 d5 : JK !card=JK2", None, "", "0JK2", 1),
        # An early card that stands waits for its turn; the seat passed over plays next.
        (P + "1=QC !stands", None, "", "", 0),
        (P + "1=QC !stands KC", None, "", "0KC 1QC", 2),
        (P + "2=QC !stands 1=JC !stands KC", None, "", "0KC 1JC 2QC", 3),
        (P + "1=QC !back", None, "", "", 0),
        (P + "1=QC !seat=0", None, "", "0QC", 1),
        (P + "1=QC !seat=2", None, "out_of_turn", "", 0),
        (P + "2=xx !stands", None, "covered_forbidden", "", 0),
        (P + "KC 0=QC !seat=1", None, "", "0KC 1QC", 2),
        (P + "KC 0=QC !back", None, "", "0KC", 1),
        (P + "xx !show=KC", None, "", "0KC", 1),
        # Taken back.
        (P + "KC 0< !return", None, "", "0KC", 1),
        (P + "KC 0< !back", None, "", "", 0),
        (P + "KC QC 0< !back", None, "", "", 0),
        (P + "KC QC 0< !back KC", None, "", "0KC 1QC", 2),
        (P + "KC QC 1< !back QC", None, "", "0KC 1QC", 2),
        (P + "2=QC !stands 2< !back", None, "", "", 0),
        # The card that filled the trick taken back: it lies again, or the trick runs again.
        (P + "KC QC JC 7C | 3< !return", None, "", "", 0),
        (P + "KC QC JC 7C | 3< !back", None, "", "0KC 1QC 2JC", 3),
        (P + "KC QC JC 7C | 3< !back 3C | 1=KD", None, "out_of_turn", "", 3),
        (P + "KC QC JC 7C | 3< !back 7C | KD", None, "", "0KD", 1),
        (P + "KC AC JC 7C | 7D xx xx QD | 0< !back", None, "", "17D 2None 3None", 0),
        (P + "1=QC !stands 2=JC !stands 3=7C !stands KC | 0< !back", None, "", "", 0),
        # Burned in a special hand.
        ("mineiro 10-0 d3 : b8C !card=KC", None, "burned_in_special", "", 0),
        ("mineiro 10-0 d3 : bKC !ignore s0+ KC", None, "", "0KC", 1),
        ("mineiro 10-0 d3 : bKC !stands s0+ KC", None, "duplicate", "", 0),
        ("mineiro 10-0 d3 : bKC !void", "void", "", "", None),
        # The vira.
        (P + "v6D !ignore KC", None, "", "0KC", 1),
        (P + "v6D !vira=7D KC", None, "", "0KC", 1),
        (P + "v6D !vira=8D", None, "not_in_deck", "", 0),
        ("paulista 0-0 d3 : KC !vira=5D", None, "", "0KC", 1),
        ("paulista 0-0 d3 : KC !vira=8D", None, "not_in_deck", "", 0),
        ("paulista 0-0 d3 : KC !vira=8D !vira=5D", None, "", "0KC", 1),
        ("paulista 0-0 d3 : KC v5D", None, "", "0KC", 1),
        ("paulista 0-0 d3 : KC vKC", None, "equals_vira", "", 0),
        ("paulista 0-0 d3 : KC v8D", None, "not_in_deck", "", 0),
        ("paulista 0-0 d3 : KC v8D v5D", None, "", "0KC", 1),
        ("paulista 0-0 d3 : KC !back", None, "", "", 0),
        ("paulista 11-0 d3 : KC !vira=5D !play", None, "", "0KC", 1),
        # Calls.
        (P + "t0 t0 !ignore a1 KC", None, "", "0KC", 1),
        (P + "a1 !ignore KC", None, "", "0KC", 1),
        (P + "t0 r0 !stands", "gave_up", "", "", None),
        (P + "t0@0 1=QC !accept", None, "out_of_turn", "", 0),
        # A tento.
        (P + "1=QC !penalty", "penalty", "", "", None),
    ],
)
def test_ways_out(line: str, outcome: str | None, open_problems: str, trick: str, turn: int | None) -> None:
    match = at(line)
    assert (match.hand_outcome.reason if match.hand_outcome else None) == outcome
    assert " ".join(str(problem.name).lower() for problem in match.problems) == open_problems
    assert " ".join(f"{seat}{card}" for seat, card in match.current_trick) == trick
    assert match.turn == turn


@pytest.mark.parametrize(
    ("option", "ways"),
    [
        ("ask", (Way.STANDS, Way.BACK, Way.PENALTY, Way.SEAT)),
        ("stands", (Way.STANDS, Way.SEAT)),
        ("back", (Way.BACK, Way.SEAT)),
        ("tento", (Way.PENALTY, Way.SEAT)),
    ],
)
def test_wrong_turn(option: str, ways: tuple[Way, ...]) -> None:
    match = at(f"paulista{{wrong_turn={option}}} 0-0 d3 : v5D 2=QC" if option != "ask" else P + "2=QC")
    assert match.case is not None
    assert match.case.ways == ways
    assert match.case.values == {"seat": 2, "card": "QC", "turn": 0, "stake": 1}
    assert match.can_penalty(0, "out_of_turn") is (option in ("ask", "tento"))


def test_stake_of_a_penalty_for_playing_out_of_turn() -> None:
    match = at(P + "t0 a1 1=QC !penalty")
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.points, match.score) == (0, 3, (3, 0))
    assert match.hand_outcome.values == {"team": 1, "penalty": "out_of_turn"}


def test_way_that_needs_a_card_or_a_seat() -> None:
    match = at(P + "8C")
    with pytest.raises(IllegalAction) as caught:
        match.settle(Way.CARD)
    assert caught.value.key == "way_needs_card"
    match = at(P + "1=QC")
    for seat, key in ((None, "way_needs_seat"), (4, "no_such_seat"), (1, "same_seat")):
        with pytest.raises(IllegalAction) as caught:
            match.settle(Way.SEAT, seat=seat)
        assert caught.value.key == key
    with pytest.raises(IllegalAction) as caught:
        at(P).settle(Way.BACK)
    assert caught.value.key == "no_problem_open"


def test_what_waits_is_taken_in_order_once_settled() -> None:
    match = at(P + "1=QC 2=JC 3=7C")
    assert len(match.waiting) == 2
    record = match.settle(Way.STANDS)
    # Each early card is its own problem.
    assert record.problems == Problem.OUT_OF_TURN
    assert len(match.waiting) == 1
    match.settle(Way.STANDS)
    match.settle(Way.STANDS)
    assert match.early == ((1, Card.parse("QC")), (2, Card.parse("JC")), (3, Card.parse("7C")))
    record = match.play(0, Card.parse("KC"))
    assert record.trick is not None
    assert [seat for seat, _ in record.trick.plays] == [0, 1, 2, 3]
    assert match.early == ()


def test_a_card_in_question_that_is_taken_up_settles_itself() -> None:
    match = at(P + "1=QC 1<")
    assert not match.problems
    assert match.current_trick == ()
    # Where cards laid must stand it does not.
    match = at("paulista{wrong_turn=stands} 0-0 d3 : v5D 1=QC 1<")
    assert match.problems == Problem.OUT_OF_TURN
    assert len(match.waiting) == 1
    # A waiting card that is taken up waits no more.
    match = at(P + "1=QC 2=JC 2<")
    assert match.waiting == ()


def test_a_waiting_call_that_lost_its_meaning_is_dropped() -> None:
    match = at(P + "t0 1=QC a1 !accept")
    assert match.stake == 3
    assert match.problems == Problem.OUT_OF_TURN
    match.settle(Way.STANDS)
    # The acceptance that waited answers nothing any more: said twice, it is named.
    assert match.problems == Problem.NO_RAISE


@pytest.mark.parametrize(
    "act",
    [
        lambda m: m.see_card(0, Card.parse("KC")),
        lambda m: m.see_back(0),
        lambda m: m.see_removed(0),
        lambda m: m.call_heard(0, None, Call.RAISE),
        lambda m: m.report_deal(0, 4),
        lambda m: m.decide_special(0, True),
        lambda m: m.settle(Way.BACK),
        lambda m: m.penalty(0, "cheat"),
        lambda m: m.claim_extra(0),
        lambda m: m.ask_dealt(),
    ],
)
def test_anything_after_the_hand_is_over_is_refused(act: Callable[[Match], object]) -> None:
    match = at(P + "r0")
    state = match.state
    with pytest.raises(IllegalAction) as caught:
        act(match)
    assert caught.value.key == "hand_over"
    assert match.state == state


@pytest.mark.parametrize(
    ("act", "key"),
    [
        (lambda m: m.see_card(4, Card.parse("KC")), "no_such_seat"),
        (lambda m: m.see_back(-1), "no_such_seat"),
        (lambda m: m.see_removed(2), "no_card_there"),
        (lambda m: m.see_vira(Card.parse("5D")), "vira_known"),
        (lambda m: m.call_heard(0, 1, Call.RAISE), "seat_of_other_team"),
        (lambda m: m.call_heard(3, None, Call.RAISE), "no_such_team"),
        (lambda m: m.report_deal(1, 3), "count_right"),
        (lambda m: m.report_deal(1, -1), "count_right"),
        (lambda m: m.penalty(0, "ugly"), "no_such_penalty"),
        (lambda m: m.penalty(2, "cheat"), "no_such_team"),
        (lambda m: m.next_hand(), "hand_running"),
        (lambda m: m.decide_special(0, True), "nothing_to_decide"),
    ],
)
def test_what_has_no_meaning_is_refused(act: Callable[[Match], object], key: str) -> None:
    match = at(P)
    state = match.state
    with pytest.raises(IllegalAction) as caught:
        act(match)
    assert caught.value.key == key
    assert match.state == state
    assert len(match.log) == 1


def test_a_stale_action_is_refused_as_stale() -> None:
    match = at(P)
    then = match.moment
    match.play(0, Card.parse("KC"), at=then)
    for act in (
        lambda: match.see_card(1, Card.parse("QC"), at=then),
        lambda: match.call_heard(1, None, Call.RAISE, at=then),
        lambda: match.play(1, Card.parse("QC"), at=then),
        lambda: match.cover(1, at=then),
        lambda: match.call(1, Call.RAISE, at=then),
        lambda: match.show_vira(Card.parse("QC"), at=then),
        lambda: match.next_hand(at=then),
    ):
        with pytest.raises(IllegalAction) as caught:
            act()
        assert caught.value.key == "stale"
        assert caught.value.values == {"hand": 0, "laid": 0}
    assert not match.can_play(1, Card.parse("QC"), at=then)
    match.call(0, Call.RUN)
    old = match.moment
    match.next_hand()
    assert not match.can_see_card(1, Card.parse("QC"), at=old)
    with pytest.raises(IllegalAction) as caught:
        match.see_card(1, Card.parse("QC"), at=old)
    assert caught.value.values == {"hand": 0, "laid": 1}
    assert match.moment == (1, 0)


def test_a_raise_on_top_of_the_ladder_has_no_meaning() -> None:
    match = at("paulista{ladder=1,3;rung_names=truco} 0-0 d3 : v5D t0")
    for act in (lambda: match.call_heard(1, None, Call.RAISE), lambda: match.call(1, Call.RAISE)):
        with pytest.raises(IllegalAction) as caught:
            act()
        assert caught.value.key == "no_rung_left"


# rules.md §4 (A): wrong number of cards dealt. Dealer is seat 3, its partner seat 1; 0 and 2 are opponents.
DEALS = [
    ("paulista", "n1=2", (Way.COMPLETE, Way.PASS_DEAL)),
    ("paulista", "n1=0", (Way.PASS_DEAL,)),
    ("paulista", "n0=4", (Way.PASS_DEAL,)),
    ("paulista{misdeal=again}", "n0=1", (Way.COMPLETE, Way.VOID)),
    ("paulista{misdeal=again}", "n0=4", (Way.VOID,)),
    ("mineiro", "n0=2", (Way.COMPLETE, Way.VOID)),
    ("mineiro", "n1=4", (Way.RETURN_LAST,)),
    ("mineiro", "n3=4", (Way.RETURN_LAST,)),
    ("mineiro", "n1=4*", (Way.BURN,)),
    ("mineiro", "n0=4", (Way.PENALTY, Way.BURN)),
    ("mineiro", "n2=5", (Way.PENALTY, Way.BURN)),
    ("mineiro", "n? n2=4", (Way.BURN,)),
    # A tento is claimed as the hand starts.
    ("mineiro", "KC n2=4", (Way.BURN,)),
]


@pytest.mark.parametrize(("rules", "words", "ways"), DEALS)
def test_wrong_number_of_cards_dealt(rules: str, words: str, ways: tuple[Way, ...]) -> None:
    match = at(f"{rules} 0-0 d3 : {words}")
    assert match.problems == Problem.WRONG_COUNT
    assert match.case is not None
    assert match.case.ways == ways


@pytest.mark.parametrize(
    ("line", "reason", "score", "next_dealer"),
    [
        ("paulista 1-2 d3 : n0=4 !pass_deal", "misdeal", (1, 2), 0),
        ("paulista{misdeal=again} 1-2 d3 : n0=4 !void", "void", (1, 2), 3),
        ("mineiro 0-2 d3 : n0=4 !penalty", "penalty", (2, 2), 0),
        ("mineiro 0-2 d2 : n1=4 !penalty", "penalty", (0, 4), 3),
        ("mineiro 0-2 d3 : n0=4 !burn", None, (0, 2), 0),
        ("mineiro 0-2 d3 : n1=4 !return_last", None, (0, 2), 0),
        ("mineiro 0-2 d3 : n1=2 !complete", None, (0, 2), 0),
        # Truco before the first card, accepted: the four cards are shown and take the accepted stake.
        ("mineiro 0-2 d3 : t0@0 a1 e0", "extra_card_shown", (4, 2), 0),
        ("mineiro 0-2 d3 : t0@0 t1 a0 e0", "extra_card_shown", (6, 2), 0),
        ("mineiro 0-2 d3 : KC t0@2 a1 e2", "extra_card_shown", (4, 2), 0),
        ("mineiro 0-2 d3 : t1 t0 a1 e0", "extra_card_shown", (6, 2), 0),
        ("mineiro 0-2 d3 c6 : t0 a1 e0", "extra_card_shown", (10, 2), 0),
    ],
)
def test_ways_out_of_a_misdeal(
    line: str, reason: str | None, score: tuple[int, int], next_dealer: int
) -> None:
    match = at(line)
    assert (match.hand_outcome.reason if match.hand_outcome else None) == reason
    assert match.score == score
    assert match.next_dealer == next_dealer


@pytest.mark.parametrize(
    ("line", "seat", "key"),
    [
        ("paulista 0-0 d3 : v5D t0 a1", 0, "penalty_not_agreed"),
        ("mineiro 0-0 d3 : n? t0 a1", 0, "no_claim"),
        ("mineiro 0-0 d3 : t0 a1", 1, "no_claim"),
        ("mineiro 0-0 d3 : t0", 0, "needs_accepted_raise"),
        # Truco was the others', and this side only accepted it.
        ("mineiro 0-0 d3 : t1 a0", 0, "needs_accepted_raise"),
        ("mineiro 0-0 d3 c6 : t1 a0", 0, "needs_accepted_raise"),
        ("mineiro 0-0 d3 :", 0, "needs_accepted_raise"),
        ("mineiro 0-0 d3 : KC t0 a1", 0, "card_already_laid"),
        ("mineiro 0-0 d3 : KC QC JC 6C | t0 a1", 2, "card_already_laid"),
        ("mineiro 0-0 d3 : t0 a1", 9, "no_such_seat"),
    ],
)
def test_a_fourth_card_is_claimed_only_as_agreed(line: str, seat: int, key: str) -> None:
    match = at(line)
    with pytest.raises(IllegalAction) as caught:
        match.claim_extra(seat)
    assert caught.value.key == key


def test_the_dealer_asks_before_any_card() -> None:
    match = match_at(MINEIRO)
    assert match.can_ask_dealt()
    match.ask_dealt()
    assert not match.can_ask_dealt()
    assert not at("mineiro 0-0 d3 : KC").can_ask_dealt()


# (line, team, reason, allowed)
PENALTIES = [
    ("mineiro 0-0 d3 :", "cheat", True),
    ("mineiro 0-0 d3 :", "four_cards", True),
    ("mineiro 0-0 d3 :", "burned_too_many", True),
    ("mineiro 0-0 d3 :", "too_many_cuts", True),
    ("mineiro 0-0 d3 :", "wrong_deal_order", True),
    ("mineiro 0-0 d3 :", "sounds_like_truco", True),
    ("mineiro 0-0 d3 :", "raised_in_special", False),
    ("mineiro 10-0 d3 :", "raised_in_special", True),
    ("paulista 11-0 d3 :", "raised_in_special", False),
    ("mineiro 0-0 d3 :", "closed_in_special", False),
    ("mineiro 10-0 d3 :", "closed_in_special", True),
    ("mineiro 10-0 d3 :", "looked_in_blind", False),
    ("mineiro 10-10 d3 :", "looked_in_blind", True),
    ("mineiro{iron_hand=open} 10-10 d3 :", "looked_in_blind", False),
    ("mineiro 0-0 d3 :", "highest_not_shown", False),
    ("mineiro 0-0 d3 : KC KD QC QD |", "highest_not_shown", True),
    ("mineiro 0-0 d3 : KC QD JC QC |", "highest_not_shown", False),
    ("paulista 0-0 d3 : v5D KC KD QC QD |", "highest_not_shown", False),
    ("mineiro 0-0 d3 :", "out_of_turn", True),
    ("mineiro{wrong_turn=stands} 0-0 d3 :", "out_of_turn", False),
    ("mineiro{wrong_turn=tento} 0-0 d3 :", "out_of_turn", True),
    ("mineiro{wrong_turn=back} 0-0 d3 :", "out_of_turn", False),
]


@pytest.mark.parametrize(("line", "reason", "allowed"), PENALTIES)
def test_reasons_for_a_tento(line: str, reason: str, allowed: bool) -> None:
    match = at(line)
    assert match.can_penalty(1, reason) is allowed
    if not allowed:
        with pytest.raises(IllegalAction) as caught:
            match.penalty(1, reason)
        assert caught.value.key == "penalty_not_agreed"


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("mineiro 2-4 d3 :", 2),
        ("mineiro 2-4 d3 : t0 a1", 4),
        ("mineiro 2-4 d3 : t0", 2),
        ("mineiro 2-10 d3 :", 2),
        ("mineiro 2-10 d3 : s1+", 4),
        ("mineiro 11-10 d3 :", 1),
    ],
)
def test_worth_of_a_tento(line: str, points: int) -> None:
    """The stake in dispute; ladder[0] and ladder[1] round the decision; in the iron hand the match."""
    match = at(line)
    ours, theirs = match.score
    assert match.tento_value(1) == points
    match.penalty(1, "cheat")
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.points, match.hand_outcome.reason) == (
        0,
        points,
        "penalty",
    )
    assert match.hand_outcome.values == {"team": 1, "penalty": "cheat"}
    assert match.score == (ours + points, theirs)
    assert match.match_winner == (0 if ours == 11 else None)


def test_tento_ends_hand_or_not() -> None:
    line = "mineiro{tento_ends_hand=no} 2-4 d3 : t0 a1 p1=cheat KC"
    match = at(line)
    assert (match.score, match.hand_over, match.turn) == ((6, 4), False, 1)
    # It may end the match at once.
    match = at("mineiro{tento_ends_hand=no} 8-4 d3 : t0 a1 p1=cheat")
    assert (match.score, match.match_winner, match.hand_over) == ((12, 4), 0, True)
    assert match.games == (1, 0)
    assert match.hand_outcome is not None
    assert match.hand_outcome.reason == "penalty"
    # A card out of turn, paid for, goes back.
    match = at("mineiro{tento_ends_hand=no;wrong_turn=tento} 2-4 d3 : 1=QC !penalty")
    assert (match.score, match.turn, match.current_trick) == ((4, 4), 0, ())


@pytest.mark.parametrize(
    ("option", "claims"),
    [("no", []), ("tie_maker", [(1, "highest_not_shown", 1)]), ("every", [(1, "highest_not_shown", 1)])],
)
def test_must_show_highest_after_a_tie(option: str, claims: list[tuple[int, str, int]]) -> None:
    rules = (
        f"mineiro{{must_show_highest={option};tie_leader=first_tied}}"
        if option != "tie_maker"
        else "mineiro{tie_leader=first_tied}"
    )
    # Seats 1 and 2 tie again with queens, so that a third trick is played, in which both show more.
    match = at(f"{rules} 0-0 d3 : KC KD 6C 6D | 5C QD QC 5D | 3D 2D")
    assert [claim for claim in match.claims if claim[2] == 1] == claims
    if option == "every":
        assert (0, "highest_not_shown", 2) in match.claims
    if option == "tie_maker":
        assert all(seat == 1 for _, _, seat in match.claims)


def test_burned_cards_are_out_of_the_hand_and_no_play() -> None:
    """rules.md §6 (A): at most nine, at the cut or during the deal."""
    match = Match(MINEIRO, dealer=1)
    burned = cards("4D 5D 6D 4S 5S 6S 5C 6C QC")
    for card in burned:
        record = match.see_burned(card)
        assert not record.problems
    assert match.burned == tuple(burned)
    assert (match.turn, match.moment.laid, match.current_trick, match.claims) == (2, 0, (), ())
    assert not match.can_play(2, Card.parse("QC"))
    match.see_burned(Card.parse("QD"))
    # Seat 0 cuts, before the dealer, seat 1.
    assert match.claims == ((0, "burned_too_many", 0),)
    assert match.can_penalty(0, "burned_too_many")
    match.correct(0, Card.parse("4H"))
    assert match.burned[0] == Card.parse("4H")
    match.play(2, Card.parse("KC"))
    with pytest.raises(IllegalAction) as caught:
        match.see_burned(Card.parse("KD"))
    assert caught.value.key == "card_already_laid"
    assert not match.can_see_burned(Card.parse("KD"))
    match.call(0, Call.RUN)
    assert not match.can_see_burned(Card.parse("KD"))
    match.next_hand()
    assert match.burned == ()
    assert match.can_play(3, Card.parse("QC"))


def test_a_claim_after_the_hand_takes_the_place_of_its_outcome() -> None:
    line = "mineiro{tie_leader=first_tied} 0-0 d3 : KC KD 6C 6D | 5C QD QC 5D | 3D 6S 6H 4D |"
    match = at(line)
    assert match.hand_outcome is not None
    assert match.hand_outcome.winner == 1
    match.penalty(1, "highest_not_shown")
    assert (match.hand_outcome.reason, match.hand_outcome.winner, match.score) == ("penalty", 0, (2, 0))
    match.undo()
    assert match.score == (0, 2)
    # Where a tento does not end the hand, both count.
    match = at(line.replace("tie_leader=first_tied", "tie_leader=first_tied;tento_ends_hand=no"))
    match.penalty(1, "highest_not_shown")
    assert match.score == (2, 2)
    assert match.hand_outcome is not None
    assert match.hand_outcome.reason == "tie_breaking_trick"
    with pytest.raises(IllegalAction) as caught:
        at(P + "r0").penalty(0, "highest_not_shown")
    assert caught.value.key == "penalty_not_agreed"


def test_fourth_card_played_with_is_a_tento() -> None:
    match = at(P + "KC QC JC 7C | KD QD JD 3D | 3=3C 3=3H !penalty")
    assert match.hand_outcome is not None
    assert match.hand_outcome.values == {"team": 1, "penalty": "four_cards"}
    assert match.score == (1, 0)


def test_a_void_hand_is_dealt_again_by_the_same_dealer_and_keeps_a_carried_stake() -> None:
    match = at("mineiro 0-0 d2 c6 : t1 a0 KC KC !void")
    assert match.hand_outcome is not None
    assert (match.hand_outcome.winner, match.hand_outcome.points) == (None, 0)
    assert match.hand_outcome.values == {"problem": "duplicate"}
    assert (match.next_dealer, match.next_carry) == (2, 6)
    match.next_hand()
    assert (match.dealer, match.stake, match.carried) == (2, 6, 6)


def test_all_problems_are_reported_not_the_first() -> None:
    match = at("paulista 11-0 d3 : 2=8C")
    assert (
        match.problems == Problem.NOT_IN_DECK | Problem.VIRA_MISSING | Problem.UNDECIDED | Problem.OUT_OF_TURN
    )


def test_one_of_two_early_cards_taken_back() -> None:
    for seat, left in ((1, (2, Card.parse("JC"))), (2, (1, Card.parse("QC")))):
        match = at(P + f"1=QC !stands 2=JC !stands {seat}< !back")
        assert match.early == (left,)


def test_early_cards_count_for_duplicates() -> None:
    assert at(P + "1=QC !stands QC").problems == Problem.DUPLICATE


def test_strict_play_names_the_gravest_problem() -> None:
    match = Match(replace(PAULISTA, seats=2))
    match.show_vira(Card.parse("5D"))
    for seat, card, key in (
        (1, "KC", "out_of_turn"),
        (0, "8C", "not_in_deck"),
        (0, "5D", "equals_vira"),
        (1, "8C", "not_in_deck"),
    ):
        with pytest.raises(IllegalAction) as caught:
            match.play(seat, Card.parse(card))
        assert caught.value.key == key
        assert caught.value.values["card"] == card
    assert len(cards("KC QC")) == 2


def test_the_late_vira_judges_what_waited() -> None:
    match = at("paulista 0-0 d3 : KC 1=QC 2=JC 3=7C v5D")
    assert not match.problems
    assert len(match.tricks) == 1
    assert match.tricks[0].winner_seat == 0


def test_six_seats_two_jokers() -> None:
    match = Match(SIX)
    for seat, card in enumerate(cards("7C JK 4S 3S 4C 7H")):
        match.see_card(seat, card)
    assert match.problems == Problem.WHICH_JOKER
    match.settle(Way.CARD, Card.parse("JK1"))
    assert len(match.tricks) == 1
    assert (match.tricks[0].winner_seat, match.tricks[0].reason) == (1, "manilha")
    match.see_card(1, Card.parse("JK"))
    match.settle(Way.CARD, Card.parse("JK1"))
    assert match.problems == Problem.DUPLICATE
