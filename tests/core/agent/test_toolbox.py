"""The tools a model is given (specification 11; strict rules: guide/interop.md 9)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import Scope, Store
from core.agent.tools import TOOLS, Toolbox

ALICE = Scope("acme", "alice")
PROPOSAL: dict[str, Any] = {
    "kind": "semantic",
    "key": "fiscal_year",
    "content": "The fiscal year starts in April.",
    "supersedes": None,
    "importance": None,
    "ttl_days": None,
    "evidence": [],
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.db") as opened:
        yield opened


@pytest.fixture
def toolbox(store: Store) -> Toolbox:
    return Toolbox(store.partition(ALICE, "bot"), "bot", "s1")


def test_the_names_are_those_of_the_specification() -> None:
    assert [tool.name for tool in TOOLS] == [
        "recall_memory",
        "get_memory",
        "propose_memory",
        "propose_deletion",
        "propose_task_update",
        "proposal_status",
    ]
    # Nothing an agent holds releases, approves or erases.
    assert not any(re.search("release|approve|erase|reveal|restore", tool.name) for tool in TOOLS)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_schema_is_strict(tool: Any) -> None:
    """Every property required, nothing additional, no default, and only what strict mode allows."""
    allowed = {
        "type",
        "properties",
        "required",
        "additionalProperties",
        "description",
        "anyOf",
        "items",
        "enum",
    }
    allowed |= {"minimum", "maximum", "maxItems"}

    def walk(schema: dict[str, Any]) -> None:
        assert set(schema) <= allowed
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False
            assert sorted(schema["required"]) == sorted(schema["properties"])
            for each in schema["properties"].values():
                walk(each)
        for each in schema.get("anyOf", []):
            walk(each)
        if "items" in schema:
            walk(schema["items"])

    assert tool.parameters["type"] == "object"
    walk(tool.parameters)
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool.name)
    assert tool.for_chat()["function"]["strict"] is True
    assert {"type", "name", "description", "parameters", "strict"} == set(tool.for_responses())
    assert tool.for_messages()["input_schema"] == tool.parameters


def test_a_proposal_is_stored_recalled_and_read(toolbox: Toolbox) -> None:
    # Providers pass the arguments as JSON text.
    stored = toolbox.call("propose_memory", json.dumps(PROPOSAL))
    recalled = toolbox.call("recall_memory", {"query": "when does the fiscal year start?"})
    read = toolbox.call("get_memory", {"key": "fiscal_year"})

    assert stored.data["outcome"] == "stored"
    assert [note["content"] for note in recalled.data["notes"]] == ["The fiscal year starts in April."]
    assert recalled.recalled == (stored.data["id"],)
    assert read.data["note"]["source"] == "agent:bot"


def test_the_same_call_twice_is_one_proposal(store: Store, toolbox: Toolbox) -> None:
    first, second = toolbox.call("propose_memory", PROPOSAL), toolbox.call("propose_memory", PROPOSAL)

    assert first == second
    assert [record.seen_count for record in store.partition(ALICE).records.facts()] == [1]


def test_a_deletion_by_the_agent_waits_and_its_state_can_be_asked(store: Store, toolbox: Toolbox) -> None:
    toolbox.call("propose_memory", PROPOSAL)
    held = toolbox.call("propose_deletion", {"key": "fiscal_year", "id": None, "reason": "outdated"})
    (waiting,) = store.operator("ada").review.waiting()
    before = toolbox.call("proposal_status", {"id": held.data["proposal"]})
    store.operator("ada").review.reject(waiting.scope, waiting.id, waiting.version, reason="still true")
    after = toolbox.call("proposal_status", {"id": held.data["proposal"]})

    assert held.data["outcome"] == "held"
    assert (before.data["status"], after.data["status"]) == ("waiting", "rejected")
    assert store.partition(ALICE).records.get("fiscal_year") is not None


def test_an_agent_cannot_ask_for_anothers_proposal(store: Store, toolbox: Toolbox) -> None:
    toolbox.call("propose_memory", PROPOSAL)
    held = toolbox.call("propose_deletion", {"key": "fiscal_year", "id": None, "reason": "outdated"})
    other = Toolbox(store.partition(ALICE, "other"), "other")

    answer = other.call("proposal_status", {"id": held.data["proposal"]})

    assert answer.is_error
    assert answer == other.call("proposal_status", {"id": 999})


def test_a_task_update_is_proposed_and_a_refusal_says_what_is_next(store: Store, toolbox: Toolbox) -> None:
    """Specification 9's example, through the tool."""
    store.partition(ALICE).tasks.create("q3", "Reconcile", ["fetch_invoices", "fetch_payments", "match"])
    update = {"task": "q3", "status": "done", "output": "4 invoices"}

    done = toolbox.call("propose_task_update", {**update, "step": "fetch_invoices"})
    refused = toolbox.call("propose_task_update", {**update, "step": "match"})
    missing = toolbox.call("propose_task_update", {**update, "task": "q4", "step": "match"})

    assert (done.data["outcome"], done.data["next_step"]) == ("accepted", "fetch_payments")
    assert (refused.data["outcome"], refused.is_error) == ("refused", False)
    assert refused.data["say"] == "match cannot change yet: the current step is fetch_payments"
    assert missing.is_error


def test_a_refused_update_gets_all_errors_the_plan_and_what_is_legal(store: Store, toolbox: Toolbox) -> None:
    """Rule 11 of guide/conversation.md 7.2, for the agent as for the library."""
    tasks = store.partition(ALICE).tasks
    tasks.create("q3", "Reconcile", ["fetch_invoices", "match"])
    wrong = {"task": "q3", "step": "match", "status": "done", "output": ""}

    refused = toolbox.call("propose_task_update", wrong)

    assert refused.data["errors"] == [
        "match cannot change yet: the current step is fetch_invoices",
        "match needs a result to be done",
    ]
    assert refused.data["reasons"] == ["out_of_order", "missing_result"]
    assert refused.data["revision"] == 1
    plan = refused.data["plan"].splitlines()
    assert plan[0] == "PLAN of task q3, kept by code, revision 1:"
    assert plan[2:] == ["  [ ] s1 fetch_invoices", "  [ ] s2 match", "  Next: s1"]
    assert [(each["step"], each["status"]) for each in refused.data["legal"]] == [
        ("fetch_invoices", "running"),
        ("fetch_invoices", "done"),
        ("fetch_invoices", "failed"),
    ]
    json.loads(refused.text)


def test_what_the_tool_calls_legal_is_accepted(store: Store, toolbox: Toolbox) -> None:
    tasks, person = store.partition(ALICE).tasks, store.operator("ada").tasks(ALICE)
    tasks.create("q3", "Reconcile", ["same", "same"])
    seen = set()
    for wanted in ("running", "failed", "running", "failed", "running", "failed", "running", "done"):
        answer = toolbox.call(
            "propose_task_update", {"task": "q3", "step": "s9", "status": "done", "output": "x"}
        )
        legal = {each["status"]: each for each in answer.data["legal"]}
        seen.add(frozenset(legal))
        if not legal:
            person.retry("q3", 1)
            wanted = "done"
            legal = {"done": {"step": "s1", "needs_output": True}}
        output = "x" if legal[wanted]["needs_output"] else None
        update = {"task": "q3", "step": legal[wanted]["step"], "status": wanted, "output": output}
        # The same words again are another attempt, not the answer that was given before.
        assert toolbox.call("propose_task_update", update).data["outcome"] == "accepted"
        if wanted == "done":
            break
    # Pending, running, failed, and failed for the last time.
    assert seen == {
        frozenset({"running", "done", "failed"}),
        frozenset({"done", "failed"}),
        frozenset({"running"}),
        frozenset(),
    }
    assert len(tasks.get("q3").steps[0].attempts) == 4


def test_evidence_has_to_be_a_turn_of_the_run(toolbox: Toolbox) -> None:
    toolbox.saw("user:turn-1", "Our fiscal year starts in April.")
    cited = {**PROPOSAL, "evidence": ["user:turn-1"]}
    invented = {
        **PROPOSAL,
        "key": "other",
        "content": "The office closes at five.",
        "evidence": ["user:turn-9"],
    }

    assert toolbox.call("propose_memory", cited).data["outcome"] == "stored"
    refused = toolbox.call("propose_memory", invented)
    assert (refused.data["outcome"], refused.data["reasons"]) == ("refused", ["span_missing"])


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("release", {}, "There is no tool 'release'"),
        ("recall_memory", "not json", "no JSON object"),
        ("recall_memory", "[]", "no JSON object"),
        ("recall_memory", {}, "needs the argument 'query'"),
        ("recall_memory", {"query": 3}, "'query' has to be a string"),
        ("recall_memory", {"query": "x", "k": True}, "'k' has to be an integer"),
        ("recall_memory", {"query": "x", "k": 0}, "at least 1"),
        ("recall_memory", {"query": "x", "scope": "acme/bob"}, "takes no argument 'scope'"),
        ("propose_memory", {**PROPOSAL, "kind": "rumour"}, "has to be one of"),
        ("propose_memory", {**PROPOSAL, "evidence": ["x"] * 11}, "more than 10"),
        ("propose_memory", {**PROPOSAL, "evidence": [1]}, "has an entry that has to be a string"),
        ("propose_deletion", {"key": None, "id": None, "reason": "x"}, "either 'key' or 'id'"),
        ("get_memory", "{" * 200_001, "longer than"),
        ("proposal_status", {"id": 4}, "nothing under that name"),
    ],
)
def test_a_wrong_call_is_an_answer_and_no_exception(
    toolbox: Toolbox, name: str, arguments: Any, says: str
) -> None:
    answer = toolbox.call(name, arguments)

    assert answer.is_error
    assert says in answer.data["error"]
    assert json.loads(answer.text) == answer.data


def test_a_note_of_100_kilobytes_is_refused_with_its_reason(toolbox: Toolbox) -> None:
    answer = toolbox.call("propose_memory", {**PROPOSAL, "content": "The meeting went on and on. " * 4_000})

    assert answer.data["outcome"] == "refused"
    assert "too_long" in answer.data["reasons"]


def test_a_failing_store_is_an_answer_too(store: Store, toolbox: Toolbox) -> None:
    store.close()

    assert toolbox.call("recall_memory", {"query": "x"}).is_error
