"""The rules of Brazilian truco. Pure Python, standard library only. This docstring is the public contract.

Values
------
``Card``: frozen, hashable. ``Card.parse("7H")``, ``str(card)``, ``.rank`` "A", "2".."10", "J", "Q", "K" or
    "JK", "JK1", "JK2", ``.suit`` "C", "D", "H", "S" ("" for a joker). ValueError for bad text.
``Rules``: frozen, validated (``RulesError``, one sentence). ``PRESETS["paulista"]``, ``preset(name)``,
    ``dataclasses.replace(rules, seats=2)``. ``rules_to_text``, ``rules_from_text``: a small file.
``Call``: RAISE, ACCEPT, RUN.
``IllegalAction``: ``.key`` (the reason) and ``.values`` (dict); raised by every ``verify_x`` and ``x``.
``Record``: what one action did: ``number`` (place in the log), ``moment`` (when it was meant for),
    ``action``, ``problems`` (`Problem` flags it raised), ``tricks`` (those it finished), ``trick`` (the
    last of them or None), ``outcome`` (when it ended the hand, or None), ``score`` (after it), ``left_out``
    (`LeftOut` values: what had waited and counts no more by it).
``TrickResult``: ``number`` 0..2, ``plays`` ((seat, Card | None) in play order), ``winner_team``,
    ``winner_seat`` (None: tie), ``leader_next``, ``reason``, ``values`` (dict: the deciding comparison).
``Outcome``: ``winner`` team or None, ``points``, ``reason``, ``values`` (dict).
``Raise``: ``team``, ``value``, ``seat`` or None, ``trick``.
``LeftOut``: ``action`` (the observation), ``key`` (why it counts no more, as a refusal names it).
``Problem``: flag enum, falsy when nothing is wrong.
``Case``: an open problem: ``problems``, ``action`` (the observation in question), ``ways`` (the ways out
    these rules allow, likeliest first), ``values`` (dict).
``Moment``: (hand, laid): hand number, and cards laid or taken back in it; ``m.moment`` is now. Every action
    but those on the past takes ``at=moment``; another moment than now is refused as "stale".

Match
-----
``m = Match(rules, dealer=None, score=(0, 0), games=(0, 0), carry=0)``: the dealer is by default the last
seat, so that seat 0 opens. The team of a seat is seat % 2. Every action is a trio: ``verify_x`` (raises
`IllegalAction`), ``can_x`` -> bool, ``x`` -> `Record`.

Strict, wholly by the rules (for buttons shown only when allowed, for tests)::

    show_vira(card)                    also begins the next hand when the last one is over
    play(seat, card)  cover(seat)      in turn
    call(team, call, seat=None)        RUN without a raise gives the hand up

Observations, accepted unless they mean nothing (hand over, stale, no rung left, nobody there). What is
against the rules suspends the hand with a `Case`; what is observed meanwhile waits, in order, until it is
settled. Where the hand ends meanwhile, a vira seen since waits on, with what came after it, and is taken in
when the next hand begins (the ended hand's own vira, where it had none yet, ends with it). Nothing is
dropped unsaid: what can count no more by then is named in ``left_out`` of the record that left it out::

    see_vira(card)  see_card(seat, card)  see_back(seat)
    see_removed(seat)       its card of the running trick, or the one that filled the last, none laid since
    see_burned(card)                                    burned at the cut or during the deal: no play
    call_heard(team, seat, call, with_card=False)       with_card: said with the card its seat has just laid
    report_deal(seat, cards, seen=False)                a wrong number of cards was dealt

Decisions::

    next_hand()  decide_special(team, play)
    settle(way, card=None, seat=None)  a way in m.case.ways
    ask_dealt()                        the dealer asks "todos com três?"
    penalty(team, reason)              a tento against a team, for one of PENALTY_REASONS
    claim_extra(seat)                  shows a fourth card after an accepted raise, where the rules pay that
    tie_all(raiser=None)               without cards: three tied tricks; ``raiser``: who raised last
    correct(number, card)              the card of that log entry was another; what followed is judged anew
    correct_stake(value, hand=None)    "foi trucada": the stake of this (or that earlier) hand was another
    undo()  redo()                     over any number of actions, hands and matches; the log keeps both

State, read only::

    rules  start  score  games  match_winner  series_winner  hand_number (0, 1, ...)  moment
    stake  carried  pending_raise  last_raise  next_raise  rung_name(value)  tento_value(team)
    tied_outcome(raiser=None)    what three tied tricks would bring
    dealer  next_dealer  next_carry  opener
    turn           seat whose card is expected; None when the hand is over or a full trick is not settled yet
    vira  manilhas (four, strongest first; () while unknown)  needs_vira  burned
    trick_number 0..2  current_trick ((seat, Card | None), ...; None = covered)  tricks
    early          cards laid out of turn that stand and wait for their turn
    best           (seat, card) now winning, or None
    hand_over  hand_outcome (until the next hand begins)
    special None | "eleven" | "iron"  special_team  must_decide (team or None)  blind
    problems  case  waiting  claims ((team, reason, seat) of tentos the cards bear out)
    log (append-only)  history (records that count)  moves()  legal_actions()  state (hashable snapshot)
    Match.replay(rules, log, dealer, score, games, carry)  do(action)  save() -> text  Match.load(text)

Teaching: ``explain(x, rules)`` turns an outcome, trick, case, refusal or something left out into
`Explanation` values.
Notation: ``parse_hand``, ``format_hand``, ``judge_line``, ``judge_hand``, ``hands_of``; see docs/notation.md.
"""

from engine.actions import PENALTY_REASONS, Call, Way
from engine.cards import ALL_CARDS, Card
from engine.errors import IllegalAction, RulesError
from engine.explain import Explanation, explain
from engine.match import Match
from engine.notation import HandLine, NotationError, format_hand, hands_of, judge_hand, judge_line, parse_hand
from engine.presets import PRESETS, preset
from engine.problems import Case, Problem
from engine.records import LeftOut, Moment, Outcome, Raise, Record, TrickResult
from engine.rules import Rules, deck_of, manilhas_of, rules_from_text, rules_to_text

__all__ = [
    "ALL_CARDS",
    "PENALTY_REASONS",
    "PRESETS",
    "Call",
    "Card",
    "Case",
    "Explanation",
    "HandLine",
    "IllegalAction",
    "LeftOut",
    "Match",
    "Moment",
    "NotationError",
    "Outcome",
    "Problem",
    "Raise",
    "Record",
    "Rules",
    "RulesError",
    "TrickResult",
    "Way",
    "deck_of",
    "explain",
    "format_hand",
    "hands_of",
    "judge_hand",
    "judge_line",
    "manilhas_of",
    "parse_hand",
    "preset",
    "rules_from_text",
    "rules_to_text",
]
