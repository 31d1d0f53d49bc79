"""The settings of every connection, read back from SQLite itself (privacy guide 1)."""

from __future__ import annotations

import threading
from pathlib import Path

import apsw
import pytest

from core.errors import StorageFailure
from core.store import Database, Mode
from core.store.connection import settle

WANTED = {
    "secure_delete": 1,
    "synchronous": 2,
    "temp_store": 2,
    "foreign_keys": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
}


def settings(connection: apsw.Connection) -> dict[str, int]:
    return {name: connection.execute(f"PRAGMA {name}").fetchall()[0][0] for name in WANTED}


def limits(connection: apsw.Connection) -> None:
    assert connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, -1) == 1
    assert connection.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, -1) == 0
    assert connection.limit(apsw.SQLITE_LIMIT_LENGTH) == 50_000_000


@pytest.fixture
def existing(path: Path) -> Path:
    Database.open(path, Mode.WRITE).close()
    return path


@pytest.mark.parametrize("mode", list(Mode))
def test_the_first_connection(existing: Path, mode: Mode) -> None:
    database = Database.open(existing, mode)
    with database.read() as connection:
        assert settings(connection) == WANTED
        limits(connection)
        assert connection.execute("PRAGMA query_only").fetchall()[0][0] == int(not mode.writable)
        assert connection.transaction_mode == "IMMEDIATE"
    database.close()


@pytest.mark.parametrize("mode", list(Mode))
def test_connections_of_other_threads(existing: Path, mode: Mode) -> None:
    database = Database.open(existing, mode)
    found: list[dict[str, int]] = []

    def look() -> None:
        with database.read() as connection:
            found.append(settings(connection))
            limits(connection)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    database.close()
    assert found == [WANTED] * 3


def test_the_connection_that_watches(existing: Path) -> None:
    database = Database.open(existing, Mode.WRITE)
    database.data_version()
    assert database._watcher is not None  # noqa: SLF001
    assert settings(database._watcher) == WANTED  # noqa: SLF001
    database.close()


def test_agents_wait_half_a_minute_for_a_lock(existing: Path) -> None:
    database = Database.open(existing, Mode.WRITE)
    with database.read() as connection:
        assert connection.execute("PRAGMA busy_timeout").fetchall() == [(30_000,)]
    database.close()


def test_the_file_is_in_wal_mode(existing: Path) -> None:
    database = Database.open(existing, Mode.WRITE)
    with database.read() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
    database.close()


def test_a_setting_that_does_not_take_is_an_error() -> None:
    class Stubborn(apsw.Connection):
        def execute(self, statements, bindings=None, **options):  # type: ignore[no-untyped-def, override]
            return super().execute(statements.replace("secure_delete = 1", "secure_delete = 0"), bindings)

    connection = Stubborn(":memory:")
    with pytest.raises(StorageFailure) as raised:
        settle(connection)
    assert raised.value.data["setting"] == "secure_delete"
    connection.close()


def test_a_write_begins_with_the_lock(existing: Path) -> None:
    database = Database.open(existing, Mode.WRITE)
    with database.write() as tx:
        assert tx.txn_state("main") == apsw.SQLITE_TXN_WRITE
    database.close()
