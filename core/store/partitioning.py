"""Whether every table and index of an open file begins with the scope."""

from __future__ import annotations

import re

import apsw

from core.store import statement
from core.store.inventory import INVENTORY

# A scope's own row is found by its name or its number.
_OF_SCOPES = frozenset({"subjects", "tombstones"})
_SCOPED = re.compile(r"\bscope\s*(=|IN\b)|\(scope,", re.IGNORECASE)
_NAMES = re.compile(r"\b(" + "|".join(table.name for table in INVENTORY if table.scoped) + r")\b")


def unscoped(connection: apsw.Connection) -> list[str]:
    """Names of personal tables without a scope, and of their indexes that do not begin with it."""
    found = []
    for table in INVENTORY:
        if not table.scoped or table.name in _OF_SCOPES:
            continue
        columns = statement.rows(connection, "SELECT name FROM pragma_table_info(?)", (table.name,))
        if ("scope",) not in columns:
            found.append(table.name)
        for (index,) in statement.rows(connection, "SELECT name FROM pragma_index_list(?)", (table.name,)):
            first = statement.rows(connection, "SELECT name FROM pragma_index_info(?) LIMIT 1", (index,))
            if first != [("scope",)]:
                found.append(str(index))
    return found


def names_scope(sql: str) -> bool:
    """Whether a statement over a personal table holds it to a scope."""
    tables = set(_NAMES.findall(sql)) - _OF_SCOPES
    return not tables or _SCOPED.search(sql) is not None
