"""The 32 traps of guide/conversation.md 3.3, each by its number; the rule on the right of the table is checked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

import pytest

from core import Store
from core.errors import BudgetError, ModelFailure
from core.memory.conversation import Message, Part, PartKind, Role, ToolCall
from core.memory.conversation.costs import IMAGE, Costs
from core.memory.conversation.cut import Cutter
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Fate, Why, fates, trace
from core.memory.prompt.assembling import Ingredients, Prompt, assemble
from core.memory.prompt.ledger import PromptPart
from core.memory.prompt.recalled import RecalledBlock
from core.memory.tasks import InvalidUpdate
from core.memory.tokens import CharsPerToken
from tests.core.conversation.talks import agentic, history, invoices, numbered
from tests.core.hands import ALICE

EVERY = pytest.mark.parametrize("strategy", list(Strategy))
BUDGETS = (150, 400, 1_500)


def prompts(said: list[Message], strategy: Strategy, *, step: int = 7) -> list[Prompt]:
    """What is sent at many points of a conversation, wherever something can be."""
    made = []
    for end in range(1, len(said) + 1, step):
        for budget in BUDGETS:
            try:
                made.append(
                    assemble(history(said[:end]), Settings(budget, strategy=strategy), Ingredients("S"))
                )
            except BudgetError:
                continue
    assert made
    return made


def calls_and_answers(prompt: Prompt) -> tuple[set[str], set[str]]:
    answers = {m.answers or "" for m in prompt.messages if m.role is Role.TOOL}
    return {call.id for m in prompt.messages for call in m.calls}, answers


def call(id_: str, place: int = 0) -> Message:
    return Message(Role.ASSISTANT, "", calls=(ToolCall(id_, "search", "{}"),), id=place)


def user(text: str) -> Message:
    return Message(Role.USER, text)


@EVERY
def test_trap_1_no_result_without_its_call(strategy: Strategy) -> None:
    for prompt in prompts(agentic(1, 40), strategy):
        calls, answers = calls_and_answers(prompt)
        assert answers <= calls


@EVERY
def test_trap_2_a_call_that_lost_its_result_is_left_out_and_said_so(strategy: Strategy) -> None:
    said = numbered(user("a"), call("lost"), user("b"), Message(Role.ASSISTANT, "done"))
    talk = history(said)

    assert calls_and_answers(assemble(talk, Settings(400, strategy=strategy), Ingredients()))[0] == set()
    fate, why = fates(talk, trace(talk, Settings(400, strategy=strategy)))
    assert (fate[-1, 1], why[-1, 1]) == (Fate.DROPPED, Why.DANGLING)


def test_trap_3_an_open_call_before_the_live_turn_blocks_nothing() -> None:
    said = [user("a"), call("open"), *invoices(40)]
    cut = Cutter(history(numbered(*said)), Settings(300)).cut(len(said))

    # Golden B: the budget is kept and the recent six are word for word.
    assert cut.total <= 300
    assert cut.end - cut.start == 6


def test_trap_4_no_cut_between_a_call_and_its_output() -> None:
    talk = history(agentic(4, 60))
    for strategy in (Strategy.SUMMARY, Strategy.NEWEST, Strategy.WINDOW):
        for cut in trace(talk, Settings(300, strategy=strategy)).cuts:
            assert talk.messages[cut.start].role is Role.USER


def thought(kind: str = "reasoning") -> Message:
    return Message(Role.ASSISTANT, "", parts=(Part(PartKind.OTHER, "", json.dumps({"type": kind})),))


@EVERY
@pytest.mark.parametrize("kind", ["reasoning", "thinking", "redacted_thinking"])
def test_trap_5_reasoning_goes_with_what_followed_it(strategy: Strategy, kind: str) -> None:
    """Items one by one, as the Responses family writes them: a thought, two calls at once, a word."""
    said: list[Message] = []
    for n in range(12):
        results = [Message(Role.TOOL, "w " * (5 + 9 * (n % 4)), answers=f"c{n}{side}") for side in "ab"]
        said += [
            user("I prefer q" if n % 3 else "q"),
            thought(kind),
            call(f"c{n}a"),
            call(f"c{n}b"),
            *results,
        ]
        said += [thought(kind), Message(Role.ASSISTANT, "important" if n % 2 else "done")]
    said = numbered(*said)
    followed_by = {before.id: after.id for before, after in pairwise(said)}
    thoughts = {m.id for m in said if m.parts}
    seen = 0
    for prompt in prompts(said, strategy, step=1):
        sent = [m.id for m in prompt.messages]
        calls, answers = calls_and_answers(prompt)
        assert answers <= calls
        for place, id_ in enumerate(sent[:-1]):
            if id_ in thoughts:
                seen += 1
                assert sent[place + 1] == followed_by[id_]
        for id_ in sent:
            if id_ - 1 in thoughts:
                assert id_ - 1 in sent
    assert seen


def test_trap_5_a_thought_that_nothing_came_of_is_not_sent(store: Store) -> None:
    said = numbered(user("a"), thought(), user("b"), thought(), call("lost"), user("c"))
    prompt = assemble(history(said), Settings(400), Ingredients())

    assert [m.id for m in prompt.messages] == [1, 3, 6]


def test_a_call_told_twice_is_sent_once_with_its_result(store: Store) -> None:
    said = numbered(
        *(user("a"), call("x"), thought(), call("x")),
        *(Message(Role.TOOL, "1", answers="x"), Message(Role.ASSISTANT, "b"), user("c")),
    )
    prompt = assemble(history(said), Settings(400), Ingredients())

    assert [m.id for m in prompt.messages] == [1, 4, 5, 6, 7]


def test_calls_made_at_once_keep_their_results_though_one_was_lost() -> None:
    said = numbered(
        *(user("a"), call("x"), call("y"), call("z")),
        *(Message(Role.TOOL, "1", answers="x"), Message(Role.TOOL, "3", answers="z"), user("b")),
    )
    prompt = assemble(history(said), Settings(400), Ingredients())

    assert calls_and_answers(prompt) == ({"x", "z"}, {"x", "z"})


@EVERY
def test_traps_6_and_20_rules_are_always_there(strategy: Strategy) -> None:
    said = numbered(Message(Role.SYSTEM, "Never delete."), *invoices(60))
    for prompt in prompts(said, strategy):
        assert "Never delete." in prompt.system
    talk = history(said)
    assert "Never delete" not in (talk.sentences.summary(0, len(said)) or "")


@EVERY
def test_traps_7_and_32_the_live_question_is_never_dropped(strategy: Strategy) -> None:
    said = agentic(7, 40)
    for end in range(1, len(said) + 1, 5):
        question = next(m for m in reversed(said[:end]) if m.role is Role.USER)
        for budget in BUDGETS:
            try:
                prompt = assemble(history(said[:end]), Settings(budget, strategy=strategy), Ingredients())
            except BudgetError:
                continue
            assert question.id in {m.id for m in prompt.messages}


@EVERY
def test_traps_8_and_9_a_message_larger_than_the_window_gives_a_bill_and_never_nothing(
    strategy: Strategy,
) -> None:
    for said in ([user("q" * 9_000)], [*invoices(5), user("q" * 9_000)]):
        talk = history(numbered(*said))
        cut = Cutter(talk, Settings(500, strategy=strategy)).cut(len(said))
        assert cut.over
        assert cut.verbatim >= 2_250
        with pytest.raises(BudgetError) as failed:
            assemble(talk, Settings(500, strategy=strategy), Ingredients())
        assert failed.value.data["ledger"].of(PromptPart.VERBATIM) == 2_254


def test_trap_10_calls_and_unknown_parts_are_counted() -> None:
    costs = Costs(CharsPerToken())

    # ceil(len/4) of name and of arguments; of the raw part.
    assert costs.of(Message(Role.ASSISTANT, "", calls=(ToolCall("1", "search", '{"q": "abc"}'),))) == 2 + 3
    assert costs.of(Message(Role.ASSISTANT, "", parts=(Part(PartKind.OTHER, "", "x" * 41),))) == 11


def test_trap_11_schemas_are_on_the_bill_and_the_reserve_beside_it() -> None:
    tools = [{"name": "search", "parameters": {"type": "object"}}]
    prompt = assemble(
        history(numbered(user("hi"))), Settings(200), Ingredients("S", tools=tools, reserved=99)
    )

    assert prompt.ledger.of(PromptPart.TOOLS) == -(-len(json.dumps(tools)) // 4)
    assert prompt.ledger.reserved == 99
    assert prompt.ledger.total == sum(tokens for _, tokens in prompt.ledger.lines) <= 200


class Model:
    """Summaries of any length."""

    name = "model"

    def __init__(self, text: str | None) -> None:
        self.text, self.given = text, []  # type: ignore[var-annotated]

    def summarize(self, messages: Sequence[Message]) -> str:
        self.given.append([m.content for m in messages])
        if self.text is None:
            raise ModelFailure(None, problem="timed_out")
        return self.text


@pytest.mark.parametrize("text", ["word " * 5_000, "x" * 100_000, None])
def test_traps_12_13_and_25_a_summary_is_cut_hard_with_its_marker_inside(
    store: Store, text: str | None
) -> None:
    for budget in (120, 150, 300):
        talk = store.partition(ALICE).conversation(
            f"c{budget}",
            budget_tokens=budget,
            counter="chars/4",
            strategy="model_summary",
            summarizer=Model(text),
        )
        talk.extend(list(invoices(30)))
        summary, messages = talk.context()

        assert -(-len(summary or "") // 4) + sum(-(-len(m.content) // 4) for m in messages) <= budget


def test_trap_14_nothing_is_not_everything() -> None:
    talk = history(invoices(20))
    for setting in (Settings(0, 0), Settings(300, 0), Settings(9, 0, Strategy.WINDOW, 1)):
        cut = Cutter(talk, setting).cut(40)
        # The live turn of two messages is what is left.
        assert cut.end - cut.start == 2
    # Where even the recent ones overflow they stay, without a summary (specification 2), and it is said.
    none = Cutter(talk, Settings(0, 6)).cut(40)
    assert (none.end - none.start, none.summary, none.over) == (6, 0, True)


@EVERY
def test_trap_15_the_bill_is_the_sum_of_its_lines_and_of_what_is_sent(strategy: Strategy) -> None:
    costs = Costs(CharsPerToken(), overhead=True)
    for prompt in prompts(agentic(5, 30), strategy):
        ledger = prompt.ledger
        assert ledger.total == sum(tokens for _, tokens in ledger.lines)
        assert ledger.of(PromptPart.VERBATIM) == sum(costs.of(m) for m in prompt.messages)
        assert ledger.of(PromptPart.SUMMARY) == -(-len(prompt.summary or "") // 4)


@pytest.mark.parametrize("strategy", [Strategy.SUMMARY, Strategy.MODEL_SUMMARY])
def test_trap_16_what_is_folded_is_not_sent_too(strategy: Strategy) -> None:
    prompt = assemble(history(invoices(40)), Settings(600, strategy=strategy), Ingredients())

    assert prompt.summary is not None
    for message in prompt.messages:
        assert message.content.split(". ")[0] not in prompt.summary


def test_trap_17_a_picture_costs_the_same_whatever_its_bytes() -> None:
    costs = Costs(CharsPerToken())
    sizes = {costs.of(Message(Role.USER, "", (Part(PartKind.IMAGE, "", "b" * n),))) for n in (10, 1_000_000)}

    assert sizes == {IMAGE}


def test_trap_18_a_held_cut_keeps_more_of_the_beginning() -> None:
    talk = history(agentic(18, 300))
    for strategy in (Strategy.NEWEST, Strategy.SUMMARY):
        held = trace(talk, Settings(1_500, strategy=strategy, hysteresis=0.7))
        slid = trace(talk, Settings(1_500, strategy=strategy))
        assert held.kept_prefix > slid.kept_prefix
        assert len(held.recut) < len(slid.recut)


def test_trap_19_results_of_earlier_turns_are_never_rewritten() -> None:
    said = agentic(19, 60)
    originals = {m.id: m.content for m in said}
    for prompt in prompts(said, Strategy.SUMMARY):
        live = max(place for place, m in enumerate(prompt.messages) if m.role is Role.USER)
        assert all(m.content == originals[m.id] for m in prompt.messages[:live])


def test_trap_21_a_summary_is_made_of_the_originals_every_time(store: Store) -> None:
    model = Model("Told.")
    talk = store.partition(ALICE).conversation(
        "c1", budget_tokens=300, counter="chars/4", strategy="model_summary", summarizer=model
    )
    for message in invoices(30):
        talk.extend([message])
        talk.context()

    assert all("Told." not in text for given in model.given for text in given)
    assert model.given[-1][0].startswith("Question 1 ")
    assert len(talk.messages()) == 60


def test_trap_22_a_models_summary_names_its_range_and_stands_before_the_rest(store: Store) -> None:
    alice = store.partition(ALICE)
    talk = alice.conversation(
        "c1", budget_tokens=900, counter="chars/4", strategy="model_summary", summarizer=Model("Told.")
    )
    talk.extend(list(invoices(40)))
    prompt = alice.prompt(talk)
    first = int(prompt.messages[0].content.split()[1])

    assert prompt.system.endswith(f"(turns 1 to {first - 1}, unverified): Told.")


def test_trap_23_people_read_everything_whatever_the_model_is_sent(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1", budget_tokens=110, counter="chars/4")
    talk.extend(list(invoices(30)))
    talk.context()

    assert [m.content for m in talk.messages()] == [m.content for m in invoices(30)]


@EVERY
def test_trap_24_every_message_has_a_fate_and_what_is_gone_a_reason(strategy: Strategy) -> None:
    talk = history(agentic(24, 60))
    fate, why = fates(talk, trace(talk, Settings(400, strategy=strategy)))

    assert (fate[-1] != Fate.UNSAID).all()
    assert (why[fate == Fate.DROPPED] != Why.NONE).all()


def test_trap_26_a_history_read_from_the_file_is_checked_before_its_first_prompt(store: Store) -> None:
    store.partition(ALICE).conversation("c1").extend(list(invoices(300)))
    prompt = store.partition(ALICE).prompt("c1", budget_tokens=400)

    assert prompt.ledger.total <= 400


def test_trap_27_recalled_notes_are_never_kept_as_messages_nor_told_twice(store: Store) -> None:
    alice = store.partition(ALICE)
    alice.records.remember("The fiscal year starts in April.", kind="semantic", key="fy", source="user:t1")
    talk = alice.conversation("c1")
    for _ in range(3):
        talk.add("user", "When does the fiscal year start?")
        prompt = alice.prompt(talk)
        assert repr(prompt.messages).count("starts in April") == 1
        talk.add("assistant", "In spring.")

    assert "April" not in repr(talk.messages())


def test_trap_28_recalled_text_is_never_the_systems() -> None:
    block = RecalledBlock("quoted notes", 3, (1,))
    for said in (list(invoices(30)), [Message(Role.ASSISTANT, "Hello.")], []):
        talk = history(numbered(*said))
        prompt = assemble(talk, Settings(400), Ingredients("S", recalled=lambda cap: block))
        assert "quoted notes" not in prompt.system
        carriers = [m.role for m in prompt.messages if "quoted notes" in m.content]
        assert carriers == [Role.USER]


def test_trap_29_the_scratchpad_is_in_every_prompt_from_its_store(store: Store) -> None:
    alice = store.partition(ALICE)
    alice.scratchpad("q3").begin("Reconcile Q3", ["fetch", "match"])
    talk = alice.conversation("c1", budget_tokens=2_000, counter="chars/4")
    for message in invoices(60):
        talk.extend([message])
        prompt = alice.prompt(talk, task="q3", query="")
        assert "[ ] match" in prompt.messages[-1 if message.role is Role.USER else -2].content


def test_trap_30_a_refused_update_tells_the_current_step(store: Store) -> None:
    tasks = store.partition(ALICE).tasks
    tasks.create("q3", "Reconcile Q3 invoices", ["fetch_invoices", "fetch_payments", "match"])
    for _ in range(2):
        # Told twice it is refused twice, and both times with what stands.
        with pytest.raises(InvalidUpdate) as refused:
            tasks.apply("q3", {"step": "match", "status": "done", "output": "x"})
        assert "fetch_invoices" in str(refused.value)


@pytest.mark.parametrize("strategy", [each for each in Strategy if each is not Strategy.WINDOW])
def test_trap_31_the_budget_shown_is_the_one_that_cuts(strategy: Strategy) -> None:
    """Nothing is cut at the very number of tokens the ledger shows, and something is one token below."""
    talk = history(invoices(9))
    whole = assemble(talk, Settings(10_000, strategy=strategy), Ingredients("S"))
    exact = assemble(talk, Settings(whole.ledger.total, strategy=strategy), Ingredients("S"))
    less = assemble(talk, Settings(whole.ledger.total - 1, strategy=strategy), Ingredients("S"))

    assert exact.messages == whole.messages
    assert (exact.ledger.budget, exact.ledger.free) == (whole.ledger.total, 0)
    assert len(less.messages) < len(whole.messages)
