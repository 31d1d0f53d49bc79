"""The journal: one chain, in the same transaction as the change, without a word of anybody's memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Scope, Store, audit
from core.audit import Action, Actor, Entry, Landmark, Role
from core.memory.records import OperatorRecords, Records
from core.store import subjects
from tests.core.hands import ALICE, CAROL, START, Hand
from tests.core.planting import plant
from tests.core.processes import started

CANARY = "zanzibar"


@pytest.fixture
def chain(path: Path) -> Path:
    """A closed store with nine entries: one scope, six records, a confirmation and a refusal."""
    with Store.open(path) as store:
        records = store.partition(ALICE).records
        for number in range(6):
            records.remember(f"Fact {number}.", source="user:t1")
        store.operator("ada").records(ALICE).confirm(1, reason="she said so")
        records.remember("", source="user:t1")
        verified = store.operator("ada").audit.verify()
        assert (verified.ok, verified.entries, verified.broken_at) == (True, 9, None)
        assert Landmark(9, verified.head) == store.operator("ada").audit.head()
    return path


def broken_at(path: Path) -> int | None:
    with Store.open(path, "read-only") as store:
        verified = store.operator("ada").audit.verify()
    assert verified.ok is (verified.broken_at is None)
    return verified.broken_at


def test_an_empty_chain_is_whole(store: Store) -> None:
    verified = store.operator("ada").audit.verify()
    assert (verified.ok, verified.entries, verified.head) == (True, 0, bytes(32))


COLUMNS = (
    "at",
    "actor",
    "action",
    "object_kind",
    "subject_tag",
    "object_tag",
    "count",
    "code",
    "previous",
    "hash",
)


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("seq", [1, 5, 9])
def test_any_changed_field_is_found_at_its_entry(chain: Path, column: str, seq: int) -> None:
    change = {
        "action": "'store_'",
        "object_kind": "'other'",
        "code": "coalesce(code, '') || 'x'",
        "subject_tag": "zeroblob(16)",
        "object_tag": "randomblob(16)",
        "previous": "randomblob(32)",
        "hash": "randomblob(32)",
    }.get(column, f"{column} + 1")
    plant(chain, f"UPDATE journal SET {column} = {change} WHERE seq = {seq}")
    assert broken_at(chain) == seq


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("byte", [0, -1])
def test_any_changed_byte_is_found(chain: Path, column: str, byte: int) -> None:
    kind, value = plant(chain, f"SELECT typeof({column}), CAST({column} AS BLOB) FROM journal WHERE seq = 8")[
        0
    ]
    if value is None:
        plant(chain, f"UPDATE journal SET {column} = '' WHERE seq = 8")
    else:
        changed = bytearray(value)
        changed[byte] ^= 0x80 if kind == "text" else 0x01
        affinity = {"text": "TEXT", "blob": "BLOB", "integer": "INTEGER"}[kind]
        plant(
            chain,
            f"UPDATE journal SET {column} = CAST(? AS {affinity}) WHERE seq = 8",
            arguments=(bytes(changed),),
        )
    assert broken_at(chain) == 8


def test_a_chain_passes_the_heads_it_had(store: Store, alice: Records) -> None:
    journal = store.operator("ada").audit
    heads = [journal.head()]
    for number in range(3):
        alice.remember(f"Fact {number}.", source="user:t1")
        heads.append(journal.head())
    assert [journal.passes(head) for head in heads] == [True] * 4
    assert not journal.passes(Landmark(2, heads[-1].hash))
    assert not journal.passes(Landmark(99, heads[-1].hash))
    assert not journal.passes(Landmark(0, heads[-1].hash))


@pytest.mark.parametrize("seq", [1, 4, 8])
def test_a_deleted_entry_is_found(chain: Path, seq: int) -> None:
    plant(chain, f"DELETE FROM journal WHERE seq = {seq}")
    assert broken_at(chain) == seq


def test_a_cut_off_end_shows_in_the_head(chain: Path) -> None:
    with Store.open(chain, "read-only") as store:
        printed = store.operator("ada").audit.head()
    plant(chain, "DELETE FROM journal WHERE seq = 9")
    assert broken_at(chain) is None
    with Store.open(chain, "read-only") as store:
        assert store.operator("ada").audit.head() != printed
        assert not store.operator("ada").audit.passes(printed)


def test_exchanged_entries_are_found(chain: Path) -> None:
    plant(
        chain,
        "UPDATE journal SET seq = -seq WHERE seq IN (4, 6)",
        "UPDATE journal SET seq = CASE seq WHEN -4 THEN 6 WHEN -6 THEN 4 ELSE seq END WHERE seq < 0",
    )
    assert broken_at(chain) == 4


def test_an_inserted_entry_is_found(chain: Path) -> None:
    plant(
        chain,
        "INSERT INTO journal SELECT 10, at, actor, action, object_kind, subject_tag, object_tag, count, code,"
        " hash, randomblob(32) FROM journal WHERE seq = 9",
    )
    assert broken_at(chain) == 10


def everything(alice: Records, desk: OperatorRecords, store: Store, tmp_path: Path) -> None:
    """One act of every kind, each with the canary wherever a text can stand."""
    stored = alice.remember(
        f"About {CANARY}.",
        key=f"{CANARY}_key",
        source=f"user:{CANARY}",
        session=CANARY,
        lineage=(f"user:{CANARY}",),
    ).record
    assert stored is not None
    alice.remember(f"about {CANARY}.", key=f"{CANARY}_key", source=f"web:{CANARY}")
    alice.remember(f"Other {CANARY}.", key=f"{CANARY}_key", source=f"web:{CANARY}")
    alice.remember(f"More about {CANARY}.", key=f"{CANARY}_key", source=f"user:{CANARY}")
    alice.forget(f"{CANARY}_key", source=f"agent:{CANARY}")
    current = alice.get(f"{CANARY}_key")
    assert current is not None
    reason = f"because of {CANARY}"
    desk.confirm(current.id, reason=reason)
    desk.set_expiry(current.id, START, reason=reason)
    desk.set_expiry(current.id, None, reason=reason)
    change = desk.correct(current.id, f"Corrected {CANARY}.", reason=reason).change
    assert change.undo is not None
    desk.undo(change.undo, reason=reason)
    desk.roll_back(stored.id, reason=reason)
    desk.sweep(0, ["episodic"], reason=reason)
    source = tmp_path / f"{CANARY}.jsonl"
    source.write_text(
        f'{{"type": "entity", "name": "{CANARY}", "entityType": "{CANARY}", "observations": ["{CANARY} x"]}}\n'
    )
    store.operator("ada").import_path(ALICE, source)
    desk.forget_source("import:", reason=reason)
    desk.forget_key(f"{CANARY}_key", reason=reason)


def test_no_personal_text_stands_in_the_journal(path: Path, clock: Hand, tmp_path: Path) -> None:
    who = Scope(f"tenant {CANARY}", f"user {CANARY}")
    with Store.open(path, clock=clock) as store:
        globals_of_test = store.partition(who).records, store.operator("ada").records(who)
        stored = globals_of_test[0].remember(f"{CANARY}", source=f"user:{CANARY}").record
        assert stored is not None
        everything(store.partition(ALICE).records, store.operator("ada").records(ALICE), store, tmp_path)
    rows = plant(path, "SELECT * FROM journal")
    assert len(rows) > 15
    assert CANARY.encode() not in b"".join(repr(row).encode() for row in rows).lower()
    columns = [row[1] for row in plant(path, "PRAGMA table_info(journal)")]
    for name in columns:
        assert plant(path, f"SELECT count(*) FROM journal WHERE instr(CAST({name} AS BLOB), '{CANARY}')") == [
            (0,)
        ]
    # The reasons are kept, apart from the chain and in the person's partition.
    notes = plant(path, "SELECT scope, note FROM journal_notes")
    assert {note for _, note in notes} == {f"because of {CANARY}"}


def test_closed_sets_are_all_the_text_there_is(
    path: Path, store: Store, alice: Records, desk: OperatorRecords, tmp_path: Path
) -> None:
    everything(alice, desk, store, tmp_path)
    store.close()
    actions = {action for (action,) in plant(path, "SELECT DISTINCT action FROM journal")}
    assert actions <= set(Action)
    assert len(actions) >= 11
    codes = {code for (code,) in plant(path, "SELECT DISTINCT code FROM journal WHERE code IS NOT NULL")}
    assert all(code.replace("_", "").isalpha() and code.islower() for code in codes)


def test_tags_link_a_person_and_differ_between_people(store: Store) -> None:
    for scope in (ALICE, CAROL):
        store.partition(scope).records.remember("The very same words.", source="user:t1")
    store.partition(ALICE).records.remember("More.", source="user:t1")
    with store._database.read() as connection:  # noqa: SLF001
        alice, carol = (subjects.find(connection, scope.tenant, scope.user) for scope in (ALICE, CAROL))
        assert alice is not None
        assert carol is not None
        assert alice.salt != carol.salt
        assert (len(alice.salt), len(carol.salt)) == (32, 32)
        assert audit.count(connection, alice) == 3
        assert audit.count(connection, carol) == 2
        rows = connection.execute("SELECT subject_tag, object_tag FROM journal").fetchall()
    assert len({subject for subject, _ in rows}) == 2
    # Both people's first record has number 1; without the salt nobody can tell.
    tags = [tag for _, tag in rows if tag is not None]
    assert len(tags) == len(set(tags)) == 3


def test_a_tag_depends_on_salt_kind_and_number() -> None:
    base = audit.tag(b"s" * 32, "record", 1)
    assert len(base) == 16
    assert base == audit.tag(b"s" * 32, "record", 1)
    others = [
        (b"t" * 32, "record", 1),
        (b"s" * 32, "task", 1),
        (b"s" * 32, "record", 2),
        (b"s" * 32, "record", 11),
    ]
    assert base not in {audit.tag(*other) for other in others}


def test_a_write_that_fails_leaves_no_entry(store: Store, alice: Records) -> None:
    alice.remember("Before.", source="user:t1")
    before = store.operator("ada").audit.head()

    def fail() -> None:
        with store._database.write() as tx:  # noqa: SLF001
            actor = audit.actor_id(tx, Actor(Role.AGENT, "new"))
            audit.append(tx, actor, None, Entry(Action.STORE, "record"), 0)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert store.operator("ada").audit.head() == before


def test_every_write_has_its_entry(store: Store, alice: Records, desk: OperatorRecords, path: Path) -> None:
    stored = alice.remember("Fact.", key="k", source="user:t1", ttl=60).record
    assert stored is not None
    alice.remember("Fact.", key="k", source="user:t1")
    alice.remember("The city is Oslo.", key="k", source="web:x")
    desk.confirm(stored.id)
    desk.set_expiry(stored.id, None)
    alice.remember("The city is Bergen.", key="k", source="user:t1")
    desk.roll_back(stored.id)
    alice.forget("k", source="user:t1")
    store.close()
    assert [action for (action,) in plant(path, "SELECT action FROM journal ORDER BY seq")] == [
        "create_scope", "store", "refresh", "hold", "confirm", "expiry", "supersede", "roll_back", "forget",
    ]  # fmt: skip
    assert plant(path, "SELECT DISTINCT role, name FROM actors ORDER BY role") == [
        ("agent", "agent"), ("operator", "ada"),
    ]  # fmt: skip


def test_reading_writes_no_entry(store: Store, alice: Records, desk: OperatorRecords) -> None:
    alice.remember("Fact.", key="k", source="user:t1")
    before = store.operator("ada").audit.head()
    alice.facts(), alice.export(), alice.judge("x", source="user:t1"), desk.ids(), desk.preview_forget("k")
    assert store.operator("ada").audit.head() == before


WRITES = """
import sys
from core import Scope, Store
with Store.open(sys.argv[1], "read-write") as store:
    records = store.partition(Scope("acme", sys.argv[2])).records
    for number in range(25):
        records.remember(f"Fact {number}.", source="user:t1")
"""


def test_four_processes_keep_one_chain(path: Path) -> None:
    Store.open(path).close()
    writers = [started(WRITES, path, f"u-{number}") for number in range(4)]
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers] == [0] * 4
    with Store.open(path) as store:
        verified = store.operator("ada").audit.verify()
        assert (verified.ok, verified.entries) == (True, 4 * 26)
