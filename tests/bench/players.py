"""Simulated players at a table with a camera: cards that lie there, and what is done next."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any

from app.playing import Playing
from app.referee.calls import Said
from app.referee.questions import Ask, Choice, Do
from engine import ALL_CARDS, Match, deck_of
from vision.events import EventKind, TableEvent

MIDDLE = (0.5, 0.5)


@dataclass
class Lying:
    """A card on the table: its name ("" for a back) and its place as a share of the picture."""

    card: str
    place: tuple[float, float]
    track: int = 0


@dataclass
class Table:
    """The real table: what lies there, whatever Vira knows of it. Vision numbers its tracks anew each run."""

    rng: Random
    cards: list[Lying] = field(default_factory=list)
    t: float = 0.0
    tracks: int = 0
    deed: str = "none"
    """What was done last: "card" where a new card lies now, else its kind."""

    def to_data(self) -> list[list[Any]]:
        """What lies there, for a file."""
        return [[one.card, *one.place] for one in self.cards]

    def put(self, data: list[list[Any]]) -> None:
        """Lays what `to_data` wrote."""
        self.cards = [Lying(card, (x, y)) for card, x, y in data]

    # -- what vision tells ----------------------------------------------------------------------------------

    def tell(self, playing: Playing, *events: TableEvent) -> None:
        """One frame with these events, and one a second later without."""
        self.t += 1.0
        playing.take(self.t, events)

    def seen_anew(self, playing: Playing) -> None:
        """Vision starts: everything lying there is told, in any order, the first open card as the vira."""
        self.rng.shuffle(self.cards)
        kind = EventKind.VIRA_SHOWN
        for one in self.cards:
            self.tracks += 1
            one.track = self.tracks
            x, y = (self.rng.gauss(at, 0.004) for at in one.place)
            if one.card:
                event = TableEvent(kind, self.t, one.track, one.card, (x, y))
                kind = EventKind.CARD_PLAYED
            else:
                event = TableEvent(EventKind.CARD_COVERED, self.t, one.track, None, (x, y))
            self.tell(playing, event)

    def lay(self, playing: Playing, card: str, seat: int | None) -> None:
        """A seat lays a card ("" covered); no seat: the vira is turned."""
        self.tracks += 1
        if seat is None:
            kind, place, side = EventKind.VIRA_SHOWN, MIDDLE, None
        else:
            angle = math.radians(playing.referee.seating.angle(seat))
            side = (math.cos(angle), -math.sin(angle))
            far = self.rng.uniform(0.16, 0.24)
            place = (0.5 + side[0] * far, 0.5 + side[1] * far)
            kind = EventKind.CARD_PLAYED if card else EventKind.CARD_COVERED
        self.cards.append(Lying(card, place, self.tracks))
        self.deed = "card"
        self.tell(playing, TableEvent(kind, self.t, self.tracks, card or None, place, side))

    def clear(self, playing: Playing, everything: bool) -> None:
        """The cards are gathered, with the vira where the hand is over."""
        vira = str(playing.match.vira or "")
        self.cards = [] if everything else [one for one in self.cards if one.card == vira]
        self.deed = "clear"
        message = "all" if everything else ""
        self.tell(playing, TableEvent(EventKind.TABLE_CLEARED, self.t, message=message))

    def take_back(self, playing: Playing, track: int) -> None:
        """A card is taken from the table."""
        gone = next((one for one in self.cards if one.track == track), None)
        if gone is not None:
            self.cards.remove(gone)
            self.tell(
                playing, TableEvent(EventKind.CARD_REMOVED, self.t, track, gone.card or None, gone.place)
            )


def unseen(rng: Random, table: Table, match: Match) -> str:
    """A card of the deck that nobody has seen in this hand."""
    gone = {one.card for one in table.cards} | {str(match.vira)}
    gone |= {str(card) for trick in match.tricks for _, card in trick.plays}
    gone |= {str(card) for _, card in (*match.current_trick, *match.early)}
    return rng.choice(
        [str(card) for card in ALL_CARDS if card in deck_of(match.rules) and str(card) not in gone]
    )


def do_something(table: Table, playing: Playing) -> None:
    """What the players, or those who hold the tablet, do next."""
    rng, match, referee = table.rng, playing.match, playing.referee
    table.deed = "other"
    waiting = next((one for one in referee.questions if one.waits), None)
    chance = rng.random()
    if waiting is not None:
        _answer(table, playing, waiting.number)
    elif chance < 0.04 and match.can_undo():
        playing.undo()
    elif chance < 0.06 and match.can_redo():
        playing.redo()
    elif chance < 0.09 and _correct(table, playing):
        pass
    elif match.hand_over:
        if table.cards:
            table.clear(playing, True)
        elif rng.random() < 0.1:
            playing.correct_stake(rng.choice(match.rules.ladder), match.hand_number)
        elif match.rules.manilha == "vira":
            table.lay(playing, unseen(rng, table, match), None)
        else:
            table.lay(playing, unseen(rng, table, match), (match.next_dealer + 1) % match.rules.seats)
    elif match.must_decide is not None:
        playing.say(match.must_decide, rng.choice((Said.ACCEPT, Said.ACCEPT, Said.RUN)))
    elif match.pending_raise is not None:
        playing.say(1 - match.pending_raise.team, rng.choice((Said.ACCEPT, Said.RUN, Said.RAISE)))
    elif match.needs_vira:
        table.lay(playing, unseen(rng, table, match), None)
    elif match.turn is None:
        table.clear(playing, True)
    elif not match.current_trick and len(table.cards) > 1 and rng.random() < 0.5:
        table.clear(playing, False)
    elif chance < 0.2:
        playing.say(match.turn % 2, Said.RAISE)
    elif chance < 0.3 and match.can_cover(match.turn) and match.rules.hide_by == "table":
        table.lay(playing, "", match.turn)
    elif chance < 0.32:
        table.lay(playing, rng.choice(("8H", "9C", "10S")), match.turn)
    else:
        table.lay(playing, unseen(rng, table, match), match.turn)


def _answer(table: Table, playing: Playing, number: int) -> None:
    """Answers a question; a card that goes back is taken from the table."""
    question = next(one for one in playing.referee.questions if one.number == number)
    choices = [one for one in question.choices if one.do not in (Do.NO_CARD, "card", "show", "vira")]
    choice = table.rng.choice(choices or list(question.choices))
    if question.key == Ask.UNDONE:
        choice = table.rng.choice(question.choices)
        if choice.do == Do.CARD and choice.card != question.card:
            choice = Choice(Do.CARD, card=question.card)
    playing.answer(number, choice)
    if choice.do in (Do.BACK, Do.NO_CARD) and question.track:
        table.take_back(playing, question.track)


def _correct(table: Table, playing: Playing) -> bool:
    """A card of this hand was another: whoever holds the tablet says so, and so it has lain there."""
    match = playing.match
    records = [
        record
        for record in match.history
        if record.moment.hand == match.hand_number and str(getattr(record.action, "card", "")) != ""
    ]
    lying = {one.card: one for one in table.cards if one.card}
    open_cards = [one for one in records if str(getattr(one.action, "card", "")) in lying]
    if not open_cards:
        return False
    record = table.rng.choice(open_cards)
    new = unseen(table.rng, table, match)
    one, count = lying[str(getattr(record.action, "card", ""))], len(match.log)
    old, one.card = one.card, new
    playing.correct(record.number, new)
    if len(match.log) == count:
        one.card = old
    return True
