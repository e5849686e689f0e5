"""Scenes and their labels."""

import numpy as np
import pytest

from datasets.camera import Camera
from datasets.canvas import Canvas, Texture
from datasets.layout import LAYOUTS, Pose, arrange
from datasets.scene import Stage, card_quad, deck_look, lay_card, render_scene
from vision.cards import CARD_NAMES


def test_the_same_seed_gives_the_same_scene(own_stage: Stage) -> None:
    first, second = (render_scene(own_stage, np.random.default_rng(5), (320, 180), (9, 75)) for _ in range(2))
    assert (first.image == second.image).all()
    assert [card.card for card in first.cards] == [card.card for card in second.cards]


def test_labels_are_sound_over_many_scenes(own_stage: Stage) -> None:
    names, backs, covered = set(), 0, 0
    for seed in range(60):
        scene = render_scene(own_stage, np.random.default_rng(seed), (480, 270), (13, 112))
        assert scene.image.shape == (270, 480, 3) and scene.image.dtype == np.uint8
        for card in scene.cards:
            assert card.quad.shape == (4, 2) and np.isfinite(card.quad).all()
            assert 0 <= card.visible <= 1
            assert card.card is None or card.card in CARD_NAMES
        labelled = scene.labelled()
        assert all(any(card is drawn for drawn in scene.cards) for card in labelled)
        names |= {card.card for card in labelled if card.card}
        backs += sum(card.card is None for card in labelled)
        covered += sum(card.visible < 0.9 for card in labelled)
    assert len(names) > 45 and backs > 20 and covered > 60


def test_a_card_on_another_takes_from_its_visible_share(own_stage: Stage) -> None:
    rng = np.random.default_rng(0)
    canvas = Canvas(np.full((360, 640, 3), 90, np.uint8))
    camera = Camera.over_table((640, 360), 60, card_mm=57)
    texture = own_stage.boxes[0].texture("AS", rng)
    quads = [card_quad(camera, Pose(x, 0, 0), (57, 88)) for x in (0.0, 28.5)]
    for number, quad in enumerate(quads, start=1):
        lay_card(rng, canvas, texture, quad, number, deck_look(rng), np.zeros(2))
    below, above = canvas.visible_shares(quads)
    assert below == pytest.approx(0.5, abs=0.03) and above == pytest.approx(1, abs=0.03)


def test_a_card_half_outside_the_picture_is_half_visible(own_stage: Stage) -> None:
    rng = np.random.default_rng(0)
    canvas = Canvas(np.full((360, 640, 3), 90, np.uint8))
    camera = Camera.over_table((640, 360), 60, card_mm=57)
    left = camera.on_table(np.array([[0.0, 180.0]]))[0]
    quad = card_quad(camera, Pose(left[0], 0, 0), (57, 88))
    lay_card(rng, canvas, own_stage.boxes[0].texture("7H", rng), quad, 1, deck_look(rng), np.zeros(2))
    assert canvas.visible_shares([quad])[0] == pytest.approx(0.5, abs=0.03)


def test_a_texture_is_laid_upright_and_not_mirrored() -> None:
    picture = np.full((60, 40, 4), 255, np.uint8)
    picture[:20, :15, :3] = 0  # a dark mark at the top left
    canvas = Canvas(np.full((100, 100, 3), 128, np.uint8))
    canvas.lay(Texture(picture), np.array([[30.0, 20], [70, 20], [70, 80], [30, 80]]), 1)
    assert canvas.image[28, 36].max() < 40
    assert min(canvas.image[28, 64].min(), canvas.image[72, 36].min(), canvas.image[72, 64].min()) > 200
    assert canvas.owner[50, 50] == 1 and canvas.owner[5, 5] == 0


@pytest.mark.parametrize("layout", [layout for layout, _ in LAYOUTS])
def test_every_layout_gives_a_handful_of_cards(layout: object) -> None:
    counts = [len(layout(np.random.default_rng(seed), 900.0, 500.0)) for seed in range(40)]  # type: ignore[operator]
    assert max(counts) <= 30 and max(counts) >= 5


def test_tables_are_sometimes_empty_and_never_overfull() -> None:
    counts = [len(arrange(np.random.default_rng(seed), 900.0, 500.0)) for seed in range(300)]
    assert 0 in counts and max(counts) <= 34
