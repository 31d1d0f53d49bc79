"""One person's memory in a real file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core import Scope, Store
from core.memory.records import Records

_NOW = 1_790_000_000_000_000  # 2026-09-21


class _Clock:
    def __init__(self) -> None:
        self.at = _NOW

    def __call__(self) -> int:
        self.at += 1_000_000
        return self.at


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    with Store.open(tmp_path / "memory.db", clock=_Clock()) as store:
        yield store.partition(Scope("acme", "alice")).records
