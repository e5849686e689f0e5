"""A folder of photos as a film."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from app.photos import HeldPhotos, open_table
from vision.source import SourceError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, grey in enumerate((50, 100, 150), start=9):
        cv2.imwrite(str(tmp_path / f"photo{number}.png"), np.full((90, 160, 3), grey, np.uint8))
    return tmp_path


@pytest.mark.parametrize("fps, looks", [(None, 10), (2.0, 5), (0.5, 20), (30.0, 1)])
def test_every_photo_is_seen_until_the_next_is_due(folder: Path, fps: float | None, looks: int) -> None:
    with open_table(str(folder), fps=fps) as source:
        frames = list(source)
    assert isinstance(source, HeldPhotos) and not source.live
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [50] * looks + [100] * looks + [150] * looks
    assert [frame.number for frame in frames] == list(range(3 * looks))
    assert frames[-1].t == pytest.approx((3 * looks - 1) * 0.1)


def test_a_photo_that_cannot_be_read_is_said_after_the_others(folder: Path) -> None:
    (folder / "photo1.png").write_bytes(b"no picture")
    seen = []
    with open_table(str(folder)) as source, pytest.raises(SourceError, match="photo1"):
        for frame in source:
            seen.append(frame)
    assert len(seen) == 30


def test_other_sources_are_left_as_they_are(folder: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        open_table(str(folder / "film.mp4"))
