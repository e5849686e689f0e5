"""What is said fits what happened; every phrase has words and a file, and the files are small and fresh."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from random import Random

import pytest
from po_files import words_in
from random_play import next_action

from app.voice import PHRASES, Signal, clip, signal, spoken, text_of, turn
from app.voice.clips import SOUNDS, VOICE
from app.voice.phrases import PROBLEMS
from app.words import LANGUAGES
from engine import PRESETS, Card, IllegalAction, Match, Problem, judge_line
from engine.actions import NextHand, Undo

MOST_BYTES = 3_000_000


NIL = ("number_0", "score_to", "number_0")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("paulista 0-0 d3 : v5D", ("manilha_is", "rank_6")),
        ("paulista 11-2 d3 : v5D", ("manilha_is", "rank_6", "special_11")),
        ("paulista 11-11 d3 : v3D", ("manilha_is", "rank_4", "iron")),
        ("mineiro-8 0-0 d3 : t0", ("call_truco",)),
        ("paulista 0-0 d3 : v5D t0 t1", ("call_seis",)),
        ("paulista{rung_names=pede,seis,nove,doze} 0-0 d3 : v5D t0", ("call_raise",)),
        ("paulista 0-0 d3 : v5D t0 a1", ("accepted", "worth", "number_3")),
        ("paulista 3-2 d3 : v5D t0 r1", ("ran", "hand_0", "number_4", "score_to", "number_2")),
        ("paulista 3-2 d3 : v5D r0", ("gave_up", "hand_1", "number_3", "score_to", "number_3")),
        ("paulista 11-2 d3 : v5D s0+", ("plays", "worth", "number_3")),
        ("paulista 11-2 d3 : v5D s0-", ("gives_away", "hand_1", "number_11", "score_to", "number_3")),
        ("paulista 0-0 d3 : v5D KC QD 4S 4D |", ("trick_0",)),
        ("paulista 0-0 d3 : v5D KC KD 4S 4D |", ("tied",)),
        ("paulista 0-0 d3 : v5D KC", ()),
        ("paulista 0-0 d3 : v5D 9C", ("problem_not_in_deck",)),
        ("paulista 0-0 d3 : v5D 2=KC", ("problem_out_of_turn",)),
        ("paulista 0-0 d3 : v5D KC QD 4S 4D | 3C QS 4C 4H |", ("hand_0", "number_1", "score_to", "number_0")),
        ("paulista 11-4 d3 : v5D s0+ KC QD 4S 4D | 3C QS 4C 4H |", ("match_0",)),
        ("paulista 0-0 d3 : v5D 9C !void", ("hand_void",)),
        ("paulista 0-0 d3 : v5D KC KD 4S 4D | QC QD 4C 4H | AC AD 5C 5H |", ("hand_nobody", *NIL)),
    ],
)
def test_what_is_said(line: str, expected: tuple[str, ...]) -> None:
    match = judge_line(line)[1]
    assert spoken(match.log[-1], match) == expected


def test_undo_says_where_the_match_stands() -> None:
    match = judge_line("paulista 3-2 d3 : v5D t0 r1")[1]
    match.do(Undo())
    assert spoken(match.log[-1], match) == ("undone", "number_3", "score_to", "number_2")


def test_a_special_hand_begun_by_hand_is_named() -> None:
    match = Match(PRESETS["mineiro"], score=(8, 0))
    match.call(1, "run")
    match.do(NextHand())
    assert spoken(match.log[-1], match) == ("special_10",)


def test_the_turn_is_told_by_seat() -> None:
    match = judge_line("paulista 0-0 d3 : v5D KC")[1]
    assert turn(match) == "turn_4_1"
    match.call(1, "run")
    assert turn(match) == ""


def test_whatever_happens_only_known_phrases_are_said() -> None:
    heard = set()
    for seed in range(150):
        rng = Random(seed)
        rules = PRESETS[rng.choice(list(PRESETS))]
        match = Match(rules, score=(rng.randrange(rules.target), rng.randrange(rules.target)))
        for _ in range(60):
            try:
                record = match.do(next_action(rng, match, 0.7))
            except IllegalAction:
                continue
            words = spoken(match.log[-1], match)
            assert record is not None and set(words) <= set(PHRASES)
            heard.update(words)
            assert turn(match) in ("", *PHRASES)
    assert len(heard) > 60


def test_a_high_score_is_left_unsaid() -> None:
    match = Match(PRESETS["paulista"].__class__(target=60), score=(40, 2))
    match.show_vira(Card.parse("5D"))
    match.call(0, "run")
    assert spoken(match.log[-1], match) == ("gave_up", "hand_1")


def test_problems_with_a_phrase_are_problems() -> None:
    assert set(PROBLEMS) <= {str(problem.name).lower() for problem in Problem}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_has_words_and_no_other_has(language: str) -> None:
    keys = {key.removeprefix("voice.") for key in words_in(language) if key.startswith("voice.")}
    assert keys == set(PHRASES)
    assert len(set(PHRASES)) == len(PHRASES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_rendered_from_the_words_it_has_now(language: str) -> None:
    held = json.loads((VOICE / "said.json").read_text("utf-8"))[language]
    assert held == {phrase: text_of(language, phrase) for phrase in PHRASES}, "make voice"
    assert {path.stem for path in (VOICE / language).glob("*")} == set(PHRASES)


def seconds(path: Path) -> float:
    """Length of an Ogg Vorbis file: the position of its last page by its sample rate."""
    data = path.read_bytes()
    assert data[:4] == b"OggS"
    rate = struct.unpack_from("<I", data, data.index(b"\x01vorbis") + 12)[0]
    last = data.rindex(b"OggS")
    return struct.unpack_from("<q", data, last + 6)[0] / rate


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_short(language: str) -> None:
    lengths = {phrase: seconds(clip(language, phrase)) for phrase in PHRASES}
    assert all(0.1 < length < 2.6 for length in lengths.values()), lengths


def test_signals_are_shorter() -> None:
    assert all(0.05 < seconds(signal(one)) < 1.0 for one in Signal)
    assert {path.stem for path in SOUNDS.glob("*")} == set(Signal)


def test_all_of_it_is_small() -> None:
    files = [path for folder in (VOICE, SOUNDS) for path in folder.rglob("*")]
    assert sum(path.stat().st_size for path in files if path.is_file()) < MOST_BYTES
