"""Every note has words in both languages at both levels, filled in and of the right length."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from po_files import words_in
from random_play import next_action

from app.teach import Explanation, Level, Note, notes_at, notes_on, why_manilha, worded
from app.teach.explanation import TITLE_NEEDS
from app.words import LANGUAGES, Words
from engine import PRESETS, IllegalAction, Match, Problem, Rules, judge_line
from engine.explain import RULE_OF

ROOT = Path(__file__).resolve().parents[3]

VARIANTS = {"trick.manilha_over", "trick.manilha_pair"}
"""Keys that a reason of the engine is split into."""


def engine_keys() -> set[str]:
    """Every key that `engine.explain` can give."""
    refused = set()
    for path in (ROOT / "engine").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    refused.add(first.value)
    return {*RULE_OF, *(f"refused.{key}" for key in refused if f"problem.{key}" not in RULE_OF)}


def random_rules(rng: Random) -> Rules:
    rules = PRESETS[rng.choice(list(PRESETS))]
    iron = rng.choice(("blind", "blind_first", "open", "open_own"))
    return replace(
        rules,
        tie_leader=rng.choice(("first_tied", "tie_maker", "opener")),
        all_tied=rng.choice(("nobody", "carry", "opener", "dealer", "raiser_loses")),
        covered_from=rng.choice(("first", "second", "never")),
        special_raise_penalty=rng.choice(("match", "tento", "warn")),
        must_show_highest=rng.choice(("no", "tie_maker", "every")),
        raise_timing=rng.choice(("own_turn", "before_own_card", "any_time")),
        misdeal=rng.choice(("pass", "tentos", "again")),
        iron_hand="hidden_vira" if rules.manilha == "vira" and rng.random() < 0.3 else iron,
        raise_cap=rng.random() < 0.3,
        last_trick_raiser=rng.random() < 0.3,
    )


RARE = (
    "paulista{iron_hand=hidden_vira} 11-11 d3 : v5D",
    "paulista 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | AC AD 5C 5H |",
    "paulista{all_tied=carry} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H |",
    "paulista{all_tied=carry} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | AC AD 5C 5H |",
    "paulista{all_tied=opener} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H |",
    "paulista{all_tied=opener} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | AC AD 5C 5H |",
    "paulista{all_tied=dealer} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H |",
    "paulista{all_tied=dealer} 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | AC AD 5C 5H |",
    "paulista{all_tied=raiser_loses} 0-0 d3 : v5D t0 a1 KC KD 4S 4D | QC QD 4C 4H |",
    "paulista{all_tied=raiser_loses} 0-0 d3 : v5D t0 a1 KC KD 4S 4D | QC QD 4C 4H | AC AD 5C 5H |",
    "torneio 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | t0",
    "torneio 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | t0 a1 AC AD 5C 5H |",
    "torneio 9-9 d3 : v5D t0 a1 KC",
    "mineiro 0-0 d3 : t0 a1 t0 a1".replace(" t0 a1 t0 a1", " t0 a1 t1 a0 t0 a1 t1 a0"),
    "mineiro-6 0-0 d5 : JK",
    "paulista 0-0 d3 : v5D 6C",
)


def told(match: Match) -> Iterator[Note]:
    """Everything that can be explained at this moment."""
    yield from notes_at(match)
    for trick in match.tricks:
        yield from notes_on(trick, match.rules)
    for thing in (match.hand_outcome, match.case):
        if thing is not None:
            yield from notes_on(thing, match.rules)
    for card in match.manilhas:
        found = why_manilha(match, card)
        assert found is not None
        yield found


@cache
def found_notes() -> tuple[tuple[Rules, Note], ...]:
    """Notes of rare positions and of many random ones, careful and careless players, all options."""
    found: dict[tuple[Rules, Note], None] = {}
    for line in RARE:
        match = judge_line(line)[1]
        found.update(dict.fromkeys((match.rules, note) for note in told(match)))
    for seed in range(250):
        rng = Random(seed)
        rules = random_rules(rng)
        near = rng.random() < 0.4
        low = rules.target - 2 if near else 0
        match = Match(rules, score=(rng.randrange(low, rules.target), rng.randrange(low, rules.target)))
        for _ in range(60):
            try:
                match.do(next_action(rng, match, 0.6))
            except IllegalAction as refused:
                found.update(dict.fromkeys((rules, note) for note in notes_on(refused, rules)))
                continue
            gone = match.log[-1].left_out
            found.update(dict.fromkeys((rules, note) for one in gone for note in notes_on(one, rules)))
            found.update(dict.fromkeys((rules, note) for note in told(match)))
    return tuple(found)


def sentences(text: str) -> int:
    return len(re.findall(r"[.?!](?:\s|$)", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_the_engine_has_a_line_and_one_or_two_sentences(language: str) -> None:
    words = words_in(language)
    keys = engine_keys() | VARIANTS
    assert len(keys) > 100
    for key in keys:
        assert words[f"teach.short.{key}"].strip()
        assert 1 <= sentences(words[f"teach.full.{key}"]) <= 2, key
        assert "\n" not in words[f"teach.short.{key}"]


def worded_keys(kind: str) -> set[str]:
    start = f"teach.{kind}."
    return {key.removeprefix(start) for key in words_in("en") if key.startswith(start)}


def test_there_are_words_for_exactly_what_can_be_said() -> None:
    own = {note.key for _, note in found_notes()} - engine_keys()
    for kind in ("short", "full"):
        assert worded_keys(kind) == engine_keys() | own
    assert worded_keys("plain") == set(TITLE_NEEDS)


def test_there_are_sources_and_sentences_to_add_for_exactly_what_is_named() -> None:
    rules = {RULE_OF.get(key, "§4 table") for key in engine_keys()} | {note.rule for _, note in found_notes()}
    paragraphs = {rule.split(" ", 1)[1].replace(" ", "_") for rule in rules if rule.startswith("§")}
    options = {rule for rule in rules if not rule.startswith("§")}
    more = {note.more for _, note in found_notes()} - {""}
    for kind, wanted in (("source", paragraphs), ("option", options), ("more", more)):
        assert worded_keys(kind) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_happens_is_explained_in_full(language: str) -> None:
    assert len(found_notes()) > 2000
    for rules, note in found_notes():
        words = Words(language, rules)
        short, full = (worded(note, words, level) for level in (Level.SHORT, Level.FULL))
        assert worded(note, words, Level.OFF) is None
        assert short is not None and full is not None
        assert short == Explanation(full.title)
        assert 0 < len(full.title) <= 100, full.title
        assert 1 <= sentences(full.text) <= 2, full.text
        assert full.source and not set("{}") & set(full.title + full.text + full.source)
        assert "None" not in full.title + full.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("problem", Problem)
def test_a_problem_known_only_by_its_name_is_explained(language: str, problem: Problem) -> None:
    words = Words(language, PRESETS["paulista"])
    if problem is Problem.UNDECIDED:
        # The engine names this one with the hand it stands in; the words ask for nothing else.
        assert notes_on(problem, PRESETS["paulista"])[0].values == {"special": "11"}
    for note in notes_on(problem, PRESETS["paulista"]):
        shown = worded(note, words, Level.FULL)
        assert shown is not None and "{" not in shown.title + shown.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "paulista 0-0 d3 : v5D KC",
            [
                "TRUCO: se aceitam, vale 3; se correm, +1 para quem pediu",
                "Ganha de K♣: 3, 2, A ou qualquer manilha",
                "Se cangar: quem fizer a próxima leva a mão",
            ],
        ),
        (
            "paulista 0-0 d3 : v5D KC t1",
            [
                "Aceitar TRUCO: vale 3. Correr: +1 para eles. SEIS: vale 6",
                "Ganha de K♣: 3, 2, A ou qualquer manilha",
                "Se cangar: quem fizer a próxima leva a mão",
            ],
        ),
        (
            "paulista 11-4 d3 : v5D",
            [
                "Mão de onze, nós: jogar vale 3; largar dá 1 para eles",
            ],
        ),
        (
            "paulista 0-0 d3 : v5D 6H",
            ["TRUCO: se aceitam, vale 3; se correm, +1 para quem pediu", "Ganha de 6♥: só 6♣"],
        ),
    ],
)
def test_a_position_reads_like_this(line: str, said: list[str]) -> None:
    match = judge_line(line)[1]
    words = Words("pt_BR", match.rules)
    shown = [worded(note, words, Level.SHORT) for note in notes_at(match)]
    assert [one.title for one in shown if one is not None] == said


def test_a_verdict_is_shown_with_its_cards_and_its_rule() -> None:
    match = judge_line("paulista 0-0 d3 : v5D 6D 6C 4S KD |")[1]
    (won, leads) = notes_on(match.tricks[0], match.rules)
    words = Words("pt_BR", match.rules)
    assert worded(won, words, Level.FULL) == Explanation(
        "6♣ (zap) ganha de 6♦ (pica-fumo)",
        "As duas são manilhas, e manilha não canga. Entre elas manda o naipe: ♣, depois ♥, ♠ e ♦.",
        ("6C", "6D"),
        "combinado desta mesa: manilhas",
    )
    second = worded(leads, words, Level.FULL)
    assert second is not None and second.title == "Quem sai agora: à direita"
