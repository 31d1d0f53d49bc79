"""Where a value stands in a person's rows, in any table the inventory says can hold one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import apsw

from core.store import statement, table_rows
from core.store.inventory import INVENTORY, Table


class ValueCopy(NamedTuple):
    """One text of one row: which row it is within its table, and how often the value stands in it."""

    table: str
    key: tuple[Any, ...]
    column: str
    times: int
    text: str


TABLES = tuple(table for table in INVENTORY if table.scoped and table.texts)


def find(connection: apsw.Connection, scope: int, values: Sequence[str]) -> list[ValueCopy]:
    """Every copy of any of the values in a person's rows."""
    wanted = spellings(values)
    found = []
    for table in TABLES if wanted else ():
        key = table_rows.shape(connection, table).key
        names = ", ".join((*key, *(f"CAST({name} AS BLOB)" for name in table.texts)))
        tests = " OR ".join(
            f"instr(lower({name}), ?{number + 2}) > 0"
            for name in table.texts
            for number in range(len(wanted))
        )
        rows = statement.rows(
            connection,
            f"SELECT {names} FROM {table.name} WHERE scope = ?1 AND ({tests})",
            (scope, *(value.lower() for value in wanted)),
        )
        for row in rows:
            for column, raw in zip(table.texts, row[len(key) :], strict=True):
                text = (raw or b"").decode("utf-8", "replace")
                times = sum(text.lower().count(value.lower()) for value in wanted)
                if times:
                    found.append(ValueCopy(table.name, tuple(row[: len(key)]), column, times, text))
    return found


def spellings(values: Sequence[str]) -> list[str]:
    """The values as they stand, and as they stand inside a JSON text, the longest first."""
    every = {*values, *(json.dumps(value, ensure_ascii=False)[1:-1] for value in values)}
    return sorted(filter(None, every), key=lambda value: (-len(value), value))


def rewrite(tx: apsw.Connection, scope: int, table: Table, copy: ValueCopy, text: str) -> None:
    """Give one text of one row other words."""
    key = table_rows.shape(tx, table).key
    tests = " AND ".join(f"{name} IS ?" for name in key)
    tx.execute(
        f"UPDATE {table.name} SET {copy.column} = ? WHERE scope = ?{f' AND {tests}' if tests else ''}",
        (text, scope, *copy.key),
    )
