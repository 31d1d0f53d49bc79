"""Reading the journal: which entries meet a filter, their rows, and the reasons kept beside them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded

_READ = (
    "SELECT j.seq, j.at, j.actor, a.role, CAST(a.name AS BLOB), CAST(j.action AS BLOB), CAST(j.object_kind AS BLOB),"
    " j.subject_tag, j.object_tag, j.count, CAST(j.code AS BLOB), j.previous, j.hash"
    " FROM journal j LEFT JOIN actors a ON a.id = j.actor"
)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One entry as it stands in the file, its actor by number and name."""

    seq: int
    at: int
    by: int
    role: str | None
    actor: str
    action: str
    object_kind: str
    subject_tag: bytes | None
    object_tag: bytes | None
    count: int
    code: str | None
    previous: bytes
    hash: bytes


class ActorRow(NamedTuple):
    """Somebody who acted in this file."""

    id: int
    role: str
    name: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries are meant; everything that is not None must hold.

    Attributes:
        subject_tag: entries about one person, by the tag their salt still gives.
        scope, words: entries of one person whose reason contains the words.
    """

    subject_tag: bytes | None = None
    actor: int | None = None
    action: str | None = None
    object_kind: str | None = None
    since: int | None = None
    until: int | None = None
    scope: int | None = None
    words: str = ""


def seqs(connection: apsw.Connection, wanted: Wanted, *, descending: bool = True) -> array[int]:
    """Numbers of the entries that are meant, in the order of the chain."""
    where, arguments = _where(wanted)
    order = "DESC" if descending else "ASC"
    sql = f"SELECT seq FROM journal j{where} ORDER BY seq {order}"
    return array("q", (row[0] for row in connection.execute(sql, arguments)))


def count(connection: apsw.Connection, wanted: Wanted) -> int:
    """How many entries are meant."""
    where, arguments = _where(wanted)
    return statement.number(connection, f"SELECT count(*) FROM journal j{where}", arguments)


def page(connection: apsw.Connection, wanted: Sequence[int]) -> list[JournalRow | None]:
    """The entries of some numbers, in that order; None where there is none."""
    marks = ", ".join("?" * len(wanted))
    found = statement.rows(connection, f"{_READ} WHERE j.seq IN ({marks})", tuple(wanted))
    rows = {row.seq: row for row in map(_row, found)}
    return [rows.get(seq) for seq in wanted]


def notes(connection: apsw.Connection, scope: int, wanted: Sequence[int]) -> dict[int, str]:
    """The reasons people typed for entries about one person, by number."""
    marks = ", ".join("?" * len(wanted))
    found = statement.rows(
        connection,
        f"SELECT seq, CAST(note AS BLOB) FROM journal_notes WHERE scope = ? AND seq IN ({marks})",
        (scope, *wanted),
    )
    return {int(seq): decoded(note)[0] for seq, note in found}


def actors(connection: apsw.Connection) -> list[ActorRow]:
    """Everybody who acted in this file, operators first, in name order."""
    found = statement.rows(
        connection, "SELECT id, role, CAST(name AS BLOB) FROM actors ORDER BY role DESC, name"
    )
    return [ActorRow(int(id_), str(role), decoded(name)[0]) for id_, role, name in found]


def kinds(connection: apsw.Connection) -> list[tuple[str, str]]:
    """Every pair of action and kind of object that occurs."""
    found = statement.rows(
        connection, "SELECT DISTINCT CAST(action AS BLOB), CAST(object_kind AS BLOB) FROM journal"
    )
    return sorted((decoded(action)[0], decoded(kind)[0]) for action, kind in found)


def _row(raw: tuple[Any, ...]) -> JournalRow:
    seq, at, by, role, actor, action, kind, subject_tag, object_tag, many, code, previous, hash_ = raw
    return JournalRow(
        seq,
        at,
        by,
        role,
        _text(actor) or "",
        _text(action) or "",
        _text(kind) or "",
        subject_tag,
        object_tag,
        many,
        _text(code),
        previous,
        hash_,
    )


def _text(raw: bytes | None) -> str | None:
    return None if raw is None else decoded(raw)[0]


def _where(wanted: Wanted) -> tuple[str, tuple[object, ...]]:
    tests: list[tuple[str, tuple[object, ...]]] = []
    for column in ("subject_tag", "actor", "action", "object_kind"):
        value = getattr(wanted, column)
        if value is not None:
            tests.append((f"j.{column} = ?", (value,)))
    if wanted.since is not None:
        tests.append(("j.at >= ?", (wanted.since,)))
    if wanted.until is not None:
        tests.append(("j.at < ?", (wanted.until,)))
    if wanted.words:
        tests.append(
            (
                "j.seq IN (SELECT n.seq FROM journal_notes n WHERE n.scope = ?"
                " AND instr(lower(n.note), lower(?)) > 0)",
                (wanted.scope, wanted.words),
            )
        )
    if not tests:
        return "", ()
    return (
        " WHERE " + " AND ".join(sql for sql, _ in tests),
        tuple(argument for _, arguments in tests for argument in arguments),
    )
