"""How well the camera sees the table, in words. No kivy."""

from __future__ import annotations

from app.words import Words
from vision.view.advice import Advice
from vision.view.check import ViewReport


def advice_words(advice: Advice, words: Words) -> str:
    """What to change, in one sentence with the measured value."""
    return words(f"view.{advice.key}", value=advice.value)


def report_words(report: ViewReport, words: Words) -> tuple[str, ...]:
    """Everything that is to be changed, the most urgent first; one sentence of praise where nothing is."""
    if report.good:
        return (words("view.good"),)
    return tuple(advice_words(advice, words) for advice in report.advice)
