"""Files that are no store of ours: each is refused for its own reason and left as it was."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from core import MnemoscopeError, Store
from core.errors import Corrupt, ErrorCode, NotAStore, SchemaMismatch
from core.store import schema
from tests.core.hands import ALICE
from tests.core.leftovers import traces
from tests.core.planting import plant
from tests.core.processes import python

MODES = ("write", "read-write", "read-only", "copy")


def make(path: Path) -> None:
    with Store.open(path) as store:
        records = store.partition(ALICE).records
        for number in range(40):
            records.remember(f"Fact number {number} " + "x" * 400, key=f"key_{number}", source="user:t1")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "memory.db"
    make(path)
    return path


def refusals(path: Path) -> set[tuple[type[MnemoscopeError], ErrorCode]]:
    """Every mode's answer; fails when one of them left a trace."""
    before = traces(path.parent)
    found = set()
    for mode in MODES:
        with pytest.raises(MnemoscopeError) as raised:
            Store.open(path, mode)
        assert raised.value.data["path"] == str(path)
        assert traces(path.parent) == before, mode
        found.add((type(raised.value), raised.value.code))
    return found


def test_an_empty_file(path: Path) -> None:
    path.touch()
    assert refusals(path) == {(NotAStore, ErrorCode.EMPTY_FILE)}


@pytest.mark.parametrize(
    "content",
    [
        b"Alice's notes\n" * 20,
        b"SQLite format 3\x00",
        b"SQLite format 4\x00" + bytes(100),
        random.Random(1).randbytes(8192),
        b'{"type": "entity"}\n',
    ],
    ids=["text", "only the magic", "other magic", "encrypted", "jsonl"],
)
def test_not_a_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusals(path) == {(NotAStore, ErrorCode.NOT_A_DATABASE)}


def test_no_regular_file(path: Path) -> None:
    os.mkfifo(path)
    assert refusals(path) == {(NotAStore, ErrorCode.NOT_A_DATABASE)}


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_another_programs_database(path: Path, mode: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA journal_mode = {mode}").fetchall()
    connection.execute("CREATE TABLE records(id INTEGER PRIMARY KEY, content TEXT)")
    connection.execute("PRAGMA application_id = 252006674")
    connection.close()
    assert refusals(path) == {(NotAStore, ErrorCode.FOREIGN)}


def test_our_number_on_an_empty_database(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {schema.CURRENT_VERSION}")
    connection.execute("CREATE TABLE t(x)")
    connection.close()
    assert refusals(path) == {(NotAStore, ErrorCode.TAMPERED)}


@pytest.mark.parametrize("kept", [100, 512, 4096, 5000, 20_000])
def test_a_truncated_store(sound: Path, path: Path, kept: int) -> None:
    shutil.copyfile(sound, path)
    os.truncate(path, kept)
    found = refusals(path)
    assert found <= {(Corrupt, ErrorCode.CORRUPT), (NotAStore, ErrorCode.NOT_A_DATABASE)}


def test_a_truncated_end_is_found_by_the_check_at_the_latest(sound: Path, path: Path) -> None:
    shutil.copyfile(sound, path)
    os.truncate(path, path.stat().st_size - 4096)
    try:
        with Store.open(path, "read-only") as store:
            assert store.check() != []
    except Corrupt:
        pass


@pytest.mark.parametrize("mode", MODES)
def test_one_bad_page_is_named_by_the_check(sound: Path, path: Path, mode: str) -> None:
    shutil.copyfile(sound, path)
    page = plant(sound, "SELECT max(rootpage) FROM sqlite_schema WHERE name = 'records'")[0][0]
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    with Store.open(path, mode) as store:
        assert store.check() != []
        with pytest.raises(Corrupt):
            store.partition(ALICE).records.export()
    with Store.open(sound, "read-only") as store:
        assert store.check() == []


def test_a_newer_version(sound: Path, path: Path) -> None:
    shutil.copyfile(sound, path)
    newer = schema.CURRENT_VERSION + 1
    plant(path, f"PRAGMA user_version = {newer}")
    assert refusals(path) == {(SchemaMismatch, ErrorCode.SCHEMA_TOO_NEW)}
    with pytest.raises(SchemaMismatch) as raised:
        Store.open(path)
    assert (raised.value.data["found"], raised.value.data["known"]) == (newer, schema.CURRENT_VERSION)


def test_a_version_no_program_ever_had(sound: Path, path: Path) -> None:
    shutil.copyfile(sound, path)
    plant(path, "PRAGMA user_version = -1")
    assert {kind for kind, _ in refusals(path)} <= {SchemaMismatch, NotAStore}


def test_a_newer_file_format(sound: Path, path: Path) -> None:
    shutil.copyfile(sound, path)
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x09\x09")
    assert refusals(path) <= {
        (NotAStore, ErrorCode.NOT_A_DATABASE),
        (SchemaMismatch, ErrorCode.SCHEMA_TOO_NEW),
    }


def _many_tables(path: Path) -> None:
    plant(
        path,
        "PRAGMA writable_schema = on",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)"
        " INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2, 'CREATE TABLE t' || i || '(x)' FROM n",
    )


CHANGES: dict[str, Callable[[Path], object]] = {
    "trigger that copies": lambda path: plant(
        path,
        "CREATE TRIGGER leak AFTER DELETE ON records BEGIN"
        " INSERT INTO meta VALUES (old.id, old.content); END",
    ),
    "trigger that keeps": lambda path: plant(
        path, "CREATE TRIGGER keep BEFORE DELETE ON records BEGIN SELECT RAISE(IGNORE); END"
    ),
    "view": lambda path: plant(path, "CREATE VIEW summary AS SELECT * FROM records"),
    "view named like a table": lambda path: plant(
        path,
        "ALTER TABLE meta RENAME TO meta_behind",
        "CREATE VIEW meta AS SELECT name, value FROM meta_behind",
    ),
    "endless view named like a table": lambda path: plant(
        path,
        "ALTER TABLE meta RENAME TO meta_behind",
        "CREATE VIEW meta AS WITH RECURSIVE n(name) AS (SELECT 1 UNION ALL SELECT name + 1 FROM n)"
        " SELECT name, name AS value FROM n",
    ),
    "table too many": lambda path: plant(path, "CREATE TABLE extra(x)"),
    "virtual table": lambda path: plant(path, "CREATE VIRTUAL TABLE words USING fts5(content)"),
    "index too many": lambda path: plant(path, "CREATE INDEX extra ON records(content)"),
    "missing index": lambda path: plant(path, "DROP INDEX records_live"),
    "missing guard": lambda path: plant(path, "DROP TRIGGER records_insert_refused_after_erasure"),
    "missing table": lambda path: plant(path, "DROP TABLE journal_notes"),
    "column too many": lambda path: plant(path, "ALTER TABLE records ADD COLUMN extra TEXT"),
    "changed SQL": lambda path: plant(
        path,
        "PRAGMA writable_schema = on",
        "UPDATE sqlite_schema SET sql = replace(sql, 'importance REAL', 'importance ANY') WHERE name = 'records'",
    ),
    "20,000 tables": _many_tables,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_schema_that_is_not_exactly_ours(sound: Path, path: Path, change: str) -> None:
    shutil.copyfile(sound, path)
    CHANGES[change](path)
    assert refusals(path) == {(NotAStore, ErrorCode.TAMPERED)}


def test_statistics_of_sqlite_are_no_change(sound: Path, path: Path) -> None:
    shutil.copyfile(sound, path)
    plant(path, "ANALYZE")
    with Store.open(path) as store:
        assert store.check() == []


LEAVE_A_WAL = """
import os, sys, apsw
connection = apsw.Connection(sys.argv[1])
for statement in sys.argv[2:]:
    connection.execute(statement).fetchall()
os._exit(0)
"""


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("CREATE TABLE extra(x)", ErrorCode.TAMPERED),
        (f"PRAGMA user_version = {schema.CURRENT_VERSION + 1}", ErrorCode.SCHEMA_TOO_NEW),
        ("PRAGMA application_id = 1", ErrorCode.FOREIGN),
    ],
)
def test_what_only_the_wal_says_is_refused_too(
    sound: Path, path: Path, statement: str, error: ErrorCode
) -> None:
    """Refusing folds nothing into the file: the change must stay where it is."""
    shutil.copyfile(sound, path)
    python(LEAVE_A_WAL, path, statement)
    before = traces(path.parent)
    assert before[f"{path.name}-wal"].size > 0
    for mode in MODES:
        with pytest.raises(MnemoscopeError) as raised:
            Store.open(path, mode)
        assert raised.value.code == error
        after = traces(path.parent)
        assert {name: after[name] for name in (path.name, f"{path.name}-wal")} == {
            name: before[name] for name in (path.name, f"{path.name}-wal")
        }
        assert after.keys() == before.keys()


def test_an_older_version_behind_a_wal_is_not_taken_for_ours(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = wal").fetchall()
    connection.close()
    python(LEAVE_A_WAL, path, f"PRAGMA application_id = {schema.APPLICATION_ID}", "PRAGMA user_version = 0")
    # The header in the file itself is older than the WAL, so it must not be what decides.
    with path.open("r+b") as file:
        file.seek(68)
        file.write(schema.APPLICATION_ID.to_bytes(4, "big"))
    for mode in ("read-write", "read-only", "copy"):
        with pytest.raises(SchemaMismatch) as raised:
            Store.open(path, mode)
        assert raised.value.code == ErrorCode.SCHEMA_TOO_OLD


def test_a_meddled_demo_clock_is_refused(path: Path) -> None:
    Store.open(path).close()
    plant(path, "INSERT INTO meta VALUES ('demo_clock_behind', 'soon')")
    with pytest.raises(NotAStore) as raised:
        Store.open(path)
    assert raised.value.code == ErrorCode.TAMPERED
