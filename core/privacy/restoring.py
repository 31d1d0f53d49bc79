"""Bringing an archive back: row for row where it is our own, through the gate where it is anybody's."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import apsw

from core import audit
from core.audit import Action, Actor, Entry, Role
from core.change import NOTHING, Change
from core.clock import optional_datetime
from core.errors import ErrorCode, Gone, Invalid, NotAStore, StorageFailure
from core.gate import Proposal, Standing, judge, mask
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records.draft import draft
from core.memory.records.intake import Offered, take_in
from core.privacy.archive import Archive, ArchiveInfo
from core.privacy.cells import as_row
from core.privacy.exporting import exported_tables
from core.privacy.installation import InstallationKey
from core.privacy.progress import Step, Watch
from core.recall import tokenizer
from core.store import imported, posting_rows, subjects, suppression_rows, table_rows, vector_rows
from core.store.inventory import ACTOR_COLUMNS, Table
from core.store.subjects import Subject
from core.store.table_rows import Column

# The journal stays with its file, so its reasons would point at entries of another one.
_LEFT_OUT = frozenset({"journal_notes", "exports"})
_STOPS_WRITING = "restrictions"
_OF_A_RECORD = frozenset({"postings", "vectors"})
_FRAMES = frozenset({"secret", "forged_frame"})
_BATCH = 500
_IMPORTED = 100


@dataclass(slots=True)
class Restored:
    """What became of an archive.

    Attributes:
        mode: ``restore`` row for row, or ``import`` through the gate.
        rows: rows put back, of all tables; of an import the records stored.
        refused: records left out, for a secret or a forged frame stood in them.
        masked: texts in which a secret was masked on the way.
        held: of an import, items that wait for a person.
        problem: why it was no restore.
    """

    mode: str
    rows: int = 0
    refused: int = 0
    masked: int = 0
    held: int = 0
    problem: str | None = None
    change: Change = NOTHING


def restore(
    ground: Ground, key: InstallationKey, archive: Archive, info: ArchiveInfo, watch: Watch
) -> Restored:
    """Bring the archive's person back under the ground's scope; see `Privacy.restore`."""
    ground.require_welcome()
    if not info.genuine:
        return _import(ground, archive, info, watch)
    judged = _judge(archive, watch)
    watch.may_stop()
    with ground.database.write() as tx:
        now = ground.clock()
        scope = ground.scope
        if suppression_rows.find(tx, scope.tenant, scope.user, now):
            raise Gone(path=str(ground.database.path))
        if subjects.find(tx, scope.tenant, scope.user) is not None:
            raise StorageFailure(ErrorCode.SCOPE_EXISTS, path=str(ground.database.path))
        rows = _RowsIn(tx, archive, key, ground, judged, watch).put_back()
    return Restored(
        "restore", rows, len(judged.refused), len(judged.masked), change=Change(frozenset({"scope"}))
    )


@dataclass(slots=True)
class _Judged:
    """What the secret and frame rules say of an archive that is our own."""

    refused: set[int] = field(default_factory=set)
    masked: dict[tuple[str, int, str], bytes] = field(default_factory=dict)


def _judge(archive: Archive, watch: Watch) -> _Judged:
    """Run the secret and frame rules again, off the write lock (specification 12)."""
    judged = _Judged()
    salt = _salt(archive)
    total, done = sum(each["rows"] or 0 for each in archive.files.values()), 0
    for table in exported_tables():
        if not table.texts:
            continue
        for number, told in enumerate(archive.lines(table.name)):
            done += 1
            if done % _BATCH == 0:
                watch.may_stop()
                watch(Step.READ, done, total)
            if table.name == "records" and _refused(told):
                judged.refused.add(int(told["id"]))
                continue
            for name in table.texts:
                text = told.get(name)
                if isinstance(text, str) and (cleaner := mask(text, salt)).spans:
                    judged.masked[table.name, number, name] = cleaner.text.encode()
    return judged


def _refused(told: dict[str, Any]) -> bool:
    """Whether the words of a record hold a secret or a forged frame."""
    content = told.get("content")
    if not isinstance(content, str):
        return False
    try:
        kind = Kind(str(told.get("kind")))
    except ValueError:
        raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, problem="row") from None
    proposal = Proposal(content, kind, "operator:restore", is_json=bool(told.get("is_json")))
    return any(finding.code in _FRAMES for finding in judge(proposal, Standing()).findings)


def _salt(archive: Archive) -> bytes | None:
    column = Column("salt", "BLOB")
    for told in archive.lines("subjects"):
        return bytes(as_row([column], told)[0])
    return None


@dataclass(slots=True)
class _RowsIn:
    """One restore inside its transaction."""

    tx: apsw.Connection
    archive: Archive
    key: InstallationKey
    ground: Ground
    judged: _Judged
    watch: Watch
    rows: int = 0

    def put_back(self) -> int:
        """Put every row back; how many."""
        subject = self._subject()
        actors, embedders = self._actors(), self._embedders()
        tables = [table for table in exported_tables() if table.name not in {*_LEFT_OUT, "subjects"}]
        for table in tables:
            if table.name != _STOPS_WRITING:
                self._table(table, subject.scope, actors, embedders)
        self._index(subject.scope)
        for table in tables:
            if table.name == _STOPS_WRITING:
                self._table(table, subject.scope, actors, embedders)
        actor = audit.actor_id(self.tx, self.ground.actor)
        entry = Entry(Action.RESTORE, "scope", None, self.rows)
        audit.append(self.tx, actor, subject, entry, self.ground.clock())
        return self.rows

    def _table(self, table: Table, scope: int, actors: dict[int, int], embedders: dict[int, int]) -> None:
        columns = table_rows.shape(self.tx, table).portable
        names = [column.name for column in columns]
        rows = self._of(table, columns, actors, embedders)
        while batch := list(islice(rows, _BATCH)):
            table_rows.insert(self.tx, table, scope, names, batch)
            self.rows += len(batch)
            self.watch(Step.WRITE, self.rows, None)
            self.watch.may_stop()

    def _subject(self) -> Subject:
        """The person's row under a new number and, if the operator says so, another name."""
        table = next(table for table in exported_tables() if table.name == "subjects")
        columns = table_rows.shape(self.tx, table).portable
        lines = list(self.archive.lines("subjects"))
        if len(lines) != 1:
            raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, path=str(self.archive.path))
        names = [column.name for column in columns]
        values = dict(zip(names, as_row(columns, lines[0]), strict=True))
        scope = self.ground.scope
        values |= {"tenant": scope.tenant.encode(), "user": scope.user.encode()}
        number = subjects.new_number()
        table_rows.insert(self.tx, table, number, names, [[values[name] for name in names]])
        self.rows += 1
        return Subject(number, values["salt"])

    def _of(
        self, table: Table, columns: tuple[Column, ...], actors: dict[int, int], embedders: dict[int, int]
    ) -> Iterator[list[Any]]:
        record = "id" if table.name == "records" else "record" if table.name in _OF_A_RECORD else None
        for number, told in enumerate(self.archive.lines(table.name)):
            if record is not None and told.get(record) in self.judged.refused:
                continue
            row = as_row(columns, told)
            for place, column in enumerate(columns):
                if column.name in ACTOR_COLUMNS and row[place] is not None:
                    row[place] = actors[row[place]]
                elif column.name == "embedder":
                    row[place] = embedders[row[place]]
                elif (clean := self.judged.masked.get((table.name, number, column.name))) is not None:
                    row[place] = clean
            yield row

    def _actors(self) -> dict[int, int]:
        """The numbers of the archive's actors in this file."""
        tags = {
            self.key.sign("actor", actor.name)[:16]: actor.name
            # Who restores is known too, though a new file holds nothing of theirs yet.
            for actor in (*audit.actors(self.tx), self.ground.actor)
            if actor.role is Role.OPERATOR
        }
        numbers = {}
        for told in self.archive.lines("actors"):
            role = Role(told["role"])
            name = told["name"] or tags.get(told["tag"]) or f"operator {told['tag'][:8]}"
            numbers[int(told["id"])] = audit.actor_id(self.tx, Actor(role, name))
        return numbers

    def _embedders(self) -> dict[int, int]:
        return {
            int(told["id"]): vector_rows.admit_embedder(self.tx, told["name"], told["dimension"])
            for told in self.archive.lines("embedders")
        }

    def _index(self, scope: int) -> None:
        """Count what is found by words and what lacks a vector; the packed form is made when it is due."""
        words, vectors = (
            table_rows.count(self.tx, table, scope)
            for table in exported_tables()
            if table.name in _OF_A_RECORD
        )
        if words:
            posting_rows.advance(self.tx, scope, tokenizer.VERSION, words, max(0, words - vectors))


def _import(ground: Ground, archive: Archive, info: ArchiveInfo, watch: Watch) -> Restored:
    """Propose the current records of an archive nobody vouches for (specification 12)."""
    restored = Restored("import", problem=info.problem)
    lines = (told for told in archive.lines("records") if told.get("ended_at") is None)
    done = 0
    while batch := list(islice(lines, _IMPORTED)):
        watch.may_stop()
        subject = ground.admit()
        offered = [_offered(subject, archive, told, ground.clock()) for told in batch]
        with ground.database.read() as connection:
            known = imported.known(connection, subject.scope, [each.item for each in offered])
        tally = take_in(ground, [each for each in offered if each.item not in known])
        restored.rows += len(tally.stored)
        restored.held += len(tally.held)
        restored.refused += len(tally.refused)
        done += len(batch)
        watch(Step.WRITE, done, info.counts.get("records"))
    if restored.rows:
        restored.change = Change(frozenset({"record"}))
    return restored


def _offered(subject: Subject, archive: Archive, told: dict[str, Any], now: int) -> Offered:
    try:
        content, id_, at = str(told["content"]), int(told["id"]), int(told["recorded_at"])
        proposed = draft(
            content,
            now,
            kind=str(told["kind"]),
            key=told.get("key") if isinstance(told.get("key"), str) else None,
            source=f"import:archive#{id_}",
            written_at=optional_datetime(at),
            origin=f"import:{archive.path}",
        )
    except (LookupError, TypeError, ValueError, OverflowError, Invalid):
        raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, path=str(archive.path)) from None
    identity = f"archive\0{archive.scope.tenant}\0{archive.scope.user}\0{id_}".encode(
        "utf-8", "surrogatepass"
    )
    digest = hmac.digest(subject.salt, b"text\0" + content.encode("utf-8", "surrogatepass"), "sha256")[:16]
    return Offered(hmac.digest(subject.salt, b"item\0" + identity, "sha256")[:16], digest, str(id_), proposed)
