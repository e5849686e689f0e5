"""What the scoreboard shows: the same match without a camera, by touch alone."""

from __future__ import annotations

from dataclasses import dataclass

from app.playing import Playing
from app.ui.present.asking import capital
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
from app.words import Words
from engine import Match


@dataclass(frozen=True, slots=True)
class BoardView:
    """``points``: what a touch on a team's half would give it, "" where it cannot; ``ends``: and the match
    with it. ``ladder``: text of the one button for the stake, "" where it is fixed. ``decide``: (plays,
    text) of a special hand's answers.
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
    can_undo: bool
    can_redo: bool
    restake: Restake | None
    ended: Ended | None


def board_of(playing: Playing, words: Words) -> BoardView:
    """The scoreboard for a match as it stands."""
    match = playing.match
    over = match.match_winner is not None
    open_points = not over and match.must_decide is None
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
        can_undo=match.can_undo(),
        can_redo=match.can_redo(),
        restake=_restake(playing, words),
        ended=ended_of(match, words),
    )


def next_stake(match: Match) -> int:
    """What the hand that is played now is worth; between two hands the one that follows."""
    if not match.hand_over:
        return match.stake
    return match.next_carry or match.rules.ladder[0]


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
    return restake_of(playing.match, words, words("board.scored")) if stake_scored(playing) else None
