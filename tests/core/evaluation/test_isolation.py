"""The isolation check of specification 5, and that it would notice."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import apsw
import pytest

from core import Scope, Store
from core.evaluation import isolation
from core.evaluation.isolation import OWN, SECRET, check_isolation, read_paths
from core.handles.prompting import Prompting
from core.memory.records import OperatorRecords, Records
from core.store import Database, Mode, record_query
from core.store.partitioning import names_scope, unscoped

# Acts that change something; everything else public reads, and has to be tried.
_WRITES = {
    "remember", "forget", "forget_id", "forget_key", "forget_record", "forget_source", "sweep", "correct",
    "confirm", "set_expiry", "roll_back", "undo",
}  # fmt: skip


def test_exactly_the_askers_own_comes_back_and_every_way_passes() -> None:
    report = check_isolation()
    assert report.passed
    assert report.returned == (OWN,)
    assert report.unscoped == ()
    assert report.statements > 50
    assert report.open_file is None


def test_the_picture_shows_the_secret_at_one_and_as_never_reached() -> None:
    first = check_isolation().standings[0]
    assert first.text == SECRET
    assert first.likeness == pytest.approx(1.0, abs=1e-6)
    assert not first.reached


def test_every_public_read_is_tried(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.db") as store:
        tried = set(read_paths(store, tmp_path))
    handles = (OperatorRecords, Prompting)
    public = {name for each in handles for name in dir(each) if not name.startswith("_")}
    assert public - _WRITES - tried == set()


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Records, "facts", lambda self: [SECRET])
    report = check_isolation()
    assert not report.passed
    assert [attempt.path for attempt in report.attempts if not attempt.passed] == ["facts"]


def test_a_statement_without_a_scope_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = record_query.count

    def careless(connection: apsw.Connection, *arguments: Any) -> int:
        connection.execute("SELECT count(*) FROM records").fetchall()
        return plain(connection, *arguments)

    monkeypatch.setattr(record_query, "count", careless)
    report = check_isolation()
    assert not report.passed
    assert report.unscoped == ("SELECT count(*) FROM records",)


def test_the_temporary_store_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    check_isolation()
    assert list(tmp_path.iterdir()) == []


def test_the_open_file_is_looked_at_read_only(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Store.open(path) as store:
        store.partition(Scope("acme", "bob")).records.remember("Bob likes trains.", source="user:t")
        store.partition(Scope("acme", "bob")).records.recall("trains")
    with Store.open(path, "read-only") as store:
        store.partition(Scope("acme", "bob")).records.recall("trains")
        assert check_isolation(store).open_file == ()


def test_what_lacks_a_scope_is_named(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "memory.db", Mode.WRITE)
    with database.read() as connection:
        assert unscoped(connection) == []
    database.close()
    assert names_scope("SELECT 1 FROM records WHERE scope = ?")
    assert names_scope("INSERT INTO postings(scope, record) VALUES (?, ?)")
    assert names_scope("SELECT value FROM meta")
    assert not names_scope("SELECT id FROM records WHERE kind = ?")
    assert isolation.QUESTION.startswith(SECRET)
