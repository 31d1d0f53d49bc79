"""Which foreign item became which record, so that importing twice adds nothing.

Items and their texts are known by keyed hashes only: a forgotten value leaves no trace that can
be read, and the key dies with the person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import apsw

from core.store import statement


class ImportedItem(NamedTuple):
    """One foreign item: tag of its identity, tag of its text, and the record it became.

    ``record`` is None when that record was forgotten since.
    """

    item: bytes
    digest: bytes
    record: int | None


def known(connection: apsw.Connection, scope: int, items: Sequence[bytes]) -> dict[bytes, ImportedItem]:
    """Those of the items that were imported before."""
    marks = ", ".join("?" * len(items))
    rows = statement.rows(
        connection,
        f"SELECT item, digest, record FROM imports WHERE scope = ? AND item IN ({marks})",
        (scope, *items),
    )
    return {row[0]: ImportedItem(*row) for row in rows}


def note(tx: apsw.Connection, scope: int, items: Iterable[ImportedItem], now: int) -> None:
    """Remember items; one seen before gets its new text and record."""
    tx.executemany(
        "INSERT INTO imports(scope, item, digest, record, at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT(scope, item) DO UPDATE SET digest = excluded.digest, record = excluded.record,"
        " at = excluded.at",
        ((scope, *item, now) for item in items),
    )


def forget_records(tx: apsw.Connection, scope: int, records: Sequence[int]) -> None:
    """Drop the links of records whose import was undone, so that they can be imported again."""
    marks = ", ".join("?" * len(records))
    tx.execute(
        f"DELETE FROM imports INDEXED BY imports_by_record WHERE scope = ? AND record IN ({marks})",
        (scope, *records),
    )
