"""A person's hand on the tasks: what an agent may not do, each act with its reason."""

from __future__ import annotations

from core.change import Undo
from core.errors import Invalid
from core.memory.tasks import writing
from core.memory.tasks.judge import Hand
from core.memory.tasks.operation import MAX_NAME, MAX_RESULT, Act, Operation, Reader
from core.memory.tasks.tasks import Tasks
from core.memory.tasks.update import InvalidUpdate, UpdateOutcome, UpdateResult


class OperatorTasks(Tasks):
    """The tasks of one person at the desk; `apply` and `propose` play the model by hand.

    Every act raises `InvalidUpdate` when a rule refuses it, `Invalid` when its reason is missing,
    `NotFound` when there is no such task.
    """

    def skip(self, task: str, step: int, *, reason: str) -> UpdateResult:
        """Let a pending step be passed over."""
        return self._act(task, [Operation(Act.SKIP, step)], reason, needed=True)

    def cancel(self, task: str, step: int | None = None, *, reason: str) -> UpdateResult:
        """End a step that is not finished, or without a step the whole task; this is final."""
        if step is not None:
            return self._act(task, [Operation(Act.CANCEL, step)], reason, needed=True)
        unfinished = [each.id for each in self.get(task).steps if not each.state.passed]
        return self._act(task, [Operation(Act.CANCEL, each) for each in unfinished], reason, needed=True)

    def retry(self, task: str, step: int, *, reason: str = "") -> UpdateResult:
        """Set a failed step back to pending; one that had all of its attempts is given one more.

        Its attempts stay counted and told.
        """
        return self._act(task, [Operation(Act.RETRY, step)], reason)

    def edit(self, task: str, step: int, name: str, *, reason: str = "") -> UpdateResult:
        """Change the words of a pending step."""
        return self._act(task, [Operation(Act.EDIT, step, name)], reason)

    def add(
        self,
        task: str,
        name: str,
        *,
        after: int | None = None,
        replaces: int | None = None,
        reason: str = "",
    ) -> UpdateResult:
        """Put a step into the plan, behind another or at the end; ``replaces`` does a finished one again."""
        return self._act(task, [Operation(Act.ADD, None, name, "", after, replaces)], reason)

    def remove(self, task: str, step: int, *, reason: str = "") -> UpdateResult:
        """Take a pending step out of the plan."""
        return self._act(task, [Operation(Act.REMOVE, step)], reason)

    def move(self, task: str, step: int, after: int | None, *, reason: str = "") -> UpdateResult:
        """Let a pending step come behind another one; 0 is the front, None the end."""
        return self._act(task, [Operation(Act.MOVE, step, after=after)], reason)

    def pause(self, task: str, *, reason: str) -> UpdateResult:
        """Let no further step be started until the task is resumed."""
        return self._act(task, [Operation(Act.PAUSE)], reason, needed=True)

    def resume(self, task: str, *, reason: str = "") -> UpdateResult:
        """Let steps be started again."""
        return self._act(task, [Operation(Act.RESUME)], reason)

    def undo(self, what: Undo, *, reason: str = "") -> UpdateResult:
        """Take an act of this desk back, unless the plan has changed since.

        Raises:
            Conflict: it has.
        """
        reader = self._reader()
        note = reader.text("reason", reason, MAX_RESULT)
        return writing.undo(self._ground, what, Hand(self._person), note)

    @property
    def _person(self) -> str:
        return self._ground.actor.name

    def _act(
        self, task: str, operations: list[Operation], reason: str, *, needed: bool = False
    ) -> UpdateResult:
        reader = self._reader()
        note = reader.text("reason", reason, MAX_RESULT)
        if needed and not note and not reader.problems:
            raise Invalid("reason", "empty")
        read = tuple(self._read(reader, operation, note) for operation in operations)
        result = self._propose(task, reader, read, "", None, None, self._person, note)
        if result.outcome is UpdateOutcome.REFUSED:
            raise InvalidUpdate(result.problems, result)
        return result

    def _read(self, reader: Reader, operation: Operation, note: str) -> Operation:
        """The operation with its step's number checked and its words masked."""
        step = None if operation.step is None else reader.step("step", operation.step)
        text = operation.text
        if operation.act in {Act.EDIT, Act.ADD}:
            text = reader.text("name", text, MAX_NAME, needed=True)
        elif operation.act in {Act.SKIP, Act.CANCEL}:
            text = note
        after = reader.number("after", operation.after)
        replaces = reader.number("replaces", operation.replaces)
        return Operation(operation.act, step, text, "", after, replaces)
