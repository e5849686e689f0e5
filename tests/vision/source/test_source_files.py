"""Files and folders, and what cannot be opened: one sentence each."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from pictures import number_of, numbered, write_video

from vision.source import SourceError, open_source


@pytest.mark.parametrize(("name", "code"), [("film.avi", "MJPG"), ("film.mp4", "mp4v"), ("film.mkv", "MJPG")])
def test_a_whole_video_is_read_to_its_end(tmp_path: Path, name: str, code: str) -> None:
    with open_source(str(write_video(tmp_path / name, code=code))) as source:
        assert [number_of(frame.image) for frame in source] == list(range(30))


def test_own_speed_for_a_video(tmp_path: Path) -> None:
    with open_source(str(write_video(tmp_path / "film.avi")), fps=5) as source:
        assert [frame.t for frame in source][:3] == pytest.approx([0.0, 0.2, 0.4])


def test_photos_come_in_natural_order_and_a_broken_one_costs_only_itself(tmp_path: Path) -> None:
    for number in (1, 2, 10, 11):
        cv2.imwrite(str(tmp_path / f"photo{number}.png"), numbered(number))
    (tmp_path / "photo3.png").write_bytes(b"broken")
    (tmp_path / "notes.txt").write_text("no photo")
    seen = []
    with pytest.raises(SourceError, match=r"1 of 5 photos could not be read \(photo3.png: "):
        seen.extend(number_of(frame.image) for frame in open_source(str(tmp_path)))
    assert seen == [1, 2, 10, 11]


def test_a_video_that_ends_in_the_middle_gives_its_frames_and_says_so(tmp_path: Path) -> None:
    path = write_video(tmp_path / "film.avi", count=40)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * 0.6)])
    frames = []
    with (
        open_source(str(path)) as source,
        pytest.raises(SourceError, match=r"ends in the middle, after 2\d of 40"),
    ):
        frames.extend(source)
    assert [number_of(frame.image) for frame in frames] == list(range(len(frames))) and len(frames) > 15


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("no.mp4", None, "does not exist"),
        ("empty.mp4", b"", "is empty"),
        ("text.mp4", b"this is no video at all" * 99, "no video that can be opened"),
        ("photo.jpg", b"\xff\xd8\xff", "is a picture, not a video"),
    ],
)
def test_what_is_no_video_is_one_sentence(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=words) as caught:
        open_source(str(tmp_path / name))
    assert "\n" not in str(caught.value)


def test_a_cut_off_mp4_is_one_sentence(tmp_path: Path) -> None:
    path = write_video(tmp_path / "film.mp4", code="mp4v")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(SourceError, match="cut off"):
        open_source(str(path))


def test_empty_folder_and_senseless_speed(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no photo"):
        open_source(str(tmp_path))
    with pytest.raises(SourceError, match="no speed"):
        open_source(str(tmp_path), fps=0)


def test_a_camera_that_is_not_there_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match="camera 97 is not there"):
        open_source("97")
    assert capfd.readouterr().err == ""


def test_a_stream_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(SourceError, match="is not there or does not answer"):
        open_source("http://127.0.0.1:9/none.mjpg")
