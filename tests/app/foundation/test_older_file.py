"""A copy without its -wal, or a restored backup, opens without a word from SQLite (privacy.md 9)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.session import Session
from core import Store
from tests.app.conftest import ALICE
from tests.app.foundation.conftest import opened


def banner_ids(session: Session) -> set[str]:
    return {banner.id for banner in session.banners}


def test_a_file_put_back_from_a_copy_is_told_of(
    make_session: Callable[[], Session], qtbot: QtBot, memory_file: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    shutil.copyfile(memory_file, backup)
    with Store.open(memory_file, "read-write") as store:
        store.partition(ALICE).records.remember("Written after the backup.", source="user:t12")
    first = opened(make_session(), qtbot, memory_file)
    assert "older" not in banner_ids(first)
    first.shutdown()
    shutil.copyfile(backup, memory_file)
    second = opened(make_session(), qtbot, memory_file)
    assert "older" in banner_ids(second)
    text = next(banner.text for banner in second.banners if banner.id == "older")
    assert "support.memory.db is older than when you last had it open" in text


def test_what_is_written_while_it_is_open_counts(
    make_session: Callable[[], Session], qtbot: QtBot, memory_file: Path
) -> None:
    first = opened(make_session(), qtbot, memory_file)
    with Store.open(memory_file, "read-only") as store:
        before = store.operator("ada").audit.head()
    with Store.open(memory_file, "read-write") as store:
        store.partition(ALICE).records.remember("Written while it is open.", source="user:t12")
    first.shutdown()
    seen = first.settings.journal_seen(memory_file)
    assert seen is not None
    assert seen.seq == before.seq + 1


def test_a_file_that_only_grew_is_the_same_file(
    make_session: Callable[[], Session], qtbot: QtBot, memory_file: Path
) -> None:
    opened(make_session(), qtbot, memory_file).shutdown()
    with Store.open(memory_file, "read-write") as store:
        store.partition(ALICE).records.remember("Written by an agent meanwhile.", source="agent:run-1")
    assert "older" not in banner_ids(opened(make_session(), qtbot, memory_file))
