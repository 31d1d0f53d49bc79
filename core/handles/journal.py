"""The journal as an operator reads it: who did what, when, to which object, and whether it is whole."""

from __future__ import annotations

import csv
import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import apsw

from core import audit
from core.audit import Actor
from core.clock import Clock, optional_micros, to_datetime
from core.errors import ErrorCode, Invalid, StorageFailure
from core.scope import Scope
from core.store import Database, journal_rows, subjects
from core.store.faults import reported
from core.store.journal_rows import JournalFilter, JournalRow
from core.store.subjects import Subject

_PAGE = 1_000
FORMATS = ("csv", "json", "jsonl")


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry, without a word of anybody's memory.

    Attributes:
        object_kind: what kind of thing was acted on; ``count`` says how many.
        about: a short mark that is equal for entries about the same person; None for the file itself.
        code: a coded reason.
        note: the reason a person typed, where the entries of one person were asked for.
    """

    seq: int
    at: datetime
    actor: str
    role: str
    action: str
    object_kind: str
    count: int
    code: str | None
    about: str | None
    object: str | None
    hash: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class JournalQuery:
    """Which entries are meant; what is left out means any.

    Attributes:
        scope: entries about one person, for as long as they are in the file.
        record: with a scope, entries about one object of ``object_kinds``' first kind.
    """

    actor: str | None = None
    role: str | None = None
    actions: tuple[str, ...] = ()
    object_kinds: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    scope: Scope | None = None
    record: int | None = None


EVERYTHING = JournalQuery()


class Journal:
    """The journal of one open file."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def count(self, wanted: JournalQuery = EVERYTHING) -> int:
        """How many entries a query means; without one, how many the chain has."""
        with self._database.read() as connection:
            found = self._filter(connection, wanted)
            return 0 if found is None else journal_rows.count(connection, found[0])

    def entries(
        self,
        wanted: JournalQuery = EVERYTHING,
        *,
        limit: int = 200,
        after: int | None = None,
        newest_first: bool = True,
    ) -> list[JournalEntry]:
        """A page of entries, the newest first.

        Args:
            after: number of the last entry of the page before.
        """
        with self._database.read() as connection:
            found = self._filter(connection, wanted)
            if found is None:
                return []
            rows = journal_rows.page(connection, found[0], limit, after, newest_first=newest_first)
            return _shown(connection, rows, found[1])

    def actors(self) -> list[Actor]:
        """Everybody who ever acted, by name."""
        with self._database.read() as connection:
            return audit.actors(connection)

    def export(
        self,
        path: Path | str,
        format_: str = "csv",
        wanted: JournalQuery = EVERYTHING,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> int:
        """Write entries, oldest first, to a new file that appears whole or not at all; how many.

        JSON carries the head hash of the chain; lines and CSV carry the hash of each entry.

        Raises:
            Invalid: an unknown format.
            StorageFailure, NotFound, ReadOnly: something is there (exists), or the folder refuses.
        """
        if format_ not in FORMATS:
            raise Invalid("format", "unknown", value=format_, known=list(FORMATS))
        target = Path(path).absolute()
        if os.path.lexists(target):
            raise StorageFailure(ErrorCode.EXISTS, path=str(target))
        draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}.part")
        written = 0
        with reported(target):
            try:
                with (
                    self._database.read() as connection,
                    draft.open("x", encoding="utf-8", newline="") as file,
                ):
                    draft.chmod(0o600)
                    total = self.count(wanted)
                    sheet = csv.writer(file, lineterminator="\r\n")
                    if format_ == "csv":
                        sheet.writerow(_FIELDS)
                    elif format_ == "json":
                        head = {"exported_at": to_datetime(self._clock()).isoformat(),
                                "head": audit.head(connection)[1].hex()}  # fmt: skip
                        file.write(json.dumps(head)[:-1] + ', "entries": [')
                    for each in self._all(connection, wanted):
                        told = _plain(each)
                        if format_ == "csv":
                            sheet.writerow([told[name] for name in _FIELDS])
                        else:
                            comma = "\n" if not written else ",\n"
                            file.write(
                                (comma if format_ == "json" else "") + json.dumps(told, ensure_ascii=False)
                            )
                            file.write("" if format_ == "json" else "\n")
                        written += 1
                        if progress is not None and written % _PAGE == 0:
                            progress(written, total)
                    if format_ == "json":
                        file.write("\n]}\n")
                    file.flush()
                    os.fsync(file.fileno())
                draft.rename(target)
            finally:
                draft.unlink(missing_ok=True)
        return written

    def head(self) -> audit.Landmark:
        """The last entry; keep it where a cut-off end or an older copy must be noticed."""
        with self._database.read() as connection:
            return audit.Landmark(*audit.head(connection))

    def passes(self, landmark: audit.Landmark) -> bool:
        """Whether the chain holds an entry that was the head before."""
        with self._database.read() as connection:
            return audit.passes(connection, landmark)

    def verify(self) -> audit.Verification:
        """Recompute the chain: intact, or broken at which entry."""
        with self._database.read() as connection:
            return audit.verify(connection)

    def _all(self, connection: apsw.Connection, wanted: JournalQuery) -> Iterator[JournalEntry]:
        found = self._filter(connection, wanted)
        after: int | None = None
        while found is not None and (rows := journal_rows.page(connection, found[0], _PAGE, after)):
            yield from _shown(connection, rows, found[1])
            after = rows[-1].seq

    @staticmethod
    def _filter(
        connection: apsw.Connection, wanted: JournalQuery
    ) -> tuple[JournalFilter, Subject | None] | None:
        """The filter of the store; None where it means somebody who is not in the file."""
        subject = about = thing = None
        if wanted.scope is not None:
            subject = subjects.find(connection, wanted.scope.tenant, wanted.scope.user)
            if subject is None:
                return None
            about = audit.tag(subject.salt, "subject", subject.scope)
            if wanted.record is not None and wanted.object_kinds:
                thing = audit.tag(subject.salt, wanted.object_kinds[0], wanted.record)
        return (
            JournalFilter(
                wanted.actor,
                wanted.role,
                wanted.actions,
                wanted.object_kinds,
                optional_micros(wanted.since, "since"),
                optional_micros(wanted.until, "until"),
                about,
                thing,
            ),
            subject,
        )


def _shown(
    connection: apsw.Connection, rows: Sequence[JournalRow], subject: Subject | None
) -> list[JournalEntry]:
    notes: dict[int, str] = {}
    if subject is not None and rows:
        notes = journal_rows.notes(connection, subject.scope, [row.seq for row in rows])
    return [
        JournalEntry(
            row.seq,
            to_datetime(row.at),
            row.name,
            row.role,
            row.action,
            row.object_kind,
            row.count,
            row.code,
            _mark(row.about),
            _mark(row.object_tag),
            row.hash.hex(),
            notes.get(row.seq),
        )
        for row in rows
    ]


def _mark(tag: bytes | None) -> str | None:
    return None if tag is None else tag[:4].hex()


def _plain(entry: JournalEntry) -> dict[str, object]:
    values = {name: getattr(entry, name) for name in _FIELDS}
    return values | {"at": entry.at.isoformat()}


_FIELDS = (
    "seq", "at", "actor", "role", "action", "object_kind", "count", "code", "about", "object", "note", "hash",
)  # fmt: skip
