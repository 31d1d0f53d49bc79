"""The desk's tracker: issues in order, tasks that come after them, and tools to look things up."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from core.agent.tools import Answer, Toolbox
from core.handles import Partition
from core.recall import tokenizer

_LINES = (14, 26)
_HITS = 5


@dataclass(frozen=True, slots=True)
class Issue:
    """A problem that was solved once.

    Attributes:
        thread: what was asked and answered before anybody knew the cause.
        reference: the number of the fix, which names the cause.
    """

    id: int
    version: str
    title: str
    report: str
    thread: tuple[str, ...]
    cause: str
    reference: str

    @property
    def note(self) -> str:
        """The episode that its run leaves behind."""
        symptom = self.title[0].lower() + self.title[1:]
        return f"Orbit {self.version} #{self.id}, {symptom}: {self.cause} ({self.reference})."

    @property
    def as_read(self) -> str:
        """What reading it in the tracker shows."""
        said = "\n".join(f"comment: {each}" for each in self.thread)
        return f"#{self.id} {self.title} (Orbit {self.version})\n{self.report}\n{said}\nclosed: {self.note}"


@dataclass(frozen=True, slots=True)
class Task:
    """A report to be handled now.

    Attributes:
        after: the newest issue that existed then.
        original: the issue it repeats; None for a new problem.
    """

    id: int
    after: int
    title: str
    report: str
    original: int | None = None

    @property
    def whole(self) -> str:
        """Title and report, as the agent is given them."""
        return f"{self.title}\n{self.report}"


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything the desk knows, oldest first."""

    originals: tuple[Issue, ...]
    tasks: tuple[Task, ...]
    facts: tuple[str, ...]
    log_lines: tuple[str, ...]

    def before(self, task: Task) -> tuple[Issue, ...]:
        """The issues that are older than a task."""
        return tuple(issue for issue in self.originals if issue.id <= task.after)

    def log(self, seed: int | str) -> str:
        """A worker's log, the same for the same seed."""
        draw = random.Random(f"log {seed}")
        return "\n".join(
            draw.choice(self.log_lines).format(
                time=f"2026-0{draw.randint(1, 9)}-{draw.randint(10, 28)}T{draw.randint(10, 23)}:"
                f"{draw.randint(10, 59)}:{draw.randint(10, 59)}Z",
                n=draw.randint(1, 16),
                job=f"{draw.randrange(16**8):08x}",
                ms=draw.randint(3, 4_000),
            )
            for _ in range(draw.randint(*_LINES))
        )

    def raw_outputs(self, issue: Issue) -> tuple[tuple[str, str], ...]:
        """Source and text of what the tools returned while an issue was worked on."""
        older = [each for each in self.originals if each.id < issue.id]
        opened = "\n".join([f"#{issue.id} {issue.title}", issue.report, *issue.thread])
        return (
            (f"tool:read_issue-{issue.id}", opened),
            (f"tool:search-{issue.id}", found_lines(older, issue.report) or "no issue found"),
            (f"tool:read_log-{issue.id}", self.log(issue.id)),
        )


@cache
def read_desk() -> Desk:
    """The desk that comes with the program."""
    text = files("resources").joinpath("evaluation", "triage.json").read_text(encoding="utf-8")
    raw: dict[str, Any] = json.loads(text)
    originals = tuple(Issue(**{**each, "thread": tuple(each["thread"])}) for each in raw["originals"])
    tasks = tuple(Task(**each) for each in raw["tasks"])
    return Desk(originals, tasks, tuple(raw["facts"]), tuple(raw["log_lines"]))


def likeness(asked: str, text: str) -> float:
    """The share of the asked text's distinct terms that stand in the other, 0 to 1."""
    terms = set(tokenizer.terms(asked))
    return len(terms & set(tokenizer.terms(text))) / len(terms) if terms else 0.0


def found_lines(issues: Iterable[Issue], query: str) -> str:
    """The titles that share most words with a query, one a line; as trackers do, it searches titles."""
    ranked = sorted(issues, key=lambda issue: -likeness(issue.title, query))
    return "\n".join(f"#{issue.id} {issue.title}" for issue in ranked[:_HITS])


class Tracker(Toolbox):
    """The tools of one task: the memory's, and the desk's as they were when it came in."""

    def __init__(self, partition: Partition, desk: Desk, task: Task) -> None:
        super().__init__(partition, "triage", f"task-{task.id}")
        self._desk = desk
        self._task = task
        self._issues = {issue.id: issue for issue in desk.before(task)}

    def call(self, name: str, arguments: str | Mapping[str, Any]) -> Answer:
        given = json.loads(arguments) if isinstance(arguments, str) else arguments
        match name:
            case "search_issues":
                return Answer({"issues": found_lines(self._issues.values(), str(given["query"]))})
            case "read_issue":
                issue = self._issues.get(int(given["id"]))
                return Answer({"issue": issue.as_read if issue is not None else "there is no such issue"})
            case "read_log":
                return Answer({"log": self._desk.log(self._task.id)})
            case _:
                return super().call(name, arguments)
