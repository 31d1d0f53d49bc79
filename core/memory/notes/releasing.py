"""A held text of a note, worked out against the note as it stands when a person decides."""

from __future__ import annotations

import json

import apsw

from core.errors import Conflict, ErrorCode, Invalid, NotFound
from core.gate import Standing, Trust, Verdict, effective_trust, judge_note
from core.memory.ground import Ground, Writing
from core.memory.notes import contract, draft, edits
from core.memory.notes.desk import take_back
from core.memory.notes.draft import Command, Draft
from core.memory.notes.edits import Edit
from core.memory.notes.note import NoteAct
from core.memory.notes.writing import put
from core.memory.quarantine.item import item_of
from core.store import note_rows
from core.store.note_rows import NoteRow
from core.store.quarantine_rows import QuarantineRow


def draft_of(
    connection: apsw.Connection, scope: int | None, row: QuarantineRow, text: str | None = None
) -> Draft:
    """What releasing an item, or a person's edit of it, would write today.

    Raises:
        Invalid: its words were masked and no edit was given.
        NotFound: the note it would change is gone for good.
        Conflict: the place the words were meant for has changed.
    """
    words = row.content if text is None else text
    if words is None:
        raise Invalid("content", "masked", id=row.id)
    place, path = json.loads(row.draft), row.key or ""
    if place["note"] is None:
        try:
            draft.require_free(draft.live(connection, scope), path, contract.exists_already)
        except contract.Refused:
            raise Conflict(item=row.id, path=path) from None
        return Draft(Command.CREATE, path, None, "", Edit(words, 0, 0, len(words)))
    note = None if scope is None else note_rows.by_id(connection, scope, place["note"])
    if note is None:
        raise NotFound(ErrorCode.NO_RECORD, note=place["note"])
    if note.deleted_at is not None or (text is not None and note.version != place["base"]):
        raise Conflict(item=row.id, note=note.id)
    today = draft.text_of(connection, scope, note)
    base = draft.text_of(connection, scope, note._replace(version=place["base"]))
    words = words if text is not None else edits.rebased(base, words, place["at"], place["removed"], today)
    return Draft(Command.STR_REPLACE, note.path, note, today, Edit(words, 0, len(today), len(words)))


def verdict_of_person(ground: Ground, wanted: Draft) -> Verdict:
    """Today's rules on the words, in the column of the person who answers for them."""
    return judge_note(
        wanted.text,
        f"operator:{ground.actor.name}",
        name=wanted.path,
        standing=Standing(),
        settings=ground.settings,
    )


def store(
    ground: Ground, writing: Writing, row: QuarantineRow, wanted: Draft, verdict: Verdict, *, is_edit: bool
) -> NoteRow:
    """Write the words inside the caller's transaction; trust and source stay those of the proposal."""
    item = item_of(row)
    source, lineage = item.source, item.lineage
    trust = effective_trust(source, lineage, ground.settings.internal_tools)
    if wanted.note is not None:
        trust = min(trust, Trust(wanted.note.trust))
    if is_edit:
        source, lineage = f"operator:{ground.actor.name}", (source, *lineage)
    act = NoteAct.CREATED if wanted.note is None else NoteAct.EDITED
    return put(writing, wanted.path, wanted.note, verdict.text, act, trust, source, lineage, item=row.id)


def withdraw(writing: Writing, item: int) -> NoteRow | None:
    """Take back what releasing an item wrote; None where nothing of it is left.

    Raises:
        Conflict: the note has changed since.
    """
    found = note_rows.released_from(writing.tx, writing.scope, item)
    row = None if found is None else note_rows.by_id(writing.tx, writing.scope, found[0])
    if found is None or row is None:
        return None
    return take_back(writing, row, found[1])
