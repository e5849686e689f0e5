"""A fixed number of steps on the committed deck alone really teaches each of the small networks."""

from pathlib import Path

import pytest
import torch
from torch import nn

from datasets.feed import load_stage
from vision.training.parts import PARTS, PartName, as_tensors, load_part, normalise
from vision.training.train_part import train

STEPS = 240


def right_share(network: nn.Module, name: PartName) -> float:
    """Share of 300 crops, none of them trained on, that are right."""
    batch = PARTS[name].pool(load_stage(None), [77], 300).batch(300)
    pictures, truths = as_tensors(*batch)
    with torch.no_grad():
        return PARTS[name].loss(network.eval()(normalise(pictures)), truths)[1]


@pytest.mark.parametrize(
    ("name", "enough", "kept"), [("card", 0.3, 0.7), ("index", 0.1, 0.8), ("outline", 0.12, 0.7)]
)
def test_a_network_learns_and_goes_on_where_it_stopped(
    name: PartName, enough: float, kept: float, tmp_path: Path
) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    before = right_share(PARTS[name].network(), name)
    notes = train(name, None, tmp_path, steps=STEPS, batch=48, note_every=40, pool=1024)
    assert [note.steps for note in notes] == list(range(40, STEPS + 1, 40))
    assert notes[-1].loss < 0.6 * notes[0].loss
    after = right_share(load_part(name, tmp_path / "last.pt"), name)
    assert before < 0.1 and after > enough, f"{before:.2f} right before, {after:.2f} after"

    more = train(name, None, tmp_path, steps=STEPS + 40, batch=48, note_every=40, pool=64, resume=True)
    assert [note.steps for note in more] == [STEPS + 40]
    assert more[0].loss < kept * notes[0].loss


@pytest.mark.parametrize(("name", "least"), [("cover", 0.8), ("back", 0.96)])
def test_what_takes_thousands_of_steps_learns(name: PartName, least: float, tmp_path: Path) -> None:
    """Its loss falls from the first ones on, slowly where one guess in two is right at first."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    pictures, truths = as_tensors(*PARTS[name].pool(load_stage(None), [77], 300).batch(300))

    def loss(network: nn.Module) -> float:
        with torch.no_grad():
            return float(PARTS[name].loss(network.eval()(normalise(pictures)), truths)[0])

    before = loss(PARTS[name].network())
    train(name, None, tmp_path, steps=STEPS, batch=48, note_every=40, pool=1024)
    after = loss(load_part(name, tmp_path / "last.pt"))
    assert after < least * before, f"{before:.3f} before, {after:.3f} after"


@pytest.mark.parametrize("limits", [{}, {"hours": 1.0, "steps": 3}])
def test_a_run_needs_exactly_one_limit(limits: dict[str, float], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="either hours or steps"):
        train("card", None, tmp_path, **limits)  # type: ignore[arg-type]
