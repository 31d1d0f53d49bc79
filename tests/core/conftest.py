"""The library is tested as it is used on a server: Qt is not there, installed or not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest

from core import Store
from core.memory.records import OperatorRecords, Records
from tests.core.hands import ALICE, Hand


class _NoQt(MetaPathFinder):
    """Refuses Qt and what is made of it, as an installation without them would."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        if fullname.partition(".")[0] in {"PySide6", "shiboken6", "pyqtgraph"}:
            raise ModuleNotFoundError(f"tests/core runs without {fullname}", name=fullname)


# One pytest process for all tests has loaded Qt by now (pytest-qt does); `make test` runs
# tests/core in a process of its own, and there this holds.
if "PySide6" not in sys.modules:
    sys.meta_path.insert(0, _NoQt())


@pytest.fixture
def clock() -> Hand:
    """The present, moved by hand."""
    return Hand()


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Where the store of a test lies, alone in its folder; in memory, for most tests are not about the disk."""
    ram = Path("/dev/shm")
    with TemporaryDirectory(dir=ram if os.access(ram, os.W_OK) else tmp_path) as folder:
        yield Path(folder) / "memory.db"


@pytest.fixture
def store(path: Path, clock: Hand) -> Iterator[Store]:
    """An open, empty store."""
    with Store.open(path, clock=clock) as opened:
        yield opened


@pytest.fixture
def alice(store: Store) -> Records:
    """An agent's hand on Alice's memory."""
    return store.partition(ALICE).records


@pytest.fixture
def desk(store: Store) -> OperatorRecords:
    """A person's hand on the same memory."""
    return store.operator("ada").records(ALICE)
