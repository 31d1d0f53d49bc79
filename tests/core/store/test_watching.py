"""Noticing that somebody else has written."""

from __future__ import annotations

from pathlib import Path

from core import Store
from tests.core.hands import ALICE
from tests.core.processes import python

WRITES = """
import sys
from core import Scope, Store
with Store.open(sys.argv[1], "read-write") as store:
    store.partition(Scope("acme", "alice")).records.remember(sys.argv[2], source="user:t1")
"""


def test_data_version_moves_when_another_process_commits(path: Path) -> None:
    with Store.open(path) as store:
        before = store.data_version()
        assert store.data_version() == before
        python(WRITES, path, "Alice lives in Bergen.")
        assert store.data_version() != before


def test_changes_since_names_the_kinds_that_changed(path: Path) -> None:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice likes tea.", source="user:t1")
        seen, kinds = store.changes_since(0)
        assert kinds == {"scope", "record"}
        assert store.changes_since(seen) == (seen, frozenset())
        python(WRITES, path, "Alice lives in Bergen.")
        newest, kinds = store.changes_since(seen)
        assert newest > seen
        assert kinds == {"record"}


def test_a_reader_watches_too(path: Path) -> None:
    Store.open(path).close()
    with Store.open(path, "read-only") as store:
        before = store.data_version()
        python(WRITES, path, "Alice lives in Bergen.")
        assert store.data_version() != before
