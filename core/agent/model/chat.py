"""Asking a model, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.agent.tools import Tool
from core.memory.conversation import ToolCall


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the prompt.

    Attributes:
        role: system, user, assistant or tool.
        calls: what an assistant's message called.
        answers: for a tool's message, the id of the call it answers.
        reported: for an assistant's message, the tokens of its prompt as the server counted them.
    """

    role: str
    content: str
    calls: tuple[ToolCall, ...] = ()
    answers: str | None = None
    reported: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server reported them; None where it did not say."""

    prompt: int | None = None
    completion: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        refused: it declined; the text says so in its words.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    refused: bool = False


class ChatModel(Protocol):
    """A model that can be asked."""

    @property
    def name(self) -> str:
        """What it is called in ledgers and settings."""

    def answer(self, messages: Sequence[Said], tools: Sequence[Tool] = ()) -> Reply:
        """The next message.

        Raises:
            ModelFailure: it is away, late or answers with something that is no message.
        """

    def structured(self, messages: Sequence[Said], name: str, schema: Mapping[str, Any]) -> Reply:
        """An answer whose text is JSON of that schema, as far as the model keeps to it.

        Raises:
            ModelFailure: as for `answer`.
        """
