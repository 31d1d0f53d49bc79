"""How a file is opened: who creates, who may write, what each mode leaves alone."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from core import Invalid, Store
from core.errors import ErrorCode, NotAStore, NotFound, ReadOnly
from tests.core.hands import ALICE
from tests.core.leftovers import traces


@pytest.fixture
def filled(path: Path) -> Path:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice lives in Bergen.", key="city", source="user:t1")
    return path


def test_write_creates_a_file_only_its_owner_may_read(path: Path) -> None:
    with Store.open(path) as store:
        assert store.mode == "write"
        assert store.writable
        assert not store.is_demo
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("mode", ["read-write", "read-only", "copy"])
def test_other_modes_never_create(path: Path, mode: str) -> None:
    with pytest.raises(NotFound) as raised:
        Store.open(path, mode)
    assert raised.value.code == ErrorCode.NOT_FOUND
    assert raised.value.data["path"] == str(path)
    assert traces(path.parent) == {}


@pytest.mark.parametrize("mode", ["write", "read-write", "read-only", "copy"])
def test_a_missing_folder_is_not_created(tmp_path: Path, mode: str) -> None:
    with pytest.raises(NotFound):
        Store.open(tmp_path / "nowhere" / "memory.db", mode)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("mode", ["write", "read-write", "read-only", "copy"])
def test_every_mode_reads_what_is_there(filled: Path, mode: str) -> None:
    with Store.open(filled, mode) as store:
        found = store.partition(ALICE).records.get("city")
        assert found is not None
        assert found.content == "Alice lives in Bergen."
        assert store.writable == (mode in {"write", "read-write"})


@pytest.mark.parametrize("mode", ["read-only", "copy"])
def test_reading_modes_refuse_writes_and_change_nothing(filled: Path, mode: str) -> None:
    before = traces(filled.parent)[filled.name]
    with Store.open(filled, mode) as store:
        records = store.partition(ALICE).records
        with pytest.raises(ReadOnly) as raised:
            records.remember("Alice moved to Oslo.", key="city", source="user:t2")
        assert raised.value.code == ErrorCode.READ_ONLY
        found = records.get("city")
        assert found is not None
        assert found.content == "Alice lives in Bergen."
    assert traces(filled.parent)[filled.name] == before


def test_a_copy_sees_what_still_stands_in_the_wal_and_leaves_nothing(filled: Path) -> None:
    with Store.open(filled) as owner:
        owner.partition(ALICE).records.remember("Alice likes tea.", key="drink", source="user:t2")
        with Store.open(filled, "copy") as copy:
            assert len(copy.partition(ALICE).records.facts()) == 2
            assert copy.path == filled
            private = copy._database.file  # noqa: SLF001
            assert private != filled
            assert stat.S_IMODE(private.parent.stat().st_mode) == 0o700
    assert not private.parent.exists()


def test_a_backup_is_taken_up_in_wal_mode(filled: Path) -> None:
    from core.store.copies import vacuum_into

    backup = filled.with_name("backup.db")
    vacuum_into(filled, backup)
    with Store.open(backup, "read-write") as store, store._database.read() as connection:  # noqa: SLF001
        assert connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]


def test_two_handles_of_one_file_in_one_process(filled: Path) -> None:
    with Store.open(filled) as one, Store.open(filled, "read-only") as two:
        one.partition(ALICE).records.remember("Alice moved to Oslo.", key="city", source="user:t2")
        found = two.partition(ALICE).records.get("city")
        assert found is not None
        assert found.content == "Alice moved to Oslo."


@pytest.mark.parametrize("mode", ["", "rw", "WRITE", "immutable"])
def test_an_unknown_mode_is_bad_input(path: Path, mode: str) -> None:
    with pytest.raises(Invalid) as raised:
        Store.open(path, mode)
    assert raised.value.data["field"] == "mode"
    assert not path.exists()


@pytest.mark.parametrize("name", ["a\x00b.db", "\udcff.db", "x" * 300])
def test_a_name_no_file_can_have(tmp_path: Path, name: str) -> None:
    from core import MnemoscopeError

    for mode in ("write", "read-only"):
        with pytest.raises(MnemoscopeError):
            Store.open(tmp_path / name, mode)
    assert traces(tmp_path) == {}


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    for mode in ("write", "read-write", "read-only", "copy"):
        with pytest.raises(NotAStore) as raised:
            Store.open(tmp_path, mode)
        assert raised.value.code == ErrorCode.IS_FOLDER


def test_a_link_is_followed(filled: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(filled)
    with Store.open(link, "read-only") as store:
        assert len(store.partition(ALICE).records.facts()) == 1


def test_a_link_to_nothing_creates_nothing(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "missing.db")
    with pytest.raises(NotFound):
        Store.open(link)
    assert [entry.name for entry in tmp_path.iterdir()] == ["link.db"]


def test_a_closed_store_says_so(path: Path) -> None:
    from core import MnemoscopeError

    store = Store.open(path)
    records = store.partition(ALICE).records
    store.close()
    store.close()
    for use in (records.facts, store.data_version, lambda: records.remember("x", source="user:a")):
        with pytest.raises(MnemoscopeError) as raised:
            use()
        assert raised.value.code == ErrorCode.CLOSED
