"""What a foreign file or folder is, found out before anything is imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Detected:
    """The name of the format and how many items it seems to hold."""

    format: str
    total: int | None


def look_at(path: Path) -> Detected:
    """Recognise what lies at ``path``; for worker threads.

    Raises:
        UnknownFormat: no reader recognises it.
        NotFound, StorageFailure: it cannot be read.
    """
    from core.interop.looking import look_at as looked_at

    found = looked_at(path)
    return Detected(found.format, found.total)
