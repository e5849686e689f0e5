"""Measures the engine for `make bench-engine`: faults in random play, hands a minute, mutants killed.

Run from the root of the repository: python -m tests.bench.bench_engine
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random

from engine import ALL_CARDS, PRESETS, Match, deck_of

HANDS = 5000
"""Hands in the measurement of speed; the best of three runs counts, as what else runs only slows them."""


def random_actions(count: int, seed: int) -> tuple[int, int]:
    """Actions tried, and faults found, by random players over all presets.

    After each action undo and redo are checked, at each match's end its replay.
    """
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine"))
    from random_play import attempt, careless, check_replay, next_action

    rng = Random(seed)
    names = list(PRESETS)
    tried = faults = matches = 0
    while tried < count:
        match = Match(PRESETS[names[matches % len(names)]])
        matches += 1
        carefulness = rng.choice((0.5, 0.8, 0.95))
        for _ in range(min(1500, count - tried)):
            over = match.series_winner is not None
            if over and rng.random() < 0.5:
                break
            action = careless(rng, match) if over else next_action(rng, match, carefulness)
            tried += 1
            try:
                attempt(match, action)
            except (AssertionError, LookupError, TypeError, ValueError, RuntimeError) as error:
                faults += 1
                print(f"fault after {tried} actions, {match.rules.name}: {error!r} at {action}")
                break
        try:
            check_replay(match, match.rules)
        except AssertionError as error:
            faults += 1
            print(f"fault after {tried} actions, {match.rules.name}: {error}", flush=True)
        if matches % 500 == 0:
            print(f"{tried:>9,} actions, {matches} matches, {faults} faults", flush=True)
    return tried, faults


def hands_per_minute(hands: int, seed: int) -> float:
    """Hands of four players, cards only, from deal to settlement, in a minute of processor time."""
    rules = PRESETS["paulista"]
    rng = Random(seed)
    deck = [card for card in ALL_CARDS if card in deck_of(rules)]
    deals = [rng.sample(deck, 13) for _ in range(hands)]
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        match = Match(rules)
        for cards in deals:
            match.show_vira(cards[0])
            if match.must_decide is not None:
                match.decide_special(match.must_decide, True)
            held = [cards[1 + 3 * seat : 4 + 3 * seat] for seat in range(4)]
            while (seat := match.turn) is not None:
                match.play(seat, held[seat].pop())
            if match.series_winner is not None:
                match = Match(rules)
            else:
                match.next_hand()
        best = max(best, 60 * hands / (time.process_time() - begun))
    return best


def mutants_killed(count: int) -> tuple[int, int] | None:
    """Mutants tried and killed; None where pytest and hypothesis are not installed."""
    if find_spec("pytest") is None or find_spec("hypothesis") is None:
        print("Mutants need the dev extra (pytest, hypothesis): left out.")
        return None
    from tests.bench.mutants import SEED, drawn, killed, unchanged

    if killed(unchanged()):
        sys.exit("The engine's tests do not pass as it is: mend that first.")
    dead = 0
    for number, mutant in enumerate(drawn(count, SEED), start=1):
        fate = killed(mutant)
        dead += fate
        told = f"{mutant.module}:{mutant.line}  {mutant.change}"
        print(f"{number:3d} {'killed  ' if fate else 'SURVIVES'} {told}", flush=True)
    return count, dead


def main() -> int:
    """Run what was asked for; the last line is one JSON object. 1 at a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    speed = hands_per_minute(HANDS, args.seed)
    print(f"hands a minute, four players, cards only   {speed:>12,.0f}")
    tried, faults = random_actions(args.actions, args.seed)
    print(f"random actions                             {tried:>12,}")
    print(f"faults                                     {faults:>12,}")
    mutants = mutants_killed(args.mutants) if args.mutants else None
    if mutants is not None:
        print(f"mutants killed                             {mutants[1]:>8} of {mutants[0]}")
    result = {
        "random_actions": tried,
        "faults": faults,
        "hands_per_minute": round(speed),
        "mutants": None if mutants is None else mutants[0],
        "mutants_killed": None if mutants is None else mutants[1],
    }
    print(json.dumps(result))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
