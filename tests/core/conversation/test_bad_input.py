"""Bad input of conversations: what comes of each is defined, for every strategy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import Store
from core.errors import BudgetError, Invalid
from core.interop import Problem
from core.memory.conversation import Message, Role, ToolCall
from core.memory.conversation.cut import Cutter
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Fate, Why, fates, trace
from core.memory.prompt.assembling import Ingredients, assemble
from tests.core.conversation.talks import history, invoices, numbered
from tests.core.hands import ALICE

EVERY = pytest.mark.parametrize("strategy", list(Strategy))


def result(answers: str, text: str = "r") -> Message:
    return Message(Role.TOOL, text, answers=answers)


def call(*ids: str) -> Message:
    return Message(Role.ASSISTANT, "", calls=tuple(ToolCall(id_, "f", "{}") for id_ in ids))


@EVERY
def test_a_budget_of_nothing_sends_nothing_and_says_so(store: Store, strategy: Strategy) -> None:
    talk = store.partition(ALICE).conversation("c1", budget_tokens=0, strategy=strategy)
    talk.add("user", "hello")
    with pytest.raises(BudgetError) as failed:
        store.partition(ALICE).prompt(talk)
    assert failed.value.data["ledger"].budget == 0


@pytest.mark.parametrize("budget", [-1, None, 1.5, "8000"])
def test_a_budget_that_is_no_count_is_refused_by_its_name(store: Store, budget: object) -> None:
    with pytest.raises(Invalid) as failed:
        store.partition(ALICE).conversation("c1", budget_tokens=budget)  # type: ignore[arg-type]
    assert failed.value.data["field"] == "budget"


@EVERY
def test_keep_last_larger_than_the_history_keeps_all_that_fits(strategy: Strategy) -> None:
    said = list(invoices(3))
    cut = Cutter(history(said), Settings(10_000, 1_000, strategy, window=1_000)).cut(len(said))

    assert (cut.start, cut.summary, cut.over) == (0, 0, False)
    # Golden A's texts: question and answer are 18 and 17 tokens.
    assert cut.verbatim == 3 * (18 + 17)


@EVERY
def test_one_message_larger_than_the_window_is_told_with_its_bill(strategy: Strategy) -> None:
    talk = history(numbered(*invoices(4), Message(Role.USER, "x" * 4_000)))
    with pytest.raises(BudgetError) as failed:
        assemble(talk, Settings(500, strategy=strategy), Ingredients("S"))
    # 1,000 tokens of text and 4 of its frame, 1 of the system text and 3 of the reply's.
    assert failed.value.data["ledger"].total == 1_008


@EVERY
def test_only_results_of_tools_leave_nothing_to_send(strategy: Strategy) -> None:
    talk = history(numbered(result("a"), result("b"), result("a")))
    prompt = assemble(talk, Settings(400, strategy=strategy), Ingredients("S"))
    fate, why = fates(talk, trace(talk, Settings(400, strategy=strategy)))

    assert prompt.messages == ()
    assert (fate[-1] == Fate.DROPPED).all()
    assert (why[-1] == Why.ORPHAN).all()


@EVERY
def test_orphan_results_and_dangling_calls_stay_out_and_are_named(strategy: Strategy) -> None:
    said = numbered(
        *(Message(Role.USER, "a"), result("nobody"), call("open"), Message(Role.USER, "b")),
        *(call("x", "y"), result("x"), Message(Role.USER, "c")),
    )
    talk = history(said)
    prompt = assemble(talk, Settings(1_000, strategy=strategy), Ingredients())
    _, why = fates(talk, trace(talk, Settings(1_000, strategy=strategy)))

    assert [m.id for m in prompt.messages] == [1, 4, 7]
    assert [int(each) for each in why[-1, [1, 2, 4, 5]]] == [Why.ORPHAN, *[Why.DANGLING] * 3]


@EVERY
def test_a_call_id_used_twice_is_answered_once(strategy: Strategy) -> None:
    said = numbered(
        *(Message(Role.USER, "a"), call("x"), result("x", "first"), result("x", "again")),
        *(Message(Role.USER, "b"), call("x"), result("x", "second"), Message(Role.USER, "c")),
    )
    prompt = assemble(history(said), Settings(1_000, strategy=strategy), Ingredients())

    assert [m.content for m in prompt.messages if m.role is Role.TOOL] == ["first", "second"]


def test_a_role_nobody_knows_is_refused_from_a_host_and_named_in_a_file(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Invalid) as failed:
        store.partition(ALICE).conversation("c1").add("oracle", "x")
    assert failed.value.data["known"] == ["system", "user", "assistant", "tool"]

    path = tmp_path / "m.json"
    path.write_text(json.dumps([{"role": "user", "content": "a"}, {"role": "oracle", "content": "b"}]))
    ada = store.operator("ada")
    report = ada.import_path(ALICE, path)
    (kept,) = ada.conversations(ALICE).listed()
    assert [m.content for m in ada.conversations(ALICE).messages(kept.id)] == ["a", "b"]
    assert [(left.where, left.problem) for left in report.skipped] == [("message 2", Problem.UNKNOWN_TYPE)]


@EVERY
def test_empty_content_is_a_message_like_any_other(strategy: Strategy) -> None:
    said = numbered(Message(Role.USER, ""), Message(Role.ASSISTANT, ""), Message(Role.USER, ""))
    prompt = assemble(history(said), Settings(100, strategy=strategy), Ingredients())

    assert [m.id for m in prompt.messages] == [1, 2, 3]
    # Each costs its frame of 4, the reply 3.
    assert prompt.ledger.total == 15


@EVERY
def test_a_clock_that_goes_backwards_changes_no_order(store: Store, strategy: Strategy) -> None:
    talk = store.partition(ALICE).conversation("c1", strategy=strategy)
    for moment in (3, 1, 2):
        talk.add("user", f"said at {moment}", at=moment * 1_000_000)
    prompt = store.partition(ALICE).prompt(talk)

    assert [m.content for m in prompt.messages] == ["said at 3", "said at 1", "said at 2"]
