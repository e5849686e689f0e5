"""The maps of the oriented-box head become boxes in pixels of the input."""

import numpy as np
import pytest

from vision.head import CHANNELS, decode_head


def place(distances: tuple[float, ...], scores: tuple[float, float], angle: float) -> np.ndarray:
    """Logits of one place: two neighbouring bins share each distance (cells)."""
    logits = np.full(CHANNELS, -30.0, np.float32)
    for side, distance in enumerate(distances):
        whole = int(distance)
        logits[16 * side + whole] = np.log(1 - (distance - whole) + 1e-9)
        logits[16 * side + whole + 1] = np.log(distance - whole + 1e-9)
    logits[64:66] = np.log(np.array(scores) / (1 - np.array(scores)))
    share = angle / np.pi + 0.25
    logits[66] = np.log(share / (1 - share))
    return logits


def empty(rows: int, columns: int) -> np.ndarray:
    maps = np.zeros((1, CHANNELS, rows, columns), np.float32)
    maps[:, 64:66] = -9
    return maps


@pytest.mark.parametrize(
    ("distances", "angle", "box"),
    [
        ((2.0, 3.0, 2.0, 3.0), 0.0, (7.5, 3.5, 4.0, 6.0)),
        ((1.0, 3.0, 4.0, 3.0), 0.0, (9.0, 3.5, 5.0, 6.0)),
        # a quarter turn clockwise on the screen: its right is the picture's bottom
        ((1.0, 3.0, 4.0, 3.0), np.pi / 2, (7.5, 5.0, 5.0, 6.0)),
        ((2.25, 0.5, 2.75, 1.5), 0.0, (7.75, 4.0, 5.0, 2.0)),
    ],
)
def test_a_place_becomes_a_box(
    distances: tuple[float, ...], angle: float, box: tuple[float, float, float, float]
) -> None:
    fine, coarse = empty(8, 12), empty(4, 6)
    fine[0, :, 3, 7] = place(distances, (0.9, 0.2), angle)
    coarse[0, :, 1, 2] = place((1.0, 1.0, 1.0, 1.0), (0.1, 0.6), 0.5)
    found = decode_head([fine, coarse], 96, 0.3)
    assert found.shape == (1, 7, 2)
    assert found[0, :4, 0] == pytest.approx(np.array(box) * 8, abs=1e-3)
    assert found[0, 4:, 0] == pytest.approx([0.9, 0.2, angle], abs=1e-5)
    assert found[0, :, 1] == pytest.approx([2.5 * 16, 1.5 * 16, 32, 32, 0.1, 0.6, 0.5], abs=1e-4)


def test_only_what_scores_enough_is_decoded() -> None:
    maps = empty(2, 2)
    maps[0, :, 0, 0] = place((1.0, 1.0, 1.0, 1.0), (0.29, 0.1), 0.0)
    assert decode_head([maps], 64, 0.3).shape == (1, 7, 0)
    assert decode_head([maps], 64, 0.0).shape == (1, 7, 4)
