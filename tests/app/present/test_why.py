"""What is taught while a match runs: one line on the table, and everything behind "por quê?"."""

from __future__ import annotations

from random import Random

import pytest
from random_play import next_action

from app.teach import Level
from app.ui.present.why import taught, why_all, why_line
from app.words import LANGUAGES, Words
from engine import PRESETS, IllegalAction, Match, judge_line


def line(text: str, level: Level = Level.SHORT) -> str:
    match = judge_line(text)[1]
    return why_line(match, Words("pt_BR", match.rules), level)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("paulista 0-0 d3 : v5D", ""),
        ("paulista 0-0 d3 : v5D 6H", "Ganha de 6♥: só 6♣"),
        ("paulista 0-0 d3 : v5D KC KD 4S", "Está cangando em K♣. Ganha: 3, 2, A ou qualquer manilha"),
        ("paulista 0-0 d3 : v5D KC QD 4S 4D |", "K♣ ganha de Q♦"),
        (
            "paulista 0-0 d3 : v5D t0",
            "Aceitar TRUCO: vale 3. Correr: +1 para nós. SEIS: vale 6",
        ),
        ("paulista 0-0 d3 : v5D t0 r1", "Correram do TRUCO: +1 para nós"),
        ("paulista 0-0 d3 : v5D 9C", "9♣ não é deste baralho"),
        ("paulista 11-4 d3 : v5D", "Mão de onze, nós: jogar vale 3; largar dá 1 para eles"),
        ("paulista 11-11 d3 :", "Mão de ferro: cartas às cegas, vale a partida"),
    ],
)
def test_the_line_on_the_table(text: str, said: str) -> None:
    assert line(text) == said
    assert line(text, Level.OFF) == ""
    full = line(text, Level.FULL)
    assert full.startswith(said) and (not said or len(full) > len(said))


def test_everything_is_explained_in_full() -> None:
    match = judge_line("paulista 0-0 d3 : v5D KC QD 4S 4D | 6H")[1]
    titles = [why.title for why in why_all(match, Words("pt_BR", match.rules))]
    assert titles == [
        "Ganha de 6♥: só 6♣",
        "6♥ é manilha (copas): a vira é 5♦",
        "TRUCO: se aceitam, vale 3; se correm, +1 para quem pediu",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_happens_there_is_something_to_say(language: str) -> None:
    for seed in range(60):
        rng = Random(seed)
        rules = PRESETS[rng.choice(list(PRESETS))]
        words = Words(language, rules)
        match = Match(rules, score=(rng.randrange(rules.target), rng.randrange(rules.target)))
        for _ in range(50):
            try:
                match.do(next_action(rng, match, 0.8))
            except IllegalAction:
                continue
            told = why_all(match, words)
            assert len({why.title for why in told}) == len(told)
            assert told or match.hand_over or match.needs_vira
            assert "{" not in why_line(match, words, Level.FULL)


def test_the_levels_add_to_the_verdict() -> None:
    match = judge_line("paulista 0-0 d3 : v5D KC QD 4S 4D |")[1]
    words = Words("pt_BR", match.rules)
    verdict = "Rodada 1: nós"
    assert taught(verdict, match, words, Level.OFF) == taught(verdict, match, words, Level.SHORT) == verdict
    assert taught(verdict, match, words, Level.FULL).startswith("Rodada 1: nós. Do mais fraco ao mais forte")
    lying = judge_line("paulista 0-0 d3 : v5D 6H")[1]
    assert taught("", lying, words, Level.OFF) == ""
    assert taught("", lying, words, Level.SHORT) == "Ganha de 6♥: só 6♣"
    assert taught("", lying, words, Level.FULL).startswith("Ganha de 6♥: só 6♣. Manilha só perde")
