"""The rules as a beginner meets them: every option and value has words, and every change can be played."""

from __future__ import annotations

from dataclasses import fields

import pytest

from app.ui.present.rules import (
    LADDERS,
    OPTIONS,
    option_views,
    preset_views,
    value_of,
    value_views,
    with_option,
)
from app.words import LANGUAGES, Words
from engine import PRESETS, Rules

HIDDEN = {"name", "rung_names"}
"""Parts of the rules that follow from others."""


def test_no_option_of_the_rules_is_left_out() -> None:
    assert set(OPTIONS) == {field.name for field in fields(Rules)} - HIDDEN


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_every_option_and_value_is_explained(name: str, language: str) -> None:
    rules = PRESETS[name]
    words = Words(language, rules)
    for view in option_views(rules, words):
        assert view.title and view.value and view.more and not view.changed
        texts = [one.text for one in value_views(rules, view.name, words)]
        assert len(set(texts)) == len(texts) >= 1


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_offered_can_be_played_and_is_then_the_chosen_one(name: str) -> None:
    words = Words("pt_BR", PRESETS["paulista"])
    for rules in PRESETS.values():
        for view in value_views(rules, name, words):
            changed = with_option(rules, name, view.value)
            assert value_of(changed, name) == view.value
            (chosen,) = [one.value for one in value_views(changed, name, words) if one.chosen]
            assert chosen == view.value


def test_what_cannot_be_played_is_not_offered() -> None:
    words = Words("pt_BR", PRESETS["mineiro"])
    offered = [view.value for view in value_views(PRESETS["mineiro"], "iron_hand", words)]
    assert "hidden_vira" not in offered and "blind" in offered


def test_a_change_is_marked_and_the_preset_stays_its_origin() -> None:
    rules = with_option(PRESETS["paulista"], "all_tied", "carry")
    words = Words("pt_BR", rules)
    assert [view.name for view in option_views(rules, words) if view.changed] == ["all_tied"]
    assert [view.name for view in preset_views(rules, words) if view.chosen] == ["paulista"]


def test_the_deck_for_six_brings_its_seats_and_leaves_with_them() -> None:
    six = with_option(PRESETS["paulista"], "deck", "six")
    assert (six.seats, six.manilha) == (6, "fixed")
    assert with_option(six, "deck", "full").seats == 4


def test_ladders_bring_their_names() -> None:
    for key in LADDERS:
        rules = with_option(PRESETS["paulista"], "ladder", key)
        assert len(rules.rung_names) == len(rules.ladder) - 1
