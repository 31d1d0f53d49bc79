"""What importing says: the names of formats, and why something was left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from app.wording.language import plain, say


class _Differing(Protocol):
    @property
    def title(self) -> str: ...
    @property
    def message(self) -> int: ...


class _Skip(Protocol):
    @property
    def problem(self) -> str: ...
    @property
    def data(self) -> Mapping[str, object]: ...


_SKIPS = {
    "not_json": "The line is not valid JSON.",
    "torn": "The last line is not finished; it may still be being written.",
    "not_an_object": "The line is JSON, but not an object.",
    "too_deep": "The JSON is nested too deeply.",
    "too_long": "It is longer than a memory may be.",
    "invalid_utf8": "Some of its bytes are not valid text.",
    "lone_surrogate": "It holds half of a character, which cannot be stored.",
    "unknown_type": "It is of a type this reader does not know.",
    "missing_field": "A field that is needed is missing.",
    "wrong_type": "A field has the wrong type.",
    "empty": "There is nothing in it.",
    "duplicate": "The same stands in the source twice.",
    "symlink": "It is a link, and links are not followed.",
    "hidden": "It is a hidden file.",
    "binary": "It is not text.",
    "not_a_file": "It is not an ordinary file.",
    "invalid_name": "Its name holds characters that cannot be kept.",
    "no_access": "The system does not allow this account to read it.",
    "in_use": "Another program is writing to it.",
    "gone": "It disappeared while it was being read.",
    "other_branch": "It is on a branch that was left: taken back, or answered anew.",
    "program": "The program wrote it for itself; nobody said it.",
    "locked": "It is encrypted, and the key is not in the file.",
    "io": "The disk or the system refused to read it.",
}

_FORMATS = {
    "mcp-memory": "MCP server-memory (knowledge graph, JSON Lines)",
    "openai_chat": "Conversation (OpenAI Chat Completions)",
    "openai_responses": "Conversation (OpenAI Responses)",
    "anthropic_messages": "Conversation (Anthropic Messages)",
    "openai_agents": "Conversation (OpenAI Agents session)",
    "generic_chat": "Conversation (messages of a chat)",
    "claude_code": "Conversation (Claude Code transcript)",
    "codex": "Conversation (Codex session)",
    "chatgpt": "Conversation (ChatGPT export)",
    "anthropic-memory": "Folder of memory notes (Claude-style /memories)",
}


def skip(left: _Skip) -> str:
    """Why one thing was left out of an import."""
    return say(_SKIPS.get(str(left.problem), "It could not be read."))


def differing(found: _Differing) -> str:
    """What an import says of a conversation whose past is not the one it had before."""
    return say(
        "Differs from the earlier import from message {message} on; both are kept.",
        message=found.message,
    )


def format_name(name: str) -> str:
    """The name of a foreign format as people know it."""
    return say(_FORMATS.get(name, "{name}"), name=plain(name, 40))
