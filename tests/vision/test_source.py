"""One contract for every kind of source; broken and missing ones say so in one sentence."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.config import SourceConfig
from vision.source import (
    Frame,
    FrameSource,
    Lost,
    PushSource,
    SourceError,
    StreamSource,
    open_source,
)

QUICK = replace(SourceConfig(), silent_time=0.4, reopen_time=0.1)


def numbered(number: int) -> np.ndarray:
    """A picture that says which one it is, even after lossy compression."""
    image = np.full((120, 160, 3), 40, np.uint8)
    for bit in range(6):
        if number >> bit & 1:
            image[40:80, 10 + 24 * bit : 28 + 24 * bit] = 220
    return image


def number_of(image: np.ndarray) -> int:
    return sum(1 << bit for bit in range(6) if image[60, 19 + 24 * bit].mean() > 128)


def write_video(path: Path, count: int = 30, fps: float = 10.0, code: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), fps, (160, 120))
    assert writer.isOpened()
    for number in range(count):
        writer.write(numbered(number))
    writer.release()
    return path


class _Stream(http.server.BaseHTTPRequestHandler):
    """Endless MJPEG, ten pictures a second; stops changing or hangs up when told to."""

    mode = "play"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        number = 0
        while type(self).mode != "hang up":
            if type(self).mode == "play":
                number += 1
            data = cv2.imencode(".jpg", numbered(number % 64))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return
            time.sleep(0.05)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def stream() -> Iterator[str]:
    _Stream.mode = "play"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Stream)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/video.mjpg"
    _Stream.mode = "hang up"
    server.shutdown()


def a_video(tmp_path: Path) -> FrameSource:
    return open_source(str(write_video(tmp_path / "film.avi")))


def a_folder(tmp_path: Path) -> FrameSource:
    for number in range(12):
        cv2.imwrite(str(tmp_path / f"photo{number}.png"), numbered(number))
    return open_source(str(tmp_path), fps=10)


def a_push(tmp_path: Path) -> FrameSource:
    source = PushSource(QUICK)

    def feed() -> None:
        for number in range(40):
            source.push(numbered(number))
            time.sleep(0.02)

    threading.Thread(target=feed, daemon=True).start()
    return source


@pytest.fixture(params=["video", "folder", "push", "stream"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FrameSource]:
    makers: dict[str, Callable[[Path], FrameSource]] = {"video": a_video, "folder": a_folder, "push": a_push}
    if request.param == "stream":
        made: FrameSource = StreamSource(request.getfixturevalue("stream"), QUICK)
    else:
        made = makers[request.param](tmp_path)
    with made:
        yield made


def test_contract(source: FrameSource) -> None:
    """Pictures as they were taken, numbers and times that grow; closing ends the iteration, twice is fine."""
    frames: list[Frame] = []
    for frame in source:
        frames.append(frame)
        if len(frames) == 8:
            source.close()
    assert len(frames) == 8
    assert all(f.image.shape == (120, 160, 3) and f.image.dtype == np.uint8 and not f.lost for f in frames)
    for first, second in pairwise(frames):
        assert second.number > first.number and second.t > first.t >= 0
        assert (number_of(second.image) - number_of(first.image)) % 64 == second.number - first.number
    if not source.live:
        assert [f.number for f in frames] == list(range(8))
        assert [f.t for f in frames] == pytest.approx([0.1 * i for i in range(8)], abs=0.002)
    source.close()


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


def test_only_the_newest_frame_of_a_live_source_is_given() -> None:
    source = PushSource(QUICK)
    frames = iter(source)
    source.push(numbered(0), t=0.0)
    assert next(frames).number == 0
    for number in range(1, 20):
        source.push(numbered(number), t=number / 10)
    newest = next(frames)
    assert (newest.number, newest.t, number_of(newest.image)) == (19, 1.9, 19)


@pytest.mark.parametrize("still_pushing", [False, True])
def test_a_silent_or_frozen_camera_is_noticed_and_taken_up_again(still_pushing: bool) -> None:
    source = PushSource(QUICK)
    frames = iter(source)
    source.push(numbered(1))
    assert not next(frames).lost
    stop = threading.Event()

    def same_again() -> None:
        while still_pushing and not stop.wait(0.05):
            source.push(numbered(1))

    thread = threading.Thread(target=same_again, daemon=True)
    thread.start()
    start = time.monotonic()
    while not (lost := next(frames)).lost:
        pass
    assert time.monotonic() - start < 2 and lost.image.shape == (120, 160, 3) and not lost.image.any()
    stop.set()
    thread.join()
    source.push(numbered(2))
    while (back := next(frames)).lost:
        pass
    assert number_of(back.image) == 2
    source.close()


@pytest.mark.parametrize(("failure", "said"), [("freeze", Lost.FROZEN), ("hang up", Lost.GONE)])
def test_a_stream_that_dies_is_noticed_and_reopened(stream: str, failure: str, said: Lost) -> None:
    with StreamSource(stream, QUICK) as source:
        frames = iter(source)
        assert not next(frames).lost
        _Stream.mode = failure
        start = time.monotonic()
        while not (lost := next(frames)).lost:
            assert time.monotonic() - start < 5
        assert lost.lost == said
        _Stream.mode = "play"
        while next(frames).lost:
            assert time.monotonic() - start < 15


def test_only_pictures_can_be_pushed() -> None:
    with pytest.raises(ValueError, match="H x W x 3"):
        PushSource().push(np.zeros((10, 10), np.uint8))
