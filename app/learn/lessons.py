"""The lessons, in order. What is claimed in their words is in the rule notes; answers are the engine's."""

from __future__ import annotations

from typing import Final

from app.learn.task import Ask, Lesson, Step, Task

_VIRA: Final = (("manilha", ("vira",)),)
_FIXED: Final = (("manilha", ("fixed",)),)
_TEAMS: Final = ("team:0", "team:1", "tie")
_HANDS: Final = ("team:0", "team:1", "nobody", "open")
_SEATS: Final = ("seat:0", "seat:1", "seat:2", "seat:3")
_MAY: Final = ("yes", "no")
_STAKES: Final = ("{base}", "{second}", "{third}")
"""Figures of the table's ladder, filled in by `app.learn.wording`."""


def _tap(ask: Ask, line: str, cards: str) -> Task:
    return Task(ask, line, tuple(cards.split()))


def _only(name: str, value: object) -> tuple[tuple[str, tuple[object, ...]], ...]:
    return ((name, (value,)),)


_THREE_TIES: Final = "0-0 d3 : v5D KH KS 5S 5C | QH QS 4S 4H | JH JS 7C 7S |"
_THREE_TIES_RAISED: Final = "0-0 d3 : v5D t0 a1 KH KS 5S 5C | QH QS 4S 4H | JH JS 7C 7S |"
_TIED_KINGS: Final = Task(Ask.LEADER, "0-0 d3 : v5D QS KD KH 5C |", _SEATS)
_COVERED: Final = Task(Ask.TRICK, "0-0 d3 : v5D KH QS 5S 5C | xx JS 4S xx |", _TEAMS)
_EARLY_RAISE: Final = Task(Ask.ALLOWED, "0-0 d3 : v5D", _MAY, "t1")
_RAISE_IN_IRON: Final = Task(Ask.ALLOWED, "{near}-{near} d3 :", _MAY, "t0")

ORDER: Final = Lesson(
    "order",
    (
        Step("deck", ("4S", "7C", "QD", "AH", "3S")),
        Step("ranks", ("4S", "5S", "6S", "7S", "QS", "JS", "KS", "AH", "2S", "3S")),
        Step("strongest", task=_tap(Ask.STRONGEST, "0-0 d3 : v5D", "KS 7S QD AH")),
        Step("queen_jack", task=_tap(Ask.STRONGEST, "0-0 d3 : v5D", "QH JC")),
        Step("suits", task=Task(Ask.TRICK, "0-0 d3 : v5D KH KS 4S 5C |", _TEAMS)),
        Step("beat_two", task=_tap(Ask.BEATS, "0-0 d3 : v5D 2H", "KC 3S AD QS 3D")),
    ),
)

MANILHAS: Final = Lesson(
    "manilhas",
    (
        Step("vira", ("5D", "6C", "6H", "6S", "6D"), when=_VIRA),
        Step("find", (), _tap(Ask.MANILHAS, "0-0 d3 : v5D", "6C 7C 5S 6D KH"), _VIRA),
        Step("after_three", (), _tap(Ask.MANILHAS, "0-0 d3 : v3C", "2D 4S AH 4H 3D"), _VIRA),
        Step("after_seven", (), _tap(Ask.MANILHAS, "0-0 d3 : v7S", "QH KH 6D QS JC"), _VIRA),
        Step("suits", ("6C", "6H", "6S", "6D"), when=_VIRA),
        Step("duel", (), _tap(Ask.STRONGEST, "0-0 d3 : v5D", "6D 3C 6S"), _VIRA),
        Step("fixed", ("4C", "7H", "AS", "7D"), when=_FIXED),
        Step("find_fixed", (), _tap(Ask.MANILHAS, "0-0 d3 :", "4C 4H 7S 7D AS AH"), _FIXED),
        Step("duel_fixed", (), _tap(Ask.STRONGEST, "0-0 d3 :", "7D 3C AS"), _FIXED),
        Step("never_tie", task=_tap(Ask.TIES, "0-0 d3 : v5D 3C", "3H 6D 2S 7H 3S")),
    ),
)

TIES: Final = Lesson(
    "ties",
    (
        Step("tie", task=Task(Ask.TRICK, "0-0 d3 : v5D QS AD AH 5C |", _TEAMS)),
        Step("partners", task=Task(Ask.TRICK, "0-0 d3 : v5D AD QS AH 5C |", _TEAMS)),
        Step("leads_first_tied", task=_TIED_KINGS, when=_only("tie_leader", "first_tied")),
        Step("leads_tie_maker", task=_TIED_KINGS, when=_only("tie_leader", "tie_maker")),
        Step("leads_opener", task=_TIED_KINGS, when=_only("tie_leader", "opener")),
        Step("first_tied", task=Task(Ask.HAND, "0-0 d3 : v5D KH KS 5S 5C | 3S 4S QD JC |", _HANDS)),
        Step("second_tied", task=Task(Ask.HAND, "0-0 d3 : v5D KH QS 5S 5C | JH JS 4S 7C |", _HANDS)),
        Step("three_nobody", (), Task(Ask.HAND, _THREE_TIES, _HANDS), _only("all_tied", "nobody")),
        Step("three_carry", (), Task(Ask.HAND, _THREE_TIES, _HANDS), _only("all_tied", "carry")),
        Step("three_opener", (), Task(Ask.HAND, _THREE_TIES, _HANDS), _only("all_tied", "opener")),
        Step("three_dealer", (), Task(Ask.HAND, _THREE_TIES, _HANDS), _only("all_tied", "dealer")),
        Step(
            "three_raiser", (), Task(Ask.HAND, _THREE_TIES_RAISED, _HANDS), _only("all_tied", "raiser_loses")
        ),
        Step("covered_second", (), _COVERED, _only("covered_from", "second")),
        Step("covered_first", (), _COVERED, _only("covered_from", "first")),
        Step(
            "covered_never",
            (),
            Task(Ask.ALLOWED, "0-0 d3 : v5D KH QS 5S 5C |", _MAY, "xx"),
            _only("covered_from", "never"),
        ),
    ),
)

STAKES: Final = Lesson(
    "stakes",
    (
        Step("base", task=Task(Ask.WORTH, "0-0 d3 : v5D", _STAKES)),
        Step("asked", task=Task(Ask.WORTH, "0-0 d3 : v5D t0", _STAKES)),
        Step("accepted", task=Task(Ask.WORTH, "0-0 d3 : v5D t0 a1", _STAKES)),
        Step("ran", task=Task(Ask.PAYS, "0-0 d3 : v5D t0 r1", _STAKES)),
        Step("raised_again", task=Task(Ask.PAYS, "0-0 d3 : v5D t0 t1 r0", _STAKES)),
        Step("twice", task=Task(Ask.ALLOWED, "0-0 d3 : v5D t0 a1", _MAY, "t0")),
        Step("when_own_turn", (), _EARLY_RAISE, _only("raise_timing", "own_turn")),
        Step("when_before_card", (), _EARLY_RAISE, _only("raise_timing", "before_own_card")),
        Step("when_any_time", (), _EARLY_RAISE, _only("raise_timing", "any_time")),
    ),
)

SPECIAL: Final = Lesson(
    "special",
    (
        Step("near"),
        Step("play", task=Task(Ask.WORTH, "{near}-0 d3 : v5D s0+", _STAKES)),
        Step("give", task=Task(Ask.PAYS, "{near}-0 d3 : v5D s0-", _STAKES)),
        Step("no_raise", task=Task(Ask.ALLOWED, "{near}-0 d3 : v5D s0+", _MAY, "t0")),
        Step("penalty_match", when=_only("special_raise_penalty", "match")),
        Step("penalty_tento", when=_only("special_raise_penalty", "tento")),
        Step("penalty_warn", when=_only("special_raise_penalty", "warn")),
        Step("iron_blind", (), _RAISE_IN_IRON, _only("iron_hand", "blind")),
        Step("iron_blind_first", (), _RAISE_IN_IRON, _only("iron_hand", "blind_first")),
        Step("iron_hidden_vira", (), _RAISE_IN_IRON, _only("iron_hand", "hidden_vira")),
        Step("iron_open", (), _RAISE_IN_IRON, _only("iron_hand", "open")),
        Step("iron_open_own", (), _RAISE_IN_IRON, _only("iron_hand", "open_own")),
    ),
)

DEAL: Final = Lesson(
    "deal",
    (
        Step("opener", task=Task(Ask.LEADER, "0-0 d2 : v5D", _SEATS)),
        Step("next", task=Task(Ask.NEXT_DEALER, "0-0 d2 : v5D", _SEATS)),
        Step("cut"),
        Step("burn", ("3C",), Task(Ask.ALLOWED, "0-0 d3 : b3C v5D", _MAY, "3C")),
        Step("misdeal_pass", when=_only("misdeal", "pass")),
        Step("misdeal_tentos", when=_only("misdeal", "tentos")),
        Step("misdeal_again", when=_only("misdeal", "again")),
    ),
)

MANNERS: Final = Lesson(
    "manners",
    (
        Step("partner", task=Task(Ask.PARTNER, "0-0 d3 : v5D", ("seat:1", "seat:2", "seat:3"))),
        Step("signals"),
        Step("bluff", task=Task(Ask.ALLOWED, "0-0 d3 : v5D", _MAY, "t0")),
        Step("laid", (), Task(Ask.ALLOWED, "0-0 d3 : v5D KH", _MAY, "0<")),
        Step("turn", (), Task(Ask.ALLOWED, "0-0 d3 : v5D KH", _MAY, "2=AD")),
        Step("words"),
        Step("wait"),
    ),
)

LESSONS: Final = (ORDER, MANILHAS, TIES, STAKES, SPECIAL, DEAL, MANNERS)
"""All of them, in the order in which a beginner needs them."""
