"""Records as rows and rows as records."""

from __future__ import annotations

import hashlib
import json

from core.clock import optional_datetime, to_datetime
from core.errors import Corrupt
from core.gate import Trust
from core.gate.canonical import folded
from core.kind import Kind
from core.memory.quarantine.item import findings_of
from core.memory.records.record import Details, Outcome, Record, State
from core.store.record_rows import RecordRow, StoredRow

CHANGED = frozenset({"record"})


def record_of(stored: StoredRow, now: int) -> Record:
    """The record as it stood at ``now`` (microseconds).

    Raises:
        Corrupt: a column holds what this program never writes there (no such kind, no date).
    """
    try:
        return _record(stored, now)
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
        # The exception may quote the text, so only the number travels.
        raise Corrupt(record=stored.row.id) from None


def _record(stored: StoredRow, now: int) -> Record:
    row = stored.row
    return Record(
        id=row.id,
        kind=Kind(row.kind),
        key=row.key,
        content=row.content,
        source=row.source,
        trust=Trust(row.trust),
        recorded_at=to_datetime(row.recorded_at),
        seen_at=to_datetime(row.seen_at),
        state=state_at(row, now),
        lineage=lineage_of(row),
        is_json=bool(row.is_json),
        approved=bool(row.approved),
        session=row.session,
        written_at=optional_datetime(row.written_at),
        written_estimated=bool(row.written_estimated),
        true_from=optional_datetime(row.true_from),
        true_until=optional_datetime(row.true_until),
        seen_count=row.seen_count,
        importance=row.importance,
        expires_at=optional_datetime(row.expires_at),
        version=row.version,
        supersedes=row.supersedes,
        superseded_by=row.superseded_by,
        ended_at=optional_datetime(row.ended_at),
        details=details_of(row),
        findings=findings_of(row.verdict),
        damaged=stored.damaged,
    )


def state_at(row: RecordRow, now: int) -> State:
    """Where the row stood at that moment."""
    if row.ended_at is not None and row.ended_at <= now:
        return State(row.end_reason or State.SUPERSEDED)
    if row.expires_at is not None and row.expires_at <= now:
        return State.EXPIRED
    return State.CURRENT


def digest(kind: Kind, content: str) -> int:
    """64 bits of the folded text, to find equal texts without reading all of them."""
    folded_bytes = f"{kind.value}\n{folded(content)}".encode()
    return int.from_bytes(hashlib.blake2b(folded_bytes, digest_size=8).digest(), "big", signed=True)


def lineage_of(row: RecordRow) -> tuple[str, ...]:
    """The sources a record was derived from or seen in again."""
    return tuple(json.loads(row.lineage)) if row.lineage else ()


def lineage_text(lineage: tuple[str, ...]) -> str | None:
    """The column for a list of sources; empty lists take no room."""
    return json.dumps(lineage, ensure_ascii=False) if lineage else None


def parts_of(details: Details) -> tuple[str, ...]:
    """Every text of the details, for the gate."""
    texts = [text for name in _LISTS for text in getattr(details, name)]
    return (*texts, *filter(None, (details.outcome, details.applies_to)))


def details_text(details: Details) -> str | None:
    """The column for what only some kinds carry; the outcome has a column of its own."""
    parts = {name: list(getattr(details, name)) for name in _LISTS if getattr(details, name)}
    if details.applies_to is not None:
        return json.dumps({**parts, "applies_to": details.applies_to}, ensure_ascii=False)
    return json.dumps(parts, ensure_ascii=False) if parts else None


_LISTS = ("tags", "decisions", "learnings", "steps")


def details_of(row: RecordRow) -> Details:
    """What only some kinds carry, as it was given."""
    parts = json.loads(row.details) if row.details else {}
    return Details(
        outcome=Outcome(row.outcome) if row.outcome else None,
        applies_to=parts.get("applies_to"),
        **{name: tuple(parts.get(name, ())) for name in _LISTS},
    )
