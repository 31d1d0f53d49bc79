"""A model that says what it was told to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from core.agent.model.chat import Reply, Said
from core.agent.tools import Tool

Line = Reply | str | Callable[[Sequence[Said]], Reply | str]


class ScriptedModel:
    """Answers line by line; a line may be a function of what was asked."""

    def __init__(self, lines: Iterable[Line], name: str = "scripted") -> None:
        self.name = name
        self._lines = iter(lines)

    def answer(self, messages: Sequence[Said], tools: Sequence[Tool] = ()) -> Reply:
        """The next line; when the script is over it has nothing more to say."""
        line = next(self._lines, "")
        said = line(messages) if callable(line) else line
        return said if isinstance(said, Reply) else Reply(said)

    def structured(self, messages: Sequence[Said], name: str, schema: Mapping[str, Any]) -> Reply:
        """The next line."""
        return self.answer(messages)
