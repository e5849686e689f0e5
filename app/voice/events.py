"""Which phrases belong to what has happened."""

from __future__ import annotations

from app.teach.manilhas import special_key
from app.voice.phrases import CALLS, HIGHEST_NUMBER, PROBLEMS, SPECIALS
from engine import Call, Match, Problem, Record
from engine.actions import Correct, CorrectStake, Decide, NextHand, Redo, Say, ShowVira, Undo


def spoken(record: Record, match: Match) -> tuple[str, ...]:
    """What is said after this record; ``match`` as it stands after it. () where nothing needs a word."""
    said: list[str] = []
    if isinstance(record.action, Undo | Redo | Correct | CorrectStake):
        # The past has changed: where the match stands now is all there is to say.
        return ("undone", *_score(match)) if isinstance(record.action, Undo) else _score(match)
    if record.problems:
        return (_problem(record.problems),)
    match record.action:
        case Say(call=call):
            said += _call(call, match)
        case Decide(play=play):
            said += ("plays", *_worth(match)) if play else ("gives_away",)
        case ShowVira() | NextHand():
            said += _hand_begun(match, vira=isinstance(record.action, ShowVira))
        case _:
            pass
    if record.outcome is None:
        for trick in record.tricks:
            said.append("tied" if trick.winner_team is None else f"trick_{trick.winner_team}")
        return tuple(said)
    outcome = record.outcome
    if match.match_winner is not None:
        return (*said, f"match_{match.match_winner}")
    if outcome.reason in ("void", "misdeal"):
        return (*said, "hand_void")
    said.append("hand_nobody" if outcome.winner is None else f"hand_{outcome.winner}")
    return (*said, *_score(match))


def turn(match: Match) -> str:
    """The phrase for whose turn it is, by seat; "" while nobody is to play."""
    return "" if match.turn is None else f"turn_{match.rules.seats}_{match.turn}"


def _call(call: Call, match: Match) -> tuple[str, ...]:
    pending = match.pending_raise
    match call:
        case Call.RAISE if pending is not None:
            name = match.rung_name(pending.value).lower()
            return (f"call_{name if name in CALLS else 'raise'}",)
        case Call.ACCEPT:
            return ("accepted", *_worth(match))
        case Call.RUN if match.hand_outcome is not None and match.hand_outcome.reason == "gave_up":
            return ("gave_up",)
        case Call.RUN:
            return ("ran",)
        case _:
            return ()


def _hand_begun(match: Match, *, vira: bool) -> tuple[str, ...]:
    said: list[str] = []
    if vira and match.vira is not None:
        said += ("manilha_is", f"rank_{match.manilhas[0].rank.lower()}")
    if match.special == "iron":
        said.append("iron")
    elif match.must_decide is not None:
        key = f"special_{special_key(match.rules)}"
        said.append(key if key in SPECIALS else "special_other")
    return tuple(said)


def _problem(problems: Problem) -> str:
    """The gravest that has a phrase of its own."""
    names = [str(problem.name).lower() for problem in problems]
    named = next((name for name in names if name in PROBLEMS), None)
    return "problem" if named is None else f"problem_{named}"


def _worth(match: Match) -> tuple[str, ...]:
    return ("worth", f"number_{match.stake}") if match.stake <= HIGHEST_NUMBER else ()


def _score(match: Match) -> tuple[str, ...]:
    """The score, as "nine to eleven"; our side first."""
    us, them = match.score
    if max(us, them) > HIGHEST_NUMBER:
        return ()
    return (f"number_{us}", "score_to", f"number_{them}")
