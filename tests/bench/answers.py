"""A table that answers the referee's questions truthfully: it knows a film's facts."""

from __future__ import annotations

import math
from typing import Any, Final

from app.referee.questions import Ask, Choice, Do, Question
from app.referee.referee import Referee
from engine import Problem

PAUSE: Final = 1.0
"""Seconds of film time between a question and its answer."""
_PROBLEMS: Final = frozenset(str(problem.name).lower() for problem in Problem)


class Answers:
    """The people at the table of one film."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self._facts = facts
        self._cards: list[dict[str, Any]] = facts["cards"]
        self._answer: str = facts["answer"]
        self._problems: list[str] = facts["problems"]

    def give(self, referee: Referee, t: float) -> None:
        """Answers what has been open for a while; what nobody can know yet stays open."""
        for question in list(referee.questions):
            if question.t + PAUSE > t or question.key in (Ask.RAISE, Ask.SPECIAL_HAND):
                continue
            if all(one.number != question.number for one in referee.questions):
                continue
            choice = self._choice(question, referee, t)
            if choice is not None:
                referee.answer(question.number, choice, t)

    def _choice(self, question: Question, referee: Referee, t: float) -> Choice | None:
        card = self._card_meant(question, referee, t)
        if question.key in _PROBLEMS:
            return self._settle(question, card, t)
        match question.key:
            case Ask.WHICH_CARD:
                if card is None or card.get("covered"):
                    return _first(question, Do.NO_CARD)
                return Choice(Do.CARD, card=card["card"])
            case Ask.WHOSE_CARD | Ask.DIRECTION:
                seat = None if card is None else card.get("seat")
                if seat is None:
                    return _first(question, Do.NO_CARD)
                return Choice(Do.LAID_BY, card=question.card, seat=seat)
            case Ask.CARD_REMOVED:
                gone = card is not None and card.get("until") is not None
                return _first(question, Do.BACK if gone else Do.KEEP)
            case Ask.CARD_CHANGED:
                if card is None or card["card"] == question.card:
                    return _first(question, Do.KEEP)
                return Choice(Do.CARD, card=card["card"])
            case Ask.IS_IT_VIRA:
                right = card is not None and card.get("vira") and card["card"] == question.card
                return _first(question, Do.VIRA if right else Do.NO_CARD)
            case Ask.MISSING_CARD:
                return self._missed(question, referee, t)
            case _:
                return _first(question, Do.NO_CARD) or _first(question, Do.KEEP)

    def _settle(self, question: Question, card: dict[str, Any] | None, t: float) -> Choice | None:
        """A way out of the engine's case: what was misread is put right first."""
        ways = {choice.do for choice in question.choices}
        misread = card is not None and not card.get("covered") and card["card"] != question.card
        if card is not None and misread and "card" in ways:
            return Choice("card", card=card["card"])
        seat = None if card is None else card.get("seat")
        if seat is not None and seat != question.seat and "seat" in ways:
            return Choice("seat", seat=seat)
        if self._answer == "show" and question.key == "covered_forbidden":
            shown = card is not None and card.get("turned") is not None and card["turned"] <= t
            return Choice("show", card=card["card"]) if card is not None and shown else None
        counts = card is None or card.get("counts", True)
        if self._answer in ways and (not counts or question.key in self._problems):
            return _first(question, self._answer)
        for way in ("stands", "return", "ignore") if counts else ("back", "ignore"):
            if way in ways:
                return _first(question, way)
        return None

    def _card_meant(self, question: Question, referee: Referee, t: float) -> dict[str, Any] | None:
        """The card that lies where the question points; the newest of those there."""
        event = referee.event_of(question.track)
        if event is None or not event.corners:
            named = [one for one in self._cards if one["card"] == question.card and one["from"] <= t]
            return named[-1] if named else None
        x, y = _middle(event.corners)
        reach = math.dist(event.corners[0], event.corners[2])
        here = [
            one
            for one in self._cards
            if one["from"] - 0.6 <= event.t and math.dist(_middle(one["corners"]), (x, y)) < 0.5 * reach
        ]
        return max(here, key=lambda one: one["from"], default=None)

    def _missed(self, question: Question, referee: Referee, t: float) -> Choice | None:
        """The card of that seat which the match has not got; nobody names one that was not laid yet."""
        match = referee.match
        laid = [card for trick in match.tricks for seat, card in trick.plays if seat == question.seat]
        own = [one for one in self._cards if one.get("seat") == question.seat and one.get("counts")]
        own = [one for one in own if one["from"] <= t]
        if len(own) <= len(laid):
            return _first(question, Do.KEEP)
        missed = own[len(laid)]
        if missed["covered"]:
            return _first(question, Do.COVERED)
        return Choice(Do.CARD, card=missed["card"])


def _first(question: Question, do: str) -> Choice | None:
    return next((choice for choice in question.choices if choice.do == do), None)


def _middle(corners: Any) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
