"""Files that cannot be opened as asked: a sentence, an offer that helps, and nothing touched."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from core import ErrorCode, MnemoscopeError
from tests.app.foundation.conftest import opened

ROOT = Path(__file__).parents[3]
AS_ROOT = hasattr(os, "getuid") and os.getuid() == 0


def everything_beside(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir() if each.is_file()}


def change(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


def encrypted(path: Path) -> None:
    path.write_bytes(os.urandom(8192))


def foreign(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE notes(text); INSERT INTO notes VALUES ('x')")


def of_another_kind(path: Path) -> None:
    path.write_text('{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n')


def newer(path: Path) -> None:
    change(path, "PRAGMA user_version = 999")


def tampered(path: Path) -> None:
    change(path, "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


CASES: list[tuple[Callable[[Path], None], str, str | None]] = [
    (encrypted, "encrypted", None),
    (foreign, "another program", None),
    (of_another_kind, "It can be imported", "Import…"),
    (newer, "uses format 999; this program knows", None),
    (tampered, "are not those of a memory file", None),
    (cut_short, "Keep it as it is and restore a backup.", None),
    (emptied, "has no content", None),
]


@pytest.fixture
def alone(memory_file: Path, tmp_path: Path) -> Path:
    """The store in a folder of its own, with nothing left in its WAL."""
    folder = tmp_path / "alone"
    folder.mkdir()
    change(memory_file, "PRAGMA wal_checkpoint(TRUNCATE)")
    return memory_file.rename(folder / memory_file.name)


@pytest.mark.parametrize("mode", ["read-only", "read-write", "copy"])
@pytest.mark.parametrize(("spoil", "said", "offer"), CASES, ids=[case[0].__name__ for case in CASES])
def test_a_refused_file(
    session: Session,
    qtbot: QtBot,
    alone: Path,
    spoil: Callable[[Path], None],
    said: str,
    offer: str | None,
    mode: str,
) -> None:
    spoil(alone)
    before = everything_beside(alone)
    with qtbot.waitSignal(session.open_failed) as failed:
        session.open(alone, mode)
    (banner,) = session.banners
    assert said in banner.text
    assert str(alone) in banner.text
    assert (banner.offer.label if banner.offer else None) == offer
    assert isinstance(failed.args[1], MnemoscopeError)
    assert everything_beside(alone) == before


HOLDER = """
import sys, apsw
connection = apsw.Connection(sys.argv[1])
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not Path("/proc/locks").is_file(), reason="the system does not tell who holds a file")
def test_the_word_about_a_lock_changes_when_the_lock_is_gone(
    session: Session, qtbot: QtBot, memory_file: Path
) -> None:
    opened(session, qtbot, memory_file, "read-write")
    fact = session.records().facts()[0]
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(memory_file)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "held\n"
        session.act(lambda: session.records().confirm(fact.id), says=lambda _: "Confirmed")
        qtbot.waitUntil(lambda: bool(session.banners), timeout=10_000)
        assert session.banners[0].text.count(f"process {holder.pid}") == 1
        session.refresh()
        qtbot.waitUntil(session.jobs.idle)
        assert "is using it" in session.banners[0].text
    finally:
        holder.communicate(timeout=10)
    qtbot.waitUntil(lambda: "is free again" in session.banners[0].text, timeout=10_000)
    (banner,) = session.banners
    assert banner.offer is not None
    assert banner.offer.label == "Do it now"
    with qtbot.waitSignal(session.changed):
        banner.offer.run()
    assert session.banners == []


def test_an_act_on_a_locked_file_can_be_tried_again(
    session: Session, qtbot: QtBot, memory_file: Path
) -> None:
    opened(session, qtbot, memory_file, "read-write")
    fact = session.records().facts()[0]
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(memory_file)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "held\n"
        session.act(lambda: session.records().confirm(fact.id), says=lambda _: "Confirmed")
        locked = lambda: [each for each in session.banners if each.id == "locked"]  # noqa: E731
        qtbot.waitUntil(lambda: bool(locked()), timeout=10_000)
    finally:
        holder.communicate(timeout=10)
    (banner,) = locked()
    assert "did not finish in time" in banner.text
    assert f"process {holder.pid}" in banner.text
    assert banner.offer is not None
    assert banner.offer.label == "Retry"
    with qtbot.waitSignal(session.changed):
        banner.offer.run()
    assert session.undo_text == "Confirmed"
    assert locked() == []


@pytest.mark.skipif(AS_ROOT, reason="root may read and write anything")
def test_a_read_only_folder_offers_a_copy(session: Session, qtbot: QtBot, alone: Path) -> None:
    alone.parent.chmod(0o500)
    try:
        with qtbot.waitSignal(session.open_failed):
            session.open(alone)
        (banner,) = session.banners
        assert "its folder is read-only" in banner.text
        assert banner.offer is not None
        with qtbot.waitSignal(session.file_changed):
            banner.offer.run()
        assert session.store is not None
        assert session.store.mode == "copy"
    finally:
        alone.parent.chmod(0o700)


@pytest.mark.skipif(AS_ROOT, reason="root may read and write anything")
def test_a_file_without_permission(session: Session, qtbot: QtBot, alone: Path) -> None:
    alone.chmod(0)
    with qtbot.waitSignal(session.open_failed):
        session.open(alone)
    assert "does not allow this account" in session.banners[0].text


def test_a_new_store_in_a_folder_that_is_not_there(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(session.open_failed) as failed:
        session.create(tmp_path / "nowhere" / "new.db")
    assert failed.args[1].code is ErrorCode.NOT_FOUND
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("name", ["a\x00b.db", "x" * 300 + ".db"])
def test_names_no_file_can_have(session: Session, qtbot: QtBot, tmp_path: Path, name: str) -> None:
    with qtbot.waitSignal(session.open_failed):
        session.open(tmp_path / name)
    (banner,) = session.banners
    assert "\x00" not in banner.text
