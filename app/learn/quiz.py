"""Questions made by playing a hand with the engine: the same seed gives the same question."""

from __future__ import annotations

from random import Random
from typing import Final

from app.learn.answers import answers
from app.learn.task import Ask, Task
from engine import Call, Card, IllegalAction, Match, Rules, deck_of, format_hand, hands_of

LEVELS: Final = (1, 2, 3)
"""1: one trick of open cards. 2: ties, manilhas, covered cards, who leads. 3: whole hands and their worth."""


def question(rules: Rules, seed: int, level: int) -> Task:
    """A question about a hand played at random under these rules. ValueError for another level."""
    if level not in LEVELS:
        raise ValueError(f"There is no level {level}: choose 1, 2 or 3.")
    rng = Random(f"{seed} {level} {rules}")
    ask = rng.choice(
        {1: (Ask.TRICK,), 2: (Ask.TRICK, Ask.TRICK, Ask.LEADER), 3: (Ask.HAND, Ask.HAND, Ask.PAYS)}[level]
    )
    while True:
        match = _trick(rng, rules, level) if level < 3 else _hand(rng, rules)
        task = None if match is None else _task(rng, match, ask)
        if task is not None and len(answers(task, rules)) == 1:
            return task


def _task(rng: Random, match: Match, ask: Ask) -> Task | None:
    line = format_hand(hands_of(match)[0]).partition(" ")[2]
    match ask:
        case Ask.TRICK:
            return Task(ask, line, ("team:0", "team:1", "tie"))
        case Ask.LEADER:
            # Once the hand is decided nobody leads.
            seats = tuple(f"seat:{seat}" for seat in range(match.rules.seats))
            return None if match.hand_over else Task(ask, line, seats)
        case Ask.HAND:
            return Task(ask, line, ("team:0", "team:1", "nobody", "open"))
        case _:
            outcome = match.hand_outcome
            if outcome is None:
                return None
            values = {outcome.points, *match.rules.ladder[:4]}
            return Task(ask, line, tuple(map(str, sorted(values))))


def _trick(rng: Random, rules: Rules, level: int) -> Match | None:
    """One trick. On level 1 open cards and a winner; on level 2 near ranks, so that ties are common."""
    match = _begun(rng, rules)
    cards = _near(rng, match) if level == 2 else _free(rng, match)
    covered = False
    while not match.tricks:
        seat = match.turn
        if seat is None or not cards:
            return None
        if level == 2 and match.can_cover(seat) and rng.random() < 0.2:
            match.cover(seat)
            covered = True
        else:
            match.play(seat, cards.pop())
    trick = match.tricks[0]
    if level == 1 and (trick.reason not in ("highest", "manilha") or covered):
        return None
    return match


def _hand(rng: Random, rules: Rules) -> Match | None:
    """Up to three tricks, sometimes raised; ended, or stopped before the last card."""
    near = rules.target - rules.ladder[0]
    match = _begun(rng, rules, (near, 0) if rng.random() < 0.15 else (0, 0))
    cards = _near(rng, match)
    if match.must_decide is not None:
        match.decide_special(match.must_decide, True)
    stop = rng.choice((2, 3, 3, 3, 3))
    while not match.hand_over and len(match.tricks) < stop:
        seat = match.turn
        if seat is None or not cards:
            return None
        if rng.random() < 0.12 and _raised(rng, match, seat):
            continue
        if match.can_cover(seat) and rng.random() < 0.1:
            match.cover(seat)
        else:
            match.play(seat, cards.pop())
    return match if match.tricks else None


def _raised(rng: Random, match: Match, seat: int) -> bool:
    """A raise and its answer, where the rules let this seat raise now."""
    try:
        match.call(seat % 2, Call.RAISE, seat)
    except IllegalAction:
        return False
    match.call(1 - seat % 2, Call.RUN if rng.random() < 0.15 else Call.ACCEPT)
    return True


def _begun(rng: Random, rules: Rules, score: tuple[int, int] = (0, 0)) -> Match:
    match = Match(rules, rng.randrange(rules.seats), score)
    if match.needs_vira:
        match.show_vira(rng.choice(_deck(rules)))
    return match


def _deck(rules: Rules) -> list[Card]:
    return sorted(deck_of(rules), key=str)


def _free(rng: Random, match: Match) -> list[Card]:
    cards = [card for card in _deck(match.rules) if card != match.vira]
    rng.shuffle(cards)
    return cards


def _near(rng: Random, match: Match) -> list[Card]:
    """Cards of few ranks, and manilhas, so that the hand hangs on ties and suits."""
    cards = _free(rng, match)
    ranks = {card.rank for card in rng.sample(cards, 3)}
    near = [card for card in cards if card.rank in ranks or (card in match.manilhas and rng.random() < 0.5)]
    rest = [card for card in cards if card not in near]
    count = 3 * match.rules.seats
    chosen = (near + rest)[:count]
    rng.shuffle(chosen)
    return chosen
