"""Rows of notes: where each stands today, and its versions, which only forgetting removes."""

from __future__ import annotations

from typing import Any, NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class NoteRow(NamedTuple):
    """One note as it stands; times in microseconds, ``size`` in bytes."""

    id: int
    path: str
    version: int
    size: int
    source: str
    trust: int
    created_at: int
    changed_at: int
    deleted_at: int | None


class VersionRow(NamedTuple):
    """One step in a note's life; ``content`` is None where the text stayed what it was."""

    version: int
    at: int
    actor: int
    act: str
    path: str
    content: str | None
    source: str
    lineage: str | None
    trust: int
    item: int | None


_NOTE = ", ".join(NoteRow._fields)
_READ_NOTE = _NOTE.replace("path", "CAST(path AS BLOB)").replace("source", "CAST(source AS BLOB)")
_VERSION = ", ".join(VersionRow._fields)


def next_id(tx: apsw.Connection, scope: int) -> int:
    """The id of the scope's next note; a forgotten note's id may come again once nothing names it."""
    return statement.number(tx, "SELECT max(id) FROM notes WHERE scope = ?", (scope,)) + 1


def put(tx: apsw.Connection, scope: int, row: NoteRow) -> None:
    """Write a note as it stands now."""
    tx.execute(
        f"INSERT INTO notes(scope, {_NOTE}) VALUES (?{', ?' * len(NoteRow._fields)})"
        " ON CONFLICT(scope, id) DO UPDATE SET path = excluded.path, version = excluded.version,"
        " size = excluded.size, source = excluded.source, trust = excluded.trust,"
        " changed_at = excluded.changed_at, deleted_at = excluded.deleted_at",
        (scope, *row),
    )


def append(tx: apsw.Connection, scope: int, note: int, row: VersionRow) -> None:
    """Add a note's next version."""
    tx.execute(
        f"INSERT INTO note_versions(scope, note, {_VERSION}) VALUES (?, ?{', ?' * len(VersionRow._fields)})",
        (scope, note, *row),
    )


def live(connection: apsw.Connection, scope: int) -> list[NoteRow]:
    """Every note that is there, in the order of paths."""
    found = statement.rows(
        connection, f"SELECT {_READ_NOTE} FROM notes WHERE scope = ? AND deleted_at IS NULL", (scope,)
    )
    return sorted(map(_note, found), key=lambda row: row.path)


def every(connection: apsw.Connection, scope: int) -> list[NoteRow]:
    """Every note, deleted ones included, in the order of paths."""
    found = statement.rows(connection, f"SELECT {_READ_NOTE} FROM notes WHERE scope = ?", (scope,))
    return sorted(map(_note, found), key=lambda row: (row.path, row.id))


def by_id(connection: apsw.Connection, scope: int, note: int) -> NoteRow | None:
    """One note of one scope."""
    found = statement.rows(
        connection, f"SELECT {_READ_NOTE} FROM notes WHERE scope = ? AND id = ?", (scope, note)
    )
    return _note(found[0]) if found else None


def content(connection: apsw.Connection, scope: int, note: int, version: int) -> str:
    """What a note said at one version: the newest text written up to there."""
    found = statement.rows(
        connection,
        "SELECT CAST(content AS BLOB) FROM note_versions WHERE scope = ? AND note = ? AND version <= ?"
        " AND content IS NOT NULL ORDER BY version DESC LIMIT 1",
        (scope, note, version),
    )
    return decoded(found[0][0])[0] if found else ""


def versions(connection: apsw.Connection, scope: int, note: int) -> list[VersionRow]:
    """Every version of a note, oldest first."""
    found = statement.rows(
        connection,
        "SELECT version, at, actor, act, CAST(path AS BLOB), CAST(content AS BLOB), CAST(source AS BLOB),"
        " CAST(lineage AS BLOB), trust, item FROM note_versions WHERE scope = ? AND note = ? ORDER BY version",
        (scope, note),
    )
    return [
        VersionRow(
            *row[:4],
            *(None if text is None else decoded(text)[0] for text in row[4:8]),
            *row[8:],
        )
        for row in found
    ]


def released_from(connection: apsw.Connection, scope: int, item: int) -> tuple[int, int] | None:
    """Note and version that releasing an item of the quarantine wrote, the newest if there are several."""
    found = statement.rows(
        connection,
        "SELECT note, version FROM note_versions INDEXED BY note_versions_by_item"
        " WHERE scope = ? AND item = ? ORDER BY at DESC, version DESC LIMIT 1",
        (scope, item),
    )
    return (int(found[0][0]), int(found[0][1])) if found else None


def written_since(connection: apsw.Connection, scope: int, source: str, since: int) -> int:
    """How many versions one source has written since a moment."""
    return statement.number(
        connection,
        "SELECT count(*) FROM note_versions WHERE scope = ? AND source = ? AND at >= ?",
        (scope, source, since),
    )


def of_source(connection: apsw.Connection, scope: int, prefix: str) -> list[int]:
    """Ids of notes with words, in any version, whose source or lineage starts literally with the prefix."""
    found = statement.rows(
        connection,
        "SELECT DISTINCT note FROM note_versions WHERE scope = ? AND content IS NOT NULL"
        f" AND (substr(source, 1, length(?)) = ? OR {statement.IN_LINEAGE}) ORDER BY note",
        (scope, prefix, prefix, prefix, prefix),
    )
    return [int(note) for (note,) in found]


def delete(tx: apsw.Connection, scope: int, note: int) -> int:
    """Remove a note with every version for good; how many versions went."""
    tx.execute("DELETE FROM note_versions WHERE scope = ? AND note = ?", (scope, note))
    gone = tx.changes()
    tx.execute("DELETE FROM notes WHERE scope = ? AND id = ?", (scope, note))
    return gone


def count(connection: apsw.Connection, scope: int) -> int:
    """How many notes are there."""
    return statement.number(
        connection, "SELECT count(*) FROM notes WHERE scope = ? AND deleted_at IS NULL", (scope,)
    )


def _note(row: tuple[Any, ...]) -> NoteRow:
    id_, path, version, size, source, *rest = row
    return NoteRow(id_, decoded(path)[0], version, size, decoded(source)[0], *rest)
