"""How a judged record reaches the store: looked up, judged, and written in one transaction."""

from __future__ import annotations

import apsw

from core.audit import Action, Entry
from core.change import Change, Reversal, Undo
from core.gate import Standing, Trust, Verdict, WriteOutcome, judge
from core.gate.canonical import canonical, folded, lone_surrogate
from core.gate.proposal import Current
from core.gate.shape import MAX_CONTENT
from core.kind import Kind
from core.memory.ground import Ground, Writing
from core.memory.quarantine import block_tag
from core.memory.quarantine.item import findings_text
from core.memory.records import indexing, runs
from core.memory.records.changes import WriteResult
from core.memory.records.draft import Draft
from core.memory.records.events import Act, amend
from core.memory.records.holding import hold
from core.memory.records.pace import load_of
from core.memory.records.record import Record, State
from core.memory.records.rows import (
    CHANGED,
    details_of,
    details_text,
    digest,
    lineage_of,
    lineage_text,
    parts_of,
    record_of,
    state_at,
)
from core.recall import Recall
from core.store import blocks, record_rows, subjects
from core.store.record_rows import RecordRow, StoredRow
from core.store.subjects import Subject

# So many of those that share most words are compared with a proposal that has no key.
_COMPARED = 32
_NOT_STORED = {
    WriteOutcome.HELD: Action.HOLD,
    WriteOutcome.REFUSED: Action.REFUSE,
    WriteOutcome.SKIPPED: Action.SKIP,
}


def write(ground: Ground, draft: Draft, note: str = "") -> WriteResult:
    """Judge a draft and do what the verdict says; a refusal is journaled too.

    The verdict is reached off the write lock. Inside the lock it stands only if the partition
    still holds what it was based on; otherwise the draft is judged again.
    """
    subject = ground.admit()
    with ground.database.read() as connection:
        standing = look_up(connection, subject, draft, ground.clock(), ground.recall)
    verdict = judge(draft.proposal, standing, key=subject.salt)
    if verdict.outcome is WriteOutcome.STORED:
        ground.recall.prepare([verdict.text])
    with ground.write() as writing:
        return settle(writing, draft, verdict, standing, note)


def settle(
    writing: Writing, draft: Draft, verdict: Verdict, standing: Standing, note: str = ""
) -> WriteResult:
    """`apply` with its journal entry, judging again if another writer came first."""
    today = look_up(writing.tx, writing.subject, draft, writing.now, writing.recall)
    if today != standing:
        verdict = judge(draft.proposal, today, key=writing.subject.salt)
    result = apply(writing, draft, verdict)
    writing.journal(entry_of(result), note)
    return result


def look_up(
    connection: apsw.Connection, subject: Subject | None, draft: Draft, now: int, recall: Recall
) -> Standing:
    """What the partition holds under the draft's key or with its text, and whether it is blocked."""
    if subject is None:
        return Standing()
    scope, proposal = subject.scope, draft.proposal
    # No file can hold a lone surrogate, so nothing stands where one is proposed.
    if any(lone_surrogate(each) is not None for each in (proposal.content, proposal.key or "")):
        return Standing()
    same_key = None
    if proposal.key is not None and proposal.kind is not Kind.EPISODIC:
        same_key = record_rows.current_by_key(connection, scope, proposal.kind, proposal.key)
    # What is longer is refused whatever stands here.
    content = proposal.content[:MAX_CONTENT]
    text = content if proposal.is_json else canonical(content)
    wanted = folded(text)
    same_text = next(
        (
            stored
            for stored in record_rows.current_by_digest(connection, scope, digest(proposal.kind, text))
            if stored.row.key == proposal.key
            and _adds_nothing(draft, stored.row)
            and folded(stored.row.content) == wanted
            and state_at(stored.row, now) is State.CURRENT
        ),
        None,
    )
    alike: tuple[Current, ...] = ()
    if proposal.key is None and same_text is None:
        ids = recall.sharing(connection, scope, text, proposal.kind, _COMPARED)
        rows = record_rows.by_ids(connection, scope, ids)
        live = (
            rows[id_]
            for id_ in ids
            if id_ in rows and rows[id_].row.key is None and state_at(rows[id_].row, now) is State.CURRENT
        )
        alike = tuple(filter(None, (_current(stored, now) for stored in live)))
    tag = block_tag(subject.salt, text)
    known = {tag} if blocks.find(connection, scope, tag) else set()
    return Standing(
        _current(same_key, now),
        _current(same_text, now),
        alike,
        load_of(connection, subject, draft, now),
        (lambda value: block_tag(subject.salt, value) in known) if known else None,
    )


def apply(writing: Writing, draft: Draft, verdict: Verdict, *, approved: bool = False) -> WriteResult:
    """Carry a verdict out inside the caller's transaction, without a journal entry.

    Args:
        approved: a person vouches for what is stored.
    """
    result = _carried_out(writing, draft, verdict, approved)
    runs.note(writing, draft, verdict, result)
    return result


def _carried_out(writing: Writing, draft: Draft, verdict: Verdict, approved: bool) -> WriteResult:
    # Whoever may store a blocked value has thereby lifted the block.
    stored = verdict.outcome in {WriteOutcome.STORED, WriteOutcome.REFRESHED}
    if stored and any(finding.code == "blocked" for finding in verdict.findings):
        blocks.lift(writing.tx, writing.scope, block_tag(writing.subject.salt, verdict.text))
    if verdict.outcome is WriteOutcome.REFRESHED and verdict.refreshes is not None:
        return _refresh(writing, draft, verdict, verdict.refreshes)
    if verdict.outcome is WriteOutcome.STORED:
        return _store(writing, draft, verdict, approved)
    item = hold(writing, draft, verdict)
    return WriteResult(
        verdict.outcome, verdict.findings, held=item, change=Change(frozenset({"quarantine"}), (item.id,))
    )


def the_record(connection: apsw.Connection, scope: int, id_: int, now: int) -> Record:
    """A record known to exist inside this transaction."""
    return record_of(record_rows.by_ids(connection, scope, (id_,))[id_], now)


def _store(writing: Writing, draft: Draft, verdict: Verdict, approved: bool) -> WriteResult:
    tx, scope, now = writing.tx, writing.scope, writing.now
    proposal = draft.proposal
    id_ = subjects.next_record_ids(tx, scope, 1)[0]
    version = 1
    if proposal.key is not None and proposal.kind is not Kind.EPISODIC:
        version = record_rows.newest_version(tx, scope, proposal.kind, proposal.key) + 1
    if verdict.supersedes is not None:
        record_rows.end(tx, scope, verdict.supersedes, now, State.SUPERSEDED, id_)
        writing.recall.end(tx, scope, [verdict.supersedes])
    row = RecordRow(
        id=id_,
        kind=proposal.kind,
        key=proposal.key,
        content=verdict.text,
        is_json=int(proposal.is_json),
        digest=digest(proposal.kind, verdict.text),
        source=proposal.source,
        lineage=lineage_text(proposal.lineage),
        trust=verdict.trust,
        approved=int(approved),
        author=writing.actor,
        session=draft.session,
        recorded_at=now,
        written_at=draft.written_at,
        written_estimated=int(draft.written_estimated),
        true_from=draft.true_from,
        true_until=draft.true_until,
        seen_at=now,
        seen_count=1,
        importance=draft.importance,
        expires_at=draft.expires_at,
        version=version,
        supersedes=verdict.supersedes,
        superseded_by=None,
        ended_at=None,
        end_reason=None,
        outcome=draft.details.outcome,
        details=details_text(draft.details),
        verdict=findings_text(verdict.findings) if verdict.findings else None,
    )
    record_rows.insert(tx, scope, [row])
    writing.recall.index(tx, scope, [indexing.entry_of(row)])
    replaced = None if verdict.supersedes is None else the_record(tx, scope, verdict.supersedes, now)
    ids = (id_,) if replaced is None else (id_, replaced.id)
    reversal = Reversal.WITHDRAW if replaced is None else Reversal.REINSTATE
    return WriteResult(
        WriteOutcome.STORED,
        verdict.findings,
        record_of(StoredRow(row, False), now),
        replaced,
        change=Change(CHANGED, ids, Undo(reversal, id_)),
    )


def _refresh(writing: Writing, draft: Draft, verdict: Verdict, id_: int) -> WriteResult:
    tx, scope, now = writing.tx, writing.scope, writing.now
    row = record_rows.by_ids(tx, scope, (id_,))[id_].row
    sources = lineage_of(row)
    if draft.proposal.source not in (row.source, *sources):
        sources = (*sources, draft.proposal.source)
    before = {"seen_at": row.seen_at, "seen_count": row.seen_count, "lineage": row.lineage}
    after = {"seen_at": now, "seen_count": row.seen_count + 1, "lineage": lineage_text(sources)}
    change = amend(writing, id_, Act.SEEN, before, after)
    return WriteResult(
        WriteOutcome.REFRESHED, verdict.findings, the_record(tx, scope, id_, now), change=change
    )


def entry_of(result: WriteResult) -> Entry:
    """The journal entry that tells of a write."""
    if result.held is not None:
        return Entry(_NOT_STORED[result.outcome], "quarantine", result.held.id, code=result.held.reason)
    id_ = result.record.id if result.record else None
    if result.outcome is WriteOutcome.REFRESHED:
        return Entry(Action.REFRESH, "record", id_)
    return Entry(Action.STORE if result.superseded is None else Action.SUPERSEDE, "record", id_)


def _adds_nothing(draft: Draft, row: RecordRow) -> bool:
    """Whether a draft with the row's words has no steps, outcome or the like that the row lacks."""
    details = draft.details
    return details.empty or (details.outcome, details_text(details)) == (row.outcome, row.details)


def _current(stored: StoredRow | None, now: int) -> Current | None:
    if stored is None:
        return None
    row = stored.row
    # An expired value is replaced like any other but no longer outranks anybody.
    trust = Trust(row.trust) if state_at(row, now) is State.CURRENT else Trust.NONE
    if row.approved and trust is not Trust.NONE:
        trust = max(trust, Trust.USER)
    return Current(row.id, row.content, trust, row.version, parts_of(details_of(row)))
