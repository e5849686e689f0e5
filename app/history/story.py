"""A stored match told from beginning to end: its hands, its score line, who raised and who ran."""

from __future__ import annotations

from dataclasses import dataclass

from app.history.hand import CallKind, HandStory, hand_of
from app.store import MatchRow, SavedMatch
from engine import Match, hands_of


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """The score after a hand; ``hand`` -1: before the first, and before the first of each further match."""

    hand: int
    game: int
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """What one team did over the match."""

    hands: int = 0
    tricks: int = 0
    raises: int = 0
    accepted: int = 0
    ran: int = 0
    specials_played: int = 0
    specials_refused: int = 0
    best_hand: int = 0
    """Most points brought by one hand."""


@dataclass(frozen=True, slots=True)
class MatchStory:
    """``row``: the match in the list; ``hands``: those begun, in order, as they count now."""

    row: MatchRow
    hands: tuple[HandStory, ...]

    @property
    def score_line(self) -> tuple[ScorePoint, ...]:
        """The score before the first hand and after every hand that ended."""
        points: list[ScorePoint] = []
        for hand in self.hands:
            if not points or points[-1].game != hand.game:
                points.append(ScorePoint(-1, hand.game, hand.score_before))
            if hand.outcome is not None:
                points.append(ScorePoint(hand.number, hand.game, hand.score))
        return tuple(points)

    def tally(self, team: int) -> Tally:
        """What this team did, and what it brought."""
        ended = [hand for hand in self.hands if hand.outcome is not None]
        won = [hand.outcome for hand in ended if hand.outcome and hand.outcome.winner == team]
        said = [call.kind for hand in self.hands for call in hand.calls if call.team == team]
        return Tally(
            hands=len(won),
            tricks=sum(trick.winner_team == team for hand in self.hands for trick in hand.tricks),
            raises=said.count(CallKind.RAISE),
            accepted=said.count(CallKind.ACCEPT),
            ran=said.count(CallKind.RUN) + said.count(CallKind.GIVE_UP),
            specials_played=said.count(CallKind.PLAY_SPECIAL),
            specials_refused=said.count(CallKind.REFUSE_SPECIAL),
            best_hand=max((outcome.points for outcome in won), default=0),
        )


def story_of(saved: SavedMatch) -> MatchStory:
    """The story of a stored match; StoreError where its log cannot be done again."""
    match = saved.match()
    times = _times(saved, match)
    lines = hands_of(match) if match.log else ()
    hands = []
    for number, line in enumerate(lines):
        began, ended = times.get(number, (saved.row.began, saved.row.began))
        hands.append(hand_of(line, number, began, ended))
    return MatchStory(saved.row, tuple(hands))


def _times(saved: SavedMatch, match: Match) -> dict[int, tuple[float, float]]:
    """When each hand was first and last spoken of, by its number."""
    times: dict[int, tuple[float, float]] = {}
    log = match.log
    for place, record in enumerate(log):
        # The action that begins a hand is taken down at the end of the one before.
        hand = log[place + 1].moment.hand if place + 1 < len(log) else match.hand_number
        at = saved.actions[record.number].at
        first, last = times.get(hand, (at, at))
        times[hand] = (min(first, at), max(last, at))
    return times
