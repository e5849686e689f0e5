"""How well the camera sees the table, in words. No kivy."""

from __future__ import annotations

from typing import Final

from app.words import Words
from vision.view.advice import Advice, AdviceKey
from vision.view.check import ViewReport


def advice_words(advice: Advice, words: Words) -> str:
    """What to change, in one sentence with the measured value."""
    return words(f"view.{advice.key}", value=advice.value)


def report_words(report: ViewReport, words: Words) -> tuple[str, ...]:
    """Everything that is to be changed, the most urgent first; one sentence of praise where nothing is."""
    if report.good:
        return (words("view.good"),)
    return tuple(advice_words(advice, words) for advice in report.advice)


LASTING: Final = 3.0
"""Seconds for which something must be amiss before anybody is told: hands pass, cameras focus."""


class AdviceTeller:
    """Tells each advice once, when it has lasted; again only after it was gone as long."""

    def __init__(self) -> None:
        self._since: dict[AdviceKey, float] = {}
        self._good_since: dict[AdviceKey, float] = {}
        self._told: set[AdviceKey] = set()

    def take(self, t: float, report: ViewReport | None) -> tuple[Advice, ...]:
        """What is to be told at ``t`` seconds of film time, given the newest report."""
        if report is None:
            return ()
        now = {advice.key: advice for advice in report.advice}
        for key in AdviceKey:
            if key in now:
                self._since.setdefault(key, t)
                self._good_since.pop(key, None)
            else:
                self._since.pop(key, None)
                if t - self._good_since.setdefault(key, t) >= LASTING:
                    self._told.discard(key)
        due = [key for key in now if key not in self._told and t - self._since[key] >= LASTING]
        self._told.update(due)
        return tuple(now[key] for key in due)
