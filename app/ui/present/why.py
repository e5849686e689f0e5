"""Teaching live: the line that stands on the table screen, and everything behind "por quê?"."""

from __future__ import annotations

from app.teach import Explanation, Level, Note, notes_at, notes_on, why_manilha, worded
from app.words import Words
from engine import Match


def why_line(match: Match, words: Words, level: Level) -> str:
    """One line for the table: why the last trick or hand went so, else what beats the card lying now.

    At the full level its reason follows; "" at `Level.OFF` and where there is nothing to say.
    """
    note = _chief(match)
    shown = None if note is None else worded(note, words, level)
    if shown is None:
        return ""
    return f"{shown.title}. {shown.text}" if shown.text else shown.title


def why_all(match: Match, words: Words) -> tuple[Explanation, ...]:
    """Everything that can be explained about the table as it stands, the most pressing first, in full."""
    shown = (worded(note, words, Level.FULL) for note in _notes(match))
    return tuple(one for one in shown if one is not None)


def _chief(match: Match) -> Note | None:
    """What the table asks itself first; raises and ties have their own buttons and dialog."""
    if match.case is not None:
        return notes_on(match.case, match.rules)[0]
    if match.hand_outcome is not None:
        return notes_on(match.hand_outcome, match.rules)[0]
    if match.must_decide is not None or match.pending_raise is not None:
        return notes_at(match)[0]
    if match.current_trick:
        return next((note for note in notes_at(match) if note.key.startswith("lying.")), None)
    if match.tricks:
        return notes_on(match.tricks[-1], match.rules)[0]
    return next((note for note in notes_at(match) if note.key.startswith("special.")), None)


def _notes(match: Match) -> tuple[Note, ...]:
    rules = match.rules
    found: list[Note] = []
    if match.case is not None:
        found += notes_on(match.case, rules)
    if match.hand_outcome is not None:
        found += notes_on(match.hand_outcome, rules)
    if match.tricks and not match.current_trick:
        found += notes_on(match.tricks[-1], rules)
    found += notes_at(match)
    best = match.best
    lying = None if best is None else why_manilha(match, best[1])
    if lying is not None:
        found.append(lying)
    elif match.manilhas and not match.hand_over:
        # Nothing special lies there: what the manilhas are, told by the strongest.
        first = why_manilha(match, match.manilhas[0])
        found += [] if first is None else [first]
    if match.pending_raise is None:
        # What a raise would bring can wait; what lies there is what is asked about.
        found.sort(key=lambda note: note.key.startswith("raise."))
    return tuple(dict.fromkeys(found))


def taught(why: str, match: Match, words: Words, level: Level) -> str:
    """What stands under the state of the table: the verdict ``why``, and what this level adds to it.

    Off: the verdict alone. Short: where there is none, what beats the card lying. Full: sentences as well.
    """
    if level is Level.FULL:
        note = _chief(match)
        shown = None if note is None else worded(note, words, level)
        return why if shown is None else f"{why or shown.title}. {shown.text}"
    return why or why_line(match, words, level)
