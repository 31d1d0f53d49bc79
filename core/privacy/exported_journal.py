"""The journal's entries about one person, as they leave the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw

from core import audit
from core.store import journal_rows
from core.store.journal_rows import JournalFilter
from core.store.subjects import Subject

_PAGE = 1_000


def entries(connection: apsw.Connection, subject: Subject, actors: set[int]) -> Iterator[dict[str, Any]]:
    """One object per entry, oldest first; whoever acted is added to ``actors``."""
    about = JournalFilter(subject_tag=audit.tag(subject.salt, "subject", subject.scope))
    after = None
    while rows := journal_rows.page(connection, about, _PAGE, after):
        for entry in rows:
            actors.add(entry.actor)
            yield {
                "seq": entry.seq,
                "at": entry.at,
                "actor": entry.actor,
                "action": entry.action,
                "object_kind": entry.object_kind,
                "count": entry.count,
                "code": entry.code,
                "hash": entry.hash.hex(),
            }
        after = rows[-1].seq
