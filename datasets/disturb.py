"""What disturbs a filmed table: chosen for a script, with times, and listed in the film's facts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from datasets.script import Script


class Disturbance(StrEnum):
    """Kinds; those with a moment of their own stand in `Plan`, the others are ways of the whole film."""

    HOVER = "hand_over_cards"
    ON_OTHERS = "cards_on_others"
    TOGETHER = "two_thrown_at_once"
    DEALT = "hands_face_down"
    TABLE_JOLT = "table_jolted"
    CAMERA_JOLT = "camera_jolted"
    LIGHT = "light_switched"
    GLASS = "glass_over_card"
    SLOW = "slow_players"
    FAST = "fast_players"
    ASIDE = "tricks_put_aside"
    LEFT_LYING = "tricks_left_lying"
    STEEP = "tilt_over_35"
    FEW_FRAMES = "10_frames_a_second"
    MANY_FRAMES = "24_or_more_frames_a_second"
    LARGE = "1080_lines"
    TWO_SEATS = "two_seats"
    SIX_SEATS = "six_seats"


MOMENTS: Final = (
    Disturbance.HOVER,
    Disturbance.TABLE_JOLT,
    Disturbance.CAMERA_JOLT,
    Disturbance.LIGHT,
    Disturbance.GLASS,
)
"""Kinds that happen at a moment of the film."""


@dataclass(frozen=True, slots=True)
class Incident:
    """A disturbance from ``t0`` to ``t1`` (film seconds); ``seat``: whose hand; ``lay``: the card meant."""

    kind: Disturbance
    t0: float
    t1: float
    seat: int = 0
    lay: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that disturbs one film."""

    kinds: frozenset[Disturbance] = frozenset()
    incidents: tuple[Incident, ...] = ()

    def __contains__(self, kind: Disturbance) -> bool:
        return kind in self.kinds


def plan_incidents(rng: np.random.Generator, script: Script, kinds: frozenset[Disturbance]) -> Plan:
    """Finds a moment for each kind that needs one; a kind for which the hand is too short is left out."""
    incidents: list[Incident] = []
    kept = set(kinds)
    for kind in MOMENTS:
        if kind not in kinds:
            continue
        incident = _moment(rng, script, kind)
        if incident is None:
            kept.discard(kind)
        else:
            incidents.append(incident)
    return Plan(frozenset(kept), tuple(incidents))


def _moment(rng: np.random.Generator, script: Script, kind: Disturbance) -> Incident | None:
    """Some card lies there for at least a second before anything happens to it.

    What hides cards is gone when the last card of their trick is laid: nobody gathers a trick that nobody
    has seen.
    """
    seats = script.rules.seats
    hides = kind in (Disturbance.HOVER, Disturbance.GLASS)
    choices = []
    for number, lay in enumerate(script.lays[:-1]):
        gathered = next((at for trick, at in enumerate(script.cleared) if trick == lay.trick), script.length)
        leaves = min(gathered - 1.0, script.length if lay.until is None else lay.until - 1.0)
        if hides and gathered < script.length:
            leaves = min(leaves, max(one.at for one in script.lays if one.trick == lay.trick))
        if lay.at + 1.2 < leaves - 0.4:
            choices.append((number, lay.at + 1.2, leaves))
    if not choices:
        return None
    number, earliest, leaves = choices[rng.integers(len(choices))]
    t0 = rng.uniform(earliest, max(earliest, leaves - 1.2))
    if hides:
        t1 = min(t0 + rng.uniform(1.0, 1.8), leaves)
        return Incident(kind, t0, t1, int(rng.integers(seats)), number)
    return Incident(kind, t0, t0 + (0.3 if kind is Disturbance.LIGHT else 0.5), 0, number)
