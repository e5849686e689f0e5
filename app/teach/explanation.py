"""Notes put into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from app.teach.level import Level
from app.teach.note import Note
from app.words import card_text


class Speaker(Protocol):
    """The words of one language, with the names of seats, teams and rungs (`app.words.Words`)."""

    def __call__(self, key: str, **values: object) -> str: ...

    def seat(self, seat: int | None) -> str: ...

    def team(self, team: int | None) -> str: ...

    def rung(self, value: int) -> str: ...


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is shown. ``title``: one line. ``text``: one or two sentences. ``source``: the rule behind it.

    ``cards``: names of the cards to draw. At `Level.SHORT` only the title is there.
    """

    title: str
    text: str = ""
    cards: tuple[str, ...] = ()
    source: str = ""


TITLE_NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "problem.not_in_deck": ("card",),
    "problem.duplicate": ("card",),
    "problem.equals_vira": ("card",),
    "problem.vira_changed": ("card",),
    "problem.burned_in_special": ("card",),
    "problem.fourth_card": ("seat",),
    "problem.second_card": ("seat",),
    "problem.out_of_turn": ("seat", "turn"),
    "problem.out_of_turn_covered": ("seat", "turn"),
    "problem.taken_back": ("seat",),
    "problem.unanswered": ("asked",),
    "problem.wrong_count": ("seat", "cards"),
}
"""Facts that a problem's title names."""

_SEATS: Final = ("seat", "over_seat", "turn")
_TEAMS: Final = ("team", "winner", "other")
_CARDS: Final = ("card", "over", "vira", "above")
_RUNGS: Final = ("rung", "again_rung", "asked")


def worded(note: Note, words: Speaker, level: Level) -> Explanation | None:
    """The note in the words of one language; None where nothing is to be explained."""
    if level is Level.OFF:
        return None
    values = _values(note, words)
    title = _first(words(_title_key(note), **values))
    if level is Level.SHORT:
        return Explanation(title)
    text = words(f"teach.full.{note.key}", **values)
    if note.more:
        text = f"{text} {words(f'teach.more.{note.more}', **values)}"
    return Explanation(title, _first(text), note.cards, source_text(note.rule, words))


def source_text(rule: str, words: Speaker) -> str:
    """Where a rule comes from: a paragraph of the rules, or what this table has agreed on."""
    if rule.startswith("§"):
        paragraph, _, name = rule.partition(" ")
        return words(f"teach.source.{name.replace(' ', '_')}", paragraph=paragraph)
    return words("teach.source_option", option=words(f"teach.option.{rule}"))


def _title_key(note: Note) -> str:
    """A problem known only by its name, without its card or seat, has a title without them."""
    told = note.values
    plain = any(name not in told for name in TITLE_NEEDS.get(note.key, ()))
    return f"teach.plain.{note.key}" if plain else f"teach.short.{note.key}"


def _values(note: Note, words: Speaker) -> dict[str, object]:
    told = note.values
    values: dict[str, object] = dict(told)
    for name, value in told.items():
        if name in _SEATS:
            values[name] = words.seat(int(value))
        elif name in _TEAMS:
            values[name] = words.team(int(value))
        elif name in _RUNGS:
            values[name] = words.rung(int(value)).upper()
        elif name in _CARDS:
            values[name] = _cards(str(value))
        elif name in ("name", "over_name"):
            values[name] = words(f"teach.name.{value}")
        elif name == "special":
            values[name] = words(f"teach.special_name.{value}")
    if "value" in told and "rung" not in told:
        values["rung"] = words.rung(int(told["value"])).upper()
    if "ranks" in told:
        values["beaters"] = _beaters(str(told["ranks"]), str(told["manilhas"]), words)
    return values


def _beaters(ranks: str, manilhas: str, words: Speaker) -> str:
    """What beats the card lying: ranks, then manilhas; "*" for all of them."""
    names = ranks.split()
    names += [words("teach.any_manilha")] if manilhas == "*" else map(card_text, manilhas.split())
    if len(names) < 2:
        return "".join(names)
    return words("teach.one_of", first=", ".join(names[:-1]), last=names[-1])


def _cards(names: str) -> str:
    return " ".join(map(card_text, names.split()))


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]
