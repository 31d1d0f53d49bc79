"""A person's acts on one record: correct, confirm, set expiry, bring an old version back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from core.audit import Action, Entry
from core.change import Change
from core.clock import LATEST, optional_micros
from core.errors import Conflict, ErrorCode, Invalid, NotFound
from core.gate import Proposal, Standing, Trust, Verdict, WriteOutcome, judge
from core.gate.canonical import canonical
from core.kind import Kind
from core.memory.ground import Ground, Writing
from core.memory.records.changes import WriteResult
from core.memory.records.draft import Draft, checked, json_text
from core.memory.records.events import Act, amend
from core.memory.records.record import State
from core.memory.records.rows import lineage_of, parts_of, record_of, state_at
from core.memory.records.writing import apply, entry_of, look_up, the_record
from core.store import record_rows
from core.store.record_rows import RecordRow, StoredRow

_BROUGHT_BACK = "operator:brings back"


def correct(
    ground: Ground, id_: int, content: str, source: str, note: str, steps: tuple[str, ...] | None = None
) -> WriteResult:
    """Replace a record's text, and its steps where some are given, by a person's; both old stay in history.

    Raises:
        NotFound: no such record here.
        Invalid: an episode, written once and never edited; no JSON where a JSON value stood; or
            steps for what is no procedure.
        Conflict: the record is no longer in force.
    """
    ground.recall.prepare([canonical(content)])
    with ground.write() as writing:
        stored = _in_force(writing, id_)
        if stored.row.kind == Kind.EPISODIC:
            raise Invalid("kind", "episode_not_editable", id=id_)
        record = record_of(stored, writing.now)
        if record.is_json:
            content = json_text(content)
        details = record.details
        if steps is not None:
            if record.kind is not Kind.PROCEDURAL:
                raise Invalid("steps", "not_a_procedure", id=id_)
            details = checked(replace(details, steps=steps))
        parts = parts_of(details)
        proposal = Proposal(content, record.kind, source, record.key, (), record.is_json, parts)
        draft = Draft(
            proposal,
            record.session,
            record.importance,
            None,
            stored.row.true_from,
            stored.row.true_until,
            details,
        )
        verdict = judge(proposal, look_up(writing.tx, writing.subject, draft, writing.now, writing.recall))
        if verdict.outcome in {WriteOutcome.STORED, WriteOutcome.REFRESHED}:
            # A person's other spelling is a correction, also where it would pass for a repetition.
            if verdict.text == stored.row.content and details == record.details:
                verdict = replace(verdict, outcome=WriteOutcome.REFRESHED, refreshes=id_)
            else:
                verdict = replace(verdict, outcome=WriteOutcome.STORED, supersedes=id_, refreshes=None)
        result = apply(writing, draft, verdict)
        writing.journal(entry_of(result), note)
        return result


def confirm(ground: Ground, id_: int, note: str) -> WriteResult:
    """A person vouches for a record: it counts as approved, seen now, and lives as long again.

    Where its time was over before it was last seen there is no such length, and it lives on.

    Raises:
        NotFound: no such record here.
        Conflict: the record is no longer in force.
    """
    with ground.write() as writing:
        row = _in_force(writing, id_).row
        lifetime = 0 if row.expires_at is None else row.expires_at - row.seen_at
        before = {"approved": row.approved, "seen_at": row.seen_at, "expires_at": row.expires_at}
        after = {
            "approved": 1,
            "seen_at": writing.now,
            "expires_at": min(writing.now + lifetime, LATEST) if lifetime > 0 else None,
        }
        change = amend(writing, id_, Act.CONFIRMED, before, after)
        writing.journal(Entry(Action.CONFIRM, "record", id_), note)
        return _result(writing, id_, change)


def set_expiry(ground: Ground, id_: int, when: datetime | None, note: str) -> WriteResult:
    """Say when a record stops counting; None means never.

    Raises:
        NotFound: no such record here.
        Conflict: the record is no longer in force.
        Invalid: the time has no zone.
    """
    expires_at = optional_micros(when, "expires_at")
    with ground.write() as writing:
        row = _in_force(writing, id_).row
        before, after = {"expires_at": row.expires_at}, {"expires_at": expires_at}
        change = amend(writing, id_, Act.EXPIRY, before, after)
        writing.journal(Entry(Action.EXPIRY, "record", id_), note)
        return _result(writing, id_, change)


def roll_back(ground: Ground, id_: int, note: str) -> WriteResult:
    """Make an old version current again, as a new version with the old one's source.

    Raises:
        NotFound: no such record here.
        Conflict: it is the current version already.
        Invalid: an episode, which has no versions.
    """
    with ground.write() as writing:
        stored = _require(writing, id_)
        if stored.row.kind == Kind.EPISODIC:
            raise Invalid("kind", "episode_not_editable", id=id_)
        if state_at(stored.row, writing.now) is State.CURRENT:
            raise Conflict(id=id_, state=State.CURRENT)
        result = bring_back(writing, id_, over=_standing_over(writing, stored.row))
        writing.journal(Entry(Action.ROLL_BACK, "record", result.record.id if result.record else id_), note)
        return result


def bring_back(writing: Writing, id_: int, over: int | None) -> WriteResult:
    """Write the old version's words again as the newest, ending ``over``.

    A person put it back, so it outranks what stood there; its trust and lineage stay its own.
    """
    row = _require(writing, id_).row
    old = record_of(StoredRow(row, False), writing.now)
    lineage = (*lineage_of(row), f"record:{id_}")
    draft = Draft(
        Proposal(row.content, old.kind, row.source, row.key, lineage, old.is_json, parts_of(old.details)),
        row.session,
        row.importance,
        None if row.expires_at is not None and row.expires_at <= writing.now else row.expires_at,
        row.true_from,
        row.true_until,
        old.details,
        row.written_at,
        bool(row.written_estimated),
    )
    # A person brings it back, so it is judged as their word; what nobody may write stays out.
    judged = judge(replace(draft.proposal, source=_BROUGHT_BACK, lineage=()), Standing())
    if judged.outcome is not WriteOutcome.STORED:
        return WriteResult(judged.outcome, judged.findings)
    verdict = Verdict(WriteOutcome.STORED, judged.findings, Trust(row.trust), judged.text, supersedes=over)
    return apply(writing, draft, verdict)


def _standing_over(writing: Writing, row: RecordRow) -> int | None:
    """What stands today where the row once stood."""
    if row.key is not None:
        stored = record_rows.current_by_key(writing.tx, writing.scope, row.kind, row.key)
        return stored.row.id if stored else None
    newest = row
    while newest.superseded_by is not None:
        newest = _require(writing, newest.superseded_by).row
    return newest.id if newest.ended_at is None else None


def _result(writing: Writing, id_: int, change: Change) -> WriteResult:
    record = the_record(writing.tx, writing.scope, id_, writing.now)
    return WriteResult(WriteOutcome.STORED, (), record, change=change)


def _require(writing: Writing, id_: int) -> StoredRow:
    found = record_rows.by_ids(writing.tx, writing.scope, (id_,))
    if id_ not in found:
        raise NotFound(ErrorCode.NO_RECORD, id=id_)
    return found[id_]


def _in_force(writing: Writing, id_: int) -> StoredRow:
    stored = _require(writing, id_)
    if stored.row.ended_at is not None:
        raise Conflict(id=id_, state=state_at(stored.row, writing.now))
    return stored
