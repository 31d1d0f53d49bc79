"""Deleting and renaming: a path changes or leaves the agent's sight, every version stays."""

from __future__ import annotations

from core.audit import Action, Entry
from core.gate import Trust, WriteOutcome, effective_trust
from core.memory.ground import Ground, Writing
from core.memory.names import secret_in_path
from core.memory.notes import contract, paths
from core.memory.notes.draft import live, require_free
from core.memory.notes.note import NoteAct, NoteAnswer
from core.memory.notes.writing import change_of, put
from core.store.note_rows import NoteRow

_ABOVE = "deletion_needs_person"
"""The rule of the gate's table that keeps what a person wrote from being deleted by others."""


def delete(ground: Ground, path: str, source: str, lineage: tuple[str, ...], note: str = "") -> NoteAnswer:
    """Take a note, or a folder with all in it, out of the agent's sight.

    Raises:
        contract.Refused: it is not there, is the root, or holds words of somebody who is trusted more.
    """
    if path == paths.ROOT:
        raise contract.Refused(f"Error: Cannot delete the {paths.ROOT} directory itself")
    with ground.read() as (connection, scope):
        _at_or_below(live(connection, scope), path)
    trust = effective_trust(source, lineage, ground.settings.internal_tools)
    with ground.write() as writing:
        rows = _at_or_below(live(writing.tx, writing.scope), path)
        if any(row.trust > trust for row in rows):
            writing.journal(Entry(Action.REFUSE, "note", rows[0].id, len(rows), _ABOVE))
            return NoteAnswer(contract.refused(_ABOVE), is_error=True, outcome=WriteOutcome.REFUSED)
        gone = [_moved(writing, row, row.path, NoteAct.DELETED, source) for row in rows]
        writing.journal(Entry(Action.DELETE, "note", gone[0].id, len(gone)), note)
    return NoteAnswer(contract.deleted(path), outcome=WriteOutcome.STORED, change=change_of(*gone))


def rename(
    ground: Ground, old: str, new: str, source: str, lineage: tuple[str, ...], note: str = ""
) -> NoteAnswer:
    """Give a note, or a folder with all in it, another path.

    Raises:
        contract.Refused: it is not there, is the root, or the new path is taken or not allowed.
    """
    if old == paths.ROOT:
        raise contract.Refused(f"Error: Cannot rename the {paths.ROOT} directory itself")
    if paths.below(new, old):
        raise contract.Refused(f"Error: Cannot move {old} into itself")
    with ground.read() as (connection, scope):
        standing = _at_or_below(live(connection, scope), old)
    if old == new:
        raise contract.taken(new)
    ground.admit()
    if any(secret_in_path(new + row.path[len(old) :]) is not None for row in standing):
        raise contract.Refused(contract.refused("secret"))
    if effective_trust(source, lineage, ground.settings.internal_tools) is Trust.NONE:
        raise contract.Refused(contract.refused("no_source"))
    with ground.write() as writing:
        everything = live(writing.tx, writing.scope)
        rows = _at_or_below(everything, old)
        require_free(everything, new, contract.taken, but=[row.path for row in rows])
        targets = [paths.checked(new + row.path[len(old) :]) for row in rows]
        moved = [
            _moved(writing, row, target, NoteAct.RENAMED, source)
            for row, target in zip(rows, targets, strict=True)
        ]
        writing.journal(Entry(Action.RENAME, "note", moved[0].id, len(moved)), note)
    return NoteAnswer(contract.renamed(old, new), outcome=WriteOutcome.STORED, change=change_of(*moved))


def _at_or_below(rows: list[NoteRow], path: str) -> list[NoteRow]:
    found = [row for row in rows if row.path == path or paths.below(row.path, path)]
    if not found:
        raise contract.nothing_there(path)
    return found


def _moved(writing: Writing, row: NoteRow, path: str, act: NoteAct, source: str) -> NoteRow:
    return put(writing, path, row, None, act, Trust(row.trust), source)
