"""A canary in one scope, and every public read path of another."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from core import MnemoscopeError, Scope, Store, Undo
from core.change import Reversal
from core.handles import Partition
from core.memory.records import OperatorRecords, Records, Sort, SortColumn, query
from tests.core.hands import START

CANARY = "zanzibar"
OWNER = Scope("acme", "u-1")
NAMES = [("acme", "u-10"), ("acme", "u-"), ("globex", "u-1"), ("acme", "U-1"), ("a", "u-1")]
NEIGHBOURS = [Scope(*names) for names in NAMES]
HOSTILE: list[Any] = [
    CANARY, f"{CANARY}_key", f"/memories/{CANARY}.md", "/memories",
    "%", "_%", "*", "", "' OR 1=1 --", "acme", "u-1", f"user:{CANARY}", "tag",
    0, 1, 2, 3, -1, 2**62, None, True, START, datetime.max.replace(tzinfo=UTC), [1, 2, 3], ("semantic",), {}, 1.5,
    query.parse("state:any"), query.parse(CANARY), Sort(SortColumn.CONTENT), Path("/nowhere/out.csv"),
    Undo(Reversal.WITHDRAW, 1), Undo(Reversal.IMPORT, spans=((1, 3),)), "csv", "semantic", "episodic",
]  # fmt: skip


@pytest.fixture
def planted(store: Store) -> Store:
    records = store.partition(OWNER).records
    records.remember(f"About {CANARY}.", key=f"{CANARY}_key", source=f"user:{CANARY}", session=CANARY)
    records.remember(f"More of {CANARY}.", key=f"{CANARY}_key", source=f"user:{CANARY}", session=CANARY)
    records.remember(f"{CANARY} happened.", kind="episodic", source=f"user:{CANARY}", session=CANARY)
    partition = store.partition(OWNER)
    partition.notes.create(f"/memories/{CANARY}.md", f"About {CANARY}.")
    partition.graph.upsert(CANARY, "place", CANARY, {"told": f"About {CANARY}."})
    partition.graph.upsert("acme", "place", "acme", {"told": f"More of {CANARY}."})
    partition.graph.link(CANARY, "acme", "near")
    partition.documents.add(CANARY, f"About {CANARY}.", title=f"About {CANARY}.")
    tasks = store.partition(OWNER).tasks
    tasks.create(CANARY, f"About {CANARY}.", [CANARY, "more"])
    tasks.apply(CANARY, {"step": CANARY, "status": "done", "output": f"{CANARY} happened. {'y' * 2_000}"})
    return store


def methods(of: object) -> Iterator[str]:
    for name in dir(of):
        if not name.startswith("_") and callable(getattr(of, name)):
            yield name


def calls(handle: object, but: tuple[str, ...] = ()) -> Iterator[object]:
    """The answer, or the error, of every public method to every hostile argument."""
    for name in methods(handle):
        if name.startswith(but or ("_",)):
            continue
        method = getattr(handle, name)
        required = [
            parameter
            for parameter in inspect.signature(method).parameters.values()
            if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
        ]
        named = {
            parameter.name: "user:t1" for parameter in required if parameter.kind is parameter.KEYWORD_ONLY
        }
        count = len(required) - len(named)
        for value in HOSTILE:
            extra = {"source": "user:t1"} if name in {"remember", "judge"} else {}
            if name == "run":
                value = {"command": "view", "path": value}
            try:
                yield method(*[value] * count, **named, **extra)
            except Exception as error:
                yield error
    yield None


def spoken(answer: object) -> str:
    if isinstance(answer, MnemoscopeError):
        # An error may repeat the caller's own argument, as a key that is not there.
        data = {name: value for name, value in answer.data.items() if name not in {"key", "value"}}
        return repr((answer.code, data))
    return repr(answer)


def reveals(answer: object) -> bool:
    """Whether an answer holds what only the owner's records say; hostile texts may stand here too."""
    return any(text in spoken(answer) for text in ("About zanzibar", "More of zanzibar", "zanzibar happened"))


def beside(store: Store, scope: Scope) -> list[object]:
    """The handles on what is kept beside the records."""
    partition, operator = store.partition(scope), store.operator("ada")
    agents = [partition.notes, partition.graph, partition.documents, partition.prompting]
    return [*agents, operator.notes(scope), operator.graph(scope), operator.documents(scope)]


def test_the_owner_would_see_it(planted: Store) -> None:
    for handle in (planted.partition(OWNER).records, planted.partition(OWNER).tasks):
        assert any(reveals(answer) for answer in calls(handle))
    for handle in beside(planted, OWNER):
        # What takes away would leave nothing to see.
        removing = ("add", "delete", "forget", "rename", "upsert", "conversation", "write")
        assert any(reveals(answer) for answer in calls(handle, removing)), handle


@pytest.mark.parametrize("scope", NEIGHBOURS, ids=str)
def test_no_public_path_of_another_scope_shows_it(planted: Store, scope: Scope) -> None:
    before = planted.partition(OWNER).records.export()
    partition = planted.partition(scope)
    desk = planted.operator("ada").records(scope)
    tried = 0
    tasks = planted.operator("ada").tasks(scope)
    for handle in (partition.records, desk, partition.tasks, tasks):
        for answer in calls(handle):
            tried += 1
            assert not reveals(answer)
    assert tried > 1_000
    for handle in beside(planted, scope):
        for answer in calls(handle):
            assert not reveals(answer)
    owners = planted.partition(OWNER)
    assert owners.notes.view(f"/memories/{CANARY}.md").endswith(f"About {CANARY}.")
    assert [entity.id for entity in owners.graph.related("acme")] == [CANARY]
    assert [chunk.text for chunk in owners.documents.chunks(CANARY)] == [f"About {CANARY}."]
    for beliefs in (partition.records.as_of(START), desk.as_of(START)):
        for answer in calls(beliefs):
            assert not reveals(answer)
    assert planted.partition(OWNER).records.export() == before


def test_ids_of_another_scope_answer_exactly_like_missing_ones(planted: Store) -> None:
    records, desk = planted.partition(NEIGHBOURS[0]).records, planted.operator("ada").records(NEIGHBOURS[0])
    records.remember("Mine.", source="user:t1")

    def answer(act: Any, id_: int) -> str:
        try:
            result = act(id_)
        except MnemoscopeError as error:
            return repr((type(error), error.code, error.data)).replace(str(id_), "#")
        # A held deletion is an item of the asker's own; that it waits tells nothing of its target.
        held = getattr(result, "held", None)
        return repr(result if held is None else (result.outcome, result.reasons, held.status))

    for act in (
        records.by_id,
        records.chain,
        lambda id_: records.forget_id(id_, source="user:t1"),
        lambda id_: records.forget_id(id_, source="agent:x"),
        desk.confirm,
        desk.roll_back,
        lambda id_: desk.set_expiry(id_, None),
        lambda id_: desk.correct(id_, "x"),
        desk.forget_record,
        desk.preview_forget_id,
        desk.events,
        lambda id_: desk.page([id_]),
        lambda id_: desk.undo(Undo(Reversal.WITHDRAW, id_)),
    ):
        assert answer(act, 3) == answer(act, 7)


def test_deleting_leaves_the_neighbours(planted: Store) -> None:
    for scope in NEIGHBOURS:
        planted.partition(scope).records.remember("Same.", key="k", source=f"user:{CANARY}")
    planted.operator("ada").records(OWNER).forget_source("user:")
    assert planted.partition(OWNER).records.export() == []
    for scope in NEIGHBOURS:
        assert len(planted.partition(scope).records.export()) == 1


# What an agent's process can do, and nothing else.
AGENT = {
    "remember", "judge", "facts", "get", "get_all", "history", "by_id", "chain", "episodes", "as_of", "export",
    "forget", "forget_id", "recall", "explain", "explain_held", "proposal",
}  # fmt: skip


AGENTS_TASKS = {
    "create", "apply", "propose", "next_step", "get", "legal", "listed", "counts", "log", "artefact",
}  # fmt: skip


def test_the_agents_verbs_are_exactly_these(planted: Store) -> None:
    assert set(methods(planted.partition(OWNER).tasks)) == AGENTS_TASKS
    assert set(methods(planted.partition(OWNER).records)) == AGENT
    assert {name for name in dir(Partition) if not name.startswith("_")} == {
        "scope", "conversation", "conversations", "prompt", "scratchpad", "reset", "durable"
    }  # fmt: skip


@pytest.mark.parametrize(
    "verb",
    ["confirm", "correct", "roll_back", "undo", "skip", "cancel", "retry", "edit", "move", "pause", "resume",
     "set_expiry", "sweep", "forget_source", "forget_key", "erase",
     "release", "approve", "scopes", "operator", "partition", "ids", "page", "write_file", "import_path"],
)  # fmt: skip
def test_no_way_leads_from_the_agents_handle_to_an_operators_verb(planted: Store, verb: str) -> None:
    seen: set[int] = set()
    waiting: list[object] = [planted.partition(OWNER)]
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, str | int | float | bytes | type(None)):
            continue
        seen.add(id(found))
        assert not hasattr(found, verb), (found, verb)
        values = [getattr(found, name) for name in dir(found) if not name.startswith("_")]
        waiting += [value for value in values if not callable(value)]


@pytest.mark.parametrize(
    ("handle", "verbs"),
    [
        ("notes", {"run", "citing", "view", "create", "str_replace", "insert", "delete", "rename"}),
        (
            "graph",
            {"upsert", "link", "conversation", "entity", "entities", "named", "links", "related",
             "conversations"},
        ),
        ("documents", {"add", "get", "all", "chunks", "recall"}),
    ],
)  # fmt: skip
def test_the_agents_verbs_beside_the_records_are_exactly_these(
    planted: Store, handle: str, verbs: set[str]
) -> None:
    assert set(methods(getattr(planted.partition(OWNER), handle))) == verbs


def test_agents_records_are_not_an_operators(planted: Store) -> None:
    assert not isinstance(planted.partition(OWNER).records, OperatorRecords)
    assert isinstance(planted.operator("ada").records(OWNER), Records)


def test_scopes_are_listed_without_contents(planted: Store) -> None:
    with contextlib.suppress(MnemoscopeError):
        for summary in planted.operator("ada").scopes():
            assert CANARY not in repr(summary)
