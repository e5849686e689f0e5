"""Why something was judged as it was: keys with values and the rule behind them. Words are the app's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import PENALTY_REASONS, Burn, Cover, Deal, Play, Remove, Say, ShowVira
from engine.errors import IllegalAction
from engine.problems import Case, Problem
from engine.records import LeftOut, Outcome, TrickResult
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Explanation:
    """One reason. ``key``: "trick.tie", "hand.two_tricks", "problem.duplicate", "refused.stale" …

    ``rule``: the option of `Rules` that decided, or the paragraph of the rule notes ("§2 tricks").
    ``facts``: the figures and names to fill in.
    """

    key: str
    rule: str
    facts: tuple[tuple[str, int | str], ...] = ()

    @property
    def values(self) -> dict[str, int | str]:
        """The facts as a dict."""
        return dict(self.facts)


RULE_OF: Final[dict[str, str]] = {
    "trick.highest": "§2 tricks",
    "trick.manilha": "manilha",
    "trick.only_open": "§2 covered cards",
    "trick.partners_equal": "§2 tricks by team",
    "trick.tie": "§2 tricks by team",
    "trick.all_covered": "§2 covered cards",
    "leads.winner": "§2 the winner leads",
    "leads.opener_all_covered": "§2 covered cards",
    "leads.first_tied": "tie_leader",
    "leads.tie_maker": "tie_leader",
    "leads.opener": "tie_leader",
    "hand.two_tricks": "§2 hands",
    "hand.first_trick_after_tie": "§2 hands",
    "hand.tie_breaking_trick": "§2 hands",
    "hand.all_tied_nobody": "all_tied",
    "hand.all_tied_carry": "all_tied",
    "hand.all_tied_opener": "all_tied",
    "hand.all_tied_dealer": "all_tied",
    "hand.all_tied_raiser": "all_tied",
    "hand.last_trick_raiser": "last_trick_raiser",
    "hand.ran_from_raise": "§2 running",
    "hand.gave_up": "§2 running",
    "hand.special_refused": "§2 special hand",
    "hand.penalty": "§3 tento",
    "hand.extra_card_shown": "misdeal",
    "hand.void": "§4 table problems",
    "hand.misdeal": "misdeal",
    "penalty.wrong_count": "misdeal",
    "problem.not_in_deck": "deck",
    "problem.duplicate": "§4 table problems",
    "problem.equals_vira": "§4 table problems",
    "problem.which_joker": "§5 six players",
    "problem.vira_changed": "§2 vira",
    "problem.vira_early": "iron_hand",
    "problem.no_vira_here": "manilha",
    "problem.vira_missing": "§2 vira",
    "problem.burned_in_special": "§6 the deal",
    "problem.fourth_card": "§4 table problems",
    "problem.second_card": "§4 table problems",
    "problem.out_of_turn": "wrong_turn",
    "problem.out_of_turn_covered": "wrong_turn",
    "problem.covered_forbidden": "covered_from",
    "problem.taken_back": "§2 a card laid stays laid",
    "problem.undecided": "§2 special hand",
    "problem.unanswered": "§4 raise with a card",
    "problem.raise_in_special": "special_raise_penalty",
    "problem.raise_twice": "§2 raising",
    "problem.raise_untimely": "raise_timing",
    "problem.raise_capped": "raise_cap",
    "problem.no_raise": "§2 raising",
    "problem.own_raise": "§2 raising",
    "problem.wrong_count": "misdeal",
    "problem.corrected": "§4 corrections",
    "left_out.card": "§4 table problems",
    "left_out.covered": "§4 table problems",
    "left_out.vira": "§4 table problems",
    "left_out.burned": "§6 the deal",
    "left_out.taken_back": "§4 table problems",
    "left_out.call": "§4 table problems",
    "left_out.wrong_count": "misdeal",
    **{f"penalty.{reason}": "§3 tento" for reason in PENALTY_REASONS},
    "penalty.out_of_turn": "wrong_turn",
    "penalty.highest_not_shown": "must_show_highest",
    "penalty.raised_in_special": "special_raise_penalty",
    "penalty.looked_in_blind": "iron_hand",
}
"""The rule behind every key of an outcome, trick or problem; refusals that are no problem name "§4 table"."""

_LEFT_OUT: Final[dict[type, str]] = {
    Play: "card",
    Cover: "covered",
    ShowVira: "vira",
    Burn: "burned",
    Remove: "taken_back",
    Say: "call",
    Deal: "wrong_count",
}


def explain(
    thing: TrickResult | Outcome | Case | Problem | LeftOut | IllegalAction, rules: Rules
) -> tuple[Explanation, ...]:
    """Every reason for a trick, an outcome, an open case (all its problems), something left out or a refusal.

    The chief one comes first.
    """
    match thing:
        case TrickResult():
            return (_of(f"trick.{thing.reason}", thing.facts), _leader(thing, rules))
        case Outcome():
            points: tuple[tuple[str, int | str], ...] = (("points", thing.points),)
            if thing.winner is not None:
                points = (("winner", thing.winner), *points)
            chief = _of(f"hand.{thing.reason}", (*points, *thing.facts))
            penalty = thing.values.get("penalty")
            return (chief,) if penalty is None else (chief, _of(f"penalty.{penalty}", thing.facts))
        case Case():
            return tuple(_of(_key(problem, thing.facts), thing.facts) for problem in thing.problems)
        case Problem():
            return tuple(_of(_key(problem, ()), ()) for problem in thing)
        case LeftOut(action=action, key=why):
            told = tuple(
                (name, value if isinstance(value, int) else str(value))
                for name in ("seat", "card", "team", "call", "cards")
                if (value := getattr(action, name, None)) is not None
            )
            return (_of(f"left_out.{_LEFT_OUT[type(action)]}", told), *explain(IllegalAction(why), rules))
        case IllegalAction():
            facts = tuple(thing.values.items())
            if f"problem.{thing.key}" not in RULE_OF:
                return (Explanation(f"refused.{thing.key}", "§4 table", facts),)
            return (_of(_key(Problem[thing.key.upper()], facts), facts),)


def _of(key: str, facts: tuple[tuple[str, int | str], ...]) -> Explanation:
    return Explanation(key, RULE_OF[key], facts)


def _key(problem: Problem, facts: tuple[tuple[str, int | str], ...]) -> str:
    """The key of a problem; a covered card has a seat and no name to say."""
    names = {name for name, _ in facts}
    covered = problem is Problem.OUT_OF_TURN and "seat" in names and "card" not in names
    return f"problem.{str(problem.name).lower()}" + ("_covered" if covered else "")


def _leader(trick: TrickResult, rules: Rules) -> Explanation:
    facts = (("seat", trick.leader_next),)
    if trick.winner_team is not None:
        return _of("leads.winner", facts)
    key = "opener_all_covered" if trick.reason == "all_covered" else rules.tie_leader
    return _of(f"leads.{key}", facts)
