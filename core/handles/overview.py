"""What is held about one person, store by store, in counts (specification 14)."""

from __future__ import annotations

from dataclasses import dataclass

from core import audit
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.quarantine import ItemStatus
from core.memory.tasks import TaskState
from core.store import (
    conversation_rows,
    document_rows,
    graph_rows,
    note_rows,
    prompt_rows,
    quarantine_rows,
    record_query,
    scratchpad_rows,
    subjects,
    task_rows,
)
from core.store.record_query import Condition


@dataclass(frozen=True, slots=True)
class KindCount:
    """The records of one kind by state; the four numbers add up to all versions."""

    kind: Kind
    live: int
    superseded: int
    expired: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The stores this version has, counted for one person at one moment.

    Attributes:
        due: facts and preferences past their time.
        conflicts: live records whose key says something else in another kind.
        waiting: proposals that wait for a person; ``decided`` were released or rejected, and
            ``refused`` were kept out or skipped by code.
        turns: messages of the person in every conversation.
        recalls: prompts that something was recalled for.
        scratchpads: tasks an agent keeps a scratchpad for.
        journal: entries about this person; ``journal_all`` counts the whole chain.
        open_tasks: tasks that are open or paused; ``ended_tasks`` are done or cancelled.
    """

    kinds: tuple[KindCount, ...]
    due: int
    conflicts: int
    waiting: int
    decided: int
    refused: int
    journal: int
    journal_all: int
    notes: int = 0
    entities: int = 0
    links: int = 0
    documents: int = 0
    turns: int = 0
    recalls: int = 0
    scratchpads: int = 0
    open_tasks: int = 0
    ended_tasks: int = 0

    @property
    def live(self) -> int:
        """Current records of every kind."""
        return sum(count.live for count in self.kinds)


def overview(ground: Ground) -> Overview:
    """Count everything about the ground's scope in one snapshot."""
    now = ground.clock()
    with ground.database.read() as connection:
        subject = subjects.find(connection, ground.scope.tenant, ground.scope.user)
        everything = audit.count(connection)
        if subject is None:
            return Overview(tuple(KindCount(kind, 0, 0, 0, 0) for kind in Kind), 0, 0, 0, 0, 0, 0, everything)

        def per_kind(condition: Condition) -> dict[str, int]:
            return record_query.count_by_kind(connection, subject.scope, [condition])

        live, superseded, expired, withdrawn = map(
            per_kind,
            (
                record_query.current(now),
                record_query.superseded(),
                record_query.expired(now),
                record_query.withdrawn(),
            ),
        )
        held = quarantine_rows.count_by_status(connection, subject.scope)
        tasks = task_rows.count_by_state(connection, subject.scope)
        return Overview(
            tuple(
                KindCount(
                    kind,
                    live.get(kind, 0),
                    superseded.get(kind, 0),
                    expired.get(kind, 0),
                    withdrawn.get(kind, 0),
                )
                for kind in Kind
            ),
            record_query.count(connection, subject.scope, [record_query.due(now)]),
            record_query.count(connection, subject.scope, [record_query.in_conflict(subject.scope)]),
            held.get(ItemStatus.WAITING, 0),
            held.get(ItemStatus.RELEASED, 0) + held.get(ItemStatus.REJECTED, 0),
            held.get(ItemStatus.REFUSED, 0) + held.get(ItemStatus.SKIPPED, 0),
            audit.count(connection, subject),
            everything,
            note_rows.count(connection, subject.scope),
            *graph_rows.counts(connection, subject.scope),
            document_rows.counts(connection, subject.scope)[0],
            conversation_rows.turns(connection, subject.scope),
            prompt_rows.count(connection, subject.scope),
            scratchpad_rows.count(connection, subject.scope),
            open_tasks=tasks.get(TaskState.OPEN, 0) + tasks.get(TaskState.PAUSED, 0),
            ended_tasks=tasks.get(TaskState.DONE, 0) + tasks.get(TaskState.CANCELLED, 0),
        )
