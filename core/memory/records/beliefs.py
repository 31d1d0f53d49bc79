"""What was believed at one moment of the past."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from core.clock import to_micros
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records.reading import fetch
from core.memory.records.record import Record, State
from core.store import record_query
from core.store.record_query import Condition, Sort, SortColumn


class Beliefs:
    """The records in force at a moment: recorded by then, not yet replaced, not expired.

    A record forgotten since is gone from the past too: nothing of it is left to show.
    """

    def __init__(self, ground: Ground, time: datetime) -> None:
        self._ground = ground
        self._moment = to_micros(time)

    def get(self, key: str, *, kind: str = Kind.SEMANTIC) -> Record | None:
        """What the key said then."""
        wanted = [record_query.equals("kind", Kind.parse(kind)), record_query.equals("key", key)]
        found = self._matching(wanted)
        return found[-1] if found else None

    def facts(self) -> list[Record]:
        """The keyed facts of then, in key order."""
        wanted = [record_query.equals("kind", Kind.SEMANTIC), record_query.has_key()]
        return self._matching(wanted, Sort(SortColumn.KEY, descending=False))

    def all(self) -> list[Record]:
        """Every record of then, oldest first."""
        return self._matching([])

    def _matching(self, wanted: list[Condition], order: Sort | None = None) -> list[Record]:
        with self._ground.read() as (connection, scope):
            if scope is None:
                return []
            conditions = [record_query.believed_at(self._moment), *wanted]
            ids = record_query.ids(connection, scope, conditions, order or Sort(descending=False))
            found = fetch(connection, scope, ids, self._moment)
        return [as_believed(record) for record in found]


def as_believed(record: Record) -> Record:
    """The record with the state it had while it was believed."""
    return replace(record, state=State.CURRENT)
