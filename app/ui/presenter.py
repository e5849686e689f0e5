"""What the table screen shows, computed from the referee: plain values, no kivy."""

from __future__ import annotations

from dataclasses import dataclass

from app.referee.calls import Said
from app.referee.lines import JUDGED, Line, LineType
from app.referee.questions import Choice, Question
from app.referee.referee import Referee
from app.words import Words
from engine import ALL_CARDS, Call, IllegalAction, Match, deck_of


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of the trick on screen; ``card`` empty: covered."""

    seat: int
    card: str
    winning: bool
    manilha: bool


@dataclass(frozen=True, slots=True)
class Button:
    """A button of one team: what pressing it says."""

    said: Said
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a question, in words."""

    choice: Choice
    text: str


@dataclass(frozen=True, slots=True)
class AskCard:
    """The question on screen. ``team``: whose it is to answer; ``any_card``: another card may be named."""

    number: int
    text: str
    answers: tuple[Answer, ...]
    team: int | None
    any_card: bool
    track: int


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the table screen that is not the picture."""

    scores: tuple[int, int]
    team_names: tuple[str, str]
    stake: str
    next_raise: str
    vira: str
    manilhas: tuple[tuple[str, str], ...]
    trick: tuple[LaidCard, ...]
    trick_over: bool
    tricks: tuple[tuple[int, str], ...]
    turn: int | None
    seat_names: tuple[str, ...]
    state: str
    why: str
    last: str
    buttons: tuple[tuple[Button, ...], tuple[Button, ...]]
    can_undo: bool
    question: AskCard | None


def view_of(referee: Referee, words: Words) -> TableView:
    """The table screen for the referee as it stands."""
    match = referee.match
    question = _front(referee)
    manilhas = tuple(str(card) for card in match.manilhas)
    known = match.vira is not None or match.rules.manilha == "fixed"
    return TableView(
        scores=match.score,
        team_names=(words.team(0).upper(), words.team(1).upper()),
        stake=_stake(match, words),
        next_raise=_next_raise(match, words),
        vira="" if match.vira is None else str(match.vira),
        manilhas=tuple((card, words.manilha(card)) for card in manilhas) if known else (),
        trick=_trick(match, frozenset(manilhas)),
        trick_over=not match.current_trick,
        tricks=_tricks(match, words),
        turn=None if match.needs_vira or match.must_decide is not None else match.turn,
        seat_names=tuple(words.seat(seat) for seat in range(match.rules.seats)),
        state=_state(match, words),
        why=_why(referee, words),
        last=_last(referee.lines, words),
        buttons=(_buttons(match, words, 0), _buttons(match, words, 1)),
        can_undo=match.can_undo(),
        question=None if question is None else _asked(question, words),
    )


def _front(referee: Referee) -> Question | None:
    """The question to show: one that everything waits for first, then the oldest."""
    waiting = [question for question in referee.questions if question.waits]
    return next(iter(waiting or referee.questions), None)


def _asked(question: Question, words: Words) -> AskCard:
    answers = tuple(Answer(choice, _capital(words.choice(choice))) for choice in question.choices)
    text = _capital(words.question(question))
    return AskCard(question.number, text, answers, question.team, question.any_card, question.track)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _stake(match: Match, words: Words) -> str:
    stake = words("table.stake", stake=match.stake)
    if match.special is not None:
        return f"{stake} · {words('table.special.' + match.special)}"
    name = words.rung(match.stake)
    return f"{stake} · {name.upper()}" if name != str(match.stake) else stake


def _next_raise(match: Match, words: Words) -> str:
    if match.special is not None:
        return ""
    if match.next_raise is None:
        return words("table.top_stake")
    return words("table.next_raise", rung=words.rung(match.next_raise).upper())


def _trick(match: Match, manilhas: frozenset[str]) -> tuple[LaidCard, ...]:
    """The running trick; the last finished one until the next card lies."""
    plays, best = match.current_trick, match.best
    winner = None if best is None else best[0]
    if not plays and match.tricks:
        plays, winner = match.tricks[-1].plays, match.tricks[-1].winner_seat
    return tuple(
        LaidCard(seat, "" if card is None else str(card), seat == winner, str(card) in manilhas)
        for seat, card in plays
    )


def _tricks(match: Match, words: Words) -> tuple[tuple[int, str], ...]:
    return tuple(
        (
            trick.number + 1,
            words("table.tied") if trick.winner_team is None else words.team(trick.winner_team),
        )
        for trick in match.tricks
    )


def _state(match: Match, words: Words) -> str:
    if match.match_winner is not None:
        return words("table.match_won", team=words.team(match.match_winner))
    if match.hand_over:
        return words("table.waiting_clear")
    if match.needs_vira:
        return words("table.waiting_vira")
    if match.turn is not None and match.must_decide is None:
        return words("table.turn", seat=words.seat(match.turn))
    return words("table.waiting_card")


def _why(referee: Referee, words: Words) -> str:
    """The reason of the last finished trick or hand, while no card of the next lies."""
    if referee.match.current_trick:
        return ""
    for line in reversed(referee.lines):
        if line.type in (LineType.TRICK, LineType.HAND):
            return words.line(line)
        if line.type in (LineType.VIRA, LineType.CARD, LineType.COVERED, LineType.UNDO):
            return ""
    return ""


_TOLD = JUDGED - {LineType.SCORE, LineType.MANILHAS} | {LineType.PROBLEM, LineType.VIEW_LOST}


def _last(lines: list[Line], words: Words) -> str:
    for line in reversed(lines):
        if line.type in _TOLD:
            return words("table.last", what=words.line(line))
    return ""


def _buttons(match: Match, words: Words, team: int) -> tuple[Button, ...]:
    """What this team may say now; an answer that is not its own to give is not there."""
    if match.hand_over or match.case is not None:
        return ()
    if match.must_decide is not None:
        if match.must_decide != team:
            return ()
        return (Button(Said.ACCEPT, words("table.play")), Button(Said.RUN, words("table.give_up")))
    buttons = []
    if match.next_raise is not None and _may_raise(match, team):
        buttons.append(Button(Said.RAISE, words.rung(match.next_raise).upper() + "!"))
    pending = match.pending_raise
    if pending is not None and pending.team != team:
        buttons.append(Button(Said.ACCEPT, words("table.accept")))
    if pending is None or pending.team != team:
        buttons.append(Button(Said.RUN, words("table.run")))
    return tuple(buttons)


def _may_raise(match: Match, team: int) -> bool:
    """Whether this side could raise at some moment now: timing is the table's own business, turns are not."""
    try:
        match.verify_call(team, Call.RAISE)
    except IllegalAction as refused:
        return refused.key == "raise_untimely"
    return True


def deck_cards(match: Match) -> tuple[str, ...]:
    """All cards of these rules, suit by suit, for naming one by hand."""
    deck = deck_of(match.rules)
    return tuple(str(card) for card in ALL_CARDS if card in deck)
