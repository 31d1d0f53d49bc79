"""Names that may not come back for a while: hashes keyed by a salt that stands beside them."""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple

import apsw

from core.store import statement


class Suppression(NamedTuple):
    """One entry: whom it is about can be tested and not read; times in microseconds."""

    id: int
    at: int
    expires_at: int


def suppress(tx: apsw.Connection, tenant: str, user: str, now: int, expires_at: int) -> Suppression:
    """Keep a name from coming back until then."""
    salt = secrets.token_bytes(32)
    tx.execute(
        "INSERT INTO suppressions(salt, tag, at, expires_at) VALUES (?, ?, ?, ?)",
        (salt, _tag(salt, tenant, user), now, expires_at),
    )
    return Suppression(int(tx.last_insert_rowid()), now, expires_at)


def find(connection: apsw.Connection, tenant: str, user: str, now: int) -> Suppression | None:
    """The entry that keeps a name away at that time.

    A clock set back finds it too: what counts is that its end has not come.
    """
    rows = statement.rows(
        connection, "SELECT id, salt, tag, at, expires_at FROM suppressions WHERE expires_at > ?", (now,)
    )
    for id_, salt, tag, at, expires_at in rows:
        if hmac.compare_digest(tag, _tag(salt, tenant, user)):
            return Suppression(id_, at, expires_at)
    return None


def listed(connection: apsw.Connection) -> list[Suppression]:
    """Every entry, the oldest first."""
    rows = statement.rows(connection, "SELECT id, at, expires_at FROM suppressions ORDER BY at, id")
    return [Suppression(*row) for row in rows]


def lift(tx: apsw.Connection, id_: int) -> bool:
    """Delete an entry with its salt; False when it was not there."""
    tx.execute("DELETE FROM suppressions WHERE id = ?", (id_,))
    return tx.changes() == 1


def drop_expired(tx: apsw.Connection, now: int) -> int:
    """Delete entries whose end has come; how many."""
    tx.execute("DELETE FROM suppressions WHERE expires_at <= ?", (now,))
    return int(tx.changes())


def _tag(salt: bytes, tenant: str, user: str) -> bytes:
    named = f"{len(tenant)}\0{tenant}\0{user}".encode("utf-8", "surrogatepass")
    return hmac.digest(salt, named, "sha256")
