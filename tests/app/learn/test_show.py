"""Cards laid before the camera: never called right while anything is unread, wrong or missing."""

from __future__ import annotations

import pytest
from po_files import words_in

from app.learn import SHOWS, Look, Verdict, classroom, look
from app.learn.show import asked_for, shows_for
from app.learn.wording import look_text, show_text
from app.words import LANGUAGES, Words
from engine import ALL_CARDS, PRESETS, deck_of

PAULISTA = classroom(PRESETS["paulista"])
MINEIRO = classroom(PRESETS["mineiro"])
BY_ID = {show.id: show for show in SHOWS}


@pytest.mark.parametrize(
    ("rules", "show", "seen", "expected"),
    [
        (PAULISTA, "manilhas_of_five", [], Look(Verdict.NOTHING, missing=4)),
        (PAULISTA, "manilhas_of_five", ["6C", "6H"], Look(Verdict.MISSING, ("6C", "6H"), (), 2)),
        (PAULISTA, "manilhas_of_five", ["6C", None], Look(Verdict.UNREAD, ("6C",), (), 3)),
        (PAULISTA, "manilhas_of_five", ["6C", "5S"], Look(Verdict.WRONG, ("6C",), ("5S",), 3)),
        (PAULISTA, "manilhas_of_five", ["6C", "9S"], Look(Verdict.NOT_IN_DECK, ("6C",), ("9S",), 3)),
        (PAULISTA, "manilhas_of_five", ["6C", "6C"], Look(Verdict.MISSING, ("6C",), (), 3)),
        (
            PAULISTA,
            "manilhas_of_five",
            ["6D", "6C", "6S", "6H"],
            Look(Verdict.RIGHT, ("6C", "6D", "6H", "6S")),
        ),
        (
            PAULISTA,
            "manilhas_of_three",
            ["4C", "4D", "4H", "4S"],
            Look(Verdict.RIGHT, ("4C", "4D", "4H", "4S")),
        ),
        (MINEIRO, "manilhas_fixed", ["4C", "7D", "7H", "AS"], Look(Verdict.RIGHT, ("4C", "7D", "7H", "AS"))),
        (PAULISTA, "zap", ["QC"], Look(Verdict.WRONG, (), ("QC",), 1)),
        (PAULISTA, "zap", ["KC"], Look(Verdict.RIGHT, ("KC",))),
        (MINEIRO, "zap_fixed", ["4C"], Look(Verdict.RIGHT, ("4C",))),
        (PAULISTA, "beats_king", ["AD"], Look(Verdict.RIGHT, ("AD",))),
        (PAULISTA, "beats_king", ["KS"], Look(Verdict.WRONG, (), ("KS",), 1)),
        (PAULISTA, "ties_queen", ["QS"], Look(Verdict.RIGHT, ("QS",))),
        (PAULISTA, "ties_queen", ["QH"], Look(Verdict.WRONG, (), ("QH",), 1)),
    ],
)
def test_what_is_said(rules: object, show: str, seen: list[str | None], expected: Look) -> None:
    assert look(BY_ID[show], seen, rules) == expected


@pytest.mark.parametrize("rules", [PAULISTA, MINEIRO], ids=["vira", "fixed"])
def test_right_is_said_for_the_cards_asked_for_and_no_others(rules: object) -> None:
    for show in shows_for(rules):
        good = asked_for(show, rules)
        assert 0 < len(good) < len(deck_of(rules))
        enough = sorted(good)[: show.wanted or len(good)]
        assert look(show, enough, rules).verdict is Verdict.RIGHT
        for card in map(str, ALL_CARDS):
            verdict = look(show, [*enough, card], rules).verdict
            assert (verdict is Verdict.RIGHT) is (card in good)
        assert look(show, [*enough, None], rules).verdict is Verdict.UNREAD


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_has_words(language: str) -> None:
    words = Words(language, PAULISTA)
    for show in SHOWS:
        assert "{" not in show_text(show, words)
    for verdict in Verdict:
        assert "{" not in look_text(Look(verdict, ("6C",), (), 1), words)
    keys = words_in(language)
    assert {key for key in keys if key.startswith("learn.show.")} == {f"learn.show.{one.id}" for one in SHOWS}
    assert {key for key in keys if key.startswith("learn.look.")} == {f"learn.look.{one}" for one in Verdict}
