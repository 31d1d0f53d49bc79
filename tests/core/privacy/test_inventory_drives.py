"""One list of tables feeds holdings, export, erasure and restore: a table that is new to it needs no line."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest

from core import Store
from core.privacy import Privacy, ReceiptState
from core.store import inventory, schema
from core.store.inventory import ACTOR_COLUMNS, INVENTORY, RECORD_COLUMNS_ENDING_BY, Erasure
from tests.core.hands import ALICE, Hand
from tests.core.privacy.people import tell
from tests.core.store.test_inventory import blank, missing

_DIARY = "CREATE TABLE diary(scope INTEGER NOT NULL, day TEXT, PRIMARY KEY(scope, day)) STRICT"

_TRIAL = """
import json, sys
from pathlib import Path
from types import ModuleType
# The list and the layout are read when the program starts, so the new table comes in before it does.
packages = ("core", "core.store", "core.store.schema")
for name in packages:
    sys.modules[name] = ModuleType(name)
    sys.modules[name].__path__ = [name.replace(".", "/")]
from core.store import inventory
from core.store.inventory import Erasure, Table
from core.store.schema import people
for name in packages:
    del sys.modules[name]
new = Table("diary", True, Erasure.DELETE, "one object per day", texts=("words",))
inventory.INVENTORY = (new, *inventory.INVENTORY)
people.SQL += '''
CREATE TABLE diary(scope INTEGER NOT NULL, day INTEGER NOT NULL, at INTEGER NOT NULL, words TEXT NOT NULL,
  seal BLOB, author INTEGER NOT NULL, PRIMARY KEY(scope, day)) STRICT, WITHOUT ROWID;
'''
people.GUARDED = (*people.GUARDED, "diary")
from core import Scope, Store
from core.store import subjects
alice, folder = Scope("acme", "alice"), Path(sys.argv[1])
told = {}
with Store.open(folder / "m.db") as store:
    store.partition(alice).records.remember("Alice lives in Bergen.", source="user:t1")
    store.partition(Scope("acme", "bob")).records.remember("Bob lives in Oslo.", source="user:t1")
    with store._database.write() as tx:
        scope = subjects.find(tx, "acme", "alice").scope
        for day in range(1500):
            tx.execute("INSERT INTO diary VALUES (?, ?, ?, ?, ?, 1)",
                       (scope, day, 10**15 + day, f"Quillfeather{day} dined alone.", bytes([day % 256] * 3)))
    p = store.operator("ada").privacy
    held = next(t for t in p.holdings(alice).tables if t.name == "diary")
    told["held"] = [held.rows, held.oldest.isoformat()]
    told["copies"] = len(p.preview_forget(alice, id_=1).copies)
    p.export(alice, folder / "out")
    told["exported"] = len((folder / "out/data/diary.jsonl").read_text().splitlines())
    receipt = p.erase(alice, reason="request", suppress_days=0)
    told["erased"] = [receipt.state, receipt.body["rows"]["diary"]]
    with store._database.read() as connection:
        told["left"] = connection.execute("SELECT count(*) FROM diary").fetchall()[0][0]
with Store.open(folder / "n.db") as store:
    told["restored"] = store.operator("ada").privacy.restore(folder / "out.zip").mode
    with store._database.read() as connection:
        told["back"] = connection.execute("SELECT count(*), min(words), max(length(seal)) FROM diary").fetchall()[0]
print(json.dumps(told))
"""


def test_a_new_table_is_held_exported_erased_and_restored_by_its_entry_alone(tmp_path: Path) -> None:
    from tests.core.processes import python

    told = json.loads(python(_TRIAL, tmp_path))
    assert told == {
        "held": [1500, "2001-09-09T01:46:40+00:00"],
        "copies": 0,
        "exported": 1500,
        "erased": ["VERIFIED", 1500],
        "left": 0,
        "restored": "restore",
        "back": [1500, "Quillfeather0 dined alone.", 3],
    }


def test_a_table_that_is_not_listed_is_noticed() -> None:
    assert missing(blank(_DIARY)) == {"diary"}


def test_every_column_that_names_an_actor_is_known() -> None:
    """Another file has other numbers for the same people, so restoring has to know them."""
    named = set()
    for table in INVENTORY:
        rows = blank().execute("SELECT name, type FROM pragma_table_info(?)", (table.name,)).fetchall()
        named |= {
            name
            for name, type_ in rows
            if table.scoped and type_ == "INTEGER" and (name in {"actor", "author"} or name.endswith("_by"))
        }
    assert named == ACTOR_COLUMNS | RECORD_COLUMNS_ENDING_BY


def test_holdings_export_and_erasure_count_alike(
    store: Store, path: Path, clock: Hand, tmp_path: Path
) -> None:
    tell(store)
    privacy: Privacy = store.operator("ada").privacy
    held = {table.name: table.rows for table in privacy.holdings(ALICE).tables}
    exported = privacy.export(ALICE, tmp_path / "out").counts
    deleted = {table.name for table in inventory.personal()}
    assert exported == {name: rows for name, rows in held.items() if name in deleted}
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    for table in INVENTORY:
        if table.scoped and table.exported is not None and table.erasure is Erasure.DELETE:
            told = manifest["files"][f"data/{table.name}.jsonl"]["rows"]
            lines = (tmp_path / "out" / "data" / f"{table.name}.jsonl").read_text().splitlines()
            assert told == len(lines) == exported[table.name]
    receipt = privacy.erase(ALICE, reason="request")
    assert receipt.state is ReceiptState.VERIFIED
    # The export put itself into the register after it had counted.
    assert receipt.body["rows"] == {**exported, "exports": 2}


@pytest.mark.parametrize("name", [table.name for table in INVENTORY])
def test_the_layout_has_it(name: str) -> None:
    connection = apsw.Connection(":memory:")
    for script in schema.MIGRATIONS:
        connection.execute(script)
    assert connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchall() == [(1,)]
