"""docs/notation.md: one line a hand, written and read back exactly."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine import (
    PENALTY_REASONS,
    PRESETS,
    HandLine,
    Match,
    NotationError,
    Rules,
    Way,
    format_hand,
    hands_of,
    judge_hand,
    judge_line,
    parse_hand,
)
from engine.start import Start

GRAMMAR = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")

CANONICAL = [
    "paulista 0-0 d3 :",
    "paulista/2 0-0 d1 : v5D",
    "paulista 3-2 d3 : v5D t0 a1 4D KD KH 5S | 3C 2D 6C 4S |",
    "paulista 3-2 d0 : v5D t1@1 t0@2 r1 ",
    "paulista{games_to_win=2} 3-2 d3 g1-0 : v5D KC t0@0+ a1 QC",
    "mineiro 4-2 d1 c6 : t0@2 a1@3 KC 0=QC !stands JC 0=xx !seat=1",
    "paulista 11-2 d3 : v5D s0+ 4D",
    "paulista 2-11 d3 : v5D s1-",
    "paulista 0-0 d3 : v5D KC QC JC 7C | xx xx 3C xx |",
    "paulista 0-0 d3 : v5D 2=xx !stands !show=3H KC 0< !back KD",
    "mineiro 0-0 d3 : n? n2=4* !burn",
    "mineiro 0-0 d3 : n2=4 !penalty",
    "mineiro 0-0 d3 : t0 a1 e0",
    "mineiro 0-0 d3 : p1=cheat",
    "mineiro-6 0-0 d5 : JK !card=JK1 JK2",
    "paulista 0-0 d3 : v5D KC QC JC 7C | KD QD ~4=6D !drop KH",
    "paulista 0-0 d3 : v5D KC u U u KD $6",
    "paulista 0-0 d3 : KC !vira=5D",
    "mineiro 0-0 d3 : b3C b4D b9S !card=5S KC",
    "own{ladder=4,8,12;rung_names=meio%20pau,pau} 0-0 d3 :",
    "own{} 0-0 d3 :",
    "paulista-15{ladder=1,3,15;rung_names=truco,quinze;covered_after_tie=no;raise_cap=yes} 0-0 d3 :",
]


def reordered(line: str) -> str:
    return re.sub(r"\s+", " ", line).strip()


@pytest.mark.parametrize("text", CANONICAL)
def test_round_trip(text: str) -> None:
    line = parse_hand(text)
    written = format_hand(line)
    assert parse_hand(written) == line
    assert format_hand(parse_hand(written)) == written
    assert written == reordered(text)
    assert judge_hand(line).state == judge_line(text)[1].state


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_rules_round_trip(name: str, seats: int) -> None:
    if name != "mineiro-6":
        line = HandLine(replace(PRESETS[name], seats=seats), Start(0))
        assert parse_hand(format_hand(line)) == line


def test_every_option_round_trips() -> None:
    rules = Rules(
        name="casa",
        seats=2,
        manilha="fixed",
        ladder=(4, 8, 12),
        rung_names=("meio-pau", "pau"),
        target=15,
        deck="clean",
        direction="clockwise",
        tie_leader="opener",
        all_tied="carry",
        covered_from="first",
        hide_by="pack",
        covered_after_tie=False,
        must_show_highest="every",
        raise_timing="any_time",
        raise_cap=True,
        last_trick_raiser=True,
        special_raise_penalty="warn",
        iron_hand="open",
        iron_value="first",
        misdeal="again",
        wrong_turn="back",
        tento_ends_hand=False,
        games_to_win=3,
    )
    assert parse_hand(format_hand(HandLine(rules, Start(1, (2, 3), (2, 1), 8)))).rules == rules


def test_bars_may_be_left_out() -> None:
    with_bars, without = "paulista 0-0 : v5D KC QC JC 7C | KD", "paulista 0-0 : v5D KC QC JC 7C KD"
    assert parse_hand(with_bars) == parse_hand(without)


def test_a_line_without_rules_takes_the_ones_given() -> None:
    assert parse_hand("0-0 : KC", PRESETS["mineiro"]).rules == PRESETS["mineiro"]
    assert parse_hand("mineiro/2 0-0 : KC", PRESETS["mineiro"]).rules.seats == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is no hand"),
        ("paulista 0-0 d3", "This is no hand"),
        (": KC", "names no rules"),
        ("0-0 : KC", "names no rules"),
        ("paulista : KC", "has no score"),
        ("gaucho 0-0 : KC", "no rules called 'gaucho'"),
        ("pau{lista 0-0 : KC", "names no rules"),
        ("paulista/3 0-0 : KC", "2, 4 or 6"),
        ("paulista{traget=3} 0-0 : KC", "traget is no option"),
        ("paulista{target=x} 0-0 : KC", "target must be a whole number"),
        ("paulista{ladder=1,x} 0-0 : KC", "row of whole numbers"),
        ("paulista{raise_cap=1} 0-0 : KC", "true or false"),
        ("paulista{seats=2} 0-0 : KC", "seats is no option"),
        ("paulista 12-0 : KC", "from 0 to 11"),
        ("paulista 0-0 d7 : KC", "no seat 7"),
        ("paulista 0-0 g1-0 : KC", "from 0 to 0"),
        ("paulista 0-0 c3 : KC", "cannot be carried"),
        ("paulista 0-0 x9 : KC", "x9 says nothing before the colon"),
        ("paulista 0-0 : v5D KC | QC", "Word 3: | closes a trick"),
        ("paulista 0-0 : | v5D", "Word 1: | closes a trick"),
        ("paulista 0-0 : v5D KC QC JC 7C | |", "Word 7: |"),
        ("paulista 0-0 : v5D 11C", "Word 2, 11C: it is neither a card nor a call"),
        ("paulista 0-0 : v5D kc", "neither a card nor a call"),
        ("paulista 0-0 : v5D 4=KC", "no_such_seat"),
        ("paulista 0-0 : v5D r0 KC", "hand_over"),
        ("paulista 0-0 : v5D r0 1=KC", "hand_over"),
        ("paulista 0-0 : v5D r0 v6D", "write the next one on a line of its own"),
        ("paulista 0-0 : v5D !fly", "no way out called fly"),
        ("paulista 0-0 : v5D !back", "no_problem_open"),
        ("paulista 0-0 : v5D t2", "no_such_team"),
        ("paulista 0-0 : v5D t0@1", "seat_of_other_team"),
        ("paulista 0-0 : v5D s0+", "nothing_to_decide"),
        ("paulista 0-0 : v5D u u", "nothing_to_undo"),
        ("paulista 0-0 : v5D U", "nothing_to_redo"),
        ("paulista 0-0 : v5D ~7=KC", "no_such_action"),
        ("paulista 0-0 : v5D $7", "no_such_rung"),
        ("paulista{iron_hand=hidden_vira} 11-11 : KC QC JC 7C AC", "write the seat too"),
    ],
)
def test_what_is_no_hand_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_rules_than_the_lines_own_are_an_error() -> None:
    with pytest.raises(NotationError, match="is for paulista, not for mineiro"):
        parse_hand("paulista 0-0 : KC", PRESETS["mineiro"])


def test_hands_of_a_match_written_one_a_line() -> None:
    match = judge_line("paulista{games_to_win=2} 9-0 d3 : v5D t0 a1 KC QC JC 7C | KD QD JD 7D |")[1]
    match.next_hand()
    match.do(parse_hand("paulista 0-0 : v6D").actions[0])
    for action in parse_hand("paulista 0-0 d0 : v6D t1 r0").actions[1:]:
        match.do(action)
    lines = [format_hand(line) for line in hands_of(match)]
    assert lines == [
        "paulista{games_to_win=2} 9-0 d3 : v5D t0 a1 KC QC JC 7C | KD QD JD 7D |",
        "paulista{games_to_win=2} 0-0 d0 g1-0 : v6D t1 r0",
    ]
    assert judge_line(lines[1])[1].score == match.score


def test_hands_of_a_corrected_match() -> None:
    match = judge_line("paulista 0-0 d3 : v5D KC QC JC 7C | KD QD ~4=6D !go_on !stands !stands u U $3")[1]
    (line,) = hands_of(match)
    written = format_hand(line)
    assert written == "paulista 0-0 d3 : v5D KC QC JC 6D | 0=KD 1=QD !stands !stands $3"
    assert judge_line(written)[1].state == match.state


def test_the_grammar_names_every_way_out_and_every_penalty() -> None:
    for word in (*Way, *PENALTY_REASONS):
        assert re.search(rf"\b{word}\b", GRAMMAR), word
    for example in re.findall(r"^(?:paulista|mineiro).*:.*$", GRAMMAR, flags=re.M):
        assert isinstance(judge_line(example)[1], Match)
