"""What the pane shows, read on a worker in one go: the list, and the task that is looked at."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.widgets.listing import Listing, prepare
from core.errors import NotFound
from core.memory.tasks import Legal, OperatorTasks, Task, TaskEvent, TaskState

MOST = 1_000
ENTRIES = 100


@dataclass(frozen=True, slots=True)
class Dossier:
    """One task with its log, the newest entries first.

    Attributes:
        more: the log has older entries than these.
    """

    task: Task
    log: tuple[TaskEvent, ...]
    legal: tuple[Legal, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The tasks of one person.

    Attributes:
        finished: finished and cancelled ones are listed too.
        dossier: the task that is looked at; None when there is none.
    """

    listing: Listing[Task]
    tasks: Mapping[int, Task]
    counts: Mapping[TaskState, int]
    finished: bool
    dossier: Dossier | None

    @property
    def unfinished(self) -> int:
        """How many tasks are open or paused."""
        return self.counts[TaskState.OPEN] + self.counts[TaskState.PAUSED]

    @property
    def refused(self) -> int:
        """How many proposals to the listed tasks were refused."""
        return sum(task.refused for task in self.tasks.values())


def read(
    tasks: OperatorTasks, finished: bool, current: int | None, place: int, entries: int = ENTRIES
) -> Answer:
    """List the tasks and open the current one, or the one that stands in its place now."""
    found = {task.id: task for task in tasks.listed(finished=finished, limit=MOST)}

    def rows(ids: Sequence[int]) -> list[Task | None]:
        return [found.get(id_) for id_ in ids]

    listing = prepare(array("q", found), rows, current=current, place=place)
    dossier = None
    if listing.anchor is not None:
        dossier = _dossier(tasks, found[listing.ids[listing.anchor]].name, entries)
    return Answer(listing, found, tasks.counts(), finished, dossier)


def _dossier(tasks: OperatorTasks, name: str, entries: int) -> Dossier | None:
    try:
        log = tasks.log(name, entries + 1)
        return Dossier(tasks.get(name), tuple(log[:entries]), tasks.legal(name), len(log) > entries)
    except NotFound:  # erased between the two questions; the next answer knows
        return None
