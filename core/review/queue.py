"""What waits, in the order a person should look at it; ids, risk and age only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import apsw

from core.clock import optional_datetime, to_datetime
from core.gate import Severity, Trust
from core.memory.quarantine.item import SEVERITIES, ItemStatus
from core.scope import Scope
from core.store import quarantine_rows
from core.store.quarantine_rows import Queued


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One item as a list over several people may show it; its words are fetched by its scope.

    Attributes:
        group: items of one person with equal groups have one origin and one first reason.
        origins: how many places propose a value for the same key.
    """

    scope: Scope
    id: int
    version: int
    severity: Severity
    sensitivity: int
    trust: Trust
    reason: str
    group: str
    origins: int
    seen_count: int
    first_at: datetime
    last_at: datetime
    decided_at: datetime | None

    @property
    def one_by_one(self) -> bool:
        """High and critical items are never decided in bulk."""
        return self.severity in {Severity.HIGH, Severity.CRITICAL}


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """Numbers of a queue; ``groups`` is the number the eye has to deal with."""

    waiting: int
    groups: int
    high: int
    oldest: datetime | None
    released: int
    rejected: int
    refused: int
    decided_today: int


def entries(
    connection: apsw.Connection, statuses: Sequence[ItemStatus], scope: int | None = None
) -> list[QueueEntry]:
    """Items in one of the statuses, most urgent first: severity, slot, distinct origins, age."""
    rows = quarantine_rows.queue(connection, statuses, scope)
    origins: dict[tuple[int, bytes], set[bytes]] = defaultdict(set)
    for row in rows:
        if row.slot is not None:
            origins[row.scope, row.slot].add(row.origin)
    found = [_entry(row, len(origins[row.scope, row.slot]) if row.slot else 1) for row in rows]
    return sorted(found, key=_urgency)


def counts(connection: apsw.Connection, midnight: int, scope: int | None = None) -> QueueCounts:
    """Numbers for the badge, the count line and the tabs.

    Args:
        midnight: when the reader's day began, in microseconds.
    """
    waiting = entries(connection, (ItemStatus.WAITING,), scope)
    decided = quarantine_rows.queue(connection, (ItemStatus.RELEASED, ItemStatus.REJECTED), scope)
    per_status = quarantine_rows.count_by_status(connection, scope)
    return QueueCounts(
        waiting=len(waiting),
        groups=len({(entry.scope, entry.group) for entry in waiting}),
        high=sum(entry.one_by_one for entry in waiting),
        oldest=min((entry.first_at for entry in waiting), default=None),
        released=per_status.get(ItemStatus.RELEASED, 0),
        rejected=per_status.get(ItemStatus.REJECTED, 0),
        refused=per_status.get(ItemStatus.REFUSED, 0) + per_status.get(ItemStatus.SKIPPED, 0),
        decided_today=sum((row.decided_at or 0) >= midnight for row in decided),
    )


def _entry(row: Queued, origins: int) -> QueueEntry:
    return QueueEntry(
        scope=Scope(row.tenant, row.user),
        id=row.id,
        version=row.version,
        severity=SEVERITIES[row.severity],
        sensitivity=row.sensitivity,
        trust=Trust(row.trust),
        reason=row.reason,
        group=f"{row.origin.hex()}:{row.reason}",
        origins=origins,
        seen_count=row.seen_count,
        first_at=to_datetime(row.first_at),
        last_at=to_datetime(row.last_at),
        decided_at=optional_datetime(row.decided_at),
    )


def _urgency(entry: QueueEntry) -> tuple[int, int, int, datetime, Scope, int]:
    rank = SEVERITIES.index(entry.severity)
    return -rank, -entry.sensitivity, -entry.origins, entry.first_at, entry.scope, entry.id
