"""The journal: a hash chain of who did what and when, without a word of anybody's memory.

An entry is appended in the same transaction as the change it tells of. Entries carry no names,
values or reasons: the person and the object stand as HMAC tags under a salt that lies in the
person's own row, so once that row is gone nobody can compute them (guide/privacy.md 11).
Reasons people type go to a side table that is erased with the person.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import apsw

from core.store import journal_rows, statement
from core.store.subjects import Subject
from core.store.text import decoded

GENESIS = bytes(32)
_PAGE = 5_000
_TEXTS = (3, 4, 8)  # action, object_kind, code among the fields of an entry
_LINK = (
    "SELECT seq, at, actor, CAST(action AS BLOB), CAST(object_kind AS BLOB), subject_tag, object_tag,"
    " count, CAST(code AS BLOB), previous, hash FROM journal"
)


class Role(StrEnum):
    """Which of the two handles acted."""

    AGENT = "agent"
    OPERATOR = "operator"


class Action(StrEnum):
    """What was done, as a closed set."""

    CREATE_SCOPE = "create_scope"
    STORE = "store"
    SUPERSEDE = "supersede"
    REFRESH = "refresh"
    REFUSE = "refuse"
    HOLD = "hold"
    SKIP = "skip"
    RELEASE = "release"
    REJECT = "reject"
    REOPEN = "reopen"
    EXPIRE = "expire"
    LIFT_BLOCK = "lift_block"
    REVEAL = "reveal"
    REDACT = "redact"
    IMPORT = "import"
    CONFIRM = "confirm"
    EXPIRY = "expiry"
    ROLL_BACK = "roll_back"
    WITHDRAW = "withdraw"
    UNDO = "undo"
    FORGET = "forget"
    SWEEP = "sweep"
    EDIT = "edit"
    RENAME = "rename"
    DELETE = "delete"
    LINK = "link"
    INGEST = "ingest"
    EMBED = "embed"
    WRITER_RUN = "writer_run"
    SAY = "say"
    RESET = "reset"
    PROMPT = "prompt"
    JOT = "jot"
    ERASE = "erase"
    SCRUB = "scrub"
    EXPORT = "export"
    RESTORE = "restore"
    REQUEST = "request"
    EXTEND = "extend"
    CLOSE_REQUEST = "close_request"
    RESTRICT = "restrict"
    LIFT_RESTRICTION = "lift_restriction"
    LEGAL_HOLD = "legal_hold"
    LIFT_LEGAL_HOLD = "lift_legal_hold"
    LIFT_SUPPRESSION = "lift_suppression"
    RETENTION = "retention"
    STATE = "state"
    BACK_UP = "back_up"
    REMOVE_COPY = "remove_copy"
    TASK = "task"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: an agent's process or an operator, by the name the host gives."""

    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What to append.

    Attributes:
        object_id: id of the record within its scope; None where the act has no single object.
        count: how many objects the act concerned.
        code: a coded reason, never free text.
    """

    action: Action
    object_kind: str
    object_id: int | None = None
    count: int = 1
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Landmark:
    """One entry to know the chain by: a file whose chain does not pass it is not the same, or older."""

    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Verification:
    """The answer of `verify`.

    Attributes:
        broken_at: sequence number of the first entry that does not fit; None when all do.
        head: hash of the last entry, to print on receipts; a cut-off end shows only there.
    """

    ok: bool
    entries: int
    broken_at: int | None
    head: bytes


def actor_id(tx: apsw.Connection, actor: Actor) -> int:
    """The number of an actor in this file, given on first use."""
    known = known_actor(tx, actor)
    if known is not None:
        return known
    tx.execute("INSERT INTO actors(role, name) VALUES (?, ?)", (actor.role.value, actor.name))
    return int(tx.last_insert_rowid())


def known_actor(connection: apsw.Connection, actor: Actor) -> int | None:
    """The number of an actor in this file; None before its first act."""
    wanted = (actor.role.value, actor.name)
    rows = statement.rows(connection, "SELECT id FROM actors WHERE role = ? AND name = ?", wanted)
    return int(rows[0][0]) if rows else None


def name_of(connection: apsw.Connection, actor: int | None) -> str | None:
    """The name of an actor of this file by number."""
    rows = statement.rows(connection, "SELECT CAST(name AS BLOB) FROM actors WHERE id = ?", (actor,))
    return decoded(rows[0][0])[0] if rows else None


def actor_of(connection: apsw.Connection, actor: int) -> Actor | None:
    """Role and name of an actor of this file by number."""
    rows = statement.rows(connection, "SELECT role, CAST(name AS BLOB) FROM actors WHERE id = ?", (actor,))
    return Actor(Role(rows[0][0]), decoded(rows[0][1])[0]) if rows else None


def actors(connection: apsw.Connection) -> list[Actor]:
    """Everybody who ever acted in this file, by name."""
    return [Actor(Role(row.role), row.name) for row in journal_rows.actors(connection)]


def append(
    tx: apsw.Connection, actor: int, subject: Subject | None, entry: Entry, now: int, note: str = ""
) -> int:
    """Add an entry to the chain inside the caller's write transaction; its sequence number."""
    seq, previous = head(tx)
    seq += 1
    subject_tag = object_tag = None
    if subject is not None:
        subject_tag = tag(subject.salt, "subject", subject.scope)
        if entry.object_id is not None:
            object_tag = tag(subject.salt, entry.object_kind, entry.object_id)
    row = (
        seq,
        now,
        actor,
        entry.action.value,
        entry.object_kind,
        subject_tag,
        object_tag,
        entry.count,
        entry.code,
    )
    tx.execute(
        "INSERT INTO journal(seq, at, actor, action, object_kind, subject_tag, object_tag, count, code,"
        " previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, previous, _link(previous, row)),
    )
    if note and subject is not None:
        tx.execute("INSERT INTO journal_notes(scope, seq, note) VALUES (?, ?, ?)", (subject.scope, seq, note))
    return seq


def head(connection: apsw.Connection) -> tuple[int, bytes]:
    """Sequence number and hash of the last entry; 0 and zeros when there is none."""
    rows = statement.rows(connection, "SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1")
    return (int(rows[0][0]), bytes(rows[0][1])) if rows else (0, GENESIS)


def passes(connection: apsw.Connection, landmark: Landmark) -> bool:
    """Whether the chain holds the landmark's entry."""
    if landmark.seq == 0:
        return landmark.hash == GENESIS
    rows = statement.rows(connection, "SELECT hash FROM journal WHERE seq = ?", (landmark.seq,))
    return bool(rows) and bytes(rows[0][0]) == landmark.hash


def count(connection: apsw.Connection, subject: Subject | None = None) -> int:
    """How many entries there are, in all or about one person."""
    if subject is None:
        return statement.number(connection, "SELECT count(*) FROM journal")
    wanted = tag(subject.salt, "subject", subject.scope)
    return statement.number(connection, "SELECT count(*) FROM journal WHERE subject_tag = ?", (wanted,))


def first_about(connection: apsw.Connection, subject: Subject) -> int:
    """The first entry about a person; 0 when there is none, as in a file whose journal was cut."""
    wanted = tag(subject.salt, "subject", subject.scope)
    return statement.number(connection, "SELECT min(seq) FROM journal WHERE subject_tag = ?", (wanted,))


def touched_since(connection: apsw.Connection, seq: int) -> tuple[int, frozenset[str]]:
    """The newest sequence number, and the kinds of object that entries after ``seq`` changed."""
    rows = statement.rows(connection, "SELECT DISTINCT object_kind FROM journal WHERE seq > ?", (seq,))
    return head(connection)[0], frozenset(str(kind) for (kind,) in rows)


def verify(connection: apsw.Connection, progress: Callable[[int, int], None] | None = None) -> Verification:
    """Recompute the whole chain; ``progress`` is told entries checked and entries in all."""
    total = count(connection) if progress is not None else 0
    seq, previous = 0, GENESIS
    while True:
        rows = statement.rows(connection, f"{_LINK} WHERE seq > ? ORDER BY seq LIMIT ?", (seq, _PAGE))
        if not rows:
            return Verification(True, seq, None, previous)
        for row in rows:
            if row[0] != seq + 1 or row[9] != previous or row[10] != _recomputed(previous, row):
                return Verification(False, seq, seq + 1, previous)
            seq, previous = seq + 1, row[10]
        if progress is not None:
            progress(seq, total)


def fits(connection: apsw.Connection, seq: int) -> tuple[bool, bool]:
    """Whether an entry names the hash of the one before it, and whether its own hash is right."""
    rows = statement.rows(connection, f"{_LINK} WHERE seq IN (?, ?) ORDER BY seq", (seq - 1, seq))
    if not rows or rows[-1][0] != seq:
        return False, False
    before = rows[0][10] if len(rows) == 2 else GENESIS if seq == 1 else None
    row = rows[-1]
    return row[9] == before, row[10] == _recomputed(row[9], row)


def tag(salt: bytes, kind: str, number: int) -> bytes:
    """The 16 bytes by which the journal names an object as long as the salt lives."""
    return hmac.digest(salt, f"{kind}:{number}".encode(), "sha256")[:16]


def _recomputed(previous: bytes, row: tuple[Any, ...]) -> bytes:
    fields = list(row[:9])
    # A changed byte may be no UTF-8; escaped, it is one that does not fit.
    for text in _TEXTS:
        if fields[text] is not None:
            fields[text] = decoded(fields[text])[0]
    return _link(previous, tuple(fields))


def _link(previous: bytes, row: tuple[object, ...]) -> bytes:
    # JSON keeps the fields apart; bytes travel as hex.
    fields = [field.hex() if isinstance(field, bytes) else field for field in row]
    return hashlib.sha256(previous + json.dumps(fields, separators=(",", ":")).encode()).digest()
