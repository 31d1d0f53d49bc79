"""The four lists of the Review pane."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QCoreApplication

from core.memory.quarantine import ItemStatus
from core.review import QueueCounts


class Tab(Enum):
    """One list: the statuses it shows."""

    WAITING = (ItemStatus.WAITING,)
    RELEASED = (ItemStatus.RELEASED,)
    REJECTED = (ItemStatus.REJECTED,)
    REFUSED = (ItemStatus.REFUSED, ItemStatus.SKIPPED)

    @property
    def statuses(self) -> tuple[ItemStatus, ...]:
        """What its items have in common."""
        statuses: tuple[ItemStatus, ...] = self.value
        return statuses

    @property
    def decided(self) -> bool:
        """True when a person has dealt with its items."""
        return self in (Tab.RELEASED, Tab.REJECTED)

    @property
    def title(self) -> str:
        """What it is called."""
        return {
            Tab.WAITING: _tr("Waiting"),
            Tab.RELEASED: _tr("Released"),
            Tab.REJECTED: _tr("Rejected"),
            Tab.REFUSED: _tr("Refused and skipped"),
        }[self]

    def count(self, counts: QueueCounts) -> int:
        """How many items it has."""
        return {
            Tab.WAITING: counts.waiting,
            Tab.RELEASED: counts.released,
            Tab.REJECTED: counts.rejected,
            Tab.REFUSED: counts.refused,
        }[self]


def _tr(text: str) -> str:
    return QCoreApplication.translate("review", text)
