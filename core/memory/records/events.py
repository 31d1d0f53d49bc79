"""What happened to a record after it was written, and how such a change is made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.audit import Actor, Role
from core.change import Change, Reversal, Undo
from core.clock import to_datetime
from core.errors import Corrupt
from core.memory.ground import Ground, Writing
from core.memory.records import indexing
from core.memory.records.rows import CHANGED
from core.store import record_events, record_rows


class Act(StrEnum):
    """What was done to a record."""

    SEEN = "seen"
    CONFIRMED = "confirmed"
    EXPIRY = "expiry"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class RecordEvent:
    """One later change: who, when, what, and the columns it changed."""

    seq: int
    at: datetime
    actor: Actor
    act: Act
    before: Mapping[str, object]
    after: Mapping[str, object]


def of(ground: Ground, id_: int) -> list[RecordEvent]:
    """The events of one record, oldest first.

    Raises:
        Corrupt: an event holds what this program never writes there.
    """
    with ground.read() as (connection, scope):
        rows = [] if scope is None else record_events.of(connection, scope, id_)
    try:
        return [
            RecordEvent(
                row.seq,
                to_datetime(row.at),
                Actor(Role(row.role), row.name),
                Act(row.act),
                json.loads(row.before or "{}"),
                json.loads(row.after or "{}"),
            )
            for row in rows
        ]
    except (ValueError, OverflowError, RecursionError):
        raise Corrupt(record=id_) from None


def amend(
    writing: Writing, id_: int, act: Act, before: Mapping[str, object], after: Mapping[str, object]
) -> Change:
    """Change columns of a record and keep their old values as an event."""
    record_rows.amend(writing.tx, writing.scope, id_, after)
    if after.keys() & _RANKED:
        indexing.refresh(writing, id_)
    event = note(writing, id_, act, before, after)
    return Change(CHANGED, (id_,), Undo(Reversal.EVENT, id_, event))


def note(
    writing: Writing, id_: int, act: Act, before: Mapping[str, object], after: Mapping[str, object]
) -> int:
    """Add an event to a record; its number."""
    texts = [json.dumps(dict(columns), ensure_ascii=False) for columns in (before, after)]
    return record_events.append(writing.tx, writing.scope, id_, writing.now, writing.actor, act, *texts)


# What recall looks at besides the words.
_RANKED = {"approved", "expires_at"}
