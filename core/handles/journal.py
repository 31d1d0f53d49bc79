"""The journal as an operator reads it: who did what, when and why, and whether it is intact."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import apsw

from core import audit
from core.audit import Actor, Landmark, Role
from core.clock import LATEST, optional_micros, to_datetime
from core.handles.journal_file import JournalFormat, write_journal
from core.scope import Scope
from core.store import Database, journal_rows, subjects
from core.store.journal_rows import ActorRow, JournalRow, Wanted
from core.store.subjects import Subject

# How many tags are computed for one page; beyond it an object keeps its tag until it is looked at alone.
_TAGS = 100_000
_ROLES = {role.value: role for role in Role}


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """Which entries are meant; what is None does not narrow.

    Attributes:
        about: entries about one person, as long as their salt links them.
        actor: number of an actor, from `Journal.choices`.
        until: the first moment that is too late.
        words: what the reason contains; only reasons about ``about`` are looked through, since
            a reason may be personal and nobody reads those of everybody.
    """

    about: Scope | None = None
    actor: int | None = None
    action: str | None = None
    object_kind: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry, and what can be said of it to whom reads for one person.

    Attributes:
        at: None for a moment no calendar has, in a file that was tampered with.
        linked: it is about the person it was read for.
        subject, object: the tags; they lead nowhere once the salt they were made with is gone.
        object_id: number of the object, when it belongs to that person.
        note: the reason typed for it, when it belongs to that person.
    """

    seq: int
    at: datetime | None
    by: Actor | None
    action: str
    object_kind: str
    linked: bool
    subject: bytes | None
    object: bytes | None
    object_id: int | None
    count: int
    code: str | None
    note: str | None
    previous: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Link:
    """One entry between its neighbours.

    Attributes:
        follows: it names the hash of the entry before it, and its number is the next.
        fits: its own hash is the one its fields give.
    """

    entry: JournalEntry
    before: Landmark | None
    after: Landmark | None
    follows: bool
    fits: bool


@dataclass(frozen=True, slots=True)
class JournalChoices:
    """What occurs in the journal, to choose from."""

    actors: tuple[ActorRow, ...]
    actions: tuple[str, ...]
    object_kinds: tuple[str, ...]


class Journal:
    """Reads the chain of one file.

    Texts people typed and numbers of objects are shown for one person at a time, the one it is
    read ``about``; of everybody else an entry tells action, kind, time and actor only.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, wanted: JournalFilter | None = None) -> int:
        """How many entries the chain has, or how many are meant."""
        with self._database.read() as connection:
            if wanted is None:
                return audit.count(connection)
            narrowed = _wanted(connection, wanted)
            return 0 if narrowed is None else journal_rows.count(connection, narrowed)

    def ids(self, wanted: JournalFilter, *, descending: bool = True) -> array[int]:
        """Numbers of the entries that are meant, newest first unless asked otherwise."""
        with self._database.read() as connection:
            narrowed = _wanted(connection, wanted)
            if narrowed is None:
                return array("q")
            return journal_rows.seqs(connection, narrowed, descending=descending)

    def page(self, seqs: Sequence[int], about: Scope | None = None) -> list[JournalEntry | None]:
        """The entries of some numbers, in that order; None where there is none."""
        with self._database.read() as connection:
            return self._entries(connection, seqs, about, _TAGS)

    def entries(self, wanted: JournalFilter, limit: int = 100, offset: int = 0) -> list[JournalEntry]:
        """A stretch of the entries that are meant, newest first."""
        with self._database.read() as connection:
            part = self.ids(wanted)[offset : offset + limit]
            return [entry for entry in self._entries(connection, part, wanted.about, _TAGS) if entry]

    def link(self, seq: int, about: Scope | None = None) -> Link | None:
        """One entry between its neighbours; None when there is none of that number."""
        with self._database.read() as connection:
            found = self._entries(connection, [seq], about, None)[0]
            if found is None:
                return None
            before, after = (_landmark(connection, number) for number in (seq - 1, seq + 1))
            follows, fits = audit.fits(connection, seq)
            return Link(found, before, after, follows, fits)

    def choices(self) -> JournalChoices:
        """Actors, actions and kinds of object that occur."""
        with self._database.read() as connection:
            pairs = journal_rows.kinds(connection)
            return JournalChoices(
                tuple(journal_rows.actors(connection)),
                tuple(sorted({action for action, _ in pairs})),
                tuple(sorted({kind for _, kind in pairs})),
            )

    def head(self) -> Landmark:
        """The last entry; keep it where a cut-off end or an older copy must be noticed."""
        with self._database.read() as connection:
            return Landmark(*audit.head(connection))

    def passes(self, landmark: Landmark) -> bool:
        """Whether the chain holds an entry that was the head before."""
        with self._database.read() as connection:
            return audit.passes(connection, landmark)

    def verify(self, progress: Callable[[int, int], None] | None = None) -> audit.Verification:
        """Recompute the chain: intact, or broken at which entry.

        Args:
            progress: told entries checked and entries in all; raise `Cancelled` from it to stop.
        """
        with self._database.read() as connection:
            return audit.verify(connection, progress)

    def write_file(
        self,
        path: Path,
        format_: JournalFormat,
        seqs: Sequence[int],
        about: Scope | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Landmark:
        """Write entries to a file that appears whole or not at all; the head it was written at.

        Args:
            about: the person whose reasons and object numbers go along; None for nobody's.
            progress: told entries done and entries in all; raise `Cancelled` from it to stop.

        Raises:
            NotFound, NotAStore, ReadOnly, StorageFailure: the folder or disk refuses; nothing is
                left behind.
        """
        return write_journal(path, format_, seqs, lambda part: self.page(part, about), self.head(), progress)

    def _entries(
        self, connection: apsw.Connection, seqs: Sequence[int], about: Scope | None, most: int | None
    ) -> list[JournalEntry | None]:
        if not seqs:
            return []
        rows = journal_rows.page(connection, seqs)
        subject = None if about is None else subjects.find(connection, about.tenant, about.user)
        if subject is None:
            return [_entry(row, None, {}, {}) for row in rows]
        own = audit.tag(subject.salt, "subject", subject.scope)
        linked = [row for row in rows if row is not None and row.subject_tag == own]
        notes = journal_rows.notes(connection, subject.scope, [row.seq for row in linked]) if linked else {}
        named = _named(connection, subject, linked, most)
        return [_entry(row, own, notes, named) for row in rows]


def _wanted(connection: apsw.Connection, wanted: JournalFilter) -> Wanted | None:
    """The filter with the person's tag in it; None when nothing can be about them."""
    subject_tag = scope = None
    if wanted.about is not None:
        subject = subjects.find(connection, wanted.about.tenant, wanted.about.user)
        if subject is None:
            return None
        scope, subject_tag = subject.scope, audit.tag(subject.salt, "subject", subject.scope)
    elif wanted.words:
        return None
    return Wanted(
        subject_tag,
        wanted.actor,
        wanted.action,
        wanted.object_kind,
        optional_micros(wanted.since, "since"),
        optional_micros(wanted.until, "until"),
        scope,
        wanted.words,
    )


def _named(
    connection: apsw.Connection, subject: Subject, rows: Sequence[JournalRow], most: int | None
) -> dict[bytes, int]:
    """The numbers behind the tags of one person's objects, tried from the newest down."""
    open_: dict[str, set[bytes]] = {}
    for row in rows:
        if row.object_tag is not None:
            open_.setdefault(row.object_kind, set()).add(row.object_tag)
    found: dict[bytes, int] = {}
    last = subjects.last_number(connection, subject.scope)
    tries = 0
    for kind, tags in open_.items():
        for number in range(last, 0, -1):
            if not tags or (most is not None and tries >= most):
                break
            tries += 1
            tag = audit.tag(subject.salt, kind, number)
            if tag in tags:
                found[tag] = number
                tags.discard(tag)
    return found


def _entry(
    row: JournalRow | None, own: bytes | None, notes: dict[int, str], named: dict[bytes, int]
) -> JournalEntry | None:
    if row is None:
        return None
    role = _ROLES.get(row.role or "")
    return JournalEntry(
        row.seq,
        to_datetime(row.at) if abs(row.at) <= LATEST else None,
        Actor(role, row.actor) if role is not None else None,
        row.action,
        row.object_kind,
        own is not None and row.subject_tag == own,
        row.subject_tag,
        row.object_tag,
        named.get(row.object_tag) if row.object_tag is not None else None,
        row.count,
        row.code,
        notes.get(row.seq),
        row.previous,
        row.hash,
    )


def _landmark(connection: apsw.Connection, seq: int) -> Landmark | None:
    row = journal_rows.page(connection, [seq])[0]
    return None if row is None else Landmark(row.seq, row.hash)
