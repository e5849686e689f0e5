"""Measurements behind the `make bench-…` targets: a readable table, then one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

Figure = int | float | None


def table(rows: Sequence[tuple[str, object]]) -> None:
    """Prints names and values in two columns."""
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")


def finish(figures: Mapping[str, Figure]) -> None:
    """Prints the figures as the last line; None stands for what cannot be measured here."""
    rounded = {key: round(value, 4) if isinstance(value, float) else value for key, value in figures.items()}
    print(json.dumps(rounded), flush=True)
