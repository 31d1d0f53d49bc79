"""The notes of one scope, as its agent holds them: the six commands of the memory tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any

from core.audit import Role
from core.errors import Invalid
from core.gate.canonical import canonical_lines
from core.memory.ground import Ground
from core.memory.notes import contract, draft, moving, paths
from core.memory.notes.draft import Build
from core.memory.notes.listing import view
from core.memory.notes.note import NoteAnswer
from core.memory.notes.writing import write


class Notes:
    """A folder of texts under ``/memories`` that exists in the file and nowhere else.

    Every command answers with a string in the contract's words, errors included; it never raises for
    what a model asked. A folder is there as long as a note is in it. Nothing is lost by a command:
    versions stay until a person forgets them. It has no verb that reads an old version or brings one back.

    Args:
        source: who speaks, and what it was read from, for the gate; the agent itself by default.
    """

    def __init__(self, ground: Ground, source: str | None = None, lineage: Sequence[str] = ()) -> None:
        self._ground = ground
        role = "operator" if ground.actor.role is Role.OPERATOR else "agent"
        self._source = source or f"{role}:{ground.actor.name}"
        self._lineage = tuple(lineage)

    def citing(self, source: str, *lineage: str) -> Notes:
        """The same notes, written to on somebody's word: a page, a tool, the user.

        Raises:
            Invalid: a source that is no text.
        """
        for each in (source, *lineage):
            if not isinstance(each, str):
                raise Invalid("source", "type", expected="str", got=type(each).__name__)
        return Notes(self._ground, source, lineage)

    def run(self, command: Mapping[str, Any]) -> NoteAnswer:
        """Carry out one call of the tool, as in ``{"command": "view", "path": "/memories"}``."""
        if not isinstance(command, Mapping):
            return _no("Error: A command has to be an object.")
        name = command.get("command")
        act = self._commands().get(name) if isinstance(name, str) else None
        if act is None:
            return _no(f"Error: Unknown command: {str(name)[:80]}")
        given = {key: value for key, value in command.items() if key != "command"}
        known = signature(act).parameters
        for key, parameter in known.items():
            if parameter.default is parameter.empty and given.get(key) is None:
                return _no(f"Error: The command {name} needs the parameter {key}.")
        unknown = [key for key in given if key not in known]
        if unknown:
            return _no(f"Error: The command {name} has no parameter {str(unknown[0])[:80]}.")
        return act(**given)

    def view(self, path: str, view_range: Sequence[int] | None = None) -> NoteAnswer:
        """What a folder holds, or what a note says, line by line."""
        return _answered(lambda: view(self._ground, paths.checked(path), _range(view_range)))

    def create(self, path: str, file_text: str) -> NoteAnswer:
        """Write a new note."""

        def build() -> Build:
            _require_text(file_text=file_text)
            return draft.creating(paths.checked(path), file_text)

        return self._written(build)

    def str_replace(self, path: str, old_str: str, new_str: str | None = None) -> NoteAnswer:
        """Replace the one place that says ``old_str``; without ``new_str`` it is taken out."""

        def build() -> Build:
            _require_text(old_str=old_str, new_str=new_str or "")
            return draft.replacing(paths.checked(path), canonical_lines(old_str), new_str or "")

        return self._written(build)

    def insert(self, path: str, insert_line: int, insert_text: str) -> NoteAnswer:
        """Put lines after a line; 0 is the top."""

        def build() -> Build:
            _require_text(insert_text=insert_text)
            return draft.inserting(paths.checked(path), insert_line, insert_text)

        return self._written(build)

    def delete(self, path: str) -> NoteAnswer:
        """Take a note, or a folder with all in it, out of sight."""
        return _answered(
            lambda: moving.delete(self._ground, paths.checked(path), self._source, self._lineage)
        )

    def rename(self, old_path: str, new_path: str) -> NoteAnswer:
        """Give a note or a folder another path."""
        return _answered(
            lambda: moving.rename(
                self._ground, paths.checked(old_path), paths.checked(new_path), self._source, self._lineage
            )
        )

    def _commands(self) -> dict[str, Callable[..., NoteAnswer]]:
        acts = (self.view, self.create, self.str_replace, self.insert, self.delete, self.rename)
        return {act.__name__: act for act in acts}

    def _written(self, build: Callable[[], Build]) -> NoteAnswer:
        return _answered(lambda: write(self._ground, build(), self._source, self._lineage))


def _answered(act: Callable[[], NoteAnswer]) -> NoteAnswer:
    try:
        return act()
    except (contract.Refused, paths.NotAPath) as refusal:
        return _no(str(refusal))


def _no(text: str) -> NoteAnswer:
    return NoteAnswer(text, is_error=True)


def _range(wanted: object) -> tuple[int, int] | None:
    if wanted is None:
        return None
    numbers = list(wanted) if isinstance(wanted, Sequence) and not isinstance(wanted, str) else []
    if len(numbers) != 2 or any(isinstance(each, bool) or not isinstance(each, int) for each in numbers):
        raise contract.Refused("Error: Invalid `view_range` parameter: it should be two line numbers.")
    return numbers[0], numbers[1]


def _require_text(**given: object) -> None:
    for name, value in given.items():
        if not isinstance(value, str):
            raise contract.Refused(f"Error: The parameter {name} must be a string.")
