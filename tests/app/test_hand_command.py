"""`vira hand`: judges a hand written on one line, or a file of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.main import main

TIE = "paulista 3-2 d3 : v5D t0 a1 4D KD KH 5S | 3C 2D 6C 4S |"


def test_json_of_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", TIE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "tricks": [
            {"winner_team": None, "winner_seat": None, "leader_next": 1, "reason": "tie"},
            {"winner_team": 1, "winner_seat": 3, "leader_next": 3, "reason": "manilha"},
        ],
        "winner": 1,
        "points": 3,
        "reason": "tie_breaking_trick",
        "score": [3, 5],
        "next_dealer": 0,
        "problems": [],
        "left_out": [],
    }


def test_json_of_a_hand_that_is_not_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "paulista 11-0 d0 : v5D 2=8C", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["winner"], said["points"], said["reason"], said["score"]) == (None, 0, None, [11, 0])
    assert said["next_dealer"] == 1
    assert said["problems"] == ["not_in_deck", "out_of_turn", "undecided"]


def test_json_of_a_hand_names_what_counts_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "paulista 0-0 : v5D KC 2=8C r0 1=JC t1 !back", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["left_out"] == [
        {"what": "card", "seat": 1, "card": "JC", "why": "hand_over"},
        {"what": "call", "team": 1, "call": "raise", "why": "hand_over"},
    ]


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_the_transcript_in_words(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", TIE, "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == TIE
    assert "3 × 5" in lines[-1]
    assert sum("TRUCO" in line for line in lines) == 1


def test_what_was_undone_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "paulista 0-0 : v5D t0 u KC QC u"]) == 0
    told = capsys.readouterr().out.splitlines()[1:]
    assert not any("TRUCO" in line or "Q♣" in line for line in told)
    assert any("K♣" in line for line in told)


def test_an_open_problem_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "paulista 0-0 : v5D 8C", "--lang", "en"]) == 0
    assert "Attention" in capsys.readouterr().out.splitlines()[-1]


def test_rules_for_a_line_that_names_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "0-0 : 4C", "--rules", "mineiro"]) == 0
    assert capsys.readouterr().out.startswith("mineiro 0-0 d3 : 4C\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["paulista 0-0 : KC", "--rules", "mineiro"], "is for paulista, not for mineiro"),
        (["paulista 0-0 : KC", "--rules", "gaucho"], "no rules called 'gaucho'"),
        (["0-0 : KC"], "names no rules"),
        (["nonsense"], "This is no hand"),
        (["paulista 0-0 : v5D r0 KC"], "Word 3, KC, is not possible here: the hand is over."),
        (["paulista 0-0 : v5D s0+"], "there is nothing to decide"),
        ([], "Give one hand, or --file"),
        ([TIE, "--file", "hands.txt"], "Give one hand, or --file"),
        (["--file", "no-such-file.txt"], "There is no file no-such-file.txt"),
        (["--file", "."], "cannot be read as text"),
        ([TIE, "--lang", "fr"], "choose pt or en"),
    ],
)
def test_bad_input_gives_one_sentence_and_code_2(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hand", *args]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in said.err
    assert len(said.err.splitlines()) == 1


def test_a_file_of_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"# two hands\n\n{TIE}  # a tie\nnonsense\nmineiro 0-0 : r1\n", encoding="utf-8")
    assert main(["hand", "--file", str(file), "--json"]) == 2
    said = capsys.readouterr()
    verdicts = [json.loads(line) for line in said.out.splitlines()]
    assert [verdict["score"] for verdict in verdicts] == [[3, 5], [2, 0]]
    assert f"{file}, line 4: This is no hand" in said.err
    file.write_text(TIE, encoding="utf-8")
    assert main(["hand", "--file", str(file)]) == 0


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("v5D 2=8C", ["this card is not in the deck: 8♣", "card out of turn: 8♣ (top)"]),
        ("v5D 1=xx", ["card out of turn: covered (right)", "a card must not be covered now"]),
        ("v5D KC KC", ["the card K♣ lies there twice"]),
        ("v5D v7H", ["the vira changed to 7♥"]),
        ("v5D t1", ["a raise at the wrong time, by them"]),
        (
            "v5D KC 2=8C r0 1=JC t1 2=xx !back",
            [
                "counts no more: J♣ (right)",
                "counts no more: a call by them",
                "counts no more: covered card (top)",
            ],
        ),
    ],
)
def test_every_problem_is_told_with_its_card_and_seat(
    hand: str, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hand", f"paulista 0-0 : {hand}", "--lang", "en"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert [line.removeprefix("Attention: ") for line in lines if line.startswith("Attention")] == told
