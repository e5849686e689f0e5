"""What the seeds of disturbed films give: kinds, proportions, and the truth of odd hands."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.disturb import MOMENTS, Disturbance, Incident, Plan, plan_incidents
from datasets.film import Filming, Look, film
from datasets.oddities import ODDITIES, write_odd
from datasets.programme import disturbances_of, is_odd, script_of, shoot_idle
from datasets.scene import Stage, card_quad
from datasets.script import Script, Wishes, write_script
from engine import PRESETS, Match, Problem

SMALL = Look(size=(320, 180), card_px=22, fps=4)


def odd(name: str, seed: int) -> Script:
    score = {"truco_in_eleven": (11, 4), "blind_iron": (11, 11)}.get(name, (0, 0))
    wishes = Wishes(score=score, raises=0.0, longest=40.0)
    return write_odd(np.random.default_rng(seed), PRESETS["paulista"], name, wishes)


def test_every_disturbance_comes_in_fifteen_of_two_hundred_films_and_half_have_three() -> None:
    kinds: Counter[Disturbance] = Counter()
    three = 0
    for seed in range(1000, 1200):  # the measured ones
        found = disturbances_of(np.random.default_rng([seed, 3]))
        kinds.update(found)
        three += len(found) >= 3
    assert set(kinds) == set(Disturbance) and min(kinds.values()) >= 15
    assert three >= 100


def test_three_films_in_ten_are_odd_and_every_oddity_comes() -> None:
    names = Counter(
        script_of(np.random.default_rng([seed, 3]), seed, frozenset()).oddity for seed in range(400, 440)
    )
    assert names[""] == 28 and set(names) == {"", *ODDITIES}
    assert [seed for seed in range(10) if is_odd(seed)] == [7, 8, 9]


def test_every_measured_film_has_its_hand() -> None:
    for seed in range(1000, 1200):
        rng = np.random.default_rng([seed, 3])
        assert script_of(rng, seed, disturbances_of(rng)).lays


@pytest.mark.parametrize("name", ODDITIES)
def test_an_odd_hand_names_the_problem_it_raises(name: str) -> None:
    for seed in range(6):
        script = odd(name, seed)
        lawful = name in ("covered_lawfully", "blind_iron", "burned")
        assert bool(script.problems) != lawful and script.oddity == name
        for problem in set(script.problems) - {"card_removed"}:
            assert problem.upper() in Problem.__members__
        counted = [lay for lay in script.lays if lay.counts]
        cards = [line for line in script.truth if line["type"] in ("card", "covered")]
        undone = [line for line in script.truth if line["type"] == "undo"]
        assert len(cards) - len(undone) == len(counted)
        assert script.truth[-1]["type"] in ("score", "match")


def test_a_card_that_went_back_is_not_on_the_table_any_more() -> None:
    script = odd("eight", 3)
    (number,) = [i for i, lay in enumerate(script.lays) if not lay.counts]
    lay = script.lays[number]
    assert lay.until is not None and lay.card[:-1] in ("8", "9", "10")


def test_a_card_covered_too_early_is_turned_up(own_stage: Stage) -> None:
    script = odd("covered_too_early", 1)
    (number,) = [i for i, lay in enumerate(script.lays) if lay.turned is not None]
    lay = script.lays[number]
    assert lay.turned is not None
    filming = Filming(own_stage, script, SMALL, np.random.default_rng(1))
    before, after = filming.frame(lay.turned - 1.0), filming.frame(lay.turned + 0.6)
    assert np.abs(before.astype(int) - after).mean() > 0.3


def test_burned_cards_are_shown_before_the_vira_and_are_out_of_the_hand() -> None:
    stays = set()
    for seed in range(8):
        script = odd("burned", seed)
        assert 1 <= len(script.shown) <= 3
        cards = [one.card for one in script.shown]
        assert not {*cards} & {script.vira, *(lay.card for lay in script.lays)}
        assert len({*cards}) == len(cards)
        assert all((one.until or one.at) < script.vira_at - 0.4 for one in script.shown)
        assert script.truth[0]["type"] == "vira" and script.truth[0]["t"] == script.vira_at
        assert script.lays[0].at > script.vira_at and script.length > script.truth[-1]["t"]
        stays |= {one.until is None for one in script.shown}
    assert stays == {True, False}


def test_a_burned_card_is_seen_where_the_facts_say(own_stage: Stage) -> None:
    script = next(s for s in (odd("burned", seed) for seed in range(20)) if s.shown[0].until is not None)
    shown = script.shown[0]
    assert shown.until is not None
    filming = Filming(own_stage, script, SMALL, np.random.default_rng(1))
    fact = next(card for card in filming.cards() if card["card"] == shown.card)
    assert fact["counts"] is False and "seat" not in fact
    x, y = np.mean(fact["corners"], axis=0).astype(int)
    before, there, gone = (
        filming.frame(t)[y - 4 : y + 5, x - 4 : x + 5].astype(int)
        for t in (0.0, shown.at + 0.1, shown.until + 0.2)
    )
    assert np.abs(there - before).mean() > 6 > 3 > np.abs(gone - before).mean()


@pytest.mark.parametrize("kind", MOMENTS)
def test_an_incident_is_seen_and_only_when_it_happens(kind: Disturbance, own_stage: Stage) -> None:
    script = write_script(np.random.default_rng(5), PRESETS["paulista"], Wishes(pace=2.5, longest=60))
    plan = plan_incidents(np.random.default_rng(1), script, frozenset([kind]))
    (incident,) = plan.incidents
    assert kind in plan and incident.kind is kind and incident.t0 < incident.t1

    def picture(plan: Plan, t: float) -> np.ndarray:
        return Filming(own_stage, script, SMALL, np.random.default_rng(2), plan).frame(t).astype(int)

    def change(t: float) -> float:
        return float(np.abs(picture(plan, t) - picture(Plan(), t)).mean())

    during = (incident.t0 + incident.t1) / 2
    assert change(incident.t0 - 1.0) < 0.2 < change(during)


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_hands_and_tricks_that_were_put_aside_do_not_lie_on_the_vira(
    seats: int, seed: int, own_stage: Stage
) -> None:
    rng = np.random.default_rng(seed)
    script = write_script(rng, replace(PRESETS["paulista"], seats=seats), Wishes(longest=60))
    plan = Plan(frozenset([Disturbance.DEALT, Disturbance.ASIDE]))
    filming = Filming(own_stage, script, SMALL, rng, plan)
    seen = [int((filming._still_table(t).owner == 2).sum()) for t in (script.vira_at, script.length)]
    whole = cv2.contourArea(card_quad(filming._camera, filming._vira, filming._size).astype(np.float32))
    assert min(seen) > 0.8 * whole


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", [Disturbance.HOVER, Disturbance.GLASS])
def test_what_hides_cards_is_gone_when_their_trick_lies(kind: Disturbance, seed: int) -> None:
    rng = np.random.default_rng(seed)
    script = write_script(rng, PRESETS["paulista"], Wishes(pace=2.0, longest=60))
    for incident in plan_incidents(rng, script, frozenset([kind])).incidents:
        trick = script.lays[incident.lay].trick
        laid = max(lay.at for lay in script.lays if lay.trick == trick)
        gathered = trick < len(script.cleared)
        assert incident.t0 < incident.t1 <= (laid if gathered else script.length)


@pytest.mark.parametrize(("late", "longer"), [(-8.0, 0.0), (-1.0, 1.5)])
def test_what_is_hidden_at_the_end_is_seen_before_the_film_is_over(
    late: float, longer: float, own_stage: Stage
) -> None:
    script = write_script(np.random.default_rng(5), PRESETS["paulista"])
    end = script.length + late
    plan = Plan(frozenset([Disturbance.HOVER]), (Incident(Disturbance.HOVER, end - 1.5, end, 0, 2),))
    filming = Filming(own_stage, script, SMALL, np.random.default_rng(2), plan)
    assert filming.length == pytest.approx(script.length + longer)


def test_a_kind_without_a_moment_is_left_out() -> None:
    script = write_script(np.random.default_rng(5), PRESETS["paulista"], Wishes(pace=0.5))
    short = Script(script.rules, script.vira, 0.8, (), (), (), (), 2.0)
    plan = plan_incidents(np.random.default_rng(1), short, frozenset([Disturbance.GLASS, Disturbance.FAST]))
    assert plan == Plan(frozenset([Disturbance.FAST]))


def test_a_film_says_how_the_table_stands_and_where_the_cards_lie(own_stage: Stage, tmp_path: Path) -> None:
    script = odd("out_of_turn_back", 2)
    plan = Plan(frozenset([Disturbance.FAST]), (Incident(Disturbance.LIGHT, 3.0, 3.3),))
    film(own_stage, script, SMALL, 2, tmp_path / "hand.mp4", plan)
    facts = json.loads((tmp_path / "hand.facts.json").read_text())
    assert (facts["rules"], facts["seats"], facts["oddity"]) == ("paulista", 4, "out_of_turn_back")
    assert facts["problems"] == ["out_of_turn"] and facts["answer"] == "back"
    assert facts["disturbances"] == ["fast_players"] and facts["dealer"] == 3
    laid = [card for card in facts["cards"] if "vira" not in card]
    assert [card["card"] for card in laid] == [lay.card for lay in script.lays]
    assert all(np.shape(card["corners"]) == (4, 2) for card in facts["cards"])


def test_a_special_hand_is_decided_and_told() -> None:
    script = odd("truco_in_eleven", 1)
    types = [line["type"] for line in script.truth[:4]]
    assert types == ["vira", "manilhas", "special", "call"] and script.truth[3]["reason"] == "play"
    assert Match(PRESETS["paulista"], None, script.score).special == "eleven"


def test_a_table_without_play_shows_motion_and_no_truth(own_stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "idle.mp4"
    shoot_idle(own_stage, 3, path, 6.0)
    video = cv2.VideoCapture(str(path))
    frames = []
    while True:
        found, image = video.read()
        if not found:
            break
        frames.append(image.astype(int))
    assert len(frames) == 60 and path.with_suffix(".truth.jsonl").read_text() == ""
    assert max(float(np.abs(a - b).mean()) for a, b in pairwise(frames)) > 0.5
