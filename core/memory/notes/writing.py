"""How a draft reaches the store: judged off the lock, and written, held or refused in one transaction."""

from __future__ import annotations

import json

from core.audit import Action, Entry
from core.change import Change, Reversal, Undo
from core.gate import Trust, Verdict, WriteOutcome
from core.memory.ground import Ground, Writing
from core.memory.names import masked_path
from core.memory.notes import contract
from core.memory.notes.draft import Build, Draft, require_storable
from core.memory.notes.judging import judged, trust_after
from core.memory.notes.note import NoteAct, NoteAnswer
from core.memory.records.holding import hold_note
from core.store import note_rows
from core.store.note_rows import NoteRow, VersionRow

KINDS = frozenset({"note"})
_HELD = frozenset({"quarantine"})


def write(
    ground: Ground, build: Build, source: str, lineage: tuple[str, ...] = (), note: str = ""
) -> NoteAnswer:
    """Judge what a command would write and do what the verdict says; a refusal is journaled too.

    Raises:
        contract.Refused: the command cannot be carried out; nothing was written.
    """
    with ground.read() as (connection, scope):
        draft = build(connection, scope)
    require_storable(draft.text)
    subject = ground.admit()
    with ground.database.read() as connection:
        verdict = judged(ground, connection, subject, draft, source, lineage, ground.clock())
    with ground.write() as writing:
        today = build(writing.tx, writing.scope)
        if today != draft:
            draft = today
            require_storable(draft.text)
            verdict = judged(ground, writing.tx, writing.subject, draft, source, lineage, writing.now)
        if verdict.outcome is WriteOutcome.STORED:
            return _stored(writing, draft, verdict, source, lineage, note)
        return _held(writing, draft, verdict, source, lineage)


def put(
    writing: Writing,
    path: str,
    row: NoteRow | None,
    text: str | None,
    act: NoteAct,
    trust: Trust,
    source: str,
    lineage: tuple[str, ...] = (),
    item: int | None = None,
) -> NoteRow:
    """Write a note's next version inside the caller's transaction, without a journal entry.

    Args:
        row: the note as it stands; None for a new one.
        text: what it says now; None where that stays.
    """
    tx, scope, now = writing.tx, writing.scope, writing.now
    if row is None:
        row = NoteRow(note_rows.next_id(tx, scope), path, 0, 0, source, trust, now, now, None)
    size = row.size if text is None else len(text.encode())
    gone = now if act is NoteAct.DELETED else None
    row = row._replace(
        path=path,
        version=row.version + 1,
        size=size,
        source=source if text is not None else row.source,
        trust=int(trust),
        changed_at=now,
        deleted_at=gone,
    )
    note_rows.put(tx, scope, row)
    told = json.dumps(lineage, ensure_ascii=False) if lineage else None
    version = VersionRow(row.version, now, writing.actor, act, path, text, source, told, int(trust), item)
    note_rows.append(tx, scope, row.id, version)
    return row


def change_of(*rows: NoteRow) -> Change:
    """Which notes a write touched, and how to take it back where it was one."""
    undo = Undo(Reversal.NOTE, rows[0].id, rows[0].version) if len(rows) == 1 else None
    return Change(KINDS, tuple(row.id for row in rows), undo)


def _stored(
    writing: Writing, draft: Draft, verdict: Verdict, source: str, lineage: tuple[str, ...], note: str
) -> NoteAnswer:
    act = NoteAct.CREATED if draft.note is None else NoteAct.EDITED
    trust = trust_after(verdict, draft)
    row = put(writing, draft.path, draft.note, verdict.text, act, trust, source, lineage)
    writing.journal(Entry(Action.STORE if draft.note is None else Action.EDIT, "note", row.id), note)
    return NoteAnswer(
        draft.answer(verdict.text),
        outcome=verdict.outcome,
        reasons=verdict.findings,
        change=change_of(row),
    )


def _held(
    writing: Writing, draft: Draft, verdict: Verdict, source: str, lineage: tuple[str, ...]
) -> NoteAnswer:
    path = draft.path if draft.note is not None else masked_path(draft.path, writing.subject.salt)
    item = hold_note(writing, verdict, path, _where(draft, verdict.text), source, lineage)
    is_held = verdict.outcome is WriteOutcome.HELD
    writing.journal(Entry(Action.HOLD if is_held else Action.REFUSE, "quarantine", item.id, code=item.reason))
    return NoteAnswer(
        contract.held(draft.answer(None)) if is_held else contract.refused(verdict.reason),
        is_error=not is_held,
        outcome=verdict.outcome,
        reasons=verdict.findings,
        held=item,
        change=Change(_HELD, (item.id,)),
    )


def _where(draft: Draft, text: str) -> str:
    """Where the text differs from the note; all over, if its canonical form is another than was given."""
    row, edit = draft.note, draft.edit
    same = text == draft.text
    place = {
        "note": None if row is None else row.id,
        "base": None if row is None else row.version,
        "at": edit.at if same else 0,
        "removed": edit.removed if same else len(draft.base),
    }
    return json.dumps(place)
