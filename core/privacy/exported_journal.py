"""The journal's entries about one person, as they leave the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw

from core import audit
from core.store import journal_rows
from core.store.journal_rows import Wanted
from core.store.subjects import Subject

_PAGE = 1_000


def entries(connection: apsw.Connection, subject: Subject, actors: set[int]) -> Iterator[dict[str, Any]]:
    """One object per entry, oldest first; whoever acted is added to ``actors``."""
    about = Wanted(subject_tag=audit.tag(subject.salt, "subject", subject.scope))
    seqs = journal_rows.seqs(connection, about, descending=False)
    for start in range(0, len(seqs), _PAGE):
        for entry in journal_rows.page(connection, seqs[start : start + _PAGE]):
            if entry is None:
                continue
            actors.add(entry.by)
            yield {
                "seq": entry.seq,
                "at": entry.at,
                "actor": entry.by,
                "action": entry.action,
                "object_kind": entry.object_kind,
                "count": entry.count,
                "code": entry.code,
                "hash": entry.hash.hex(),
            }
