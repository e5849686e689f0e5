"""The receipt for something handed to the store."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event

log = logging.getLogger(__name__)


class Ticket:
    """``then``: called from the writer's thread, without arguments, once this is acknowledged."""

    def __init__(self, then: Callable[[], None] | None = None) -> None:
        self._event = Event()
        self._then = then
        self._refused = False
        self.kept = False
        """Whether it is on the disk; what is only acknowledged may still wait in memory for a full disk."""

    @property
    def settled(self) -> bool:
        """Whether it is acknowledged."""
        return self._event.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for the acknowledgement; False when the time is over first."""
        return self._event.wait(seconds)

    def refuse(self) -> None:
        """For the writer: it can never be written."""
        self._refused = True

    def settle(self, kept: bool) -> None:
        """For the writer: acknowledges, and says whether it is on the disk."""
        self.kept = kept and not self._refused
        if not self._event.is_set():
            self._event.set()
            if self._then is not None:
                try:
                    self._then()
                except Exception:
                    # A fault of whoever waits must not stop what writes.
                    log.exception("What waited for an acknowledgement failed.")
