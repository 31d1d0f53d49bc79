"""Telling a caller how far a long act came, and asking whether to go on."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from core.errors import Cancelled

Progress = Callable[[str, int, int | None], None]
"""Told the step, how much of it is done, and of how much; None where that is unknown."""


class Step(StrEnum):
    """The steps of long acts, in the order an erasure takes them."""

    PRECHECK = "precheck"
    INVENTORY = "inventory"
    MENTIONS = "mentions"
    NEEDLES = "needles"
    OTHERS = "others"
    CONTROL = "control"
    DELETE = "delete"
    DELETED = "deleted"
    SCRUB = "scrub"
    SCRUBBED = "scrubbed"
    VERIFY = "verify"
    RECEIPT = "receipt"
    WRITE = "write"
    ARCHIVE = "archive"
    READ = "read"


class Watch:
    """One long act as its caller follows it."""

    def __init__(self, progress: Progress | None, cancelled: Callable[[], bool] | None) -> None:
        self._progress = progress
        self._cancelled = cancelled

    def __call__(self, step: Step, done: int = 0, total: int | None = None) -> None:
        """Say how far it came."""
        if self._progress is not None:
            self._progress(step, done, total)

    def at(self, step: Step) -> Callable[[int, int], None]:
        """For loops inside a step that may be stopped."""

        def tick(done: int, total: int) -> None:
            self.may_stop()
            self(step, done, total)

        return tick

    def may_stop(self) -> None:
        """Stop here if the caller wants to.

        Raises:
            Cancelled: it does.
        """
        if self._cancelled is not None and self._cancelled():
            raise Cancelled
