"""What a command would write, worked out against the notes as they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import apsw

from core.gate.canonical import lone_surrogate
from core.memory.notes import contract, edits, paths
from core.memory.notes.edits import Edit
from core.memory.notes.lookalikes import skeleton
from core.store import note_rows
from core.store.note_rows import NoteRow

LONGEST = 100_000
"""Bytes of a note."""


class Command(StrEnum):
    """The commands that write words."""

    CREATE = "create"
    STR_REPLACE = "str_replace"
    INSERT = "insert"


@dataclass(frozen=True, slots=True)
class Draft:
    """A text somebody wants to stand at a path.

    Attributes:
        note: the note that stands there; None for a new one.
        base: its text today, empty for a new one.
        edit: the text wanted, and where it differs from ``base``.
        command: the one that wants it.
    """

    command: Command
    path: str
    note: NoteRow | None
    base: str
    edit: Edit

    @property
    def text(self) -> str:
        """The whole text wanted."""
        return self.edit.text

    def answer(self, stored: str | None) -> str:
        """What the model reads: of a text that was stored, or, with None, of one that waits."""
        if self.command is Command.CREATE:
            return contract.created(self.path)
        snippet = ""
        if stored is not None and self.command is Command.STR_REPLACE:
            snippet = contract.snippet(stored, self.edit.at, self.edit.added)
        return contract.edited(self.path, by_insert=self.command is Command.INSERT, snippet=snippet)


_READINGS = (paths.folded, skeleton)

Build = Callable[[apsw.Connection, int | None], Draft]
"""Works a draft out against one snapshot; the scope is None when nothing was ever written."""


def creating(path: str, text: str) -> Build:
    """A new note.

    Raises, when it is worked out:
        contract.Refused: something stands at the path, or in its way.
    """

    def build(connection: apsw.Connection, scope: int | None) -> Draft:
        require_free(live(connection, scope), path, contract.exists_already)
        return Draft(Command.CREATE, path, None, "", Edit(text, 0, 0, len(text)))

    return build


def replacing(path: str, old: str, new: str) -> Build:
    """One place of a note saying something else."""

    def build(connection: apsw.Connection, scope: int | None) -> Draft:
        row = at(connection, scope, path)
        if row is None:
            raise contract.nothing_to_edit(path)
        base = text_of(connection, scope, row)
        return Draft(Command.STR_REPLACE, path, row, base, edits.replaced(base, old, new, path))

    return build


def inserting(path: str, line: int, more: str) -> Build:
    """Lines put into a note."""

    def build(connection: apsw.Connection, scope: int | None) -> Draft:
        row = at(connection, scope, path)
        if row is None:
            raise contract.nothing_there(path)
        base = text_of(connection, scope, row)
        return Draft(Command.INSERT, path, row, base, edits.inserted(base, line, more))

    return build


def require_free(
    rows: Sequence[NoteRow],
    path: str,
    taken: Callable[[str], contract.Refused],
    but: Sequence[str] = (),
) -> None:
    """Make sure a note may come to stand at a path.

    Args:
        but: paths that are about to leave, and so are not in the way.

    Raises:
        contract.Refused: a note or folder is there, one whose name only looks different is, or a note
            stands where a folder would have to be.
    """
    if path == paths.ROOT:
        raise taken(path)
    standing = [row.path for row in rows if row.path not in but]
    folders = {folder for each in standing for folder in paths.parents(each)}
    if path in standing or path in folders:
        raise taken(path)
    # Letters of one case and letters of one look are two comparisons: a Greek capital eta is drawn like
    # H, a small one like n.
    alike = {reading(each): each for reading in _READINGS for each in (*folders, *standing)}
    for each in (*paths.parents(path), path):
        seen = (alike.get(reading(each)) for reading in _READINGS)
        known = next((found for found in seen if found is not None and found != each), None)
        if known is not None:
            raise contract.Refused(
                f"Error: The path {paths.shown(each)} looks like {paths.shown(known)}, which already exists."
            )
    for folder in paths.parents(path):
        if folder in standing:
            raise contract.Refused(f"Error: The path {paths.shown(folder)} is a file, not a folder.")


def live(connection: apsw.Connection, scope: int | None) -> list[NoteRow]:
    """Every note that is there."""
    return [] if scope is None else note_rows.live(connection, scope)


def at(connection: apsw.Connection, scope: int | None, path: str) -> NoteRow | None:
    """The note at exactly that path."""
    return next((row for row in live(connection, scope) if row.path == path), None)


def text_of(connection: apsw.Connection, scope: int | None, row: NoteRow) -> str:
    """What a note says today."""
    return "" if scope is None else note_rows.content(connection, scope, row.id, row.version)


def require_storable(text: str) -> None:
    """Make sure a text is one a note can hold.

    Raises:
        contract.Refused: it is too long, or no text.
    """
    if lone_surrogate(text) is not None:
        raise contract.Refused(contract.refused("not_unicode"))
    if len(text.encode()) > LONGEST:
        raise contract.Refused(contract.refused("too_long"))
