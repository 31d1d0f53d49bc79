"""Proposals from two processes at once, and what the file itself says of a task."""

from __future__ import annotations

import threading
from pathlib import Path

from core import Store
from core.memory.tasks import Happened, Ruling
from core.memory.tasks.fold import fold, plan_of
from core.store import task_rows
from tests.core.hands import ALICE
from tests.core.planting import plant
from tests.core.processes import started

_PROPOSES = """
import sys
from core import Scope, Store
tasks = Store.open(sys.argv[1], "read-write").partition(Scope("acme", "alice")).tasks
print("ready", flush=True)
for line in sys.stdin:
    number = int(line)
    steps = [{"op": "add", "name": f"{sys.argv[2]} {number}"}]
    print(tasks.propose("t", steps, base_rev=number).outcome, flush=True)
"""


def test_of_two_proposals_for_one_revision_one_is_taken(path: Path) -> None:
    with Store.open(path) as store:
        tasks = store.partition(ALICE).tasks
        tasks.create("t", "Goal", ["one"])
        agents = [started(_PROPOSES, path, name) for name in ("first", "second")]
        try:
            for agent in agents:
                assert agent.stdout is not None
                assert agent.stdout.readline() == "ready\n"
            for revision in range(1, 21):
                for agent in agents:
                    assert agent.stdin is not None
                    agent.stdin.write(f"{revision}\n")
                    agent.stdin.flush()
                said = sorted(agent.stdout.readline().strip() for agent in agents if agent.stdout)
                assert said == ["accepted", "refused"]
        finally:
            for agent in agents:
                agent.kill()
                agent.communicate()
        task = tasks.get("t")
        assert (task.rev, len(task.steps), task.refused) == (21, 21, 20)
        assert len({step.id for step in task.steps}) == 21


def test_the_log_in_the_file_folds_to_the_plan(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    person = store.operator("ada").tasks(ALICE)
    tasks.create("t", "Goal", ["one", "two", "three"])
    tasks.apply("t", {"step": "one", "status": "failed", "output": "no"})
    tasks.apply("t", {"step": "one", "status": "running"})
    tasks.propose("t", [{"op": "start", "step": "s3"}], base_rev=3)
    tasks.apply("t", {"step": "one", "status": "done", "output": "x" * 3_000})
    what = person.skip("t", 2, reason="r").change.undo
    assert what is not None
    person.undo(what)
    person.move("t", 3, 1)
    person.pause("t", reason="r")
    person.cancel("t", reason="r")
    with store._database.read() as connection:  # noqa: SLF001
        ((scope,),) = connection.execute("SELECT scope FROM subjects").fetchall()
        row = task_rows.by_name(connection, scope, "t")
        assert row is not None
        events = task_rows.events(connection, scope, row.id, -1, 0)[::-1]
    plan = plan_of(row.plan, row.id)
    assert plan == tasks.get("t").plan
    assert fold(events) == fold(events * 2) == plan
    assert [event.rev for event in events if event.verdict == Ruling.ACCEPTED] == list(range(1, 10))
    for length in range(1, len(events) + 1):
        prefix = fold(events[:length])
        assert prefix is not None
        assert prefix.rev == events[length - 1].rev
    assert {event.act for event in events} == {Happened.CREATED, Happened.UPDATE, Happened.UNDO}


def test_a_row_with_bad_utf8_hides_nothing(store: Store, path: Path) -> None:
    tasks = store.partition(ALICE).tasks
    for name in ("a", "b"):
        tasks.create(name, "Goal", ["one"])
        tasks.apply(name, {"step": "one", "status": "done", "output": "x" * 3_000})
    plant(
        path,
        "UPDATE tasks SET name = CAST(x'61ff' AS TEXT) WHERE name = 'a'",
        "UPDATE task_events SET source = CAST(x'61ff' AS TEXT)",
        "UPDATE task_artefacts SET text = CAST(x'61ff' AS TEXT)",
    )
    assert {task.name for task in tasks.listed(finished=True)} == {"a\\xff", "b"}
    assert {event.source for event in tasks.log("b")} == {"a\\xff"}
    assert tasks.artefact("b", 1) == "a\\xff"


def test_closing_the_file_ends_the_renewing(path: Path) -> None:
    with Store.open(path) as store:
        tasks = store.partition(ALICE).tasks
        tasks.create("t", "Goal", ["one"])
        tasks.apply("t", {"step": "one", "status": "running"})
        assert "task leases" in {thread.name for thread in threading.enumerate()}
    assert "task leases" not in {thread.name for thread in threading.enumerate()}
