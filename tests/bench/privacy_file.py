"""A file of a thousand people for the benches of privacy."""

from __future__ import annotations

import random
from pathlib import Path

from core import audit
from core.clock import system_clock
from core.kind import Kind
from core.memory.records.indexing import entry_of
from core.memory.records.rows import digest
from core.recall import Recall
from core.scope import Scope
from core.store import Database, Mode, record_rows, subjects
from core.store.record_rows import RecordRow

VICTIM = Scope("acme", "person-500")
_LETTERS = "abcdefghijklmnoprstuvw"


def build(
    path: Path, people: int, rows: int, victims_rows: int | None = None, padding: int = 30
) -> list[str]:
    """Write ``people`` with ``rows`` records each; the markers in those of the one in the middle."""
    chance = random.Random(7)
    vocabulary = ["".join(chance.choices(_LETTERS, k=chance.randint(3, 11))) for _ in range(4_000)]
    markers: list[str] = []
    database = Database.open(path, Mode.WRITE)
    recall = Recall()
    now = system_clock()
    try:
        for person in range(people):
            scope = Scope("acme", f"person-{person}")
            mine = scope == VICTIM
            for start in range(0, count := (victims_rows or rows) if mine else rows, 5_000):
                with database.write() as tx:
                    actor = audit.actor_id(tx, audit.Actor(audit.Role.AGENT, "bench"))
                    subject, _ = subjects.admit(tx, scope.tenant, scope.user, now)
                    size = min(5_000, count - start)
                    batch = []
                    for id_ in subjects.next_record_ids(tx, subject.scope, size):
                        words = chance.choices(vocabulary, k=padding)
                        if mine:
                            markers.append("zq" + "".join(chance.choices("bcdfghjklm", k=12)))
                            words[0] = markers[-1]
                        batch.append(_row(id_, " ".join(words), now, actor))
                    record_rows.insert(tx, subject.scope, batch)
                    recall.index(tx, subject.scope, [entry_of(row) for row in batch])
                    audit.append(
                        tx, actor, subject, audit.Entry(audit.Action.STORE, "record", None, size), now
                    )
    finally:
        database.close()
    return markers


def _row(id_: int, content: str, now: int, actor: int) -> RecordRow:
    return RecordRow(
        id=id_, kind=Kind.EPISODIC, key=None, content=content, is_json=0, digest=digest(Kind.EPISODIC, content),
        source=f"user:turn-{id_}", lineage=None, trust=3, approved=0, author=actor, session=None, recorded_at=now,
        written_at=None, written_estimated=0, true_from=None, true_until=None, seen_at=now, seen_count=1,
        importance=0.5, expires_at=None, version=1, supersedes=None, superseded_by=None, ended_at=None,
        end_reason=None, outcome=None, details=None, verdict=None,
    )  # fmt: skip
