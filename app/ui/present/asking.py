"""The referee's questions as cards with named answers, each with what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.referee.questions import Ask, Choice, Question
from app.words import Words, capital
from engine import ALL_CARDS, Match, Problem, Way, deck_of
from engine.cards import COMMON_ORDER


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer in words. ``ends``: it ends the match, so it is asked once more; ``kind`` of its button."""

    choice: Choice
    text: str
    kind: str = "plain"
    ends: bool = False


@dataclass(frozen=True, slots=True)
class AskCard:
    """The question on screen. ``team``: whose it is to answer; ``any_card``: another card may be named.

    ``track``: the physical card meant, whose picture is shown; 0 for none. ``do``: what naming another card
    does.
    """

    number: int
    text: str
    answers: tuple[Answer, ...]
    team: int | None
    any_card: bool
    track: int
    do: str
    waits: bool


def asked(question: Question, match: Match, words: Words) -> AskCard:
    """A question in words."""
    answers = tuple(_answer(choice, question, match, words) for choice in question.choices)
    do = next((choice.do for choice in question.choices if choice.card and choice.do != "keep"), "card")
    if Way.CARD in (match.case.ways if match.case else ()) and question.key not in set(Ask):
        do = Way.CARD.value
    return AskCard(
        number=question.number,
        text=_text(question, match, words),
        answers=answers,
        team=question.team if question.key in (Ask.RAISE, Ask.SPECIAL_HAND) else None,
        any_card=question.any_card,
        track=question.track,
        do=do,
        waits=question.waits,
    )


def _text(question: Question, match: Match, words: Words) -> str:
    text = words.question(_with_team(question, match))
    stopped = match.case is not None and Problem.CORRECTED in match.case.problems
    if stopped and question.key not in {*Ask, "corrected"}:
        # What is asked is what to do about it, not the card at which judging anew has stopped.
        text = f"{words('problem.corrected')} ({text})"
    return capital(text)


def _with_team(question: Question, match: Match) -> Question:
    """With the team that a problem is about, where the question itself names none."""
    if question.team is not None or match.case is None or question.key in set(Ask):
        return question
    return replace(question, team=getattr(match.case.action, "team", None))


def _answer(choice: Choice, question: Question, match: Match, words: Words) -> Answer:
    kind = "plain" if question.team is None else f"team{question.team}"
    if choice.do == Way.PENALTY and match.case is not None:
        return _penalty(choice, question, match, words)
    if choice.do in ("run", "give_up"):
        kind = "plain"
    ends = choice.to is not None and match.score[choice.to] + (choice.points or 0) >= match.rules.target
    return Answer(choice, capital(words.choice(choice)), kind, ends)


def _penalty(choice: Choice, question: Question, match: Match, words: Words) -> Answer:
    """A tento with its points; the loss of the match where these rules say so."""
    action = match.case.action if match.case is not None else None
    team = getattr(action, "team", None)
    if team is None:
        team = (question.seat or 0) % 2
    in_special = match.case is not None and Problem.RAISE_IN_SPECIAL in match.case.problems
    other = words.team(1 - team)
    if in_special and match.rules.special_raise_penalty == "match":
        return Answer(choice, capital(words("table.penalty_match", team=other)), "alarm", True)
    points = match.tento_value(team)
    ends = match.score[1 - team] + points >= match.rules.target
    worth = replace(choice, points=points, to=1 - team)
    text = words("table.penalty", points=worth.points, team=other)
    return Answer(choice, capital(text), "alarm", ends)


def deck_cards(match: Match) -> tuple[str, ...]:
    """All cards of these rules: a row a suit, weakest first; jokers last."""
    deck = {str(card) for card in deck_of(match.rules)}
    rows = [rank + suit for suit in "CHSD" for rank in COMMON_ORDER if rank + suit in deck]
    return (*rows, *(str(card) for card in ALL_CARDS if str(card) in deck and str(card) not in rows))
