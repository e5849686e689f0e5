"""rules.md §2: cards compared, tricks judged by team, and who leads after a tie (§3 `tie_leader`)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from seated import cards

from engine import PRESETS, Card, Match, TrickResult, deck_of, manilhas_of
from engine.cards import ALL_CARDS
from engine.rules import TieLeader, strengths
from engine.tricks import judge_trick

FULL = sorted(deck_of(PRESETS["paulista"]), key=str)


def judged(text: str, leader: TieLeader = "first_tied", opener: int = 0, vira: str = "5D") -> TrickResult:
    """A trick written in play order; ``xx`` is covered."""
    laid = [None if word == "xx" else Card.parse(word) for word in text.split()]
    seats = len(laid)
    plays = tuple(((opener + place) % seats, card) for place, card in enumerate(laid))
    return judge_trick(0, plays, strengths("vira", "full", Card.parse(vira)), leader)


def compare(table: dict[Card, int]) -> tuple[int, int, int]:
    greater = equal = less = 0
    for one, other in product(FULL, FULL):
        greater += table[one] > table[other]
        equal += table[one] == table[other]
        less += table[one] < table[other]
    return greater, equal, less


@pytest.mark.parametrize("vira", FULL, ids=str)
def test_all_comparisons_for_every_vira(vira: Card) -> None:
    assert compare(strengths("vira", "full", vira)) == (726, 148, 726)


def test_all_comparisons_with_fixed_manilhas() -> None:
    assert compare(strengths("fixed", "full", None)) == (731, 138, 731)


def test_common_order_is_4_5_6_7_q_j_k_a_2_3() -> None:
    table = strengths("vira", "full", Card.parse("KD"))
    order = cards("4C 5C 6C 7C QC JC KC 2C 3C AD AS AH AC")
    assert [table[card] for card in order] == sorted(table[card] for card in order)
    assert len({table[card] for card in order}) == len(order)


@pytest.mark.parametrize(
    ("vira", "manilha"),
    [("3", "4"), ("4", "5"), ("7", "Q"), ("Q", "J"), ("J", "K"), ("K", "A"), ("A", "2"), ("2", "3")],
)
def test_manilhas_are_the_rank_after_the_vira(vira: str, manilha: str) -> None:
    assert manilhas_of("vira", "full", Card.parse(vira + "H")) == tuple(
        cards(" ".join(manilha + s for s in "CHSD"))
    )


def test_clean_deck_wraps_from_3_to_q() -> None:
    assert manilhas_of("vira", "clean", Card.parse("3H")) == tuple(cards("QC QH QS QD"))


def test_fixed_manilhas() -> None:
    assert manilhas_of("fixed", "full", None) == tuple(cards("4C 7H AS 7D"))


@pytest.mark.parametrize(
    ("name", "size"), [("paulista", 40), ("paulista-limpo", 24), ("mineiro-limpo", 27), ("mineiro-6", 42)]
)
def test_deck_sizes(name: str, size: int) -> None:
    assert len(deck_of(PRESETS[name])) == size


def test_six_player_order() -> None:
    """rules.md §5."""
    table = strengths("fixed", "six", None)
    order = cards("JK1 JK2 7C 4S 4C 7H AS 7D 3S 2S AC KS JS QS 7S 6S 5S 4H")
    values = [table[card] for card in order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert table[Card.parse("AC")] == table[Card.parse("AD")]
    assert table[Card.parse("4H")] == table[Card.parse("4D")]


@pytest.mark.parametrize(("leader", "seat"), [("opener", 0), ("first_tied", 1), ("tie_maker", 2)])
def test_tie_leader_4_k_k_5(leader: TieLeader, seat: int) -> None:
    result = judged("4D KD KH 5S", leader)
    assert (result.winner_team, result.winner_seat, result.leader_next) == (None, None, seat)
    assert result.reason == "tie"
    assert result.values == {"card": "KD", "seat": 1, "over": "KH", "over_seat": 2}


@pytest.mark.parametrize(
    ("trick", "leader", "seat"),
    [
        # A third equal card does not change who made the tie.
        ("4D KD KH KS", "tie_maker", 2),
        ("KC KD KH KS", "tie_maker", 1),
        ("KC KD KH KS", "first_tied", 0),
        # A partner's equal card makes no tie; the other team's does.
        ("KC 4D KH KS", "tie_maker", 3),
        ("KC 4D KH KS", "first_tied", 0),
        # A higher tie does.
        ("KC KD AH AS", "tie_maker", 3),
        ("KC KD AH AS", "first_tied", 2),
        ("KC KD AH AS", "opener", 0),
    ],
)
def test_tie_leader_with_more_equal_cards(trick: str, leader: TieLeader, seat: int) -> None:
    result = judged(trick, leader)
    assert result.winner_team is None
    assert result.leader_next == seat


@pytest.mark.parametrize(
    ("trick", "opener", "leader", "seat"),
    [
        ("KD KH", 0, "first_tied", 0),
        ("KD KH", 1, "first_tied", 1),
        ("KD KH", 1, "tie_maker", 0),
        ("KD KH", 1, "opener", 1),
        ("4D KD 4H KH 4S 4C", 0, "first_tied", 1),
        ("4D KD 4H 4S KH 4C", 0, "tie_maker", 4),
        ("4D KD 4H 4S KH 4C", 3, "first_tied", 4),
        ("4D KD 4H 4S KH 4C", 3, "tie_maker", 1),
    ],
)
def test_tie_leader_in_two_and_six_seats(trick: str, opener: int, leader: TieLeader, seat: int) -> None:
    result = judged(trick, leader, opener)
    if trick.startswith("4D KD 4H KH"):
        # Seats 1 and 3 are partners: no tie.
        assert (result.winner_team, result.winner_seat, result.reason) == (1, 1, "partners_equal")
        return
    assert result.winner_team is None
    assert result.leader_next == seat


@pytest.mark.parametrize("leader", ["first_tied", "tie_maker", "opener"])
def test_partners_equal_tops_win_and_the_earlier_leads(leader: TieLeader) -> None:
    result = judged("4D 3D 5H 3H", leader)
    assert (result.winner_team, result.winner_seat, result.leader_next) == (1, 1, 1)
    assert result.reason == "partners_equal"
    assert result.values == {"card": "3D", "seat": 1, "over": "5H", "over_seat": 2}


@pytest.mark.parametrize("leader", ["first_tied", "tie_maker", "opener"])
@pytest.mark.parametrize("trick", ["xx xx", "xx xx xx xx", "xx xx xx xx xx xx"])
def test_all_covered_is_a_tie_and_the_opener_leads(trick: str, leader: TieLeader) -> None:
    result = judged(trick, leader, opener=1)
    assert (result.winner_team, result.leader_next, result.reason) == (None, 1, "all_covered")


@pytest.mark.parametrize("trick", ["xx 4D xx xx", "xx 4D", "xx 4D xx 4H xx xx"])
def test_covered_loses_to_every_open_card(trick: str) -> None:
    result = judged(trick)
    assert (result.winner_team, result.winner_seat) == (1, 1)
    assert result.reason == "only_open"
    assert result.values == {"card": "4D", "seat": 1}


def test_a_partner_covering_takes_nothing_away() -> None:
    result = judged("xx 4D QD xx")
    assert (result.winner_seat, result.reason) == (2, "highest")
    assert result.values == {"card": "QD", "seat": 2, "over": "4D", "over_seat": 1}


@pytest.mark.parametrize(
    ("trick", "seat"),
    [("6D 6S 6H 6C", 3), ("6C 6H 6S 6D", 0), ("6D 6S 6H 3C", 2), ("3C 6S 6D 3D", 1), ("3C 3H 6D 3D", 2)],
)
def test_manilhas_by_suit_never_tie(trick: str, seat: int) -> None:
    result = judged(trick)
    assert (result.winner_seat, result.leader_next, result.reason) == (seat, seat, "manilha")


def test_winner_leads_the_next_trick() -> None:
    match = Match(PRESETS["paulista"])
    match.show_vira(Card.parse("5D"))
    for seat, card in enumerate(cards("4D 3D KH QC")):
        match.play(seat, card)
    assert match.turn == 1
    assert match.trick_number == 1
    for seat, card in zip((1, 2, 3, 0), cards("4C KS AD QD"), strict=True):
        assert match.turn == seat
        match.play(seat, card)
    assert match.hand_outcome is not None
    assert match.hand_outcome.winner == 1


@pytest.mark.parametrize("text", ["", "7", "1H", "11H", "7X", "7h", "JK3", "hearts", "H7", " 7H"])
def test_bad_card_names_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        Card.parse(text)


def test_card_names_round_trip() -> None:
    assert [Card.parse(str(card)) for card in ALL_CARDS] == list(ALL_CARDS)
    assert len(ALL_CARDS) == 55


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("leader", ["first_tied", "tie_maker", "opener"])
def test_random_tricks_against_the_rule_read_literally(seats: int, leader: TieLeader) -> None:
    """A slow second judge, straight from the text: who holds a top card, and is it one team alone?"""
    rng = Random(f"{seats} {leader}")
    for _ in range(2000):
        vira, *laid = rng.sample(FULL, seats + 1)
        opener = rng.randrange(seats)
        plays = tuple(
            ((opener + place) % seats, None if rng.random() < 0.3 else card)
            for place, card in enumerate(laid)
        )
        table = strengths("vira", "full", vira)
        result = judge_trick(1, plays, table, leader)
        open_cards = [(seat, card) for seat, card in plays if card is not None]
        top = [
            seat for seat, card in open_cards if all(table[card] >= table[other] for _, other in open_cards)
        ]
        teams = {seat % 2 for seat in top}
        if len(teams) == 1:
            assert (result.winner_team, result.winner_seat, result.leader_next) == (
                top[0] % 2,
                top[0],
                top[0],
            )
            continue
        assert (result.winner_team, result.winner_seat) == (None, None)
        maker = next((seat for seat in top if seat % 2 != top[0] % 2), opener)
        expected = {"first_tied": top[0] if top else opener, "tie_maker": maker, "opener": opener}
        assert result.leader_next == expected[leader]
