"""`make bench-engine`: hands a minute, and random actions with undo checked at each."""

from __future__ import annotations

import random
import time

from app.bench import finish, table
from engine import PRESETS, Call, Card, Match, deck_of

SECONDS = 10.0
"""Length of each of the two measurements: steady to a few per cent."""


def play_hands(seconds: float, seed: int = 1) -> int:
    """Whole hands of four players through `Match`, cards only, from deal to settlement; how many."""
    rules, draw = PRESETS["paulista"], random.Random(seed)
    cards = sorted(deck_of(rules), key=str)
    match, hands, end = Match(rules), 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        if match.series_winner is not None:
            match = Match(rules)
        dealt = draw.sample(cards, 3 * rules.seats + 1)
        match.show_vira(dealt.pop())
        if match.must_decide is not None:
            match.decide_special(match.must_decide, True)
        while not match.hand_over and match.turn is not None:
            match.play(match.turn, dealt.pop())
        hands += 1
    return hands


def act_at_random(seconds: float, seed: int = 2) -> tuple[int, int]:
    """Random lawful cards, covers and calls; each is undone and done again. How many, and faults found."""
    draw = random.Random(seed)
    match, actions, faults = Match(PRESETS["paulista"]), 0, 0
    dealt: list[Card] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if match.series_winner is not None:
            match = Match(draw.choice([rules for rules in PRESETS.values() if rules.seats == 4]))
            dealt = []
        before = match.state
        if match.hand_over or match.needs_vira or not dealt:
            dealt = draw.sample(sorted(deck_of(match.rules), key=str), 3 * match.rules.seats + 1)
            if match.rules.manilha == "vira":
                match.show_vira(dealt.pop())
            elif match.hand_over:
                match.next_hand()
            else:
                continue
        elif not _act(match, draw, dealt):
            continue
        actions += 1
        after = match.state
        match.undo()
        faults += match.state != before
        match.redo()
        faults += match.state != after
    return actions, faults


def _act(match: Match, draw: random.Random, dealt: list[Card]) -> bool:
    if match.must_decide is not None:
        match.decide_special(match.must_decide, draw.random() < 0.8)
        return True
    pending = match.pending_raise
    if pending is not None:
        team = 1 - pending.team
        call = draw.choice([Call.ACCEPT, Call.RUN, Call.RAISE])
        if not match.can_call(team, call):
            return False
        match.call(team, call)
        return True
    turn = match.turn
    if turn is None:
        return False
    if draw.random() < 0.1 and match.can_call(turn % 2, Call.RAISE, turn):
        match.call(turn % 2, Call.RAISE, turn)
    elif draw.random() < 0.1 and match.can_cover(turn):
        match.cover(turn)
        dealt.pop()
    else:
        match.play(turn, dealt.pop())
    return True


def main() -> None:
    """Measures and prints."""
    start = time.perf_counter()
    hands = play_hands(SECONDS)
    hands_per_minute = hands / (time.perf_counter() - start) * 60
    actions, faults = act_at_random(SECONDS)
    table(
        [
            ("hands a minute, four players, cards only", f"{hands_per_minute:,.0f}"),
            ("random actions, each undone and redone", f"{actions:,}"),
            ("faults", faults),
            ("mutants of the rules", "not measured yet"),
        ]
    )
    finish(
        {
            "random_actions": actions,
            "faults": faults,
            "hands_per_minute": round(hands_per_minute),
            "mutants": None,
            "mutants_killed": None,
        }
    )


if __name__ == "__main__":
    main()
