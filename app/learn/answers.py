"""Right answers, worked out by the engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.learn.task import Ask, Task
from app.teach import Note, notes_at, notes_on
from app.teach.lying import manilha_note
from engine import Card, IllegalAction, Match, NotationError, Rules, judge_line


def answers(task: Task, rules: Rules) -> frozenset[str]:
    """The right options. Notation or rules that do not fit raise `NotationError`."""
    match = _match(task, rules)
    return frozenset(option for option in task.options if _right(task, match, option))


def check(task: Task, chosen: Iterable[str], rules: Rules) -> bool:
    """Whether exactly the right options were chosen."""
    return frozenset(chosen) == answers(task, rules)


def why(task: Task, rules: Rules) -> tuple[Note, ...]:
    """Why the answer is what it is, in the notes that also explain a match; () where the step says it."""
    match = _match(task, rules)
    match task.ask:
        case Ask.TRICK:
            return notes_on(match.tricks[-1], rules)[:1]
        case Ask.LEADER if match.tricks and not match.current_trick:
            return notes_on(match.tricks[-1], rules)
        case Ask.HAND | Ask.PAYS if match.hand_outcome is not None:
            return notes_on(match.hand_outcome, rules)
        case Ask.HAND:
            # Not decided yet: what a tie would do is what still hangs on it.
            return tuple(note for note in notes_at(match) if note.key.startswith("tie."))
        case Ask.BEATS | Ask.TIES:
            return tuple(note for note in notes_at(match) if note.key.startswith("lying."))
        case Ask.MANILHAS:
            return (manilha_note(rules, match.vira, match.manilhas, match.manilhas[0]),)
        case Ask.STRONGEST:
            best, *others = sorted(answers(task, rules)) or task.options
            rest = [option for option in task.options if option != best and option not in others]
            return notes_on(_duel(match, best, _best_of(match, rest)).tricks[0], rules)[:1] if rest else ()
        case Ask.ALLOWED:
            return _objections(task, rules)
        case _:
            return ()


def _match(task: Task, rules: Rules) -> Match:
    return judge_line(line_for(task, rules), rules)[1]


def line_for(task: Task, rules: Rules) -> str:
    """The task's hand under these rules: {near} filled in, without a vira where manilhas are fixed."""
    line = task.line.format(near=rules.target - rules.ladder[0])
    if rules.manilha == "vira":
        return line
    return " ".join(word for word in line.split() if not word.startswith("v"))


def _right(task: Task, match: Match, option: str) -> bool:
    kind, _, number = option.rpartition(":")
    match task.ask:
        case Ask.STRONGEST:
            return all(_beats(match, option, other) for other in task.options if other != option)
        case Ask.MANILHAS:
            return Card.parse(option) in match.manilhas
        case Ask.BEATS:
            return _best_after(match, option) == (match.turn, Card.parse(option))
        case Ask.TIES:
            return _best_after(match, option) is None
        case Ask.TRICK:
            winner = match.tricks[-1].winner_team
            return option == ("tie" if winner is None else f"team:{winner}")
        case Ask.LEADER:
            return kind == "seat" and int(number) == match.turn
        case Ask.HAND:
            outcome = match.hand_outcome
            if outcome is None:
                return option == "open"
            return option == ("nobody" if outcome.winner is None else f"team:{outcome.winner}")
        case Ask.WORTH:
            return option == str(match.stake)
        case Ask.PAYS:
            return match.hand_outcome is not None and option == str(match.hand_outcome.points)
        case Ask.ALLOWED:
            return option == ("no" if _objections(task, match.rules) else "yes")
        case Ask.PARTNER:
            return int(number) % 2 == 0 and int(number) != 0
        case Ask.NEXT_DEALER:
            return int(number) == match.next_dealer


def _best_after(match: Match, card: str) -> tuple[int, Card] | None:
    """What wins the running trick once the seat in turn has laid this card."""
    seat = match.turn
    if seat is None:
        return None
    record = match.play(seat, Card.parse(card))
    trick, best = record.trick, match.best
    match.undo()
    if trick is None:
        return best
    won = trick.winner_seat
    held = dict(trick.plays).get(won) if won is not None else None
    return None if won is None or held is None else (won, held)


def _duel(match: Match, first: str, second: str) -> Match:
    """Two players, these two cards, the same vira."""
    duel = Match(replace(match.rules, seats=2))
    if match.vira is not None:
        duel.show_vira(match.vira)
    for card in (first, second):
        duel.play(0 if card == first else 1, Card.parse(card))
    return duel


def _beats(match: Match, first: str, second: str) -> bool:
    return _duel(match, first, second).tricks[0].winner_seat == 0


def _best_of(match: Match, cards: list[str]) -> str:
    best = cards[0]
    for card in cards[1:]:
        best = card if _beats(match, card, best) else best
    return best


def _objections(task: Task, rules: Rules) -> tuple[Note, ...]:
    """What the engine has against the move; () where it is wholly by the rules."""
    try:
        match = judge_line(f"{line_for(task, rules)} {task.word}", rules)[1]
    except NotationError as error:
        if isinstance(error.refusal, IllegalAction):
            return notes_on(error.refusal, rules)
        raise
    return () if match.case is None else notes_on(match.case, rules)
