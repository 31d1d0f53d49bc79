"""Forgetting a source: everything that came from it or was drawn from it, in every store of a scope."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import apsw

from core.audit import Action, Entry
from core.errors import Conflict, ErrorCode, Invalid, NotFound
from core.gate import WriteOutcome
from core.memory.ground import Ground, Writing
from core.memory.records import deleting
from core.memory.records.changes import Beside, Forgotten
from core.store import document_rows, erasure_rows, graph_rows, note_rows, quarantine_rows
from core.store.graph_rows import LinkRow

_KINDS = {
    "documents": "document",
    "entities": "graph",
    "links": "graph",
    "notes": "note",
    "items": "quarantine",
}


@dataclass(frozen=True, slots=True)
class _Found:
    """What a prefix means, by number or name; links are those that no entity among them takes along."""

    records: tuple[int, ...]
    documents: tuple[str, ...]
    entities: tuple[str, ...]
    links: tuple[LinkRow, ...]
    notes: tuple[int, ...]
    items: tuple[int, ...]

    def beside(self, gone: Forgotten) -> Beside:
        """What goes beside the records; a proposal that goes with one of them is counted there."""
        items = set(self.items) - {item.id for item in gone.proposals}
        return Beside(len(self.documents), len(self.entities), len(self.links), len(self.notes), len(items))

    @property
    def count(self) -> int:
        """All of it."""
        return sum(map(len, (self.documents, self.entities, self.links, self.notes, self.items)))


def preview(connection: apsw.Connection, scope: int | None, ground: Ground, prefix: str) -> Forgotten:
    """What `forget` would take.

    Raises:
        Invalid: an empty prefix.
    """
    _require(prefix)
    if scope is None:
        return Forgotten(WriteOutcome.STORED)
    found = _find(connection, scope, prefix)
    gone = deleting.describe(connection, ground.subject(connection), found.records, ground.clock)
    return _with(gone, found.beside(gone))


def forget(
    ground: Ground,
    prefix: str,
    note: str = "",
    listed: Collection[int] | None = None,
    beside: Beside | None = None,
) -> Forgotten:
    """Delete it in one transaction.

    Raises:
        Invalid: an empty prefix, which would mean everything.
        NotFound: nothing came from there.
        Conflict: something else would go than a preview told; nothing went.
        OnHold: the person's memory has to be kept.
    """
    _require(prefix)
    with ground.read() as (connection, scope):
        if scope is None or not _is_any(_find(connection, scope, prefix)):
            raise NotFound(ErrorCode.NO_RECORD)
    with ground.write() as writing:
        found = _find(writing.tx, writing.scope, prefix)
        if not _is_any(found):
            raise NotFound(ErrorCode.NO_RECORD)
        gone = deleting.describe(writing.tx, writing.subject, found.records, ground.clock)
        told = found.beside(gone)
        if listed is not None and set(listed) != set(found.records):
            raise Conflict(ids=sorted(set(found.records) - set(listed)))
        if beside is not None and beside != told:
            raise Conflict(source=sum(told))
        deleting.require_no_hold(writing)
        if found.records:
            gone = deleting.delete_listed(writing, ground.clock, found.records)
            single = found.records[0] if len(found.records) == 1 else None
            writing.journal(Entry(Action.FORGET, "record", single, len(found.records), "source"), note)
        _delete(writing, found, told, note)
    ground.database.empty_wal()
    return _with(gone, told)


def _find(connection: apsw.Connection, scope: int, prefix: str) -> _Found:
    entities, links = graph_rows.of_source(connection, scope, prefix)
    notes = note_rows.of_source(connection, scope, prefix)
    items = set(quarantine_rows.of_source(connection, scope, prefix))
    for id_ in notes:
        row = note_rows.by_id(connection, scope, id_)
        # Whoever proposed them, they were meant for a note that is not there any more.
        items.update([] if row is None else quarantine_rows.of_note(connection, scope, id_, row.path))
    gone = set(entities)
    return _Found(
        tuple(deleting.ids_of_source(connection, scope, prefix)),
        tuple(document_rows.of_source(connection, scope, prefix)),
        tuple(entities),
        tuple(link for link in links if link.origin not in gone and link.target not in gone),
        tuple(notes),
        tuple(sorted(items)),
    )


def _delete(writing: Writing, found: _Found, told: Beside, note: str) -> None:
    """Everything that is no record, each store with its own entry in the journal."""
    tx, scope = writing.tx, writing.scope
    if not found.count:
        return
    # Deleted bytes stay in the gaps of pages until the file is written anew (core.privacy).
    erasure_rows.pend(tx, scope, "forget", writing.now, found.count)
    for document in found.documents:
        document_rows.delete(tx, scope, document)
    if found.documents:
        document_rows.advance(tx, scope)
        writing.recall.drop(scope)
    for link in found.links:
        graph_rows.delete_link(tx, scope, link.origin, link.target, link.relation)
    for entity in found.entities:
        graph_rows.delete_entity(tx, scope, entity)
    for id_ in found.notes:
        note_rows.delete(tx, scope, id_)
    quarantine_rows.delete(tx, scope, found.items)
    counts: dict[str, int] = {}
    for name, count in told._asdict().items():
        counts[_KINDS[name]] = counts.get(_KINDS[name], 0) + count
    for kind, count in counts.items():
        if count:
            writing.journal(Entry(Action.FORGET, kind, None, count, "source"), note)


def _with(gone: Forgotten, told: Beside) -> Forgotten:
    kinds = {_KINDS[name] for name, count in told._asdict().items() if count}
    return replace(gone, beside=told, change=replace(gone.change, kinds=gone.change.kinds | kinds))


def _is_any(found: _Found) -> bool:
    return bool(found.records or found.count)


def _require(prefix: object) -> None:
    if not isinstance(prefix, str):
        raise Invalid("source", "type", expected="str", got=type(prefix).__name__)
    if not prefix.strip():
        raise Invalid("source", "empty")
