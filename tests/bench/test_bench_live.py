"""What the live measurement makes of films: figures, tables, and results that are kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from app.referee.lines import Line, LineType
from app.referee.questions import Ask, Choice, Do, Question
from app.referee.referee import Referee
from engine import preset
from tests.bench.answers import Answers
from tests.bench.bench_live import (
    KEYS,
    Results,
    Showing,
    by_disturbance,
    figures_of,
    films,
    main,
    rounded,
    run,
    slides,
)
from tests.bench.live_film import delays_of, film_print
from tests.bench.live_slides import COUNTS
from vision.events import EventKind, TableEvent
from vision.read import TableReader


def result(kind: str = "disturbed", **fields: Any) -> dict[str, Any]:
    plain = {"right": True, "problem": True, "silent": [], "questions": [], "delays": [0.5], "told": []}
    return {"kind": kind, **plain, "oddity": "", "disturbances": [], **fields}


def test_delays_run_from_rest_to_the_first_announcement() -> None:
    told = [Line(3.6, LineType.CARD, 0, "KS", 0), Line(9.0, LineType.CARD, 0, "KS", 0)]
    truth = (Line(3.0, LineType.CARD, 0, "KS", 0), Line(4.0, LineType.CARD, 1, "3C", 1))
    assert delays_of(told, truth) == [pytest.approx(0.6)]


def test_right_and_questions_are_of_ordinary_hands_and_silence_of_all() -> None:
    fault = [[3.0, "told", None, None]]
    figures = figures_of(
        [
            result(questions=["which_card"], right=False),
            result(delays=[0.7, 0.9]),
            result("odd", silent=fault, right=False, questions=["eight"] * 3, problem=False),
            result("plain", right=False, silent=fault),
            result("idle", told=[{"type": "card"}]),
        ]
    )
    assert figures == {
        "films": 3,
        "right_without_help": 0.5,
        "problems_raised": 0.0,
        "silent_wrong": 1,
        "questions_per_hand": 0.5,
        "latency_median_s": 0.7,
        "false_announcements": 1,
    }


def test_nothing_measured_is_null_and_not_nought() -> None:
    figures = figures_of([result("plain")])
    assert figures["right_without_help"] is figures["false_announcements"] is None


def test_a_film_is_told_from_another_of_its_name(tmp_path: Path) -> None:
    film = tmp_path / "table1000.mp4"
    for kind in ("truth.jsonl", "facts.json"):
        film.with_suffix(f".{kind}").write_text("{}", "utf-8")
    before = film_print(film)
    film.with_suffix(".truth.jsonl").write_text("{ }", "utf-8")
    assert film_print(film) != before


def test_what_is_known_is_not_judged_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged = []

    def judge(reader: TableReader) -> dict[str, Any]:
        judged.append(reader)
        return result("slides", once=2, named=3, faults=["a.png missing 1"])

    slides = [Showing("slides-a", "first", judge)]
    reader = cast(TableReader, object())
    for _ in range(2):
        (found,) = run(slides, Results(tmp_path / "results.json"), reader)
        assert found["once"] == 2
    assert judged == [reader]
    assert "2 of 3 announced once\n    a.png missing 1" in capsys.readouterr().out


def test_the_slides_of_a_source_are_taken_evenly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"source": "s", "scored": True, "complete": True, "cards": []}
    entries = [{**entry, "image": f"s/{number:02}.png"} for number in range(30)]
    (tmp_path / "labels.json").write_text(json.dumps(entries), "utf-8")
    monkeypatch.setenv("VIRA_PHOTOS", str(tmp_path))
    (few,) = slides(3)
    (all_of_them,) = slides(None)
    assert (few.name, all_of_them.name) == ("slides-s-3", "slides-s")
    photos: Any = few.judge.args[1]  # type: ignore[attr-defined]
    assert [photo.path.stem for photo in photos] == ["00", "10", "20"]


def test_without_photographs_nothing_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRA_PHOTOS", str(tmp_path))
    monkeypatch.setattr("tests.bench.bench_live.FOLDER", tmp_path)
    assert list(slides(None)) == list(films("cutouts", 2)) == []


def test_the_last_line_has_every_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: dict[str, int] = {}
    made = {
        "plain": result("plain"),
        "disturbed": result(disturbances=["a"]),
        "cutouts": result(questions=["which_card"], right=False),
        "idle": result("idle", told=[]),
    }

    def shown(kind: str, count: int) -> list[Showing]:
        asked[kind] = count
        return [Showing(kind, "first", lambda reader: made[kind])]

    counts = {**dict.fromkeys(COUNTS, 2), "kind": "slides", "source": "s", "faults": []}
    speed = {"fps_busy": 11.0, "idle_core_share": 0.08, "ms_reader": 30.0}
    for name, stand_in in {
        "open_reader": object,
        "films": shown,
        "slides": lambda most: [Showing("slides-s", "first", lambda reader: counts)],
        "measure": lambda reader: speed,
        "Results": lambda: Results(tmp_path / "results.json"),
    }.items():
        monkeypatch.setattr(f"tests.bench.bench_live.{name}", stand_in)
    monkeypatch.delenv("ONLY", raising=False)
    monkeypatch.setenv("FILMS", "20")
    assert main() == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(KEYS) <= set(figures) and all(
        figures[key] is not None for key in set(KEYS) - {"problems_raised"}
    )
    assert figures["right_without_help"] == 1.0, "what is given apart does not count among the others"
    assert figures["cutouts"]["right_without_help"] == 0.0 and figures["slides"]["named"] == 2
    assert asked == {"plain": 10, "disturbed": 20, "cutouts": 2, "idle": 6}


def test_a_part_is_measured_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quiet = [Showing("idle", "first", lambda reader: result("idle"))]
    monkeypatch.setattr("tests.bench.bench_live.open_reader", object)
    monkeypatch.setattr(
        "tests.bench.bench_live.films", lambda kind, count: quiet if kind == "idle" else pytest.fail(kind)
    )
    monkeypatch.setattr("tests.bench.bench_live.Results", lambda: Results(tmp_path / "results.json"))
    monkeypatch.setenv("ONLY", "idle")
    assert main() == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert figures["false_announcements"] == 0 and figures["silent_wrong"] is figures["fps_busy"] is None


def test_figures_are_rounded_all_through() -> None:
    assert rounded({"a": 1 / 3, "b": {"c": 2 / 3, "d": 4}, "e": None}) == {
        "a": 0.3333,
        "b": {"c": 0.6667, "d": 4},
        "e": None,
    }


def test_the_table_by_disturbance_counts_every_kind_of_a_film() -> None:
    rows = by_disturbance([result(disturbances=["a", "b"]), result(disturbances=["a"], right=False)])
    assert [row.split() for row in rows[1:]] == [["a", "2", "1", "0", "0"], ["b", "1", "1", "0", "0"]]


def test_a_kept_result_counts_for_the_same_film_and_weights_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Showing("table1000", "first", lambda reader: {})
    kept = Results(tmp_path / "results.json")
    kept.keep(film, result(), "code 1")
    again = Results(tmp_path / "results.json")
    assert again.known(film, "code 1") is not None and again.older == 0
    assert again.known(film, "code 2") is not None and again.older == 1
    monkeypatch.setattr("tests.bench.bench_live.weights_now", lambda: "others")
    assert again.known(film, "code 1") is None
    monkeypatch.undo()
    assert again.known(replace(film, stamp="another"), "code 1") is None
    assert list(json.loads((tmp_path / "results.json").read_text())) == ["table1000"]


FACTS: dict[str, Any] = {
    "answer": "back",
    "problems": ["second_card"],
    "cards": [
        {
            "card": "KS",
            "seat": 2,
            "from": 2.0,
            "covered": False,
            "counts": False,
            "until": 4.4,
            "turned": None,
            "corners": [[0, 0], [60, 0], [60, 90], [0, 90]],
        }
    ],
}
SEEN = TableEvent(EventKind.UNCERTAIN, 2.4, 7, corners=((2, 2), (62, 2), (62, 92), (2, 92)))


def answered(question: Question, facts: dict[str, Any] = FACTS) -> Choice | None:
    """What the people say to a question about the card of SEEN."""
    referee = Referee(preset("paulista"))
    said: list[Choice] = []
    referee.questions.append(question)
    referee.event_of = lambda track: SEEN if track == 7 else None  # type: ignore[method-assign]
    referee.answer = lambda number, choice, t: said.append(choice) or ()  # type: ignore[method-assign,func-returns-value]
    people = Answers(facts)
    people.give(referee, question.t + 0.5)
    assert not said, "people take a moment"
    people.give(referee, question.t + 1.5)
    return said[0] if said else None


def test_people_say_which_card_it_is_and_whose() -> None:
    which = Question(1, Ask.WHICH_CARD, 3.0, (Choice(Do.NO_CARD),), 7, any_card=True)
    assert answered(which) == Choice(Do.CARD, card="KS")
    whose = Question(1, Ask.WHOSE_CARD, 3.0, (Choice(Do.NO_CARD),), 7, card="KS")
    assert answered(whose) == Choice(Do.LAID_BY, card="KS", seat=2)


def test_people_put_a_misread_card_right_before_they_judge_it() -> None:
    ways = (Choice("card"), Choice("back"), Choice("stands"))
    misread = Question(1, "duplicate", 3.0, ways, 7, 2, "QS", any_card=True)
    assert answered(misread) == Choice("card", card="KS")
    assert answered(replace(misread, card="KS")) == Choice("back")


@pytest.mark.parametrize(("key", "counts", "said"), [
    ("second_card", False, "back"),
    ("second_card", True, "back"),
    ("out_of_turn", False, "back"),
    ("out_of_turn", True, "stands"),
])
def test_people_take_no_card_back_that_counts(key: str, counts: bool, said: str) -> None:
    facts = {**FACTS, "cards": [{**FACTS["cards"][0], "counts": counts}]}
    ways = (Choice("back"), Choice("stands"))
    assert answered(Question(1, key, 3.0, ways, 7, 2, "KS"), facts) == Choice(said)


@pytest.mark.parametrize(("laid", "said"), [(2.0, "card"), (3.9, "card"), (4.1, "keep")])
def test_people_name_no_card_that_was_not_laid_yet(laid: float, said: str) -> None:
    facts = {**FACTS, "cards": [{**FACTS["cards"][0], "counts": True, "from": laid}]}
    missing = Question(1, Ask.MISSING_CARD, 2.5, (Choice(Do.COVERED), Choice(Do.KEEP)), 0, 2)
    choice = answered(missing, facts)
    assert choice is not None and choice.do == said


def test_people_leave_a_covered_card_open_until_it_is_turned_up() -> None:
    facts = {**FACTS, "answer": "show"}
    facts["cards"] = [{**FACTS["cards"][0], "covered": True, "turned": 9.0}]
    referee = Referee(preset("paulista"))
    referee.see(TableEvent(EventKind.VIRA_SHOWN, 1.0, 1, "5D"))
    referee.see(replace(SEEN, kind=EventKind.CARD_COVERED, place=(0.5, 0.7), came_from=(0.0, 1.0)))
    people = Answers(facts)
    people.give(referee, 6.0)
    assert [one.key for one in referee.questions] == ["covered_forbidden"]
    people.give(referee, 9.5)
    assert referee.questions == [] and str(referee.match.current_trick[0][1]) == "KS"
