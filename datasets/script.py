"""What happens in a filmed hand: who lays what and when, what is called, and the truth about all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from engine import Call, Card, Match, Record, Rules, deck_of

_WORDS: Final = {Call.RAISE: "truco", Call.ACCEPT: "accept", Call.RUN: "run"}


@dataclass(frozen=True, slots=True)
class Lay:
    """A card laid by a seat; ``at``: seconds of film time when it lies and the hand has left it.

    ``until``: when its player has taken it back (None: it goes with its trick). ``turned``: when a card laid
    face down is turned up in its place. ``counts``: whether it becomes a play, sooner or later.
    """

    at: float
    seat: int
    card: str
    covered: bool
    trick: int
    until: float | None = None
    turned: float | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """A card of the stock that the dealer shows before the vira: burned, it is out of this hand.

    ``at``, ``until``: as of a `Lay`; ``place``: millimetres from the table's middle, away from the stock and
    away from seat 0.
    """

    at: float
    card: str
    place: tuple[float, float]
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """One hand. ``vira_at``: when the vira lies open. ``cleared``: when each trick's cards have left.

    ``truth`` has the lines of docs/transcript.md, ``calls`` those of a calls file. ``length``: seconds.
    ``dealer``, ``score``: how the match stands. ``oddity``: what is played that a referee has to notice,
    "" in an ordinary hand; ``problems``: the engine's names of what must be raised (one of them is enough).
    ``answer``: the way out the table takes then. ``shown``: cards burned before the vira is turned.
    """

    rules: Rules
    vira: str
    vira_at: float
    lays: tuple[Lay, ...]
    cleared: tuple[float, ...]
    calls: tuple[dict[str, Any], ...]
    truth: tuple[dict[str, Any], ...]
    length: float
    dealer: int = -1
    score: tuple[int, int] = (0, 0)
    oddity: str = ""
    problems: tuple[str, ...] = ()
    answer: str = ""
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a film should show.

    ``pace``: seconds from card to card; ``raises``: how often someone calls truco; ``covered``, ``tie``:
    whether at least one covered card, one tied trick must occur; ``longest``: seconds; ``dealer``: a seat
    (None: the last); ``score``: points of both teams before the hand; ``together``: how often a card is
    thrown at the same time as the one before it; ``tricks``: least number of tricks; ``cards``: what the deck
    at hand holds (empty: everything).
    """

    pace: float = 1.2
    raises: float = 0.3
    covered: bool = False
    tie: bool = False
    longest: float = 20.0
    dealer: int | None = None
    score: tuple[int, int] = (0, 0)
    together: float = 0.0
    tricks: int = 1
    cards: frozenset[str] = frozenset()

    def holds(self, card: str) -> bool:
        """Whether the deck at hand has this card."""
        return not self.cards or card in self.cards


@dataclass(slots=True)
class Telling:
    """A script in the making: the match as it goes, the clock, and what has been written down so far."""

    rng: np.random.Generator
    match: Match
    wishes: Wishes
    vira: str
    held: dict[int, list[str]]
    stock: list[str] = field(default_factory=list)
    now: float = 0.8
    vira_at: float = 0.8
    shown: list[Shown] = field(default_factory=list)
    truth: list[dict[str, Any]] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    lays: list[Lay] = field(default_factory=list)
    cleared: list[float] = field(default_factory=list)
    oddity: str = ""
    problems: tuple[str, ...] = ()
    answer: str = ""

    def write(self, **line: Any) -> None:
        """A line of the truth at the present time, less the fields that are None."""
        self.truth.append({"t": self.now, **{key: value for key, value in line.items() if value is not None}})

    def wait(self, seconds: float) -> None:
        """Film time goes by."""
        self.now = round(self.now + seconds, 3)

    def next_card(self) -> None:
        """The time from one card to the next."""
        self.wait(self.wishes.pace * self.rng.uniform(0.9, 1.15))

    def lay(self, seat: int, card: str, *, covered: bool = False, counts: bool = True) -> int:
        """A card comes to lie now; its number."""
        self.lays.append(Lay(self.now, seat, card, covered, self.match.trick_number, counts=counts))
        return len(self.lays) - 1

    def burn(self, count: int, stay: bool) -> None:
        """Cards were burned before everything else of this hand, which therefore happens later."""
        now = 0.8
        for number in range(count):
            at = round(now + self.rng.uniform(0.0, 0.5), 3)
            leaves = None if stay else round(at + self.rng.uniform(1.2, 3.2), 3)
            # laid aside, or shown in the middle and put back
            along, up = (self.rng.uniform(150, 220), 100.0) if stay else (self.rng.uniform(0, 60), 0.0)
            place = (along - 18.0 * number, up + self.rng.normal(0, 6))
            self.shown.append(Shown(at, self.stock.pop(), place, leaves))
            now = (at if leaves is None else leaves) + 1.2
        later = now - 0.8 + self.rng.uniform(0.2, 1.6)
        self.vira_at = round(self.vira_at + later, 3)
        self.truth = [{**line, "t": line["t"] + later} for line in self.truth]
        self.calls = [{**line, "t": line["t"] + later} for line in self.calls]
        self.wait(later)

    def change(self, number: int, **fields: Any) -> None:
        """What later happens to a card that was laid."""
        self.lays[number] = replace(self.lays[number], **fields)

    def call(self, team: int, call: Call, seat: int | None, *, told: bool = True) -> None:
        """A call: said now, on the buttons, and (where it is lawful) in the truth."""
        press = {"t": self.now, "team": team, "seat": seat, "call": _WORDS[call]}
        self.calls.append({key: value for key, value in press.items() if value is not None})
        if told:
            record = self.match.call(team, call, seat=seat)
            self.write(type="call", seat=seat, team=team, reason=call.name.lower())
            self.tell(record)

    def played(self, seat: int, card: str | None) -> None:
        """The truth line of a card that counts from now on."""
        self.write(type="covered" if card is None else "card", seat=seat, card=card, team=seat % 2)

    def tell(self, record: Record) -> None:
        """The truth lines of what an action ended."""
        for trick in record.tricks:
            self.write(type="trick", seat=trick.winner_seat, team=trick.winner_team, reason=trick.reason)
        outcome = record.outcome
        if outcome is None:
            return
        score = list(record.score)
        self.write(type="hand", team=outcome.winner, reason=outcome.reason, score=score)
        self.write(type="score", score=score)
        if self.match.match_winner is not None:
            self.write(type="match", team=self.match.match_winner, score=score)

    def script(self) -> Script:
        """The finished script."""
        rules = self.match.rules
        fixed = rules.manilha == "fixed"
        truth = list(self.truth)
        if truth and fixed:
            manilhas = " ".join(map(str, self.match.manilhas))
            truth.insert(0, {"t": truth[0]["t"], "type": "manilhas", "card": manilhas})
        return Script(
            rules,
            "" if fixed else self.vira,
            self.vira_at,
            tuple(self.lays),
            tuple(self.cleared),
            tuple(self.calls),
            tuple({**line, "t": round(line["t"], 3)} for line in truth),
            round(self.now + 2.2, 3),
            self.match.start.dealer,
            self.match.start.score,
            self.oddity,
            self.problems,
            self.answer,
            tuple(self.shown),
        )


def write_script(
    rng: np.random.Generator,
    rules: Rules,
    wishes: Wishes | None = None,
    play: Callable[[Telling], bool] | None = None,
) -> Script:
    """Play one random hand that fulfils the wishes; ValueError when none of many does.

    ``play``: what is played instead of an ordinary hand; False where the deal does not allow it.
    """
    wishes = wishes or Wishes()
    for _ in range(400):
        telling = begin(rng, rules, wishes)
        if not (play or play_on)(telling):
            continue
        script = telling.script()
        tied = any(line["type"] == "trick" and "team" not in line for line in script.truth)
        hidden = any(lay.covered for lay in script.lays)
        enough = len({lay.trick for lay in script.lays}) >= wishes.tricks
        if wishes.tie <= tied and wishes.covered <= hidden and enough and script.length <= wishes.longest:
            return script
    raise ValueError("no hand with these wishes came up under these rules")


def begin(rng: np.random.Generator, rules: Rules, wishes: Wishes) -> Telling:
    """Cards are dealt and the vira turned."""
    match = Match(rules, wishes.dealer, wishes.score)
    # in a fixed order: a set has another one in every process. A camera cannot tell one joker from another.
    names = (str(card) for card in deck_of(rules))
    cards = sorted(card for card in names if not card.startswith("JK") and wishes.holds(card))
    rng.shuffle(cards)
    vira, rest = cards[0], cards[1:]
    held = {seat: rest[3 * seat : 3 * seat + 3] for seat in range(rules.seats)}
    telling = Telling(rng, match, wishes, vira, held, rest[3 * rules.seats :])
    if match.needs_vira:
        match.show_vira(Card.parse(vira))
        telling.write(type="vira", card=vira)
        telling.write(type="manilhas", card=" ".join(map(str, match.manilhas)))
    if match.special is not None:
        telling.write(type="special", team=match.special_team, reason=match.special)
    telling.wait(0.5)
    if match.must_decide is not None:
        decide(telling)
    return telling


def decide(telling: Telling) -> None:
    """The team of a special hand plays it."""
    team = telling.match.must_decide
    if team is None:
        return
    telling.wait(0.7)
    telling.calls.append({"t": telling.now, "team": team, "call": "accept"})
    record = telling.match.decide_special(team, True)
    telling.write(type="call", team=team, reason="play")
    telling.tell(record)


def play_on(telling: Telling, until: Callable[[Telling], bool] = lambda telling: False) -> bool:
    """Ordinary play to the end of the hand, or until a moment comes; True."""
    match, rng, wishes = telling.match, telling.rng, telling.wishes
    while not match.hand_over and match.turn is not None and not until(telling):
        seat = match.turn
        if rng.random() < wishes.raises / 6 and match.can_call(seat % 2, Call.RAISE, seat):
            _haggle(telling, seat)
            if match.hand_over:
                break
        options = telling.held[seat]
        card = options[rng.integers(len(options))]
        table = [laid for _, laid in match.current_trick if laid is not None]
        if wishes.tie and table and rng.random() < 0.6:
            card = next((c for c in options if Card.parse(c).rank == table[-1].rank), card)
        on_table = match.rules.hide_by == "table"
        hide = rng.random() < (0.25 if wishes.covered else 0.04) and on_table and match.can_cover(seat)
        # two at once: the second hand is on its way before the first has left
        if match.current_trick and rng.random() < wishes.together:
            telling.wait(0.15)
        else:
            telling.next_card()
        lay_one(telling, seat, card, hide)
    return True


def lay_one(telling: Telling, seat: int, card: str, hide: bool = False) -> None:
    """The seat whose turn it is lays a card of its hand; a full trick is gathered."""
    match = telling.match
    telling.held[seat].remove(card)
    telling.lay(seat, card, covered=hide)
    record = match.cover(seat) if hide else match.play(seat, Card.parse(card))
    telling.played(seat, None if hide else card)
    telling.tell(record)
    gather(telling, record)


def gather(telling: Telling, record: Record) -> None:
    """The cards of a trick that has just been judged are taken away, if the hand goes on."""
    if record.tricks and not telling.match.hand_over:
        telling.wait(1.3)
        telling.cleared.append(telling.now)


def _haggle(telling: Telling, seat: int) -> None:
    """A raise and its answer."""
    answer = Call.RUN if telling.rng.random() < 0.2 else Call.ACCEPT
    for call, team in ((Call.RAISE, seat % 2), (answer, 1 - seat % 2)):
        telling.wait(0.7)
        telling.call(team, call, seat if call is Call.RAISE else None)


def seated(rules: Rules, seats: int) -> Rules:
    """The same rules for another number of seats."""
    return replace(rules, seats=seats)
