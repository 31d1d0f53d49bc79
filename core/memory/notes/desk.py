"""What a person may do with the notes of a scope: read every version, write, roll back, forget."""

from __future__ import annotations

from datetime import datetime

import apsw

from core import audit
from core.audit import Action, Entry
from core.change import Change, Removed, Reversal, Undo
from core.errors import Conflict, ErrorCode, Invalid, NotFound
from core.gate import Trust
from core.memory.ground import Ground, Writing
from core.memory.notes import contract, draft, moving, paths
from core.memory.notes.draft import Command, Draft, require_free, require_storable
from core.memory.notes.edits import Edit
from core.memory.notes.note import Note, NoteAct, NoteAnswer, NoteVersion, note_of, version_of
from core.memory.notes.writing import KINDS, change_of, put, write
from core.store import note_rows, quarantine_rows
from core.store.note_rows import NoteRow, VersionRow


class OperatorNotes:
    """The notes of one scope in an operator's hands.

    Every act is journaled with the operator's name; ``reason`` is kept beside the journal.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._source = f"operator:{ground.actor.name}"

    def tree(self, *, deleted: bool = False) -> list[Note]:
        """Every note, in the order of paths; with ``deleted`` those too of which only history is left."""
        with self._ground.read() as (connection, scope):
            if scope is None:
                return []
            rows = note_rows.every(connection, scope) if deleted else note_rows.live(connection, scope)
        return [note_of(row) for row in rows]

    def waiting(self) -> list[tuple[int, str]]:
        """Item and path of every note that waits for a decision in the review."""
        with self._ground.read() as (connection, scope):
            return [] if scope is None else quarantine_rows.waiting_notes(connection, scope)

    def note(self, id_: int) -> Note:
        """One note of this scope.

        Raises:
            NotFound: no such note here; one of another scope answers the same.
        """
        with self._ground.read() as (connection, scope):
            return note_of(_require(connection, scope, id_))

    def text(self, id_: int, version: int | None = None) -> str:
        """What a note says, or said at a version.

        Raises:
            NotFound: no such note or version here.
        """
        with self._ground.read() as (connection, scope):
            row = _require(connection, scope, id_)
            if version is not None and not 1 <= version <= row.version:
                raise NotFound(ErrorCode.NO_RECORD, note=id_, version=version)
            return note_rows.content(connection, scope or 0, id_, version or row.version)

    def versions(self, id_: int) -> list[NoteVersion]:
        """Every version of a note, oldest first, each with the text it left standing.

        Raises:
            NotFound: no such note here.
        """
        with self._ground.read() as (connection, scope):
            _require(connection, scope, id_)
            rows = note_rows.versions(connection, scope or 0, id_)
            names = {row.actor: audit.name_of(connection, row.actor) for row in rows}
        found, text = [], ""
        for row in rows:
            text = text if row.content is None else row.content
            found.append(version_of(row, text, names[row.actor]))
        return found

    def write(self, path: str, text: str, *, reason: str = "", version: int | None = None) -> NoteAnswer:
        """Write a note whole, new or over what it said; secrets and frames are kept out from anybody.

        Args:
            version: the version the person read; if the note has moved on, nothing is written.

        Raises:
            Invalid: the path or the text is none.
            Conflict: the note has changed since ``version``.
        """
        if not isinstance(text, str):
            raise Invalid("note", "type", expected="str", got=type(text).__name__)
        wanted = _path(path)

        def build(connection: apsw.Connection, scope: int | None) -> Draft:
            row = draft.at(connection, scope, wanted)
            if version is not None and (row.version if row else 0) != version:
                raise Conflict(path=wanted)
            if row is None:
                return draft.creating(wanted, text)(connection, scope)
            base = draft.text_of(connection, scope, row)
            return Draft(Command.STR_REPLACE, wanted, row, base, Edit(text, 0, len(base), len(text)))

        try:
            return write(self._ground, build, self._source, note=reason)
        except contract.Refused as refusal:
            raise Invalid("note", "refused", sentence=str(refusal)) from None

    def roll_back(self, id_: int, version: int, *, reason: str = "") -> NoteAnswer:
        """Make an old version's text current again, as a new version; a deleted note comes back.

        Raises:
            NotFound: no such note or version here.
            Conflict: the note says that already, or another stands where it stood.
        """
        with self._ground.write() as writing:
            row = _require(writing.tx, writing.scope, id_)
            back = restore(writing, row, version)
            writing.journal(Entry(Action.ROLL_BACK, "note", id_), reason)
        return NoteAnswer("", change=change_of(back))

    def rename(self, id_: int, path: str, *, reason: str = "") -> NoteAnswer:
        """Give a note another path.

        Raises:
            NotFound: no such note here.
            Invalid: the path is none, or taken.
        """
        old = self.note(id_).path
        try:
            return moving.rename(self._ground, old, _path(path), self._source, (), reason)
        except contract.Refused as refusal:
            raise Invalid("note", "refused", sentence=str(refusal)) from None

    def delete(self, id_: int, *, reason: str = "") -> NoteAnswer:
        """Take a note out of the agent's sight; its versions stay.

        Raises:
            NotFound: no such note here, or it is deleted already.
        """
        row = self.note(id_)
        if row.is_deleted:
            raise NotFound(ErrorCode.NO_RECORD, note=id_)
        try:
            return moving.delete(self._ground, row.path, self._source, (), reason)
        except contract.Refused:
            raise NotFound(ErrorCode.NO_RECORD, note=id_) from None

    def forget(self, id_: int, *, reason: str = "") -> Removed:
        """Delete a note for good: every version, and every proposal to write it.

        Raises:
            NotFound: no such note here.
        """
        with self._ground.write() as writing:
            row = _require(writing.tx, writing.scope, id_)
            items = quarantine_rows.of_note(writing.tx, writing.scope, id_, row.path)
            quarantine_rows.delete(writing.tx, writing.scope, items)
            gone = note_rows.delete(writing.tx, writing.scope, id_)
            writing.journal(Entry(Action.FORGET, "note", id_, gone), reason)
        self._ground.database.empty_wal()
        return Removed(gone, Change(KINDS | {"quarantine"} if items else KINDS, (id_,)))

    def undo(self, what: Undo, *, reason: str = "") -> NoteAnswer:
        """Take the last write of a note back, as a new version.

        Raises:
            NotFound: it was forgotten since.
            Conflict: it has changed again since.
        """
        with self._ground.write() as writing:
            row = _require(writing.tx, writing.scope, what.record)
            back = take_back(writing, row, what.event)
            writing.journal(Entry(Action.UNDO, "note", row.id, code=Reversal.NOTE), reason)
        return NoteAnswer("", change=change_of(back))

    def changed_since(self, moment: datetime) -> list[Note]:
        """Notes written, renamed or deleted since then, the newest first."""
        found = [note for note in self.tree(deleted=True) if note.changed_at >= moment]
        return sorted(found, key=lambda note: note.changed_at, reverse=True)


def take_back(writing: Writing, row: NoteRow, version: int) -> NoteRow:
    """Undo a note's newest version inside the caller's transaction: what stood before stands again.

    Raises:
        Conflict: the newest version is another one.
    """
    if row.version != version:
        raise Conflict(note=row.id)
    if version == 1:
        return put(writing, row.path, row, None, NoteAct.DELETED, Trust(row.trust), row.source)
    return restore(writing, row, version - 1)


def restore(writing: Writing, row: NoteRow, version: int) -> NoteRow:
    """Write an old version's path and text again as the newest, inside the caller's transaction.

    Raises:
        NotFound: no such version.
        Conflict: that is how the note stands already, or its place is taken.
    """
    old = _version(writing.tx, writing.scope, row, version)
    if old.act == NoteAct.DELETED:
        return put(writing, row.path, row, None, NoteAct.DELETED, Trust(row.trust), row.source)
    text = note_rows.content(writing.tx, writing.scope, row.id, version)
    today = note_rows.content(writing.tx, writing.scope, row.id, row.version)
    if row.deleted_at is None and (old.path, text) == (row.path, today):
        raise Conflict(note=row.id, version=version)
    try:
        others = [each for each in note_rows.live(writing.tx, writing.scope) if each.id != row.id]
        require_free(others, old.path, contract.taken)
        require_storable(text)
    except contract.Refused:
        raise Conflict(note=row.id, path=old.path) from None
    return put(writing, old.path, row, text, NoteAct.RESTORED, Trust(old.trust), old.source)


def _version(connection: apsw.Connection, scope: int, row: NoteRow, version: int) -> VersionRow:
    found = next(
        (each for each in note_rows.versions(connection, scope, row.id) if each.version == version), None
    )
    if found is None:
        raise NotFound(ErrorCode.NO_RECORD, note=row.id, version=version)
    return found


def _require(connection: apsw.Connection, scope: int | None, id_: int) -> NoteRow:
    row = None if scope is None else note_rows.by_id(connection, scope, id_)
    if row is None:
        raise NotFound(ErrorCode.NO_RECORD, note=id_)
    return row


def _path(path: object) -> str:
    try:
        return paths.checked(path)
    except paths.NotAPath as refusal:
        raise Invalid("note", "refused", sentence=str(refusal)) from None
