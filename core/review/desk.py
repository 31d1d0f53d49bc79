"""The review as an operator holds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, overload

from core import audit
from core.change import Change, Undo
from core.clock import Clock, to_micros
from core.errors import ErrorCode, MnemoscopeError, NotFound
from core.memory.notes import releasing
from core.memory.quarantine import HeldItem, ItemStatus
from core.memory.quarantine.item import Act, item_of
from core.memory.records import Sourced, runs
from core.memory.records.deleting import ids_of_target
from core.memory.records.writing import look_up
from core.review import decisions, queue
from core.review.consequences import Consequences, of_deletion, of_note, of_words
from core.review.decisions import Decision
from core.review.queue import QueueCounts, QueueEntry
from core.scope import Scope
from core.store import blocks, quarantine_rows, subjects
from core.store.blocks import Block
from core.store.quarantine_rows import QuarantineRow

if TYPE_CHECKING:
    import apsw

    from core.memory.ground import Ground
    from core.store import Database


@dataclass(frozen=True, slots=True)
class BulkResult:
    """What a bulk decision did, item by item.

    Attributes:
        skipped: high and critical items, which are decided one by one.
        failed: items that could not be decided, each with its error.
    """

    done: tuple[Decision, ...]
    skipped: tuple[QueueEntry, ...]
    failed: tuple[tuple[QueueEntry, MnemoscopeError], ...]
    change: Change


@dataclass(frozen=True, slots=True)
class Revealed:
    """An item a person asked to read in clear."""

    item: HeldItem
    change: Change


class Review:
    """The queue over everybody, and the verbs a person decides with.

    Lists hold ids, risk and age; the words of an item are read through its own partition.
    """

    def __init__(self, database: Database, clock: Clock, ground: Callable[[Scope], Ground]) -> None:
        self._database = database
        self._clock = clock
        self._ground = ground

    def waiting(self, scope: Scope | None = None) -> list[QueueEntry]:
        """What waits for a decision, most urgent first; of one person, or of everybody."""
        return self.listed((ItemStatus.WAITING,), scope)

    def listed(self, statuses: Sequence[ItemStatus], scope: Scope | None = None) -> list[QueueEntry]:
        """Items in one of the statuses, most urgent first."""
        with self._database.read() as connection:
            if scope is None:
                return queue.entries(connection, statuses)
            subject = subjects.find(connection, scope.tenant, scope.user)
            return queue.entries(connection, statuses, subject.scope) if subject else []

    def counts(self, midnight: datetime, scope: Scope | None = None) -> QueueCounts:
        """Numbers for the badge, the count line and the tabs; ``midnight`` began the reader's day."""
        with self._database.read() as connection:
            if scope is None:
                return queue.counts(connection, to_micros(midnight))
            subject = subjects.find(connection, scope.tenant, scope.user)
            return queue.counts(connection, to_micros(midnight), subject.scope if subject else 0)

    def item(self, scope: Scope, id_: int) -> HeldItem:
        """One item with its words as far as they may be read.

        Raises:
            NotFound: no such item in this scope.
        """
        with self._ground(scope).read() as (connection, number):
            row = None if number is None else quarantine_rows.by_id(connection, number, id_)
            if row is None:
                raise NotFound(ErrorCode.NO_RECORD, item=id_)
            return _named(connection, row)

    def item_behind(self, scope: Scope, record: int) -> HeldItem | None:
        """The item whose release stored a record; None for a record that never waited."""
        with self._ground(scope).read() as (connection, number):
            row = None if number is None else quarantine_rows.released_as(connection, number, record)
            return None if row is None else _named(connection, row)

    def behind(self, scope: Scope, id_: int) -> tuple[Sourced, ...]:
        """The writer runs that proposed an item, and the words they cited; none for a direct call."""
        with self._ground(scope).read() as (connection, number):
            return () if number is None else runs.behind_item(connection, number, id_)

    def behind_record(self, scope: Scope, record: int) -> tuple[Sourced, ...]:
        """The same for a record, whether it was stored at once, seen again or released."""
        with self._ground(scope).read() as (connection, number):
            return (
                () if number is None else runs.behind_records(connection, number, (record,)).get(record, ())
            )

    def consequences(self, scope: Scope, id_: int, text: str | None = None) -> Consequences:
        """What releasing an item, or a person's edit of it, would do today.

        Raises:
            NotFound: no such item in this scope, or what it would delete or change is gone.
            Conflict: the note it would change is another one by now.
            Invalid: its words were masked and no edit was given.
        """
        ground = self._ground(scope)
        with ground.read() as (connection, number):
            row = None if number is None else quarantine_rows.by_id(connection, number, id_)
            if row is None:
                raise NotFound(ErrorCode.NO_RECORD, item=id_)
            if row.act == Act.DELETION:
                return of_deletion(ground, ids_of_target(connection, number, *decisions.target_of(row)))
            if row.act == Act.NOTE:
                wanted = releasing.draft_of(connection, number, row, text)
                return of_note(releasing.verdict_of_person(ground, wanted), wanted)
            draft = decisions.draft_for(ground, row, text)
            standing = look_up(connection, ground.subject(connection), draft, self._clock(), ground.recall)
        verdict = decisions.verdict_of_person(ground, draft, standing)
        return of_words(ground, draft.proposal, verdict, standing)

    @overload
    def release(self, item: QueueEntry, /, *, reason: str = "", text: str | None = None) -> Decision: ...

    @overload
    def release(
        self, scope: Scope, id_: int, version: int, *, reason: str = "", text: str | None = None
    ) -> Decision: ...

    def release(
        self,
        scope: Scope | QueueEntry,
        id_: int | None = None,
        version: int | None = None,
        *,
        reason: str = "",
        text: str | None = None,
    ) -> Decision:
        """Store an item as it is, or as edited by ``text``; see `decisions.release`.

        The item is one of a list, or is named by scope, id and the version the decision is made on.
        """
        scope, id_, version = _named_by(scope, id_, version)
        return decisions.release(self._ground(scope), id_, version, reason, text)

    @overload
    def reject(self, item: QueueEntry, /, *, reason: str) -> Decision: ...

    @overload
    def reject(self, scope: Scope, id_: int, version: int, *, reason: str) -> Decision: ...

    def reject(
        self,
        scope: Scope | QueueEntry,
        id_: int | None = None,
        version: int | None = None,
        *,
        reason: str,
    ) -> Decision:
        """Refuse an item for good; its value is stopped when it comes back."""
        scope, id_, version = _named_by(scope, id_, version)
        return decisions.reject(self._ground(scope), id_, version, reason)

    def reveal(self, scope: Scope, id_: int, *, reason: str = "") -> Revealed:
        """An item with its contact data in clear, for a person who asked to see it; journaled.

        Programs that put items on a screen show them `covered` until then.

        Raises:
            NotFound: no such item in this scope.
            ReadOnly, Restricted: nothing can be journaled, so nothing is shown.
        """
        decisions.reveal(self._ground(scope), id_, reason)
        return Revealed(self.item(scope, id_), Change(frozenset({"journal"}), (id_,)))

    def undo(self, scope: Scope, what: Undo, *, reason: str = "") -> Decision:
        """Take a decision back; the item stands where it stood before."""
        return decisions.take_decision_back(self._ground(scope), what, reason)

    def bulk(
        self, entries: Sequence[QueueEntry], *, reject_because: str | None = None, reason: str = ""
    ) -> BulkResult:
        """Release, or with ``reject_because`` reject, many items; high ones are left for one by one."""
        done: list[Decision] = []
        failed: list[tuple[QueueEntry, MnemoscopeError]] = []
        skipped = tuple(entry for entry in entries if entry.one_by_one)
        for entry in entries:
            if entry.one_by_one:
                continue
            try:
                if reject_because is None:
                    done.append(self.release(entry.scope, entry.id, entry.version, reason=reason))
                else:
                    done.append(self.reject(entry.scope, entry.id, entry.version, reason=reject_because))
            except MnemoscopeError as error:
                failed.append((entry, error))
        ids = tuple(decision.item.id for decision in done)
        return BulkResult(
            tuple(done), skipped, tuple(failed), Change(frozenset({"quarantine", "record", "note"}), ids)
        )

    def expire(self, scope: Scope) -> int:
        """Turn items that waited too long, and deletions of what is gone, into refused ones; how many."""
        return decisions.expire(self._ground(scope))

    def blocks(self, scope: Scope) -> list[Block]:
        """Values that may not come back, and how often each tried."""
        with self._ground(scope).read() as (connection, number):
            return [] if number is None else blocks.listed(connection, number)

    def lift_block(self, scope: Scope, value: bytes, *, reason: str = "") -> bool:
        """Let a value come back; False when it was not blocked."""
        return decisions.lift_block(self._ground(scope), value, reason)


def _named_by(scope: Scope | QueueEntry, id_: int | None, version: int | None) -> tuple[Scope, int, int]:
    """Whose item is meant, which, and at which version."""
    if isinstance(scope, QueueEntry):
        return scope.scope, scope.id, scope.version
    if id_ is None or version is None:
        raise TypeError("an item of a list, or scope, id and version")
    return scope, id_, version


def _named(connection: apsw.Connection, row: QuarantineRow) -> HeldItem:
    author, decided_by = (audit.name_of(connection, actor) for actor in (row.author, row.decided_by))
    return replace(item_of(row), author=author, decided_by=decided_by)
