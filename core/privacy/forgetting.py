"""Forgetting one fact: every version of it, and every copy of its value that the operator wants gone."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace

import apsw

from core.audit import Action, Entry
from core.change import Change
from core.errors import Conflict, Invalid
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records import deleting
from core.memory.records.changes import Forgotten
from core.privacy import needles
from core.privacy.acting import acting
from core.privacy.finishing import finish
from core.privacy.installation import InstallationKey
from core.privacy.needles import Needles
from core.privacy.progress import Step, Watch
from core.privacy.proof import Proof
from core.privacy.receipt import Receipt
from core.privacy.waiting import Waiting
from core.store import erasure_rows, record_rows, value_copies
from core.store.erasure_rows import Erasure
from core.store.value_copies import ValueCopy

INSTEAD = "[forgotten]"
# Shorter values ("yes", "April") occur everywhere; listing those places would hide the real copies.
SHORTEST = 8


@dataclass(frozen=True, slots=True)
class ForgetPreview:
    """What forgetting takes, and where the value stands elsewhere.

    Attributes:
        gone: the versions that go, with proposals in quarantine that hold the same value.
        copies: every other place the value stands in, to scrub or to keep; a copy in ``records``
            is another record, which scrubbing deletes.
        listed: whether copies were looked for; values under eight characters stand everywhere.
    """

    ids: tuple[int, ...]
    gone: Forgotten
    copies: tuple[ValueCopy, ...]
    listed: bool


def preview(ground: Ground, key: str | None, id_: int | None, kind: str | None) -> ForgetPreview:
    """What forgetting a key with all its versions, or one version, would take.

    Raises:
        Invalid: neither a key nor an id, or both.
        NotFound: it is not there.
    """
    if (key is None) == (id_ is None):
        raise Invalid("target", "key_or_id")
    with ground.read() as (connection, scope):
        wanted = None if kind is None else Kind.parse(kind)
        ids = deleting.ids_of_target(connection, scope, key, id_, wanted)
        return _described(ground, connection, ids)


def forget(
    ground: Ground,
    key: InstallationKey,
    waiting: Waiting,
    shown: ForgetPreview,
    scrub: Collection[ValueCopy],
    reason: str,
    patience: float,
    watch: Watch,
) -> Receipt:
    """Forget what a preview listed, and the copies that were chosen; see `Privacy.forget`."""
    watch(Step.NEEDLES)
    with ground.read() as (connection, scope):
        values = [] if scope is None else record_rows.contents(connection, scope, shown.ids)
    chosen = _candidates(values, scrub)
    proof = Proof(Needles.of(chosen))
    watch(Step.CONTROL)
    proof.control(ground.database)
    watch.may_stop()
    watch(Step.DELETE)
    job, ids = _delete(ground, shown, scrub, values, reason, proof)
    waiting.keep(ground.database, job, proof, None)
    watch(Step.DELETED)
    (receipt,) = finish(ground, key, waiting, [job], patience, watch)
    kinds = frozenset({"record", "quarantine", *(copy.table for copy in scrub)})
    return replace(receipt, change=Change(kinds, tuple(ids)))


def _delete(
    ground: Ground,
    shown: ForgetPreview,
    scrub: Collection[ValueCopy],
    values: list[str],
    reason: str,
    proof: Proof,
) -> tuple[str, list[int]]:
    job = secrets.token_hex(8)
    with acting(ground) as writing:
        now = _described(ground, writing.tx, shown.ids)
        if {*scrub} - {*now.copies}:
            # A text that was chosen has changed since; it is looked at again, not overwritten.
            raise Conflict(copies=len({*scrub} - {*now.copies}))
        records = [int(copy.key[0]) for copy in scrub if copy.table == "records"]
        ids = [*dict.fromkeys((*shown.ids, *records))]
        going = {item.id for item in now.gone.proposals}
        for copy in scrub:
            if copy.table != "records" and not (copy.table == "quarantine" and copy.key[0] in going):
                table = next(table for table in value_copies.TABLES if table.name == copy.table)
                value_copies.rewrite(writing.tx, writing.scope, table, copy, _without(copy.text, values))
        deleting.delete_listed(writing, ground.clock, ids)
        kept = len(now.copies) - len({*scrub})
        facts = {"rows": {"records": len(ids), "texts": len({*scrub}) - len(records)}, "kept": kept,
                 "search": proof.facts()}  # fmt: skip
        erasure_rows.settle_pending(writing.tx, writing.scope, "forget")
        row = Erasure(job, writing.scope, "forget", writing.now, erasure_rows.DELETED, json.dumps(facts))
        erasure_rows.begin(writing.tx, row)
        single = ids[0] if len(ids) == 1 else None
        writing.journal(Entry(Action.FORGET, "record", single, len(ids), "value"), reason)
    return job, ids


def _described(ground: Ground, connection: apsw.Connection, ids: Collection[int]) -> ForgetPreview:
    subject = ground.subject(connection)
    gone = deleting.describe(connection, subject, [*ids], ground.clock)
    if subject is None:
        return ForgetPreview(tuple(ids), gone, (), listed=False)
    told = record_rows.contents(connection, subject.scope, [*ids])
    values = [value for value in told if len(value) >= SHORTEST]
    found = [
        copy
        for copy in value_copies.find(connection, subject.scope, values)
        if not (copy.table == "records" and copy.key[0] in ids)
    ]
    return ForgetPreview(tuple(ids), gone, tuple(found), listed=bool(values))


def _candidates(values: list[str], scrub: Collection[ValueCopy]) -> list[str | bytes]:
    texts = [value.encode("utf-8", "surrogatepass") for value in values]
    texts += [copy.text.encode("utf-8", "surrogatepass") for copy in scrub if copy.table == "records"]
    return needles.candidates(texts, ())


def _without(text: str, values: list[str]) -> str:
    wanted = value_copies.spellings([value for value in values if len(value) >= SHORTEST])
    return re.sub("|".join(map(re.escape, wanted)), INSTEAD, text, flags=re.IGNORECASE)
