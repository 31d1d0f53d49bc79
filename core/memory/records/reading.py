"""Looking records up exactly: by key, id, chain or session, never by likeness."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import apsw

from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records.record import Outcome, Record
from core.memory.records.rows import record_of
from core.store import record_query, record_rows
from core.store.record_query import Condition, Sort, SortColumn

_PAGE = 500


def by_ids(ground: Ground, ids: Sequence[int]) -> list[Record]:
    """Those of the records that exist, in the order of ``ids``."""
    with ground.read() as (connection, scope):
        return [] if scope is None else fetch(connection, scope, ids, ground.clock())


def fetch(connection: apsw.Connection, scope: int, ids: Sequence[int], now: int) -> list[Record]:
    """`by_ids` inside a snapshot."""
    found = []
    remaining = iter(ids)
    while chunk := tuple(islice(remaining, _PAGE)):
        rows = record_rows.by_ids(connection, scope, chunk)
        found += [record_of(rows[id_], now) for id_ in chunk if id_ in rows]
    return found


def current(ground: Ground, kind: Kind, key: str) -> Record | None:
    """The current record of exactly that key; of episodes, the newest."""
    found = matching(ground, [record_query.equals("kind", kind), record_query.equals("key", key)], limit=1)
    return found[0] if found else None


def keyed_facts(ground: Ground) -> list[Record]:
    """Current facts that have a key, in key order."""
    conditions = [record_query.equals("kind", Kind.SEMANTIC), record_query.has_key()]
    return matching(ground, conditions, Sort(SortColumn.KEY, descending=False))


def keyed_with_prefix(ground: Ground, prefix: str) -> list[Record]:
    """Current keyed records of any kind whose key starts literally with the prefix."""
    conditions = [record_query.starts_with("key", prefix), record_query.has_key()]
    return matching(ground, conditions, Sort(SortColumn.KEY, descending=False))


def episodes(ground: Ground, session: str | None, outcome: Outcome | None, tag: str | None) -> list[Record]:
    """Current episodes, newest first."""
    conditions = [record_query.equals("kind", Kind.EPISODIC)]
    if session is not None:
        conditions.append(record_query.equals("session", session))
    if outcome is not None:
        conditions.append(record_query.equals("outcome", outcome))
    if tag is not None:
        conditions.append(record_query.tagged(tag))
    return matching(ground, conditions)


def history(ground: Ground, key: str, kind: Kind | None) -> list[Record]:
    """Every version of a key, oldest first."""
    with ground.read() as (connection, scope):
        rows = [] if scope is None else record_rows.keyed(connection, scope, key, kind)
        return [record_of(row, ground.clock()) for row in rows]


def chain(ground: Ground, record: Record) -> list[Record]:
    """The supersession chain through a record, oldest first."""
    now = ground.clock()
    with ground.read() as (connection, scope):
        if scope is None:
            return []
        # A key's versions are one chain, also where a forgotten one left a gap.
        if record.key is not None and record.kind is not Kind.EPISODIC:
            return [
                record_of(row, now) for row in record_rows.keyed(connection, scope, record.key, record.kind)
            ]
        links = [record]
        while (earlier := links[0].supersedes) is not None:
            links[:0] = fetch(connection, scope, (earlier,), now)
        while (later := links[-1].superseded_by) is not None:
            links += fetch(connection, scope, (later,), now)
        return links


def matching(
    ground: Ground, conditions: Sequence[Condition], order: Sort | None = None, limit: int | None = None
) -> list[Record]:
    """Current records that meet every condition."""
    now = ground.clock()
    with ground.read() as (connection, scope):
        if scope is None:
            return []
        ids = record_query.ids(connection, scope, [record_query.current(now), *conditions], order)
        return fetch(connection, scope, ids[:limit], now)
