"""Reading a file of conversations to its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from core.interop import Skip
from core.interop.conversations import conversations
from core.memory.conversation import Message


@dataclass
class Read:
    """One conversation, all of it."""

    title: str
    format: str
    id: str | None
    messages: list[Message] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)


def read(path: Path) -> list[Read]:
    """Every conversation of a file; what belongs to none is held by one without a title."""
    found: list[Read] = []
    for talk in conversations(path):
        if isinstance(talk, Skip):
            found.append(Read("", "", None, skips=[talk]))
            continue
        one = Read(talk.title, talk.format, talk.id)
        found.append(one)
        for entry in talk.entries:
            if isinstance(entry, Skip):
                one.skips.append(entry)
            else:
                one.messages.append(entry)
    return found
