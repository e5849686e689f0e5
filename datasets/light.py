"""Light on the table and what the lens and the sensor do to it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from datasets.canvas import Image

_NOISE_SIDE = 1536
_noise_bank: list[np.ndarray] = []


def illuminate(
    rng: np.random.Generator,
    image: Image,
    cards: np.ndarray | None = None,
    *,
    mild: bool = False,
    notes: set[str] | None = None,
) -> Image:
    """Exposure, colour cast, gradients, a lamp's cone, hard shadows, and glare on the cards.

    ``cards`` is a mask (uint8, not 0 where a card lies): glare is strong there and faint elsewhere.
    ``mild``: a room in which people would sit down to play, neither dark nor dazzling. ``notes`` is told what
    happened: "dim", "overexposed", "hard shadow", "glare".
    """
    notes = set() if notes is None else notes
    height, width = image.shape[:2]
    grid_h, grid_w = 18, 32
    ys, xs = np.mgrid[0:grid_h, 0:grid_w]
    ys, xs = ys / (grid_h - 1) - 0.5, xs / (grid_w - 1) - 0.5
    field = np.ones((grid_h, grid_w))
    if rng.random() < 0.8:
        angle, slope = rng.uniform(0, 2 * math.pi), abs(rng.normal(0, 0.35))
        field += slope * (np.cos(angle) * xs + np.sin(angle) * ys)
    if rng.random() < 0.35:
        cx, cy, reach = rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rng.uniform(0.2, 0.8)
        field += rng.uniform(-0.5, 0.7) * np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * reach**2))
    kind = rng.random() * (0.6 if mild else 1)
    exposure = (
        rng.uniform(0.75, 1.1)
        if kind < 0.6
        else rng.uniform(0.28, 0.75)
        if kind < 0.85
        else rng.uniform(1.1, 1.6)
    )
    if kind >= 0.6:
        notes.add("dim" if exposure < 0.75 else "overexposed")
    gain = np.clip(field, 0.15, 2.5) * exposure
    cast = np.exp(rng.normal(0, 0.06, 3) + rng.normal(0, 0.13) * np.array([-1.0, -0.1, 0.8]))
    low = (np.clip(gain[..., None] * cast, 0, 3) * 80).astype(np.uint8)
    field_image = cv2.resize(low, (width, height), interpolation=cv2.INTER_LINEAR)
    lit = cv2.multiply(image, field_image, scale=1 / 80)
    if rng.random() < (0.15 if mild else 0.3):
        notes.add("hard shadow")
        lit = _hard_shadow(rng, lit)
    if rng.random() < (0.1 if mild else 0.3):
        notes.add("glare")
        lit = _glare(rng, lit, cards)
    return np.asarray(lit)


def _hard_shadow(rng: np.random.Generator, image: Image) -> Image:
    """The shadow of something outside the picture: a big polygon with a soft or hard edge."""
    height, width = image.shape[:2]
    mask = np.full((height // 2, width // 2), 255, np.uint8)
    middle = np.array([rng.uniform(0, width / 2), rng.uniform(0, height / 2)])
    angles = np.sort(rng.uniform(0, 2 * math.pi, rng.integers(3, 8)))
    reach = rng.uniform(0.1, 0.6) * width / 2 * rng.uniform(0.5, 1.2, len(angles))
    points = middle + np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None]
    cv2.fillPoly(mask, [points.astype(np.int32)], int(255 * rng.uniform(0.35, 0.85)))
    side = 2 * int(rng.integers(0, max(2, width // 60))) + 1
    mask = cv2.resize(cv2.blur(mask, (side, side)), (width, height))
    return np.asarray(cv2.multiply(image, cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), scale=1 / 255))


def _glare(rng: np.random.Generator, image: Image, cards: np.ndarray | None) -> Image:
    """A lamp mirrored by glossy paper: white over ink and paper alike."""
    height, width = image.shape[:2]
    mask = np.zeros((height // 4 + 1, width // 4 + 1), np.uint8)
    for _ in range(rng.integers(1, 4)):
        centre = (int(rng.uniform(0, mask.shape[1])), int(rng.uniform(0, mask.shape[0])))
        axes = tuple(int(a) for a in np.exp(rng.uniform(math.log(0.02), math.log(0.25), 2)) * width / 4 + 1)
        cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, int(rng.uniform(60, 255)), -1)
    side = 2 * int(rng.uniform(0.01, 0.08) * width / 4) + 3
    mask = cv2.resize(cv2.blur(cv2.blur(mask, (side, side)), (side, side)), (width, height))
    if cards is not None:
        mask = np.where(cards > 0, mask, mask // 3).astype(np.uint8)
    return np.asarray(cv2.add(image, cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR)))


def photograph(
    rng: np.random.Generator, image: Image, softness: float = 1.0, notes: set[str] | None = None
) -> Image:
    """Defocus, motion blur, noise, sharpening, tone and JPEG. ``softness`` scales the blurs (pixels).

    ``notes`` is told of "defocus" and "motion blur".
    """
    blur = rng.random()
    if notes is not None and blur < 0.6:
        notes.add("defocus" if blur < 0.45 else "motion blur")
    if blur < 0.45:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), max(0.2, softness * rng.uniform(0.3, 1.3))))
    elif blur < 0.6:
        image = motion_blur(rng, image, softness * rng.uniform(1.5, 6))
    if rng.random() < 0.12:
        image = speckle(rng, image)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), 1.0 + rng.random())
        amount = rng.uniform(0.3, 1.3)
        image = np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0))
    if rng.random() < 0.7:
        image = add_noise(rng, image, float(abs(rng.normal(0, 5))))
    if rng.random() < 0.5:
        image = tone(rng, image)
    size = image.shape[1], image.shape[0]
    if rng.random() < 0.3:
        image = coarsened(rng, image, min(0.9, max(0.4, 0.3 / softness)))
    if rng.random() < 0.06:
        image = np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    if rng.random() < 0.6:
        quality = int(rng.uniform(25, 95))
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if done:
            image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
    if (image.shape[1], image.shape[0]) != size:
        how = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
        image = np.asarray(cv2.resize(image, size, interpolation=how))
    return image


def coarsened(rng: np.random.Generator, image: Image, least: float) -> Image:
    """As a camera of fewer pixels has it, at least that share of them a side.

    Streams that were squeezed for sending have other shares upwards than across. Who asks for it enlarges it.
    """
    across = rng.uniform(least, 1.0)
    upwards = across if rng.random() < 0.5 else rng.uniform(least, 1.0)
    small = max(8, round(image.shape[1] * across)), max(8, round(image.shape[0] * upwards))
    return np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA))


def motion_blur(rng: np.random.Generator, image: Image, length: float) -> Image:
    """Blur along a random straight line of that many pixels."""
    side = 2 * math.ceil(length / 2) + 1
    kernel = np.zeros((side, side), np.float32)
    angle = rng.uniform(0, math.pi)
    arm = np.array([math.cos(angle), math.sin(angle)]) * length / 2
    middle = side // 2
    start, end = np.round(middle - arm).astype(int), np.round(middle + arm).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))


def speckle(rng: np.random.Generator, image: Image) -> Image:
    """Bright specks, dark ones, or both, one to three pixels wide: dust, crumbs, a dirty lens, a bad line."""
    image = image.copy()
    height, width = image.shape[:2]
    count = int(height * width * 10 ** rng.uniform(-3.6, -2.2))
    kind = rng.random()
    for bright in (True, False) if kind < 0.4 else (kind < 0.85,):
        x, y = rng.integers(0, width, count), rng.integers(0, height, count)
        levels = (rng.uniform(170, 255, count) if bright else rng.uniform(1, 90, count)).astype(np.uint8)
        small, large = np.zeros((2, height, width), np.uint8)
        wide = rng.random(count) < 0.3
        small[y[~wide], x[~wide]] = levels[~wide]
        large[y[wide], x[wide]] = levels[wide]
        specks = np.maximum(small, cv2.dilate(large, np.ones((3, 3), np.uint8)))
        image[specks > 0] = specks[specks > 0, None]
    return image


def add_noise(rng: np.random.Generator, image: Image, sigma: float) -> Image:
    """Sensor noise of that standard deviation in grey levels, sometimes in coarse grains."""
    if not _noise_bank:
        seeded = np.random.default_rng(7)
        _noise_bank.append(seeded.normal(0, 32, (_NOISE_SIDE, _NOISE_SIDE, 3)).astype(np.int8))
        quarter = _noise_bank[0][: _NOISE_SIDE // 2, : _NOISE_SIDE // 2]
        _noise_bank.append(np.ascontiguousarray(quarter.repeat(2, axis=0).repeat(2, axis=1)))
    height, width = image.shape[:2]
    bank = _noise_bank[int(rng.random() < 0.4)]
    x, y = rng.integers(0, _NOISE_SIDE - width), rng.integers(0, _NOISE_SIDE - height)
    patch = bank[y : y + height, x : x + width]
    strength = sigma / 32
    return np.asarray(cv2.addWeighted(image, 1.0, patch.astype(np.int16), strength, 0, dtype=cv2.CV_8U))


def tone(rng: np.random.Generator, image: Image) -> Image:
    """A camera's tone curve: gamma, contrast and saturation."""
    levels = np.arange(256) / 255
    gamma, contrast = math.exp(rng.normal(0, 0.2)), math.exp(rng.normal(0, 0.15))
    curve = np.clip(((levels**gamma) - 0.5) * contrast + 0.5 + rng.normal(0, 0.03), 0, 1)
    image = np.asarray(cv2.LUT(image, (curve * 255).astype(np.uint8)))
    if rng.random() < 0.5:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        keep = rng.uniform(0.4, 1.4)
        image = np.asarray(cv2.addWeighted(image, keep, grey, 1 - keep, 0))
    return image
