"""The rules of Brazilian truco. Pure Python, standard library only. This docstring is the exact public contract.

Values
------
``Card``            frozen, hashable, interned. ``Card.parse("7H")``; ``str(card)``; ``.rank`` "A","2".."10","J","Q","K","JK",
                    "JK1","JK2"; ``.suit`` "C","D","H","S" ("" for a joker). Bad text: ``ValueError`` in one sentence.
``Rules``           frozen, validated (``RulesError``, one sentence). ``PRESETS["paulista"]``, ``dataclasses.replace(rules, seats=2)``;
                    ``rules.name`` is the preset id. ``rules_to_text(rules)`` / ``rules_from_text(text)`` for a small readable file.
``Call``            RAISE, ACCEPT, RUN.
``IllegalAction``   ``.key`` (str, the reason) and ``.values`` (dict[str, int | str]); raised by every ``verify_x`` and ``x``.
``Record``          what one action did: ``.number`` (place in the log), ``.moment`` (when it was meant for), ``.action`` (frozen,
                    see below), ``.problems`` (``Problem`` flags it raised, 0 if none), ``.tricks`` (tuple of ``TrickResult`` it
                    finished), ``.outcome`` (``Outcome`` | None, when it ended the hand), ``.score`` (after it),
                    ``.trick`` (the last of ``.tricks`` or None).
``TrickResult``     ``number`` 0..2, ``plays`` (tuple of (seat, Card | None) in play order), ``winner_team`` | None (tie),
                    ``winner_seat`` | None, ``leader_next``, ``reason`` (str key), ``values`` (dict of the deciding comparison).
``Outcome``         ``winner`` team | None, ``points``, ``reason`` (str key), ``values`` (dict).
``Raise``           ``team``, ``value``, ``seat`` | None.
``Problem``         flag enum, falsy when nothing is wrong. ``Case``: ``problems``, ``action`` (the observation in question),
                    ``ways`` (tuple of ``Way``, the ways out these rules allow, likeliest first), ``values`` (dict).
``Moment``          (hand, laid): hand number and cards laid in it; ``m.moment`` is now. Every action takes ``at=moment``
                    (keyword, default None = now); a different moment is refused with key "stale".

Match
-----
``m = Match(rules, dealer=None, score=(0, 0))``   dealer default: the last seat, so seat 0 opens. Team of a seat: seat % 2.

Every action is a trio ``verify_x`` (raises ``IllegalAction``) | ``can_x`` -> bool | ``x`` -> ``Record``.

Strict, by the rules (for buttons that must only be shown when allowed, for notation and tests)::

    show_vira(card)          also begins the next hand when the last one is over
    play(seat, card)
    cover(seat)              a card laid face down, or slid into the pack
    call(team, call, seat=None)          RUN without a raise gives the hand up
    decide_special(team, play)           play: True / False
    next_hand()              after a hand is over (also begins the next match of a series)

Observations, always accepted unless they mean nothing (hand over, match over, stale, no rung left, unknown seat); what is
against the rules suspends the hand with a ``Case`` (``m.case``, ``m.problems``); what is observed meanwhile waits in order::

    see_vira(card) ; see_card(seat, card) ; see_back(seat) ; see_removed(seat) ; call_heard(team, seat, call, with_card=False)
    report_deal(seat, cards, seen=False) (wrong number dealt) ; ask_dealt() (the dealer asks "todos com tres?")

Decisions::

    settle(way, card=None, seat=None)    way in m.case.ways
    penalty(team, reason)                a tento against a team (PENALTY_REASONS)
    claim_extra(seat)                    shows a fourth card after an accepted raise, where the rules give that
    correct(number, card)                corrects the card of the action with that log number; all that followed is judged anew
    correct_stake(value, hand=None)      "foi trucada": the stake of this hand (or of an earlier one) was another
    undo() ; redo()                      over any number of actions, hands and matches; the log keeps both

State, read only::

    m.rules, m.score (tuple), m.games (matches won), m.match_winner, m.series_winner, m.hand_number (0, 1, ...)
    m.stake (accepted value of this hand), m.pending_raise (Raise | None), m.next_raise (int | None), m.rung_name(value) -> str
    m.dealer, m.next_dealer, m.opener, m.turn (seat whose card is expected; None: hand over, or trick full and not settled)
    m.vira (Card | None), m.manilhas (four cards strongest first; () while unknown), m.needs_vira (bool)
    m.trick_number 0..2, m.current_trick (tuple of (seat, Card | None), None = covered), m.tricks (finished TrickResults)
    m.early (cards laid out of turn that stand and wait for their turn), m.best (seat, card) now winning | None
    m.hand_over, m.hand_outcome (Outcome of the hand just ended until the next begins | None)
    m.special (None | "eleven" | "iron"), m.special_team (team that plays it | None), m.must_decide (team | None), m.blind (bool)
    m.problems, m.case (Case | None), m.waiting (observations that wait), m.claims (what a team may claim now)
    m.log (append-only tuple of Records), m.history (effective Records), m.can_undo(), m.can_redo(), m.legal_actions()
    m.state (hashable snapshot, equal when the match stands the same), m.moment
    Match.replay(rules, log, dealer=None, score=(0, 0)) ; m.save() -> str ; Match.load(text)

Teaching: ``explain(outcome | trick | case | IllegalAction)`` -> tuple of ``Explanation(key, values, rule)``; no sentences here.
Notation: ``parse_hand(text) -> HandLine``, ``format_hand(line) -> str``, ``judge_hand(line) -> Match``; see docs/notation.md.
"""

from engine.actions import PENALTY_REASONS, Call, Way
from engine.cards import ALL_CARDS, Card
from engine.errors import IllegalAction, RulesError
from engine.match import Match
from engine.presets import PRESETS, preset
from engine.problems import Case, Problem
from engine.records import Moment, Outcome, Raise, Record, TrickResult
from engine.rules import Rules, deck_of, manilhas_of, rules_from_text, rules_to_text

__all__ = [
    "ALL_CARDS",
    "PENALTY_REASONS",
    "PRESETS",
    "Call",
    "Card",
    "Case",
    "IllegalAction",
    "Match",
    "Moment",
    "Outcome",
    "Problem",
    "Raise",
    "Record",
    "Rules",
    "RulesError",
    "TrickResult",
    "Way",
    "deck_of",
    "manilhas_of",
    "preset",
    "rules_from_text",
    "rules_to_text",
]
