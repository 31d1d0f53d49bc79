"""Erasing a person, in the order guide/privacy.md 7.1 verified."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

import apsw

from core import audit
from core.change import Change
from core.errors import ErrorCode, Gone, Invalid, NotFound, OnHold, ReadOnly, StorageFailure
from core.memory.ground import Ground
from core.privacy import holdings, needles, others, quotes
from core.privacy.copies import Backups, Copy, held_in_backups, remove_export
from core.privacy.finishing import finish
from core.privacy.holdings import Holdings, Mention, TableHoldings
from core.privacy.installation import InstallationKey
from core.privacy.limits import Standing
from core.privacy.needles import Needles
from core.privacy.progress import Step, Watch
from core.privacy.proof import Proof
from core.privacy.quotes import KeptBecause, Quote
from core.privacy.receipt import EraseReason, Receipt
from core.privacy.waiting import Waiting
from core.store import (
    Database,
    erasure_rows,
    person_rows,
    subjects,
    suppression_rows,
    table_rows,
)
from core.store.erasure_rows import Erasure
from core.store.holders import Holder, holders
from core.store.inventory import INVENTORY, Table, personal
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
        redact: what others' records say about the person and shall not say any more.
        kept_because: why the rest of it stays.
    """

    reason: str
    identity: str | None = None
    patience: float = 5.0
    suppress_days: float = SUPPRESSED_DAYS
    backups: tuple[int, ...] = ()
    exports: tuple[int, ...] = ()
    redact: tuple[Quote, ...] = ()
    kept_because: str = KeptBecause.NOT_DECIDED


@dataclass(slots=True)
class Prepared:
    """What was counted and gathered before anything changed."""

    subject: Subject
    counts: dict[str, int]
    mentions: tuple[Mention, ...]
    fingerprint: others.Fingerprint
    head: int
    proof: Proof
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ErasePreview:
    """What erasing would do, before anything is decided.

    Attributes:
        hold: what forbids it; None where nothing does.
        backups, exports: registered copies that hold the person.
        others: other processes that have the file open now.
    """

    holdings: Holdings
    hold: Standing | None
    backups: tuple[Copy, ...]
    exports: tuple[Copy, ...]
    needed_bytes: int
    free_bytes: int
    others: tuple[Holder, ...]

    @property
    def goes(self) -> tuple[TableHoldings, ...]:
        """Tables whose rows are deleted, those that are empty left out."""
        return tuple(each for each in self.holdings.tables if each.kept_because is None and each.rows)

    @property
    def stays(self) -> tuple[tuple[str, str], ...]:
        """Every table that is kept, and why."""
        return tuple((table.name, table.kept_because) for table in INVENTORY if table.kept_because)


def preview(
    ground: Ground,
    held: Holdings,
    backups: tuple[Copy, ...],
    exports: tuple[Copy, ...],
    hold: Standing | None,
) -> ErasePreview:
    """Put together what an operator has to know before a person is erased."""
    needed, free = room(ground.database)
    return ErasePreview(held, hold, backups, exports, needed, free, holders(ground.database.file))


def erase(
    ground: Ground,
    key: InstallationKey,
    waiting: Waiting,
    order: Order,
    backups: Backups,
    watch: Watch,
) -> Receipt:
    """Erase the ground's person and say what became of it; see `Privacy.erase`."""
    database = ground.database
    if not order.reason.strip():
        raise Invalid("reason", "empty")
    if order.kept_because not in set(KeptBecause):
        raise Invalid("kept_because", "unknown", value=order.kept_because, known=[*KeptBecause])
    watch(Step.PRECHECK)
    precheck(ground)
    # A key that cannot be had stops here, and not when everything is gone.
    key.sign("probe", {})
    clock = _Stopwatch()
    prepared = prepare(ground, watch, clock, order.redact)
    watch.may_stop()
    watch(Step.CONTROL)
    prepared.proof.control(database)
    clock.lap("control")
    watch.may_stop()
    # The register of exports goes with the person, so what is to be deleted goes before.
    for id_ in order.backups:
        backups.remove(id_)
    for id_ in order.exports:
        remove_export(ground, id_)
    watch(Step.DELETE)
    job, left = _delete(ground, order, prepared, clock)
    waiting.keep(database, job, prepared.proof, prepared.fingerprint)
    ground.recall.drop(prepared.subject.scope)
    watch(Step.DELETED)
    (receipt,) = finish(ground, key, waiting, [job], order.patience, watch)
    return replace(receipt, left=left, change=Change(frozenset({"scope"})))


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


def prepare(ground: Ground, watch: Watch, clock: _Stopwatch, redact: Collection[Quote] = ()) -> Prepared:
    """Count what goes and gather what to search for, in one snapshot."""
    from core.privacy.scanner import Scanner

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
        leaving = quotes.overwritten(quotes.by_number(connection, redact))
        fingerprint = others.walk(connection, subject.scope, scanner, watch.at(Step.OTHERS), leaving)
        proof = Proof(found.without(scanner.found.tolist()))
        clock.lap("others")
        return Prepared(subject, counts, mentions, fingerprint, audit.head(connection)[0], proof)


def candidates_of(connection: apsw.Connection, scope: int) -> list[str | bytes]:
    """Strings to look for, from every table of a person."""

    def texts() -> Iterator[bytes]:
        for _table, names, row in rows_of(connection, scope):
            yield from (value for name, value in zip(names, row, strict=False) if value)

    def blobs() -> Iterator[bytes]:
        for _table, names, row in rows_of(connection, scope):
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


def _delete(
    ground: Ground, order: Order, prepared: Prepared, clock: _Stopwatch
) -> tuple[str, tuple[str, ...]]:
    """The one transaction in which a person goes; the name of the job, and where copies are left."""
    job = secrets.token_hex(8)
    scope = prepared.subject.scope
    with ground.database.write() as tx:
        now = ground.clock()
        require_free(ground, tx)
        backups = held_in_backups(tx, prepared.subject)
        exports = [row for row in person_rows.exports(tx, scope) if row.removed_at is None]
        redacted = _redact(ground, tx, order.redact, prepared, now)
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
            "entries": 1 + len({quote.scope for quote in order.redact}),
            "suppressed_until": until,
            "mentions": _told(prepared.mentions, redacted, order.kept_because),
            "people": len(prepared.fingerprint),
            "search": prepared.proof.facts(),
            "copies": {"backups_left": len(backups), "exports_left": len(exports)},
            "seconds": clock.laps,
        }
        erasure_rows.begin(tx, Erasure(job, scope, "person", now, erasure_rows.DELETED, json.dumps(facts)))
    return job, tuple([row.path for row in backups] + [row.path for row in exports])


def _redact(
    ground: Ground, tx: apsw.Connection, chosen: Collection[Quote], prepared: Prepared, now: int
) -> int:
    """Overwrite what was chosen of others' texts; rows that are clear of the person now."""
    rows = 0
    for number, theirs in quotes.by_number(tx, chosen).items():
        rows += quotes.redact(ground, tx, prepared.subject, number, theirs, now)
        prepared.fingerprint[number] = others.of(tx, number)
    return rows


def _told(mentions: Collection[Mention], redacted: int, kept_because: str) -> dict[str, object]:
    """What became of what others say, in counts."""
    rows = sum(mention.rows for mention in mentions)
    told: dict[str, object] = {"people": len(mentions), "rows": rows, "redacted": redacted}
    return told | ({"kept_because": str(kept_because)} if rows > redacted else {})


def _identity(told: str | None) -> str:
    if not told:
        return "not recorded"
    return told if told in _IDENTITIES else "recorded"


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
