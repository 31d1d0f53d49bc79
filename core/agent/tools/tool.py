"""One tool as a model is told of it, in the three envelopes providers want."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool's name, what it is for, and the strict schema of its arguments.

    The schema keeps to what strict mode allows (guide/interop.md 9): every property is required,
    nothing additional is taken, and what may be left out is null instead.

    Attributes:
        reads_only: it changes nothing.
        destroys: it asks for something to be taken away.
    """

    name: str
    description: str
    properties: Mapping[str, Mapping[str, Any]]
    reads_only: bool = False
    destroys: bool = False

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return {
            "type": "object",
            "properties": {name: dict(schema) for name, schema in self.properties.items()},
            "required": list(self.properties),
            "additionalProperties": False,
        }

    def for_chat(self) -> dict[str, Any]:
        """As OpenAI Chat Completions takes it."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
            "strict": True,
        }
        return {"type": "function", "function": function}

    def for_responses(self) -> dict[str, Any]:
        """As OpenAI Responses takes it."""
        return {
            "type": "function",
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
            "strict": True,
        }

    def for_messages(self) -> dict[str, Any]:
        """As Anthropic Messages takes it."""
        return {
            "name": self.name,
            "description": self.description,
            "input_schema": self.parameters,
            "strict": True,
        }
