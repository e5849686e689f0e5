"""Which film a seed gives: seven ordinary hands in ten and three odd ones, with what disturbs real tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from datasets.disturb import Disturbance, plan_incidents
from datasets.film import Look, film
from datasets.oddities import ODDITIES, write_odd
from datasets.scene import Stage
from datasets.script import Script, Wishes, seated, write_script
from engine import PRESETS, Rules, deck_of

CHANCES: Final = {
    Disturbance.HOVER: 0.3,
    Disturbance.ON_OTHERS: 0.25,
    Disturbance.TOGETHER: 0.16,
    Disturbance.DEALT: 0.3,
    Disturbance.TABLE_JOLT: 0.15,
    Disturbance.CAMERA_JOLT: 0.14,
    Disturbance.LIGHT: 0.14,
    Disturbance.GLASS: 0.14,
    Disturbance.SLOW: 0.12,
    Disturbance.FAST: 0.14,
    Disturbance.ASIDE: 0.2,
    Disturbance.LEFT_LYING: 0.15,
    Disturbance.STEEP: 0.25,
    Disturbance.FEW_FRAMES: 0.28,
    Disturbance.MANY_FRAMES: 0.2,
    Disturbance.LARGE: 0.14,
    Disturbance.TWO_SEATS: 0.13,
    Disturbance.SIX_SEATS: 0.13,
}
"""How often each comes: of 200 films at least 15 have it, and half of them three or more."""

_EXCLUDE: Final = (
    (Disturbance.SLOW, Disturbance.FAST),
    (Disturbance.ASIDE, Disturbance.LEFT_LYING),
    (Disturbance.FEW_FRAMES, Disturbance.MANY_FRAMES),
    (Disturbance.TWO_SEATS, Disturbance.SIX_SEATS),
    (Disturbance.SIX_SEATS, Disturbance.ON_OTHERS),  # six cards on one heap hide each other altogether
    (Disturbance.SLOW, Disturbance.TOGETHER),
)

ODD_RULES: Final = ("paulista", "paulista-15", "paulista-limpo", "torneio", "fixa")


def is_odd(seed: int) -> bool:
    """Whether the film of this seed is one of the three odd ones in ten."""
    return seed % 10 >= 7


def disturbances_of(rng: np.random.Generator) -> frozenset[Disturbance]:
    """What disturbs a film, less what cannot come together."""
    kinds = {kind for kind, chance in CHANCES.items() if rng.random() < chance}
    for one, other in _EXCLUDE:
        if one in kinds:
            kinds.discard(other)
    return frozenset(kinds)


def look_of(rng: np.random.Generator, kinds: frozenset[Disturbance]) -> Look:
    """The camera that goes with these disturbances: on an arm, or steep on a stand."""
    large = Disturbance.LARGE in kinds
    if Disturbance.FEW_FRAMES in kinds:
        fps = 10.0
    elif Disturbance.MANY_FRAMES in kinds:
        fps = float(rng.choice([24, 30]))
    else:
        fps = float(rng.choice([12, 15, 20]))
    overlap = Disturbance.ON_OTHERS in kinds
    return Look(
        size=(1920, 1080) if large else (1280, 720),
        tilt=rng.uniform(35, 60) if Disturbance.STEEP in kinds else rng.uniform(0, 35),
        card_px=rng.uniform(80, 105) * (1.5 if large else 1.0),
        reach=rng.uniform(42, 58) if overlap else rng.uniform(76, 100),
        spread=rng.uniform(3, 8),
        fps=fps,
    )


def script_of(
    rng: np.random.Generator,
    seed: int,
    kinds: frozenset[Disturbance],
    cards: frozenset[str] = frozenset(),
) -> Script:
    """The hand of a seed; ``cards``: what the deck at hand holds (empty: everything)."""
    long = bool(kinds & {Disturbance.SLOW, Disturbance.SIX_SEATS})
    pace = rng.uniform(1.1, 1.4)
    if Disturbance.SLOW in kinds:
        pace = rng.uniform(2.2, 3.4)
    elif Disturbance.FAST in kinds:
        pace = rng.uniform(0.75, 0.9)
    seats = 2 if Disturbance.TWO_SEATS in kinds else 6 if Disturbance.SIX_SEATS in kinds else 4
    wishes = Wishes(
        pace=pace,
        raises=0.6,
        covered=bool(rng.random() < 0.2),
        longest=60.0 if long else 20.0,
        dealer=int(rng.integers(seats)),
        together=0.4 if Disturbance.TOGETHER in kinds else 0.0,
        cards=cards,
    )
    if is_odd(seed):
        return _odd(rng, seed, seats, wishes)
    names = [
        name
        for name, rules in PRESETS.items()
        if (rules.deck != "six" or seats == 6) and enough(rules, seats, cards)
    ]
    rules = seated(PRESETS[names[int(rng.integers(len(names)))]], seats)
    hidden = wishes.covered and rules.hide_by == "table"
    if rng.random() < 0.1:
        score = (rules.target - rules.ladder[0], int(rng.integers(rules.target - rules.ladder[0])))
    else:
        score = tuple(int(v) for v in rng.integers(0, rules.target - 2 * rules.ladder[0], 2))  # type: ignore[assignment]
    wishes = replace(wishes, covered=hidden, score=score)
    # a lively hand, so that there is something to disturb
    return write_script(rng, rules, replace(wishes, tricks=2))


def enough(rules: Rules, seats: int, cards: frozenset[str]) -> bool:
    """Whether a deck that holds these cards only (empty: everything) has enough for a hand and its vira."""
    return not cards or sum(str(card) in cards for card in deck_of(rules)) > 3 * seats


def _odd(rng: np.random.Generator, seed: int, seats: int, wishes: Wishes) -> Script:
    number = 3 * (seed // 10) + seed % 10 - 7
    name = list(ODDITIES)[number % len(ODDITIES)]
    choices = [PRESETS[key] for key in ODD_RULES if enough(PRESETS[key], seats, wishes.cards)]
    rules = choices[int(rng.integers(len(choices)))]
    turned, blind = rules.manilha == "vira", rules.iron_hand == "blind"
    if (name == "blind_iron" and not blind) or (name == "burned" and not turned):
        rules = PRESETS["paulista"]
    if seats == 2 and name in ("out_of_turn_back", "out_of_turn_stands"):
        seats = 4
    short = rules.target - rules.ladder[0]
    score = {"truco_in_eleven": (short, 4), "blind_iron": (short, short)}.get(name, (0, 0))
    longest = 60.0 if seats == 6 or wishes.longest > 20 else 32.0  # the table takes its time to notice
    odd = replace(wishes, score=score, raises=0.0, covered=False, longest=longest, together=0.0)
    return write_odd(rng, seated(rules, seats), name, odd)


def shoot_disturbed(stage: Stage, seed: int, path: Path, cards: frozenset[str] = frozenset()) -> None:
    """Film the hand of a seed with its disturbances; ``cards``: what the only deck of the stage holds."""
    rng = np.random.default_rng([seed, 3])
    kinds = disturbances_of(rng)
    if not enough(PRESETS["paulista"], 6, cards):
        kinds -= {Disturbance.SIX_SEATS}
    script = script_of(rng, seed, kinds, cards)
    if script.rules.seats == 4:
        kinds -= {Disturbance.TWO_SEATS, Disturbance.SIX_SEATS}
    look = look_of(rng, kinds)
    film(stage, script, look, seed, path, plan_incidents(rng, script, kinds))


def shoot_idle(stage: Stage, seed: int, path: Path, seconds: float) -> None:
    """Film a table at which nobody plays: empty, or with cups, hands, phones and papers."""
    from datasets.idle import film_idle

    film_idle(stage, np.random.default_rng([seed, 4]), path, seconds)
