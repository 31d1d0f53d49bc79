"""Hard deletes: by key, id, source or age. They have no undo and list what goes."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

import apsw

from core.audit import Action, Entry
from core.change import Change
from core.clock import Clock
from core.errors import Conflict, Corrupt, ErrorCode, NotFound, OnHold
from core.gate import Verdict, WriteOutcome
from core.kind import Kind
from core.memory.ground import Ground, Writing
from core.memory.quarantine import HeldItem, ItemStatus, block_tag
from core.memory.quarantine.item import item_of
from core.memory.records.changes import Forgotten
from core.memory.records.holding import hold_deletion
from core.memory.records.reading import fetch
from core.memory.records.record import Record
from core.memory.records.rows import CHANGED, record_of
from core.store import blocks, erasure_rows, person_rows, quarantine_rows, record_query, record_rows
from core.store.person_rows import Flag
from core.store.quarantine_rows import QuarantineRow
from core.store.record_query import Condition, Sort
from core.store.subjects import Subject

SHOWN = 200
# Shorter values ("yes", "April") occur everywhere; listing those places would hide the real copies.
_SHORTEST_COPY = 8


def refuse(
    ground: Ground,
    verdict: Verdict,
    source: str,
    key: str | None = None,
    id_: int | None = None,
    kind: Kind | None = None,
) -> Forgotten:
    """Keep a deletion that was proposed by somebody who may not decide it.

    Raises:
        NotFound: what it names is not there; nobody could ever carry it out.
    """
    with ground.read() as (connection, scope):
        ids_of_target(connection, scope, key, id_, kind)
    with ground.write() as writing:
        item = hold_deletion(writing, verdict, source, key, id_, kind)
        action = Action.HOLD if verdict.outcome is WriteOutcome.HELD else Action.REFUSE
        writing.journal(Entry(action, "quarantine", item.id, code=item.reason))
    return Forgotten(
        verdict.outcome, verdict.findings, item, change=Change(frozenset({"quarantine"}), (item.id,))
    )


def ids_of_key(connection: apsw.Connection, scope: int | None, key: str, kind: Kind | None) -> list[int]:
    """Every version of a key.

    Raises:
        NotFound: the key was never used here.
    """
    rows = [] if scope is None else record_rows.keyed(connection, scope, key, kind)
    if not rows:
        raise NotFound(ErrorCode.NO_RECORD, key=key)
    return [stored.row.id for stored in rows]


def ids_of_source(connection: apsw.Connection, scope: int, prefix: str) -> list[int]:
    """Every version whose source, or one it was drawn from, starts literally with the prefix."""
    return list(record_query.ids(connection, scope, [record_query.came_from(prefix)], _OLDEST_FIRST))


def ids_of_age(
    connection: apsw.Connection, scope: int | None, before: int, kinds: Sequence[Kind]
) -> tuple[list[int], list[int]]:
    """Versions recorded before a moment: those a sweep deletes, and those a person must review.

    Live facts and preferences are never swept by age; they are listed instead.
    """
    if scope is None:
        return [], []
    old = [record_query.compares("recorded_at", "<", before), _any_kind(kinds)]
    kept = Condition("kind IN ('semantic', 'preference') AND ended_at IS NULL")
    swept = record_query.ids(connection, scope, [*old, kept.negated()], _OLDEST_FIRST)
    review = record_query.ids(connection, scope, [*old, kept], _OLDEST_FIRST)
    return list(swept), list(review)


def forget_key(
    ground: Ground, key: str, kind: Kind | None, note: str = "", listed: Collection[int] | None = None
) -> Forgotten:
    """Delete a key with all its versions.

    Raises:
        NotFound: the key was never used here.
        Conflict: ``listed`` names other records than would go; nothing went.
    """
    with ground.read() as (connection, scope):
        ids_of_key(connection, scope, key, kind)
    with ground.write() as writing:
        ids = ids_of_key(writing.tx, writing.scope, key, kind)
        gone = _delete(writing, ids, ground.clock, listed)
        writing.journal(Entry(Action.FORGET, "record", ids[0], len(ids), "key"), note)
    ground.database.empty_wal()
    return gone


def delete_in(
    writing: Writing, clock: Clock, key: str | None, id_: int | None, kind: Kind | None
) -> Forgotten:
    """Delete a key, or else one version, inside the caller's transaction.

    Raises:
        NotFound: it is not there, or no longer.
    """
    return _delete(writing, ids_of_target(writing.tx, writing.scope, key, id_, kind), clock)


def delete_listed(writing: Writing, clock: Clock, ids: Sequence[int]) -> Forgotten:
    """Delete exactly these versions inside the caller's transaction.

    Raises:
        Conflict: one of them is gone.
    """
    return _delete(writing, _require_any(writing.tx, writing.scope, ids), clock, ids)


def moot(connection: apsw.Connection, scope: int) -> list[QuarantineRow]:
    """Deletions that wait for a person although what they name is gone."""
    found = []
    for row in quarantine_rows.waiting_deletions(connection, scope):
        target = json.loads(row.draft)
        try:
            ids_of_target(
                connection, scope, target["key"], target["id"], Kind(row.kind) if row.kind else None
            )
        except NotFound:
            found.append(row)
    return found


def close_moot(writing: Writing) -> int:
    """Let nobody be asked about deletions of what is gone: they count as refused; how many."""
    rows = moot(writing.tx, writing.scope)
    for row in rows:
        quarantine_rows.decide(
            writing.tx, writing.scope, row.id, row.version, ItemStatus.REFUSED, None, None, None, None
        )
    if rows:
        writing.journal(Entry(Action.EXPIRE, "quarantine", None, len(rows), "gone"))
    return len(rows)


def ids_of_target(
    connection: apsw.Connection, scope: int | None, key: str | None, id_: int | None, kind: Kind | None
) -> list[int]:
    """What a proposed deletion names: every version of a key, of one kind or all, or else one version.

    Raises:
        NotFound: it is not there, or no longer.
    """
    if key is not None:
        return ids_of_key(connection, scope, key, kind)
    return _require_any(connection, scope, (id_ or 0,))


def forget_ids(
    ground: Ground,
    ids: Sequence[int],
    note: str = "",
    action: Action = Action.FORGET,
    code: str = "id",
    listed: Collection[int] | None = None,
) -> Forgotten:
    """Delete single versions.

    Raises:
        NotFound: none of them exists here.
        Conflict: ``listed`` names other records than would go; nothing went.
    """
    with ground.read() as (connection, scope):
        _require_any(connection, scope, ids)
    with ground.write() as writing:
        present = _require_any(writing.tx, writing.scope, ids)
        gone = _delete(writing, present, ground.clock, listed, may_return=action is Action.SWEEP)
        single = present[0] if len(present) == 1 else None
        writing.journal(Entry(action, "record", single, len(present), code), note)
    ground.database.empty_wal()
    return gone


def _delete(
    writing: Writing,
    ids: Sequence[int],
    clock: Clock,
    listed: Collection[int] | None = None,
    *,
    may_return: bool = False,
) -> Forgotten:
    # A person agreed to what a preview listed; what came since was not part of it.
    if listed is not None and set(listed) != set(ids):
        raise Conflict(ids=sorted(set(ids) - set(listed)))
    require_no_hold(writing)
    gone = describe(writing.tx, writing.subject, ids, clock)
    # Deleted bytes stay in the gaps of pages until the file is written anew (core.privacy).
    erasure_rows.pend(writing.tx, writing.scope, "sweep" if may_return else "forget", writing.now, len(ids))
    if not may_return:
        _block(writing, ids)
    proposals = _proposals(writing.tx, writing.subject, ids)
    quarantine_rows.delete(writing.tx, writing.scope, [row.id for row in proposals])
    writing.recall.forget(writing.tx, writing.scope, ids)
    record_rows.delete(writing.tx, writing.scope, ids)
    if close_moot(writing):
        gone = replace(gone, change=replace(gone.change, kinds=gone.change.kinds | {"quarantine"}))
    return gone


def require_no_hold(writing: Writing) -> None:
    """Make sure that nothing of the person has to be kept.

    Raises:
        OnHold: it has.
    """
    hold = person_rows.flag(writing.tx, Flag.LEGAL_HOLD, writing.scope)
    if hold is not None:
        raise OnHold(reason=hold.reason, at=hold.at)


def _block(writing: Writing, ids: Sequence[int]) -> None:
    """Keep forgotten values from being learned again; what only grew old may come back."""
    for content in record_rows.contents(writing.tx, writing.scope, ids):
        value = block_tag(writing.subject.salt, content)
        blocks.put(writing.tx, writing.scope, value, "forgotten", writing.now, writing.actor, None)


def describe(
    connection: apsw.Connection, subject: Subject | None, ids: Sequence[int], clock: Clock
) -> Forgotten:
    """What deleting these records takes away, and where their values stand elsewhere."""
    if subject is None or not ids:
        return Forgotten(WriteOutcome.STORED)
    now, scope = clock(), subject.scope
    shown = fetch(connection, scope, ids[:SHOWN], now)
    proposals = _items(_proposals(connection, subject, ids))
    few = len(ids) <= SHOWN
    return Forgotten(
        WriteOutcome.STORED,
        count=len(ids),
        removed=tuple(shown),
        copies=tuple(_copies(connection, scope, shown, ids, now)) if few else (),
        proposals=tuple(proposals),
        mentions=tuple(_mentions(connection, scope, shown, proposals)) if few else (),
        change=Change(CHANGED | {"quarantine"} if proposals else CHANGED, tuple(ids)),
    )


def _proposals(connection: apsw.Connection, subject: Subject, ids: Sequence[int]) -> list[QuarantineRow]:
    values = [block_tag(subject.salt, text) for text in record_rows.contents(connection, subject.scope, ids)]
    return quarantine_rows.holding(connection, subject.scope, values, ids)


def _items(rows: Sequence[QuarantineRow]) -> list[HeldItem]:
    """Those that can be read; one damaged row keeps nobody from forgetting."""
    items = []
    for row in rows:
        with suppress(Corrupt):
            items.append(item_of(row))
    return items


def _copies(
    connection: apsw.Connection, scope: int, records: Sequence[Record], ids: Sequence[int], now: int
) -> list[Record]:
    found: dict[int, Record] = {}
    for text in _telling(records):
        for stored in record_rows.containing(connection, scope, text, ids):
            found.setdefault(stored.row.id, record_of(stored, now))
    return [found[id_] for id_ in sorted(found)]


def _mentions(
    connection: apsw.Connection, scope: int, records: Sequence[Record], proposals: Sequence[HeldItem]
) -> list[HeldItem]:
    going = {item.id for item in proposals}
    found = {
        row.id: row
        for text in _telling(records)
        for row in quarantine_rows.containing(connection, scope, text)
        if row.id not in going
    }
    return _items([found[id_] for id_ in sorted(found)])


def _telling(records: Sequence[Record]) -> set[str]:
    return {record.content for record in records if len(record.content) >= _SHORTEST_COPY}


def _require_any(connection: apsw.Connection, scope: int | None, ids: Sequence[int]) -> list[int]:
    present = [] if scope is None else record_rows.existing(connection, scope, ids)
    if not present:
        raise NotFound(ErrorCode.NO_RECORD, id=ids[0] if len(ids) == 1 else None)
    return present


def _any_kind(kinds: Sequence[Kind]) -> Condition:
    tests = [record_query.equals("kind", kind) for kind in kinds]
    return Condition(" OR ".join(test.sql for test in tests) or "0", tuple(kind.value for kind in kinds))


_OLDEST_FIRST = Sort(descending=False)
