"""The command line as a whole: commands, exit codes, what is loaded for which command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.main import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent.parent


def vira(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the program as a person would, without a display unless one is given."""
    return subprocess.run(
        [sys.executable, "-m", "app.main", *arguments],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"vira {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["dance"], ["judge"], ["judge", "x", "--seats", "5"], ["judge", "x", "--dealer", "one"], ["--loud"]],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "--help" in error


def test_judging_a_hand_written_down_loads_neither_opencv_nor_kivy() -> None:
    code = (
        "import sys; from app.main import main\n"
        "try: main(['hand', '--help'])\n"
        "except SystemExit: pass\n"
        "sys.exit(bool({'cv2', 'kivy', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0


def test_judging_a_film_loads_no_kivy() -> None:
    code = (
        "import sys; from app.main import main\n"
        "assert main(['judge', 'nothing.mp4']) == 2\n"
        "sys.exit('kivy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def bad_sources(tmp_path: Path) -> dict[str, str]:
    empty, text, picture = tmp_path / "empty.mp4", tmp_path / "text.mp4", tmp_path / "photo.png"
    empty.touch()
    text.write_text("this is no film")
    picture.write_bytes(b"\x89PNG")
    (tmp_path / "folder").mkdir()
    return {
        "missing": str(tmp_path / "nothing.mp4"),
        "empty": str(empty),
        "no film": str(text),
        "a picture": str(picture),
        "a folder without photos": str(tmp_path / "folder"),
        "no camera": "97",
        "no stream": "http://127.0.0.1:9/nothing",
    }


@pytest.mark.parametrize(
    "kind", ["missing", "empty", "no film", "a picture", "a folder without photos", "no camera", "no stream"]
)
def test_sources_that_are_none_end_in_one_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.commands.judge.open_reader", lambda: None)
    monkeypatch.setattr("vision.watch.TableWatcher", lambda reader, **_: None)
    assert main(["judge", bad_sources(tmp_path)[kind]]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("vira: ") and printed.err.count("\n") == 1
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("command", ["judge", "app"])
def test_altered_weights_end_in_one_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.models.MODELS_FOLDER", tmp_path)
    monkeypatch.setattr("app.commands.app.has_display", lambda: True)
    assert main([command, *(["film.mp4"] if command == "judge" else ["--source", "film.mp4"])]) == 2
    error = capsys.readouterr().err
    assert "models.json is missing" in error and error.count("\n") == 1


def test_a_display_that_does_not_answer_is_none(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.commands.app import has_display

    for name in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert has_display()
    monkeypatch.setenv("DISPLAY", ":97")
    assert not has_display()
    monkeypatch.delenv("DISPLAY")
    assert not has_display()


def test_without_a_display_the_app_asks_for_its_transcript_as_judge_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    monkeypatch.setattr("app.commands.app.has_display", lambda: False)
    monkeypatch.setattr("app.commands.judge.run", lambda args: asked.append(args) or 0)
    assert main(["app", "--dealer", "1", "--lang", "en"]) == 0
    (told,) = asked
    assert told.source.endswith("hand.mp4") and told.calls.name == "hand.calls.jsonl"
    assert (told.rules, told.dealer, told.lang, told.seats) == ("paulista", 1, "en", None)
    assert hasattr(told, "json") and hasattr(told, "overlay")


def test_without_a_display_the_app_judges_its_source_as_text() -> None:
    done = vira("app", "--source", "nothing.mp4")
    assert done.returncode == 2
    first, *_, last = done.stderr.splitlines()
    assert first.startswith("Não há tela")
    assert last.startswith("vira: ") and "Traceback" not in done.stderr
