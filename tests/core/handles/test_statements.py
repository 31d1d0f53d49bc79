"""Every statement that touches a partitioned table names the scope: all SQL is traced while the
public paths run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from core import Details, Store
from core.memory.quarantine import HeldItem
from core.memory.records import OperatorRecords, Records, Sort, SortColumn, query
from core.memory.tasks import OperatorTasks, Tasks
from core.memory.writer import RunState
from core.review import Review
from core.store import inventory
from tests.core.hands import ALICE, START, Hand

PARTITIONED = {table.name for table in inventory.INVENTORY if table.scoped}
_TABLE = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)", re.IGNORECASE)
_SCOPE = re.compile(r"\bscope\s*(?:=|IN\b)|\(scope,|SELECT\s+\?1,", re.IGNORECASE)
_NAMES = re.compile(r"\btenant = \? AND user = \?", re.IGNORECASE)


def unscoped(sql: str) -> set[str]:
    """Partitioned tables a statement touches without saying whose rows it means."""
    touched = set(_TABLE.findall(sql)) & PARTITIONED
    found = set()
    # Each SELECT, INSERT, UPDATE or DELETE of the statement answers for itself.
    for part in re.split(r"(?=\b(?:SELECT|INSERT|UPDATE|DELETE)\b(?!\s+SET))", sql, flags=re.IGNORECASE):
        for table in set(_TABLE.findall(part)) & touched:
            named = _SCOPE.search(part) or (table == "subjects" and (_NAMES.search(part) or "INSERT" in part))
            if not named:
                found.add(table)
    return found


@contextmanager
def traced(store: Store) -> Iterator[list[str]]:
    statements: list[str] = []
    with store._database.read() as connection:  # noqa: SLF001
        own = connection

    def note(_cursor: apsw.Cursor, sql: str, _bindings: Any) -> bool:
        statements.append(sql)
        return True

    own.exec_trace = note
    try:
        yield statements
    finally:
        own.exec_trace = None


PATHS: dict[str, Callable[[Records, OperatorRecords], object]] = {
    "remember": lambda agent, _: agent.remember("New words.", key="k", source="user:t1"),
    "remember loose": lambda agent, _: agent.remember("Loose words.", source="user:t1"),
    "repeat": lambda agent, _: agent.remember("Fact.", key="k", source="user:t2"),
    "refused": lambda agent, _: agent.remember("", source="user:t1"),
    "judge": lambda agent, _: agent.judge("Fact.", key="k", source="user:t1"),
    "facts": lambda agent, _: agent.facts(),
    "get": lambda agent, _: agent.get("k"),
    "get_all": lambda agent, _: agent.get_all("k"),
    "history": lambda agent, _: (agent.history("k"), agent.history("k", kind="semantic")),
    "by_id": lambda agent, _: agent.by_id(1),
    "chain": lambda agent, _: (agent.chain(1), agent.chain(2)),
    "episodes": lambda agent, _: agent.episodes(session="s", outcome="success", tag="t"),
    "as_of": lambda agent, _: (
        agent.as_of(START).all(),
        agent.as_of(START).facts(),
        agent.as_of(START).get("k"),
    ),
    "export": lambda agent, _: (agent.export(), agent.export("user:")),
    "recall": lambda agent, _: agent.recall("older fact or value", k=3),
    "explain": lambda agent, _: agent.explain(1, "fact"),
    "proposal": lambda agent, _: agent.proposal(
        agent.remember("Please see the page.", key="j", source="web:page").held.id
    ),
    "explain_held": lambda agent, _: agent.explain_held(
        agent.remember("Please see the page.", key="j", source="web:page").held.id
    ),
    "forget": lambda agent, _: agent.forget("k", source="user:t1"),
    "forget_id": lambda agent, _: agent.forget_id(1, source="user:t1"),
    "forget refused": lambda agent, _: agent.forget("k", source="agent:x"),
    "ids": lambda _, desk: [
        desk.ids(query.parse(text), Sort(column))
        for column in SortColumn
        for text in ("", "is:conflict is:due tag:t outcome:success -word trust<user state:any key:k id:1")
    ],
    "ids as of": lambda _, desk: desk.ids(query.parse("", as_of=START)),
    "count": lambda _, desk: desk.count(query.parse("is:conflict")),
    "page": lambda _, desk: desk.page(list(range(1_200))),
    "authors": lambda _, desk: desk.authors(list(range(1_200))),
    "events": lambda _, desk: desk.events(1),
    "lists": lambda _, desk: (desk.review_due(), desk.conflicts()),
    "correct": lambda _, desk: desk.correct(1, "Corrected.", reason="r"),
    "confirm": lambda _, desk: desk.confirm(1, reason="r"),
    "set_expiry": lambda _, desk: desk.set_expiry(1, None, reason="r"),
    "roll_back": lambda _, desk: desk.roll_back(3, reason="r"),
    "undo": lambda _, desk: desk.undo(desk.confirm(1).change.undo),  # type: ignore[arg-type]
    "previews": lambda _, desk: (
        desk.preview_forget("k"),
        desk.preview_forget_id(1),
        desk.preview_forget_source("user:"),
        desk.preview_sweep(0, ["episodic"]),
    ),
    "forget_key": lambda _, desk: desk.forget_key("k", reason="r"),
    "forget_record": lambda _, desk: desk.forget_record(1, reason="r"),
    "forget_source": lambda _, desk: desk.forget_source("user:", reason="r"),
    "sweep": lambda _, desk: desk.sweep(0, ["episodic", "semantic"], reason="r"),
}


@pytest.mark.parametrize("name", PATHS)
def test_every_statement_names_the_scope(
    store: Store, alice: Records, desk: OperatorRecords, clock: Hand, name: str
) -> None:
    alice.remember("Fact.", key="k", source="user:t1")
    alice.remember(
        "Episode of a kind.", kind="episodic", source="agent:x", session="s", details=Details(tags=("t",))
    )
    alice.remember("Older value.", key="j", source="user:t1")
    alice.remember("Newer value.", key="j", source="user:t1")
    clock.pass_(days=1)
    with traced(store) as statements:
        PATHS[name](alice, desk)
    touching = [sql for sql in statements if set(_TABLE.findall(sql)) & PARTITIONED]
    assert touching
    assert {sql: tables for sql in touching if (tables := unscoped(sql))} == {}


BESIDE: dict[str, Callable[[Store], object]] = {
    "notes": lambda store: [
        store.partition(ALICE).notes.run({"command": command, **arguments})
        for command, arguments in (
            ("create", {"path": "/memories/b.md", "file_text": "x\n"}),
            ("create", {"path": "/memories/c.md", "file_text": "my password is hunter2"}),
            ("str_replace", {"path": "/memories/b.md", "old_str": "x", "new_str": "y"}),
            ("insert", {"path": "/memories/b.md", "insert_line": 0, "insert_text": "z"}),
            ("view", {"path": "/memories"}),
            ("view", {"path": "/memories/b.md"}),
            ("rename", {"old_path": "/memories/b.md", "new_path": "/memories/d.md"}),
            ("delete", {"path": "/memories/d.md"}),
        )
    ],
    "operator's notes": lambda store: (
        (desk := store.operator("ada").notes(ALICE)).tree(deleted=True),
        desk.note(1), desk.text(1), desk.versions(1), desk.write("/memories/a.md", "new", reason="r"),
        desk.roll_back(1, 1), desk.rename(1, "/memories/e.md"), desk.changed_since(START), desk.delete(1),
        desk.forget(1),
    ),
    "graph": lambda store: (
        (graph := store.partition(ALICE).graph).upsert("b", "t", "B"), graph.link("a", "b", "r"),
        graph.conversation("c", "Title", about=["a"]), graph.entity("a"), graph.entities("t", since=START),
        graph.named("A"), graph.links(), graph.links("a"), graph.related("a", "r"), graph.conversations("A"),
    ),
    "operator's graph": lambda store: (
        (desk := store.operator("ada").graph(ALICE)).counts(), desk.link("a", "a", "r"), desk.unlink("a", "a", "r"),
        desk.forget_source("user:"), desk.forget("a"),
    ),
    "documents": lambda store: (
        (documents := store.partition(ALICE).documents).add("g", "new"), documents.add("d", "again"),
        documents.get("g"), documents.all(), documents.chunks("g"), documents.recall("rain"),
    ),
    "operator's documents": lambda store: (
        (desk := store.operator("ada").documents(ALICE)).counts(), desk.forget_source("doc:d"), desk.add("d", "x"),
        desk.forget("d"),
    ),
    "conversation": lambda store: (
        (talk := store.partition(ALICE).conversation("c")).add("user", "Where is it rainy?"), talk.context(),
        talk.messages(all_sessions=True), store.partition(ALICE).prompt("c", task="t"),
        talk.reset("Task: x."), talk.add("user", "Go on."), talk.context(), store.partition(ALICE).conversations(),
    ),
    "operator's conversations": lambda store: (
        (ada := store.operator("ada")).conversations(ALICE).listed(), ada.conversations(ALICE).messages("old"),
        ada.prompts(ALICE, "old"), ada.why(ALICE, "old", 1), ada.used_in(ALICE, 1), ada.scratchpads(ALICE),
    ),
    "scratchpad": lambda store: (
        (pad := store.partition(ALICE).scratchpad("t")).begin("x", ["a"]), pad.found("y"), pad.read(), pad.clear()
    ),
    "writer": lambda store: (
        (books := store.partition(ALICE).writer).hand_over("r2", [], "m"), books.queued(), books.runs(),
        books.tried("r2", RunState.DONE),
    ),
    "router": lambda store: store.partition(ALICE).prompting.look_up("what about A and k_1?"),
    "overview": lambda store: store.operator("ada").overview(ALICE),
}  # fmt: skip


@pytest.mark.parametrize("name", BESIDE)
def test_every_statement_beside_the_records_names_the_scope(store: Store, name: str) -> None:
    agent = store.partition(ALICE)
    agent.notes.create("/memories/a.md", "old\n")
    agent.graph.upsert("a", "t", "A")
    agent.documents.add("d", "Bergen is rainy.")
    agent.conversation("old").add("user", "Where is it rainy?")
    agent.prompt("old")
    with traced(store) as statements:
        BESIDE[name](store)
    touching = [sql for sql in statements if set(_TABLE.findall(sql)) & PARTITIONED]
    assert touching
    assert {sql: tables for sql in touching if (tables := unscoped(sql))} == {}


DECISIONS: dict[str, Callable[[Review, HeldItem], object]] = {
    "lists": lambda review, _: (
        review.waiting(), review.waiting(ALICE), review.counts(START), review.counts(START, ALICE)
    ),
    "item": lambda review, item: (review.item(ALICE, item.id), review.item_behind(ALICE, 1)),
    "behind": lambda review, item: (review.behind(ALICE, item.id), review.behind_record(ALICE, 1)),
    "consequences": lambda review, item: review.consequences(ALICE, item.id),
    "release": lambda review, item: review.release(ALICE, item.id, item.version, reason="r"),
    "reject": lambda review, item: review.reject(ALICE, item.id, item.version, reason="r"),
    "undo": lambda review, item: review.undo(
        ALICE, review.release(ALICE, item.id, item.version).change.undo  # type: ignore[arg-type]
    ),
    "bulk": lambda review, _: review.bulk(review.waiting(), reject_because="r"),
    "expire": lambda review, _: review.expire(ALICE),
    "blocks": lambda review, _: (review.blocks(ALICE), review.lift_block(ALICE, b"v", reason="r")),
}  # fmt: skip


@pytest.mark.parametrize("name", DECISIONS)
@pytest.mark.parametrize("deletion", [False, True])
def test_every_statement_of_the_desk_names_the_scope(
    store: Store, alice: Records, clock: Hand, name: str, deletion: bool
) -> None:
    alice.remember("Fact.", key="k", source="user:t1")
    held = (
        alice.forget("k", source="agent:x").held
        if deletion
        else alice.remember("Please see the page.", key="j", source="web:page").held
    )
    assert held is not None
    clock.pass_(days=31)
    review = store.operator("ada").review
    if deletion and name == "undo":
        return
    with traced(store) as statements:
        DECISIONS[name](review, held)
    touching = [sql for sql in statements if set(_TABLE.findall(sql)) & PARTITIONED]
    assert touching
    # Lists over several people walk through the people; each seek begins with one scope.
    assert {sql: tables for sql in touching if (tables := unscoped(sql) - {"subjects"})} == {}


def test_every_verb_of_the_desk_was_tried() -> None:
    public = {name for name in dir(Review) if not name.startswith("_")}
    tried = " ".join(DECISIONS) + " waiting listed counts item_behind behind_record lift_block"
    assert public == public & set(tried.split())


def test_an_import_and_the_overview_too(store: Store, tmp_path: Path) -> None:
    source = tmp_path / "memory.jsonl"
    source.write_text('{"type": "entity", "name": "a", "entityType": "t", "observations": ["x y z"]}\n')
    operator = store.operator("ada")
    operator.records(ALICE).remember("Fact.", source="user:t1")
    with traced(store) as statements:
        report = operator.import_path(ALICE, source)
        operator.overview(ALICE)
        assert report.change.undo is not None
        operator.records(ALICE).undo(report.change.undo)
    assert {sql for sql in statements if unscoped(sql)} == set()


def test_every_public_path_was_tried() -> None:
    public = {name for name in dir(OperatorRecords) if not name.startswith("_")}
    tried = (
        " ".join(PATHS) + " write_file preview_forget preview_forget_id preview_forget_source preview_sweep"
    )
    assert {name for name in public if name not in tried.split()} <= {"review_due", "conflicts"}


TASKS: dict[str, Callable[[Tasks, OperatorTasks], object]] = {
    "create": lambda agent, _: (agent.create("u", "g", ["a"]), agent.create("u", "g", ["a"])),
    "apply": lambda agent, _: agent.apply("t", {"step": "two", "status": "done", "output": "x" * 3_000}),
    "propose": lambda agent, _: agent.propose("t", [{"op": "start", "step": "s2"}], base_rev=2, op_id="o"),
    "refused": lambda agent, _: [agent.propose("t", [], base_rev=1) for _ in range(2)],
    "next_step": lambda agent, _: agent.next_step("t"),
    "get": lambda agent, _: agent.get("t"),
    "legal": lambda agent, _: agent.legal("t"),
    "listed": lambda agent, _: agent.listed(finished=True),
    "counts": lambda agent, _: agent.counts(),
    "log": lambda agent, _: agent.log("t"),
    "artefact": lambda agent, _: agent.artefact("t", 1),
    "skip": lambda _, desk: desk.skip("t", 2, reason="r"),
    "cancel": lambda _, desk: desk.cancel("t", reason="r"),
    "retry": lambda _, desk: [
        desk.apply("t", {"step": 2, "status": "failed", "output": "r"}),
        desk.retry("t", 2),
    ],
    "edit": lambda _, desk: desk.edit("t", 2, "x"),
    "add": lambda _, desk: desk.add("t", "x"),
    "remove": lambda _, desk: desk.remove("t", 3),
    "move": lambda _, desk: desk.move("t", 3, 1),
    "pause": lambda _, desk: desk.pause("t", reason="r"),
    "resume": lambda _, desk: desk.resume("t"),
    "undo": lambda _, desk: desk.undo(desk.skip("t", 2, reason="r").change.undo),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", TASKS)
def test_every_statement_of_a_task_names_the_scope(store: Store, name: str) -> None:
    agent, desk = store.partition(ALICE).tasks, store.operator("ada").tasks(ALICE)
    agent.create("t", "Goal", ["one", "two", "three"])
    agent.apply("t", {"step": "one", "status": "done", "output": "x" * 3_000})
    with traced(store) as statements:
        TASKS[name](agent, desk)
    touching = [sql for sql in statements if set(_TABLE.findall(sql)) & PARTITIONED]
    assert touching
    assert {sql: tables for sql in touching if (tables := unscoped(sql))} == {}


def test_every_verb_of_a_task_was_tried() -> None:
    assert {name for name in dir(OperatorTasks) if not name.startswith("_")} <= set(TASKS)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM records WHERE id = ?",
        "DELETE FROM record_events WHERE record = ?",
        "UPDATE records SET content = '' WHERE id = 1",
        "SELECT * FROM records WHERE scope = ? AND id IN (SELECT record FROM imports WHERE item = ?)",
        "SELECT scope FROM subjects",
    ],
)
def test_a_statement_that_forgets_it_is_seen(sql: str) -> None:
    assert unscoped(sql)
