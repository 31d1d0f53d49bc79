"""Running one statement to its end.

``execute`` of apsw is lazy: a result that is not read to the end stays an open reader, keeps
the WAL from being truncated, and can leave an ``INSERT … RETURNING`` uncommitted
(guide/privacy.md 6 and 8.3). Reads therefore go through these two functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

IN_LINEAGE = (
    "EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(lineage) THEN lineage ELSE '[]' END)"
    " WHERE substr(value, 1, length(?)) = ?)"
)
"""Whether a row's lineage holds a source that starts literally with the argument, given twice."""


def rows(connection: apsw.Connection, sql: str, arguments: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Every row of the answer."""
    return connection.execute(sql, tuple(arguments)).fetchall()


def number(connection: apsw.Connection, sql: str, arguments: Sequence[Any] = ()) -> int:
    """The one integer a statement answers with; 0 for NULL or no row."""
    answer = rows(connection, sql, arguments)
    return int(answer[0][0] or 0) if answer else 0
