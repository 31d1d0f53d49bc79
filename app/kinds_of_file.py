"""Whether a path is a memory file or something to import."""

from __future__ import annotations

from pathlib import Path

from core.errors import MnemoscopeError, UnknownFormat


def is_importable(path: Path) -> bool:
    """True when a reader recognises what lies at ``path``."""
    from core.interop.looking import look_at

    try:
        look_at(path)
    except MnemoscopeError:
        return False
    return True


def is_memory_file(path: Path) -> bool:
    """True when Mnemoscope wrote ``path``.

    Raises:
        NotFound, StorageFailure: it cannot be read.
    """
    from core.interop import detect

    try:
        detect(path)
    except UnknownFormat as error:
        return error.data.get("kind") == "store"
    return False


def is_store(path: Path) -> bool:
    """True when ``path`` should be opened, False when a reader knows it as foreign.

    What no reader knows is left to the opening, whose refusal says what the file is.
    """
    from core.interop.looking import look_at

    try:
        look_at(path)
    except UnknownFormat as error:
        return error.data.get("kind") != "folder"
    return False
