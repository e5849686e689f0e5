"""Words of the app and the command line, Brazilian Portuguese first.

They stand in gettext catalogues, `locale/<language>/LC_MESSAGES/<domain>.po`, one domain an area; the msgid
is a key, the msgstr a text with placeholders in braces. A key outside the domain `vira` begins with its
domain (``learn.next``). `make locale` compiles them; the app reads the compiled ones, all domains together.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from typing import Final

from app.paths import LOCALE
from app.referee.lines import Line, LineType
from app.referee.questions import Ask, Choice, Question
from engine import Rules

LANGUAGES: Final = ("pt_BR", "en")
"""The first is the default."""

SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

SPECIAL_NAMES: Final = ("10", "11", "14")
"""Points that have given the special hand a name."""

JOKERS: Final = {"JK1": "coringa taça", "JK2": "letrado", "JK": "coringa"}
"""The last is one that was not told apart."""


def language_of(name: str) -> str:
    """The catalogue for ``pt``, ``pt_BR``, ``en``; ValueError for others."""
    for language in LANGUAGES:
        if name in (language, language.split("_")[0]):
            return language
    raise ValueError(f"There is no language {name!r}: choose pt or en.")


class Catalogue:
    """Key to words of one language, over all domains."""

    def __init__(self, language: str) -> None:
        self._domains: gettext.NullTranslations = _NoWords()
        for compiled in sorted((LOCALE / language / "LC_MESSAGES").glob("*.mo")):
            with compiled.open("rb") as file:
                domain = gettext.GNUTranslations(file)
            domain.add_fallback(self._domains)
            self._domains = domain

    def __getitem__(self, key: str) -> str:
        """KeyError for a key without words."""
        return self._domains.gettext(key)

    def __contains__(self, key: str) -> bool:
        return bool(key and self.get(key))

    def get(self, key: str, default: str = "") -> str:
        """The words, or ``default`` where there are none."""
        try:
            return self[key]
        except KeyError:
            return default


class _NoWords(gettext.NullTranslations):
    """The end of the chain: what no domain has is an error, never shown as a key."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of `LANGUAGES`."""
    return Catalogue(language)


def card_text(card: str) -> str:
    """``7H`` as ``7♥``; jokers as the table calls them, in every language."""
    return card[:-1] + SIGNS[card[-1]] if card and card[-1] in SIGNS else JOKERS.get(card, card)


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


class Words:
    """Words of one language for a table with these rules.

    ``teams``, ``players`` (by seat): names given to them, () for none: seats are then called by their place.
    """

    def __init__(
        self, language: str, rules: Rules, teams: tuple[str, ...] = (), players: tuple[str, ...] = ()
    ) -> None:
        self.language = language
        self._rules = rules
        self._teams = teams
        self._players = players
        self._words = catalogue(language)

    def __call__(self, key: str, **values: object) -> str:
        """The words for a key, filled in; KeyError for a key that no catalogue has.

        ``{special}`` is known by itself: what these rules' special hand is called.
        """
        words = self._words[key]
        if "{special}" in words:
            values = {"special": self.special, **values}
        return words.format(**values)

    def seat(self, seat: int | None) -> str:
        """How a seat is called."""
        if seat is None:
            return "?"
        if seat < len(self._players) and self._players[seat]:
            return self._players[seat]
        return self(f"seat.{self._rules.seats}.{seat}")

    def team(self, team: int | None) -> str:
        """How a team is called."""
        if team is None:
            return self("team.none")
        if team < len(self._teams) and self._teams[team]:
            return self._teams[team]
        return self(f"team.{team}")

    def manilha(self, card: str) -> str:
        """The name of a manilha by its suit; the six-player deck has more, with names of their own."""
        if self._rules.deck == "six" and card in ("JK1", "JK2", "7C", "4S"):
            return self(f"manilha.six.{card}")
        return self("manilha." + (card[-1] if card[-1] in SIGNS else "joker"))

    def manilhas(self, cards: str) -> str:
        """The manilhas, strongest first, with their names."""
        return ", ".join(
            self.manilha(card) if card in JOKERS else f"{card_text(card)} {self.manilha(card)}"
            for card in cards.split()
        )

    @property
    def special(self) -> str:
        """What these rules' special hand is called: by the points at which it comes, where that is usual."""
        near = str(self._rules.target - self._rules.ladder[0])
        return self(f"table.special.{near if near in SPECIAL_NAMES else 'other'}")

    def rung(self, value: int) -> str:
        """The name of a stake; the number itself for the lowest."""
        return self._rules.stake_name(value)

    def reason(self, key: str, reason: str, values: Mapping[str, object]) -> str:
        """Why a trick or hand went as it did; ``key`` is ``trick`` or ``hand``."""
        filled = {
            name: card_text(str(value)) if name in ("card", "over") else value
            for name, value in values.items()
        }
        if reason == "manilha" and "over" in filled:
            reason = "manilha_over"
        return self(f"{key}.{reason}", **filled)

    def question(self, question: Question) -> str:
        """A question in words, without its answers."""
        key = f"question.{question.key}"
        if question.key == Ask.WHOSE_CARD and not question.card:
            key += ".covered"
        if key not in self._words:
            return self.problem(question.key, question.seat, question.card, question.team)
        rung = self.rung(int(question.values.get("value", 0))).upper()
        return self(
            key,
            seat=self.seat(question.seat),
            card=self.card(question.card),
            team=self.team(question.team),
            rung=rung,
        )

    def choice(self, choice: Choice) -> str:
        """One answer in words, with what it is worth."""
        return self(
            f"choice.{choice.do}",
            card=self.card(choice.card),
            seat=self.seat(choice.seat),
            points=choice.points,
            to=self.team(choice.to),
        )

    def card(self, card: str) -> str:
        """A card's name with its suit sign; the word for a covered card where there is none."""
        return " ".join(map(card_text, card.split())) if card else self("card.covered")

    def problem(self, reason: str, seat: int | None, card: str, team: int | None) -> str:
        """A problem in words; a fault of the source comes with its own sentence."""
        key = reason if reason.startswith("left_out.") else f"problem.{reason}"
        if key not in self._words:
            return reason
        return self(key, seat=self.seat(seat), card=self.card(card), team=self.team(team))

    def line(self, line: Line) -> str:
        """One transcript line as a sentence."""
        match line.type:
            case LineType.VIRA | LineType.CARD | LineType.COVERED:
                return self(f"line.{line.type}", seat=self.seat(line.seat), card=self.card(line.card))
            case LineType.MANILHAS:
                return self("line.manilhas", cards=self.manilhas(line.card))
            case LineType.SPECIAL:
                return self(
                    f"line.special.{line.reason}", team=self.team(line.team), special=capital(self.special)
                )
            case LineType.CALL:
                rung = str(line.values.get("rung", "")).upper()
                return self(f"line.call.{line.reason}", team=self.team(line.team), rung=rung or "TRUCO")
            case LineType.TRICK:
                return self._trick(line)
            case LineType.HAND:
                reason = self.reason("hand", line.reason, dict(line.values))
                key = "line.hand.nobody" if line.team is None else "line.hand.won"
                return self(
                    key, team=self.team(line.team), points=line.values.get("points", "?"), reason=reason
                )
            case LineType.SCORE:
                us, them = line.score or (0, 0)
                return self("line.score", us=us, them=them, our=self.team(0), their=self.team(1))
            case LineType.MATCH:
                return self("line.match", team=self.team(line.team))
            case LineType.QUESTION:
                asked = Question(0, line.reason, line.t, (), seat=line.seat, card=line.card, team=line.team)
                return self("line.question", question=self.question(asked))
            case LineType.ANSWER:
                key = "answer.seen" if line.reason == "seen" else f"choice.{line.reason}"
                answer = self(key, card=self.card(line.card), seat=self.seat(line.seat), points="", to="")
                return self("line.answer", answer=answer)
            case LineType.PROBLEM:
                return self(
                    "line.problem", problem=self.problem(line.reason, line.seat, line.card, line.team)
                )
            case LineType.UNDO:
                what = card_text(line.card) if line.card else line.reason
                return self("line.undo", what=what)
            case LineType.VIEW_LOST:
                return self.view_lost(line.reason)

    def view_lost(self, why: str) -> str:
        """That the view is lost; a source says why by a key, another reason is a sentence of its own."""
        if not why:
            return self("line.view_lost.plain")
        return self("line.view_lost", reason=self._words.get(f"view.lost.{why}", why))

    def _trick(self, line: Line) -> str:
        number = int(line.values.get("number", 0)) + 1
        reason = self.reason("trick", line.reason, dict(line.values))
        if line.team is None:
            return self(
                "line.trick.tied", number=number, reason=reason, leader=self.seat(line.values.get("leader"))
            )
        return self(
            "line.trick.won",
            number=number,
            seat=self.seat(line.seat),
            team=self.team(line.team),
            reason=reason,
        )
