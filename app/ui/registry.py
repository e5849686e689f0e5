"""The screens by name. A module is imported when its screen is first shown."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.ui.page import Page

PAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start": "app.ui.start:StartPage",
        "setup": "app.ui.setup:SetupPage",
        "table": "app.ui.table:TablePage",
        "board": "app.ui.board:BoardPage",
        "settings": "app.ui.settings:SettingsPage",
        "history": "app.ui.history:HistoryPage",
        "match": "app.ui.history:MatchPage",
        "replay": "app.ui.history:ReplayPage",
        "learn": "app.ui.learn:LearnPage",
        "lesson": "app.ui.learn:LessonPage",
        "quiz": "app.ui.learn:QuizPage",
        "show": "app.ui.learn:ShowPage",
    }
)
"""Name to ``module:class``; the order is that of the screenshots."""


def make_page(name: str) -> Page:
    """A new page; KeyError for a name that is not there."""
    module, _, made = PAGES[name].partition(":")
    page: Page = getattr(import_module(module), made)(name=name)
    return page
