"""Opens the app in a real window on a virtual screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from film_doubles import FakeSource, FakeWatcher, film

sys.path.append(str(Path(__file__).parent))

SHOTS = os.environ.get("VIRA_SHOTS")
"""Folder where the screenshots of these tests are kept, if they are to be looked at."""

Open = Callable[..., Any]

HALF_TABLET = 1280 / 2 / 950
"""Pixels a dp where a window of 640x400 shows what a tablet of 7 inches with 1280x800 shows."""


@pytest.fixture
def open_app(display: str, tmp_path: Path) -> Iterator[Open]:
    """Opens the app with a store of its own; ``script``: what its camera sees (`film_doubles.film`)."""
    from app.ui.opening import before_kivy

    # Half a tablet of 7 inches, pixel for dp alike: a quarter of the pixels to be drawn by the processor.
    before_kivy(640, 400)
    from driven import Driven
    from kivy.metrics import Metrics

    Metrics.density = HALF_TABLET

    from app.settings import Settings
    from app.store import Store
    from app.ui.application import ViraApp
    from app.ui.eyes import Eyes

    opened: list[tuple[Any, Store]] = []

    def make(*script: str, seconds: float = 60.0, path: Path | None = None, **settings: Any) -> Driven:
        store = Store.open(path or tmp_path / f"vira{len(opened)}.sqlite3")
        steps: Sequence[Any] = film(*script, pace=0.05)
        eyes = Eyes(lambda spec: FakeSource(seconds), lambda: FakeWatcher(steps))
        app = ViraApp(store, Settings(**settings) if settings else None, eyes)
        opened.append((app, store))
        return Driven(app, Path(SHOTS) if SHOTS else tmp_path)

    yield make
    for app, store in opened:
        app.stop()
        store.close()
