"""What lies at a path, found out before anything is imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.errors import UnknownFormat
from core.interop.conversations import conversations
from core.interop.detect import detect
from core.interop.talk import ForeignConversation


@dataclass(frozen=True, slots=True)
class Looked:
    """The name of the format, and how many items it seems to hold; None where nobody counted."""

    format: str
    total: int | None


def look_at(path: Path) -> Looked:
    """Recognise what lies at ``path``: memories, else the first conversation in it.

    Raises:
        UnknownFormat: no reader recognises it; what was seen is that of `detect`.
        NotFound, StorageFailure: it cannot be read.
    """
    try:
        reader = detect(path)
    except UnknownFormat as unknown:
        try:
            first = next(
                (each for each in conversations(path) if isinstance(each, ForeignConversation)), None
            )
        except UnknownFormat:
            first = None
        if first is None:
            raise unknown from None
        return Looked(first.format, None)
    return Looked(reader.format, reader.total())
