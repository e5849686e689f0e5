"""What is said about how the camera sees: one thing, once it has lasted, and nothing once it is mended."""

from __future__ import annotations

import pytest

from app.ui.present.seeing import MOVED_SECONDS, Sight, fault_text
from app.ui.watching import STOPPED, Saw
from app.words import LANGUAGES, Words
from engine import PRESETS
from vision.events import EventKind, TableEvent
from vision.view.advice import Advice, AdviceKey
from vision.view.check import ViewReport

WORDS = Words("pt_BR", PRESETS["paulista"])


def report(*keys: AdviceKey) -> ViewReport:
    advice = tuple(Advice(key, 40.0) for key in keys)
    return ViewReport(3.0, 90.0, 10.0, 1.0, 200.0, 0.0, 4, None, advice)


def text(*frames: Saw) -> str:
    sight = Sight()
    for frame in frames:
        sight.take(frame)
    return sight.text(WORDS)


def test_nothing_is_said_while_all_is_well_or_something_passes() -> None:
    assert text(Saw(1, 0.0, ())) == ""
    assert text(Saw(1, 0.0, (), view=report()), Saw(1, 9.0, (), view=report())) == ""
    assert text(Saw(1, 0.0, (), view=report(AdviceKey.DARK)), Saw(1, 2.0, ())) == ""


def test_what_lasts_is_said_the_most_urgent_first_and_no_longer_than_it_lasts() -> None:
    both = report(AdviceKey.DARK, AdviceKey.CLOSER)
    lasting = [Saw(1, 0.0, (), view=both), Saw(1, 3.5, (), view=both)]
    assert text(*lasting) == WORDS("view.dark")
    nearer = [Saw(1, 4.0, (), view=report(AdviceKey.CLOSER))]
    assert text(*lasting, *nearer) == WORDS("view.closer", value=40.0)
    mended = [Saw(1, 5.0, (), view=report())]
    assert text(*lasting, *nearer, *mended) == ""
    # Amiss once more: it has to last again.
    assert text(*lasting, *nearer, *mended, Saw(1, 6.0, (), view=both)) == ""


def test_that_a_source_is_being_opened_is_said_until_its_first_frame() -> None:
    sight = Sight(opens=True)
    assert sight.text(WORDS) == "Abrindo a imagem…"
    sight.take(Saw(1, 0.0, ()))
    assert sight.text(WORDS) == ""


def test_a_moved_camera_is_said_for_some_seconds() -> None:
    moved = [Saw(1, 0.0, (), moves=0), Saw(1, 1.0, (), moves=1)]
    assert text(*moved) == "A câmera foi mexida; a mão continua"
    assert text(*moved, Saw(1, 1.0 + MOVED_SECONDS + 0.1, (), moves=1)) == ""


def test_a_lost_picture_comes_before_everything_until_the_view_is_measured_again() -> None:
    lost = TableEvent(EventKind.VIEW_LOST, 4.0, message="black")
    frames = [Saw(1, 0.0, (), view=report(AdviceKey.GLARE)), Saw(1, 4.0, (lost,)), Saw(1, 8.0, ())]
    assert "imagem está preta" in text(*frames)
    assert text(*frames, Saw(1, 9.0, (), view=report())) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_is_said_in_the_language_of_the_screen(language: str) -> None:
    words = Words(language, PRESETS["paulista"])
    said = {
        fault_text("camera 0 is not there", live=True, words=words),
        fault_text("the video is cut off", live=False, words=words),
        fault_text(STOPPED, live=True, words=words),
    }
    assert len(said) == 3 and not any("camera 0" in one for one in said)
    assert fault_text("", live=True, words=words) == ""
