"""A file with a story in it: one person to erase, others who stay, and somebody who quotes the first."""

from __future__ import annotations

from pathlib import Path

import apsw

from core import Details, Scope, Store
from core.gate import Run, Turn
from core.store import inventory
from tests.core.hands import ALICE, CAROL, Hand
from tests.core.planting import plant

MARKER = "Zaragoza7Quillfeather"
"""A word nobody else has; it stands in every text of Alice that can hold one."""
BOB = Scope("acme", "bob")


def tell(store: Store, count: int = 12) -> None:
    """Give Alice rows in as many tables as a few acts reach, and others theirs."""
    alice = store.partition(ALICE).records
    desk = store.operator("ada").records(ALICE)
    run = Run("run-1", (Turn("user:t1", f"Alice keeps {MARKER} in the cellar."),))
    alice.remember(f"Alice keeps {MARKER} in the cellar.", key="cellar", source="user:t1", run=run)
    alice.remember(f"Alice keeps {MARKER} in the attic now.", key="cellar", source="user:t2")
    alice.remember(
        f"On 2026-02-01 Alice sold {MARKER} to a museum.",
        kind="episodic",
        source="user:t3",
        session=f"s-{MARKER}",
        details=Details(tags=(MARKER,)),
    )
    for number in range(count):
        alice.remember(f"Alice owns painting {number * 7919} of {MARKER}.", source="user:t4")
    record = alice.get("cellar")
    assert record is not None
    desk.confirm(record.id, reason=f"she spoke of {MARKER}")
    held = alice.remember(f"Please see the page about {MARKER}.", source="web:page").held
    assert held is not None
    review = store.operator("ada").review
    review.reject(ALICE, held.id, held.version, reason=f"{MARKER} is not ours")
    store.partition(CAROL).records.remember("Globex prefers invoices in euros.", source="user:t1")
    store.partition(BOB).records.remember("Bob met Alice in Oslo.", source="user:t1")


def everything(path: Path, but: Scope | None = None) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every partitioned table of everybody, or of everybody else; read past our code."""
    found = {}
    for table in inventory.INVENTORY:
        if not table.scoped or table.name == "tombstones":
            continue
        where = ""
        if but is not None:
            where = (
                " WHERE scope NOT IN (SELECT scope FROM subjects"
                f" WHERE tenant = '{but.tenant}' AND user = '{but.user}')"
            )
        found[table.name] = sorted(plant(path, f"SELECT * FROM {table.name}{where}"), key=repr)
    return found


def rows_of(path: Path, scope: int) -> int:
    """Rows of a number in every partitioned table, the tombstone aside; read past our code."""
    return sum(
        int(plant(path, f"SELECT count(*) FROM {table.name} WHERE scope = {scope}")[0][0])
        for table in inventory.INVENTORY
        if table.scoped and table.name != "tombstones"
    )


def bytes_with(path: Path, word: str) -> dict[str, int]:
    """How often a word stands in the files of a store, as UTF-8; every connection must be closed."""
    found = {}
    for ending in ("", "-wal", "-shm", "-journal"):
        file = Path(f"{path}{ending}")
        if file.exists():
            found[ending] = file.read_bytes().count(word.encode())
    return found


def number_of(store: Store, scope: Scope) -> int:
    """The opaque number of a person."""
    with store._database.read() as connection:  # noqa: SLF001
        rows = connection.execute(
            "SELECT scope FROM subjects WHERE tenant = ? AND user = ?", (scope.tenant, scope.user)
        ).fetchall()
    return int(rows[0][0])


def open_reader(path: Path) -> apsw.Connection:
    """Another connection that holds a snapshot open."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.execute("BEGIN").fetchall()
    connection.execute("SELECT count(*) FROM records").fetchall()
    return connection


__all__ = ["ALICE", "BOB", "CAROL", "MARKER", "Hand"]
