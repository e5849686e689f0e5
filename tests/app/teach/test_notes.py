"""What is said about a position is what the engine then does, whatever the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from app.teach import notes_at, notes_on, position_of, why_manilha
from app.teach.note import Note
from engine import PRESETS, Call, Card, IllegalAction, Match, deck_of, judge_line
from engine.actions import Cover, Play, Undo

PAULISTA = PRESETS["paulista"]


def at(line: str) -> Match:
    return judge_line(line)[1]


def note(match: Match, kind: str) -> Note:
    return next(note for note in notes_at(match) if note.key.startswith(kind))


def kinds(match: Match) -> list[str]:
    return [note.key for note in notes_at(match)]


def dealt(rng: Random, name: str) -> tuple[Match, list[Card]]:
    """A match begun, its vira shown, and the shuffled cards that are left."""
    match = Match(PRESETS[name], dealer=rng.randrange(PRESETS[name].seats))
    cards = sorted(deck_of(match.rules), key=str)
    rng.shuffle(cards)
    if match.needs_vira:
        match.show_vira(cards.pop())
    return match, cards


@pytest.mark.parametrize("name", PRESETS)
def test_exactly_the_cards_named_beat_the_one_lying(name: str) -> None:
    told = set()
    for seed in range(40):
        rng = Random(f"{name} {seed}")
        match, cards = dealt(rng, name)
        for _ in range(rng.randrange(1, match.rules.seats)):
            match.play(match.turn, cards.pop())
        found = note(match, "lying")
        told.add(found.key)
        ranks = str(found.values.get("ranks", "")).split()
        named = str(found.values.get("manilhas", "")).split()
        named = list(map(str, match.manilhas)) if named == ["*"] else named
        seat = match.turn
        for card in cards:
            match.play(seat, card)
            # The card wins for the moment, whoever laid it, where nothing as high lies.
            wins = match.current_trick and match.best == (seat, card)
            if not match.current_trick:
                last = match.tricks[-1]
                wins = last.winner_seat == seat
            match.undo()
            partner = match.best is not None and match.best[0] % 2 == seat % 2
            if partner and card.rank == match.best[1].rank and card not in match.manilhas:
                continue
            beats = str(card) in named or (card.rank in ranks and card not in match.manilhas)
            assert beats == wins, (match.current_trick, card)
    assert {"lying.beats", "lying.manilha"} <= told


def test_only_covered_cards_lie_under_any_open_one() -> None:
    assert note(at("paulista{covered_from=first} 0-0 d3 : v5D xx"), "lying").key == "lying.covered"


def test_nothing_beats_the_zap() -> None:
    assert note(at("paulista 0-0 d3 : v5D 6C"), "lying").key == "lying.unbeatable"


def test_a_card_seen_already_is_not_named() -> None:
    named = note(at("paulista 0-0 d3 : v5D 3C 6C KD 4S | 6S"), "lying").values
    assert named["manilhas"] == "6H"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("paulista 0-0 d3 : v5D KC", "tie.first"),
        ("paulista 0-0 d3 : v5D KC KD 4S 4D | QD", "tie.again"),
        ("paulista 0-0 d3 : v5D KC QD 4S 4D | JD", "tie.first_won"),
        ("paulista 0-0 d3 : v5D KC QD 4S 4D | JD 4C 7C AC |", "tie.first_won"),
        ("paulista 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H |", "tie.third_nobody"),
        ("paulista{all_tied=carry} 0-0 d3 : v5D t0 a1 KC KD 4S 4D | QC QD 4C 4H |", "tie.third_carry"),
        ("paulista{all_tied=opener} 0-0 d2 : v5D KC KD 4S 4D | QC QD 4C 4H |", "tie.third_opener"),
        ("paulista{all_tied=dealer} 0-0 d2 : v5D KC KD 4S 4D | QC QD 4C 4H |", "tie.third_dealer"),
        ("paulista{all_tied=raiser_loses} 0-0 : v5D t0 a1 KC KD 4S 4D | QC QD 4C 4H |", "tie.third_raiser"),
        ("paulista{all_tied=raiser_loses} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H |", "tie.third_nobody"),
        ("torneio 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | t0 a1", "tie.third_raiser"),
        ("torneio 0-0 d3 : v5D t0 a1 KC KD 4S 4D | QC QD 4C 4H |", "tie.third_nobody"),
    ],
)
def test_a_tie_does_what_was_said(line: str, key: str) -> None:
    match = at(line)
    said = note(match, "tie")
    assert said.key == key
    tie_now(match)
    outcome, values = match.hand_outcome, said.values
    if key in ("tie.first", "tie.again"):
        assert outcome is None
        assert said.more == f"tie_leads_{match.rules.tie_leader}"
        return
    assert outcome is not None
    loses = key == "tie.third_raiser"
    winner = values.get("team")
    assert outcome.winner == (1 - winner if loses and winner is not None else winner)
    assert match.next_carry == values.get("stake", 0)


def tie_now(match: Match) -> None:
    """Fills the running trick so that it ties: each side's best are equal aces (or the card lying)."""
    lying = [card for _, card in match.current_trick if card is not None]
    rank = lying[0].rank if lying else "A"
    suits = [suit for suit in "CDHS" if Card(rank, suit) not in position_of(match).out]
    teams = {seat % 2 for seat, _ in match.current_trick}
    low = iter(c for c in map(Card.parse, ("5C", "5H", "5S", "7D", "7H")) if c not in position_of(match).out)
    for _ in range(match.rules.seats - len(match.current_trick)):
        team = match.turn % 2
        match.play(match.turn, next(low) if team in teams else Card(rank, suits.pop()))
        teams.add(team)


def test_an_open_raise_leaves_the_third_tie_open() -> None:
    match = at("paulista{all_tied=raiser_loses} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | t0")
    assert note(match, "tie").key == "tie.third"


def test_no_tie_is_spoken_of_once_a_manilha_lies() -> None:
    assert not [key for key in kinds(at("paulista 0-0 d3 : v5D 6D")) if key.startswith("tie")]


@pytest.mark.parametrize("name", PRESETS)
def test_a_raise_costs_and_gives_what_was_said(name: str) -> None:
    match = Match(PRESETS[name])
    if match.needs_vira:
        match.show_vira(Card.parse("QD"))
    team = match.turn % 2
    while match.next_raise is not None:
        said = note(match, "raise").values
        score = match.score
        match.call(team, Call.RAISE)
        asked = note(match, "raise")
        assert asked.values["team"] == team and asked.values["value"] == said["value"]
        match.call(1 - team, Call.RUN)
        assert match.score[team] - score[team] == said["stake"]
        match.undo()
        match.call(1 - team, Call.ACCEPT)
        assert match.stake == said["value"]
        team = 1 - team
        if not match.can_call(team, Call.RAISE) and match.rules.raise_timing == "own_turn":
            free = [c for c in sorted(deck_of(match.rules), key=str) if match.can_play(match.turn, c)]
            match.play(match.turn, free[0])
    assert note(match, "raise").key == "raise.top"


def test_only_the_other_side_may_raise_again() -> None:
    assert note(at("paulista 0-0 d3 : v5D t0 a1"), "raise").values["team"] == 1


def test_a_capped_raise_is_told() -> None:
    match = at("torneio 9-9 d3 : v5D t0 a1 KC")
    assert note(match, "raise").key == "raise.capped"
    with pytest.raises(IllegalAction):
        match.call(1, Call.RAISE)


@pytest.mark.parametrize(
    ("line", "key", "values"),
    [
        ("paulista 11-4 d3 : v5D", "special.decide", {"team": 0, "play": 3, "give": 1, "special": "11"}),
        ("mineiro 4-10 d3 :", "special.decide", {"team": 1, "play": 4, "give": 2, "special": "10"}),
        ("paulista-15 14-4 d3 : v5D s0+", "special.playing", {"play": 3, "special": "14"}),
        ("paulista 11-11 d3 : v5D", "special.iron_blind", {"stake": 3}),
        ("torneio 11-11 d3 : v5D", "special.iron_open_own", {"stake": 1}),
    ],
)
def test_a_special_hand_asks_this(line: str, key: str, values: dict[str, object]) -> None:
    match = at(line)
    first = notes_at(match)[0]
    assert first.key == key
    assert values.items() <= first.values.items()
    assert not [one for one in kinds(match) if one.startswith("raise")]


@pytest.mark.parametrize(
    ("line", "card", "more", "above"),
    [
        ("paulista 0-0 d3 : v5D", "6C", "place_first", None),
        ("paulista 0-0 d3 : v5D", "6H", "place_second", "6C"),
        ("paulista 0-0 d3 : v3D", "4D", "place_lower", "4C 4H 4S"),
        ("mineiro 0-0 d3 :", "AS", "place_lower", "4C 7H"),
        ("mineiro-6 0-0 d5 :", "4S", "place_lower", "JK1 JK2 7C"),
    ],
)
def test_why_a_card_is_a_manilha(line: str, card: str, more: str, above: str | None) -> None:
    match = at(line)
    found = why_manilha(match, Card.parse(card))
    assert found is not None and found.more == more
    assert found.values.get("above") == above
    assert why_manilha(match, Card.parse("KD")) is None


def test_the_manilha_that_won_is_named() -> None:
    match = at("paulista 0-0 d3 : v5D 6D 6C 4S KD |")
    (won, leads) = notes_on(match.tricks[0], match.rules)
    assert (won.key, won.values["name"], won.values["over_name"]) == ("trick.manilha_pair", "C", "D")
    assert leads.key == "leads.winner"


class PublicOnly:
    """A match of which only what the table can see may be read."""

    HIDDEN = frozenset(("log", "history", "moves", "waiting", "state", "save", "_s", "_log", "_done"))

    def __init__(self, match: Match) -> None:
        self._match = match

    def __getattribute__(self, name: str) -> object:
        assert name not in PublicOnly.HIDDEN, f"{name} is not on the table"
        return getattr(object.__getattribute__(self, "_match"), name)


@pytest.mark.parametrize("name", PRESETS)
def test_hidden_cards_change_nothing_that_is_said(name: str) -> None:
    """Two worlds that look the same round the table: covered cards and cards still held are others."""
    base = replace(PRESETS[name], covered_from="first", covered_after_tie=True)
    covered = 0
    for seed in range(30):
        rng = Random(f"{name} {seed}")
        cards = sorted(deck_of(base), key=str)
        rng.shuffle(cards)
        worlds = Match(base), Match(base)
        if worlds[0].needs_vira:
            vira = cards.pop()
            for match in worlds:
                match.show_vira(vira)
        while not worlds[0].hand_over and len(cards) > 2:
            seat = worlds[0].turn
            assert seat is not None
            if rng.random() < 0.3:
                # The card was shown to the app and undone: the log still holds it, the table does not.
                for match, card in zip(worlds, (cards.pop(), cards.pop()), strict=True):
                    match.do(Play(seat, card))
                    match.do(Undo())
                    match.do(Cover(seat))
                covered += 1
            else:
                laid = cards.pop()
                for match in worlds:
                    match.play(seat, laid)
            said = [notes_at(PublicOnly(match)) for match in worlds]
            assert said[0] == said[1]
            reasons = [[notes_on(t, match.rules) for t in match.tricks] for match in worlds]
            assert reasons[0] == reasons[1]
            lies = {str(card) for card in position_of(worlds[0]).out}
            assert {card for notes in reasons[0] for one in notes for card in one.cards} <= lies
    assert covered > 20
