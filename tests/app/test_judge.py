"""`vira judge` on scripted vision: what it prints and writes, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import pytest
from film_doubles import HAND, FakeSource, FakeWatcher, film

from app.main import main
from app.referee.lines import read_lines
from vision.events import TableEvent
from vision.source import SourceError

Judge = Callable[..., int]


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Runs ``vira judge film.mp4 OPTIONS`` on a script of table events."""

    def run(script: Sequence[TableEvent], *options: str, seconds: float = 8.0, fault: str = "") -> int:
        monkeypatch.setattr("app.commands.judge.open_reader", lambda: None)
        monkeypatch.setattr("vision.watch.TableWatcher", lambda reader, **_: FakeWatcher(script))
        monkeypatch.setattr("app.photos.open_source", lambda spec, fps: FakeSource(seconds, fault=fault))
        return main(["judge", "film.mp4", *options])

    return run


def calls_file(tmp_path: Path, *lines: dict[str, object]) -> str:
    path = tmp_path / "calls.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return str(path)


def test_the_transcript_is_portuguese_and_timed(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(film(*HAND["two tricks"])) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    lines = printed.out.splitlines()
    assert lines[0] == "    0.2 s  Vira: 5♦"
    assert lines[1].endswith("Manilhas: 6♣ zap, 6♥ copas, 6♠ espadilha, 6♦ pica-fumo")
    assert lines[6].endswith("Rodada 1: nós, em cima (manilha 6♥ ganha de 3♣)")
    assert lines[-1].endswith("Placar: nós 1 × 0 eles")


def test_the_transcript_in_english(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(film(*HAND["tie and cover"]), "--lang", "en") == 0
    printed = capsys.readouterr().out
    assert "Trick 1: tied (K♠ against K♣); bottom leads" in printed
    assert "right: covered card" in printed
    assert "Score: us 1 × 0 them" in printed


def test_json_lines_go_to_a_file(judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.jsonl"
    assert judge(film(*HAND["two tricks"]), "--json", str(path)) == 0
    lines = read_lines(path)
    assert [line.type.value for line in lines[:3]] == ["vira", "manilhas", "card"]
    assert json.loads(path.read_text().splitlines()[-1]) == {"t": 1.8, "type": "score", "score": [1, 0]}
    assert "Vira: 5♦" in capsys.readouterr().out


def test_json_lines_instead_of_words(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(film("vira 5D"), "--json", "-") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["type"] for line in lines] == ["vira", "manilhas"]


def test_timed_calls_are_heard_after_the_card_before_them(
    judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = calls_file(
        tmp_path, {"t": 0.3, "team": 1, "seat": 1, "call": "truco"}, {"t": 0.35, "team": 0, "call": "run"}
    )
    assert judge(film("vira 5D", "0 KS", pace=0.4), "--calls", calls) == 0
    printed = capsys.readouterr().out
    assert printed.index("embaixo: K♠") < printed.index("eles: TRUCO!") < printed.index("nós: corro")
    assert printed.splitlines()[-1].endswith("Placar: nós 0 × 1 eles")


def test_calls_after_the_last_frame_still_count(
    judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = calls_file(tmp_path, {"t": 7.9, "team": 1, "call": "truco"}, {"t": 8.0, "team": 0, "call": "run"})
    assert judge(film("vira 5D", "0 KS"), "--calls", calls) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("Placar: nós 0 × 1 eles")


def test_what_stays_open_is_said_at_the_end(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(film("vira 5D", "0 ?AS,4S", "1 3C")) == 0
    printed = capsys.readouterr()
    assert "Dúvida: que carta é esta?" in printed.out
    assert "3♣" not in printed.out
    assert printed.err.strip() == "Ficou em aberto: que carta é esta? (aos 0.4 s)"


def test_an_unanswered_raise_is_said_at_the_end(
    judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = calls_file(tmp_path, {"t": 1.0, "team": 1, "call": "truco"})
    assert judge(film("vira 5D", "0 KS"), "--calls", calls) == 0
    assert "Ficou em aberto: nós: aceita TRUCO?" in capsys.readouterr().err


def test_several_hands_one_after_the_other(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    second = ("vira KD", "1 4D", "2 5S", "3 AC", "0 2D", "3 3D", "0 QD", "1 JD", "2 4C")
    assert judge(film(*HAND["two tricks"], "clear", *second)) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("Placar: nós 1 × 1 eles")


def test_seats_rules_and_dealer(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    script = film("2 KS", "0 3C")
    assert judge(script, "--rules", "mineiro", "--seats", "2", "--dealer", "0", "--lang", "en") == 0
    assert "right" not in capsys.readouterr().out


def test_a_film_that_ends_in_the_middle_keeps_what_was_judged(
    judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    fault = "the video film.mp4 ends in the middle; copy or film it again"
    assert judge(film("vira 5D", "0 KS"), "--json", str(path), fault=fault) == 2
    printed = capsys.readouterr()
    assert "embaixo: K♠" in printed.out
    assert printed.err.splitlines() == [
        "Ficou em aberto: a mão não terminou; falta jogar: à direita (aos 7.9 s)",
        "vira: The video film.mp4 ends in the middle; copy or film it again.",
    ]
    assert len(read_lines(path)) == 3


def test_an_empty_table_is_said(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge([]) == 0
    assert capsys.readouterr().err == "Nenhuma carta foi vista.\n"


def test_the_overlay_is_a_film_of_the_same_length(judge: Judge, tmp_path: Path) -> None:
    path = tmp_path / "out.mp4"
    assert judge(film("vira 5D", "0 KS"), "--overlay", str(path), seconds=2.0) == 0
    capture = cv2.VideoCapture(str(path))
    assert round(capture.get(cv2.CAP_PROP_FPS)) == 10
    assert (capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (640, 360)
    frames = 0
    while capture.read()[0]:
        frames += 1
    assert frames == 20


@pytest.mark.parametrize(
    "options, sentence",
    [
        (("--rules", "espanhol"), "espanhol"),
        (("--dealer", "4"), "There is no seat 4"),
        (("--seats", "2", "--dealer", "3"), "There is no seat 3"),
        (("--rules", "mineiro-6", "--seats", "4"), "six seats"),
        (("--calls", "nothing.jsonl"), "no calls file nothing.jsonl"),
        (("--json", "no/such/folder/out.jsonl"), "cannot be written"),
        (("--overlay", "out.avi"), "FILE.mp4"),
        (("--overlay", "no/such/folder/out.mp4"), "does not exist"),
        (("--fps", "0"), "--fps"),
        (("--fps", "nan"), "--fps"),
    ],
)
def test_options_that_cannot_be_used(
    judge: Judge, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], sentence: str
) -> None:
    assert judge(film("vira 5D"), *options) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.err.startswith("vira: ") and printed.err.count("\n") == 1 and printed.out == ""


def test_a_source_that_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(spec: str, fps: float | None) -> None:
        raise SourceError(f"the video {spec} does not exist; check its name")

    monkeypatch.setattr("app.commands.judge.open_reader", lambda: None)
    monkeypatch.setattr("vision.watch.TableWatcher", lambda reader, **_: FakeWatcher([]))
    monkeypatch.setattr("app.photos.open_source", refuse)
    assert main(["judge", "film.mp4"]) == 2
    assert capsys.readouterr().err == "vira: The video film.mp4 does not exist; check its name.\n"
