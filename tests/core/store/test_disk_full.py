"""No room: the write is refused as a whole, and what stood before stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import Store
from core.errors import ErrorCode, StorageFailure
from tests.core.hands import ALICE
from tests.core.processes import python

LIMITED = """
import json, resource, sys
from core import MnemoscopeError, Scope, Store
path, limit, mode = sys.argv[1], int(sys.argv[2]), sys.argv[3]
def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
try:
    if mode == "create":
        limited()
    store = Store.open(path)
    records = store.partition(Scope("acme", "alice")).records
    limited()
    for number in range(1000):
        records.remember(f"Fact {number} " + "x" * 2000, source="user:t1")
    print("{}")
except MnemoscopeError as error:
    print(json.dumps({"code": error.code, "facts": 0 if mode == "create" else len(records.export())}))
"""


def test_a_full_database_refuses_and_keeps_what_it_has(store: Store) -> None:
    records = store.partition(ALICE).records
    records.remember("Alice lives in Bergen.", key="city", source="user:t1")
    with store._database.read() as connection:  # noqa: SLF001
        pages = connection.execute("PRAGMA page_count").fetchall()[0][0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}").fetchall()

    def fill() -> None:
        for number in range(100):
            records.remember(f"Fact {number} " + "x" * 3000, source="user:t1")

    with pytest.raises(StorageFailure) as raised:
        fill()
    assert raised.value.code == ErrorCode.DISK_FULL
    kept = records.export()
    assert kept[0]["content"] == "Alice lives in Bergen."
    assert store.check() == []
    assert store.operator("ada").audit.verify().entries == len(kept) + 1  # and the scope's own entry


def test_the_system_refuses_the_file_to_grow(path: Path) -> None:
    answer = json.loads(python(LIMITED, path, 400_000, "write"))
    assert answer["code"] == ErrorCode.DISK_FULL
    assert answer["facts"] > 0
    with Store.open(path) as store:
        assert store.check() == []
        assert len(store.partition(ALICE).records.export()) == answer["facts"]
        assert store.operator("ada").audit.verify().ok


def test_no_room_to_create_leaves_nothing(path: Path) -> None:
    assert json.loads(python(LIMITED, path, 8192, "create"))["code"] == ErrorCode.DISK_FULL
    assert list(path.parent.iterdir()) == []
