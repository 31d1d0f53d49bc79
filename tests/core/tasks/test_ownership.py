"""A running step belongs to one process; only a writer of its task finds out that it is gone."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

import pytest

from core import InvalidUpdate, Store
from core.memory.tasks import Code, Happened, StepState, owner
from tests.core.hands import ALICE, Hand
from tests.core.planting import plant
from tests.core.processes import started

_WORKS = """
import sys
from core import Scope, Store
tasks = Store.open(sys.argv[1], clock=lambda: int(sys.argv[2])).partition(Scope("acme", "alice")).tasks
tasks.create("t", "Goal", ["one", "two"])
tasks.apply("t", {"step": "one", "status": "running"})
print("running", flush=True)
sys.stdin.readline()
tasks.apply("t", {"step": "one", "status": "done", "output": "by the first"})
print("done", flush=True)
"""


@contextmanager
def agent(store: Store, clock: Hand) -> Iterator[Popen[str]]:
    """A process that runs the first step of a new task, and ends it when it is told to."""
    with started(_WORKS, store.path, clock()) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "running\n"
            yield process
        finally:
            process.kill()


def test_reading_never_ends_a_living_agents_step(store: Store, clock: Hand) -> None:
    with agent(store, clock) as process:
        for tasks in (store.partition(ALICE).tasks, store.operator("ada").tasks(ALICE)):
            seen = tasks.get("t")
            assert not seen.is_stale
            assert seen.owner is not None
            assert seen.owner.pid == process.pid
        with pytest.raises(InvalidUpdate, match="one is being worked on by another process") as raised:
            store.partition(ALICE).tasks.apply("t", {"step": "one", "status": "done", "output": "mine"})
        assert raised.value.problems[0].code is Code.NOT_OWNER
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "done\n"
    assert store.partition(ALICE).tasks.get("t").steps[0].result == "by the first"


def test_a_killed_agents_step_is_stale_to_readers_and_failed_by_the_next_writer(
    store: Store, clock: Hand
) -> None:
    tasks = store.partition(ALICE).tasks
    with agent(store, clock) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        for _ in range(2):
            seen = tasks.get("t")
            assert (seen.is_stale, seen.steps[0].state, seen.rev) == (True, StepState.RUNNING, 2)
        step = tasks.next_step("t")
        assert step is not None
        assert step.name == "one"
        tasks.apply("t", {"step": "one", "status": "running"})
    step = tasks.get("t").steps[0]
    assert [attempt.interrupted for attempt in step.attempts] == [True, False]
    log = tasks.log("t")
    assert [event.happened for event in log] == ["update", "interrupted", "update", "created"]
    assert log[1].source == "code:tasks"


def test_a_refused_writer_finds_the_dead_too(store: Store, clock: Hand) -> None:
    tasks = store.partition(ALICE).tasks
    with agent(store, clock) as process:
        process.kill()
        process.wait()
        with pytest.raises(InvalidUpdate, match="the current step is one"):
            tasks.apply("t", {"step": "two", "status": "done", "output": "x"})
    seen = tasks.get("t")
    assert seen.steps[0].interrupted
    assert seen.rev == 3


def test_an_owner_of_another_machine_is_believed_until_its_lease_ends(
    store: Store, path: Path, clock: Hand
) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one", "two"])
    tasks.apply("t", {"step": "one", "status": "running"})
    plant(path, "UPDATE task_leases SET host = 'elsewhere', process = '[1, \"7\", \"another boot\"]'")
    assert not tasks.get("t").is_stale
    with pytest.raises(InvalidUpdate, match="by another process, 1 on elsewhere"):
        tasks.apply("t", {"step": "one", "status": "failed", "output": "x"})
    clock.pass_(seconds=owner.LEASE // 1_000_000)
    assert tasks.get("t").is_stale
    tasks.apply("t", {"step": "one", "status": "running"})
    assert tasks.log("t")[1].happened is Happened.INTERRUPTED


def test_a_number_given_to_a_later_process_is_another_owner(store: Store, path: Path) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one"])
    tasks.apply("t", {"step": "one", "status": "running"})
    mine = owner.Owner.this()
    later = owner.Owner(mine.host, mine.pid, "1", mine.space)
    plant(path, f"UPDATE task_leases SET process = '{later.process}'")
    assert tasks.get("t").is_stale


def test_a_lease_is_renewed_while_its_process_lives(
    store: Store, path: Path, clock: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.memory.tasks.lease.RENEWED_EVERY", 0.01)
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one"])
    tasks.apply("t", {"step": "one", "status": "running"})
    clock.pass_(seconds=25)
    wanted = clock() + owner.LEASE
    for _ in range(1_000):
        ((until,),) = plant(path, "SELECT until FROM task_leases")
        if until == wanted:
            break
    assert until == wanted
    clock.pass_(seconds=25)
    tasks.apply("t", {"step": "one", "status": "done", "output": "x"})
    assert plant(path, "SELECT count(*) FROM task_leases") == [(0,)]
