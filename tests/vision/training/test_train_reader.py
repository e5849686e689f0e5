"""A fixed number of steps on the committed deck alone really teaches the reader."""

from pathlib import Path

import numpy as np
import pytest
import torch

from datasets.crops import render_crop
from datasets.feed import load_stage
from vision.training.reader_network import ReaderNetwork, normalise
from vision.training.train_reader import train

STEPS = 240


def right_share(network: ReaderNetwork) -> float:
    """Share of 300 crops, none of them trained on, that are named right."""
    stage = load_stage(None)
    crops, classes = zip(
        *(render_crop(stage, np.random.default_rng([77, n])) for n in range(300)), strict=True
    )
    network.eval()
    with torch.no_grad():
        named = network(normalise(torch.from_numpy(np.stack(crops)))).argmax(1).numpy()
    return float((named == np.array(classes)).mean())


def test_the_reader_learns_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    before = right_share(ReaderNetwork())
    notes = train(None, tmp_path, steps=STEPS, batch=48, note_every=40, pool=1024)
    assert [note.steps for note in notes] == list(range(40, STEPS + 1, 40))
    assert notes[-1].loss < 0.6 * notes[0].loss
    network = ReaderNetwork()
    network.load_state_dict(torch.load(tmp_path / "last.pt", weights_only=True)["network"])
    after = right_share(network)
    assert before < 0.1 and after > 0.3, f"{before:.2f} of the crops right before, {after:.2f} after"

    more = train(None, tmp_path, steps=STEPS + 40, batch=48, note_every=40, pool=64, resume=True)
    assert [note.steps for note in more] == [STEPS + 40]
    assert more[0].loss < 0.7 * notes[0].loss


@pytest.mark.parametrize("limits", [{}, {"hours": 1.0, "steps": 3}])
def test_a_run_needs_exactly_one_limit(limits: dict[str, float], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="either hours or steps"):
        train(None, tmp_path, **limits)  # type: ignore[arg-type]
