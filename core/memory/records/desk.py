"""What a person may do with the records of a scope: browse, correct, take back, delete."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import apsw

from core.audit import Action, Actor, Role
from core.change import Undo
from core.clock import to_micros
from core.errors import Invalid
from core.gate import WriteOutcome
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records import deleting, events, explaining, exporting, sources, undoing, versions
from core.memory.records.beliefs import as_believed
from core.memory.records.changes import Beside, Forgotten, WriteResult
from core.memory.records.events import RecordEvent
from core.memory.records.explaining import HeldBack
from core.memory.records.exporting import COLUMNS, FileFormat
from core.memory.records.query import RecordFilter
from core.memory.records.reading import fetch
from core.memory.records.record import Record
from core.memory.records.records import Records
from core.store import record_query, record_rows
from core.store.record_query import Sort, SortColumn


class OperatorRecords(Records):
    """The long-term memory of one scope in an operator's hands.

    Every act is journaled with the operator's name; ``reason`` is kept beside the journal and
    dies with the person.
    """

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._source = f"operator:{ground.actor.name}"

    def ids(self, wanted: RecordFilter | None = None, order: Sort | None = None) -> array[int]:
        """Ids of the records a filter means, in order."""
        with self._ground.read() as (connection, scope):
            if scope is None:
                return array("q")
            conditions = (wanted or RecordFilter()).conditions(scope, self._ground.clock())
            return record_query.ids(connection, scope, conditions, order)

    def count(self, wanted: RecordFilter | None = None) -> int:
        """How many records a filter means."""
        with self._ground.read() as (connection, scope):
            if scope is None:
                return 0
            conditions = (wanted or RecordFilter()).conditions(scope, self._ground.clock())
            return record_query.count(connection, scope, conditions)

    def page(self, ids: Sequence[int], *, as_of: datetime | None = None) -> list[Record | None]:
        """The records of those ids in the same order; None where one is gone.

        With ``as_of`` each is shown as it stood at that moment.
        """
        now = self._ground.clock() if as_of is None else to_micros(as_of, "as_of")
        with self._ground.read() as (connection, scope):
            found = [] if scope is None else fetch(connection, scope, ids, now)
        by_id = {record.id: record if as_of is None else as_believed(record) for record in found}
        return [by_id.get(id_) for id_ in ids]

    def explain_held(self, item: int) -> HeldBack:
        """What became of anybody's proposal about this person that was not stored.

        Raises:
            NotFound: no such item here.
        """
        return explaining.explain_held(self._ground, item, own=False)

    def authors(self, ids: Sequence[int]) -> dict[int, Actor]:
        """Who wrote each of these records: the program or the operator that stored it."""
        with self._ground.read() as (connection, scope):
            found = {} if scope is None else record_rows.authors(connection, scope, ids)
        return {id_: Actor(Role(role), name) for id_, (role, name) in found.items()}

    def events(self, id_: int) -> list[RecordEvent]:
        """What happened to a record after it was written, oldest first."""
        return events.of(self._ground, id_)

    def review_due(self) -> array[int]:
        """Facts and preferences past their time, the longest overdue first."""
        now = self._ground.clock()
        return self._ids([record_query.due(now)], Sort(SortColumn.EXPIRES, descending=False))

    def conflicts(self) -> array[int]:
        """Live records whose key says something else in another kind, by key."""
        with self._ground.read() as (_, scope):
            known = scope
        return array("q") if known is None else self._ids([record_query.in_conflict(known)], _BY_KEY)

    def correct(
        self, id_: int, content: str, *, reason: str = "", steps: tuple[str, ...] | None = None
    ) -> WriteResult:
        """Replace a record's text, and a procedure's steps, by the operator's; the old stay in history."""
        return versions.correct(self._ground, id_, content, self._source, reason, steps)

    def confirm(self, id_: int, *, reason: str = "") -> WriteResult:
        """Vouch for a record: approved, seen now, and as long to live again."""
        return versions.confirm(self._ground, id_, reason)

    def set_expiry(self, id_: int, when: datetime | None, *, reason: str = "") -> WriteResult:
        """Say when a record stops counting; None means never."""
        return versions.set_expiry(self._ground, id_, when, reason)

    def roll_back(self, id_: int, *, reason: str = "") -> WriteResult:
        """Make an old version current again, as a new version."""
        return versions.roll_back(self._ground, id_, reason)

    def undo(self, what: Undo, *, reason: str = "") -> WriteResult:
        """Take a write back, unless the record has changed since (then `Conflict`)."""
        return undoing.undo(self._ground, what, reason)

    def preview_forget(self, key: str, kind: str | None = None) -> Forgotten:
        """What `forget_key` would take, and where its values stand elsewhere."""
        with self._ground.read() as (connection, scope):
            ids = deleting.ids_of_key(connection, scope, key, None if kind is None else Kind.parse(kind))
            return self._described(connection, ids)

    def preview_forget_id(self, id_: int) -> Forgotten:
        """What deleting that one version would take, and where its value stands elsewhere."""
        self.by_id(id_)
        with self._ground.read() as (connection, _):
            return self._described(connection, [id_])

    def preview_forget_source(self, prefix: str) -> Forgotten:
        """What `forget_source` would take, in every store of the scope."""
        with self._ground.read() as (connection, scope):
            return sources.preview(connection, scope, self._ground, prefix)

    def forget_key(
        self, key: str, *, kind: str | None = None, reason: str = "", listed: Collection[int] | None = None
    ) -> Forgotten:
        """Delete a key with all its versions, for good.

        Args:
            listed: ids the person was shown; if more or others would go now, nothing does.

        Raises:
            NotFound: the key was never used here.
            Conflict: what would go is not what was listed.
        """
        return deleting.forget_key(
            self._ground, key, None if kind is None else Kind.parse(kind), reason, listed
        )

    def forget_record(self, id_: int, *, reason: str = "") -> Forgotten:
        """Delete one version, for good."""
        return deleting.forget_ids(self._ground, (id_,), reason)

    def forget_source(
        self,
        prefix: str,
        *,
        reason: str = "",
        listed: Collection[int] | None = None,
        beside: Beside | None = None,
    ) -> Forgotten:
        """Delete everything whose source starts literally with the prefix, or that cites such a one, for good.

        That is records and what was drawn from them, documents, entities, links, notes, and proposals in
        quarantine; see `core.memory.records.sources`.

        Args:
            beside: what a preview counted beside the records, which are ``listed``.

        Raises:
            Invalid: an empty prefix, which would mean everything.
            NotFound: nothing has such a source.
            Conflict: what would go is not what was ``listed``, or not as much ``beside``; nothing went.
            OnHold: the person's memory has to be kept.
        """
        return sources.forget(self._ground, prefix, reason, listed, beside)

    def preview_sweep(self, max_age_days: float, kinds: Sequence[str]) -> Forgotten:
        """What `sweep` would take, and the facts and preferences it would list for review."""
        with self._ground.read() as (connection, scope):
            swept, review = deleting.ids_of_age(connection, scope, *self._age(max_age_days, kinds))
            preview = self._described(connection, swept)
        return replace(preview, review=tuple(review))

    def sweep(
        self,
        max_age_days: float,
        kinds: Sequence[str],
        *,
        reason: str = "",
        listed: Collection[int] | None = None,
    ) -> Forgotten:
        """Delete what was recorded longer ago; live facts and preferences are listed instead.

        Raises:
            Conflict: what would go is not what was ``listed``.
        """
        with self._ground.read() as (connection, scope):
            swept, review = deleting.ids_of_age(connection, scope, *self._age(max_age_days, kinds))
        if not swept:
            return Forgotten(WriteOutcome.STORED, review=tuple(review))
        gone = deleting.forget_ids(self._ground, swept, reason, Action.SWEEP, "age", listed)
        return replace(gone, review=tuple(review))

    def write_file(
        self,
        path: Path,
        format_: str,
        ids: Sequence[int],
        columns: Sequence[str] = COLUMNS,
        progress: Callable[[int, int], None] | None = None,
        *,
        spreadsheet: bool = False,
    ) -> int:
        """Export records to a CSV, JSON or JSON Lines file; how many were written.

        Args:
            spreadsheet: CSV cells that a spreadsheet would run as a formula get an apostrophe.

        Raises:
            Invalid: an unknown format or column.
            NotFound, NotAStore, ReadOnly, StorageFailure: the folder or disk refuses.
        """
        if format_ not in set(FileFormat):
            raise Invalid("format", "unknown", value=format_, known=[each.value for each in FileFormat])
        return exporting.write_file(
            self._ground, path, FileFormat(format_), ids, columns, progress, spreadsheet
        )

    def _described(self, connection: apsw.Connection, ids: Sequence[int]) -> Forgotten:
        return deleting.describe(connection, self._ground.subject(connection), ids, self._ground.clock)

    def _ids(self, conditions: list[record_query.Condition], order: Sort) -> array[int]:
        with self._ground.read() as (connection, scope):
            return array("q") if scope is None else record_query.ids(connection, scope, conditions, order)

    def _age(self, max_age_days: float, kinds: Sequence[str]) -> tuple[int, list[Kind]]:
        if not max_age_days >= 0:
            raise Invalid("max_age_days", "range", low=0)
        before = self._ground.clock() - round(timedelta(days=max_age_days) / timedelta(microseconds=1))
        return before, [Kind.parse(kind) for kind in kinds]


_BY_KEY = Sort(SortColumn.KEY, descending=False)
