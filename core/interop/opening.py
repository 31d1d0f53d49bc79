"""Opening a text source for reading, safely beside databases and links."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from core.errors import UnknownFormat
from core.interop.faults import world
from core.interop.sniff import FileKind, sniff


def open_text(path: Path, *, follow: bool = True) -> BinaryIO:
    """``path`` opened for reading bytes, once it is known not to be a database.

    Raises:
        UnknownFormat: it is no text file (any more); ``data["kind"]`` says what.
        NotFound: there is nothing.
        StorageFailure: it may not be read (no_access, io).
    """
    sniffed = sniff(path)
    if sniffed.kind not in {FileKind.TEXT, FileKind.EMPTY, FileKind.UTF16}:
        raise UnknownFormat(path=str(path), kind=sniffed.kind.value, held=sniffed.held)
    # Without O_NONBLOCK a pipe put here meanwhile would make the open wait for a writer.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    with world(path):
        file = os.fdopen(os.open(path, flags), "rb")
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise UnknownFormat(path=str(path), kind=FileKind.SPECIAL.value, held=False)
    return file


def modified(file: BinaryIO) -> datetime | None:
    """When the open file was last modified, or None when its clock says nonsense."""
    try:
        return datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime, UTC)
    except (OverflowError, ValueError, OSError):
        return None
