"""Reading the journal: entries by who, what and when, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw

from core.store import statement
from core.store.text import decoded


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One entry; ``at`` in microseconds, ``role`` and ``name`` of whoever acted."""

    seq: int
    at: int
    actor: int
    role: str
    name: str
    action: str
    object_kind: str
    object_tag: bytes | None
    about: bytes | None
    count: int
    code: str | None
    hash: bytes


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """Which entries are meant; None of a field means any. Times in microseconds.

    Attributes:
        subject_tag: entries about one person, as long as their salt is in the file.
        object_tag: entries about one object of theirs.
    """

    actor: str | None = None
    role: str | None = None
    actions: tuple[str, ...] = ()
    object_kinds: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None
    subject_tag: bytes | None = None
    object_tag: bytes | None = None

    def where(self) -> tuple[str, list[Any]]:
        """The condition and what it is asked with."""
        tests, asked = [], []
        for test, value in (
            ("a.name = ?", self.actor),
            ("a.role = ?", self.role),
            ("j.at >= ?", self.since),
            ("j.at < ?", self.until),
            ("j.subject_tag = ?", self.subject_tag),
            ("j.object_tag = ?", self.object_tag),
        ):
            if value is not None:
                tests.append(test)
                asked.append(value)
        for column, values in (("j.action", self.actions), ("j.object_kind", self.object_kinds)):
            if values:
                tests.append(f"{column} IN ({', '.join('?' * len(values))})")
                asked += values
        return " AND ".join(tests) or "1", asked


EVERYTHING = JournalFilter()
_FROM = "FROM journal j LEFT JOIN actors a ON a.id = j.actor WHERE"


def page(
    connection: apsw.Connection,
    wanted: JournalFilter,
    limit: int,
    after: int | None = None,
    *,
    newest_first: bool = False,
) -> list[JournalRow]:
    """Entries in order, after the one numbered ``after``, or before it where the newest come first."""
    where, asked = wanted.where()
    if after is not None:
        where += " AND j.seq < ?" if newest_first else " AND j.seq > ?"
        asked.append(after)
    rows = statement.rows(
        connection,
        "SELECT j.seq, j.at, j.actor, coalesce(a.role, ''), CAST(coalesce(a.name, '') AS BLOB),"
        " CAST(j.action AS BLOB), CAST(j.object_kind AS BLOB), j.object_tag, j.subject_tag, j.count,"
        f" CAST(j.code AS BLOB), j.hash {_FROM} {where}"
        f" ORDER BY j.seq {'DESC' if newest_first else 'ASC'} LIMIT ?",
        (*asked, limit),
    )
    return [_row(row) for row in rows]


def _row(row: tuple[Any, ...]) -> JournalRow:
    seq, at, actor, role, name, action, object_kind, object_tag, about, count_, code, hash_ = row
    return JournalRow(
        seq,
        at,
        actor,
        role,
        decoded(name)[0],
        decoded(action)[0],
        decoded(object_kind)[0],
        object_tag,
        about,
        count_,
        None if code is None else decoded(code)[0],
        hash_,
    )


def count(connection: apsw.Connection, wanted: JournalFilter) -> int:
    """How many entries a filter means."""
    where, asked = wanted.where()
    return statement.number(connection, f"SELECT count(*) {_FROM} {where}", asked)


def notes(connection: apsw.Connection, scope: int, seqs: list[int]) -> dict[int, str]:
    """The reasons people typed for some entries about one person."""
    marks = ", ".join("?" * len(seqs))
    rows = statement.rows(
        connection,
        f"SELECT seq, CAST(note AS BLOB) FROM journal_notes WHERE scope = ? AND seq IN ({marks})",
        (scope, *seqs),
    )
    return {seq: decoded(note)[0] for seq, note in rows}


def actors(connection: apsw.Connection) -> list[tuple[str, str]]:
    """Role and name of everybody who ever acted, by name."""
    rows = statement.rows(connection, "SELECT role, CAST(name AS BLOB) FROM actors ORDER BY name, role")
    return [(role, decoded(name)[0]) for role, name in rows]
