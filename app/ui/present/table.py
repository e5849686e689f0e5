"""What the table screen shows, computed from a match being played: plain values, no kivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.playing import Playing
from app.referee.calls import Said
from app.referee.lines import JUDGED, Line, LineType
from app.ui.present.asking import AskCard, asked
from app.ui.present.laid import number_of
from app.words import Words
from engine import Call, Card, IllegalAction, Match

RESTAKE_SECONDS: Final = 5.0
"""How long the stake that was scored is offered to be corrected by itself."""

CHANGE_SECONDS: Final = 10.0
"""How long the score's last change stands beside it."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with its card in the trick. ``number``: log entry of the card, to correct it; None: none.

    ``empty``: no card lies there. ``doubt``: a card lies there that could not be read for certain.
    """

    name: str
    team: int
    card: str = ""
    empty: bool = True
    covered: bool = False
    doubt: bool = False
    manilha: bool = False
    winning: bool = False
    turn: bool = False
    note: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A finished trick: who has it, and its cards in play order (seat, card or "")."""

    number: int
    who: str
    team: int | None
    why: str
    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button of one team: what pressing it says. ``ends``: the match would be over; asked first."""

    said: Said
    text: str
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Restake:
    """The stake of a hand just scored, to be corrected: its hand, and (value, text) of the others."""

    hand: int
    text: str
    values: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; ``text``: how many each team has won, in a series of them."""

    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the table screen but the camera's picture.

    ``state``: the one thing to know now; ``why``: its reason. ``enter``: what can be entered by hand now
    ("vira", "card", or "" for nothing), ``enter_text`` its words. ``next_hand``: that button is offered.
    """

    scores: tuple[str, str]
    marks: tuple[str, str]
    team_names: tuple[str, str]
    stake: str
    stake_name: str
    next_raise: str
    vira: str
    vira_number: int | None
    manilhas: tuple[tuple[str, str], ...]
    seats: tuple[SeatView, ...]
    tricks: tuple[TrickRow, ...]
    state: str
    why: str
    last: str
    buttons: tuple[tuple[Button, ...], tuple[Button, ...]]
    can_undo: bool
    can_redo: bool
    question: AskCard | None
    restake: Restake | None
    ended: Ended | None
    enter: str
    enter_text: str
    next_hand: bool


def view_of(playing: Playing, words: Words) -> TableView:
    """The table screen for a match as it stands."""
    referee, match = playing.referee, playing.match
    question = next((one for one in referee.questions if one.waits), None) or next(
        iter(referee.questions), None
    )
    manilhas = tuple(str(card) for card in match.manilhas)
    known = match.vira is not None or match.rules.manilha == "fixed"
    enter = _enter(match)
    return TableView(
        scores=(str(match.score[0]), str(match.score[1])),
        marks=marks_of(playing),
        team_names=(team_title(match, words, 0), team_title(match, words, 1)),
        stake=words("table.stake", stake=match.stake),
        stake_name=stake_name_of(match, words),
        next_raise=_next_raise(match, words),
        vira="" if match.vira is None else str(match.vira),
        vira_number=None if match.vira is None else number_of(match, None, match.vira),
        manilhas=tuple((card, words.manilha(card)) for card in manilhas) if known else (),
        seats=_seats(playing, words),
        tricks=tuple(trick_rows(match, words)),
        state=_state(match, words),
        why=_why(playing, words),
        last=_last(referee.lines, words),
        buttons=(_buttons(match, words, 0), _buttons(match, words, 1)),
        can_undo=match.can_undo(),
        can_redo=match.can_redo(),
        question=None if question is None else asked(question, match, words),
        restake=_restake(playing, words),
        ended=ended_of(match, words),
        enter=enter,
        enter_text=_enter_text(match, enter, words),
        next_hand=match.can_next_hand() and match.case is None,
    )


# -- stake and score ----------------------------------------------------------------------------------------


def team_title(match: Match, words: Words, team: int) -> str:
    """A team over its score; in a series with the matches it has won."""
    name = words.team(team).upper()
    return name if match.rules.games_to_win == 1 else f"{name} · {match.games[team]}"


def marks_of(playing: Playing) -> tuple[str, str]:
    """What stands beside each score: its last change, for some seconds."""
    change = playing.change
    if change is None or playing.now - change.at > CHANGE_SECONDS:
        return ("", "")
    first, second = (f"{points:+d}".replace("-", "−") if points else "" for points in change.points)
    return (first, second)


def stake_name_of(match: Match, words: Words) -> str:
    """What the stake is called: the rung's name, or that of a special hand; "" for the lowest."""
    if match.special == "iron":
        return words("table.iron").upper()
    if match.special is not None:
        return words.special.upper()
    name = words.rung(match.stake)
    return name.upper() if name != str(match.stake) else ""


def _next_raise(match: Match, words: Words) -> str:
    if match.special is not None or match.hand_over:
        return ""
    if match.next_raise is None:
        return words("table.top_stake")
    return words("table.next_raise", rung=words.rung(match.next_raise).upper())


def _restake(playing: Playing, words: Words) -> Restake | None:
    return restake_of(playing.match, words, _why(playing, words)) if stake_scored(playing) else None


def stake_scored(playing: Playing) -> bool:
    """Whether a hand has just ended, so that its stake is offered for correction."""
    return playing.match.hand_over and playing.now - playing.ended_at <= RESTAKE_SECONDS


def restake_of(match: Match, words: Words, how: str = "", hand: int | None = None) -> Restake | None:
    """How the stake of this hand (or an earlier one) can be corrected; None where it cannot.

    ``how``: how the hand ended.
    """
    values = tuple(
        (value, f"{value}\n{words.rung(value)}" if value != match.rules.ladder[0] else str(value))
        for value in match.rules.ladder
        if match.can_correct_stake(value, hand)
    )
    if not values:
        return None
    text = words("table.restake", hand=how) if how else words("table.restake_title")
    return Restake(match.hand_number if hand is None else hand, text, values)


def ended_of(match: Match, words: Words) -> Ended | None:
    """What is said once the match is over."""
    winner = match.match_winner
    if winner is None:
        return None
    title = words("table.match_won", team=words.team(winner))
    if match.rules.games_to_win == 1:
        return Ended(title)
    return Ended(title, words("table.games", ours=match.games[0], theirs=match.games[1]))


# -- the trick ----------------------------------------------------------------------------------------------


def _seats(playing: Playing, words: Words) -> tuple[SeatView, ...]:
    """Every seat with its card of the running trick; of the finished one until the next card lies."""
    match = playing.match
    plays, best = match.current_trick, match.best
    winner, over = (None if best is None else best[0]), False
    if not plays and match.tricks:
        plays, winner, over = match.tricks[-1].plays, match.tricks[-1].winner_seat, True
    laid = dict(plays) | {seat: card for seat, card in match.early if seat not in dict(plays) or over}
    turn = None if match.needs_vira or match.must_decide is not None else match.turn
    doubtful = {
        one.seat if one.seat is not None else turn: one for one in playing.referee.questions if one.waits
    }
    made = []
    for seat in range(match.rules.seats):
        lies = seat in laid
        card = laid.get(seat)
        notes = []
        if lies and card is None:
            notes.append(words("card.covered"))
        if seat == winner:
            notes.append("◀ " + words("table.won" if over else "table.winning"))
        if seat == match.dealer and not notes:
            notes.append(words("table.deals"))
        question = doubtful.get(seat)
        doubt = question is not None and not lies and bool(question.track or question.card)
        guess = question.choices[0].card if question and doubt and question.choices else ""
        made.append(
            SeatView(
                name=words.seat(seat),
                team=seat % 2,
                card=str(card) if card is not None else guess if doubt else "",
                empty=not lies and not (doubt and guess),
                covered=lies and card is None,
                doubt=doubt,
                manilha=card in match.manilhas,
                winning=seat == winner,
                turn=seat == turn,
                note=", ".join(notes),
                number=number_of(match, seat, card) if lies else None,
            )
        )
    return tuple(made)


def trick_rows(match: Match, words: Words) -> list[TrickRow]:
    """The finished tricks of this hand."""
    rows = []
    for trick in match.tricks:
        team = trick.winner_team
        who = words("table.tied") if team is None else words.team(team)
        cards = tuple((seat, "" if card is None else str(card)) for seat, card in trick.plays)
        rows.append(
            TrickRow(trick.number + 1, who, team, words.reason("trick", trick.reason, trick.values), cards)
        )
    return rows


def _state(match: Match, words: Words) -> str:
    if match.match_winner is not None:
        return words("table.match_won", team=words.team(match.match_winner))
    if match.hand_over:
        return words("table.waiting_clear")
    if match.must_decide is not None:
        return words("table.opens", opener=words.seat(match.opener), dealer=words.seat(match.dealer))
    if match.needs_vira:
        return words("table.waiting_vira")
    if match.turn is not None:
        return words("table.turn", seat=words.seat(match.turn))
    return words("table.waiting_card")


def _why(playing: Playing, words: Words) -> str:
    """The reason of the last finished trick or hand, while no card of the next lies."""
    if playing.match.current_trick:
        return ""
    for line in reversed(playing.referee.lines):
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


# -- what can be done ---------------------------------------------------------------------------------------


def _buttons(match: Match, words: Words, team: int) -> tuple[Button, ...]:
    """What this team may say now; an answer that is not its own to give is not there."""
    if match.hand_over or match.case is not None:
        return ()
    ends = runs_out(match, team)
    if match.must_decide is not None:
        if match.must_decide != team:
            return ()
        return (
            Button(Said.ACCEPT, words("table.play")),
            Button(Said.RUN, words("table.give_up"), ends),
        )
    buttons = []
    if match.special is not None:
        # Somebody will say it; it has its price by these rules, so it can be told.
        buttons.append(Button(Said.RAISE, words.rung(match.rules.ladder[1]).upper() + "!"))
    elif match.next_raise is not None and _may_raise(match, team):
        buttons.append(Button(Said.RAISE, words.rung(match.next_raise).upper() + "!"))
    pending = match.pending_raise
    if pending is not None and pending.team != team:
        buttons.append(Button(Said.ACCEPT, words("table.accept")))
    if pending is None or pending.team != team:
        buttons.append(Button(Said.RUN, words("table.run"), ends))
    return tuple(buttons)


def runs_out(match: Match, team: int) -> bool:
    """Whether the match is over if this team runs now."""
    paid = match.rules.ladder[0] if match.must_decide is not None else match.stake
    return match.score[1 - team] + paid >= match.rules.target


def _may_raise(match: Match, team: int) -> bool:
    """Whether this side could raise at some moment now: timing is the table's own business, turns are not."""
    try:
        match.verify_call(team, Call.RAISE)
    except IllegalAction as refused:
        return refused.key == "raise_untimely"
    return True


def _enter(match: Match) -> str:
    """What can be entered by hand now."""
    if match.match_winner is not None or match.case is not None:
        return ""
    if match.needs_vira or match.hand_over:
        return "vira" if match.rules.manilha == "vira" else "card"
    if match.must_decide is not None or match.pending_raise is not None or match.turn is None:
        return ""
    return "card"


def _enter_text(match: Match, enter: str, words: Words) -> str:
    if not enter:
        return ""
    if enter == "vira":
        return words("table.enter_vira")
    if match.hand_over or match.turn is None:
        return words("table.next_hand")
    return words("table.enter_card", seat=words.seat(match.turn))


def may_cover(match: Match) -> bool:
    """Whether the seat on turn may cover a card."""
    return match.turn is not None and match.can_cover(match.turn)


def gone_cards(match: Match) -> tuple[str, ...]:
    """Cards that have been seen in this hand, so that none of them can be laid again."""
    if match.hand_over:
        return ()
    seen = [card for _, card in match.current_trick] + [card for _, card in match.early]
    seen += [card for trick in match.tricks for _, card in trick.plays]
    seen += [match.vira, *match.burned]
    return tuple(str(card) for card in seen if isinstance(card, Card))
