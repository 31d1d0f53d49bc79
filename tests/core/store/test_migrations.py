"""Bringing an old file up: a backup first, then everything in one transaction."""

from __future__ import annotations

import signal
from pathlib import Path

import apsw
import pytest

from core import Store
from core.errors import ErrorCode, SchemaMismatch
from core.store import schema
from core.store.creation import migrate
from tests.core.hands import ALICE
from tests.core.planting import plant
from tests.core.processes import started

SECOND = "CREATE TABLE invented(scope INTEGER NOT NULL, x TEXT, PRIMARY KEY(scope, x)) STRICT, WITHOUT ROWID;"
SCRIPTS = (*schema.MIGRATIONS, SECOND)


@pytest.fixture
def filled(path: Path) -> Path:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice lives in Bergen.", key="city", source="user:t1")
    return path


def tables(path: Path) -> set[str]:
    return {name for (name,) in plant(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")}


def test_up_to_date_means_no_backup(filled: Path) -> None:
    assert migrate(filled) is None
    assert [entry.name for entry in filled.parent.iterdir()] == [filled.name]


def test_the_backup_holds_the_old_version(filled: Path) -> None:
    backup = migrate(filled, SCRIPTS)
    assert backup is not None
    assert backup.parent == filled.parent
    assert backup.stat().st_mode & 0o077 == 0
    assert plant(filled, "PRAGMA user_version") == [(len(SCRIPTS),)]
    assert "invented" in tables(filled)
    assert plant(backup, "PRAGMA user_version") == [(schema.CURRENT_VERSION,)]
    assert "invented" not in tables(backup)
    with Store.open(backup) as old:
        assert len(old.partition(ALICE).records.facts()) == 1


def test_the_migrated_file_keeps_its_rows_and_is_too_new_for_this_program(filled: Path) -> None:
    migrate(filled, SCRIPTS)
    assert plant(filled, "SELECT content FROM records") == [("Alice lives in Bergen.",)]
    with pytest.raises(SchemaMismatch) as raised:
        Store.open(filled)
    assert raised.value.code == ErrorCode.SCHEMA_TOO_NEW


def test_a_step_that_fails_leaves_the_old_version(filled: Path) -> None:
    with pytest.raises(apsw.SQLError):
        migrate(filled, (*SCRIPTS, "CREATE TABLE broken(", "CREATE TABLE later(x)"))
    assert plant(filled, "PRAGMA user_version") == [(schema.CURRENT_VERSION,)]
    assert "invented" not in tables(filled)
    with Store.open(filled) as store:
        assert len(store.partition(ALICE).records.facts()) == 1


KILLED = """
import os, signal, sys
from pathlib import Path
from core.store import creation, schema
class Dies(tuple):
    def __getitem__(self, steps):
        for script in tuple.__getitem__(self, steps):
            yield script
        os.kill(os.getpid(), signal.SIGKILL)
creation.migrate(Path(sys.argv[1]), Dies((*schema.MIGRATIONS, sys.argv[2])))
"""


def test_a_kill_in_the_middle_leaves_the_old_version(filled: Path) -> None:
    with started(KILLED, filled, SECOND) as killed:
        killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    with Store.open(filled) as store:
        assert store.check() == []
        assert len(store.partition(ALICE).records.facts()) == 1
    assert "invented" not in tables(filled)
    assert len(list(filled.parent.glob("*.backup"))) == 1


def test_a_backup_that_cannot_be_written_stops_the_migration(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(original: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise apsw.FullError

    monkeypatch.setattr("core.store.creation.vacuum_into", fails)
    with pytest.raises(apsw.FullError):
        migrate(filled, SCRIPTS)
    assert [entry.name for entry in filled.parent.iterdir()] == [filled.name]
    assert plant(filled, "PRAGMA user_version") == [(schema.CURRENT_VERSION,)]


def test_other_modes_do_not_migrate(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", SCRIPTS)
    monkeypatch.setattr(schema, "CURRENT_VERSION", len(SCRIPTS))
    schema.expected.cache_clear()
    try:
        for mode in ("read-write", "read-only", "copy"):
            with pytest.raises(SchemaMismatch) as raised:
                Store.open(filled, mode)
            assert raised.value.code == ErrorCode.SCHEMA_TOO_OLD
        assert [entry.name for entry in filled.parent.iterdir()] == [filled.name]
        assert plant(filled, "PRAGMA user_version") == [(1,)]
    finally:
        schema.expected.cache_clear()
