"""Carrying out what a model asks of its tools, for one partition."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.agent.tools.arguments import BadArguments, checked
from core.agent.tools.definitions import TOOLS
from core.agent.tools.task_facts import task_facts
from core.errors import MnemoscopeError, NotFound
from core.gate import Citation, Finding, Run, Turn, WriteOutcome
from core.handles import Partition
from core.memory.records import Forgotten, Record, WriteResult
from core.memory.tasks import InvalidUpdate

log = logging.getLogger(__name__)

_DAY = 86_400
_BY_NAME = {tool.name: tool for tool in TOOLS}
_NEXT = {
    WriteOutcome.STORED: "It is stored.",
    WriteOutcome.REFRESHED: "The same was known already; it was noted that it still holds.",
    WriteOutcome.HELD: "It waits for a person and is not stored. Do not rely on it and do not propose it again.",
    WriteOutcome.REFUSED: "It is not stored. Change what the reasons name, or leave it.",
    WriteOutcome.SKIPPED: "It says nothing worth keeping and is not stored.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back to the model.

    Attributes:
        is_error: the call itself was wrong; a proposal that was refused is no error.
        recalled: ids of the records the model has now seen.
        findings: what the gate saw in a proposal, for who watches; the model reads their codes.
        record: what a proposal became.
        item: what a proposal is in the review, held or refused.
    """

    data: Mapping[str, Any]
    is_error: bool = False
    recalled: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()
    record: int | None = None
    item: int | None = None

    @property
    def text(self) -> str:
        """The data as JSON, for doors that pass text."""
        return json.dumps(self.data, ensure_ascii=False, default=str)


class Toolbox:
    """The tools of one agent on one person's memory.

    What the run has said and returned is handed over with `saw`; only that can be evidence.
    """

    def __init__(self, partition: Partition, agent: str = "agent", session: str | None = None) -> None:
        self._partition = partition
        self._source = f"agent:{agent}"
        self._session = session
        self._turns: list[Turn] = []
        self._proposed: dict[str, Answer] = {}

    def saw(self, source: str, text: str) -> None:
        """A turn or a tool's result that the model has read; it may be named as evidence."""
        self._turns.append(Turn(source, text))

    def call(self, name: str, arguments: str | Mapping[str, Any]) -> Answer:
        """Carry out one call; every failure becomes an answer the model can read."""
        tool = _BY_NAME.get(name)
        if tool is None:
            return _error(f"There is no tool {name[:60]!r}. There are: {', '.join(_BY_NAME)}.")
        try:
            given = checked(tool, arguments)
            # A step may be started or fail twice in the same words, and the plan itself knows what is new.
            is_kept = not tool.reads_only and name != "propose_task_update"
            repeated = json.dumps([name, given], sort_keys=True) if is_kept else ""
            if repeated in self._proposed:
                # Parallel calls may repeat one proposal; the answer is the same, and so is the effect.
                return self._proposed[repeated]
            answer: Answer = getattr(self, f"_{name}")(**given)
        except BadArguments as error:
            return _error(str(error))
        except MnemoscopeError as error:
            return _error(_said(error))
        except Exception as error:
            # The exception may quote a memory, so only its type is logged and told.
            log.error("the tool %s raised %s", name, type(error).__name__)
            return _error("The memory could not answer; go on without it.")
        if repeated:
            self._proposed[repeated] = answer
        return answer

    def _recall_memory(self, query: str, k: int | None, kinds: list[str] | None) -> Answer:
        hits = self._partition.records.recall(query, k or 5, kinds)
        notes = [
            {**_note(hit.record), "score": round(hit.score, 3), "fit": round(hit.fit, 3)} for hit in hits
        ]
        conflicts = sorted({hit.record.key for hit in hits if hit.conflicts and hit.record.key})
        data: dict[str, Any] = {"notes": notes, "unverified": True}
        if conflicts:
            data["conflicting_keys"] = conflicts
        return Answer(data, recalled=tuple(hit.record.id for hit in hits))

    def _get_memory(self, key: str, kind: str | None) -> Answer:
        found: Record | None = self._partition.records.get(key, kind=kind or "semantic")
        if found is None:
            return Answer({"found": False})
        return Answer({"found": True, "note": _note(found), "unverified": True}, recalled=(found.id,))

    def _propose_memory(
        self,
        kind: str,
        key: str | None,
        content: str,
        supersedes: int | None,
        importance: float | None,
        ttl_days: int | None,
        evidence: list[str],
    ) -> Answer:
        key = key or self._key_of(supersedes)
        result = self._partition.records.remember(
            content,
            kind=kind,
            key=key,
            source=self._source,
            session=self._session,
            importance=0.5 if importance is None else importance,
            ttl=None if ttl_days is None else float(ttl_days * _DAY),
            **self._grounds(evidence),
        )
        return _judged(result)

    def _propose_deletion(self, key: str | None, id: int | None, reason: str) -> Answer:
        if (key is None) == (id is None):
            raise BadArguments("propose_deletion takes either 'key' or 'id', not both and not none.")
        records = self._partition.records
        if key is not None:
            gone = records.forget(key, source=self._source)
        else:
            assert id is not None
            gone = records.forget_id(id, source=self._source)
        return _judged(gone)

    def _propose_task_update(self, task: str, step: str, status: str, output: str | None) -> Answer:
        update = {"step": step, "status": status, "output": output or ""}
        try:
            done = self._partition.tasks.apply(task, update, source=self._source)
        except InvalidUpdate as refused:
            data: dict[str, Any] = {
                "outcome": "refused",
                "reasons": refused.data["rules"],
                "say": str(refused),
                "errors": [problem.sentence for problem in refused.problems],
            }
            if refused.result is not None:
                data |= task_facts(refused.result)
            return Answer(data)
        return Answer({"outcome": done.outcome.value, **task_facts(done)})

    def _proposal_status(self, id: int) -> Answer:
        standing = self._partition.records.proposal(id)
        return Answer({"id": standing.id, "status": standing.status.value, "record": standing.record})

    def _key_of(self, supersedes: int | None) -> str | None:
        return None if supersedes is None else self._partition.records.by_id(supersedes).key

    def _grounds(self, evidence: list[str]) -> dict[str, Any]:
        """The run and what is cited of it; without evidence the agent speaks for itself."""
        if not evidence:
            return {}
        run = Run(self._session or "run", tuple(self._turns), frozenset({self._source}))
        lineage = tuple(dict.fromkeys(evidence))
        return {"run": run, "cited": tuple(Citation(source) for source in lineage), "lineage": lineage}


def _note(record: Record) -> dict[str, Any]:
    written = record.written_at or record.recorded_at
    return {
        "id": record.id,
        "kind": record.kind.value,
        "key": record.key,
        "content": record.content,
        "source": record.source,
        "trust": record.trust.label,
        "date": f"{written:%Y-%m-%d}",
    }


def _judged(result: WriteResult | Forgotten) -> Answer:
    """What the gate said to a proposal."""
    outcome = result.outcome
    data: dict[str, Any] = {
        "outcome": outcome.value,
        "reasons": [finding.code for finding in result.reasons],
        "say": _NEXT[outcome],
    }
    record = result.record.id if isinstance(result, WriteResult) and result.record is not None else None
    if record is not None:
        data["id"] = record
    if isinstance(result, Forgotten) and outcome is WriteOutcome.STORED:
        data["say"] = f"{result.count} versions were deleted."
    item = result.held.id if result.held is not None else None
    if item is not None and outcome is WriteOutcome.HELD:
        data["proposal"] = item
    return Answer(data, findings=result.reasons, record=record, item=item)


def _said(error: MnemoscopeError) -> str:
    if isinstance(error, NotFound):
        return "There is nothing under that name here."
    field, problem = error.data.get("field"), error.data.get("problem")
    which = f" ({field}: {problem})" if field and problem else ""
    return f"The memory refused the call: {error.code.value}{which}."


def _error(message: str) -> Answer:
    return Answer({"error": message}, is_error=True)
