"""What every screen is: a page of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kivy.app import App
from kivy.uix.screenmanager import Screen

import app.ui.widgets  # noqa: F401  (its kv names must be known)

if TYPE_CHECKING:
    from app.ui.application import ViraApp


class Page(Screen):
    """One screen. Its kv file stands beside its module and holds no logic.

    A page is made when it is first shown and then kept.
    """

    @property
    def app(self) -> ViraApp:
        """The app: ``words``, ``theme``, ``sizes``, ``settings``, ``store``, ``go``, ``back``, ``ask``."""
        return cast("ViraApp", App.get_running_app())

    def arrive(self, **what: Any) -> None:
        """The page is about to be shown; ``what`` is what was given to ``app.go``."""

    def leave(self) -> None:
        """Another page takes its place."""

    def refresh(self) -> None:
        """Words, theme, sizes or settings have changed; also called after `arrive`.

        What kv takes from ``app.words``, ``app.theme`` and ``app.sizes`` follows by itself.
        """
