"""Conversations: appending, one prompt, and cutting every turn again, beside other budgeters.

The conversation is synthetic: turns with parallel tool calls, 24 % tool results, 171 characters a message
on average, as in guide/conversation.md 4. Speeds are asserted as ratios to a naive recount in the same run;
the milliseconds stand beside them. The differential part counts broken laws of prompts at random points
(guide 3.2).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from importlib.util import find_spec
from time import process_time

from core.errors import BudgetError
from core.memory.conversation import Message, Role, ToolCall
from core.memory.conversation.costs import Costs
from core.memory.conversation.cut import Cutter
from core.memory.conversation.history import History
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import trace
from core.memory.prompt.assembling import Ingredients, assemble
from core.memory.tokens import Pieces, TokenCounter
from tests.bench.report import Report

SIZE = 10_000
BUDGET = 4_000
_WORDS = [
    "the",
    "invoice",
    "vendor",
    "amount",
    "due",
    "please",
    "check",
    "again",
    "with",
    "Dana",
    "before",
    "Friday",
    "and",
    "tell",
    "me",
    "which",
    "one",
    "is",
    "open",
]


def main() -> int:
    report = Report("conversation")
    said = conversation(SIZE)
    speed(report, said)
    differential(report, said[:3_000])
    return report.finish()


def conversation(size: int, seed: int = 7) -> list[Message]:
    draw, said = random.Random(seed), []

    def text(mean: int) -> str:
        return " ".join(draw.choice(_WORDS) for _ in range(max(3, int(draw.expovariate(1 / mean)))))

    def say(role: Role, content: str, **more: object) -> None:
        said.append(Message(role, content, id=len(said) + 1, **more))  # type: ignore[arg-type]

    while len(said) < size:
        say(Role.USER, text(26))
        for _ in range(draw.randint(0, 1)):
            calls = tuple(
                ToolCall(f"c{len(said)}-{n}", "search", '{"q": "invoice"}') for n in range(draw.randint(1, 4))
            )
            say(Role.ASSISTANT, "", calls=calls)
            for call in calls:
                say(Role.TOOL, text(30) * (12 if draw.random() < 0.02 else 1), answers=call.id)
        say(Role.ASSISTANT, text(40))
    return said[:size]


def best(work: Callable[[], object], times: int = 5) -> float:
    """Milliseconds of this process's own work, the least of several runs."""
    found = []
    for _ in range(times):
        started = process_time()
        work()
        found.append((process_time() - started) * 1_000)
    return min(found)


def speed(report: Report, said: list[Message]) -> None:
    counter = Pieces()
    naive = best(lambda: recount(said, counter), 3)
    append = best(lambda: History(Costs(counter), said), 3) / len(said)
    history = History(Costs(counter), said)
    settings = Settings(BUDGET, strategy=Strategy.NEWEST)
    cutter = Cutter(history, settings)
    prompt = best(lambda: [cutter.cut(len(history)) for _ in range(100)]) / 100
    report.row(f"naive recount of {SIZE} messages, ms", naive)
    report.row("append, ms a message (guide's goal 0.2)", append)
    report.row("a prompt against the recount", prompt / naive, 0.001, "×", competitor=naive)
    report.row("a prompt, ms (guide's goal 0.05)", prompt)
    whole = best(lambda: [assemble(history, Settings(BUDGET), Ingredients("S")) for _ in range(20)]) / 20
    report.row("a whole prompt, packed and checked, ms", whole)
    report.row("a whole prompt against the recount", whole / naive, 0.05, "×", competitor=naive)
    for strategy in (Strategy.NEWEST, Strategy.SUMMARY):
        for hysteresis in (None, 0.7):
            chosen = Settings(BUDGET, strategy=strategy, hysteresis=hysteresis)
            recut = best(lambda chosen=chosen: trace(history, chosen))
            held = "" if hysteresis is None else ", hysteresis 0.7"
            report.row(f"all {len(history.users)} turns anew, {strategy.value}{held}, ms (goal 10)", recut)
            report.row(f"all turns anew against one recount, {strategy.value}{held}", recut / naive, 0.1, "×")
            kept = trace(history, chosen).kept_prefix
            floor = 0.8 if hysteresis is not None else None
            report.row(
                f"share of unchanged prefix, {strategy.value}{held}", kept, floor, higher_is_better=True
            )
    others(report, said, prompt)


def recount(said: list[Message], counter: TokenCounter) -> int:
    """What one prompt costs without counting ahead: everything counted, then cut."""
    costs = Costs(counter)
    total = 0
    for message in reversed(said):
        total += costs.of(message)
    return total


def others(report: Report, said: list[Message], ours: float) -> None:
    if find_spec("langchain_core") is not None:
        taken = langchain(said)
        report.row("LangChain trim_messages (approximate), ms", taken)
        report.row("our prompt is faster than trim_messages", taken / ours, 100, "×", higher_is_better=True)
    if find_spec("llama_index") is not None:
        small = said[:1_000]
        cutter = Cutter(History(Costs(Pieces()), small), Settings(BUDGET, strategy=Strategy.NEWEST))
        mine = best(lambda: [cutter.cut(len(small)) for _ in range(100)]) / 100
        taken = llama(small)
        report.row("LlamaIndex ChatMemoryBuffer.get at 1,000, ms", taken)
        report.row(
            "our prompt is faster than ChatMemoryBuffer", taken / mine, 1_000, "×", higher_is_better=True
        )


def langchain(said: list[Message]) -> float:
    from langchain_core.messages import AIMessage, HumanMessage, ToolMessage, trim_messages
    from langchain_core.messages.utils import count_tokens_approximately

    made = [
        HumanMessage(m.content)
        if m.role is Role.USER
        else ToolMessage(m.content, tool_call_id=m.answers or "")
        if m.role is Role.TOOL
        else AIMessage(
            m.content, tool_calls=[{"name": c.name, "args": {"q": "invoice"}, "id": c.id} for c in m.calls]
        )
        for m in said
    ]
    return best(
        lambda: trim_messages(
            made,
            max_tokens=BUDGET,
            token_counter=count_tokens_approximately,
            start_on="human",
            strategy="last",
        ),
        3,
    )


def llama(said: list[Message]) -> float:
    from llama_index.core.llms import ChatMessage
    from llama_index.core.memory import ChatMemoryBuffer

    made = [ChatMessage(role=m.role.value, content=m.content) for m in said if m.role is not Role.TOOL]
    buffer = ChatMemoryBuffer.from_defaults(
        chat_history=made, token_limit=BUDGET, tokenizer_fn=lambda text: [0] * Pieces()(text)
    )
    return best(lambda: buffer.get(), 1)


def differential(report: Report, said: list[Message]) -> None:
    """Broken laws at 200 random points; `assemble` checks them itself and raises, so here they are recounted."""
    draw, broken, unfitting, points = random.Random(11), 0, 0, 200
    counter = Pieces()
    for budget in (1_500, 4_000):
        broken = unfitting = 0
        for end in draw.sample(range(50, len(said)), points):
            history = History(Costs(counter), said[:end])
            try:
                prompt = assemble(history, Settings(budget), Ingredients("You are helpful."))
            except BudgetError:
                unfitting += 1
                continue
            broken += violations(prompt.messages, said[end - 1], budget, Costs(counter, overhead=True))
        report.row(f"prompts that break a law at {budget} tokens, of {points}", broken, 0)
        report.row(f"prompts said not to fit at {budget} tokens", unfitting)


def violations(messages: tuple[Message, ...], newest: Message, budget: int, costs: Costs) -> bool:
    calls = {call.id for m in messages for call in m.calls}
    answers = {m.answers for m in messages if m.role is Role.TOOL}
    ids = [m.id for m in messages]
    return not (
        answers <= calls
        and messages[0].role is Role.USER
        and ids == sorted(set(ids))
        and newest.id in ids
        and sum(costs.of(m) for m in messages) <= budget
    )


if __name__ == "__main__":
    sys.exit(main())
