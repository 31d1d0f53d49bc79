"""The scripted model of the desk: decides on the words before it, and on nothing else.

It stands in for a model so that the comparison is the same everywhere: given what the prompt and the
tools show, it always does the same. It opens what memory names first, then what the tracker's search
finds; an issue whose report shares enough words with the task is taken for its original.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.agent.model import Reply, Said, Usage
from core.agent.tools import Tool
from core.evaluation.triage.desk import likeness
from core.memory.conversation import ToolCall
from core.memory.prompt import TokenCounter

SAME = 0.32
"""From this share of common terms on two reports tell of one problem."""
_WORTH_OPENING = 0.08
_OPENED_OF_MEMORY = 2
_OPENED_OF_SEARCH = 4
_ISSUE = re.compile(r"#(\d+)\b")


class Triager:
    """Answers "Same as #n: …" or "New problem: …".

    Args:
        counter: counts what each call to it would cost; the usage it reports is that.
        asks_memory: it calls the recall tool first, as a model without an injected block would.
    """

    name = "scripted"

    def __init__(self, counter: TokenCounter, *, asks_memory: bool = False) -> None:
        self._counter = counter
        self._asks_memory = asks_memory

    def answer(self, messages: Sequence[Said], tools: Sequence[Tool] = ()) -> Reply:
        """The next step; its usage is counted over every message it reads."""
        reply = self._decide(messages)
        called = json.dumps([[call.name, call.arguments] for call in reply.calls]) if reply.calls else ""
        prompt = sum(self._counter(said.content) for said in messages)
        return Reply(reply.text, reply.calls, Usage(prompt, self._counter(reply.text + called)))

    def structured(self, messages: Sequence[Said], name: str, schema: Mapping[str, Any]) -> Reply:
        """It proposes no notes."""
        return Reply("{}")

    def _decide(self, messages: Sequence[Said]) -> Reply:
        report = next(said.content for said in messages if said.role == "user")
        done = dict(_called(messages))
        if self._asks_memory and "recall_memory" not in done:
            return _call("recall_memory", query=report, k=3, kinds=["episodic"])
        opened = [(int(given["id"]), text) for given, text in done.get("read_issue", ())]
        for id_, text in opened[-1:]:
            if likeness(report, text.split("closed:")[0]) >= SAME:
                return Reply(f"Same as #{id_}: {text.split('closed:')[-1].strip()}")
        known = {id_ for id_, _ in opened}
        remembered = [*_notes(messages, done)]
        of_memory = [id_ for id_, note in remembered if likeness(note, report) >= _WORTH_OPENING]
        for id_ in of_memory[:_OPENED_OF_MEMORY]:
            if id_ not in known:
                return _call("read_issue", id=id_)
        if "search_issues" not in done:
            return _call("search_issues", query=report)
        found = [int(number) for _, text in done["search_issues"] for number in _ISSUE.findall(text)]
        for id_ in found[:_OPENED_OF_SEARCH]:
            if id_ not in known:
                return _call("read_issue", id=id_)
        if "read_log" not in done:
            return _call("read_log")
        return Reply("New problem: nothing that was solved before looks like it.")


def _called(messages: Sequence[Said]) -> Iterator[tuple[str, list[tuple[dict[str, Any], str]]]]:
    """Each tool that was called, with its arguments and answers in order."""
    answers = {said.answers: said.content for said in messages if said.answers is not None}
    found: dict[str, list[tuple[dict[str, Any], str]]] = {}
    for said in messages:
        for call in said.calls:
            given = json.loads(call.arguments) if call.arguments else {}
            found.setdefault(call.name, []).append((given, answers.get(call.id, "")))
    yield from found.items()


def _notes(
    messages: Sequence[Said], done: Mapping[str, list[tuple[dict[str, Any], str]]]
) -> Iterator[tuple[int, str]]:
    """The issues that memory names, in its order, each with the words around it."""
    lines = [line for said in messages if said.role == "system" for line in said.content.splitlines()]
    for _, text in done.get("recall_memory", ()):
        lines += [str(note["content"]) for note in json.loads(text).get("notes", ())]
    for line in lines:
        for number in _ISSUE.findall(line):
            yield int(number), line


def _call(name: str, **given: object) -> Reply:
    arguments = json.dumps(given)
    return Reply("", (ToolCall(f"{name}-{arguments}", name, arguments),))
