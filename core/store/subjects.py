"""The rows that tie a person's names to the opaque number used everywhere else."""

from __future__ import annotations

import secrets
from typing import NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class Subject(NamedTuple):
    """The opaque scope number and the salt that links journal tags to it."""

    scope: int
    salt: bytes


class SubjectCount(NamedTuple):
    """One person with the number of live records and the time of the last write."""

    tenant: str
    user: str
    live: int
    last_write: int | None


def find(connection: apsw.Connection, tenant: str, user: str) -> Subject | None:
    """The subject row of those names, if the person was ever written about."""
    rows = statement.rows(
        connection, "SELECT scope, salt FROM subjects WHERE tenant = ? AND user = ?", (tenant, user)
    )
    return Subject(*rows[0]) if rows else None


def names(connection: apsw.Connection, scope: int) -> tuple[str, str]:
    """Tenant and user behind a number that is in the file."""
    rows = statement.rows(
        connection, "SELECT CAST(tenant AS BLOB), CAST(user AS BLOB) FROM subjects WHERE scope = ?", (scope,)
    )
    return decoded(rows[0][0])[0], decoded(rows[0][1])[0]


def admit(tx: apsw.Connection, tenant: str, user: str, now: int) -> tuple[Subject, bool]:
    """The subject of those names, created if it is new; and whether it was."""
    known = find(tx, tenant, user)
    if known is not None:
        return known, False
    subject = Subject(new_number(), secrets.token_bytes(32))
    tx.execute(
        "INSERT INTO subjects(scope, tenant, user, salt, created_at) VALUES (?, ?, ?, ?, ?)",
        (subject.scope, tenant, user, subject.salt, now),
    )
    return subject, True


def new_number() -> int:
    """A number for somebody who is new; it says nothing about them."""
    return secrets.randbits(62) + 1


def next_record_ids(tx: apsw.Connection, scope: int, count: int) -> range:
    """Reserve ``count`` record ids; ids of deleted records are never given again."""
    rows = statement.rows(
        tx,
        "UPDATE subjects SET last_record = last_record + ? WHERE scope = ? RETURNING last_record",
        (count, scope),
    )
    last = int(rows[0][0])
    return range(last - count + 1, last + 1)


def last_number(connection: apsw.Connection, scope: int) -> int:
    """No object of the scope has a number above this: records, and proposals in the quarantine."""
    return statement.number(
        connection,
        """SELECT max(coalesce((SELECT last_record FROM subjects WHERE scope = ?1), 0),
             coalesce((SELECT max(id) FROM quarantine WHERE scope = ?1), 0))""",
        (scope,),
    )


def bury(tx: apsw.Connection, scope: int, now: int) -> None:
    """Refuse every later write for this scope number, by triggers in the file itself."""
    tx.execute("INSERT OR IGNORE INTO tombstones(scope, at) VALUES (?, ?)", (scope, now))


def buried(connection: apsw.Connection, scope: int) -> bool:
    """Whether writes for this scope number are refused."""
    return bool(statement.rows(connection, "SELECT 1 FROM tombstones WHERE scope = ?", (scope,)))


def listed(
    connection: apsw.Connection, match: str, now: int, limit: int, offset: int = 0
) -> list[SubjectCount]:
    """People whose tenant or user contains ``match``, in name order, counted one by one.

    Each count is taken inside that person's own partition; the statement returns no contents.
    """
    rows = statement.rows(
        connection,
        """SELECT CAST(s.tenant AS BLOB), CAST(s.user AS BLOB),
             (SELECT count(*) FROM records r WHERE r.scope = s.scope AND r.ended_at IS NULL
                AND (r.expires_at IS NULL OR r.expires_at > ?1)),
             (SELECT r.recorded_at FROM records r WHERE r.scope = s.scope ORDER BY r.id DESC LIMIT 1)
           FROM (SELECT scope, tenant, user FROM subjects
                 WHERE ?2 = '' OR instr(lower(tenant || ' / ' || user), lower(?2)) > 0
                 ORDER BY tenant, user LIMIT ?3 OFFSET ?4) s
           ORDER BY s.tenant, s.user""",
        (now, match, limit, offset),
    )
    return [
        SubjectCount(decoded(tenant)[0], decoded(user)[0], live, last) for tenant, user, live, last in rows
    ]


def count(connection: apsw.Connection, match: str) -> int:
    """How many people `listed` would give without a limit."""
    rows = statement.rows(
        connection,
        "SELECT count(*) FROM subjects WHERE ?1 = '' OR instr(lower(tenant || ' / ' || user), lower(?1)) > 0",
        (match,),
    )
    return int(rows[0][0])
