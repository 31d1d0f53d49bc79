"""Repeat against novel: what memory saves on a problem that came before, and costs on a new one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.agent.loop import Loop
from core.agent.model import Said
from core.evaluation.own_store import own_partition
from core.evaluation.triage.desk import Desk, Issue, Task, Tracker, read_desk
from core.evaluation.triage.triager import Triager
from core.handles import Partition
from core.kind import Kind
from core.memory.prompt import TokenCounter, recalled_block
from core.memory.records import Hit
from core.recall import Embedder

MODES = ("none", "block", "tool")
"""Without memory; with the recalled block in the prompt; with the recall tool instead."""

BLOCK_TOKENS = 400
RANKS = 3
ASKED = (Kind.EPISODIC,)
"""What is asked for: earlier runs."""
_STEPS = 16
_SYSTEM = (
    "You handle the support desk of Orbit. Say whether a report is the same problem as an issue that was "
    "solved before, and name it; otherwise say that it is new."
)
_NAMED = re.compile(r"^Same as #(\d+)")


@dataclass(frozen=True, slots=True)
class Tried:
    """One task, handled in one mode.

    Attributes:
        recalled: the note of the original was among the first three recalled; None without memory
            and for a new problem.
        named: the issue the answer says it is; None for "new".
        block_tokens: what memory put before the model, as a block or as the tool's answer.
        model_calls: how often the model was asked; ``tool_calls`` how often it looked something up.
        tokens: prompts and answers of all model calls together.
        embedded_tokens: what was embedded to ask memory.
    """

    task: Task
    mode: str
    recalled: bool | None
    named: int | None
    block_tokens: int
    model_calls: int
    tool_calls: int
    tokens: int
    embedded_tokens: int

    @property
    def right(self) -> bool:
        """The answer names the original, or says of a new problem that it is one."""
        return self.named == self.task.original


@dataclass(frozen=True, slots=True)
class RepeatScore:
    """One mode over the repeats or over the new problems; token counts and calls are sums.

    Attributes:
        recalled: None where memory was not asked, or had nothing it could recall.
        largest_block: the most tokens memory put before the model for one task.
    """

    mode: str
    repeats: bool
    tasks: int
    recalled: int | None
    right: int
    block_tokens: int
    largest_block: int
    model_calls: int
    tool_calls: int
    tokens: int
    embedded_tokens: int


def measure_repeats(
    counter: TokenCounter,
    desk: Desk | None = None,
    embedder: Embedder | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Tried]:
    """Handle every task in every mode, with the memory there was when it came in.

    Args:
        counter: counts prompts, answers and blocks.
        progress: told tasks done and in all.
        cancelled: asked between tasks; what was measured until then is returned.
    """
    desk = read_desk() if desk is None else desk
    tried: list[Tried] = []
    with own_partition(embedder) as partition:
        _take_facts(partition, desk)
        solved = 0
        for done, task in enumerate(sorted(desk.tasks, key=lambda each: each.after)):
            if cancelled is not None and cancelled():
                break
            known = desk.before(task)
            for issue in known[solved:]:
                _take_note(partition, issue)
            solved = len(known)
            tried += [_handled(partition, desk, task, mode, counter) for mode in MODES]
            if progress is not None:
                progress(done + 1, len(desk.tasks))
    return tried


def take_notes(partition: Partition, desk: Desk) -> None:
    """Remember everything the desk's runs and documents have to say, through the gate."""
    _take_facts(partition, desk)
    for issue in desk.originals:
        _take_note(partition, issue)


def _take_note(partition: Partition, issue: Issue) -> None:
    source = f"maintainer:issue-{issue.id}"
    partition.records.remember(issue.note, kind=Kind.EPISODIC, source=source, session=f"run-{issue.id}")


def _take_facts(partition: Partition, desk: Desk) -> None:
    for number, fact in enumerate(desk.facts, 1):
        partition.records.remember(fact, kind=Kind.SEMANTIC, source=f"doc:handbook-{number}")


def names_original(task: Task, hits: Sequence[Hit]) -> bool:
    """Whether the note of a task's original is among what was recalled."""
    return any(hit.record.content.partition(",")[0].endswith(f"#{task.original}") for hit in hits)


def scores(tried: Sequence[Tried]) -> list[RepeatScore]:
    """The sums, mode by mode, repeats first."""
    found = []
    for repeats in (True, False):
        for mode in MODES:
            part = [
                each for each in tried if each.mode == mode and (each.task.original is not None) is repeats
            ]
            ranks = [each.recalled for each in part if each.recalled is not None]
            found.append(
                RepeatScore(
                    mode,
                    repeats,
                    len(part),
                    sum(ranks) if ranks else None,
                    sum(each.right for each in part),
                    sum(each.block_tokens for each in part),
                    max((each.block_tokens for each in part), default=0),
                    sum(each.model_calls for each in part),
                    sum(each.tool_calls for each in part),
                    sum(each.tokens for each in part),
                    sum(each.embedded_tokens for each in part),
                )
            )
    return found


def _handled(partition: Partition, desk: Desk, task: Task, mode: str, counter: TokenCounter) -> Tried:
    hits = partition.records.recall(task.whole, RANKS, ASKED) if mode != "none" else ()
    block = recalled_block(hits, counter, BLOCK_TOKENS).text if mode == "block" else ""
    system = f"{_SYSTEM}\n\n{block}" if block else _SYSTEM
    tracker = Tracker(partition, desk, task)
    loop = Loop(Triager(counter, asks_memory=mode == "tool"), tracker, steps=_STEPS)
    turned = loop.turn([Said("system", system), Said("user", task.whole)])
    named = _NAMED.match(turned.text)
    calls = [call for said in turned.said for call in said.calls]
    return Tried(
        task,
        mode,
        None if mode == "none" or task.original is None else names_original(task, hits),
        int(named[1]) if named else None,
        counter(block) if mode == "block" else sum(map(counter, _memory_answers(turned.said))),
        turned.steps,
        len(calls),
        turned.tokens,
        0 if mode == "none" else counter(task.whole),
    )


def _memory_answers(said: Sequence[Said]) -> Iterator[str]:
    asked = {call.id for each in said for call in each.calls if call.name == "recall_memory"}
    return (each.content for each in said if each.answers in asked)
