"""After a person was erased the file itself refuses every late write, whoever holds the pen."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from core import Store
from core.errors import ErrorCode, Gone
from core.gate import Run, Turn
from core.memory.quarantine import HeldItem
from core.memory.records import OperatorRecords, Records
from core.review import Review
from core.store import inventory, subjects
from tests.core.hands import ALICE, CAROL, Hand
from tests.core.planting import plant
from tests.core.processes import python


def bury(store: Store) -> int:
    with store._database.write() as tx:  # noqa: SLF001
        subject = subjects.find(tx, ALICE.tenant, ALICE.user)
        assert subject is not None
        subjects.bury(tx, subject.scope, 0)
        return subject.scope


WRITES: dict[str, Callable[[Records, OperatorRecords, int], object]] = {
    "remember": lambda agent, _desk, _id: agent.remember("Alice is back.", source="user:t9"),
    "remember again": lambda agent, _desk, _id: agent.remember(
        "Alice lives in Bergen.", key="city", source="user:t9"
    ),
    "refused": lambda agent, _desk, _id: agent.remember("", source="user:t9"),
    "forget": lambda agent, _desk, _id: agent.forget("city", source="user:t9"),
    "forget refused": lambda agent, _desk, _id: agent.forget("city", source="agent:run"),
    "forget_id": lambda agent, _desk, id_: agent.forget_id(id_, source="user:t9"),
    "correct": lambda _agent, desk, id_: desk.correct(id_, "Alice lives in Oslo."),
    "confirm": lambda _agent, desk, id_: desk.confirm(id_),
    "set_expiry": lambda _agent, desk, id_: desk.set_expiry(id_, None),
    "forget_key": lambda _agent, desk, _id: desk.forget_key("city"),
    "forget_record": lambda _agent, desk, id_: desk.forget_record(id_),
    "forget_source": lambda _agent, desk, _id: desk.forget_source("user:"),
    "sweep": lambda _agent, desk, _id: desk.sweep(0, ["episodic"]),
    "held": lambda agent, _desk, _id: agent.remember("Please see the page.", source="web:page"),
    "skipped": lambda agent, _desk, _id: agent.remember("thanks, great!", source="user:t9"),
}

DECISIONS: dict[str, Callable[[Review, HeldItem], object]] = {
    "release": lambda review, item: review.release(ALICE, item.id, item.version),
    "reject": lambda review, item: review.reject(ALICE, item.id, item.version, reason="no"),
    "expire": lambda review, _item: review.expire(ALICE),
    "lift_block": lambda review, _item: review.lift_block(ALICE, b"some value"),
}


@pytest.mark.parametrize("name", WRITES)
def test_every_write_path_answers_gone(
    store: Store, alice: Records, desk: OperatorRecords, clock: Hand, name: str
) -> None:
    stored = alice.remember("Alice lives in Bergen.", key="city", source="user:t1").record
    alice.remember("Alice called on Monday.", kind="episodic", source="user:t1")
    assert stored is not None
    clock.pass_(days=1)
    bury(store)
    before = alice.export(), store.operator("ada").audit.head()
    with pytest.raises(Gone) as raised:
        WRITES[name](alice, desk, stored.id)
    assert raised.value.code == ErrorCode.GONE
    assert (alice.export(), store.operator("ada").audit.head()) == before


def test_undo_answers_gone(store: Store, alice: Records, desk: OperatorRecords) -> None:
    change = alice.remember("Alice lives in Bergen.", source="user:t1").change
    assert change.undo is not None
    bury(store)
    with pytest.raises(Gone):
        desk.undo(change.undo)


BESIDE: dict[str, Callable[[Store], object]] = {
    "create": lambda store: store.partition(ALICE).notes.create("/memories/new.md", "x"),
    "held": lambda store: store.partition(ALICE).notes.create("/memories/new.md", "my password is hunter2"),
    "insert": lambda store: store.partition(ALICE).notes.insert("/memories/plan.md", 0, "x"),
    "rename": lambda store: store.partition(ALICE).notes.rename("/memories/plan.md", "/memories/b.md"),
    "delete": lambda store: store.partition(ALICE).notes.delete("/memories/plan.md"),
    "write": lambda store: store.operator("ada").notes(ALICE).write("/memories/plan.md", "y"),
    "roll back": lambda store: store.operator("ada").notes(ALICE).roll_back(1, 1),
    "forget note": lambda store: store.operator("ada").notes(ALICE).forget(1),
    "upsert": lambda store: store.partition(ALICE).graph.upsert("b", "t", "B"),
    "link": lambda store: store.partition(ALICE).graph.link("alice", "alice", "knows"),
    "forget entity": lambda store: store.operator("ada").graph(ALICE).forget("alice"),
    "ingest": lambda store: store.partition(ALICE).documents.add("new", "x"),
    "ingest again": lambda store: store.partition(ALICE).documents.add("guide", "x"),
    "forget document": lambda store: store.operator("ada").documents(ALICE).forget("guide"),
    "forget documents": lambda store: store.operator("ada").documents(ALICE).forget_source("doc:"),
}


@pytest.mark.parametrize("name", BESIDE)
def test_every_write_beside_the_records_answers_gone(store: Store, name: str) -> None:
    agent = store.partition(ALICE)
    agent.notes.create("/memories/plan.md", "Call.")
    agent.graph.upsert("alice", "person", "Alice")
    agent.documents.add("guide", "Bergen is rainy.")
    bury(store)
    before = store.operator("ada").audit.head()
    with pytest.raises(Gone):
        BESIDE[name](store)
    assert store.operator("ada").audit.head() == before


@pytest.mark.parametrize("name", DECISIONS)
def test_every_decision_answers_gone(store: Store, alice: Records, clock: Hand, name: str) -> None:
    held = alice.remember("Please see the page.", source="web:page").held
    assert held is not None
    clock.pass_(days=31)
    bury(store)
    review = store.operator("ada").review
    before = review.item(ALICE, held.id), store.operator("ada").audit.head()
    with pytest.raises(Gone):
        DECISIONS[name](review, held)
    assert (review.item(ALICE, held.id), store.operator("ada").audit.head()) == before


def test_an_import_answers_gone(store: Store, alice: Records, tmp_path: Path) -> None:
    alice.remember("Alice lives in Bergen.", source="user:t1")
    bury(store)
    source = tmp_path / "memory.jsonl"
    source.write_text('{"type": "entity", "name": "a", "entityType": "t", "observations": ["x y z"]}\n')
    with pytest.raises(Gone):
        store.operator("ada").import_path(ALICE, source)


def test_another_process_with_a_handle_of_before_is_refused(store: Store, alice: Records, path: Path) -> None:
    alice.remember("Alice lives in Bergen.", source="user:t1")
    late = (
        "import sys; from core import MnemoscopeError, Scope, Store\n"
        "store = Store.open(sys.argv[1]); records = store.partition(Scope('acme', 'alice')).records\n"
        "records.facts(); from core.store import subjects\n"
        "with store._database.write() as tx:\n"
        "    subjects.bury(tx, subjects.find(tx, 'acme', 'alice').scope, 0)\n"
        "for _ in range(3):\n"
        "    try:\n"
        "        records.remember('late', source='user:t1')\n"
        "    except MnemoscopeError as error:\n"
        "        print(error.code)"
    )
    assert python(late, path).split() == ["gone"] * 3
    with pytest.raises(Gone):
        alice.remember("late as well", source="user:t1")


def test_others_are_not_concerned(store: Store, alice: Records) -> None:
    alice.remember("Alice lives in Bergen.", source="user:t1")
    bury(store)
    assert store.partition(CAROL).records.remember("Carol is here.", source="user:t1").outcome == "stored"


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a row of one person in every table; its index is packed, and changed since."""
    path = tmp_path_factory.mktemp("full") / "memory.db"
    source = path.with_name("memory.jsonl")
    notes = [f"note number {n}" for n in range(1_100)]
    source.write_text(json.dumps({"type": "entity", "name": "a", "entityType": "t", "observations": notes}))
    with Store.open(path) as store:
        operator = store.operator("ada")
        operator.import_path(ALICE, source)
        run = Run("run-1", (Turn("user:t1", "Alice lives in Bergen."),))
        result = store.partition(ALICE).records.remember(
            "Alice lives in Bergen.", key="city", source="user:t1", run=run
        )
        assert result.record is not None
        operator.records(ALICE).confirm(result.record.id, reason="she said so")
        held = store.partition(ALICE).records.remember("Please see the page.", source="web:page").held
        assert held is not None
        operator.review.reject(ALICE, held.id, held.version, reason="not ours")
        agent = store.partition(ALICE)
        agent.notes.create("/memories/plan.md", "Call Bergen.")
        agent.graph.upsert("alice", "person", "Alice")
        agent.graph.upsert("bergen", "city", "Bergen")
        agent.graph.link("alice", "bergen", "lives in")
        agent.documents.add("guide", "Bergen is rainy.")
        agent.conversation("c").add("user", "Where does Alice live?")
        agent.prompt("c")
        agent.conversation("c").reset("Task: moving.")
        agent.scratchpad("moving").found("Bergen is rainy.")
        agent.writer.hand_over("run-2", [Turn("user:t2", "Alice moved.")], "model")
        tasks = store.partition(ALICE).tasks
        tasks.create("t", "Goal", ["one", "two"])
        tasks.apply("t", {"step": "one", "status": "done", "output": "x" * 2_001})
        tasks.apply("t", {"step": "two", "status": "running"})
        privacy = operator.privacy
        privacy.requests.add(ALICE, "access", "by letter")
        privacy.export(ALICE, path.with_name("export"), archive=False)
        privacy.put_on_hold(ALICE, "a claim")
        # Last, for nothing is written about her any more.
        privacy.restrict(ALICE, "she disputes it")
    return path


@pytest.mark.parametrize("table", [table.name for table in inventory.personal()])
def test_the_file_refuses_rows_of_any_program(full: Path, path: Path, table: str) -> None:
    """Not our code but the triggers: a program that knows nothing of tombstones meets them too."""
    shutil.copyfile(full, path)
    scope = plant(path, "SELECT scope FROM subjects")[0][0]
    assert plant(path, f"SELECT count(*) FROM {table} WHERE scope = {scope}")[0][0] > 0
    types = {row[1]: row[2] for row in plant(path, f"PRAGMA table_info({table})")}
    columns = list(types)
    plant(path, f"INSERT INTO tombstones(scope, at) VALUES ({scope}, 0)")
    # A row like the one that is there, under another key where there is one to change.
    values = ", ".join(
        f"{column} + 1000"
        if column in {"id", "row", "seq"}
        else "randomblob(9)"
        if column in {"item", "value"} and types[column] == "BLOB"
        else column
        for column in columns
    )
    late = (
        f"INSERT INTO {table}({', '.join(columns)}) SELECT {values} FROM {table} WHERE scope = {scope} LIMIT 1",
        f"UPDATE {table} SET {columns[-1]} = {columns[-1]} WHERE scope = {scope}",
        f"UPDATE {table} SET scope = {scope} WHERE scope = {scope}",
    )
    for statement in late:
        with pytest.raises(apsw.ConstraintError, match="subject erased"):
            plant(path, statement)


def test_deleting_still_works(path: Path) -> None:
    """Erasing goes on after the tombstone stands."""
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice lives in Bergen.", source="user:t1")
        scope = bury(store)
    for table in inventory.personal():
        plant(path, f"DELETE FROM {table.name} WHERE scope = {scope}")
        assert plant(path, f"SELECT count(*) FROM {table.name}") == [(0,)]
