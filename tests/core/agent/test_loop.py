"""The small agent (specification 11): tools, budgets, and envelopes instead of crashes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from core import Store
from core.agent.loop import Ending, Loop
from core.agent.model import Reply, Said, ScriptedModel, Usage
from core.agent.tools import Toolbox
from core.memory.conversation import ToolCall
from tests.core.hands import ALICE

ASKED = [Said("user", "When does the fiscal year start?")]


def calling(name: str, arguments: object, id_: str = "c1") -> Reply:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return Reply("", (ToolCall(id_, name, text),), Usage(100, 10))


def test_what_was_recalled_comes_back_to_the_model_and_is_told(store: Store) -> None:
    partition = store.partition(ALICE)
    record = partition.records.remember(
        "The fiscal year starts in April.", key="fy", source="user:turn-1"
    ).record
    assert record is not None

    def from_memory(messages: Sequence[Said]) -> str:
        return json.loads(messages[-1].content)["notes"][0]["content"]

    loop = Loop(
        ScriptedModel([calling("recall_memory", {"query": "fiscal year"}), from_memory]), Toolbox(partition)
    )
    turned = loop.turn(ASKED)

    assert (turned.ending, turned.text) == (Ending.ANSWERED, "The fiscal year starts in April.")
    assert turned.recalled == [record.id]
    assert [said.role for said in turned.said] == ["assistant", "tool", "assistant"]
    assert turned.said[1].answers == "c1"


def test_a_release_by_the_agent_itself_is_no_tool(store: Store) -> None:
    loop = Loop(
        ScriptedModel([calling("release_proposal", {"id": 1}), "ok"]), Toolbox(store.partition(ALICE))
    )

    turned = loop.turn(ASKED)

    assert "There is no tool" in json.loads(turned.said[1].content)["error"]
    assert turned.ending is Ending.ANSWERED


def test_wrong_arguments_are_told_and_the_turn_goes_on(store: Store) -> None:
    model = ScriptedModel([calling("recall_memory", "{"), calling("recall_memory", {"query": 1}), "sorry"])

    turned = Loop(model, Toolbox(store.partition(ALICE))).turn(ASKED)

    assert [
        json.loads(said.content).get("error") is not None for said in turned.said if said.role == "tool"
    ] == [
        True,
        True,
    ]
    assert turned.text == "sorry"


def test_a_turn_ends_with_its_steps(store: Store) -> None:
    model = ScriptedModel([calling("recall_memory", {"query": "x"})] * 9)

    turned = Loop(model, Toolbox(store.partition(ALICE)), steps=3).turn(ASKED)

    assert (turned.ending, turned.steps) == (Ending.STEPS, 3)


def test_a_turn_ends_with_its_tokens(store: Store) -> None:
    model = ScriptedModel([calling("recall_memory", {"query": "x"})] * 9)

    turned = Loop(model, Toolbox(store.partition(ALICE)), tokens=200).turn(ASKED)

    # 110 reported tokens a call: the second call reaches 220, a third is not made.
    assert (turned.ending, turned.steps, turned.tokens) == (Ending.TOKENS, 2, 220)


def test_two_agents_proposing_the_same_key_leave_one_value_and_a_history(store: Store) -> None:
    for agent, month in (("a", "April"), ("b", "July")):
        arguments = {
            "kind": "semantic",
            "key": "fy",
            "content": f"The fiscal year starts in {month}.",
            "supersedes": None,
            "importance": None,
            "ttl_days": None,
            "evidence": [],
        }
        toolbox = Toolbox(store.partition(ALICE, agent), agent)
        Loop(ScriptedModel([calling("propose_memory", arguments), "done"]), toolbox).turn(ASKED)

    records = store.partition(ALICE).records
    current = records.get("fy")
    assert current is not None
    assert records.history("fy")[0].content == "The fiscal year starts in April."
    waiting = store.operator("ada").review.waiting()
    # guide/gate.md 5: agent against agent is stored, held where a value slot changes; never lost.
    assert len(records.history("fy")) + len(waiting) == 2
