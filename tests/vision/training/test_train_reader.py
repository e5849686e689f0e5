"""A fixed number of steps on the committed deck alone really teaches the reader."""

from pathlib import Path

import pytest
import torch

from datasets.feed import CropPool, Part, load_stage
from vision.training.reader_network import NETWORKS, IndexNetwork, ReaderNetwork, load_reader, normalise
from vision.training.train_reader import train

STEPS = 240


def right_share(network: ReaderNetwork | IndexNetwork, part: Part) -> float:
    """Share of 300 crops, none of them trained on, that are named right."""
    pool = CropPool(load_stage(None), [77], size=300, looks=1.0, part=part)
    crops, classes = pool.batch(300)
    network.eval()
    with torch.no_grad():
        named = network(normalise(torch.from_numpy(crops))).argmax(1).numpy()
    return float((named == classes).mean())


@pytest.mark.parametrize("part", ["card", "index"])
def test_the_reader_learns_and_goes_on_where_it_stopped(part: Part, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    before = right_share(NETWORKS[part](), part)
    notes = train(None, tmp_path, steps=STEPS, batch=48, note_every=40, pool=1024, part=part)
    assert [note.steps for note in notes] == list(range(40, STEPS + 1, 40))
    assert notes[-1].loss < 0.6 * notes[0].loss
    after = right_share(load_reader(tmp_path / "last.pt", part), part)
    assert before < 0.1 and after > 0.3, f"{before:.2f} of the crops right before, {after:.2f} after"

    more = train(None, tmp_path, steps=STEPS + 40, batch=48, note_every=40, pool=64, resume=True, part=part)
    assert [note.steps for note in more] == [STEPS + 40]
    assert more[0].loss < 0.7 * notes[0].loss


@pytest.mark.parametrize("limits", [{}, {"hours": 1.0, "steps": 3}])
def test_a_run_needs_exactly_one_limit(limits: dict[str, float], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="either hours or steps"):
        train(None, tmp_path, **limits)  # type: ignore[arg-type]
