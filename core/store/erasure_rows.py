"""Erasures as jobs: what was deleted, whether its bytes are gone from the file yet, and the receipt.

A row is written in the transaction that deletes, so that whoever opens the file after a crash finds
what is left to do.
"""

from __future__ import annotations

import json
import secrets
from typing import NamedTuple

import apsw

from core.store import statement

DELETED = "deleted"
"""Rows are gone, their bytes may still stand in the file."""
DONE = "done"
FAILED = "failed"
_COLUMNS = "job, subject, what, at, state, facts, receipt"


class Erasure(NamedTuple):
    """One job; ``facts`` and ``receipt`` are JSON without personal text, ``subject`` an opaque number."""

    job: str
    subject: int
    what: str
    at: int
    state: str
    facts: str
    receipt: str | None = None


def begin(tx: apsw.Connection, row: Erasure) -> None:
    """Note a job inside the transaction that deletes."""
    tx.execute(f"INSERT INTO erasures({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def pend(tx: apsw.Connection, subject: int, what: str, now: int, count: int) -> None:
    """Note that rows of somebody who stays were deleted and the file has to be written anew for them.

    One note stands for all of the same kind that are still to be done.
    """
    known = statement.rows(
        tx,
        "SELECT job, facts FROM erasures WHERE state = 'deleted' AND subject = ? AND what = ?",
        (subject, what),
    )
    for job, facts in known:
        told = json.loads(facts)
        if "search" not in told:
            told["rows"]["records"] += count
            tx.execute("UPDATE erasures SET facts = ? WHERE job = ?", (json.dumps(told), job))
            return
    facts = json.dumps({"rows": {"records": count}})
    begin(tx, Erasure(secrets.token_hex(8), subject, what, now, DELETED, facts))


def settle_pending(tx: apsw.Connection, subject: int, what: str) -> None:
    """Drop the notes of `pend`: a job of its own now stands for them."""
    tx.execute(
        "DELETE FROM erasures WHERE state = 'deleted' AND subject = ? AND what = ?"
        " AND json_extract(facts, '$.search') IS NULL",
        (subject, what),
    )


def settle(tx: apsw.Connection, job: str, state: str, receipt: str) -> None:
    """Say how a job stands now."""
    tx.execute("UPDATE erasures SET state = ?, receipt = ? WHERE job = ?", (state, receipt, job))


def latest(connection: apsw.Connection, subject: int) -> str | None:
    """The last job of one person; another one than before means that rows may have changed or gone."""
    rows = statement.rows(
        connection, "SELECT job FROM erasures WHERE subject = ? ORDER BY id DESC LIMIT 1", (subject,)
    )
    return str(rows[0][0]) if rows else None


def pending(connection: apsw.Connection) -> list[Erasure]:
    """Jobs whose bytes may still stand in the file, the oldest first."""
    rows = statement.rows(connection, f"SELECT {_COLUMNS} FROM erasures WHERE state = 'deleted' ORDER BY at")
    return [Erasure(*row) for row in rows]


def listed(connection: apsw.Connection, limit: int) -> list[Erasure]:
    """The last jobs, the newest first."""
    rows = statement.rows(connection, f"SELECT {_COLUMNS} FROM erasures ORDER BY id DESC LIMIT ?", (limit,))
    return [Erasure(*row) for row in rows]


def find(connection: apsw.Connection, job: str) -> Erasure | None:
    """One job by its name."""
    rows = statement.rows(connection, f"SELECT {_COLUMNS} FROM erasures WHERE job = ?", (job,))
    return Erasure(*rows[0]) if rows else None
