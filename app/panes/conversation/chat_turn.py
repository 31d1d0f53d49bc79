"""One turn of a talk as it was watched: what was sent, recalled, called and proposed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.widgets.hidden_characters import one_line
from app.wording import rule_word, verdict_word
from app.wording.conversations import part_word, role_word
from core.agent.chat import Event, Heard, Noted, Sent, Worked
from core.agent.loop import Turned
from core.agent.tools import TOOLS
from core.gate import Finding, WriteOutcome
from core.memory.conversation import Role
from core.memory.prompt.ledger import PromptPart
from core.memory.prompt.log import Because
from core.memory.tasks import Code


@dataclass(frozen=True, slots=True)
class Shown:
    """A proposal as it is shown.

    Attributes:
        outcome: the gate's word, or ``accepted`` and ``refused`` of a task's rules.
        said: what became of it, in a word or a sentence.
        item: its number in the review.
    """

    outcome: str
    what: str
    said: str
    words: str = ""
    findings: tuple[Finding, ...] = ()
    record: int | None = None
    item: int | None = None


@dataclass(slots=True)
class WatchedTurn:
    """Grows while the turn runs.

    Attributes:
        heard: whether the words were kept.
    """

    words: str
    heard: bool = False
    sent: list[Sent] = field(default_factory=list)
    because: tuple[Because, ...] = ()
    worked: list[Worked] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)
    turned: Turned | None = None
    masked: int = 0

    def take(self, event: Event) -> None:
        """Note what happened."""
        if isinstance(event, Heard):
            self.words, self.masked, self.heard = event.text, event.masked, True
        elif isinstance(event, Sent):
            self.sent.append(event)
        elif isinstance(event, Worked):
            self.worked.append(event)
        elif isinstance(event, Noted):
            self.noted.append(event)
        else:
            self.turned = event.turned

    @property
    def recalls(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """What the agent asked memory by itself: the question, and the notes with score and fit."""
        return [
            (str(_arguments(each).get("query", "")), list(each.answer.data["notes"]))
            for each in self.worked
            if "notes" in each.answer.data
        ]

    @property
    def proposals(self) -> list[Shown]:
        """Everything that was proposed, in order."""
        return [shown for each in self.worked for shown in _called(each)] + [
            _noted(each) for each in self.noted
        ]

    @property
    def items(self) -> list[int]:
        """The proposals that wait for a person."""
        held = [each for each in self.proposals if each.outcome == WriteOutcome.HELD]
        return [each.item for each in held if each.item is not None]


def prompt_text(sent: Sent) -> str:
    """A request written out, message by message."""
    blocks = []
    for said in sent.said:
        lines = [said.content] if said.content else []
        lines += [f"→ {call.name}({call.arguments})" for call in said.calls]
        blocks.append(f"── {role_word(Role(said.role))} ──\n" + "\n".join(lines))
    names = ", ".join(tool.name for tool in TOOLS)
    blocks.append(f"── {part_word(PromptPart.TOOLS)} ──\n" + _tr("{0}, each with its schema").format(names))
    return "\n\n".join(blocks)


def _called(worked: Worked) -> Iterator[Shown]:
    name, data, answer = worked.call.name, worked.answer.data, worked.answer
    given = _arguments(worked)
    if answer.is_error:
        said = _tr("the call was wrong: {0}").format(data.get("error", ""))
        yield Shown("refused", _tr("Call of {0}").format(one_line(name, 40)), said)
    elif name == "propose_memory":
        yield Shown(
            str(data["outcome"]),
            _tr("Remember"),
            verdict_word(WriteOutcome(data["outcome"])),
            str(given.get("content", "")),
            answer.findings,
            answer.record,
            answer.item,
        )
    elif name == "propose_deletion":
        target = given.get("key") or f"#{given.get('id')}"
        yield Shown(
            str(data["outcome"]),
            _tr("Delete {0}").format(one_line(str(target), 60)),
            _tr("deleted")
            if data["outcome"] == WriteOutcome.STORED
            else verdict_word(WriteOutcome(data["outcome"])),
            str(given.get("reason", "")),
            answer.findings,
            item=answer.item,
        )
    elif name == "propose_task_update":
        yield _update(given, data)


def _update(given: dict[str, Any], data: Any) -> Shown:  # noqa: ANN401 - JSON is any type
    step, status = one_line(str(given.get("step", "")), 60), str(given.get("status", ""))
    what = _tr("Task {0}: {1} is {2}").format(one_line(str(given.get("task", "")), 40), step, status)
    if data["outcome"] != "refused":
        following = data.get("next_step")
        after = (
            _tr("next is {0}").format(one_line(str(following), 60)) if following else _tr("no step is left")
        )
        return Shown("stored", what, _tr("accepted; {0}").format(after), str(given.get("output") or ""))
    rules = "; ".join(rule_word(Code(code)) for code in data["reasons"])
    return Shown("refused", what, _tr("refused: {0}").format(rules), str(given.get("output") or ""))


def _noted(noted: Noted) -> Shown:
    proposed = noted.proposed
    return Shown(
        proposed.outcome.value,
        _tr("Remember, read by the writer"),
        verdict_word(proposed.outcome),
        proposed.note.content,
        proposed.reasons,
        None if proposed.record is None else proposed.record.id,
        proposed.item,
    )


def _arguments(worked: Worked) -> dict[str, Any]:
    """What the model passed; nothing where it passed no object."""
    try:
        given = json.loads(worked.call.arguments or "{}")
    except ValueError:
        return {}
    return given if isinstance(given, dict) else {}


def _tr(text: str) -> str:
    return QCoreApplication.translate("chat", text)
