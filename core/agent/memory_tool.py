"""The memory-tool door: ``memory_20250818`` as a class that agent programs hand to their client.

The six commands act on one person's notes (guide/interop.md 7): every write is a proposal that the gate
answers, and what is held or refused says so in the contract's words. There is no command that empties the
folder, because that would be a deletion nobody judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.memory.notes import NoteAnswer, Notes

TYPE, NAME = "memory_20250818", "memory"


class ToolFailure(Exception):
    """A command that could not be carried out; ``str()`` of it is what the model is to read."""


class MemoryTool:
    """One agent's memory folder, in the shape of the Anthropic client's abstract memory tool.

    ``call`` takes the tool's input as the model wrote it; the command methods take one command each, a
    mapping or an object with the command's attributes. The package ``anthropic`` is not needed: a loop of
    one's own uses ``to_dict`` and ``answer``, and `anthropic_tool` makes one for the client's tool runner.

    Args:
        notes: of one partition; ``notes.citing(source)`` for what was read on a page.
        failure: what a failed command raises, called with the sentence.
    """

    def __init__(self, notes: Notes, failure: type[Exception] = ToolFailure) -> None:
        self._notes = notes
        self._failure = failure

    @property
    def name(self) -> str:
        """The name the model calls it by."""
        return NAME

    def to_dict(self) -> dict[str, str]:
        """How a request declares it; the service knows its schema."""
        return {"type": TYPE, "name": NAME}

    def answer(self, input: object) -> NoteAnswer:
        """Carry out one call; a mistake of the model is an answer with ``is_error`` set."""
        return self._notes.run(_command(input))

    def call(self, input: object) -> str:
        """Carry out one call for a runner that wants the text or an exception.

        Raises:
            ToolFailure: the command failed; or whatever ``failure`` was given.
        """
        done = self.answer(input)
        if done.is_error:
            raise self._failure(str(done))
        return str(done)

    def execute(self, command: object) -> str:
        """The same under the client's other name."""
        return self.call(command)

    def view(self, command: object) -> str:
        """A folder, or a note with line numbers."""
        return self._named("view", command)

    def create(self, command: object) -> str:
        """Propose a new note, or a new text of one."""
        return self._named("create", command)

    def str_replace(self, command: object) -> str:
        """Propose a change of the one place that says ``old_str``."""
        return self._named("str_replace", command)

    def insert(self, command: object) -> str:
        """Propose lines after a line."""
        return self._named("insert", command)

    def delete(self, command: object) -> str:
        """Propose to take a note or a folder away."""
        return self._named("delete", command)

    def rename(self, command: object) -> str:
        """Propose another path."""
        return self._named("rename", command)

    def _named(self, name: str, command: object) -> str:
        return self.call({**_command(command), "command": name})


def anthropic_tool(notes: Notes) -> Any:  # noqa: ANN401 - a class of the optional package
    """The same for ``client.beta.messages.tool_runner(tools=[…])``.

    Raises:
        ImportError: the package ``anthropic`` is not installed.
    """
    try:
        from anthropic.lib.tools import BetaBuiltinFunctionTool, ToolError
    except ImportError as missing:
        raise ImportError(
            "the client's tool runner needs the package anthropic: pip install anthropic; "
            "a loop of your own can use MemoryTool without it"
        ) from missing

    class _ClientsTool(MemoryTool, BetaBuiltinFunctionTool):  # type: ignore[misc]
        """Known to the runner by its base class."""

    return _ClientsTool(notes, ToolError)


def _command(input: object) -> dict[str, Any]:
    """A command as a dict; what was left out stays out."""
    if isinstance(input, Mapping):
        return {str(key): value for key, value in input.items()}
    dump = getattr(input, "model_dump", None)
    given = dump() if callable(dump) else getattr(input, "__dict__", {})
    return {key: value for key, value in given.items() if value is not None}
