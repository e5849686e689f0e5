"""What is amiss with the view, in words and at the right time."""

from __future__ import annotations

import pytest

from app.viewing import AdviceTeller, advice_words, report_words
from app.words import LANGUAGES, Words
from engine import PRESETS
from vision.source import Lost
from vision.view.advice import Advice, AdviceKey
from vision.view.check import ViewReport


def report(*advice: Advice) -> ViewReport:
    return ViewReport(1.5, 88.0, 15.0, 0.9, 200.0, 0.0, 5, None, advice)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_advice_and_every_loss_has_words(language: str) -> None:
    words = Words(language, PRESETS["paulista"])
    told = {advice_words(Advice(key, 71.4), words) for key in AdviceKey}
    assert len(told) == len(AdviceKey)
    assert len({words(f"view.lost.{why}") for why in Lost}) == len(Lost)
    assert "71°" in advice_words(Advice(AdviceKey.TOO_FLAT, 71.4), words)


def test_a_report_in_words() -> None:
    words = Words("pt_BR", PRESETS["paulista"])
    assert report_words(report(), words) == ("A câmera vê bem a mesa",)
    both = report(Advice(AdviceKey.GLARE, 0.2), Advice(AdviceKey.CLOSER, 43.7))
    first, second = report_words(both, words)
    assert first.startswith("Luz forte sobre a mesa")
    assert second.startswith("Aproxime a câmera: as cartas têm 44")


def test_advice_is_told_once_when_it_has_lasted() -> None:
    teller = AdviceTeller()
    dark = Advice(AdviceKey.DARK, 30.0)
    told = []
    for step in range(300):
        t = step / 10
        amiss = 1 <= t < 2 or 5 <= t < 12 or 13 <= t < 18 or t >= 25
        told += [(t, advice.key) for advice in teller.take(t, report(dark) if amiss else report())]
    # one second is too short; a second without it is no end; four good seconds are
    assert told == [(8.0, AdviceKey.DARK), (28.0, AdviceKey.DARK)]
    assert teller.take(40.0, None) == ()
