"""A file that is renamed, replaced or deleted under the open connection takes no more writes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core import Store
from core.errors import ErrorCode, Moved
from tests.core.hands import ALICE


def renamed(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replaced(path: Path) -> None:
    other = path.with_name("other.db")
    Store.open(other).close()
    os.replace(other, path)  # noqa: PTH105


def deleted(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("how", [renamed, replaced, deleted])
def test_a_write_says_moved(path: Path, how: Callable[[Path], None]) -> None:
    with Store.open(path) as store:
        records = store.partition(ALICE).records
        records.remember("Alice lives in Bergen.", key="city", source="user:t1")
        assert store.same_file()
        how(path)
        assert not store.same_file()
        with pytest.raises(Moved) as raised:
            records.remember("Alice lives in Oslo.", key="city", source="user:t2")
        assert raised.value.code == ErrorCode.MOVED
        assert raised.value.data["path"] == str(path)
        # What was read before can still be read, to be saved elsewhere.
        assert [record.content for record in records.facts()] == ["Alice lives in Bergen."]


def test_a_file_that_came_back_is_written_again(path: Path) -> None:
    with Store.open(path) as store:
        away = path.with_name("away.db")
        path.rename(away)
        away.rename(path)
        assert store.partition(ALICE).records.remember("Alice is back.", source="user:t1").outcome == "stored"
