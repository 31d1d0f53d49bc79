"""Records as the index of recall takes them in."""

from __future__ import annotations

from core.gate import Trust
from core.memory.ground import Writing
from core.recall import Entry
from core.store import record_rows
from core.store.record_rows import RecordRow


def refresh(writing: Writing, id_: int) -> None:
    """Take over what a later change to a record means for its rank."""
    row = record_rows.by_ids(writing.tx, writing.scope, (id_,))[id_].row
    writing.recall.amend(writing.tx, writing.scope, id_, row.expires_at, _rank(row))


def entry_of(row: RecordRow) -> Entry:
    """What is found and ranked of a record; an imported text is as old as its file says."""
    return Entry(
        id=row.id,
        kind=row.kind,
        text=row.content,
        at=row.recorded_at if row.written_at is None else row.written_at,
        expires_at=row.expires_at,
        importance=row.importance,
        trust=_rank(row),
        session=row.session,
    )


def _rank(row: RecordRow) -> int:
    return int(max(row.trust, Trust.USER) if row.approved else row.trust)
