"""The scratchpad of a task, as values and as the text a model reads (specification 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class PlanState(StrEnum):
    """How a step of the plan stands."""

    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of the plan."""

    text: str
    state: PlanState = PlanState.PENDING


@dataclass(frozen=True, slots=True)
class Scratchpad:
    """What is kept in mind; texts are held without white space at their ends, empty ones not at all."""

    task: str = ""
    plan: tuple[PlanStep, ...] = ()
    findings: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    next_step: str = ""

    def __post_init__(self) -> None:
        plan = (PlanStep(step.text.strip(), PlanState(step.state)) for step in self.plan)
        for name, value in (
            ("task", self.task.strip()),
            ("plan", tuple(step for step in plan if step.text)),
            ("findings", _said(self.findings)),
            ("questions", _said(self.questions)),
            ("next_step", self.next_step.strip()),
        ):
            object.__setattr__(self, name, value)

    @property
    def complete(self) -> bool:
        """Whether there is a plan and every step of it is done."""
        return bool(self.plan) and all(step.state is PlanState.DONE for step in self.plan)

    @property
    def empty(self) -> bool:
        """Whether nothing is kept in mind."""
        return self == Scratchpad()

    def to_prompt(self) -> str:
        """The text a model reads; `from_text` gives the same scratchpad back."""
        lines = ["SCRATCHPAD:", f"  Task: {_line(self.task)}".rstrip(), "  Plan:"]
        lines += [f"    [{_TICKS[step.state]}] {_line(step.text)}" for step in self.plan] or [
            f"    {_NO_PLAN}"
        ]
        lines.append("  Findings:")
        lines += [f"    - {_line(text)}" for text in self.findings] or [f"    {_NO_FINDINGS}"]
        lines.append("  Open questions:")
        lines += [f"    - {_line(text)}" for text in self.questions] or [f"    {_NO_QUESTIONS}"]
        following = _line(self.next_step) if self.next_step else _NO_NEXT
        # A step that reads like the sign for none is told from it.
        lines.append(f"  Next step: {_ESCAPE + following if self.next_step == _NO_NEXT else following}")
        return "\n".join(lines)

    @classmethod
    def from_text(cls, text: str) -> Scratchpad:
        """Read what `to_prompt` wrote or a model gave back.

        Indentation may differ, sections may be missing, and prose may stand around the block.
        """
        task, following, section = "", "", ""
        plan: list[PlanStep] = []
        items: dict[str, list[str]] = {"findings": [], "open questions": []}
        begun = "SCRATCHPAD:" not in text
        for raw in text.splitlines():
            line = raw.strip()
            if not begun:
                begun = line == "SCRATCHPAD:"
                continue
            head = _HEADING.match(line)
            if head is not None:
                section, rest = head[1].lower(), head[2]
                if section == "task":
                    task = _text(rest)
                elif section == "next step":
                    following = "" if rest == _NO_NEXT else _text(rest)
                    break
            elif section == "plan" and (step := _STEP.match(line)) is not None:
                plan.append(PlanStep(_text(step[2]), _STATES[step[1].lower()]))
            elif section in items and (item := _ITEM.match(line)) is not None:
                items[section].append(_text(item[1]))
        return cls(task, tuple(plan), tuple(items["findings"]), tuple(items["open questions"]), following)


_NO_PLAN, _NO_FINDINGS = "(no plan yet)", "(no findings yet)"
_NO_QUESTIONS, _NO_NEXT = "(none)", "(decide based on above)"
_ESCAPE = "\\"
_TICKS = {PlanState.PENDING: " ", PlanState.DONE: "x", PlanState.FAILED: "!"}
_STATES = {tick: state for state, tick in _TICKS.items()} | {"": PlanState.PENDING}
_HEADING = re.compile(r"(?i)(Task|Plan|Findings|Open questions|Next step):\s*(.*)$")
_STEP = re.compile(r"(?i)(?:[-*]\s*)?\[([ x!]?)\]\s*(.+)$")
_ITEM = re.compile(r"[-*•]\s+(.+)$")
_UNPRINTED = re.compile(r"[\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_WRITTEN = re.compile(r"\\(\\|n|u[0-9a-f]{4}|\()")


def _said(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(stripped for text in texts if (stripped := text.strip()))


def _line(text: str) -> str:
    """A text on one line: what would begin another is written out."""
    shown = {"\\": "\\\\", "\n": "\\n"}
    return _UNPRINTED.sub(lambda match: shown.get(match[0], f"\\u{ord(match[0]):04x}"), text)


def _text(line: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match[1]
        return "\n" if code == "n" else code if code in "\\(" else chr(int(code[1:], 16))

    return _WRITTEN.sub(plain, line)
