"""Erasing a person, in the order guide/privacy.md 7.1 verified."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import apsw

from core import audit
from core.change import Change
from core.errors import ErrorCode, Gone, NotFound, OnHold, ReadOnly, StorageFailure
from core.memory.ground import Ground
from core.privacy import holdings, needles, others
from core.privacy.finishing import finish
from core.privacy.installation import InstallationKey
from core.privacy.needles import Needles
from core.privacy.progress import Step, Watch
from core.privacy.proof import Proof
from core.privacy.receipt import EraseReason, Receipt
from core.privacy.scanner import Scanner
from core.privacy.waiting import Waiting
from core.store import (
    Database,
    backup_rows,
    erasure_rows,
    person_rows,
    subjects,
    suppression_rows,
    table_rows,
)
from core.store.erasure_rows import Erasure
from core.store.inventory import Table, personal
from core.store.person_rows import Flag
from core.store.subjects import Subject

ROOM = 2.2
"""How often the file must fit into what is free on its disk: a copy of it, and a WAL of that."""
SUPPRESSED_DAYS = 30.0
_DAY = 86_400_000_000
_IDENTITIES = frozenset({"in_person", "login", "document", "letter", "mail", "phone"})


@dataclass(frozen=True, slots=True)
class Order:
    """What an operator asks for when a person is to be erased.

    Attributes:
        reason: one of `EraseReason`, or words, which die with the person.
        identity: how it was checked that the person is who they say; known words are kept in the
            receipt, others only as "recorded".
        patience: seconds to wait for readers before the scrub is left for later.
        suppress_days: how long the name may not come back; 0 for not at all.
        backups, exports: numbers of the copies to delete as well.
    """

    reason: str
    identity: str | None = None
    patience: float = 5.0
    suppress_days: float = SUPPRESSED_DAYS
    backups: tuple[int, ...] = ()
    exports: tuple[int, ...] = ()


@dataclass(slots=True)
class Prepared:
    """What was counted and gathered before anything changed."""

    subject: Subject
    counts: dict[str, int]
    mentions: tuple[holdings.Mention, ...]
    fingerprint: others.Fingerprint
    head: int
    proof: Proof
    seconds: dict[str, float] = field(default_factory=dict)


def erase(ground: Ground, key: InstallationKey, waiting: Waiting, order: Order, watch: Watch) -> Receipt:
    """Erase the ground's person and say what became of it; see `Privacy.erase`."""
    database = ground.database
    watch(Step.PRECHECK)
    precheck(ground)
    # A key that cannot be had stops here, and not when everything is gone.
    key.sign("probe", {})
    clock = _Stopwatch()
    prepared = prepare(ground, watch, clock)
    watch.may_stop()
    watch(Step.CONTROL)
    prepared.proof.control(database)
    clock.lap("control")
    watch.may_stop()
    watch(Step.DELETE)
    job = _delete(ground, order, prepared, clock)
    waiting.keep(database, job, prepared.proof, prepared.fingerprint)
    ground.recall.drop(prepared.subject.scope)
    watch(Step.DELETED)
    receipt = finish(ground, key, waiting, job, order.patience, watch)
    return _with_change(receipt)


def precheck(ground: Ground) -> None:
    """Refuse what could not be carried to its end; nothing has changed yet.

    Raises:
        NotFound: nobody of that name is in the file.
        OnHold: a legal hold keeps the person.
        ReadOnly: the file was not opened for writing.
        StorageFailure: there is no room to write the file anew (disk_full).
    """
    database = ground.database
    if not database.mode.writable:
        raise ReadOnly(path=str(database.path))
    with database.read() as connection:
        require_free(ground, connection)
    needed, free = room(database)
    if free < needed:
        raise StorageFailure(ErrorCode.DISK_FULL, path=str(database.path), needed=needed, free=free)


def room(database: Database) -> tuple[int, int]:
    """Bytes an erasure needs on the disk of the file, and those that are free."""
    status = os.statvfs(database.file.parent)
    return round(ROOM * sum(database.sizes().values())), status.f_bavail * status.f_frsize


def require_free(ground: Ground, connection: apsw.Connection) -> Subject:
    """The person to erase, unless there is none or a hold forbids it."""
    scope = ground.scope
    subject = subjects.find(connection, scope.tenant, scope.user)
    if subject is None:
        if suppression_rows.find(connection, scope.tenant, scope.user, ground.clock()):
            raise Gone(path=str(ground.database.path))
        raise NotFound(ErrorCode.NO_SCOPE, tenant=scope.tenant, user=scope.user)
    hold = person_rows.flag(connection, Flag.LEGAL_HOLD, subject.scope)
    if hold is not None:
        raise OnHold(reason=hold.reason, at=hold.at)
    return subject


def prepare(ground: Ground, watch: Watch, clock: _Stopwatch) -> Prepared:
    """Count what goes and gather what to search for, in one snapshot."""
    with ground.database.read() as connection:
        subject = require_free(ground, connection)
        watch(Step.INVENTORY)
        counts = holdings.counts(connection, subject.scope)
        clock.lap("inventory")
        mentions = holdings.mentions(connection, ground.scope, subject, watch.at(Step.MENTIONS))
        clock.lap("mentions")
        watch(Step.NEEDLES)
        found = Needles.of(candidates_of(connection, subject.scope))
        clock.lap("needles")
        scanner = Scanner(found.patterns)
        fingerprint = others.walk(connection, subject.scope, scanner, watch.at(Step.OTHERS))
        proof = Proof(found.without(scanner.found.tolist()))
        clock.lap("others")
        return Prepared(subject, counts, mentions, fingerprint, audit.head(connection)[0], proof)


def candidates_of(connection: apsw.Connection, scope: int) -> list[str | bytes]:
    """Strings to look for, from every table of a person."""

    def texts() -> Iterator[bytes]:
        for table, names, row in rows_of(connection, scope):
            yield from (value for name, value in zip(names, row, strict=False) if value)

    def blobs() -> Iterator[bytes]:
        for table, names, row in rows_of(connection, scope):
            yield from (value for value in row[len(names) :] if value)

    return needles.candidates(texts(), blobs())


def rows_of(
    connection: apsw.Connection, scope: int
) -> Iterator[tuple[Table, tuple[str, ...], tuple[bytes | None, ...]]]:
    """Each row of a person with the names of its texts; its blobs come after them."""
    for table in personal():
        names = table_rows.shape(connection, table).of_type("TEXT")
        for row in table_rows.texts(connection, table, scope):
            yield table, names, row


def _delete(ground: Ground, order: Order, prepared: Prepared, clock: _Stopwatch) -> str:
    """The one transaction in which a person goes; the name of the job."""
    job = secrets.token_hex(8)
    scope = prepared.subject.scope
    with ground.database.write() as tx:
        now = ground.clock()
        require_free(ground, tx)
        copies = _copies(tx, scope, prepared)
        subjects.bury(tx, scope, now)
        until = None
        if order.suppress_days > 0:
            until = now + round(order.suppress_days * _DAY)
            suppression_rows.suppress(tx, ground.scope.tenant, ground.scope.user, now, until)
        suppression_rows.drop_expired(tx, now)
        actor = audit.actor_id(tx, ground.actor)
        before = tx.total_changes()
        rows = {table.name: table_rows.delete(tx, table, scope) for table in personal()}
        touched = tx.total_changes() - before
        left = sum(table_rows.count(tx, table, scope) for table in personal())
        if left or touched != sum(rows.values()):
            # Something in the file kept rows or changed others while these went.
            raise StorageFailure(ErrorCode.IO, path=str(ground.database.path), left=left, touched=touched)
        reason = order.reason if order.reason in set(EraseReason) else EraseReason.OTHER
        entry = audit.Entry(audit.Action.ERASE, "scope", None, sum(rows.values()), str(reason))
        audit.append(tx, actor, prepared.subject, entry, now)
        clock.lap("delete")
        facts = {
            "reason": str(reason),
            "identity": _identity(order.identity),
            "actor": actor,
            "rows": rows,
            "late": sum(rows.values()) - sum(prepared.counts.values()),
            "head_before": prepared.head,
            "suppressed_until": until,
            "mentions": {"people": len(prepared.mentions), "rows": sum(m.rows for m in prepared.mentions)},
            "people": len(prepared.fingerprint),
            "search": prepared.proof.facts(),
            "copies": copies,
            "seconds": clock.laps,
        }
        erasure_rows.begin(tx, Erasure(job, scope, "person", now, erasure_rows.DELETED, json.dumps(facts)))
    return job


def _copies(tx: apsw.Connection, scope: int, prepared: Prepared) -> dict[str, int]:
    """How many registered copies still hold the person, and were there."""
    backups = [row for row in backup_rows.listed(tx) if row.removed_at is None]
    exports = [row for row in person_rows.exports(tx, scope) if row.removed_at is None]
    return {"backups_left": len(backups), "exports_left": len(exports)}


def _identity(told: str | None) -> str:
    if not told:
        return "not recorded"
    return told if told in _IDENTITIES else "recorded"


def _with_change(receipt: Receipt) -> Receipt:
    from dataclasses import replace

    return replace(receipt, change=Change(frozenset({"scope"})))


class _Stopwatch:
    """Seconds by step."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self.laps: dict[str, float] = {}
        self._now = now
        self._last = now()

    def lap(self, name: str) -> None:
        """Say that a step has ended."""
        moment = self._now()
        self.laps[name] = round(moment - self._last, 3)
        self._last = moment
