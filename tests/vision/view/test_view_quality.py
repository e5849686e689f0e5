"""Sharpness, light and glare of drawn cards that are blurred, dimmed and lit amiss by a known amount."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from app.paths import CARDS
from datasets.camera import Camera
from datasets.canvas import Canvas, Texture
from datasets.layout import Pose
from datasets.scene import card_quad
from vision.crop import quad_of_points
from vision.view.quality import blur_px, glare_of, light_of

POSES = {"7C": Pose(-120, 20, 0.3), "KD": Pose(10, -60, 1.2), "3S": Pose(130, 50, -0.5)}


def table(names: tuple[str, ...] = tuple(POSES), card_px: float = 90) -> tuple[np.ndarray, list[np.ndarray]]:
    """Cards of our own deck on green cloth, and their outlines."""
    eye = Camera.over_table((1280, 720), card_px, tilt=math.radians(15))
    canvas = Canvas(np.full((720, 1280, 3), (60, 105, 40), np.uint8))
    quads = []
    for number, name in enumerate(names, 1):
        quad = card_quad(eye, POSES[name], (63.0, 88.0))
        picture = cv2.imread(str(CARDS / f"{name}.png"), cv2.IMREAD_UNCHANGED)
        canvas.lay(Texture(np.ascontiguousarray(picture)), quad, number, None)
        quads.append(quad_of_points(quad))
    return canvas.image, quads


@pytest.mark.parametrize("sigma", [1.0, 1.5, 2.0, 3.0, 4.0])
def test_blur_is_measured_in_pixels(sigma: float) -> None:
    image, quads = table()
    sharp = blur_px(image, quads)
    soft = blur_px(cv2.GaussianBlur(image, (0, 0), sigma), quads)
    assert sharp is not None and soft is not None and sharp < 1.1
    assert soft == pytest.approx(math.hypot(sharp, sigma), rel=0.25)


def test_blur_is_the_same_in_noise_and_in_half_the_light() -> None:
    image, quads = table()
    soft = cv2.GaussianBlur(image, (0, 0), 2.0)
    noise = np.random.default_rng(1).normal(0, 5, soft.shape)
    noisy = np.clip(soft + noise, 0, 255).astype(np.uint8)
    plain = blur_px(soft, quads)
    assert blur_px(noisy, quads) == pytest.approx(plain, rel=0.25)
    assert blur_px((soft * 0.4).astype(np.uint8), quads) == pytest.approx(plain, rel=0.15)


def test_where_nothing_has_contrast_no_blur_is_told() -> None:
    plain = np.full((400, 600, 3), 90, np.uint8)
    quad = np.array([[100, 100], [220, 100], [220, 180], [100, 180]], np.float32)
    assert blur_px(plain, [quad]) is None and blur_px(plain, []) is None
    assert blur_px(plain, [quad + 5000]) is None  # an outline outside the picture


@pytest.mark.parametrize("share", [1.0, 0.6, 0.25])
def test_light_is_the_level_of_the_paper(share: float) -> None:
    image, quads = table()
    dim = (image * share).astype(np.uint8)
    assert light_of(dim, quads) == pytest.approx(250 * share, rel=0.06)
    assert light_of(dim, []) == pytest.approx(105 * share, abs=3)  # only the cloth is told from


def lamp(image: np.ndarray, at: np.ndarray, radius: float) -> np.ndarray:
    """The picture with a lamp mirrored at a place."""
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.circle(spot, (int(at[0]), int(at[1])), int(radius), 1.0, cv2.FILLED)
    spot = cv2.GaussianBlur(spot, (0, 0), radius / 6)[:, :, None]
    return np.clip(image + spot * 400, 0, 255).astype(np.uint8)


def test_a_lamp_mirrored_on_a_card_is_glare_and_bright_paper_is_not() -> None:
    image, quads = table()
    dim = (image * 0.7).astype(np.uint8)
    assert glare_of(image, quads) == 0.0 and glare_of(dim, quads) == 0.0 and glare_of(dim, []) == 0.0
    with_lamp = lamp(dim, quads[1].mean(axis=0), 26)
    area = cv2.contourArea(quads[1])
    assert glare_of(with_lamp, quads) == pytest.approx(math.pi * 26**2 / area, rel=0.35)
    assert glare_of(with_lamp, [quads[0], quads[2]]) == 0.0


def test_a_lamp_mirrored_in_the_bare_table_is_glare() -> None:
    image, _ = table(())
    assert glare_of(image, []) == 0.0
    assert glare_of(lamp(image, np.array([600, 300]), 90), []) > 0.03
