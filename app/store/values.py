"""Named values that last: settings, learning progress. Read from memory, written by the writer's thread."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from app.store.ticket import Ticket
from app.store.writer import Writer


class Values:
    """Names to plain JSON values."""

    def __init__(self, table: str, writer: Writer, held: dict[str, Any]) -> None:
        """``table``: its table in the file; ``held``: what stands there now."""
        self._table = table
        self._writer = writer
        self._held = held

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name, ``default`` where none was ever set."""
        return self._held.get(name, default)

    def items(self) -> Iterator[tuple[str, Any]]:
        """All names with their values."""
        return iter(sorted(self._held.items()))

    def set(self, name: str, value: Any) -> Ticket:
        """Sets a value; TypeError where it is no plain JSON value."""
        text = json.dumps(value, ensure_ascii=False)
        self._held[name] = json.loads(text)
        write = f"INSERT OR REPLACE INTO {self._table} (name, value) VALUES (?, ?)"
        return self._writer.submit(((write, (name, text)),))
