"""What cannot be a task or an update: a defined answer and a sentence that says what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core import InvalidUpdate, Store
from core.errors import Corrupt, Gone, Invalid, NotFound, ReadOnly
from core.memory.tasks import Tasks, UpdateOutcome
from core.store import subjects
from tests.core.hands import ALICE
from tests.core.planting import plant

CREATIONS: list[tuple[object, object, object, str]] = [
    ("t", "Goal", [], "a plan needs at least one step"),
    ("t", "Goal", ["x"] * 1_000, "a plan has at most 30 steps, this one would have 1000"),
    ("t", "Goal", ["x" * 201], "step has at most 200 characters, this one has 201"),
    ("t", "Goal", "one", "steps has to be a list of texts"),
    ("t", "Goal", None, "steps has to be a list of texts"),
    ("t", "Goal", ["one", 2], "step has to be a text"),
    ("t", "Goal", ["one", "  "], "step is empty"),
    ("t", "Goal", ["\udc00"], "step holds characters that are no text"),
    ("t", "", ["one"], "goal is empty"),
    ("t", 5, ["one"], "goal has to be a text"),
    ("t", "g" * 1_001, ["one"], "goal has at most 1000 characters, this one has 1001"),
]


@pytest.mark.parametrize(("name", "goal", "steps", "sentence"), CREATIONS)
def test_no_task(store: Store, name: Any, goal: Any, steps: Any, sentence: str) -> None:
    tasks = store.partition(ALICE).tasks
    with pytest.raises(InvalidUpdate) as raised:
        tasks.create(name, goal, steps)
    assert str(raised.value) == sentence
    assert tasks.listed(finished=True) == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, 5, None, "\udc00"])
def test_no_name(store: Store, name: Any) -> None:
    tasks = store.partition(ALICE).tasks
    for act in (lambda: tasks.create(name, "Goal", ["one"]), lambda: tasks.get(name)):
        with pytest.raises(Invalid):
            act()


UPDATES: list[tuple[object, str]] = [
    ({"step": "four", "status": "done", "output": "x"}, "there is no step four"),
    ({"step": "s9", "status": "done", "output": "x"}, "there is no step s9"),
    ({"step": -1, "status": "done", "output": "x"}, "step has to be a whole number"),
    ({"step": True, "status": "done", "output": "x"}, "step has to be a whole number"),
    ({"step": ["one"], "status": "done", "output": "x"}, "step has to be a whole number"),
    ({"step": "", "status": "done", "output": "x"}, "step is empty"),
    ({"status": "done", "output": "x"}, "step is missing"),
    (
        {"step": "one", "status": "finished"},
        "status is not one of running, done, failed, skipped, cancelled",
    ),
    ({"step": "one"}, "status is not one of running, done, failed, skipped, cancelled"),
    ({"step": "one", "status": "done"}, "one needs a result to be done"),
    ({"step": "one", "status": "done", "output": {"rows": 4}}, "output has to be a text"),
    (
        {"step": "one", "status": "done", "output": "x" * 1_000_000},
        "output has at most 100000 characters, this one has 1000000",
    ),
    ({"step": "one", "status": "failed"}, "one needs a reason to fail"),
    ({"step": "one", "status": "done", "output": "x", "force": True}, "force is no field of this operation"),
    ("one", "update has to be an object"),
    (None, "update has to be an object"),
]


@pytest.mark.parametrize(("update", "sentence"), UPDATES)
def test_no_update(store: Store, update: Any, sentence: str) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one", "two"])
    with pytest.raises(InvalidUpdate) as raised:
        tasks.apply("t", update)
    assert sentence in [problem.sentence for problem in raised.value.problems]
    assert tasks.get("t").rev == 1
    assert [problem.sentence for problem in tasks.log("t")[0].problems] == [
        problem.sentence for problem in raised.value.problems
    ]


@pytest.mark.parametrize(
    ("update", "sentence"),
    [
        (
            {"step": "one", "status": "done", "output": "x" * 1_000_000},
            "output has at most 100000 characters, this one has 1000000",
        ),
        ({"step": "one", "status": "done", "output": {"rows": 4}}, "output has to be a text"),
        ({"step": "one", "status": "done", "output": 7}, "output has to be a text"),
        ({"step": "one", "status": "done", "output": "\udc00"}, "output holds characters that are no text"),
        (
            {"step": "one", "status": "failed", "output": "x" * 2_001},
            "output has at most 2000 characters, this one has 2001",
        ),
    ],
)
def test_what_is_wrong_with_an_output_is_said_and_not_that_it_is_missing(
    store: Store, update: Any, sentence: str
) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one", "two"])
    with pytest.raises(InvalidUpdate) as raised:
        tasks.apply("t", update)
    assert str(raised.value) == sentence
    assert len(raised.value.problems) == 1
    assert tasks.get("t").plan.current == tasks.get("t").steps[0]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"result": ["r"], "evidence": "c"}, "result has to be a text"),
        ({"result": "r", "evidence": 5}, "evidence has to be a text"),
        ({"result": "r", "evidence": "c" * 201}, "evidence has at most 200 characters, this one has 201"),
    ],
)
def test_a_patch_says_it_too(store: Store, fields: Any, sentence: str) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one"])
    rev = tasks.propose("t", [{"op": "start", "step": "s1"}], base_rev=1).task.rev
    result = tasks.propose("t", [{"op": "done", "step": "s1", **fields}], base_rev=rev)
    assert [problem.sentence for problem in result.problems] == [sentence]
    assert tasks.get("t").rev == rev


PATCHES: list[tuple[object, str]] = [
    ([], "the patch has no operations"),
    ("start", "operations has to be a list"),
    (None, "operations has to be a list"),
    ([5], "operation has to be an object"),
    ([{}], "op is not one of start, done, fail, add"),
    ([{"op": ["start"]}], "op is not one of start, done, fail, add"),
    ([{"op": "start", "step": "one", "x": 1}], "x is no field of this operation"),
    ([{"op": "start", "step": "s1"}] * 1_000, "a patch has at most 60 operations, this one has 1000"),
    ([{"op": "add"}], "name has to be a text"),
    ([{"op": "add", "name": "x", "after": "nowhere"}], "there is no step nowhere"),
    ([{"op": "add", "name": "x", "replaces": 77}], "there is no step s77"),
    ([{"op": "start"}], "step is missing"),
]


@pytest.mark.parametrize(("operations", "sentence"), PATCHES)
def test_no_patch(store: Store, operations: Any, sentence: str) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one", "two"])
    result = tasks.propose("t", operations, base_rev=1)
    assert result.outcome is UpdateOutcome.REFUSED
    assert sentence in [problem.sentence for problem in result.problems]
    assert tasks.get("t").rev == 1


@pytest.mark.parametrize("base_rev", [None, "1", -1, True, 1.0])
def test_a_revision_is_a_whole_number(store: Store, base_rev: Any) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one"])
    result = tasks.propose("t", [{"op": "start", "step": "s1"}], base_rev=base_rev)
    assert result.outcome is UpdateOutcome.REFUSED
    assert result.problems[0].data["field"] == "base_rev"


def every_verb(tasks: Tasks) -> list[Any]:
    return [
        lambda: tasks.get("t"),
        lambda: tasks.next_step("t"),
        lambda: tasks.legal("t"),
        lambda: tasks.log("t"),
        lambda: tasks.artefact("t", 1),
        lambda: tasks.apply("t", {"step": "one", "status": "running"}),
        lambda: tasks.propose("t", [], base_rev=1),
    ]


def test_a_task_that_is_not_there(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    for act in every_verb(tasks):
        with pytest.raises(NotFound):
            act()
    # Asking made nobody known to the file.
    assert store.operator("ada").scopes() == []
    tasks.create("another", "Goal", ["one"])
    for act in every_verb(tasks):
        with pytest.raises(NotFound):
            act()


def test_a_file_that_may_only_be_read(store: Store, path: Path) -> None:
    store.partition(ALICE).tasks.create("t", "Goal", ["one"])
    with Store.open(path, "read-only") as opened:
        tasks = opened.partition(ALICE).tasks
        assert tasks.get("t").steps[0].name == "one"
        with pytest.raises(ReadOnly):
            tasks.apply("t", {"step": "one", "status": "running"})


def test_an_erased_person(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one"])
    with store._database.write() as tx:  # noqa: SLF001
        found = subjects.find(tx, "acme", "alice")
        assert found is not None
        subjects.bury(tx, found.scope, 0)
    with pytest.raises(Gone):
        tasks.apply("t", {"step": "one", "status": "running"})
    with pytest.raises(Gone):
        tasks.create("u", "Goal", ["one"])


@pytest.mark.parametrize("plan", ["", "{}", "[1]", '{"steps": 5}', '{"steps": [{"id": 1}]}'])
def test_a_damaged_plan_is_said_to_be_one(store: Store, path: Path, plan: str) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("t", "Goal", ["one"])
    plant(path, f"UPDATE tasks SET plan = '{plan}'")
    for act in every_verb(tasks)[:3]:
        with pytest.raises(Corrupt):
            act()
