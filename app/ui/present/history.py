"""What the history screens show: the list, a match, a hand step by step. Plain values, words chosen."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from app.history import Called, CallKind, HandStory, MatchStory, Step, StepKind, Tally
from app.referee.lines import Line, LineType
from app.store import MatchRow, MatchState
from app.teach import Level, notes_on, worded
from app.words import Words, card_text
from engine import Rules

RULES_NAMED: Final = (
    "paulista",
    "paulista-limpo",
    "paulista-15",
    "torneio",
    "mineiro",
    "mineiro-8",
    "mineiro-limpo",
    "fixa",
    "mineiro-6",
)
"""Presets that have a name of their own in the catalogues; others are the table's own rules."""


BOARD_TALLY: Final = ("hands", "best_hand")
"""What is known of each team where only the score was kept."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match in the list: who against whom with the score, and a line below."""

    id: int
    title: str
    below: str
    running: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """The score line: for each team a list of (hand, points) for every match of the series.

    ``hands``: the last hand's number; ``top``: the target. ``names`` with the last score of each team.
    """

    games: tuple[tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]], ...]
    hands: int
    top: int
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand in the list: ``number`` in the story, who scored and why, what was said, the score after."""

    number: int
    title: str
    result: str
    why: str
    said: str
    score: str
    team: int | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match: ``tally``: (what, first team, second team). ``can_replay``: there were cards."""

    id: int
    title: str
    below: str
    teams: tuple[str, str]
    chart: Chart | None
    tally: tuple[tuple[str, str, str], ...]
    hands: tuple[HandRow, ...]
    can_go_on: bool
    can_replay: bool

    @property
    def marked(self) -> tuple[str, str]:
        """The teams with the marks that they have in the score line."""
        return (f"● {self.teams[0]}", f"■ {self.teams[1]}")


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat of the replayed table. ``card`` "" with ``lies``: covered."""

    name: str
    team: int
    card: str = ""
    lies: bool = False
    manilha: bool = False
    strong: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of a replayed hand. ``why``: (title, text) of each reason; text "" at the short level."""

    title: str
    place: str
    what: str
    why: tuple[tuple[str, str], ...]
    vira: str
    manilhas: tuple[tuple[str, str], ...]
    seats: tuple[Laid, ...]
    tricks: tuple[str, ...]
    stake: str
    score: str


def words_for(words: Words, row: MatchRow) -> Words:
    """The words of the same language with the names and rules of this match."""
    return Words(words.language, row.rules, row.seating.teams, row.seating.players)


def match_lines(rows: tuple[MatchRow, ...], words: Words) -> tuple[MatchLine, ...]:
    """The matches in which anything was done."""
    return tuple(_line(row, words_for(words, row)) for row in rows if row.hands)


def _line(row: MatchRow, words: Words) -> MatchLine:
    return MatchLine(row.id, _title(row, words), _below(row, words), row.state is MatchState.RUNNING)


def _title(row: MatchRow, words: Words) -> str:
    ours, theirs = row.score
    return words("history.score", us=words.team(0), ours=ours, theirs=theirs, them=words.team(1))


def _below(row: MatchRow, words: Words) -> str:
    line = words(
        "history.line",
        when=when(row.began, words),
        rules=rules_name(row.rules, words),
        hands=row.hands,
        state=words(f"history.state.{row.state}", team=words.team(row.winner)),
    )
    if row.rules.games_to_win == 1:
        return line
    return f"{line} · {words('history.games', ours=row.games[0], theirs=row.games[1])}"


def when(seconds: float, words: Words) -> str:
    """A moment (seconds since 1970) as date and time of day."""
    at = datetime.fromtimestamp(seconds)
    return words("history.when", day=at.day, month=at.month, year=at.year, hour=at.hour, minute=at.minute)


def rules_name(rules: Rules, words: Words) -> str:
    """How these rules are called."""
    return words(f"history.rules.{rules.name if rules.name in RULES_NAMED else 'own'}")


# -- a match ------------------------------------------------------------------------------------------------


def match_view(story: MatchStory, words: Words) -> MatchView:
    """A match with its score line, what each team did, and its hands."""
    row = story.row
    words = words_for(words, row)
    return MatchView(
        id=row.id,
        title=_title(row, words),
        below=_below(row, words),
        teams=(words.team(0), words.team(1)),
        chart=_chart(story, words),
        tally=_tally(story, words),
        hands=tuple(_hand_row(hand, words, on_board(row)) for hand in story.hands),
        can_go_on=row.state is not MatchState.WON,
        can_replay=not on_board(row),
    )


def on_board(row: MatchRow) -> bool:
    """Whether it was kept on the scoreboard only: a point is then a hand that the other side gave up."""
    return row.seating.mode == "board"


def _chart(story: MatchStory, words: Words) -> Chart | None:
    points = story.score_line
    if not any(point.hand >= 0 for point in points):
        return None
    games = []
    for game in sorted({point.game for point in points}):
        own = [point for point in points if point.game == game]
        # A match begins where the hand before its first has ended.
        first = next((point.hand for point in own if point.hand >= 0), 0)
        places = [point.hand + 1 if point.hand >= 0 else first for point in own]
        ours, theirs = (
            tuple((float(place), float(point.score[team])) for place, point in zip(places, own, strict=True))
            for team in (0, 1)
        )
        games.append((ours, theirs))
    last = points[-1].score
    names = (f"{words.team(0)} {last[0]}", f"{words.team(1)} {last[1]}")
    return Chart(tuple(games), max(1, *(point.hand + 1 for point in points)), story.row.rules.target, names)


def _tally(story: MatchStory, words: Words) -> tuple[tuple[str, str, str], ...]:
    """What each team did; a line in which neither did anything is left out."""
    ours, theirs = story.tally(0), story.tally(1)
    lines = []
    for field in fields(Tally):
        if on_board(story.row) and field.name not in BOARD_TALLY:
            continue
        first, second = getattr(ours, field.name), getattr(theirs, field.name)
        if first or second:
            lines.append((words(f"history.tally.{field.name}"), str(first), str(second)))
    return tuple(lines)


def _hand_row(hand: HandStory, words: Words, board: bool) -> HandRow:
    outcome = hand.outcome
    why = ""
    if outcome is None:
        result = words("history.hand_open")
    else:
        why = words.reason("hand", outcome.reason, dict(outcome.values))
        if outcome.winner is None:
            result = words("history.hand_nobody")
        else:
            result = words("history.hand_won", team=words.team(outcome.winner), points=outcome.points)
    if board:
        worth = words("history.stake", stake=hand.stake)
        # A point is a hand given up there; only what is no point has a reason of its own.
        why = worth if outcome is None or outcome.reason == "gave_up" else f"{worth} · {why}"
    elif hand.corrected:
        why = f"{why} · {words('history.corrected')}" if why else words("history.corrected")
    ours, theirs = hand.score
    return HandRow(
        number=hand.number,
        title=words("history.hand", number=hand.number + 1),
        result=result,
        why=why,
        said="" if board else " · ".join(call_text(call, words) for call in hand.calls),
        score=f"{ours} × {theirs}",
        team=None if outcome is None else outcome.winner,
    )


def call_text(call: Called, words: Words) -> str:
    """One call in words."""
    rung = words.rung(call.value).upper() if call.kind is CallKind.RAISE else ""
    return words(f"history.call.{call.kind}", team=words.team(call.team), rung=rung)


# -- a hand, step by step -----------------------------------------------------------------------------------


def step_view(
    hand: HandStory, steps: tuple[Step, ...], place: int, words: Words, level: Level = Level.SHORT
) -> StepView:
    """Step ``place`` of a hand; ``words`` with the names of its match."""
    step = steps[place]
    position = step.position
    rules = hand.line.rules
    notes = [worded(note, words, level) for thing in step.judged for note in notes_on(thing, rules)]
    known = bool(position.manilhas)
    ours, theirs = position.score
    return StepView(
        title=words("history.hand", number=hand.number + 1),
        place=words("history.step", number=place + 1, count=len(steps)),
        what=_what(step, words),
        why=tuple((note.title, note.text) for note in notes if note is not None),
        vira="" if position.vira is None else str(position.vira),
        manilhas=tuple((str(card), words.manilha(str(card))) for card in position.manilhas) if known else (),
        seats=_seats(hand, step, words),
        tricks=tuple(
            words(
                "history.trick",
                number=trick.number + 1,
                who=words("history.tied") if trick.winner_team is None else words.team(trick.winner_team),
            )
            for trick in position.tricks
        ),
        stake=_stake(step, words),
        score=words("history.score", us=words.team(0), ours=ours, theirs=theirs, them=words.team(1)),
    )


def _stake(step: Step, words: Words) -> str:
    position = step.position
    if position.asked is None:
        return words("history.stake", stake=position.stake)
    rung = words.rung(position.asked).upper()
    return words("history.stake_asked", stake=position.stake, rung=rung)


def _seats(hand: HandStory, step: Step, words: Words) -> tuple[Laid, ...]:
    position = step.position
    laid = dict(position.plays)
    seats = []
    for seat in range(hand.line.rules.seats):
        lies, card = seat in laid, laid.get(seat)
        wins, turn = position.winning == seat, position.turn == seat
        note = words("history.won" if position.full else "history.winning") if wins else ""
        if lies and card is None:
            note = words("card.covered")
        elif not note and seat == hand.dealer:
            note = words("history.deals")
        seats.append(
            Laid(
                name=("▶ " if turn else "") + words.seat(seat),
                team=seat % 2,
                card="" if card is None else str(card),
                lies=lies,
                manilha=card is not None and card in position.manilhas,
                strong=wins or turn,
                note=("◀ " if wins else "") + note,
            )
        )
    return tuple(seats)


def _what(step: Step, words: Words) -> str:
    """What was done, in one line."""
    card = "" if step.card is None else str(step.card)
    if step.calls:
        return " · ".join(call_text(call, words) for call in step.calls)
    match step.kind:
        case StepKind.VIRA:
            return words.line(Line(0.0, LineType.VIRA, card=card))
        case StepKind.CARD:
            return words.line(Line(0.0, LineType.CARD, seat=step.seat, card=card))
        case StepKind.COVERED:
            return words.line(Line(0.0, LineType.COVERED, seat=step.seat))
        case _:
            way = ""
            if step.way:
                points = step.position.stake
                way = words(
                    f"choice.{step.way}",
                    card=words.card(card),
                    seat=words.seat(step.seat),
                    points=points,
                    to="",
                )
            return words(
                f"history.step.{step.kind}",
                seat=words.seat(step.seat),
                team=words.team(step.team),
                card=card_text(card),
                value=step.value,
                way=way,
            )
