"""The rules that lessons are taught with, and the figures their words need."""

from __future__ import annotations

from dataclasses import replace

from app.teach.manilhas import special_key
from app.teach.reasons import order_of
from engine import Rules


def classroom(rules: Rules) -> Rules:
    """The table's rules for four players with all 40 cards, so that every lesson can draw its cards.

    Lessons climb two rungs: a ladder without them, or a target that ends on them, is taught as 1-3-6 to 12.
    """
    taught = replace(rules, name="own", seats=4, deck="full")
    if len(rules.ladder) > 2 and rules.target - rules.ladder[0] > rules.ladder[2]:
        return taught
    base = Rules()
    return replace(taught, ladder=base.ladder, rung_names=base.rung_names, target=base.target)


def figures(rules: Rules) -> dict[str, object]:
    """Names and figures that the words of steps may use, for the rules of a `classroom`."""
    ladder, names = rules.ladder, rules.rung_names
    return {
        "base": ladder[0],
        "second": ladder[1],
        "third": ladder[2],
        "truco": names[0].upper(),
        "raise2": names[1].upper(),
        "ladder": " · ".join(map(str, ladder)),
        "target": rules.target,
        "near": rules.target - ladder[0],
        "special": special_key(rules),
        "order": order_of(rules),
    }
