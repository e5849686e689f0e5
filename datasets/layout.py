"""How cards come to lie on a table: scattered, fanned, in rows and columns, in a pile, round a stock."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Pose:
    """One card: middle (mm), turn (radians; 0 has its top towards +y), whether its back shows."""

    x: float
    y: float
    turn: float
    back: bool = False


Layout = Callable[[np.random.Generator, float, float], list[Pose]]


def _base_turn(rng: np.random.Generator) -> float:
    """Any direction, but often along the picture's edges, where oriented boxes are hardest."""
    if rng.random() < 0.45:
        return rng.integers(4) * math.pi / 2 + rng.normal(0, 0.04)
    return rng.uniform(0, 2 * math.pi)


def _along(turn: float, forward: float, sideways: float) -> tuple[float, float]:
    """Millimetres along a card's height and width turned into table coordinates."""
    return (
        -math.sin(turn) * forward + math.cos(turn) * sideways,
        math.cos(turn) * forward + math.sin(turn) * sideways,
    )


def scattered(rng: np.random.Generator, width: float, height: float) -> list[Pose]:
    """Cards anywhere, touching or lying on each other now and then."""
    count = int(rng.integers(1, 11))
    base, loose = _base_turn(rng), rng.random() < 0.6
    return [
        Pose(
            rng.uniform(-0.5, 0.5) * width,
            rng.uniform(-0.5, 0.5) * height,
            rng.uniform(0, 2 * math.pi) if loose else base + rng.normal(0, 0.12) + math.pi * rng.integers(2),
        )
        for _ in range(count)
    ]


def pile(rng: np.random.Generator, width: float, height: float) -> list[Pose]:
    """Cards thrown on one another."""
    spread = rng.uniform(15, 60)
    x, y = rng.uniform(-0.25, 0.25) * width, rng.uniform(-0.25, 0.25) * height
    count = int(rng.integers(2, 8))
    return [
        Pose(x + rng.normal(0, spread), y + rng.normal(0, spread), rng.uniform(0, 2 * math.pi))
        for _ in range(count)
    ]


def fan(rng: np.random.Generator, width: float, height: float) -> list[Pose]:
    """A hand of cards spread out, or a strip of cards each covering the last."""
    count = int(rng.integers(2, 8))
    step, turn_step = rng.uniform(10, 32), rng.choice([-1, 1]) * rng.uniform(0, 0.35)
    turn = _base_turn(rng)
    x, y = rng.uniform(-0.3, 0.3) * width, rng.uniform(-0.3, 0.3) * height
    poses = []
    for _ in range(count):
        poses.append(Pose(x, y, turn + rng.normal(0, 0.02)))
        dx, dy = _along(turn, rng.normal(0, 2), step)
        x, y, turn = x + dx, y + dy, turn + turn_step
    return poses


def rows(rng: np.random.Generator, width: float, height: float) -> list[Pose]:
    """A grid of cards side by side: apart, touching, or parallel and half over each other."""
    turn = _base_turn(rng)
    across, down = int(rng.integers(1, 6)), int(rng.integers(1, 4))
    step_x = rng.choice([rng.uniform(12, 50), rng.uniform(57, 62), rng.uniform(62, 100)])
    step_y = rng.choice([rng.uniform(15, 60), rng.uniform(86, 92), rng.uniform(92, 130)], p=[0.25, 0.25, 0.5])
    messy = rng.choice([0.5, 2.0, 6.0])
    poses = []
    for row in range(down):
        for column in range(across):
            dx, dy = _along(turn, (row - (down - 1) / 2) * -step_y, (column - (across - 1) / 2) * step_x)
            flip = math.pi * (rng.random() < 0.3)
            poses.append(
                Pose(
                    dx + rng.normal(0, messy),
                    dy + rng.normal(0, messy),
                    turn + rng.normal(0, messy / 80) + flip,
                )
            )
    if rng.random() < 0.5:
        poses.reverse()
    return poses[:14]


def columns(rng: np.random.Generator, width: float, height: float) -> list[Pose]:
    """Columns of backs with one or more faces lying over their lower parts, as in solitaire."""
    turn = _base_turn(rng) if rng.random() < 0.4 else rng.normal(0, 0.08)
    across, step, drop = int(rng.integers(1, 7)), rng.uniform(62, 85), rng.uniform(8, 35)
    poses = []
    for column in range(across):
        backs, faces = int(rng.integers(0, 5)), int(rng.integers(0, 4))
        for row in range(backs + faces):
            dx, dy = _along(turn, 60 - row * drop, (column - (across - 1) / 2) * step)
            poses.append(
                Pose(
                    dx + rng.normal(0, 1.5), dy + rng.normal(0, 1.5), turn + rng.normal(0, 0.03), row < backs
                )
            )
    return poses[:24]


def trick(rng: np.random.Generator, width: float, height: float) -> list[Pose]:
    """A truco table: stock and vira, one card before each player, maybe dealt hands."""
    poses = []
    stock_turn = _base_turn(rng)
    x, y = rng.uniform(-0.3, 0.3) * width, rng.uniform(-0.3, 0.3) * height
    dx, dy = _along(stock_turn, rng.uniform(20, 60), rng.uniform(-10, 10))
    vira = Pose(x + dx, y + dy, stock_turn + rng.choice([0.0, math.pi / 2]) + rng.normal(0, 0.15))
    stock = [
        Pose(x + rng.normal(0, 1), y + rng.normal(0, 1), stock_turn + rng.normal(0, 0.03), True)
        for _ in range(4)
    ]
    poses += [vira, *stock] if rng.random() < 0.7 else [*stock, vira]
    players = int(rng.choice([2, 4, 4, 4, 6]))
    reach, start = rng.uniform(20, 130), rng.uniform(0, 2 * math.pi) if rng.random() < 0.3 else -math.pi / 2
    for seat in range(int(rng.integers(0, players + 1))):
        angle = start + 2 * math.pi * seat / players
        covered = rng.random() < 0.08
        poses.append(
            Pose(
                reach * math.cos(angle) + rng.normal(0, 14),
                reach * math.sin(angle) + rng.normal(0, 14),
                angle + math.pi / 2 + rng.normal(0, 0.5),
                covered,
            )
        )
    if rng.random() < 0.25:
        far = reach + rng.uniform(80, 160)
        for seat in range(players):
            angle = start + 2 * math.pi * seat / players
            for card in range(int(rng.integers(0, 4))):
                poses.append(
                    Pose(
                        far * math.cos(angle) + 9 * card,
                        far * math.sin(angle) + rng.normal(0, 5),
                        angle + math.pi / 2,
                        True,
                    )
                )
    return poses


LAYOUTS: tuple[tuple[Layout, float], ...] = (
    (scattered, 0.27),
    (rows, 0.18),
    (trick, 0.2),
    (fan, 0.12),
    (pile, 0.09),
    (columns, 0.2),
)


def arrange(rng: np.random.Generator, width: float, height: float) -> list[Pose]:
    """Poses of 0 to 24 cards, the lowest first; about width x height millimetres of the table are seen."""
    if rng.random() < 0.06:
        return []
    weights = np.array([weight for _, weight in LAYOUTS])
    layout = LAYOUTS[rng.choice(len(LAYOUTS), p=weights / weights.sum())][0]
    poses = layout(rng, width, height)
    if rng.random() < 0.15 and len(poses) < 9:
        poses += scattered(rng, width, height)[:4]
    shift = (
        (rng.normal(0, 0.08) * width, rng.normal(0, 0.08) * height) if layout is not scattered else (0.0, 0.0)
    )
    share = rng.choice([0.0, 0.08, 0.3, 1.0], p=[0.5, 0.2, 0.2, 0.1])
    return [Pose(p.x + shift[0], p.y + shift[1], p.turn, p.back or bool(rng.random() < share)) for p in poses]
