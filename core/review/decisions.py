"""A person's decision on one item, and taking it back."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from core.audit import Action, Entry
from core.change import NOTHING, Change, Reversal, Undo
from core.errors import Conflict, ErrorCode, Invalid, NotFound
from core.gate import Finding, Standing, Verdict, WriteOutcome, cleaned, effective_trust, judge
from core.gate.canonical import canonical
from core.gate.masking import stand_ins
from core.kind import Kind
from core.memory.ground import Ground, Writing
from core.memory.notes import releasing
from core.memory.quarantine import HeldItem, ItemStatus, block_tag
from core.memory.quarantine.item import Act, item_of
from core.memory.records.deleting import close_moot, delete_in, moot
from core.memory.records.draft import Draft, json_text
from core.memory.records.draft_text import draft_of
from core.memory.records.record import Record
from core.memory.records.undoing import take_back
from core.memory.records.writing import apply, look_up
from core.review.consequences import repeated
from core.store import blocks, quarantine_rows
from core.store.quarantine_rows import QuarantineRow

LONGEST_REASON = 2_000
"""Characters of the reason for a decision."""

_KINDS = frozenset({"quarantine", "record"})
_NOTE_KINDS = frozenset({"quarantine", "note"})
_OPEN = frozenset({ItemStatus.WAITING, ItemStatus.REFUSED, ItemStatus.SKIPPED})


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of an item.

    Attributes:
        done: False when today's rules refuse the words; ``reasons`` says why, nothing changed.
        record: what a release stored or saw again.
        path: the note a release wrote.
    """

    done: bool
    item: HeldItem
    reasons: tuple[Finding, ...] = ()
    record: Record | None = None
    superseded: Record | None = None
    path: str | None = None
    change: Change = NOTHING


def target_of(row: QuarantineRow) -> tuple[str | None, int | None, Kind | None]:
    """Key or id that a held deletion names, and the one kind it is meant for, if it is."""
    target = json.loads(row.draft)
    return target["key"], target["id"], None if row.kind is None else Kind(row.kind)


def words_of(item_row: QuarantineRow, text: str | None) -> str:
    """What would be stored: a person's edit, or the words as proposed.

    Raises:
        Invalid: the words were masked, and no edit was given or it still holds what stands for the secret.
    """
    words = item_row.content if text is None else text
    if words is None or text == item_row.redacted != item_row.content:
        raise Invalid("content", "masked", id=item_row.id)
    # The keyed hash in it is of no use to a reader, and tells two equal secrets apart from others for good.
    if stand_ins(words):
        raise Invalid("content", "stand_in", id=item_row.id)
    return words


def draft_for(ground: Ground, row: QuarantineRow, text: str | None) -> Draft:
    """The item's draft; an edit is the operator's word, derived from where the item came from.

    An edit that changes nothing is none: the words stay those of their source.
    """
    held = item_of(row)
    if text is not None and canonical(text) == row.content:
        text = None
    source, lineage = held.source, held.lineage
    if text is not None:
        text = json_text(text) if held.is_json else text
        source, lineage = f"operator:{ground.actor.name}", (held.source, *held.lineage)
    kind = held.kind or Kind.SEMANTIC
    return draft_of(row.draft, words_of(row, text), kind, held.key, source, lineage)


def verdict_of_person(ground: Ground, draft: Draft, standing: Standing) -> Verdict:
    """Today's rules on the exact words, in the column of the person who answers for them."""
    proposal = replace(draft.proposal, source=f"operator:{ground.actor.name}", lineage=())
    return judge(proposal, standing)


def release(ground: Ground, id_: int, version: int, note: str = "", text: str | None = None) -> Decision:
    """Store an item's words, or a person's edit of them; carry a held deletion out.

    Trust and lineage stay those of the source; the record counts as approved.

    Raises:
        NotFound: no such item here.
        Conflict: it was decided or changed since ``version``.
        Invalid: its words were masked and no edit was given.
    """
    with ground.write() as writing:
        row = _require_open(writing, id_, version)
        if row.act == Act.RECORD:
            return _store(ground, writing, row, note, text)
        if row.act == Act.NOTE:
            return _store_note(ground, writing, row, note, text)
        decision = _carry_out_deletion(ground, writing, row, note)
    ground.database.empty_wal()
    return decision


def reject(ground: Ground, id_: int, version: int, note: str) -> Decision:
    """Refuse an item for good: the same value is stopped when it comes back.

    Raises:
        NotFound, Conflict: as for `release`.
        Invalid: no reason was given, or one of more than `LONGEST_REASON` characters.
    """
    if not note.strip():
        raise Invalid("reason", "empty")
    if len(note) > LONGEST_REASON:
        raise Invalid("reason", "too_long", limit=LONGEST_REASON, length=len(note))
    with ground.write() as writing:
        row = _require_open(writing, id_, version)
        if row.act != Act.DELETION:
            blocks.put(writing.tx, writing.scope, row.value, "rejected", writing.now, writing.actor, id_)
        item = _decide(writing, row, ItemStatus.REJECTED, note, None)
        writing.journal(Entry(Action.REJECT, "quarantine", id_), note)
    undo = Undo(Reversal.DECISION, id_, item.version)
    return Decision(True, item, change=Change(_KINDS, (id_,), undo))


def take_decision_back(ground: Ground, what: Undo, note: str = "") -> Decision:
    """Put an item back where it stood; what its release stored is withdrawn, its block is lifted.

    Raises:
        NotFound: no such item here.
        Conflict: the item or its record changed since the decision.
    """
    with ground.write() as writing:
        row = _row(writing, what.record)
        if row.version != what.event or row.status not in {ItemStatus.RELEASED, ItemStatus.REJECTED}:
            raise Conflict(id=row.id)
        if row.status == ItemStatus.RELEASED and row.act == Act.NOTE:
            releasing.withdraw(writing, row.id)
        elif row.status == ItemStatus.RELEASED and row.record is not None:
            taken = take_back(writing, row.record)
            if taken.outcome is not WriteOutcome.STORED:
                # What it had replaced may not come back by today's rules, so it stays.
                return Decision(False, item_of(row), taken.reasons)
        block = blocks.find(writing.tx, writing.scope, row.value)
        if block is not None and block.item == row.id:
            _lift_or_leave(writing, row)
        blocks.restore(writing.tx, writing.scope, row.id)
        # What the gate had refused by itself asks for nobody now either.
        before = ItemStatus(row.was) if row.was in _OPEN else ItemStatus.WAITING
        item = _decide(writing, row, before, None, None)
        writing.journal(Entry(Action.REOPEN, "quarantine", row.id), note)
    kinds = _NOTE_KINDS if row.act == Act.NOTE else _KINDS
    return Decision(True, item, change=Change(kinds, (row.id,)))


def expire(ground: Ground) -> int:
    """Turn items that waited too long, and deletions of what is gone, into refused ones; how many."""
    with ground.read() as (connection, scope):
        if scope is None or not (
            quarantine_rows.overdue(connection, scope, ground.clock()) or moot(connection, scope)
        ):
            return 0
    with ground.write() as writing:
        gone = close_moot(writing)
        rows = quarantine_rows.overdue(writing.tx, writing.scope, writing.now)
        for row in rows:
            _decide(writing, row, ItemStatus.REFUSED, None, None)
        if rows:
            writing.journal(Entry(Action.EXPIRE, "quarantine", None, len(rows), "expired"))
        return gone + len(rows)


def reveal(ground: Ground, id_: int, note: str = "") -> None:
    """Write down that a person asks to read an item in clear, contact data included.

    Raises:
        NotFound: no such item here.
        ReadOnly, Restricted: nothing can be journaled, so nothing is shown.
    """
    with ground.write() as writing:
        _row(writing, id_)
        writing.journal(Entry(Action.REVEAL, "quarantine", id_, code="contact_data"), note)


def lift_block(ground: Ground, value: bytes, note: str = "") -> bool:
    """Let a blocked value come back; False when it was not blocked."""
    with ground.write() as writing:
        lifted = blocks.lift(writing.tx, writing.scope, value)
        if lifted:
            writing.journal(Entry(Action.LIFT_BLOCK, "quarantine"), note)
        return lifted


def _store(ground: Ground, writing: Writing, row: QuarantineRow, note: str, text: str | None) -> Decision:
    draft = draft_for(ground, row, text)
    standing = look_up(writing.tx, writing.subject, draft, writing.now, writing.recall)
    verdict = verdict_of_person(ground, draft, standing)
    if verdict.outcome in {WriteOutcome.REFUSED, WriteOutcome.SKIPPED}:
        return Decision(False, item_of(row), verdict.findings)
    for value in {row.value, block_tag(writing.subject.salt, verdict.text)}:
        blocks.lift_for(writing.tx, writing.scope, value, row.id)
    result = apply(writing, draft, _stored(draft, verdict, standing, item_of(row).findings), approved=True)
    item = _decide(writing, row, ItemStatus.RELEASED, note, result.record.id if result.record else None)
    writing.journal(Entry(Action.RELEASE, "quarantine", row.id), note)
    undo = Undo(Reversal.DECISION, row.id, item.version) if result.outcome is WriteOutcome.STORED else None
    ids = (row.id,) if result.record is None else (row.id, result.record.id)
    return Decision(
        True, item, record=result.record, superseded=result.superseded, change=Change(_KINDS, ids, undo)
    )


def _store_note(
    ground: Ground, writing: Writing, row: QuarantineRow, note: str, text: str | None
) -> Decision:
    wanted = releasing.draft_of(writing.tx, writing.scope, row, text)
    verdict = releasing.verdict_of_person(ground, wanted)
    if verdict.outcome is WriteOutcome.REFUSED:
        return Decision(False, item_of(row), verdict.findings)
    written = releasing.store(ground, writing, row, wanted, verdict, is_edit=text is not None)
    blocks.lift_for(writing.tx, writing.scope, row.value, row.id)
    item = _decide(writing, row, ItemStatus.RELEASED, note, None)
    writing.journal(Entry(Action.RELEASE, "quarantine", row.id, code="note"), note)
    undo = Undo(Reversal.DECISION, row.id, item.version)
    return Decision(True, item, path=written.path, change=Change(_NOTE_KINDS, (row.id, written.id), undo))


def _carry_out_deletion(ground: Ground, writing: Writing, row: QuarantineRow, note: str) -> Decision:
    # Decided first: a deletion that still waits when its target goes is closed by that.
    item = _decide(writing, row, ItemStatus.RELEASED, note, None)
    gone = delete_in(writing, ground.clock, *target_of(row))
    writing.journal(Entry(Action.RELEASE, "quarantine", row.id, gone.count, "deletion"), note)
    return Decision(True, item, change=Change(_KINDS, (row.id, *gone.change.ids)))


def _stored(draft: Draft, verdict: Verdict, standing: Standing, found: tuple[Finding, ...]) -> Verdict:
    """The person's yes as a verdict: what the source was stays on the record, findings included."""
    refreshed = repeated(draft.proposal, verdict, standing)
    replaced = standing.same_key
    return Verdict(
        WriteOutcome.REFRESHED if refreshed else WriteOutcome.STORED,
        found,
        effective_trust(draft.proposal.source, draft.proposal.lineage),
        verdict.text,
        supersedes=replaced.id if replaced and not refreshed else None,
        refreshes=refreshed.id if refreshed else None,
    )


def _lift_or_leave(writing: Writing, row: QuarantineRow) -> None:
    """End the block of a rejection, unless another rejection of the same value still stands."""
    alike = quarantine_rows.holding(writing.tx, writing.scope, [row.value], [])
    heir = next((each.id for each in alike if each.status == ItemStatus.REJECTED and each.id != row.id), None)
    if heir is None:
        blocks.lift(writing.tx, writing.scope, row.value)
    else:
        blocks.put(writing.tx, writing.scope, row.value, "rejected", writing.now, writing.actor, heir)


def _decide(
    writing: Writing, row: QuarantineRow, status: ItemStatus, note: str | None, record: int | None
) -> HeldItem:
    told = cleaned(note, writing.subject.salt) if note else None
    by, at = (None, None) if status in _OPEN else (writing.actor, writing.now)
    if not quarantine_rows.decide(
        writing.tx, writing.scope, row.id, row.version, status, by, at, told, record
    ):
        raise Conflict(id=row.id)
    return item_of(_row(writing, row.id))


def _require_open(writing: Writing, id_: int, version: int) -> QuarantineRow:
    row = _row(writing, id_)
    if row.version != version or row.status not in _OPEN:
        raise Conflict(id=id_, status=row.status)
    return row


def _row(writing: Writing, id_: int) -> QuarantineRow:
    row = quarantine_rows.by_id(writing.tx, writing.scope, id_)
    if row is None:
        raise NotFound(ErrorCode.NO_RECORD, item=id_)
    return row
