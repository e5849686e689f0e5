"""One example of each card of a deck, taken from the embedding."""

import numpy as np
import pytest

from datasets.feed import load_stage
from vision.models import OnnxReader, load_networks
from vision.training.enrol import compare, example


def test_an_example_is_a_whole_card_on_a_table() -> None:
    box = load_stage(None).boxes[0]
    crop = example(box, "4S")
    assert crop.shape == (160, 112, 3)
    assert len(np.unique(crop[:2].reshape(-1, 3), axis=0)) == 1 and crop[80, 56].min() > 200


@pytest.mark.parametrize("number", [0, 1])
def test_the_nearest_example_names_most_crops_of_the_own_decks(number: int) -> None:
    stage = load_stage(None)
    reader = load_networks().reader
    assert isinstance(reader, OnnxReader)
    by_example, by_head = compare(reader, stage, stage.boxes[number], 60)
    assert by_example > 0.7 and by_head > 0.7
