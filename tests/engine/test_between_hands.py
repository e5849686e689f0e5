"""rules.md §4: what is seen while a problem is open belongs to a hand, also when that is the next one."""

from __future__ import annotations

import pytest

from engine import (
    Call,
    Card,
    IllegalAction,
    LeftOut,
    Match,
    Problem,
    Way,
    format_hand,
    hands_of,
    judge_line,
    parse_hand,
)
from engine.actions import Action, Burn, Cover, Deal, Play, Remove, Say, ShowVira
from engine.moves import next_seen
from engine.state import State, take

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


def word(action: Action) -> str:
    """The observation, written short."""
    match action:
        case Play(seat=seat, card=card):
            return f"{seat}{card}"
        case Cover(seat=seat):
            return f"{seat}xx"
        case Remove(seat=seat):
            return f"{seat}<"
        case Say(team=team, call=call):
            return f"{call}{team}"
        case ShowVira(card=card):
            return f"v{card}"
        case Burn(card=card):
            return f"b{card}"
        case Deal(seat=seat, cards=cards):
            return f"n{seat}={cards}"
        case _:
            raise AssertionError(action)


@pytest.mark.parametrize(
    ("line", "key", "left_out", "waiting"),
    [
        # The hand ended by something that had waited before it.
        ("mineiro 0-0 d3 : 9D t1@1 r0 1=KC 2=QC !card=7H", "hand_over", "1KC 2QC", ""),
        (P + "KC 2=8C r0 1=JC t1 0< n2=4 3=xx !back", "hand_over", "1JC raise1 0< n2=4 3xx", ""),
        # Or by the way out, or by a tento.
        (P + "KC KC JC t0 !void", "hand_over", "1JC raise0", ""),
        (P + "1=QC KC 2=xx !penalty", "hand_over", "0KC 2xx", ""),
        (P + "1=QC KC 2=xx p1=cheat", "hand_over", "0KC 2xx", ""),
        (P + "n2=4 KC !pass_deal", "hand_over", "0KC", ""),
        (P + "t0 r0 KC !stands", "hand_over", "0KC", ""),
        ("paulista 0-0 d3 : 8C bKC v5D p0=cheat", "hand_over", "bKC v5D", ""),
        # What came after a vira that was seen since is the next hand's, and waits.
        (P + "KC KC JC v7H 1=QC !void", "hand_over", "1JC", "v7H 1QC"),
        # A tento that does not end the hand leaves all as it was.
        ("mineiro{tento_ends_hand=no} 0-0 d3 : 1=QC KC p1=cheat", "", "", "0KC"),
        # What lost its meaning while it waited.
        ("paulista 0-0 d3 : KC b4C !vira=5D", "card_already_laid", "b4C", ""),
        (P + "KC 2=QC 0< 0< !back !back", "no_card_there", "0<", ""),
        (P + "v6D v7D !vira=7D", "vira_known", "v7D", ""),
        # A waiting card that is taken up again.
        (P + "1=QC 2=JC 2<", "no_card_there", "2JC", ""),
        (P + "1=QC 2=xx 2=JC 2<", "no_card_there", "2JC", "2xx"),
    ],
)
def test_what_waited_and_counts_no_more_is_named(line: str, key: str, left_out: str, waiting: str) -> None:
    match = at(line)
    record = match.history[-1]
    assert " ".join(word(left.action) for left in record.left_out) == left_out
    assert {left.key for left in record.left_out} == ({key} if left_out else set())
    assert " ".join(map(word, match.waiting)) == waiting
    assert not any(earlier.left_out for earlier in match.history[:-1])
    held_together(match)
    match.undo()
    match.redo()
    assert match.history[-1] == record


def test_a_vira_in_question_is_the_next_hands_when_this_one_ends() -> None:
    """The hand had its vira: the second one was turned for another hand, also when that is told only now."""
    for ending in ("!void", "p1=cheat"):
        match = at(P + f"KC v7H 1=JC {ending}")
        assert match.hand_over
        assert match.waiting == (ShowVira(Card.parse("7H")), Play(1, Card.parse("JC")))
        assert match.history[-1].left_out == ()
        match.next_hand()
        assert match.vira == Card.parse("7H")
        held_together(match)
    # One that cannot be is in question there again.
    match = at(P + "v8H !void")
    match.next_hand()
    assert match.problems == Problem.NOT_IN_DECK
    # Where the table says which vira it is, it has been judged.
    for way in ("!ignore", "!vira=7H"):
        match = at(P + f"v7H {way} r0")
        assert match.waiting == ()
    # So has one that these rules do not know, or that was turned too early.
    assert at("mineiro 0-0 d3 : v5D p1=cheat").waiting == ()
    assert at("paulista{iron_hand=hidden_vira} 11-11 d3 : v5D p1=cheat").waiting == ()


def test_a_vira_given_for_one_that_cannot_be_takes_its_place() -> None:
    match = at("paulista 0-0 d3 : v8D KC v9D v5D")
    assert (match.vira, match.problems) == (Card.parse("5D"), Problem(0))
    assert match.current_trick == ((0, Card.parse("KC")),)
    held_together(match)


def test_a_vira_that_waits_is_no_missing_vira() -> None:
    match = at("paulista 0-0 d3 : 8C KC v5D QC !back")
    assert (match.vira, match.problems) == (Card.parse("5D"), Problem.SECOND_CARD)
    assert match.current_trick == ((0, Card.parse("KC")),)
    held_together(match)


def test_a_run_that_counts_after_all_came_before_the_vira_seen_since() -> None:
    match = at("paulista 0-0 d3 : t0 r0 v5D !stands")
    assert match.waiting == (ShowVira(Card.parse("5D")),)
    held_together(match)


def test_what_a_correction_drops_is_named() -> None:
    # The 4C was a manilha: the hand went on, and what was seen of another belongs to none.
    line = P + "KC 7C JC 7D | 3C 4C 4D 4H |"
    match = at(line)
    assert match.hand_over
    match.next_hand()
    match.see_vira(Card.parse("6H"))
    match.see_card(1, Card.parse("KC"))
    match.correct(6, Card.parse("6D"))
    assert match.problems == Problem.CORRECTED
    assert match.case is not None
    assert match.case.ways == (Way.DROP,)
    record = match.settle(Way.DROP)
    assert record.left_out == tuple(
        LeftOut(action, "corrected") for action in (ShowVira(Card.parse("6H")), Play(1, Card.parse("KC")))
    )


def test_going_on_after_a_correction_names_what_cannot_be_taken_up() -> None:
    # With KC the first trick was won by seat 0; with 4C by seat 2, and the others were out of turn.
    match = at(P + "KC QC JC 7C | KD QD")
    match.correct(1, Card.parse("4C"))
    assert match.case is not None
    assert match.case.rest == (Play(0, Card.parse("KD")), Play(1, Card.parse("QD")))
    dropped = match.settle(Way.DROP)
    assert [word(left.action) for left in dropped.left_out] == ["0KD", "1QD"]
    match.undo()
    assert match.settle(Way.GO_ON).left_out == ()
    assert match.problems == Problem.OUT_OF_TURN
    # A second correction, that stops before the first was settled, keeps what that had taken up again.
    match.correct(1, Card.parse("QC"))
    assert match.problems == Problem.CORRECTED | Problem.DUPLICATE
    assert match.case is not None
    assert [word(action) for action in match.case.rest] == ["1QC", "2JC", "37C", "0KD", "1QD"]


def test_what_went_on_after_a_correction_can_be_corrected_too() -> None:
    match = at(P + "KC QC JC 7C | KD QD")
    match.correct(1, Card.parse("4C"))
    match.see_card(2, Card.parse("JD"))
    assert match.settle(Way.GO_ON).problems == Problem.OUT_OF_TURN
    match.settle(Way.STANDS)
    match.settle(Way.STANDS)
    assert match.current_trick == ((2, Card.parse("JD")),)
    assert match.early == ((0, Card.parse("KD")), (1, Card.parse("QD")))
    held_together(match)
    state = match.state
    for number, card, was in ((5, "KH", "KD"), (6, "QH", "QD"), (8, "JH", "JD")):
        assert str(match.log[number].action.card) == was
        match.correct(number, Card.parse(card))
        assert match.problems == Problem(0)
        held_together(match)
    assert match.current_trick == ((2, Card.parse("JH")),)
    assert match.early == ((0, Card.parse("KH")), (1, Card.parse("QH")))
    for _ in range(3):
        match.undo()
    assert match.state == state


@pytest.mark.parametrize(
    ("words", "reason", "score"),
    [
        ("7C r0", "gave_up", (0, 1)),
        ("7C r1", "gave_up", (1, 0)),
        ("7C | KD xx JD 3S | r0", "gave_up", (0, 1)),
        ("7C | KD 3C JD 7D | 3D 2C 4D 4H |", "two_tricks", (0, 1)),
        ("7C t0 r1", "ran_from_raise", (1, 0)),
    ],
)
@pytest.mark.parametrize("seen", [(), ("7H",), ("7H", "QS")])
def test_a_hand_that_ends_as_a_correction_goes_on_is_named(
    words: str, reason: str, score: tuple[int, int], seen: tuple[str, ...]
) -> None:
    # The card that had to be shown was seen open after all: the word about it means nothing, and what came
    # after it ends the hand anew. A vira seen meanwhile begins the next one, in the same action.
    match = at(P + "KC QC xx !show=5S " + words)
    match.correct(3, Card.parse("JC"))
    assert match.case is not None
    assert match.case.ways == (Way.DROP, Way.GO_ON)
    for card in seen[:1]:
        match.see_vira(Card.parse(card))
    for card in seen[1:]:
        match.see_card(1, Card.parse(card))
    record = match.settle(Way.GO_ON)
    assert record.left_out == ()
    assert record.outcome is not None
    assert (record.outcome.reason, record.score, match.score) == (reason, score, score)
    assert (match.hand_number, match.hand_over) == (len(seen[:1]), not seen)
    assert match.vira == Card.parse(seen[0] if seen else "5D")
    assert [card for _, card in match.current_trick] == [Card.parse(card) for card in seen[1:]]
    held_together(match)
    match.undo()
    assert match.hand_number == 0


def test_what_a_hand_that_ended_as_a_correction_went_on_cannot_take_in_is_named() -> None:
    match = at(P + "KC QC xx !show=5S 7C r0")
    match.correct(3, Card.parse("JC"))
    match.see_card(0, Card.parse("KD"))
    record = match.settle(Way.GO_ON)
    assert record.left_out == (LeftOut(Play(0, Card.parse("KD")), "hand_over"),)
    assert record.outcome is not None
    assert (record.outcome.reason, match.waiting) == ("gave_up", ())
    held_together(match)


def test_only_the_vira_that_begins_a_hand_is_taken_from_what_was_seen_before_it() -> None:
    vira, other, card = ShowVira(Card.parse("5D")), ShowVira(Card.parse("6C")), Play(0, Card.parse("KC"))
    assert next_seen((vira, other, card), vira) == (other, card)
    assert next_seen((vira, card), other) == (vira, card)
    assert next_seen((card, vira), vira) == (card, vira)
    assert next_seen((), vira) == ()


def test_a_state_is_made_of_a_whole_snapshot_only() -> None:
    whole = tuple(range(len(State.__slots__)))
    assert take(State.of(whole)) == whole
    with pytest.raises(ValueError, match="shorter"):
        State.of(whole[:-1])
