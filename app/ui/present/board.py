"""What the scoreboard shows: the same match without a camera, by touch alone."""

from __future__ import annotations

from dataclasses import dataclass

from app.playing import Playing
from app.teach import Explanation, Level, notes_at, notes_on, worded
from app.ui.present.table import (
    Ended,
    Restake,
    ended_of,
    marks_of,
    restake_of,
    stake_name_of,
    stake_scored,
    team_title,
)
from app.words import Words, capital
from engine import Match, Outcome

TOLD = ("special.", "raise.")
"""What can be explained where no card is seen: special hands, and what a raise would bring."""


@dataclass(frozen=True, slots=True)
class Tie:
    """One way to say that all three tricks were tied: what it brings in words, and whether it ends the match.

    ``raiser``: the team that raised last, where these rules ask for it.
    """

    raiser: int | None
    text: str
    ends: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """``points``: what a touch on a team's half would give it, "" where it cannot; ``ends``: and the match
    with it. ``ladder``: text of the one button for the stake, "" where it is fixed. ``decide``: (plays,
    text) of a special hand's answers. ``can_tie``: a hand can be told to have been tied throughout.
    """

    scores: tuple[str, str]
    marks: tuple[str, str]
    team_names: tuple[str, str]
    points: tuple[str, str]
    ends: tuple[bool, bool]
    stake: str
    stake_name: str
    ladder: str
    notice: str
    decide: tuple[tuple[bool, str], ...]
    decides: int | None
    deals: str
    can_tie: bool
    can_undo: bool
    can_redo: bool
    restake: Restake | None
    ended: Ended | None


def board_of(playing: Playing, words: Words) -> BoardView:
    """The scoreboard for a match as it stands."""
    match = playing.match
    over = match.match_winner is not None
    open_points = not over and match.must_decide is None and not _decides_next(match)
    give = f"+{next_stake(match)}" if open_points else ""
    return BoardView(
        scores=(str(match.score[0]), str(match.score[1])),
        marks=marks_of(playing),
        team_names=(team_title(match, words, 0), team_title(match, words, 1)),
        points=(give, give),
        ends=(_ends(match, 0), _ends(match, 1)),
        stake=words("table.stake", stake=next_stake(match)),
        stake_name="" if match.hand_over else stake_name_of(match, words),
        ladder=_ladder(match, words),
        notice=_notice(match, words),
        decide=_decide(match, words),
        decides=match.must_decide,
        deals=words("board.deals", seat=words.seat(match.next_dealer if match.hand_over else match.dealer)),
        can_tie=open_points,
        can_undo=match.can_undo(),
        can_redo=match.can_redo(),
        restake=_restake(playing, words),
        ended=ended_of(match, words),
    )


def next_stake(match: Match) -> int:
    """What the hand that is played now is worth; between two hands the one that follows."""
    if not match.hand_over:
        return match.stake
    ladder = match.rules.ladder
    if match.match_winner is None and min(match.score) >= _near(match):
        return ladder[0 if match.rules.iron_value == "first" else 1]
    return match.next_carry or ladder[0]


def _near(match: Match) -> int:
    """Points from which a team's hand is a special one."""
    return match.rules.target - match.rules.ladder[0]


def _decides_next(match: Match) -> bool:
    """Whether the hand that follows begins with the decision of a special hand."""
    near = sum(score >= _near(match) for score in match.score)
    return match.hand_over and match.match_winner is None and near == 1


def _ends(match: Match, team: int) -> bool:
    return match.score[team] + next_stake(match) >= match.rules.target


def _ladder(match: Match, words: Words) -> str:
    """The next rung, or back to the first from the top: whoever says what is the table's own business."""
    if match.match_winner is not None or match.special is not None:
        return ""
    value = rung_after(match)
    if value == match.rules.ladder[0]:
        return words("board.ladder_back", stake=value)
    return words("board.ladder", rung=words.rung(value).upper(), stake=value)


def rung_after(match: Match) -> int:
    """The stake that a touch on the ladder sets."""
    ladder = match.rules.ladder
    now = next_stake(match)
    return next((rung for rung in ladder if rung > now), ladder[0])


def _notice(match: Match, words: Words) -> str:
    outcome = match.hand_outcome
    if outcome is not None and outcome.winner is None:
        return _result(outcome, match, words)
    if match.hand_over or match.special is None:
        return ""
    if match.special == "iron":
        return words("board.iron", stake=match.stake)
    team = words.team(match.special_team)
    if match.must_decide is not None:
        return words("board.special", name=stake_name_of(match, words), team=capital(team))
    return words("board.special_played", name=stake_name_of(match, words), team=capital(team))


def _decide(match: Match, words: Words) -> tuple[tuple[bool, str], ...]:
    if match.must_decide is None:
        return ()
    ladder, other = match.rules.ladder, words.team(1 - match.must_decide)
    return (
        (True, words("board.play", points=ladder[1])),
        (False, words("board.give_up", points=ladder[0], team=other)),
    )


def _restake(playing: Playing, words: Words) -> Restake | None:
    outcome = playing.match.hand_outcome
    if outcome is None or not stake_scored(playing):
        return None
    how = words("board.scored") if outcome.winner is not None else _result(outcome, playing.match, words)
    return restake_of(playing.match, words, how)


def _result(outcome: Outcome, match: Match, words: Words) -> str:
    """How the hand ended, in one line."""
    told = worded(notes_on(outcome, match.rules)[0], words, Level.SHORT)
    return "" if told is None else told.title


def ties_of(match: Match, words: Words) -> tuple[Tie, ...]:
    """How the running hand can be told to have been tied: more than one way where the raiser decides."""
    rules = match.rules
    raised = match.special is None and match.stake > (match.carried or rules.ladder[0])
    asks = raised and (rules.last_trick_raiser or rules.all_tied == "raiser_loses")
    raisers: tuple[int | None, ...] = (None,)
    if asks:
        raisers = (0, 1) if rules.all_tied == "raiser_loses" else (0, 1, None)
    return tuple(_tie(match, words, raiser, asks) for raiser in raisers)


def _tie(match: Match, words: Words, raiser: int | None, asks: bool) -> Tie:
    outcome = match.tied_outcome(raiser)
    text = _brings(outcome, match.stake, words)
    if asks:
        last = match.rules.last_trick_raiser
        key = "nobody" if raiser is None else "last" if last else "raised"
        text = words(f"board.tie.{key}", team=words.team(raiser), brings=text)
    won = outcome.winner
    ends = won is not None and match.score[won] + outcome.points >= match.rules.target
    return Tie(raiser, capital(text), ends)


def _brings(outcome: Outcome, stake: int, words: Words) -> str:
    if outcome.winner is not None:
        return words("board.tie.won", team=words.team(outcome.winner), points=outcome.points)
    if outcome.reason == "all_tied_carry":
        return words("board.tie.carry", stake=stake)
    return words("board.tie.none")


def tie_rule(match: Match, words: Words) -> str:
    """What these rules say of three ties, in a sentence."""
    rules = match.rules
    kind = "raiser" if rules.all_tied == "raiser_loses" else rules.all_tied
    return words(f"teach.full.tie.third_{kind}")


def board_why(match: Match, words: Words) -> tuple[Explanation, ...]:
    """What the scoreboard can explain: the special hand, the last points, what a raise would bring."""
    told = [note for note in notes_at(match) if note.key.startswith(TOLD)]
    shown = [worded(note, words, Level.FULL) for note in told]
    last = _last_points(match, words)
    # Special hands come first of what is open; the last points before what only might come.
    at = sum(note.key.startswith(TOLD[0]) for note in told)
    found = [*shown[:at], last, *shown[at:]]
    return tuple(one for one in found if one is not None)


def _last_points(match: Match, words: Words) -> Explanation | None:
    outcome = next((record.outcome for record in reversed(match.history) if record.outcome), None)
    if outcome is None:
        return None
    if outcome.reason != "gave_up":
        return worded(notes_on(outcome, match.rules)[0], words, Level.FULL)
    stake = words.rung(outcome.points).upper()
    named = f"{outcome.points} ({stake})" if stake != str(outcome.points) else stake
    title = words("board.why.points", team=words.team(outcome.winner), points=outcome.points)
    return Explanation(title, words("board.why.stake", stake=named))
