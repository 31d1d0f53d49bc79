"""The rows of any table of the inventory, one scope at a time: counted, read, deleted, put back.

What a table looks like is asked of the file itself, so that a table which is new to the inventory
needs no line here. Texts come as bytes, for one that is no UTF-8 must not hide the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import apsw

from core.store import statement
from core.store.inventory import Table

_PAGE = 500
_BLOB_PAGE = 50
# Expiry lies ahead and says nothing of the age of a row.
_AHEAD = frozenset({"expires_at", "due_at"})


class Column(NamedTuple):
    """One column: its name and its declared type."""

    name: str
    type: str


class Measure(NamedTuple):
    """How much a table holds about one person; times in microseconds."""

    rows: int
    bytes: int
    oldest: int | None
    newest: int | None


class Shape(NamedTuple):
    """The columns of a table, and those that tell a row of one scope from the others.

    Attributes:
        surrogate: a number SQLite gives each row, which means nothing outside this file.
    """

    columns: tuple[Column, ...]
    key: tuple[str, ...]
    surrogate: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    def of_type(self, *types: str) -> tuple[str, ...]:
        """The names of the columns of these types, in order."""
        return tuple(column.name for column in self.columns if column.type in types)

    @property
    def portable(self) -> tuple[Column, ...]:
        """The columns that mean the same in every file."""
        return tuple(column for column in self.columns if column.name not in {"scope", self.surrogate})

    @property
    def age(self) -> str | None:
        """The column that says how old a row is; None where none does."""
        times = [name for name in self.of_type("INTEGER") if name == "at" or name.endswith("_at")]
        return next((name for name in times if name not in _AHEAD), None)


def shape(connection: apsw.Connection, table: Table) -> Shape:
    """What a table looks like; the same in every file that is let in, whose layout is ours to the letter."""
    known = _SHAPES.get(table.name)
    if known is None:
        known = _SHAPES[table.name] = _shape(connection, table)
    return known


_SHAPES: dict[str, Shape] = {}


def _shape(connection: apsw.Connection, table: Table) -> Shape:
    rows = statement.rows(connection, "SELECT name, type, pk FROM pragma_table_info(?)", (table.name,))
    columns = tuple(Column(str(name), str(type_)) for name, type_, _ in rows)
    primary = [name for name, _, _ in sorted((row for row in rows if row[2]), key=lambda row: row[2])]
    key = primary if "scope" in primary else _unique_by_scope(connection, table.name) or primary
    surrogate = primary[0] if len(primary) == 1 and primary[0] not in {"scope", *key} else None
    return Shape(columns, tuple(name for name in key if name != "scope"), surrogate)


def _unique_by_scope(connection: apsw.Connection, name: str) -> list[str] | None:
    for index, unique, partial in statement.rows(
        connection, 'SELECT name, "unique", partial FROM pragma_index_list(?)', (name,)
    ):
        if unique and not partial:
            rows = statement.rows(
                connection, "SELECT name FROM pragma_index_info(?) ORDER BY seqno", (index,)
            )
            if rows and rows[0] == ("scope",):
                return [str(column) for (column,) in rows]
    return None


def scopes(connection: apsw.Connection) -> list[int]:
    """The numbers of everybody in the file, one after another; no contents."""
    return [
        int(scope) for (scope,) in statement.rows(connection, "SELECT scope FROM subjects ORDER BY scope")
    ]


def count(connection: apsw.Connection, table: Table, scope: int) -> int:
    """How many rows of a person a table holds."""
    return statement.number(connection, f"SELECT count(*) FROM {table.name} WHERE scope = ?", (scope,))


def measure(connection: apsw.Connection, table: Table, scope: int) -> Measure:
    """Rows, bytes and age of what a table holds about a person."""
    found = shape(connection, table)
    sizes = " + ".join(f"coalesce(octet_length({name}), 0)" for name in found.names)
    age = f"min({found.age}), max({found.age})" if found.age else "NULL, NULL"
    rows = statement.rows(
        connection,
        f"SELECT count(*), coalesce(sum({sizes}), 0), {age} FROM {table.name} WHERE scope = ?",
        (scope,),
    )
    return Measure(*rows[0])


def sources(connection: apsw.Connection, table: Table, scope: int) -> dict[str, int]:
    """Rows by where they came from, the part of the source before its colon; empty where none is kept."""
    found = shape(connection, table)
    if "source" not in found.names:
        return {}
    # Grouped here, page by page: SQLite would sort every row in memory for it.
    origin = (
        "CAST(CASE WHEN instr(source, ':') > 0 THEN substr(source, 1, instr(source, ':') - 1)"
        " ELSE source END AS BLOB)"
    )
    counted = Counter(bytes(row[0]) for row in _paged(connection, table, scope, found, origin) if row[0])
    ordered = sorted(counted.items(), key=lambda each: (-each[1], each[0]))
    return {source.decode("utf-8", "backslashreplace"): number for source, number in ordered}


def rows(connection: apsw.Connection, table: Table, scope: int) -> Iterator[tuple[Any, ...]]:
    """The portable columns of every row of a person, in the order of its key; texts as bytes.

    It reads page by page and holds no cursor open between two pages.
    """
    found = shape(connection, table)
    wanted = ", ".join(_read(column) for column in found.portable)
    yield from _paged(connection, table, scope, found, wanted)


def texts(connection: apsw.Connection, table: Table, scope: int) -> Iterator[tuple[bytes | None, ...]]:
    """The texts of each row of a person, then its blobs."""
    found = shape(connection, table)
    names = (*found.of_type("TEXT"), *found.of_type("BLOB"))
    if names:
        yield from _paged(
            connection, table, scope, found, ", ".join(f"CAST({name} AS BLOB)" for name in names)
        )


def joined(connection: apsw.Connection, table: Table, scope: int) -> Iterator[bytes]:
    """Each row of a person as one run of bytes."""
    found = shape(connection, table)
    for (row,) in _paged(connection, table, scope, found, _joined(found)):
        yield row


def joined_shared(connection: apsw.Connection, table: Table) -> Iterator[bytes]:
    """Each row of a table that belongs to nobody as one run of bytes."""
    if table.scoped:
        raise ValueError(table.name)
    found = shape(connection, table)
    sql = f"SELECT {_joined(found)} FROM {table.name}"
    for (row,) in connection.execute(sql):
        yield bytes(row)


def holding(
    connection: apsw.Connection, table: Table, scope: int, words: Sequence[str]
) -> Iterator[tuple[bytes | None, ...]]:
    """The texts of those rows of a person in which any of the words stands, case aside."""
    names = table.texts
    tests = " OR ".join(
        f"instr(lower({name}), ?{number + 2}) > 0" for name in names for number in range(len(words))
    )
    wanted = ", ".join(f"CAST({name} AS BLOB)" for name in names)
    yield from statement.rows(
        connection,
        f"SELECT {wanted} FROM {table.name} WHERE scope = ?1 AND ({tests})",
        (scope, *(word.lower() for word in words)),
    )


def filled(connection: apsw.Connection, tables: Sequence[Table], scope: int) -> tuple[Table, ...]:
    """Those in which a person has any row: one question instead of one to every table."""
    asked = ", ".join(f"EXISTS(SELECT 1 FROM {table.name} WHERE scope = ?1)" for table in tables)
    answer = statement.rows(connection, f"SELECT {asked}", (scope,))[0]
    return tuple(table for table, there in zip(tables, answer, strict=True) if there)


def schema_texts(connection: apsw.Connection) -> list[bytes]:
    """The statements the file was made with; they stand in it as text."""
    found = statement.rows(connection, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return [str(sql).encode() for (sql,) in found]


def delete(tx: apsw.Connection, table: Table, scope: int) -> int:
    """Delete every row of a person from a table; how many there were."""
    tx.execute(f"DELETE FROM {table.name} WHERE scope = ?", (scope,))
    return int(tx.changes())


def insert(
    tx: apsw.Connection, table: Table, scope: int, columns: Sequence[str], values: Iterable[Sequence[Any]]
) -> None:
    """Put rows back under a scope; texts may come as bytes, ``columns`` are those of the values."""
    types = dict(shape(tx, table).columns)
    marks = ", ".join("CAST(? AS TEXT)" if types[name] == "TEXT" else "?" for name in columns)
    tx.executemany(
        f"INSERT INTO {table.name}(scope, {', '.join(columns)}) VALUES (?, {marks})",
        ((scope, *row) for row in values),
    )


def _read(column: Column) -> str:
    return f"CAST({column.name} AS BLOB)" if column.type == "TEXT" else column.name


def _joined(found: Shape) -> str:
    return f"CAST(concat({', '.join(found.names)}) AS BLOB)"


def _paged(
    connection: apsw.Connection, table: Table, scope: int, found: Shape, wanted: str
) -> Iterator[tuple[Any, ...]]:
    page = _BLOB_PAGE if found.of_type("BLOB") and "chunk" in found.names else _PAGE
    key = ", ".join(found.key)
    if not key:
        yield from statement.rows(connection, f"SELECT {wanted} FROM {table.name} WHERE scope = ?", (scope,))
        return
    marks = ", ".join("?" * len(found.key))
    after: tuple[Any, ...] = ()
    while True:
        further = f" AND ({key}) > ({marks})" if after else ""
        part = statement.rows(
            connection,
            f"SELECT {key}, {wanted} FROM {table.name} WHERE scope = ?{further} ORDER BY {key} LIMIT {page}",
            (scope, *after),
        )
        for row in part:
            yield row[len(found.key) :]
        if len(part) < page:
            return
        after = part[-1][: len(found.key)]
