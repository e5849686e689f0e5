"""Any outcome, trick, problem or refusal turns into keys with values, each naming its rule; no sentences."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from engine import PRESETS, Call, Explanation, IllegalAction, Match, Problem, Rules, explain, judge_line
from engine.explain import RULE_OF

PAULISTA = PRESETS["paulista"]
SOURCES = sorted((Path(__file__).parents[2] / "engine").glob("*.py"))
OPTIONS = {field.name for field in fields(Rules)}


def at(line: str) -> Match:
    return judge_line(line)[1]


@pytest.mark.parametrize(
    ("rules", "trick", "reason", "leader"),
    [
        ("paulista", "KC QC JC 7C", "highest", "winner"),
        ("paulista", "6D QC JC 7C", "manilha", "winner"),
        ("paulista", "KC QC KD 7C", "partners_equal", "winner"),
        ("paulista", "KC KD JC 7C", "tie", "first_tied"),
        ("mineiro", "KC KD JC 6C", "tie", "tie_maker"),
        ("paulista{tie_leader=opener}", "KC KD JC 7C", "tie", "opener"),
        ("paulista{covered_from=first}", "xx KD xx xx", "only_open", "winner"),
        ("paulista{covered_from=first}", "xx xx xx xx", "all_covered", "opener_all_covered"),
    ],
)
def test_a_trick_is_explained_by_its_comparison_and_its_leader(
    rules: str, trick: str, reason: str, leader: str
) -> None:
    match = at(f"{rules} 0-0 d3 : {'' if rules == 'mineiro' else 'v5D'} {trick}")
    why, leads = explain(match.tricks[0], match.rules)
    assert (why.key, leads.key) == (f"trick.{reason}", f"leads.{leader}")
    assert why.values == match.tricks[0].values
    assert leads.values == {"seat": match.turn}


def test_an_outcome_is_explained_with_winner_and_points() -> None:
    match = at("paulista 0-0 d3 : v5D t0 t1 r0")
    assert match.hand_outcome is not None
    (why,) = explain(match.hand_outcome, match.rules)
    assert why == Explanation(
        "hand.ran_from_raise",
        "§2 running",
        (("winner", 1), ("points", 3), ("team", 0), ("value", 6), ("stake", 3)),
    )


def test_a_hand_nobody_won_has_no_winner_to_name() -> None:
    match = at("paulista 0-0 d3 : v5D 8C !void")
    assert match.hand_outcome is not None
    (why,) = explain(match.hand_outcome, match.rules)
    assert why.values == {"points": 0, "problem": "not_in_deck"}


def test_a_penalty_is_explained_with_its_reason() -> None:
    match = at("mineiro 0-0 d3 : p1=cheat")
    assert match.hand_outcome is not None
    assert [why.key for why in explain(match.hand_outcome, match.rules)] == ["hand.penalty", "penalty.cheat"]


def test_a_case_is_explained_problem_by_problem() -> None:
    match = at("paulista 0-0 d3 : v5D 2=8C")
    assert match.case is not None
    told = explain(match.case, match.rules)
    assert [(why.key, why.rule) for why in told] == [
        ("problem.not_in_deck", "deck"),
        ("problem.out_of_turn", "wrong_turn"),
    ]
    assert told[0].values == {"seat": 2, "card": "8C", "turn": 0, "stake": 1}
    assert [why.key for why in explain(match.problems, match.rules)] == [why.key for why in told]


def test_a_refusal_is_explained() -> None:
    match = at("paulista 0-0 d3 : v5D r0")
    with pytest.raises(IllegalAction) as caught:
        match.call(0, Call.RAISE)
    assert explain(caught.value, match.rules) == (
        Explanation("refused.hand_over", "§4 table", (("hand", 0),)),
    )
    match = at("paulista 0-0 d3 : v5D")
    with pytest.raises(IllegalAction) as caught:
        match.call(1, Call.RAISE)
    (why,) = explain(caught.value, match.rules)
    assert (why.key, why.rule) == ("problem.raise_untimely", "raise_timing")


def test_every_problem_trick_and_outcome_has_its_rule() -> None:
    for problem in Problem:
        assert f"problem.{str(problem.name).lower()}" in RULE_OF
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    reasons = set(re.findall(r'Outcome\(\s*[^,]+, [^,]+, "([a-z_]+)"', source))
    assert len(reasons) >= 10
    for reason in reasons:
        assert f"hand.{reason}" in RULE_OF


def test_every_rule_named_is_an_option_or_a_paragraph() -> None:
    for key, rule in RULE_OF.items():
        assert rule in OPTIONS or re.match(r"§[1-6] ", rule), key
        assert re.fullmatch(r"[a-z_]+\.[a-z_]+", key)
