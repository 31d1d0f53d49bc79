"""The packed form of one scope's postings: named byte strings, derived from the rows.

A value may be longer than SQLite accepts in one piece, so each is kept in chunks.
"""

from __future__ import annotations

from collections.abc import Mapping

import apsw

from core.store import statement

_CHUNK_BYTES = 8_000_000


def load(connection: apsw.Connection, scope: int) -> dict[str, bytes]:
    """Every named value; empty when nothing is packed."""
    parts: dict[str, list[bytes]] = {}
    for name, data in statement.rows(
        connection, "SELECT name, data FROM postings_packed WHERE scope = ? ORDER BY name, chunk", (scope,)
    ):
        parts.setdefault(str(name), []).append(data)
    return {name: chunks[0] if len(chunks) == 1 else b"".join(chunks) for name, chunks in parts.items()}


def replace(tx: apsw.Connection, scope: int, values: Mapping[str, bytes]) -> None:
    """Write the values anew; none of the old bytes stay."""
    tx.execute("DELETE FROM postings_packed WHERE scope = ?", (scope,))
    for name, value in values.items():
        for chunk, start in enumerate(range(0, max(len(value), 1), _CHUNK_BYTES)):
            tx.execute(
                "INSERT INTO postings_packed(scope, name, chunk, data) VALUES (?, ?, ?, ?)",
                (scope, name, chunk, value[start : start + _CHUNK_BYTES]),
            )
