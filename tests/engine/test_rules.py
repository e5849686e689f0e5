"""rules.md §3: one frozen value that validates itself; presets; a small file that keeps it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from typing import Any

import pytest

from engine import PRESETS, Match, Rules, RulesError, judge_line, preset, rules_from_text, rules_to_text

PAULISTA = PRESETS["paulista"]


def test_preset_ids() -> None:
    assert tuple(PRESETS) == (
        "paulista",
        "paulista-limpo",
        "paulista-15",
        "torneio",
        "mineiro",
        "mineiro-8",
        "mineiro-limpo",
        "fixa",
        "mineiro-6",
    )
    assert all(preset(name).name == name for name in PRESETS)
    with pytest.raises(RulesError, match="choose one of paulista, "):
        preset("gaucho")


# Every option, with the values of Paulista and of Mineiro (rules.md §3), and where another preset differs.
OPTIONS: list[tuple[str, object, object, dict[str, object]]] = [
    ("seats", 4, 4, {"mineiro-6": 6}),
    ("manilha", "vira", "fixed", {"fixa": "fixed"}),
    (
        "ladder",
        (1, 3, 6, 9, 12),
        (2, 4, 6, 10, 12),
        {"paulista-15": (1, 3, 6, 9, 12, 15), "mineiro-8": (2, 4, 8, 10, 12)},
    ),
    (
        "rung_names",
        ("truco", "seis", "nove", "doze"),
        ("truco", "seis", "nove", "doze"),
        {"paulista-15": ("truco", "seis", "nove", "doze", "quinze")},
    ),
    ("target", 12, 12, {"paulista-15": 15}),
    ("deck", "full", "full", {"paulista-limpo": "clean", "mineiro-limpo": "clean", "mineiro-6": "six"}),
    ("direction", "anticlockwise", "anticlockwise", {}),
    ("tie_leader", "first_tied", "tie_maker", {}),
    ("all_tied", "nobody", "carry", {}),
    ("covered_from", "second", "second", {}),
    ("hide_by", "table", "pack", {}),
    ("covered_after_tie", True, False, {}),
    ("must_show_highest", "no", "tie_maker", {}),
    ("raise_timing", "own_turn", "any_time", {}),
    ("raise_cap", False, False, {"torneio": True}),
    ("last_trick_raiser", False, False, {"torneio": True}),
    ("special_raise_penalty", "match", "tento", {}),
    ("iron_hand", "blind", "blind", {"torneio": "open_own"}),
    ("iron_value", "second", "second", {"torneio": "first"}),
    ("misdeal", "pass", "tentos", {}),
    ("wrong_turn", "ask", "ask", {}),
    ("tento_ends_hand", True, True, {}),
    ("games_to_win", 1, 1, {}),
]


@pytest.mark.parametrize(("option", "paulista", "mineiro", "others"), OPTIONS)
def test_presets(option: str, paulista: object, mineiro: object, others: dict[str, object]) -> None:
    for name, rules in PRESETS.items():
        usual = mineiro if name.startswith("mineiro") else paulista
        assert getattr(rules, option) == others.get(name, usual), name


def test_the_table_of_presets_has_every_option() -> None:
    assert [option for option, *_ in OPTIONS] == [field.name for field in fields(Rules)][1:]
    for option in (field.name for field in fields(Rules)):
        assert f"``{option}``" in (Rules.__doc__ or "")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seats": 3}, "2, 4 or 6 people, not 3"),
        ({"seats": "4"}, "seats must be a whole number"),
        ({"seats": True}, "seats must be a whole number"),
        ({"ladder": (1, 3, 3, 9, 12)}, "does not climb from 3 to 3"),
        ({"ladder": (1, 6, 3, 9, 12)}, "does not climb from 6 to 3"),
        ({"ladder": (1,), "rung_names": ()}, "at least two rungs"),
        ({"ladder": (), "rung_names": ()}, "at least two rungs"),
        ({"ladder": (0, 3), "rung_names": ("truco",)}, "the first worth 1 or more"),
        ({"ladder": [1, 3, 6, 9, 12]}, "row of whole numbers"),
        ({"ladder": (1, 3.0, 6, 9, 12)}, "row of whole numbers"),
        ({"rung_names": ("truco", "seis", "nove")}, "4 rungs to ask for but 3 names"),
        ({"rung_names": ("truco", "seis", "nove", "")}, "plain word"),
        ({"rung_names": ("truco", "seis", "nove", " doze")}, "plain word"),
        ({"rung_names": ("truco", "seis", "nove", "a,b")}, "plain word"),
        ({"rung_names": ("truco", "seis", "nove", 12)}, "row of words"),
        ({"target": 1}, "not above the first rung"),
        ({"target": 0}, "not above the first rung"),
        ({"target": 12.0}, "target must be a whole number"),
        ({"games_to_win": 0}, "series of 0 matches"),
        ({"manilha": "gaucho"}, "choose vira or fixed"),
        ({"deck": "dirty"}, "choose full or clean or six"),
        ({"deck": "six"}, "needs six seats, not 4"),
        ({"deck": "six", "seats": 6}, "turns no vira"),
        ({"manilha": "fixed", "iron_hand": "hidden_vira"}, "turn no vira that could be hidden"),
        ({"raise_cap": 1}, "must be true or false"),
        ({"covered_after_tie": "no"}, "must be true or false"),
        ({"name": ""}, "plain word"),
        ({"name": "my rules"}, "plain word"),
        ({"tie_leader": "dealer"}, "tie_leader cannot be 'dealer'"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_in_a_sentence(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RulesError) as caught:
        replace(PAULISTA, **changes)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"target": 2},
        {"games_to_win": 3},
        {"ladder": (4, 8, 12), "rung_names": ("truco", "doze")},
        {"ladder": (1, 3), "rung_names": ("truco",)},
        {"deck": "clean", "seats": 6},
        {"iron_hand": "hidden_vira"},
        {"name": "nossa-mesa"},
    ],
)
def test_a_tables_own_rules_are_kept_in_a_file(changes: dict[str, Any]) -> None:
    rules = replace(PAULISTA, **changes)
    text = rules_to_text(rules)
    assert rules_from_text(text) == rules
    assert len(text.splitlines()) > len(fields(Rules))
    assert all(f'"{field.name}"' in text for field in fields(Rules))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_kept_in_a_file(name: str) -> None:
    assert rules_from_text(rules_to_text(PRESETS[name])) == PRESETS[name]


def test_options_left_out_of_a_file_keep_their_defaults() -> None:
    assert rules_from_text('{"name": "own", "target": 15}') == Rules(target=15)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a rules file"),
        ("{", "not a rules file"),
        ("[]", "one list of options"),
        ('{"traget": 12}', "'traget' is no option"),
        ('{"target": "12"}', "whole number"),
        ('{"ladder": [1, 1]}', "does not climb"),
        ('{"ladder": 3}', "row of whole numbers"),
    ],
)
def test_a_file_that_is_no_rules(text: str, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        rules_from_text(text)


def test_rules_are_frozen_and_hashable() -> None:
    for field in fields(Rules):
        with pytest.raises(FrozenInstanceError):
            setattr(PAULISTA, field.name, 15)
    assert len({PAULISTA, Rules(name="paulista"), *PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    ("rules", "kwargs", "sentence"),
    [
        (PAULISTA, {"dealer": 4}, "no seat 4 to deal"),
        (PAULISTA, {"dealer": -1}, "no seat -1 to deal"),
        (PAULISTA, {"score": (12, 0)}, "from 0 to 11"),
        (PAULISTA, {"score": (-1, 0)}, "from 0 to 11"),
        (PAULISTA, {"score": (1,)}, "from 0 to 11"),
        (PAULISTA, {"games": (1, 0)}, "from 0 to 0"),
        (PAULISTA, {"carry": 3}, "cannot be carried over"),
        (PRESETS["mineiro"], {"carry": 3}, "cannot be carried over"),
    ],
)
def test_a_match_cannot_start_just_anywhere(rules: Rules, kwargs: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        Match(rules, **kwargs)


def test_a_match_starts_where_it_is_told() -> None:
    rules = replace(PRESETS["mineiro"], games_to_win=3)
    match = Match(rules, dealer=1, score=(4, 6), games=(2, 1), carry=6)
    assert (match.dealer, match.opener, match.turn) == (1, 2, 2)
    assert (match.score, match.games, match.stake, match.carried) == ((4, 6), (2, 1), 6, 6)
    assert Match(rules).dealer == 3
    assert Match(rules).opener == 0
    assert Match(rules).hand_number == 0


def test_the_table_in_the_docs_says_what_the_presets_say() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules-options.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    head = (
        next(line for line in text.splitlines() if line.startswith("| option | paulista"))
        .strip("| ")
        .split(" | ")
    )
    table = [row for row in rows if len(row) == len(head)]
    assert [row[0].strip("`") for row in table] == [field.name for field in fields(Rules)][1:]
    assert sorted(head[1:]) == sorted(PRESETS)
    for option, *cells in ((row[0].strip("`"), *row[1:]) for row in table):
        base = ""
        for name, cell in zip(head[1:], cells, strict=True):
            base = cell if name in ("paulista", "mineiro") else base
            said = base if cell == "·" else cell
            value = getattr(PRESETS[name], option)
            if option == "rung_names":
                assert said.split()[-1] == value[-1], (option, name)
            elif isinstance(value, bool):
                assert said == ("yes" if value else "no"), (option, name)
            else:
                written = "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
                assert said == written, (option, name)
    described = [row[0].strip("`") for row in rows if len(row) == 2]
    assert described == [field.name for field in fields(Rules)][1:]


@pytest.mark.parametrize(
    "option", ["direction=clockwise", "direction=anticlockwise", "hide_by=pack", "hide_by=table"]
)
def test_direction_and_hide_by_change_where_it_is_seen_not_what_is_judged(option: str) -> None:
    """Seats are numbered in play direction; a card slid into the pack is told and counts as one face down."""
    match = judge_line(f"own{{{option}}} 0-0 d2 : v5D KC QC JC AC | xx xx xx 3D | 3C xx 2C xx |")[1]
    assert [[seat for seat, _ in trick.plays] for trick in match.tricks] == [
        [3, 0, 1, 2],
        [2, 3, 0, 1],
        [1, 2, 3, 0],
    ]
    assert [trick.winner_seat for trick in match.tricks] == [2, 1, 1]
    assert (match.score, match.next_dealer) == ((0, 1), 3)
