"""The room of short-term memory: one conversation inside a token budget.

Messages come in as they were said and stay; what the model sees of them on a turn is computed from
them by a strategy, and what became of each message on each turn can be asked. Nothing here writes a
summary over the messages it was made of. Secrets are masked before a message is kept.
"""

from core.memory.conversation.message import Message, Part, PartKind, Role, ToolCall

__all__ = ["Message", "Part", "PartKind", "Role", "ToolCall"]
