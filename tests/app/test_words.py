"""Every key that the program can ask for has words, and they read like a referee."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from po_files import words_in

from app.referee.lines import Line, LineType
from app.referee.questions import Ask, Choice, Do, Question
from app.words import LANGUAGES, Words, language_of
from engine import PRESETS, Explanation, IllegalAction, Problem, Way, explain, judge_line
from engine.explain import RULE_OF

ROOT = Path(__file__).resolve().parent.parent.parent


KINDS = {"trick", "leads", "hand", "penalty", "problem", "refused", "left_out"}
"""What the engine's explanations are about."""


def engine_keys(call: str) -> set[str]:
    """First text argument of every ``call(...)`` in the engine, or the third for outcomes."""
    keys = set()
    for path in (ROOT / "engine").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call:
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        keys.add(argument.value)
    return keys


def test_every_refusal_and_problem_of_the_engine_has_words() -> None:
    keys = engine_keys("IllegalAction") | {str(problem.name).lower() for problem in Problem}
    assert len(keys) > 20
    keys -= {"extra_card"}  # the value of a refusal, not its key
    assert not {key for key in keys if f"problem.{key}" not in words_in("en")}


def test_every_outcome_of_the_engine_has_words() -> None:
    keys = engine_keys("Outcome")
    assert "ran_from_raise" in keys
    assert not {key for key in keys if f"hand.{key}" not in words_in("en")}


def explanation_keys() -> set[str]:
    """Every key that an explanation can have: those with a rule, and refusals that are no problem."""
    refused = engine_keys("IllegalAction")
    return {*RULE_OF, *(f"refused.{key}" for key in refused if f"problem.{key}" not in RULE_OF)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_of_the_engine_has_words(language: str) -> None:
    keys = explanation_keys()
    words = words_in(language)
    for kind in KINDS:
        wanted = {key for key in keys if key.split(".")[0] == kind}
        assert len(wanted) >= 5
        assert not [key for key in wanted if not words.get(key, "").strip()]
    # And none is worded that the engine does not give.
    told = {key for key in words if key.split(".")[0] in ("leads", "hand", "penalty", "refused", "left_out")}
    assert told <= keys


def explained() -> list[Explanation]:
    """What hands at a table give: tricks, outcomes, cases, what was left out, and refusals."""
    found: list[Explanation] = []
    lines = (
        "paulista 3-2 d3 : v5D t0 a1 4D KD KH 5S | 3C 2D 6C 4S |",
        "mineiro{covered_from=first} 0-0 d3 : xx xx xx xx | KC KD 6C 6D | t1 r0",
        "mineiro 0-0 d3 : p1=cheat",
        "paulista 0-0 d3 : v5D 2=8C !back 2=KC !penalty",
        "paulista 11-0 d3 : v5D s0-",
        "mineiro 10-0 d3 : bKC",
        "paulista 0-0 d3 : v5D 1=xx",
        "paulista 0-0 d3 : v5D KC 2=JC r0 t1 0< n2=4 3=xx QC !back",
        "paulista 0-0 d3 : 8C bKC v5D p0=cheat",
    )
    for line in lines:
        match = judge_line(line)[1]
        ended = () if match.hand_outcome is None else (match.hand_outcome,)
        cases = () if match.case is None else (match.case,)
        left = [one for record in match.history for one in record.left_out]
        for thing in (*match.tricks, *ended, *cases, *left):
            found += explain(thing, match.rules)
        with pytest.raises(IllegalAction) as caught:
            match.settle(Way.STANDS if match.case is None else Way.SHOW)
        found += explain(caught.value, match.rules)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_explanation_fills_its_words_with_its_values(language: str) -> None:
    words = Words(language, PRESETS["paulista"])
    given = explained()
    assert {why.key.split(".")[0] for why in given} == KINDS
    for why in given:
        assert "{" not in words(why.key, **why.values)


def test_every_question_and_answer_has_words() -> None:
    words = words_in("en")
    assert not [ask for ask in Ask if f"question.{ask}" not in words]
    assert not [do for do in (*Do, *Way) if f"choice.{do}" not in words]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=str)
def test_seats_and_teams_have_names(language: str, rules: object) -> None:
    words = Words(language, rules)
    assert len({words.seat(seat) for seat in range(rules.seats)}) == rules.seats
    assert words.team(0) != words.team(1)


def test_lines_read_like_a_referee() -> None:
    words = Words("pt_BR", PRESETS["paulista"])
    lines = [
        Line(1.0, LineType.VIRA, card="5D"),
        Line(1.0, LineType.MANILHAS, card="6C 6H 6S 6D"),
        Line(2.0, LineType.CARD, 0, "KS", 0),
        Line(3.0, LineType.CALL, team=1, reason="raise", values={"rung": "truco"}),
        Line(
            4.0, LineType.TRICK, 2, team=0, reason="highest", values={"number": 0, "card": "3C", "over": "KS"}
        ),
        Line(
            4.0, LineType.TRICK, reason="tie", values={"number": 1, "card": "KC", "over": "KS", "leader": 1}
        ),
        Line(5.0, LineType.HAND, team=0, reason="two_tricks", score=(3, 0), values={"points": 3}),
        Line(5.0, LineType.SCORE, score=(3, 0)),
        Line(6.0, LineType.PROBLEM, 1, "8H", reason="not_in_deck"),
        Line(6.0, LineType.VIEW_LOST, reason="black"),
    ]
    assert [words.line(line) for line in lines] == [
        "Vira: 5♦",
        "Manilhas: 6♣ zap, 6♥ copas, 6♠ espadilha, 6♦ pica-fumo",
        "embaixo: K♠",
        "eles: TRUCO!",
        "Rodada 1: nós, em cima (3♣ ganha de K♠)",
        "Rodada 2: cangou (K♣ contra K♠); sai à direita",
        "Mão: nós +3 (duas rodadas)",
        "Placar: nós 3 × 0 eles",
        "Atenção: essa carta não está no baralho: 8♥",
        "A câmera não mostra a mesa (a imagem está preta: descubra a câmera ou acenda a luz)",
    ]


def test_a_question_names_the_call_and_what_each_answer_is_worth() -> None:
    words = Words("pt_BR", PRESETS["paulista"])
    question = Question(1, Ask.RAISE, 0.0, (), team=1, values={"value": 6, "name": "seis"})
    assert words.question(question) == "eles: aceita SEIS?"
    assert words.choice(Choice(Do.ACCEPT, points=6)) == "aceitar: a mão vale 6"
    assert words.choice(Choice(Do.RUN, points=3, to=0)) == "correr: 3 para nós"


def test_unknown_languages_are_refused() -> None:
    assert language_of("pt") == "pt_BR"
    with pytest.raises(ValueError, match="choose pt or en"):
        language_of("de")


@pytest.mark.parametrize("preset, called", [("paulista", "mão de onze"), ("mineiro", "mão de dez")])
def test_the_special_hand_is_called_by_its_points(preset: str, called: str) -> None:
    words = Words("pt_BR", PRESETS[preset])
    assert words.problem("raise_in_special", None, "", 1) == f"truco na {called}, por eles"


def test_jokers_are_called_as_at_the_table() -> None:
    words = Words("pt_BR", PRESETS["mineiro-6"])
    assert words.card("JK1 7C") == "coringa taça 7♣"
    assert words.manilhas("JK2 7C") == "letrado, 7♣ sete de rata"
