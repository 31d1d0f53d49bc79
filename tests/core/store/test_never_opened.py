"""No code of ours opens a live database as a file: that would drop SQLite's locks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.processes import python

WATCHED = """
import os, shutil, sys, tempfile
from pathlib import Path

path = Path(sys.argv[1])
opened, armed = [], False
def watch(event, arguments):
    # os.open, open, io.open, shutil's copies, renames and removals of the file or its neighbours.
    if not armed or event not in {"open", "os.remove", "os.rename", "os.link", "os.truncate", "shutil.copyfile"}:
        return
    for argument in arguments:
        if isinstance(argument, (str, bytes, os.PathLike)):
            name = os.path.abspath(os.fsdecode(argument))
            if name in {str(path), f"{path}-wal", f"{path}-shm"}:
                opened.append((event, name))
sys.addaudithook(watch)

from datetime import UTC, datetime
from core import MnemoscopeError, Scope, Store
from core.interop import detect
from core.memory.records import query
from core.store import sniff

scope = Scope("acme", "alice")
store = Store.open(path)
armed = True
if sys.argv[2] == "control":
    path.open("rb").close()
else:
    records, ada = store.partition(scope).records, store.operator("ada")
    desk = ada.records(scope)
    first = records.remember("Alice lives in Bergen.", key="city", source="user:t1")
    desk.confirm(first.record.id)
    desk.correct(first.record.id, "Alice lives in Oslo.", reason="she moved")
    desk.ids(query.parse("oslo"))
    desk.write_file(path.with_name("out.csv"), "csv", desk.ids())
    foreign = path.with_name("memory.jsonl")
    foreign.write_text('{"type": "entity", "name": "a", "entityType": "t", "observations": ["x y z"]}\\n')
    ada.import_path(scope, foreign)
    ada.overview(scope), ada.scopes(), ada.audit.verify(), store.check(), store.data_version(), store.same_file()
    sniff.header(path), sniff.looks_like_store(path), sniff.version_on_disk(path)
    for mode in ("write", "read-write", "read-only", "copy"):
        with Store.open(path, mode) as other:
            other.partition(scope).records.facts()
    for read in (lambda: detect(path), lambda: ada.import_path(scope, path)):
        try:
            read()
        except MnemoscopeError:
            pass
    desk.forget_key("city")
    store.close()
print(opened)
"""


def test_no_path_of_a_live_store_is_opened(path: Path) -> None:
    assert python(WATCHED, path, "everything") == "[]"


def test_the_watch_notices(path: Path) -> None:
    assert python(WATCHED, path, "control") == str([("open", str(path))])


READS_A_HEADER = """
import sys, threading
from pathlib import Path
from core import Store
from core.store import connection, sniff
path = Path(sys.argv[1])
Store.open(path).close()
# Another thread asks for the header at the worst moment: SQLite has just opened the file.
answers = []
real = connection.harden
def slow(opened):
    asking = threading.Thread(target=lambda: answers.append(sniff.header(path)))
    asking.start()
    asking.join(0.2)
    real(opened)
import core.store.database, core.store.creation
connection.harden = slow
database = core.store.database.Database.open(path, core.store.database.Mode.READ_WRITE)
connection.harden = real
with database.read() as held:
    held.execute("SELECT * FROM meta").fetchall()
print(answers[-1])
"""


def test_a_header_is_not_read_while_a_connection_begins(path: Path) -> None:
    assert python(READS_A_HEADER, path) == "None"


@pytest.mark.parametrize("mode", ["read-write", "read-only"])
def test_a_refused_open_forgets_the_file(path: Path, mode: str) -> None:
    from core import MnemoscopeError, Store
    from core.store import sniff
    from tests.core.planting import plant

    Store.open(path).close()
    plant(path, "CREATE TABLE extra(x)")
    with pytest.raises(MnemoscopeError):
        Store.open(path, mode)
    assert sniff.header(path) is not None
