"""The list of tables that hold personal data, and the partition in the schema itself."""

from __future__ import annotations

import apsw
import pytest

from core.store import inventory, schema
from core.store.inventory import Erasure

GUARDED = ("subjects", "records", "record_events", "imports", "journal_notes")


def blank(*extra: str) -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    for script in (*schema.MIGRATIONS, *extra):
        connection.execute(script)
    return connection


def tables(connection: apsw.Connection) -> dict[str, set[str]]:
    """The columns of every table."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return {name: {row[1] for row in connection.execute(f"PRAGMA table_info({name})")} for (name,) in names}


def keyed_by_scope(connection: apsw.Connection, table: str) -> bool:
    """Whether the primary key or a UNIQUE index begins with the scope."""
    key = {row[5]: row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    firsts = [key.get(1)]
    for _, index, unique, _, partial in connection.execute(f"PRAGMA index_list({table})"):
        if unique and not partial:
            firsts += [row[2] for row in connection.execute(f"PRAGMA index_info({index})") if row[0] == 0]
    return "scope" in firsts


def missing(connection: apsw.Connection) -> set[str]:
    """Tables the inventory does not know, or does not know to be partitioned."""
    listed = {table.name: table.scoped for table in inventory.INVENTORY}
    return {
        name for name, columns in tables(connection).items() if listed.get(name) is not ("scope" in columns)
    }


def test_every_table_is_in_the_inventory() -> None:
    connection = blank()
    assert missing(connection) == set()
    assert {table.name for table in inventory.INVENTORY} == set(tables(connection))


def test_a_forgotten_table_is_noticed() -> None:
    connection = blank("CREATE TABLE diary(scope INTEGER NOT NULL, day TEXT, PRIMARY KEY(scope, day)) STRICT")
    assert missing(connection) == {"diary"}


@pytest.mark.parametrize("table", [table.name for table in inventory.INVENTORY if table.scoped])
def test_partitioned_tables_are_keyed_by_scope(table: str) -> None:
    assert keyed_by_scope(blank(), table)


def test_a_table_keyed_otherwise_is_noticed() -> None:
    connection = blank("CREATE TABLE diary(day TEXT PRIMARY KEY, scope INTEGER NOT NULL) STRICT")
    assert not keyed_by_scope(connection, "diary")


@pytest.mark.parametrize("table", inventory.personal(), ids=lambda table: table.name)
def test_personal_tables_say_how_they_are_exported(table: inventory.Table) -> None:
    assert table.scoped
    assert table.erasure is Erasure.DELETE
    assert table.exported
    assert table.kept_because is None


@pytest.mark.parametrize(
    "table",
    [table for table in inventory.INVENTORY if table.erasure is Erasure.KEEP],
    ids=lambda table: table.name,
)
def test_what_stays_has_a_reason(table: inventory.Table) -> None:
    assert table.kept_because


def test_the_salt_goes_last() -> None:
    assert inventory.personal()[-1].name == "subjects"


def test_every_table_is_strict() -> None:
    rows = blank().execute("PRAGMA table_list").fetchall()
    loose = {row[1] for row in rows if row[0] == "main" and not row[1].startswith("sqlite_") and not row[5]}
    assert loose == set()


@pytest.mark.parametrize("table", [table.name for table in inventory.personal()])
@pytest.mark.parametrize("event", ["INSERT", "UPDATE"])
def test_every_personal_table_is_guarded_after_erasure(table: str, event: str) -> None:
    triggers = (
        blank()
        .execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", (table,))
        .fetchall()
    )
    assert any(f"BEFORE {event} ON {table}" in sql and "subject erased" in sql for (sql,) in triggers)
