"""What a view shows: the tree of a folder or the lines of a note, and what of the agent's own waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.memory.ground import Ground
from core.memory.notes import contract, paths
from core.memory.notes.draft import live, text_of
from core.memory.notes.note import NoteAnswer
from core.store import quarantine_rows
from core.store.note_rows import NoteRow

_DEEP = 2
_BLOCK = 4096  # what a folder itself takes on the disks the contract was written for


def view(ground: Ground, path: str, lines: tuple[int, int] | None) -> NoteAnswer:
    """The view of a folder or a note.

    Raises:
        contract.Refused: nothing is there, or the lines are not.
    """
    actor = ground.actor
    with ground.read() as (connection, scope):
        rows = live(connection, scope)
        waiting = (
            [] if scope is None else quarantine_rows.held_notes(connection, scope, actor.role, actor.name)
        )
        row = next((row for row in rows if row.path == path), None)
        text = None if row is None else text_of(connection, scope, row)
    own = _marks([path] if path in waiting else [])
    if text is not None:
        return NoteAnswer("\n".join([contract.file(path, text, *(lines or (1, -1))), *own]))
    inside = [each for each in rows if paths.below(each.path, path)]
    held = [each for each in waiting if paths.below(each, path) and not paths.hidden(each, path)]
    if path != paths.ROOT and not inside and not held:
        if own:
            return NoteAnswer(own[0])
        raise contract.nothing_to_view(path)
    if lines is not None:
        raise contract.Refused("Error: The `view_range` parameter is not allowed when path is a directory.")
    return NoteAnswer(contract.folder(path, [*_tree(inside, path), *_marks(held)]))


def _tree(rows: Sequence[NoteRow], folder: str) -> Iterator[str]:
    """The folder, and below it two levels, name by name."""
    sizes = {row.path: row.size for row in rows if not paths.hidden(row.path, folder)}
    for path in tuple(sizes):
        sizes |= {f"{each}/": _BLOCK for each in paths.parents(path) if paths.below(each, folder)}
    yield f"{contract.size(_BLOCK)}\t{folder}"
    for path in sorted(sizes, key=lambda each: each.rstrip("/").split("/")):
        if path.rstrip("/").count("/") - folder.count("/") <= _DEEP:
            yield f"{contract.size(sizes[path])}\t{path}"


def _marks(held: Iterable[str]) -> list[str]:
    return [contract.held(path) for path in sorted(held)]
