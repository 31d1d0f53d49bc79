"""Telling what a path holds from its first bytes, without letting SQLite near it."""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from core.interop.faults import world
from core.store import sniff as store_sniff
from core.store.schema import APPLICATION_ID

_MAGIC = (
    (b"SQLite format 3\x00", "sqlite"),
    (b"PK\x03\x04", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xff\xfe", "utf16"),
    (b"\xfe\xff", "utf16"),
)


class FileKind(StrEnum):
    """What lies at a path; TEXT means only "nothing else was recognised"."""

    STORE = "store"
    SQLITE = "sqlite"
    SIDECAR = "sqlite_sidecar"
    ZIP = "zip"
    ZSTD = "zstd"
    UTF16 = "utf16"
    EMPTY = "empty"
    FOLDER = "folder"
    SPECIAL = "special"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Sniffed:
    """The kind of a path; ``held`` when this process has it open through SQLite."""

    kind: FileKind
    held: bool = False


def sniff(path: Path) -> Sniffed:
    """What lies at ``path``.

    A database this process has open is recognised by its identity alone and not opened.

    Raises:
        NotFound: there is nothing.
        StorageFailure: it may not be read (no_access, io).
    """
    with world(path):
        mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        return Sniffed(FileKind.FOLDER)
    if not stat.S_ISREG(mode):
        return Sniffed(FileKind.SPECIAL)
    if _is_sidecar(path):
        return Sniffed(FileKind.SIDECAR)
    first = store_sniff.header(path)
    if first is None:
        return Sniffed(FileKind.STORE, held=True)
    return Sniffed(_kind(first))


def _is_sidecar(path: Path) -> bool:
    # The locks of a WAL database are on its -shm file; opening and closing that drops them.
    if path.name.endswith("-shm"):
        return True
    database = re.sub("-(wal|journal)$", "", str(path))
    return database != str(path) and Path(database).exists()


def _kind(first: bytes) -> FileKind:
    if not first:
        return FileKind.EMPTY
    if first.startswith(store_sniff.MAGIC) and first[68:72] == APPLICATION_ID.to_bytes(4, "big"):
        return FileKind.STORE
    for magic, kind in _MAGIC:
        if first.startswith(magic):
            return FileKind(kind)
    return FileKind.TEXT
