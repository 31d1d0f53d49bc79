"""The people of the tests, and a clock that is moved by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core import Scope
from core.clock import to_micros

ALICE = Scope("acme", "alice")
CAROL = Scope("globex", "carol")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Hand:
    """A clock whose present only moves when a test says so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return to_micros(self.now)

    def pass_(self, **amount: float) -> datetime:
        """Let time pass (``days=1``); the new present."""
        self.now += timedelta(**amount)
        return self.now
