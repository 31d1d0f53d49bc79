"""Taking a write back, as a new write: history keeps both."""

from __future__ import annotations

import json
from collections.abc import Iterator

from core.audit import Action, Entry
from core.change import Change, Reversal, Undo
from core.errors import Conflict, ErrorCode, NotFound
from core.gate import WriteOutcome
from core.memory.ground import Ground, Writing
from core.memory.records.changes import WriteResult
from core.memory.records.events import Act, amend
from core.memory.records.events import note as note_event
from core.memory.records.record import State
from core.memory.records.rows import CHANGED
from core.memory.records.versions import bring_back
from core.memory.records.writing import the_record
from core.store import imported, record_events, record_rows
from core.store.record_rows import RecordRow

_BATCH = 500


def undo(ground: Ground, what: Undo, note: str = "") -> WriteResult:
    """Take one write back.

    A new record is withdrawn; one that replaced another is withdrawn by bringing the other
    back as a new version; a later change to a record gets its old value again. The undo of an
    undo is in the result, where there is one.

    Raises:
        Conflict: somebody changed the record since, so undoing would overwrite their work.
        NotFound: the record was forgotten since.
    """
    if what.reversal is Reversal.IMPORT:
        return _undo_import(ground, what, note)
    with ground.write() as writing:
        if what.reversal is Reversal.EVENT:
            result = _revert_event(writing, _in_force(writing, what.record), what.event)
        else:
            result = take_back(writing, what.record)
        writing.journal(Entry(Action.UNDO, "record", what.record, code=what.reversal), note)
        return result


def take_back(writing: Writing, id_: int) -> WriteResult:
    """Withdraw a record inside the caller's transaction, bringing back what it had replaced.

    Raises:
        NotFound: it was forgotten since.
        Conflict: somebody changed or ended it since.
    """
    row = _in_force(writing, id_)
    if _changed(writing, row):
        raise Conflict(id=row.id)
    return _take_back(writing, row)


def _take_back(writing: Writing, row: RecordRow) -> WriteResult:
    replaced = row.supersedes
    if replaced is not None and record_rows.existing(writing.tx, writing.scope, (replaced,)):
        return bring_back(writing, replaced, over=row.id)
    record_rows.end(writing.tx, writing.scope, row.id, writing.now, State.WITHDRAWN, None)
    writing.recall.end(writing.tx, writing.scope, [row.id])
    note_event(writing, row.id, Act.WITHDRAWN, {}, {})
    record = the_record(writing.tx, writing.scope, row.id, writing.now)
    return WriteResult(WriteOutcome.STORED, (), record, change=Change(CHANGED, (row.id,)))


def _revert_event(writing: Writing, row: RecordRow, number: int) -> WriteResult:
    tx, scope = writing.tx, writing.scope
    events = record_events.of(tx, scope, row.id)
    if not events or events[-1].seq != number:
        raise Conflict(id=row.id)
    event = events[-1]
    before, after = json.loads(event.before or "{}"), json.loads(event.after or "{}")
    if not before:
        raise Conflict(id=row.id)
    change = amend(writing, row.id, Act(event.act), after, before)
    return WriteResult(WriteOutcome.STORED, (), the_record(tx, scope, row.id, writing.now), change=change)


def _undo_import(ground: Ground, what: Undo, note: str) -> WriteResult:
    taken: list[int] = []
    for batch in _batches(what.spans):
        with ground.write() as writing:
            done = []
            for stored in record_rows.by_ids(writing.tx, writing.scope, batch).values():
                # What somebody changed or replaced since stays: undoing must not destroy their work.
                # Seeing a text again is no such work; the file itself may hold it twice.
                if stored.row.ended_at is None and not _changed(writing, stored.row, but=Act.SEEN):
                    taken_back = _take_back(writing, stored.row)
                    if taken_back.outcome is WriteOutcome.STORED:
                        done.append(stored.row.id)
            imported.forget_records(writing.tx, writing.scope, done)
            writing.journal(Entry(Action.UNDO, "record", None, len(done), what.reversal), note)
            taken += done
    return WriteResult(WriteOutcome.STORED, (), change=Change(CHANGED, tuple(taken)))


def _changed(writing: Writing, row: RecordRow, but: Act | None = None) -> bool:
    """Whether a row differs from how it was written; what was changed and changed back does not."""
    written: dict[str, object] = {}
    for event in reversed(record_events.of(writing.tx, writing.scope, row.id)):
        if event.act != but:
            written.update(json.loads(event.before or "{}"))
    return any(getattr(row, column) != value for column, value in written.items())


def _batches(spans: tuple[tuple[int, int], ...]) -> Iterator[range]:
    for first, last in spans:
        for start in range(first, last + 1, _BATCH):
            yield range(start, min(start + _BATCH, last + 1))


def _in_force(writing: Writing, id_: int) -> RecordRow:
    found = record_rows.by_ids(writing.tx, writing.scope, (id_,))
    if id_ not in found:
        raise NotFound(ErrorCode.NO_RECORD, id=id_)
    row = found[id_].row
    if row.ended_at is not None:
        raise Conflict(id=id_)
    return row
