"""A saved moment says the same when it is judged again; a damaged one says so in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from film_doubles import HAND, FakeSource, FakeWatcher, film

from app.judging import Sitting
from app.main import main
from app.moments import MomentError, Recorder, is_moment, read_moment, replay
from app.moments.format import Answered, Decided, Looked, input_from_json, input_to_json
from app.referee.calls import Said, SaidCall
from app.referee.questions import Choice
from app.referee.referee import Referee
from engine import PRESETS, Call, Card
from engine.actions import Correct, NextHand, Say
from vision.events import EventKind, TableEvent
from vision.source import Frame

RULES = PRESETS["paulista"]


def test_every_input_comes_back_as_it_went() -> None:
    doubt = (("7H", 0.6), ("7D", 0.3))
    event = TableEvent(
        EventKind.UNCERTAIN, 1.25, 7, None, (0.1, 0.2), (0.0, 1.0), 0.5, doubt, ((1.5, 2.0),)
    )
    inputs = [
        Looked(0.1),
        Looked(1.3, (event, TableEvent(EventKind.VIEW_LOST, 1.3, message="black"))),
        SaidCall(2.0, 1, Said.RAISE, 3),
        SaidCall(2.5, 0, Said.RUN),
        Answered(3.0, 4, Choice("card", card="7H", seat=1, points=3, to=0)),
        Decided(4.0, Correct(3, Card.parse("7D"))),
        Decided(4.5, NextHand()),
        Decided(5.0, None),
    ]
    assert [input_from_json(input_to_json(one)) for one in inputs] == inputs


def recorded_table() -> tuple[Recorder, Referee]:
    """A hand with a raise by the buttons, a card in doubt that is answered, an undo, and a score by hand."""
    referee = Referee(RULES, 3)
    sitting = Sitting(referee, ())
    recorder = Recorder(RULES, 3)
    image = np.full((90, 160, 3), 60, np.uint8)
    script = film("vira 5D", "0 KS", "1 ?3C,3S", "2 6H", "3 4S", "2 2C", pace=0.5)

    def take(t: float) -> None:
        due = [event for event in script if t - 0.1 < event.t <= t + 1e-9]
        recorder.frame(Frame(image, t, round(t * 10)), due)
        sitting.take(t, due)

    for step in range(40):
        t = step / 10
        take(t)
        if step == 13:
            question = referee.questions[0]
            choice = next(one for one in question.choices if one.card == "3C")
            recorder.answer(t, question.number, choice)
            sitting.tell(referee.answer(question.number, choice, t))
        if step == 30:
            recorder.call(SaidCall(t, 0, Said.RAISE, 2))
            sitting.tell(referee.hear(SaidCall(t, 0, Said.RAISE, 2)))
        if step == 32:
            recorder.decide(t, None)
            sitting.tell(referee.undo(t))
        if step == 35:
            recorder.decide(t, Say(1, Call.RUN))
            sitting.tell(referee.decide(Say(1, Call.RUN), t))
    return recorder, referee


def test_a_table_with_answers_calls_and_undo_replays_to_the_same_transcript(tmp_path: Path) -> None:
    recorder, referee = recorded_table()
    kinds = {line.type.value for line in referee.lines}
    assert {"vira", "card", "question", "answer", "call", "undo", "trick"} <= kinds
    folder = recorder.save(tmp_path / "moment", referee.lines)
    assert is_moment(str(folder))
    moment = read_moment(folder)
    again = replay(moment)
    assert [line.to_dict() for line in again.referee.lines] == [line.to_dict() for line in moment.told]
    assert [line.to_dict() for line in moment.told] == [line.to_dict() for line in referee.lines]
    assert again.referee.match.score == referee.match.score


def test_another_input_replays_to_another_transcript(tmp_path: Path) -> None:
    """The replay really judges: a card changed in the file changes what is told."""
    recorder, referee = recorded_table()
    folder = recorder.save(tmp_path, referee.lines)
    path = folder / "input.jsonl"
    path.write_text(path.read_text().replace('"KS"', '"QS"'))
    moment = read_moment(folder)
    again = replay(moment).referee.lines
    assert [line.to_dict() for line in again] != [line.to_dict() for line in moment.told]


def test_key_frames_are_few_small_and_named_by_their_time(tmp_path: Path) -> None:
    recorder = Recorder(RULES, None, most_pictures=3)
    image = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8)
    shown = TableEvent(EventKind.VIRA_SHOWN, 7.0, 1, "5D")
    for step in range(140):
        picture = image if step % 70 == 0 else image[:90, :160]
        recorder.frame(Frame(picture, step / 10, step), [shown] * (step == 70))
    folder = recorder.save(tmp_path / "a" / "b", ())
    names = [path.name for path in read_moment(folder).pictures]
    assert names == ["000005000.jpg", "000007000.jpg", "000012000.jpg"]
    assert cv2.imread(str(folder / "pictures" / "000007000.jpg")).shape == (720, 1280, 3)
    recorder.save(folder, ())
    assert len(list((folder / "pictures").iterdir())) == 3


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Runs ``vira judge`` on a scripted film."""
    monkeypatch.setattr("app.commands.judge.open_reader", lambda: None)
    script = film(*HAND["two tricks"])
    monkeypatch.setattr("vision.watch.TableWatcher", lambda *args, **more: FakeWatcher(script))
    monkeypatch.setattr("app.photos.open_source", lambda spec, fps: FakeSource(6.0))
    return lambda *words: main(["judge", *words])


def test_judge_records_and_judges_it_again_the_same(
    judge: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = tmp_path / "calls.jsonl"
    said = ({"t": 0.3, "team": 1, "seat": 1, "call": "truco"}, {"t": 0.6, "team": 0, "call": "accept"})
    calls.write_text("".join(json.dumps(call) + "\n" for call in said))
    folder = tmp_path / "moment"
    assert judge("film.mp4", "--calls", str(calls), "--record", str(folder), "--rules", "paulista-15") == 0
    first = capsys.readouterr()
    assert judge(str(folder)) == 0  # under the rules and with the calls that were recorded
    again = capsys.readouterr()
    assert again.out == first.out and again.err == first.err and "TRUCO" in again.out
    assert judge(str(folder), "--json", "-") == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        json.loads(line) for line in (folder / "transcript.jsonl").read_text().splitlines()
    ]


def test_a_folder_that_cannot_be_written_is_said_before_the_match(
    judge: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert judge("film.mp4", "--record", str(tmp_path / "file")) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and "cannot be saved" in printed.err and printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("moment.json", "no JSON", "cannot be read"),
        ("moment.json", '{"version": 1}', "cannot be read"),
        ("moment.json", '{"version": 9, "dealer": null, "goes_on": true, "rules": "{}"}', "version 9"),
        ("input.jsonl", '{"t": 1}\n{"t": "soon"}\n', "line 2"),
        ("input.jsonl", '{"t": 1, "events": [{"kind": "nothing"}]}\n', "line 1"),
        ("input.jsonl", '{"t": 1, "action": {"do": "Fly"}}\n', "line 1"),
        ("input.jsonl", None, "cannot be read"),
        ("transcript.jsonl", "{}\n", "cannot be read"),
    ],
)
def test_a_damaged_moment_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | None, words: str
) -> None:
    folder = Recorder(RULES, None).save(tmp_path, ())
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(content)
    with pytest.raises(MomentError, match=words) as caught:
        read_moment(folder)
    assert "\n" not in str(caught.value)
    assert main(["judge", str(folder)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
