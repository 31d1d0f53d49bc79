"""The worked example of specification 9, and what it says about `apply`."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import InvalidUpdate, Store
from core.errors import NotFound
from core.memory.tasks import Code, Ruling, StepState, UpdateOutcome
from tests.core.hands import ALICE, CAROL
from tests.core.processes import python

STEPS = ["fetch_invoices", "fetch_payments", "match"]

_CRASHES = """
import os, signal, sys
from core import Scope, Store
tasks = Store.open(sys.argv[1]).partition(Scope("acme", "alice")).tasks
tasks.create("q3", "Reconcile Q3 invoices", ["fetch_invoices", "fetch_payments", "match"])
tasks.apply("q3", {"step": "fetch_invoices", "status": "done", "output": "4 invoices"})
try:
    tasks.apply("q3", {"step": "match", "status": "done"})
except ValueError as error:
    print(error)
tasks.apply("q3", {"step": "fetch_payments", "status": "done", "output": "3 payments"})
sys.stdout.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_worked_example(path: Path) -> None:
    said = python(_CRASHES, path, check=False)
    assert said == "match cannot change yet: the current step is fetch_payments"
    with Store.open(path) as store:
        tasks = store.partition(ALICE).tasks
        step = tasks.next_step("q3")
        assert step is not None
        assert step.name == "match"
        assert [each.result for each in tasks.get("q3").steps] == ["4 invoices", "3 payments", ""]
        refused = [event for event in tasks.log("q3") if event.ruling is Ruling.REFUSED]
        assert [problem.code for event in refused for problem in event.problems] == [
            Code.OUT_OF_ORDER,
            Code.MISSING_RESULT,
        ]


def test_a_refusal_says_everything_a_model_needs(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("q3", "Reconcile", STEPS)
    with pytest.raises(InvalidUpdate, match="the current step is fetch_invoices") as raised:
        tasks.apply("q3", {"step": "match", "status": "done", "output": "x"})
    result = raised.value.result
    assert result is not None
    assert isinstance(raised.value, ValueError)
    assert [step.name for step in result.task.steps] == STEPS
    assert [(each.act, each.name) for each in result.legal] == [("start", "fetch_invoices"), ("add", "")]
    assert result.change.kinds == {"task"}
    assert raised.value.data == {"rules": ["out_of_order"]}


def test_the_next_step_passes_what_a_person_skipped_or_cancelled(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    desk = store.operator("ada").tasks(ALICE)
    tasks.create("q3", "Reconcile", STEPS)
    desk.skip("q3", 1, reason="known already")
    desk.cancel("q3", 2, reason="not needed")
    step = tasks.next_step("q3")
    assert step is not None
    assert step.name == "match"
    result = tasks.apply("q3", {"step": "match", "status": "done", "output": "matched"})
    assert result.outcome is UpdateOutcome.ACCEPTED
    assert tasks.next_step("q3") is None


def test_a_pending_step_is_started_and_finished_in_one_revision(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("q3", "Reconcile", STEPS)
    result = tasks.apply("q3", {"step": "fetch_invoices", "status": "failed", "output": "no access"})
    assert result.task.rev == 2
    step = result.task.steps[0]
    assert (step.state, step.reason, len(step.attempts)) == (StepState.FAILED, "no access", 1)
    with pytest.raises(InvalidUpdate, match="fetch_invoices is failed and cannot become done"):
        tasks.apply("q3", {"step": "fetch_invoices", "status": "done", "output": "x"})
    tasks.apply("q3", {"step": "fetch_invoices", "status": "running"})
    tasks.apply("q3", {"step": "fetch_invoices", "status": "done", "output": "4"})
    assert len(tasks.get("q3").steps[0].attempts) == 2


def test_duplicate_names_are_told_apart_by_number(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("twice", "Ask twice", ["ask", "ask"])
    with pytest.raises(InvalidUpdate, match="2 steps are called ask: name it by its number, such as s1"):
        tasks.apply("twice", {"step": "ask", "status": "done", "output": "x"})
    tasks.apply("twice", {"step": "s1", "status": "done", "output": "x"})
    tasks.apply("twice", {"step": 2, "status": "done", "output": "y"})
    assert tasks.next_step("twice") is None


def test_a_new_process_may_create_the_same_task_again(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("q3", "Reconcile", STEPS)
    tasks.apply("q3", {"step": "fetch_invoices", "status": "done", "output": "4"})
    again = tasks.create("q3", "Reconcile", STEPS)
    assert again.outcome is UpdateOutcome.NOOP
    assert again.task.steps[0].state is StepState.DONE
    with pytest.raises(InvalidUpdate, match="there is a task q3 with another plan"):
        tasks.create("q3", "Reconcile", ["else"])
    assert [problem.code for problem in tasks.log("q3")[0].problems] == [Code.TASK_EXISTS]


def test_a_task_belongs_to_one_person(store: Store) -> None:
    store.partition(ALICE).tasks.create("q3", "Reconcile", STEPS)
    with pytest.raises(NotFound):
        store.partition(CAROL).tasks.get("q3")
    assert store.partition(CAROL).tasks.listed(finished=True) == []


def test_the_agent_has_none_of_a_persons_acts(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("q3", "Reconcile", STEPS)
    for name in ("skip", "cancel", "retry", "edit", "add", "remove", "move", "pause", "resume", "undo"):
        assert not hasattr(tasks, name)
    for act in ("skip", "cancel", "retry", "edit", "remove", "move", "pause", "resume"):
        operation = {"op": act}
        if act not in {"pause", "resume"}:
            operation["step"] = "s1"
        if act == "edit":
            operation["name"] = "x"
        result = tasks.propose("q3", [operation], base_rev=1)
        assert [problem.code for problem in result.problems] == [Code.PERSON_ONLY]
    for status in ("skipped", "cancelled"):
        with pytest.raises(InvalidUpdate, match="only a person can"):
            tasks.apply("q3", {"step": "match", "status": status})
    assert tasks.get("q3").rev == 1
