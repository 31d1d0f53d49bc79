"""Filling a store with many rows by the internal storage path, for benches only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from core import audit
from core.clock import system_clock
from core.kind import Kind
from core.memory.records.rows import digest
from core.scope import Scope
from core.store import Database, Mode, record_rows, subjects
from core.store.record_rows import RecordRow

_KINDS = (Kind.SEMANTIC, Kind.EPISODIC, Kind.SEMANTIC, Kind.PREFERENCE)
_SOURCES = ("user:turn-3", "agent:run-7", "web:page", "doc:manual#4", "import:mcp-memory:ada")
_WORDS = ("invoice", "berlin", "orbit", "worker", "lease", "travel", "budget", "report", "pipeline", "vendor")


def row(number: int, id_: int, now: int, actor: int) -> RecordRow:
    """One plausible record; one in ten is superseded, one in twenty has expired."""
    kind = _KINDS[number % len(_KINDS)]
    words = " ".join(_WORDS[(number * step) % len(_WORDS)] for step in (1, 3, 7))
    content = f"Note {number}: {words}, seen on day {number % 365}."
    ended = number % 10 == 0
    return RecordRow(
        id=id_,
        kind=kind,
        key=None if kind is Kind.EPISODIC else f"{_WORDS[number % len(_WORDS)]}_{number}",
        content=content,
        is_json=0,
        digest=digest(kind, content),
        source=_SOURCES[number % len(_SOURCES)],
        lineage=None,
        trust=1 + number % 4,
        approved=0,
        author=actor,
        session=f"s{number % 500}",
        recorded_at=now + number,
        written_at=None,
        written_estimated=0,
        true_from=None,
        true_until=None,
        seen_at=now + number,
        seen_count=1,
        importance=(number % 100) / 100,
        expires_at=now if number % 20 == 7 else None,
        version=1,
        supersedes=None,
        superseded_by=None,
        ended_at=now + number + 1 if ended else None,
        end_reason="withdrawn" if ended else None,
        outcome=None,
        details=None,
        verdict=None,
    )


def seed(path: Path, scope: Scope, count: int, batch: int = 1_000) -> None:
    """Write ``count`` records into one scope, each batch one transaction with its journal entry."""
    database = Database.open(path, Mode.WRITE)
    try:
        now = system_clock() - count
        numbers = iter(range(count))
        while chunk := tuple(islice(numbers, batch)):
            write_batch(database, scope, chunk, now)
    finally:
        database.close()


def write_batch(database: Database, scope: Scope, numbers: tuple[int, ...], now: int) -> None:
    """One transaction of the storage path: ids, rows, journal entry."""
    with database.write() as tx:
        actor = audit.actor_id(tx, audit.Actor(audit.Role.AGENT, "bench"))
        subject, _ = subjects.admit(tx, scope.tenant, scope.user, now)
        ids = subjects.next_record_ids(tx, subject.scope, len(numbers))
        record_rows.insert(tx, subject.scope, _rows(numbers, ids, now, actor))
        audit.append(tx, actor, subject, audit.Entry(audit.Action.STORE, "record", None, len(numbers)), now)


def _rows(numbers: tuple[int, ...], ids: range, now: int, actor: int) -> Iterator[RecordRow]:
    return (row(number, id_, now, actor) for number, id_ in zip(numbers, ids, strict=True))
