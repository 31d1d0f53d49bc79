"""The second half of every deletion: scrub, verify, receipt. It goes on after a crash, by the job alone."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import apsw

from core import audit
from core.clock import to_datetime
from core.errors import ErrorCode, MnemoscopeError, NotFound, WrongEmbedder
from core.memory.ground import Ground
from core.privacy import others
from core.privacy.installation import InstallationKey
from core.privacy.needles import Needles
from core.privacy.others import Fingerprint
from core.privacy.progress import Step, Watch
from core.privacy.proof import Proof, control_checks
from core.privacy.receipt import FORMAT, VERSION, Check, Limit, Receipt, ReceiptState, parsed, signed
from core.privacy.register import Register
from core.privacy.scrubbing import Scrubbed, scrub
from core.privacy.waiting import WAITING, Waiting
from core.recall.settings import Asked
from core.store import Database, erasure_rows, statement, subjects, table_rows
from core.store.erasure_rows import Erasure
from core.store.holders import Holder, holders
from core.store.inventory import personal

_ASKED = 20
_RECALLED = Asked(k=5)
_ALWAYS = (Limit.OTHER_COPIES, Limit.DEVICE, Limit.PROCESS_MEMORY, Limit.COMPRESSED)


@dataclass(frozen=True, slots=True)
class Pending:
    """A deletion whose bytes may still stand in the file.

    Attributes:
        what: ``person``, ``forget`` or ``sweep``.
        blocking: who has the file open in a way that may keep old pages alive.
        searchable: the needles are still in memory, so that finishing searches again.
    """

    job: str
    what: str
    at: datetime
    blocking: tuple[Holder, ...]
    searchable: bool


def pending(database: Database) -> tuple[Pending, ...]:
    """What is left to scrub, the oldest first."""
    with database.read() as connection:
        jobs = erasure_rows.pending(connection)
    blocking = holders(database.file) if jobs else ()
    return tuple(
        Pending(
            job.job, job.what, to_datetime(job.at), blocking, WAITING.of(database, job.job)[0] is not None
        )
        for job in jobs
    )


def finish(
    ground: Ground,
    key: InstallationKey,
    waiting: Waiting,
    names: Sequence[str],
    patience: float,
    watch: Watch,
    identifiers: Collection[str] = (),
) -> tuple[Receipt, ...]:
    """Bring jobs to their end, or as far as other processes let it; the file is written anew once.

    Args:
        identifiers: words to search for where the needles are gone.

    Raises:
        NotFound: there is no such job.
    """
    database = ground.database
    with database.read() as connection:
        jobs = [erasure_rows.find(connection, name) for name in names]
    watch(Step.SCRUB)
    scrubbed = scrub(database, patience)
    watch(Step.SCRUBBED)
    file_checks = _of_the_file(database)
    receipts = []
    for name, job in zip(names, jobs, strict=True):
        if job is None:
            raise NotFound(ErrorCode.NOT_FOUND, job=name)
        if not scrubbed.clean and job.receipt is not None:
            # It stands as it stood; a timer that tries again leaves no trace of that.
            receipts.append(replace(parsed(job.receipt), blocking=scrubbed.blocking))
            continue
        noted = job.what != "person" or _noted(job)
        proof, fingerprint = waiting.of(database, name)
        if proof is None and identifiers:
            proof = Proof(Needles.of(identifiers))
        watch(Step.VERIFY)
        began = time.perf_counter()
        checks = [*_verified(ground, job, proof, fingerprint), *file_checks]
        seconds = {"scrub": round(scrubbed.seconds, 3), "verify": round(time.perf_counter() - began, 3)}
        state = _state(checks, scrubbed)
        with database.write() as tx:
            limits = _limits(json.loads(job.facts), searched=proof is not None, noted=noted)
            receipt = _receipt(tx, ground, key, job, state, checks, scrubbed, seconds, limits)
            standing = _STANDING.get(state, erasure_rows.DELETED)
            erasure_rows.settle(tx, name, standing, receipt.to_json())
        if standing == erasure_rows.DONE:
            waiting.drop(database, name)
        receipts.append(receipt)
    database.empty_wal()
    watch(Step.RECEIPT)
    return tuple(receipts)


def _noted(job: Erasure) -> bool:
    """Note an erasure outside the file; False where that list cannot be written."""
    try:
        Register().add(job.subject, job.job, job.at)
    except MnemoscopeError:
        return False
    return True


_STANDING = {ReceiptState.VERIFIED: erasure_rows.DONE, ReceiptState.FAILED: erasure_rows.FAILED}


def _of_the_file(database: Database) -> list[Check]:
    with database.read() as connection:
        found = audit.verify(connection)
        free = statement.number(connection, "PRAGMA freelist_count")
    problems = database.problems()
    return [
        Check("journal", found.ok, {"entries": found.entries, "broken_at": found.broken_at}),
        # Others may have freed pages since the file was written anew; theirs are zeroed as well.
        Check("freelist", None if free else True, {"pages": free}),
        Check("integrity", not problems, {"problems": len(problems)}),
    ]


def _verified(
    ground: Ground, job: Erasure, proof: Proof | None, fingerprint: Fingerprint | None
) -> list[Check]:
    database, facts = ground.database, json.loads(job.facts)
    checks = [*control_checks(facts["search"])] if "search" in facts else []
    checks.append(_bytes(database, proof))
    with database.read() as connection:
        if job.what == "person":
            left = {table.name: table_rows.count(connection, table, job.subject) for table in personal()}
            buried = subjects.buried(connection, job.subject)
            checks.append(Check("rows_left", buried and not any(left.values()), {"rows": sum(left.values())}))
            checks.append(_read_paths(connection, ground, job.subject, proof))
        if fingerprint is not None:
            checks.append(_others(connection, job, fingerprint, facts))
    return checks


def _read_paths(connection: apsw.Connection, ground: Ground, subject: int, proof: Proof | None) -> Check:
    """Ask what was erased once more, by name and by its own words."""
    scope = ground.scope
    found = int(subjects.find(connection, scope.tenant, scope.user) is not None)
    asked = [each.decode("utf-8", "ignore") for each in (proof.needles.patterns if proof else [])[:_ASKED]]
    # A server is not told the words of somebody who was erased.
    if asked and ground.recall.embedder.instant:
        with suppress(WrongEmbedder):
            for text in filter(str.strip, asked):
                found += len(ground.recall.search(connection, subject, text, _RECALLED, ground.clock()).found)
        ground.recall.drop(subject)
    return Check("read_paths", found == 0, {"questions": 1 + len(asked), "answers": found})


def _bytes(database: Database, proof: Proof | None) -> Check:
    if proof is None:
        return Check("bytes_left", None, {"wal": database.sizes().get("-wal", 0), "repeated": False})
    sighted, left, said = proof.after(database)
    return Check(
        "bytes_left",
        left == 0,
        {
            "repeated": True,
            "needles": proof.needles.count,
            "left": left,
            "said_elsewhere": said,
            "bytes_read": {name: size for name, (size, _) in sighted.files.items()},
            "seconds": sighted.seconds,
        },
    )


def _others(
    connection: apsw.Connection, job: Erasure, before: Fingerprint, facts: Mapping[str, Any]
) -> Check:
    now = others.walk(connection, None)
    changed = sum(now.get(person) != digest for person, digest in before.items())
    # Every write has its entry; more than the one of the erasure means that somebody else wrote.
    written = audit.head(connection)[0] - int(facts["head_before"]) - int(facts.get("entries", 1))
    ok = True if not changed else (None if written > 0 else False)
    return Check("others_unchanged", ok, {"people": len(before), "changed": changed, "writes": written})


def _state(checks: list[Check], scrubbed: Scrubbed) -> ReceiptState:
    wrong = {check.name for check in checks if check.ok is False}
    if wrong - {"bytes_left"}:
        return ReceiptState.FAILED
    if not scrubbed.clean:
        return ReceiptState.DELETED_NOT_SCRUBBED
    return ReceiptState.FAILED if wrong else ReceiptState.VERIFIED


def _receipt(
    tx: apsw.Connection,
    ground: Ground,
    key: InstallationKey,
    job: Erasure,
    state: ReceiptState,
    checks: list[Check],
    scrubbed: Scrubbed,
    seconds: dict[str, float],
    limits: list[Limit],
) -> Receipt:
    facts = json.loads(job.facts)
    now = ground.clock()
    actor = audit.actor_id(tx, ground.actor)
    audit.append(tx, actor, None, audit.Entry(audit.Action.SCRUB, "scope", None, 1, state.lower()), now)
    seq, head = audit.head(tx)
    body = {
        "format": FORMAT,
        "version": VERSION,
        "job": job.job,
        "what": job.what,
        "state": str(state),
        "subject": f"{job.subject:x}",
        "deleted_at": job.at,
        "at": now,
        **{name: facts.get(name) for name in _TAKEN_OVER},
        "checks": [{"name": each.name, "ok": each.ok, "data": dict(each.data)} for each in checks],
        "limits": [str(limit) for limit in limits],
        "problem": scrubbed.problem,
        "blocking": [
            {"pid": each.pid, "program": each.program, "holds": each.holds} for each in scrubbed.blocking
        ],
        "seconds": {**facts.get("seconds", {}), **seconds},
        "sqlite": apsw.sqlite_lib_version(),
        "journal": {"seq": seq, "head": head.hex()},
    }
    return signed(key, body, blocking=scrubbed.blocking)


_TAKEN_OVER = (
    "reason",
    "identity",
    "actor",
    "rows",
    "late",
    "suppressed_until",
    "mentions",
    "people",
    "copies",
)


def _left(mentions: Mapping[str, Any]) -> bool:
    return int(mentions.get("rows", 0)) > int(mentions.get("redacted", 0))


def _limits(facts: Mapping[str, Any], *, searched: bool, noted: bool) -> list[Limit]:
    copies = facts.get("copies", {})
    told = (
        (Limit.BACKUPS_LEFT, copies.get("backups_left")),
        (Limit.EXPORTS_LEFT, copies.get("exports_left")),
        (Limit.SUPPRESSION_GUESSABLE, facts.get("suppressed_until")),
        (Limit.NOT_REGISTERED, not noted),
        (Limit.SCAN_NOT_REPEATED, not searched),
        (Limit.NOTHING_TO_SEARCH, not facts.get("search", {}).get("needles")),
        (Limit.ROWS_CAME_LATE, facts.get("late")),
        (Limit.MENTIONS_KEPT, _left(facts.get("mentions", {}))),
        (Limit.COPIES_KEPT, facts.get("kept")),
    )
    return [limit for limit, holds in told if holds] + list(_ALWAYS)
